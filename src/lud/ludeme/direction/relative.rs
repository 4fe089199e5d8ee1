//! Directions relative to where a piece faces.

use super::Directions;
use crate::lud::board::{AbsoluteDirection, COMPASS};

/// A direction relative to where a piece faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relative {
    /// Where the piece faces.
    Forward,
    /// Behind it.
    Backward,
    /// A quarter turn to the right.
    Rightward,
    /// A quarter turn to the left.
    Leftward,
    /// All that lead forward, from left to right.
    Forwards,
    /// All that lead backward, clockwise.
    Backwards,
    /// All that lead to the right, clockwise.
    Rightwards,
    /// All that lead to the left, anticlockwise.
    Leftwards,
    /// The next to the left of forward.
    ForwardLeft,
    /// The next to the right of forward.
    ForwardRight,
    /// The next to the left of backward, as seen when looking back.
    BackwardLeft,
    /// The next to the right of backward, as seen when looking back.
    BackwardRight,
    /// That of the last move.
    SameDirection,
    /// Contrary to that of the last move.
    OppositeDirection,
}

impl Relative {
    /// The relative direction with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
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

    /// Appends the supported directions that this stands for when facing `facing`.
    ///
    /// The directions that depend on the last move give nothing here.
    pub(super) fn directions(
        self,
        facing: AbsoluteDirection,
        supported: &[AbsoluteDirection],
        result: &mut Directions,
    ) {
        let Some(facing) = facing.point() else { return };
        let is_supported = |direction: &AbsoluteDirection| supported.contains(direction);
        let one = |turn: usize| Some(COMPASS[(facing + turn) % 16]).filter(is_supported);
        // Seven points from `start` on, clockwise (`turn` 1) or anticlockwise (15).
        let arc = |start: usize, turn: usize| {
            (0..7).map(move |step| COMPASS[(facing + start + step * turn) % 16]).filter(is_supported)
        };
        match self {
            Self::Forward => result.extend(one(0)),
            Self::Backward => result.extend(one(8)),
            Self::Rightward => result.extend(one(4)),
            Self::Leftward => result.extend(one(12)),
            Self::Forwards => result.extend(arc(13, 1)),
            Self::Backwards => result.extend(arc(5, 1)),
            Self::Rightwards => result.extend(arc(1, 1)),
            Self::Leftwards => result.extend(arc(15, 15)),
            Self::ForwardLeft => result.extend(AbsoluteDirection::turned(facing, 15, supported)),
            Self::ForwardRight => result.extend(AbsoluteDirection::turned(facing, 1, supported)),
            // Left and right as seen when looking back.
            Self::BackwardLeft => result.extend(AbsoluteDirection::turned(facing + 8, 15, supported)),
            Self::BackwardRight => result.extend(AbsoluteDirection::turned(facing + 8, 1, supported)),
            Self::SameDirection | Self::OppositeDirection => {}
        }
    }
}

/// Where a piece faces after some turns, each to the next supported direction clockwise.
pub(super) fn rotated(facing: AbsoluteDirection, turns: i32, supported: &[AbsoluteDirection]) -> AbsoluteDirection {
    let mut facing = facing;
    for _ in 0..turns {
        match facing.point().and_then(|point| AbsoluteDirection::turned(point, 1, supported)) {
            Some(next) => facing = next,
            None => break,
        }
    }
    facing
}

#[cfg(test)]
mod tests {
    use super::*;
    use AbsoluteDirection::{E, N, NE, NW, S, SE, SW, W};

    const SQUARE: [AbsoluteDirection; 8] = [N, NE, E, SE, S, SW, W, NW];

    fn of(relative: Relative, facing: AbsoluteDirection) -> Vec<AbsoluteDirection> {
        let mut result = Directions::new();
        relative.directions(facing, &SQUARE, &mut result);
        result.to_vec()
    }

    #[test]
    fn half_circles_leave_out_their_ends() {
        assert_eq!(of(Relative::Forwards, N), [NW, N, NE]);
        assert_eq!(of(Relative::Backwards, N), [SE, S, SW]);
        assert_eq!(of(Relative::Rightwards, E), [SE, S, SW]);
        assert_eq!(of(Relative::Leftwards, N), [NW, W, SW]);
    }

    #[test]
    fn backward_left_is_left_when_looking_back() {
        assert_eq!(of(Relative::ForwardLeft, N), [NW]);
        assert_eq!(of(Relative::BackwardLeft, N), [SE]);
        assert_eq!(of(Relative::BackwardRight, N), [SW]);
    }

    #[test]
    fn turns_go_clockwise_among_the_supported() {
        assert_eq!(rotated(N, 3, &[N, E, S, W]), W);
        assert_eq!(rotated(N, 1, &SQUARE), NE);
    }
}
