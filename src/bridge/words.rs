//! A finished search in words, for Ludii's analysis tab.

use super::hosted::HostedGame;
use super::moves::HostedMove;
use super::native::Searched;
use super::state::HostedState;
use crate::agent::Choice;
use crate::lud::board::SiteType;
use crate::lud::play::game::LudGame;
use crate::search::Described;
use std::fmt::Write as _;
use std::sync::Arc;

/// Moves that are listed.
const LISTED: usize = 8;

/// The last search of a session.
#[expect(clippy::large_enum_variant, reason = "a session has one of these")]
pub(super) enum Finished {
    /// On Ludii's rules, and why not on the engine's own.
    Hosted {
        /// What it found.
        choice: Choice<HostedMove>,
        /// The position.
        root: HostedState,
        /// Why the engine's own rules were not used.
        why_not: String,
    },
    /// On the engine's own rules.
    Native {
        /// What it found.
        searched: Searched,
        /// The rules.
        game: Arc<LudGame>,
    },
}

impl Finished {
    /// The search in words. The root slot must still hold the position that was searched.
    pub(super) fn words(&self, hosted: &HostedGame) -> String {
        match self {
            Self::Hosted { choice, root, why_not } => {
                let mut text = String::new();
                if let Some(analysis) = &choice.analysis {
                    tell(&mut text, &analysis.describe(hosted, root));
                }
                rate(&mut text, choice, "Ludii's rules");
                if !why_not.is_empty() {
                    let _ = write!(text, "\n  not on native rules: {why_not}");
                }
                if hosted.failures() > 0 {
                    let how = hosted.last_failure().unwrap_or_default();
                    let _ = write!(text, "\n  {} simulations failed inside Ludii ({how})", hosted.failures());
                }
                text.trim_start().to_owned()
            }
            Self::Native { searched, game } => {
                let mut text = String::new();
                if let Some(analysis) = &searched.choice.analysis {
                    let mut words = analysis.describe(&**game, &searched.state);
                    rename(&mut words, searched, game, hosted, analysis.moves.iter().map(|report| report.chosen));
                    tell(&mut text, &words);
                }
                rate(&mut text, &searched.choice, "native rules");
                if let Some(reason) = &searched.rebuilt {
                    let _ = write!(text, "\n  the position was rebuilt from Ludii's state: {reason}");
                }
                let _ = write!(
                    text,
                    "\n  compared with Ludii's position and {} moves ({} to where they lead) in {:.1} ms",
                    searched.paired.len(),
                    searched.reached,
                    searched.cost.as_secs_f64() * 1e3
                );
                text.trim_start().to_owned()
            }
        }
    }
}

fn tell(text: &mut String, words: &Described) {
    text.push_str(&words.why);
    let _ = write!(text, "\n  main line: {}", words.principal_variation.join(" "));
    for entry in words.moves.iter().take(LISTED) {
        let _ = write!(text, "\n  {:<12} {:>9} visits  {:+.3}", entry.text, entry.visits, entry.value);
    }
}

fn rate<M>(text: &mut String, choice: &Choice<M>, rules: &str) {
    let seconds = choice.time.as_secs_f64();
    let rate = choice.iterations as f64 / seconds.max(1e-9);
    let _ = write!(text, "\n  {} simulations on {rules} in {seconds:.3} s ({rate:.0} a second)", choice.iterations);
}

/// Puts Ludii's names of moves where the native ones stand: those of the root as Ludii says them, later ones by the labels of
/// their sites.
fn rename(
    words: &mut Described,
    searched: &Searched,
    game: &LudGame,
    hosted: &HostedGame,
    chosen: impl Iterator<Item = crate::lud::play::moves::LudMove>,
) {
    let mut renamed: Vec<(String, String)> = Vec::new();
    for (entry, step) in words.moves.iter_mut().take(LISTED).zip(chosen) {
        let index = searched.paired.iter().find(|(own, ..)| *own == step).map(|&(_, index, _)| index);
        if let Some(name) = index.and_then(|index| hosted.root_move_text(index)) {
            renamed.push((std::mem::replace(&mut entry.text, name.clone()), name));
        }
    }
    // The sentence names the first moves only.
    for (native, name) in &renamed {
        words.why = words.why.replacen(native.as_str(), name, 1);
    }
    if let (Some(first), Some((_, name))) = (words.principal_variation.first_mut(), renamed.first()) {
        first.clone_from(name);
    }
    for step in words.principal_variation.iter_mut().skip(1) {
        *step = labelled(step, game);
    }
}

/// A native key with the labels of its sites, as far as they have some: `C12-C20` becomes `E2-E3`.
fn labelled(key: &str, game: &LudGame) -> String {
    let label = |part: &str| -> Option<String> {
        let kind = match part.as_bytes().first()? {
            b'C' => SiteType::Cell,
            b'E' => SiteType::Edge,
            b'V' => SiteType::Vertex,
            _ => return None,
        };
        let site: usize = part[1..].split('^').next()?.parse().ok()?;
        game.rules().topology.elements[kind as usize].sites.get(site).map(|element| element.label.clone())
    };
    let Some((from, to)) = key.split_once('-') else { return key.to_owned() };
    match (label(from), label(to)) {
        (Some(from), Some(to)) if from == to => to,
        (Some(from), Some(to)) => format!("{from}-{to}"),
        _ => key.to_owned(),
    }
}
