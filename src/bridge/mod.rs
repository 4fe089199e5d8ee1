//! JNI: Ludii's rules as a game of the contract. The only room with `unsafe`; it converts, it never decides.
