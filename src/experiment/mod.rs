//! The papers' experiments, each with the paper's own figures beside ours.

pub mod prize_box;
