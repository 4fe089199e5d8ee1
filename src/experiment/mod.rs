//! The papers' experiments, each with the paper's own figures beside ours.
