//! Absolute directions, relations, and their order.

/// A direction that does not depend on who looks. The order is Ludii's: group keys first, then the compass clockwise from
/// north, then rotations, then the third dimension.
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
}

/// The kinds of relation between sites whose supported directions a ludeme may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are Ludii's")]
pub enum RelationType {
    Orthogonal,
    Diagonal,
    OffDiagonal,
    Adjacent,
    All,
}
