//! One game, a match, a Kilothon: clocks, schedule, records, resuming.
