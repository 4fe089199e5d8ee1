//! The ludemes: one file per family, each with its compiled form, how it is compiled from a resolved call, and how it is
//! evaluated in a [`Context`](super::play::context::Context).

mod apart;
pub mod array;
pub mod boolean;
mod cases;
pub mod direction;
pub mod end;
pub mod group;
pub mod int;
pub mod meta;
pub mod moves;
mod pair;
pub mod players;
pub mod puzzle;
pub mod range;
mod recalled;
pub mod region;
pub mod start;
