//! The papers' experiments, each with the paper's own figures beside ours.

pub mod arms;
pub mod breakthrough_position;
pub mod exploitability;
pub mod finding;
pub mod goofspiel;
pub mod kilothon;
pub mod page;
pub mod prize_box;
pub mod tables;
pub mod techniques;
pub mod tron;
