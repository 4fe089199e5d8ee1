//! Absolute directions, relations, and their order.

/// A direction that does not depend on who looks. The order is Ludii's: group keys first, then the compass, then rotations,
/// then the third dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the compass points and Ludii's group keys")]
pub enum AbsoluteDirection {
    All,
    Angled,
    Adjacent,
    Axial,
    Orthogonal,
    Diagonal,
    OffDiagonal,
    SameLayer,
    Upward,
    Downward,
    Rotational,
    Base,
    Support,
    N,
    E,
    S,
    W,
    NE,
    SE,
    NW,
    SW,
    NNW,
    WNW,
    WSW,
    SSW,
    SSE,
    ESE,
    ENE,
    NNE,
    CW,
    CCW,
    In,
    Out,
    U,
    UN,
    UNE,
    UE,
    USE,
    US,
    USW,
    UW,
    UNW,
    D,
    DN,
    DNE,
    DE,
    DSE,
    DS,
    DSW,
    DW,
    DNW,
}

impl AbsoluteDirection {
    /// How many there are.
    pub const COUNT: usize = Self::DNW as usize + 1;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::All,
        Self::Angled,
        Self::Adjacent,
        Self::Axial,
        Self::Orthogonal,
        Self::Diagonal,
        Self::OffDiagonal,
        Self::SameLayer,
        Self::Upward,
        Self::Downward,
        Self::Rotational,
        Self::Base,
        Self::Support,
        Self::N,
        Self::E,
        Self::S,
        Self::W,
        Self::NE,
        Self::SE,
        Self::NW,
        Self::SW,
        Self::NNW,
        Self::WNW,
        Self::WSW,
        Self::SSW,
        Self::SSE,
        Self::ESE,
        Self::ENE,
        Self::NNE,
        Self::CW,
        Self::CCW,
        Self::In,
        Self::Out,
        Self::U,
        Self::UN,
        Self::UNE,
        Self::UE,
        Self::USE,
        Self::US,
        Self::USW,
        Self::UW,
        Self::UNW,
        Self::D,
        Self::DN,
        Self::DNE,
        Self::DE,
        Self::DSE,
        Self::DS,
        Self::DSW,
        Self::DW,
        Self::DNW,
    ];

    /// Ludii's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Angled => "Angled",
            Self::Adjacent => "Adjacent",
            Self::Axial => "Axial",
            Self::Orthogonal => "Orthogonal",
            Self::Diagonal => "Diagonal",
            Self::OffDiagonal => "OffDiagonal",
            Self::SameLayer => "SameLayer",
            Self::Upward => "Upward",
            Self::Downward => "Downward",
            Self::Rotational => "Rotational",
            Self::Base => "Base",
            Self::Support => "Support",
            Self::N => "N",
            Self::E => "E",
            Self::S => "S",
            Self::W => "W",
            Self::NE => "NE",
            Self::SE => "SE",
            Self::NW => "NW",
            Self::SW => "SW",
            Self::NNW => "NNW",
            Self::WNW => "WNW",
            Self::WSW => "WSW",
            Self::SSW => "SSW",
            Self::SSE => "SSE",
            Self::ESE => "ESE",
            Self::ENE => "ENE",
            Self::NNE => "NNE",
            Self::CW => "CW",
            Self::CCW => "CCW",
            Self::In => "In",
            Self::Out => "Out",
            Self::U => "U",
            Self::UN => "UN",
            Self::UNE => "UNE",
            Self::UE => "UE",
            Self::USE => "USE",
            Self::US => "US",
            Self::USW => "USW",
            Self::UW => "UW",
            Self::UNW => "UNW",
            Self::D => "D",
            Self::DN => "DN",
            Self::DNE => "DNE",
            Self::DE => "DE",
            Self::DSE => "DSE",
            Self::DS => "DS",
            Self::DSW => "DSW",
            Self::DW => "DW",
            Self::DNW => "DNW",
        }
    }

    /// The direction with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// Whether it is one direction, not a group of them.
    #[must_use]
    pub fn is_specific(self) -> bool {
        self >= Self::N
    }

    /// Whether it leads to a higher layer.
    #[must_use]
    pub fn is_upward(self) -> bool {
        (Self::U..=Self::UNW).contains(&self)
    }

    /// Whether it leads to a lower layer.
    #[must_use]
    pub fn is_downward(self) -> bool {
        self >= Self::D
    }

    /// Position on the compass, in sixteenths of a turn clockwise from north.
    #[must_use]
    pub fn point(self) -> Option<usize> {
        COMPASS.iter().position(|&known| known == self)
    }

    /// The first supported direction when turning from a point of the compass by steps of `turn` points clockwise.
    #[must_use]
    pub fn turned(point: usize, turn: usize, supported: &[Self]) -> Option<Self> {
        (1..=16).map(|steps| COMPASS[(point + steps * turn) % 16]).find(|direction| supported.contains(direction))
    }

    /// Position among the directions of its family: the compass clockwise from north; outwards, clockwise, inwards,
    /// anticlockwise; the nine downward ones before the nine upward ones. Nothing for groups.
    ///
    /// Ludii sorts supported directions by this number, whatever their families.
    #[must_use]
    pub fn facing_index(self) -> Option<usize> {
        self.point()
            .or_else(|| [Self::Out, Self::CW, Self::In, Self::CCW].iter().position(|d| *d == self))
            .or_else(|| self.is_downward().then(|| self as usize - Self::D as usize))
            .or_else(|| self.is_upward().then(|| self as usize - Self::U as usize + 9))
    }
}

/// The compass clockwise from north, in sixteenths of a turn.
pub const COMPASS: [AbsoluteDirection; 16] = {
    use AbsoluteDirection::{E, ENE, ESE, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, W, WNW, WSW};
    [N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW]
};

/// The kinds of relation between sites whose supported directions a ludeme may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RelationType {
    /// Along an edge, or across a side.
    Orthogonal,
    /// Straight across a face or a corner.
    Diagonal,
    /// Across a corner, but not straight.
    OffDiagonal,
    /// Orthogonal, or for cells with a corner in common.
    Adjacent,
    /// Any of these.
    All,
}

impl RelationType {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [Self::Orthogonal, Self::Diagonal, Self::OffDiagonal, Self::Adjacent, Self::All];

    /// The relation with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.key().name() == name)
    }

    /// The relation whose steps are listed under this group key.
    #[must_use]
    pub fn from_key(key: AbsoluteDirection) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.key() == key)
    }

    /// The group key under which steps of this relation are listed.
    #[must_use]
    pub fn key(self) -> AbsoluteDirection {
        match self {
            Self::Orthogonal => AbsoluteDirection::Orthogonal,
            Self::Diagonal => AbsoluteDirection::Diagonal,
            Self::OffDiagonal => AbsoluteDirection::OffDiagonal,
            Self::Adjacent => AbsoluteDirection::Adjacent,
            Self::All => AbsoluteDirection::All,
        }
    }
}
