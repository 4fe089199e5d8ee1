//! A compiled game in play: states, moves, actions, ends.

pub mod action;
mod apply;
pub mod bits;
pub mod canonical;
pub mod context;
mod dice;
mod drawing;
mod effects;
mod end;
pub mod game;
mod hash;
pub mod lanes;
pub mod layout;
mod legal;
mod measure;
pub mod moves;
mod on_track;
mod perform;
mod pieces;
mod playout;
pub mod rebuild;
pub mod rules;
mod shortcut;
pub mod sink;
pub mod stack;
pub mod state;
mod texts;
