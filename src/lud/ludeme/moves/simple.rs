//! Effects without sites of their own, and passing.

use super::place::range_or;
use super::players::Players;
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::range::RangeFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// An effect without sites of its own. Own bind: a number of its own (a player, a proposition, an amount).
#[derive(Debug, Clone, PartialEq)]
pub enum Simple {
    /// Passes.
    Pass,
    /// The mover moves again.
    MoveAgain,
    /// Does nothing that a position shows.
    Nothing,
    /// Adds to (`true`) or sets the scores of players.
    Score(Vec<(Players, IntFn)>, bool),
    /// Sets the value of a player.
    PlayerValue(IntFn, IntFn),
    /// Sets the counter.
    Counter(IntFn),
    /// Sets the unnamed variable.
    Temp(IntFn),
    /// Sets a variable.
    Variable(u16, IntFn),
    /// Sets the pot.
    Pot(IntFn),
    /// Makes a number or sites pending.
    Pending(Option<IntFn>),
    /// See `Pending`.
    PendingSites(RegionFn),
    /// Makes a player the next.
    NextPlayer(ArrayFn),
    /// Puts players into a team.
    Team(IntFn, Vec<IntFn>),
    /// Remembers a number; where the condition holds, only if it is not remembered yet.
    Remember(u16, IntFn, BoolFn),
    /// Forgets a number.
    Forget(u16, IntFn),
    /// Forgets all numbers of some lists.
    ForgetAll(Option<u16>),
    /// Stores the position.
    RememberState,
    /// Triggers an event for a player.
    Trigger(u16, IntFn),
    /// Exchanges the players of two colours.
    SwapPlayers(IntFn, IntFn),
    /// Makes propositions.
    Propose(Vec<u16>),
    /// Votes for propositions.
    Vote(Vec<u16>),
    /// Bets an amount.
    Bet(IntFn, RangeFn),
}

impl Simple {
    /// What it adds to the mover's score, where that is all and always the same.
    #[must_use]
    pub fn adds_to_mover(&self) -> Option<i32> {
        let Self::Score(scores, true) = self else { return None };
        let [(Players::One(IntFn::Mover), added)] = &scores[..] else { return None };
        added.constant()
    }

    /// The player whose score it changes, by or to what, and whether that is added, where it is one player's.
    #[must_use]
    pub fn one_score(&self) -> Option<(&IntFn, &IntFn, bool)> {
        let Self::Score(scores, add) = self else { return None };
        let [(Players::One(player), amount)] = &scores[..] else { return None };
        Some((player, amount, *add))
    }

    /// The player whose score is set to the number of sites of a type where the state is that player.
    #[must_use]
    pub fn scores_states(&self, kind: SiteType) -> Option<&IntFn> {
        let Self::Score(scores, false) = self else { return None };
        let [(Players::One(player), IntFn::Count(count))] = &scores[..] else { return None };
        let CountFn::Sites(SitesFn::In(RegionFn::State(of, state))) = &**count else { return None };
        (*of == kind && **state == *player).then_some(player)
    }

    /// Whether no piece changes by it, nor whose piece is whose.
    pub(super) fn touches_no_piece(&self) -> bool {
        !matches!(
            self,
            Self::Pass | Self::Team(..) | Self::SwapPlayers(..) | Self::Propose(_) | Self::Vote(_) | Self::Bet(..)
        )
    }

    /// Whether it may name who moves next.
    pub(super) fn names_next(&self) -> bool {
        matches!(self, Self::MoveAgain | Self::NextPlayer(_))
    }

    /// The only action, where it always has one and nothing else decides about it.
    pub fn action(&self, ctx: &mut Context<'_>) -> Option<Action> {
        Some(match self {
            Self::MoveAgain => Action::NextPlayer(i32::from(ctx.state.mover)),
            Self::Counter(value) => Action::Counter(value.eval(ctx)),
            Self::Temp(value) => Action::Temp(value.eval(ctx)),
            Self::Variable(name, value) => Action::Variable { name: *name, value: value.eval(ctx) },
            Self::Pending(value) => Action::Pending(Self::pending(value.as_ref(), ctx)),
            Self::Score(scores, add) if let [(Players::One(player), amount)] = &scores[..] => {
                Action::Score { player: player.eval(ctx), amount: amount.eval(ctx), add: *add }
            }
            Self::Remember(name, value, BoolFn::Constant(false)) => {
                Action::Remember { name: *name, value: value.eval(ctx) }
            }
            _ => return None,
        })
    }

    /// Whether it always has one action and nothing else decides about it.
    pub(super) fn is_certain(&self) -> bool {
        match self {
            Self::MoveAgain | Self::Counter(_) | Self::Temp(_) | Self::Variable(..) | Self::Pending(_) => true,
            Self::Score(scores, _) => matches!(scores[..], [(Players::One(_), _)]),
            Self::Remember(.., unique) => *unique == BoolFn::Constant(false),
            _ => false,
        }
    }

    /// What it proposes, where it does nothing else and proposes one thing.
    #[must_use]
    pub fn only_proposal(&self) -> Option<u16> {
        match self {
            Self::Propose(names) => <[u16; 1]>::try_from(&names[..]).ok().map(|[name]| name),
            _ => None,
        }
    }

    /// What is pending; "undefined" stands for 1.
    fn pending(value: Option<&IntFn>, ctx: &mut Context<'_>) -> i32 {
        let value = value.map_or(-1, |value| value.eval(ctx));
        if value == -1 { 1 } else { value }
    }

    /// Whether it passes.
    pub(super) fn is_pass(&self) -> bool {
        matches!(self, Self::Pass)
    }

    /// Compiles a call.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let simple = Self::parse(c, call)?;
        let own = usize::from(matches!(
            simple,
            Self::Score(..) | Self::NextPlayer(_) | Self::Propose(_) | Self::Vote(_) | Self::Bet(..)
        ));
        // Ludii forgets the consequences of some of these.
        if matches!(simple, Self::Counter(_) | Self::Pending(_) | Self::PendingSites(_) | Self::NextPlayer(_))
            || matches!(simple, Self::Trigger(..) | Self::Pot(_) | Self::Nothing)
        {
            return c.leaf(call, Leaf::Simple(Box::new(simple)), own);
        }
        c.with_then(call, |c| c.leaf(call, Leaf::Simple(Box::new(simple)), own))
    }

    fn parse(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let undefined = IntFn::Constant(-1);
        let what = if call.name() == "Move" || call.is_construct { call.keyword() } else { None };
        Ok(match (call.name(), what) {
            ("Move", Some("Pass")) | ("Pass", _) => Self::Pass,
            ("MoveAgain", _) => Self::MoveAgain,
            ("Note", _) => Self::Nothing,
            ("AddScore", _) => Self::Score(Self::scores(c, call)?, true),
            ("Set", Some("Score")) => Self::Score(vec![(Players::compile(c, call)?, c.int(call.get("value"))?)], false),
            ("Set", Some("Value")) if call.get("at").is_empty() => {
                c.rules.features.memory = true;
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::PlayerValue(player, c.int(call.get("value"))?)
            }
            ("Set", Some("Counter")) => Self::Counter(c.int_or(call.get("newValue"), undefined)?),
            ("Set", Some("Pot")) => {
                c.rules.features.memory = true;
                Self::Pot(c.int_or(call.get("newValue"), undefined)?)
            }
            ("Set", Some("Var")) => {
                let value = c.int_or(call.get("newValue"), undefined)?;
                match call.get("name").text() {
                    None => Self::Temp(value),
                    Some(name) => Self::Variable(c.variable(name), value),
                }
            }
            ("Set", Some("Pending")) => match call.get("region") {
                Value::Empty => Self::Pending(c.opt_int(call.get("value"))?),
                region => Self::PendingSites(c.region(region)?),
            },
            ("Set" | "Move", Some("NextPlayer" | "Set")) if !call.get("nextPlayers").is_empty() => {
                Self::NextPlayer(ArrayFn::compile(c, call.get("nextPlayers"))?)
            }
            ("Set" | "Move", Some("NextPlayer" | "Set")) if !call.get("who").is_empty() => {
                let player = c.player(call, &["who"])?.ok_or_else(|| c.unsupported(call))?;
                Self::NextPlayer(ArrayFn::List(vec![player]))
            }
            ("Set", Some("Team")) => {
                c.rules.features.memory = true;
                let roles = call.get("roles").elements().iter().map(|role| c.int(role));
                let players = roles.collect::<Compiled<Vec<_>>>()?;
                Self::Team(c.int(call.get("team"))?, players)
            }
            ("Remember", Some("Value")) => {
                let list = c.remembered(call.get("name").text().unwrap_or_default());
                let unique = c.opt_bool(call.get("unique"))?.unwrap_or(BoolFn::Constant(false));
                Self::Remember(list, c.int(call.get("value"))?, unique)
            }
            ("Remember", Some("State")) => {
                c.rules.features.memory = true;
                Self::RememberState
            }
            ("Forget", Some("Value")) => {
                let name = call.get("name").text();
                let list = c.remembered(name.unwrap_or_default());
                match call.get("value") {
                    Value::Empty => Self::ForgetAll(name.map(|_| list)),
                    value => Self::Forget(list, c.int(value)?),
                }
            }
            ("Trigger", _) => {
                let event = c.event(call.get("event").text().unwrap_or_default());
                let player = c.player(call, &["indexPlayer", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Trigger(event, player)
            }
            ("Move" | "Swap", Some("Swap" | "Players"))
                if !call.get("role1").is_empty() || !call.get("player1").is_empty() =>
            {
                let one = c.player(call, &["player1", "role1"])?.ok_or_else(|| c.unsupported(call))?;
                let other = c.player(call, &["player2", "role2"])?.ok_or_else(|| c.unsupported(call))?;
                Self::SwapPlayers(one, other)
            }
            ("Move", Some("Propose")) | ("Propose", _) => {
                Self::Propose(Self::propositions(c, call, &["message", "messages", "proposition", "propositions"]))
            }
            ("Move", Some("Vote")) | ("Vote", _) => {
                Self::Vote(Self::propositions(c, call, &["message", "messages", "vote", "votes"]))
            }
            ("Move", Some("Bet")) => {
                c.rules.features.memory = true;
                let player = c.player(call, &["who", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Bet(player, range_or(c, call.get("range"), 0, 0)?)
            }
            _ => return Err(c.unsupported(call)),
        })
    }

    fn scores(c: &mut Compiler, call: &Call) -> Compiled<Vec<(Players, IntFn)>> {
        if call.get("scores").is_empty() {
            return Ok(vec![(Players::compile(c, call)?, c.int(call.get("score"))?)]);
        }
        let scores = call.get("scores").elements();
        let mut list = Vec::new();
        for (player, score) in call.get("players").elements().iter().zip(scores) {
            list.push((Players::One(c.int(player)?), c.int(score)?));
        }
        for (role, score) in call.get("roles").elements().iter().zip(scores) {
            let players = Players::role(c, call, role.constant().unwrap_or_default())?;
            list.push((players, c.int(score)?));
        }
        Ok(list)
    }

    fn propositions(c: &mut Compiler, call: &Call, slots: &[&str]) -> Vec<u16> {
        let names = slots.iter().flat_map(|slot| call.get(slot).elements()).filter_map(Value::text);
        names.map(|name| c.proposition(name)).collect()
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        match self {
            Self::Score(list, _) => {
                for (index, (players, _)) in list.iter().enumerate() {
                    for player in players.eval(ctx) {
                        ctx.emit(id, -1, -1, &[player | (index as i32) << 6], sink);
                    }
                }
            }
            Self::PlayerValue(player, _) => {
                let player = player.eval(ctx);
                if player >= 0 && player <= ctx.rules.players as i32 {
                    ctx.emit(id, -1, -1, &[], sink);
                }
            }
            Self::NextPlayer(players) => {
                for player in players.eval(ctx) {
                    if player >= 1 && player <= ctx.rules.players as i32 {
                        ctx.emit(id, -1, -1, &[player], sink);
                    }
                }
            }
            Self::Remember(list, value, unique) => {
                let value = value.eval(ctx);
                if !unique.eval(ctx) || !ctx.state.memory().remembered[*list as usize].contains(&value) {
                    ctx.emit(id, -1, -1, &[], sink);
                }
            }
            Self::ForgetAll(list) => {
                let remembered = &ctx.state.memory().remembered;
                let any = match list {
                    Some(list) => !remembered[*list as usize].is_empty(),
                    None => remembered.iter().any(|values| !values.is_empty()),
                };
                if any {
                    ctx.emit(id, -1, -1, &[], sink);
                }
            }
            Self::PendingSites(sites) => {
                if !sites.eval(ctx).is_empty() {
                    ctx.emit(id, -1, -1, &[], sink);
                }
            }
            Self::Propose(names) | Self::Vote(names) => {
                for &name in names {
                    ctx.emit(id, -1, -1, &[i32::from(name)], sink);
                }
            }
            Self::Bet(_, span) => {
                for amount in span.min.eval(ctx)..=span.max.eval(ctx) {
                    ctx.emit(id, -1, -1, &[amount], sink);
                }
            }
            _ => ctx.emit(id, -1, -1, &[], sink),
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let own = i32::from(chosen.binds[0]);
        let action = match self {
            Self::Pass => Action::Pass,
            Self::Nothing => return,
            Self::MoveAgain => Action::NextPlayer(i32::from(ctx.state.mover)),
            Self::Score(list, add) => {
                let amount = list[(own >> 6) as usize].1.eval(ctx);
                Action::Score { player: own & 63, amount, add: *add }
            }
            Self::PlayerValue(player, value) => {
                Action::PlayerValue { player: player.eval(ctx), value: value.eval(ctx) }
            }
            Self::Counter(value) => Action::Counter(value.eval(ctx)),
            Self::Temp(value) => Action::Temp(value.eval(ctx)),
            Self::Variable(name, value) => Action::Variable { name: *name, value: value.eval(ctx) },
            Self::Pot(value) => Action::Pot(value.eval(ctx)),
            Self::Pending(value) => Action::Pending(Self::pending(value.as_ref(), ctx)),
            Self::PendingSites(sites) => {
                program.extend(sites.eval(ctx).iter().map(Action::Pending));
                return;
            }
            Self::NextPlayer(_) => Action::NextPlayer(own),
            Self::Team(team, players) => {
                let team = team.eval(ctx);
                for player in players {
                    let player = player.eval(ctx);
                    if player >= 1 && player <= ctx.rules.players as i32 {
                        program.push(Action::Team { player, team });
                    }
                }
                return;
            }
            Self::Remember(name, value, _) => Action::Remember { name: *name, value: value.eval(ctx) },
            Self::Forget(name, value) => Action::Forget { name: *name, value: value.eval(ctx) },
            Self::ForgetAll(list) => {
                for (name, values) in ctx.state.memory().remembered.iter().enumerate() {
                    if list.is_none_or(|list| usize::from(list) == name) {
                        program.extend(values.iter().map(|&value| Action::Forget { name: name as u16, value }));
                    }
                }
                return;
            }
            Self::RememberState => Action::StoreState,
            Self::Trigger(event, player) => Action::Trigger { event: *event, player: player.eval(ctx) },
            Self::SwapPlayers(one, other) => {
                program.push(Action::SwapPlayers(one.eval(ctx), other.eval(ctx)));
                Action::NextPlayer(i32::from(ctx.state.mover))
            }
            Self::Propose(_) => Action::Propose(own as u16),
            Self::Vote(_) => Action::Vote(own as u16),
            Self::Bet(player, _) => Action::Amount { player: player.eval(ctx), value: own },
        };
        program.push(action);
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites {
            is_pass: matches!(self, Self::Pass),
            is_swap: matches!(self, Self::SwapPlayers(..)),
            // Actions without sites count as being on cells.
            ..Sites::on(crate::lud::board::SiteType::Cell)
        }
    }
}
