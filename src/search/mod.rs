//! Monte-Carlo tree search: one arena tree, and one file per idea.
