//! Numbers, points and polygons in board descriptions: literals and the arithmetic between them.

use super::error::{BoardError, BoardErrorKind};
use super::geometry::Point;
use super::polygon::Polygon;
use crate::lud::tree::{Call, Value};

type Result<T> = std::result::Result<T, BoardError>;

/// No dimension of a board may be larger.
const MAX_DIMENSION: i32 = 1000;

/// A whole number.
pub(super) fn dimension(call: &Call, name: &'static str) -> Result<i32> {
    whole(call, name, call.get(name))
}

/// A whole number that may be left out.
pub(super) fn optional_dimension(call: &Call, name: &'static str) -> Result<Option<i32>> {
    let value = call.get(name);
    if value.is_empty() { Ok(None) } else { whole(call, name, value).map(Some) }
}

/// A list of whole numbers; nothing where it is left out.
pub(super) fn dimensions(call: &Call, name: &'static str) -> Result<Option<Vec<i32>>> {
    let value = call.get(name);
    if value.is_empty() {
        return Ok(None);
    }
    value.elements().iter().map(|element| whole(call, name, element)).collect::<Result<_>>().map(Some)
}

/// A list of lists of whole numbers; nothing where it is left out.
pub(super) fn dimension_lists(call: &Call, name: &'static str) -> Result<Option<Vec<Vec<i32>>>> {
    let value = call.get(name);
    if value.is_empty() {
        return Ok(None);
    }
    let list = |list: &Value| list.elements().iter().map(|element| whole(call, name, element)).collect();
    value.elements().iter().map(list).collect::<Result<_>>().map(Some)
}

/// A real number.
pub(super) fn real(call: &Call, name: &'static str) -> Result<f64> {
    single(call, name, call.get(name)).map(f64::from)
}

/// A real number that may be left out.
pub(super) fn optional_real(call: &Call, name: &'static str) -> Result<Option<f64>> {
    if call.get(name).is_empty() { Ok(None) } else { real(call, name).map(Some) }
}

/// A list of points; nothing where it is left out.
pub(super) fn points(call: &Call, name: &'static str) -> Result<Option<Vec<Point>>> {
    let value = call.get(name);
    if value.is_empty() { Ok(None) } else { point_list(call, name, value).map(Some) }
}

/// A list of lists of points; nothing where it is left out.
pub(super) fn point_lists(call: &Call, name: &'static str) -> Result<Option<Vec<Vec<Point>>>> {
    let value = call.get(name);
    if value.is_empty() {
        return Ok(None);
    }
    value.elements().iter().map(|list| point_list(call, name, list)).collect::<Result<_>>().map(Some)
}

fn point_list(call: &Call, name: &'static str, list: &Value) -> Result<Vec<Point>> {
    list.elements()
        .iter()
        .map(|point| {
            let coordinates: Vec<f64> =
                point.elements().iter().map(|value| single(call, name, value).map(f64::from)).collect::<Result<_>>()?;
            match *coordinates {
                [x, y] => Ok([x, y, 0.0]),
                [x, y, z, ..] => Ok([x, y, z]),
                _ => Err(BoardError::argument(call, name)),
            }
        })
        .collect()
}

/// The polygon in a slot; nothing where it is left out.
pub(super) fn polygon(call: &Call, name: &'static str) -> Result<Option<Polygon>> {
    let value = call.get(name);
    if value.is_empty() {
        return Ok(None);
    }
    let poly = value.call().filter(|poly| poly.name() == "Poly").ok_or_else(|| BoardError::argument(call, name))?;
    polygon_of(poly).map(Some)
}

/// What a `(poly …)` describes.
pub(super) fn polygon_of(poly: &Call) -> Result<Polygon> {
    let points = points(poly, "pts")?.ok_or_else(|| BoardError::argument(poly, "pts"))?;
    let rotations = optional_dimension(poly, "rotns")?.unwrap_or(0);
    Ok(Polygon::with_rotations(points, rotations))
}

fn whole(call: &Call, name: &'static str, value: &Value) -> Result<i32> {
    let result = match value {
        Value::Int(number) => *number,
        Value::Call(function) => whole_of(function)?,
        _ => return Err(BoardError::argument(call, name)),
    };
    if result.abs() > MAX_DIMENSION * MAX_DIMENSION {
        return Err(BoardError::new(call, BoardErrorKind::TooLarge));
    }
    Ok(result)
}

/// Operands of an arithmetic ludeme, whichever overload was chosen.
fn operands(function: &Call) -> impl Iterator<Item = &Value> {
    function.slots.iter().flat_map(|slot| slot.value.elements())
}

fn whole_of(function: &Call) -> Result<i32> {
    let values: Vec<i32> = operands(function).map(|value| whole(function, "value", value)).collect::<Result<_>>()?;
    let overflow = || BoardError::new(function, BoardErrorKind::TooLarge);
    let fold = |start: i32, step: fn(i32, i32) -> Option<i32>| {
        values.iter().try_fold(start, |a, &b| step(a, b)).ok_or_else(overflow)
    };
    match (function.name(), &*values) {
        ("Add", _) => fold(0, i32::checked_add),
        ("Mul", _) => fold(1, i32::checked_mul),
        ("Sub", [a, b]) => a.checked_sub(*b).ok_or_else(overflow),
        ("Sub", [a]) => Ok(-a),
        ("Div", [a, b]) => a.checked_div(*b).ok_or_else(overflow),
        ("Modulo", [a, b]) => a.checked_rem(*b).ok_or_else(overflow),
        ("Pow", [a, b]) => u32::try_from(*b).ok().and_then(|b| a.checked_pow(b)).ok_or_else(overflow),
        ("Abs", [a]) => Ok(a.abs()),
        ("Max", [_, ..]) => Ok(values.iter().copied().max().unwrap_or(0)),
        ("Min", [_, ..]) => Ok(values.iter().copied().min().unwrap_or(0)),
        _ => Err(BoardError::unsupported(function)),
    }
}

fn single(call: &Call, name: &'static str, value: &Value) -> Result<f32> {
    match value {
        Value::Float(number) => Ok(*number),
        Value::Int(number) => Ok(*number as f32),
        Value::Call(function) if function.class.starts_with("functions.dim.") => whole_of(function).map(|n| n as f32),
        Value::Call(function) => single_of(function),
        _ => Err(BoardError::argument(call, name)),
    }
}

fn single_of(function: &Call) -> Result<f32> {
    let values: Vec<f32> = operands(function).map(|value| single(function, "value", value)).collect::<Result<_>>()?;
    match (function.name(), &*values) {
        ("Add", [a, rest @ ..]) => Ok(rest.iter().fold(*a, |a, b| a + b)),
        ("Mul", [a, rest @ ..]) => Ok(rest.iter().fold(*a, |a, b| a * b)),
        ("Sub", [a, b]) => Ok(a - b),
        ("Sub", [a]) => Ok(-a),
        ("Div", [a, b]) => Ok(a / b),
        ("Pow", [a, b]) => Ok(f64::from(*a).powf(f64::from(*b)) as f32),
        ("Abs", [a]) => Ok(a.abs()),
        ("Sqrt", [a]) => Ok(f64::from(*a).sqrt() as f32),
        ("Sin", [a]) => Ok(f64::from(*a).sin() as f32),
        ("Cos", [a]) => Ok(f64::from(*a).cos() as f32),
        ("Tan", [a]) => Ok(f64::from(*a).tan() as f32),
        ("Exp", [a]) => Ok(f64::from(*a).exp() as f32),
        ("Log", [a]) => Ok(f64::from(*a).ln() as f32),
        ("Log10", [a]) => Ok(f64::from(*a).log10() as f32),
        ("Max", [a, rest @ ..]) => Ok(rest.iter().fold(*a, |a, b| a.max(*b))),
        ("Min", [a, rest @ ..]) => Ok(rest.iter().fold(*a, |a, b| a.min(*b))),
        ("ToFloat", [a]) => Ok(*a),
        _ => Err(BoardError::unsupported(function)),
    }
}
