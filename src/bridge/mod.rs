//! JNI: Ludii's rules as a game of the contract. The only room with `unsafe`; it converts, it never decides.
//!
//! | file | holds |
//! | --- | --- |
//! | `entry` | what Java calls: every function guarded, so that nothing unwinds or is thrown across |
//! | `session` | one agent at one game in a running Ludii |
//! | `words` | a finished search in words |
//! | `hosted` | Ludii's rules as a [`Game`](crate::game::Game) |
//! | `state` | a position: a numbered slot on the other side, copied when it is first changed |
//! | `moves` | a move: its index among the legal ones, and a key that outlives the position |
//! | `worker` | one thread's buffer and the one call that an iteration costs |
//! | `native` | the engine's own rules of the game, compared with Ludii's at every move, and searched on instead |
//! | `java` | the classes and methods of the shim, looked up once |
//!
//! Java owns positions and moves; Rust owns statistics and choice. The direction of control is Rust's: a search calls
//! [`HostedGame`], which fills a direct buffer, crosses once, and reads the answer from the same buffer.

mod entry;
mod hosted;
mod java;
mod moves;
mod native;
mod session;
mod state;
mod words;
mod worker;

pub use hosted::HostedGame;
pub use moves::HostedMove;
pub use state::HostedState;
pub use worker::Worker;
