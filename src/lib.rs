//! Halfling plays any Ludii game.
//!
//! The rooms, in the order in which they may depend on each other:
//!
//! | room | holds |
//! | --- | --- |
//! | [`game`] | the contract: what a game is to a search |
//! | [`lud`] | Ludii's language: text → expanded tree → typed rules → a running game |
//! | [`arcade`] | games written in Rust because Ludii cannot say them |
//! | [`catalog`] | from a game's name to a running game |
//! | [`search`] | Monte-Carlo tree search, one file per idea |
//! | [`agent`] | named presets of search parameters and their text form |
//! | [`stats`] | intervals, Elo, SPRT, bootstrap, Bradley–Terry: pure functions |
//! | [`run`] | one game, a match, a Kilothon |
//! | [`cluster`] | runs cut into tasks of a Slurm cluster |
//! | [`report`] | tables, CSV, JSON lines, the HTML page |
//! | [`experiment`] | the papers' experiments |
//! | [`bridge`] | JNI: Ludii's own rules as a game of the contract |
//! | [`cli`] | the command line |

pub mod agent;
pub mod arcade;
pub mod bridge;
pub mod catalog;
pub mod cli;
pub mod cluster;
pub mod experiment;
pub mod game;
pub mod lud;
pub mod report;
pub mod run;
pub mod search;
pub mod stats;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
