//! The reader of recorded trees, on the reference data where it is at hand (`HALFLING_LUDII_REFERENCE`).

use halfling::lud::verify::golden_tree;
use std::path::PathBuf;

#[test]
fn every_recorded_tree_reads() {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        return;
    };
    let games = golden_tree::list(&reference, "trees", ".tree.gz").expect("the folder reads");
    assert!(!games.is_empty());
    let faults: Vec<_> = games.iter().filter_map(|(_, path)| golden_tree::read(path).err()).collect();
    let shown: Vec<_> = faults.iter().take(10).map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{} of {} do not read:\n{}", faults.len(), games.len(), shown.join("\n"));
}
