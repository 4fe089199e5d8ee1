//! A Java process that plays in Ludii, watched and replaced.

use super::jar::Ludii;
use crate::cli::Failure;
use log::warn;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What the process says. The fields are those of `Match.java`.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(in crate::cli) enum Said {
    /// A seat (from 1) was asked for its move.
    Turn {
        /// The seat.
        seat: u8,
    },
    /// What a game is.
    Describe(About),
    /// A game was played.
    Game(Box<Played>),
    /// A file of Ludii's was written or checked.
    Trial(Trial),
    /// Play-outs were timed.
    Playouts(Timed),
    /// A request failed.
    Error {
        /// Why.
        reason: String,
    },
}

/// What is known of a game before it is played.
#[derive(Debug, Clone, Deserialize)]
pub(in crate::cli) struct About {
    /// Ludii's name for it.
    pub(super) name: String,
    /// Its seats.
    pub(super) players: usize,
    /// Its rules: a hash of the expanded description, 16 digits.
    pub(super) rules: String,
    /// Whether one player moves at a time.
    pub(super) alternating: bool,
    /// Whether all players choose at once.
    #[serde(default)]
    pub(super) simultaneous: bool,
    /// Whether chance plays a part.
    #[serde(default)]
    pub(super) stochastic: bool,
    /// Why Ludii's Kilothon leaves it out; empty if it does not.
    #[serde(default)]
    pub(super) left_out: String,
    /// How its board is drawn, where that was asked for.
    #[serde(default)]
    pub(super) drawing: Option<Drawn>,
}

/// A board as the process draws it.
#[derive(Debug, Clone, Deserialize)]
pub(in crate::cli) struct Drawn {
    /// Label, place and corners of each site.
    pub(super) sites: Vec<(String, f32, f32, Vec<f32>)>,
    /// Lines between points.
    pub(super) lines: Vec<Vec<f32>>,
}

/// Play-outs from the start to the end.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(in crate::cli) struct Timed {
    /// How many.
    pub(in crate::cli) playouts: u64,
    /// Their plies together.
    pub(in crate::cli) plies: u64,
    /// Seconds of processor that they took.
    pub(in crate::cli) cpu: f64,
    /// Seconds for which Java's compiler has worked since the process began.
    pub(in crate::cli) compiled: f64,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::cli) struct Trial {
    /// Plies in it.
    pub(super) plies: u32,
    /// Whether the game is over at its end.
    pub(super) over: bool,
    /// How many of its moves were found among the legal ones, where it was checked.
    #[serde(default)]
    pub(super) matched: u32,
    /// Whether the result is the saved one, where it was checked.
    #[serde(default)]
    pub(super) same: bool,
}

/// A game as the process reports it.
#[derive(Debug, Deserialize)]
pub(in crate::cli) struct Played {
    /// How it ended: one of Ludii's end types, or illegal, exception, cut.
    pub(super) end: String,
    /// The seat to blame (from 1), or 0.
    pub(super) culprit: u8,
    /// Utilities by seat.
    pub(super) utilities: Vec<f32>,
    /// Each move: seat (from 1), seconds, legal moves, iterations (−1 where unknown), text, changes on the board.
    pub(super) moves: Vec<(u8, f64, u32, i64, String, String)>,
    /// What the board held at the start.
    #[serde(default)]
    pub(super) start: String,
    /// Utility of the seat that plays the colour 1 at the end.
    #[serde(default)]
    pub(super) colour_one: f32,
    /// Moves by seat that chance made because the clock had run out.
    #[serde(default)]
    pub(super) after_clock: Vec<u32>,
    /// What happened, where there is more to say.
    #[serde(default)]
    pub(super) detail: String,
}

/// Why a request got no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Lost {
    /// The process ended; the seat that was thinking, where one was.
    Died(Option<u8>),
    /// It said nothing for too long.
    Hung(Option<u8>),
}

/// A process that is started when it is needed, and again after it was lost.
pub(in crate::cli) struct Driver {
    ludii: Ludii,
    patience: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    lines: Receiver<String>,
}

impl Driver {
    /// A driver that waits so long for a sign of life.
    pub(in crate::cli) fn new(ludii: &Ludii, patience: Duration) -> Self {
        Self { ludii: ludii.clone(), patience, running: None }
    }

    /// Asks for something and waits for the answer.
    ///
    /// # Errors
    /// The outer one when no process can be started at all; the inner one when it was lost over this request. The next
    /// request starts another.
    pub(in crate::cli) fn ask(&mut self, request: &Value) -> Result<Result<Said, Lost>, Failure> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let Some(running) = self.running.as_mut() else { return Err(Failure::failed("no process")) };
        let mut thinking = None;
        if writeln!(running.requests, "{request}").and_then(|()| running.requests.flush()).is_err() {
            self.replace();
            return Ok(Err(Lost::Died(None)));
        }
        loop {
            let lost = match running.lines.recv_timeout(self.patience) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(Said::Turn { seat }) => {
                        thinking = Some(seat);
                        continue;
                    }
                    Ok(said) => return Ok(Ok(said)),
                    Err(problem) => {
                        warn!("Ludii's process said something else ({problem}): {line}");
                        continue;
                    }
                },
                Err(RecvTimeoutError::Timeout) => Lost::Hung(thinking),
                Err(RecvTimeoutError::Disconnected) => Lost::Died(thinking),
            };
            self.replace();
            return Ok(Err(lost));
        }
    }

    /// What a game is.
    ///
    /// # Errors
    /// When Ludii does not know it, or its process was lost.
    pub(super) fn describe(&mut self, game: &str) -> Result<About, Failure> {
        match self.ask(&json!({"do": "describe", "game": game}))? {
            Ok(Said::Describe(about)) => Ok(about),
            Ok(Said::Error { reason }) => Err(Failure::misuse(format!("{game}: {reason}"))),
            other => Err(Failure::failed(format!("{game}: Ludii did not say what it is: {other:?}"))),
        }
    }

    fn start(&self) -> Result<Running, Failure> {
        let mut child = self
            .ludii
            .command("halfling.Match")?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|problem| Failure::failed(format!("cannot start Java: {problem}")))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::failed("the Java process has no pipes"));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(answers).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, requests, lines })
    }

    /// Ends the process, so that the next request starts another.
    fn replace(&mut self) {
        if let Some(mut lost) = self.running.take() {
            // It may have ended by itself.
            let _ = lost.child.kill();
            let _ = lost.child.wait();
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.replace();
    }
}
