//! Games written in Rust because Ludii cannot say them (those with simultaneous moves), and the yardstick games.

pub mod yardstick;
