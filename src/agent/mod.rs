//! Named presets of search parameters, and the text form in which a person writes one.
