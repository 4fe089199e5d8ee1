//! Arctangent as Java computes it.
//!
//! Ludii orders edges, steps and lines by angle, and two lines that lead the same way may differ in the last bit. Java's
//! `atan2` is the well-known one of fdlibm, whose last bits differ from those of other libraries; so it is computed
//! here with the same reductions and the same polynomial.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// What is missing from `PI` to π.
const PI_REST: f64 = 1.224_646_799_147_353_2e-16;

/// Arctangents of 0.5, 1, 1.5 and infinity, and what is missing from each.
const KNOTS: [(f64, f64); 4] = [
    (4.636_476_090_008_061e-1, 2.269_877_745_296_168_7e-17),
    (FRAC_PI_4, 3.061_616_997_868_383e-17),
    (9.827_937_232_473_29e-1, 1.390_331_103_123_099_8e-17),
    (FRAC_PI_2, 6.123_233_995_736_766e-17),
];

/// Coefficients of the odd polynomial that approximates the arctangent near zero.
const SERIES: [f64; 11] = [
    3.333_333_333_333_293e-1,
    -1.999_999_999_987_648_3e-1,
    1.428_571_427_250_346_6e-1,
    -1.111_111_040_546_235_6e-1,
    9.090_887_133_436_507e-2,
    -7.691_876_205_044_83e-2,
    6.661_073_137_387_531e-2,
    -5.833_570_133_790_573_5e-2,
    4.976_877_994_615_932_4e-2,
    -3.653_157_274_421_691_6e-2,
    1.628_582_011_536_578_2e-2,
];

/// Arctangent of a number that is not negative.
fn atan(x: f64) -> f64 {
    if x >= 73_786_976_294_838_206_464.0 {
        return FRAC_PI_2 + KNOTS[3].1;
    }
    if x < 0.4375 {
        // Below 2^-29 the polynomial adds nothing.
        return if x < 1.862_645_149_230_957e-9 { x } else { x - x * tail(x) };
    }
    let (knot, reduced) = if x < 0.6875 {
        (KNOTS[0], (2.0 * x - 1.0) / (2.0 + x))
    } else if x < 1.1875 {
        (KNOTS[1], (x - 1.0) / (x + 1.0))
    } else if x < 2.4375 {
        (KNOTS[2], (x - 1.5) / (1.0 + 1.5 * x))
    } else {
        (KNOTS[3], -1.0 / x)
    };
    knot.0 - ((reduced * tail(reduced) - knot.1) - reduced)
}

/// `1 - atan(x) / x` for small `x`, summed in two interleaved halves.
fn tail(x: f64) -> f64 {
    let z = x * x;
    let w = z * z;
    let s = &SERIES;
    let even = z * (s[0] + w * (s[2] + w * (s[4] + w * (s[6] + w * (s[8] + w * s[10])))));
    let odd = w * (s[1] + w * (s[3] + w * (s[5] + w * (s[7] + w * s[9]))));
    even + odd
}

/// Angle of the vector `(x, y)`, from -π to π. Both must be finite.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    if y == 0.0 {
        return if x.is_sign_positive() { y } else { PI.copysign(y) };
    }
    if x == 0.0 {
        return FRAC_PI_2.copysign(y);
    }
    let exponent = |value: f64| (value.abs().to_bits() >> 52) as i64;
    let gap = exponent(y) - exponent(x);
    let angle = if gap > 60 {
        FRAC_PI_2 + 0.5 * PI_REST
    } else if x < 0.0 && gap < -60 {
        0.0
    } else {
        atan((y / x).abs())
    };
    match (x < 0.0, y < 0.0) {
        (false, false) => angle,
        (false, true) => -angle,
        (true, false) => PI - (angle - PI_REST),
        (true, true) => (angle - PI_REST) - PI,
    }
}

#[cfg(test)]
mod tests {
    use super::atan2;

    #[test]
    fn agrees_with_the_system_within_two_units_in_the_last_place() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / f64::from(1u32 << 31) * 20.0 - 10.0
        };
        for _ in 0..100_000 {
            let (y, x) = (next(), next());
            let (ours, theirs) = (atan2(y, x), y.atan2(x));
            assert!((ours - theirs).abs() <= 2.0 * f64::EPSILON * theirs.abs(), "{y} {x}: {ours} {theirs}");
        }
    }

    #[test]
    fn axes_are_exact() {
        use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        let cases = [
            (0.0, 1.0, 0.0),
            (0.0, -1.0, PI),
            (-0.0, -1.0, -PI),
            (2.0, 0.0, FRAC_PI_2),
            (-2.0, 0.0, -FRAC_PI_2),
            (3.0, 3.0, FRAC_PI_4),
            (-3.0, 3.0, -FRAC_PI_4),
        ];
        for (y, x, angle) in cases {
            assert_eq!(atan2(y, x), angle, "{y} {x}");
        }
    }
}
