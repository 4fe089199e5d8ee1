//! What surrounds a rule.

use crate::lud::play::rules::LeafNode;

/// Whether nothing surrounds a rule but so many consequences and iteration variables.
pub fn is_bare(node: &LeafNode, thens: usize, captured: usize) -> bool {
    let chain = &node.chain;
    chain.thens.len() == thens
        && chain.captured.len() == captured
        && chain.paired.is_empty()
        && chain.priors.is_empty()
        && chain.suffixes.is_empty()
        && !chain.doubled
}
