//! Comparison with reference data recorded from Ludii.

pub mod golden_tree;
