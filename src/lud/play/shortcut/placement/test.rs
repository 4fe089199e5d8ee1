//! What has to hold of a new piece before an end rule can.

use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Chains, Classes, Comparison, GraphTest, Line};
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register, Scratch};
use crate::lud::play::rules::Rules;
use crate::lud::play::shortcut::bare::SITES;
use crate::lud::play::shortcut::rows::Rows;
use crate::lud::play::state::State;

/// What has to hold of the new piece before an end rule can.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    Line(Box<Line>),
    /// A line of so many on rows that are the same from all their sites, by their number.
    Rows(usize, u32),
    /// The same of pieces of some players together, counted from 0.
    RowsOf(usize, u32, Vec<usize>),
    /// Chains of pieces, by their number among all such tests.
    Chain(usize, Box<Chains>),
    /// How the number of the mover's pieces compares with another, on sites that depend on where the new one is.
    Count(Vec<u128>, Comparison, i32),
    /// The mover has pieces on all sites of one of these sets.
    Whole(Vec<u128>),
    /// The graph that the player's edges make.
    Graph(Box<GraphTest>),
}

/// All that is asked of a new piece.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tests {
    pub list: Vec<Test>,
    /// The rows that tests look at.
    pub rows: Vec<Rows>,
}

impl Tests {
    /// Adds what has to hold before a condition can, or says that this cannot be told.
    pub fn add(&mut self, condition: &BoolFn, rules: &Rules) -> Option<()> {
        match condition {
            BoolFn::Line(line) => {
                let test = self.line(line, rules)?;
                self.list.push(test);
            }
            BoolFn::Connected(connected) => {
                let number = self.list.iter().filter(|test| matches!(test, Test::Chain(..))).count();
                self.list.push(Test::Chain(number, Box::new(connected.chains(rules)?)));
            }
            BoolFn::Graph(graph) if graph.asks_mover() && rules.layout.default == SiteType::Edge => {
                self.list.push(Test::Graph(graph.clone()));
            }
            BoolFn::Or(list) => {
                for item in list {
                    self.add(item, rules)?;
                }
            }
            BoolFn::And(list) => {
                // All members have to hold, so that any one of them tells.
                let known = self.list.len();
                if !list.iter().any(|item| {
                    self.list.truncate(known);
                    self.add(item, rules).is_some()
                }) {
                    return None;
                }
            }
            BoolFn::Compare(comparison, parts) => {
                let (IntFn::Count(count), IntFn::Constant(number)) = &**parts else { return None };
                let CountFn::Sites(SitesFn::In(RegionFn::Filter(filter))) = &**count else { return None };
                let (region, condition) = &**filter;
                self.list.push(match (comparison, number) {
                    (Comparison::NotEqual | Comparison::Greater, 0)
                        if let Some(sets) = whole(region, condition, rules) =>
                    {
                        Test::Whole(sets)
                    }
                    _ => Test::Count(own_among(region, condition, rules)?, *comparison, *number),
                });
            }
            // Nobody passes before the board is full, and a full board is left to the rules.
            BoolFn::AllPassed | BoolFn::Full | BoolFn::NoMovesNext | BoolFn::NoMoves(_) | BoolFn::Constant(false) => {}
            _ => return None,
        }
        Some(())
    }

    fn line(&mut self, line: &Line, rules: &Rules) -> Option<Test> {
        let owner = |&what: &i32| {
            let owner = usize::from(*rules.owners.get(usize::try_from(what).ok()?)?);
            (1..=rules.players).contains(&owner).then(|| owner - 1)
        };
        if let Some(whats) = line.components() {
            let owners = whats.iter().map(owner).collect::<Option<_>>()?;
            let (number, length) = self.rows(line, rules)?;
            return Some(Test::RowsOf(number, length, owners));
        }
        // Whoever has to own a line, the new piece is part of it and the mover's.
        if line.is_owned_through(&IntFn::LastTo)
            && let Some((number, length)) = self.rows(line, rules)
        {
            return Some(Test::Rows(number, length));
        }
        line.is_plain().then(|| Test::Line(Box::new(line.clone())))
    }

    /// The number of the rows that a test for lines looks at, and how many pieces make a line.
    fn rows(&mut self, line: &Line, rules: &Rules) -> Option<(usize, u32)> {
        let rows = Rows::of(rules, line)?;
        let length = rows.length();
        let number = self.rows.iter().position(|known| known.are_those_of(&rows)).unwrap_or_else(|| {
            self.rows.push(rows);
            self.rows.len() - 1
        });
        Some((number, length))
    }
}

/// The sites of a region by where the last move went, where of these the mover's are asked for.
fn own_among(region: &RegionFn, condition: &BoolFn, rules: &Rules) -> Option<Vec<u128>> {
    let is_told = region.is_fixed(1 << Register::Last as u16) && rules.layout.sites <= SITES && is_own(condition);
    is_told.then(|| {
        by_site(rules, |ctx, site| {
            ctx.state.last.to = site;
            set_of(&region.eval(ctx))
        })
    })
}

/// The sets of sites all of which the mover has to hold, where one such set is asked for.
fn whole(region: &RegionFn, condition: &BoolFn, rules: &Rules) -> Option<Vec<u128>> {
    let (RegionFn::Fixed(choices), BoolFn::AllMeet(parts)) = (region, condition) else { return None };
    let (sites, asked) = &**parts;
    let is_told =
        sites.is_fixed(1 << Register::Site as u16) && rules.layout.sites <= SITES && is_own(asked.condition());
    if !is_told {
        return None;
    }
    let sets = by_site(rules, |ctx, site| {
        ctx.set(Register::Site, site);
        set_of(&sites.eval(ctx))
    });
    choices.iter().map(|site| sets.get(usize::try_from(site).ok()?).copied()).collect()
}

/// Whether a condition says that the site gone through holds a piece of the mover's.
fn is_own(condition: &BoolFn) -> bool {
    match condition {
        BoolFn::Class(Register::Site, classes) => *classes == Classes::OWN,
        BoolFn::Compare(Comparison::Equal, parts) => match &**parts {
            (IntFn::Mover, IntFn::Who(_, at)) | (IntFn::Who(_, at), IntFn::Mover) => {
                **at == IntFn::Register(Register::Site)
            }
            _ => false,
        },
        _ => false,
    }
}

/// What is found for each site of an empty board.
fn by_site(rules: &Rules, find: impl Fn(&mut Context<'_>, i32) -> u128) -> Vec<u128> {
    let (mut state, mut scratch) = (State::empty(&rules.layout, rules.players, false), Scratch::default());
    let mut ctx = Context::new(rules, &mut state, &mut scratch);
    (0..rules.layout.sites as i32).map(|site| find(&mut ctx, site)).collect()
}

/// A set of sites as one number; those that are not on the board hold nothing.
fn set_of(sites: &Bits) -> u128 {
    sites.iter().filter(|site| (0..SITES as i32).contains(site)).fold(0, |set, site| set | 1 << site)
}
