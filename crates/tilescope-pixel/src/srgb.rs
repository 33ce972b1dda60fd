//! The sRGB transfer function.

use tilescope_exec::transcendental::{exp2, log2};

use crate::channel::fraction;

/// Fractions as sRGB has them, of those that are proportional to light.
///
/// Source: OpenGL ES 3.0, 4.1.8, conversion to sRGB.
pub fn to_srgb(light: f32) -> f32 {
    let light = f64::from(fraction(light));
    let value = match light {
        ..0.003_130_8 => 12.92 * light,
        _ => 1.055 * exp2(log2(light) / 2.4) - 0.055,
    };
    value as f32
}

/// [`to_srgb`] backwards. Source: OpenGL ES 3.0, 3.8.16, sRGB texture colour
/// conversion.
pub fn from_srgb(value: f32) -> f32 {
    let value = f64::from(value);
    let light = match value {
        ..=0.04045 => value / 12.92,
        _ => exp2(log2((value + 0.055) / 1.055) * 2.4),
    };
    light as f32
}
