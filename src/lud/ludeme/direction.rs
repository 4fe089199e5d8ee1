//! Directions: absolute, or relative to where a piece faces.

use super::boolean::BoolFn;
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::tree::Value;
use AbsoluteDirection::{E, ENE, ESE, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, W, WNW, WSW};
use smallvec::{SmallVec, smallvec};

/// The compass clockwise from north.
const COMPASS: [AbsoluteDirection; 16] = [N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW];

/// All absolute directions with their names.
const NAMED: [(&str, AbsoluteDirection); AbsoluteDirection::COUNT] = {
    use AbsoluteDirection::*;
    [
        ("All", All),
        ("Angled", Angled),
        ("Adjacent", Adjacent),
        ("Axial", Axial),
        ("Orthogonal", Orthogonal),
        ("Diagonal", Diagonal),
        ("OffDiagonal", OffDiagonal),
        ("SameLayer", SameLayer),
        ("Upward", Upward),
        ("Downward", Downward),
        ("Rotational", Rotational),
        ("Base", Base),
        ("Support", Support),
        ("N", N),
        ("E", E),
        ("S", S),
        ("W", W),
        ("NE", NE),
        ("SE", SE),
        ("NW", NW),
        ("SW", SW),
        ("NNW", NNW),
        ("WNW", WNW),
        ("WSW", WSW),
        ("SSW", SSW),
        ("SSE", SSE),
        ("ESE", ESE),
        ("ENE", ENE),
        ("NNE", NNE),
        ("CW", CW),
        ("CCW", CCW),
        ("In", In),
        ("Out", Out),
        ("U", U),
        ("UN", UN),
        ("UNE", UNE),
        ("UE", UE),
        ("USE", USE),
        ("US", US),
        ("USW", USW),
        ("UW", UW),
        ("UNW", UNW),
        ("D", D),
        ("DN", DN),
        ("DNE", DNE),
        ("DE", DE),
        ("DSE", DSE),
        ("DS", DS),
        ("DSW", DSW),
        ("DW", DW),
        ("DNW", DNW),
    ]
};

/// The absolute direction with this name.
#[must_use]
pub fn absolute_named(name: &str) -> Option<AbsoluteDirection> {
    NAMED.iter().find(|(known, _)| *known == name).map(|&(_, direction)| direction)
}

/// A short list of directions.
pub type Directions = SmallVec<[AbsoluteDirection; 8]>;

/// A direction relative to where a piece faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Ludii's")]
pub enum Relative {
    Forward,
    Backward,
    Rightward,
    Leftward,
    Forwards,
    Backwards,
    Rightwards,
    Leftwards,
    ForwardLeft,
    ForwardRight,
    BackwardLeft,
    BackwardRight,
    SameDirection,
    OppositeDirection,
}

impl Relative {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Forward" => Self::Forward,
            "Backward" => Self::Backward,
            "Rightward" => Self::Rightward,
            "Leftward" => Self::Leftward,
            "Forwards" => Self::Forwards,
            "Backwards" => Self::Backwards,
            "Rightwards" => Self::Rightwards,
            "Leftwards" => Self::Leftwards,
            // Ludii's longer forms never turn further than the short ones.
            "FL" | "FLL" | "FLLL" => Self::ForwardLeft,
            "FR" | "FRR" | "FRRR" => Self::ForwardRight,
            "BL" | "BLL" | "BLLL" => Self::BackwardLeft,
            "BR" | "BRR" | "BRRR" => Self::BackwardRight,
            "SameDirection" => Self::SameDirection,
            "OppositeDirection" => Self::OppositeDirection,
            _ => return None,
        })
    }
}

/// Some directions.
#[derive(Debug, Clone, PartialEq)]
pub enum DirectionFn {
    /// Always the same.
    Fixed(Directions),
    /// Relative to where the piece on the site faces; `of` chooses the supported directions.
    Relative { relatives: Vec<Relative>, of: RelationType, by_site: bool },
    /// One of two.
    If(Box<(BoolFn, DirectionFn, DirectionFn)>),
}

impl DirectionFn {
    /// Compiles what stands in a slot; `default` where it is empty.
    pub fn compile(c: &mut Compiler, value: &Value, default: AbsoluteDirection) -> Compiled<Self> {
        match value {
            Value::Empty => Ok(Self::Fixed(smallvec![default])),
            Value::Constant(_, name) => Self::named(&[name]).ok_or_else(|| CompileError::shape(value, "direction")),
            Value::Array(list) => {
                let names: Option<Vec<&str>> = list.iter().map(|item| item.constant()).collect();
                names.and_then(|names| Self::named(&names)).ok_or_else(|| CompileError::shape(value, "direction"))
            }
            Value::Call(call) if call.name() == "Directions" => {
                let mut names = Vec::new();
                for slot in ["relativeDirection", "relativeDirections", "absoluteDirection", "absoluteDirections"] {
                    names.extend(call.get(slot).elements().iter().filter_map(Value::constant));
                }
                let mut result = Self::named(&names).ok_or_else(|| c.unsupported(call))?;
                if let Self::Relative { of, by_site, .. } = &mut result {
                    *of = match call.get("of").constant() {
                        Some("Orthogonal") => RelationType::Orthogonal,
                        Some("Diagonal") => RelationType::Diagonal,
                        Some("OffDiagonal") => RelationType::OffDiagonal,
                        Some("All") => RelationType::All,
                        _ => RelationType::Adjacent,
                    };
                    *by_site = call.get("bySite").bool().unwrap_or(false);
                }
                Ok(result)
            }
            Value::Call(call) if call.name() == "If" => {
                let cond = c.bool(call.get("cond"))?;
                let yes = Self::compile(c, call.get("ok"), default)?;
                let no = Self::compile(c, call.get("notOk"), default)?;
                Ok(Self::If(Box::new((cond, yes, no))))
            }
            _ => Err(CompileError::shape(value, "direction")),
        }
    }

    fn named(names: &[&str]) -> Option<Self> {
        if names.is_empty() {
            return None;
        }
        if let Some(fixed) = names.iter().map(|name| absolute_named(name)).collect::<Option<Directions>>() {
            return Some(Self::Fixed(fixed));
        }
        let relatives = names.iter().map(|name| Relative::named(name)).collect::<Option<Vec<_>>>()?;
        Some(Self::Relative { relatives, of: RelationType::Adjacent, by_site: false })
    }

    /// The directions from a site.
    pub fn eval(&self, ctx: &mut Context<'_>, kind: SiteType, site: i32) -> Directions {
        match self {
            Self::Fixed(fixed) => fixed.clone(),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx, kind, site)
                } else {
                    parts.2.eval(ctx, kind, site)
                }
            }
            Self::Relative { relatives, of, .. } => {
                let what = ctx.what(kind, site);
                let facing = ctx.rules.components[what as usize].facing.unwrap_or(N);
                let supported = ctx.rules.topology.supported(kind, *of);
                let mut result = Directions::new();
                for &relative in relatives {
                    relative_directions(relative, facing, supported, &mut result);
                }
                result
            }
        }
    }
}

/// Position on the compass.
fn point(direction: AbsoluteDirection) -> Option<usize> {
    COMPASS.iter().position(|&known| known == direction)
}

/// The first supported direction when turning from `facing` by steps of `turn` points.
fn turned(facing: usize, turn: usize, supported: &[AbsoluteDirection]) -> Option<AbsoluteDirection> {
    (1..=16).map(|steps| COMPASS[(facing + steps * turn) % 16]).find(|direction| supported.contains(direction))
}

fn relative_directions(
    relative: Relative,
    facing: AbsoluteDirection,
    supported: &[AbsoluteDirection],
    result: &mut Directions,
) {
    let Some(facing) = point(facing) else { return };
    let one = |quarter: usize| Some(COMPASS[(facing + quarter) % 16]).filter(|direction| supported.contains(direction));
    // The half circle strictly between two perpendiculars, clockwise from its left end.
    let half = |middle: usize| {
        (1..8)
            .map(move |step| COMPASS[(facing + middle + 12 + step) % 16])
            .filter(|direction| supported.contains(direction))
    };
    match relative {
        Relative::Forward => result.extend(one(0)),
        Relative::Backward => result.extend(one(8)),
        Relative::Rightward => result.extend(one(4)),
        Relative::Leftward => result.extend(one(12)),
        Relative::Forwards => result.extend(half(0)),
        Relative::Backwards => result.extend(half(8)),
        Relative::Rightwards => result.extend(half(4)),
        Relative::Leftwards => result.extend(half(12)),
        Relative::ForwardLeft => result.extend(turned(facing, 15, supported)),
        Relative::ForwardRight => result.extend(turned(facing, 1, supported)),
        Relative::BackwardLeft => result.extend(turned(facing + 8, 1, supported)),
        Relative::BackwardRight => result.extend(turned(facing + 8, 15, supported)),
        Relative::SameDirection | Relative::OppositeDirection => {}
    }
}
