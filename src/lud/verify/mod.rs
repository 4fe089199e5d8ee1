//! Comparison with reference data recorded from Ludii.

pub mod boards;
pub mod golden_tree;

pub mod trials;
