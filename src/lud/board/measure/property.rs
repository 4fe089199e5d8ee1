//! Bits of what an element is.

/// Not on the outside.
pub(in super::super) const INNER: u64 = 1;
/// On the outside.
pub(in super::super) const OUTER: u64 = 1 << 1;
/// On the perimeter.
pub(in super::super) const PERIMETER: u64 = 1 << 2;
/// In the middle.
pub(in super::super) const CENTRE: u64 = 1 << 3;
/// A face with the most sides.
pub(in super::super) const MAJOR: u64 = 1 << 4;
/// A face with fewer sides than others.
pub(in super::super) const MINOR: u64 = 1 << 5;
/// A corner.
pub(in super::super) const CORNER: u64 = 1 << 6;
/// A corner that points outwards.
pub(in super::super) const CONVEX: u64 = 1 << 7;
/// A corner that points inwards.
pub(in super::super) const CONCAVE: u64 = 1 << 8;
/// Leftmost.
pub(in super::super) const LEFT: u64 = 1 << 9;
/// Rightmost.
pub(in super::super) const RIGHT: u64 = 1 << 10;
/// Topmost.
pub(in super::super) const TOP: u64 = 1 << 11;
/// Lowest.
pub(in super::super) const BOTTOM: u64 = 1 << 12;
/// An edge along an axis.
pub(in super::super) const AXIAL: u64 = 1 << 13;
/// A level edge.
pub(in super::super) const HORIZONTAL: u64 = 1 << 14;
/// An upright edge.
pub(in super::super) const VERTICAL: u64 = 1 << 15;
/// An edge along no axis.
pub(in super::super) const ANGLED: u64 = 1 << 16;
/// An edge like `/`.
pub(in super::super) const SLASH: u64 = 1 << 17;
/// An edge like `\`.
pub(in super::super) const SLOSH: u64 = 1 << 18;
/// Colour 0; the bits of colours 1 to 5 follow.
pub(in super::super) const PHASE: u64 = 1 << 20;
/// The side that faces east; the others follow in the order of [`SIDES`](super::SIDES).
pub(in super::super) const SIDE: u64 = 1 << 32;
/// All sides.
pub(in super::super) const ALL_SIDES: u64 = 0xff << 32;
