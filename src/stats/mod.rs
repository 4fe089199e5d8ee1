//! Statistics as pure functions.
