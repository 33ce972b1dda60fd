//! Values of fields as text and numbers.

use super::{Field, Kind};
use half::f16;
use std::fmt::Write as _;

/// A number for a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A number written in hexadecimal. Float and fixed-point fields take it
    /// as their bits, all others as a whole number.
    Bits(u64),
}

/// The reason why a number does not fit a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ValueError {
    /// The number, and the accepted values.
    pub message: String,
}

fn refuse<T>(message: String) -> Result<T, ValueError> {
    Err(ValueError { message })
}

/// Sign-extends the low `width` bits of `raw`.
fn signed(raw: u64, width: u8) -> i64 {
    let shift = 64 - u32::from(width);
    (raw << shift) as i64 >> shift
}

impl Field {
    /// The text of an encoding, without its unit. [`Field::encode`] of the
    /// parsed text gives the same encoding.
    pub fn format(&self, raw: u64) -> String {
        let raw = raw & self.mask();
        let digits = usize::from(self.width.div_ceil(4));
        match self.kind {
            Kind::Uint | Kind::Bool | Kind::Keeps(_) => raw.to_string(),
            Kind::Int => signed(raw, self.width).to_string(),
            Kind::Hex | Kind::Reserved => format!("0x{raw:0digits$x}"),
            Kind::Enum(t) => t.name(raw).map_or_else(|| raw.to_string(), str::to_string),
            Kind::Float16 => half_float(raw as u16, digits),
            Kind::Float32 => float(raw as u32, raw, digits),
            Kind::Float16Hi => float((raw as u32) << 16, raw, digits),
            Kind::Fixed(fraction) => {
                let scale = (1u64 << fraction) as f64;
                format!("{:?}", signed(raw, self.width) as f64 / scale)
            }
            Kind::Address(shift) => format!("0x{:08x}", u128::from(raw) << shift),
            Kind::ZeroMeans(zero) if raw == 0 => zero.to_string(),
            Kind::ZeroMeans(_) => raw.to_string(),
            Kind::MinusOne => (u128::from(raw) + 1).to_string(),
            Kind::ShiftOf(base) => (u128::from(base) << raw.min(63)).to_string(),
        }
    }

    /// [`Field::format`] with the unit after it.
    pub fn format_with_unit(&self, raw: u64) -> String {
        let mut text = self.format(raw);
        if !self.unit.is_empty() {
            let _ = write!(text, " {}", self.unit);
        }
        text
    }

    /// The encoding of `number`.
    ///
    /// # Errors
    /// When the number does not fit, is not a multiple of what the field can
    /// hold, or has a fraction where the field has none.
    pub fn encode(&self, number: Number) -> Result<u64, ValueError> {
        match self.kind {
            Kind::Float16 => self.encode_half(number),
            Kind::Float32 => self.encode_float(number, 0),
            Kind::Float16Hi => self.encode_float(number, 16),
            Kind::Fixed(fraction) => self.encode_fixed(number, fraction),
            Kind::Int => {
                let n = self.whole(number)?;
                let half = 1i128 << (self.width - 1);
                self.fit(n, -half, half - 1)
            }
            Kind::Address(shift) => {
                let n = self.whole(number)?;
                let step = 1i128 << shift;
                if n % step != 0 {
                    return refuse(format!(
                        "{n:#x} is not a multiple of {step}, which `{}` must be",
                        self.name
                    ));
                }
                let top = i128::from(self.mask()) << shift;
                if !(0..=top).contains(&n) {
                    return refuse(format!(
                        "address {} does not fit `{}` (0 to {top:#x})",
                        hex(n),
                        self.name
                    ));
                }
                Ok((n >> shift) as u64)
            }
            Kind::ZeroMeans(zero) => {
                let n = self.whole(number)?;
                if n == i128::from(zero) {
                    return Ok(0);
                }
                self.fit(n, 1, i128::from(zero.max(self.mask())))
            }
            Kind::MinusOne => {
                let n = self.whole(number)?;
                // The greatest number does not fit the field, its encoding does.
                self.fit(n, 1, i128::from(self.mask()) + 1)
                    .map(|n| n.wrapping_sub(1) & self.mask())
            }
            Kind::ShiftOf(base) => {
                let n = self.whole(number)?;
                let all = (0..=self.mask().min(63)).map(|raw| (raw, i128::from(base) << raw));
                match all.clone().find(|v| v.1 == n) {
                    Some((raw, _)) => Ok(raw),
                    None => refuse(format!(
                        "{n} is not one of {} that `{}` accepts",
                        all.map(|v| v.1.to_string()).collect::<Vec<_>>().join(", "),
                        self.name
                    )),
                }
            }
            Kind::Uint
            | Kind::Hex
            | Kind::Bool
            | Kind::Keeps(_)
            | Kind::Enum(_)
            | Kind::Reserved => {
                let n = self.whole(number)?;
                self.fit(n, 0, i128::from(self.mask()))
            }
        }
    }

    fn whole(&self, number: Number) -> Result<i128, ValueError> {
        match number {
            Number::Int(n) => Ok(i128::from(n)),
            Number::Bits(n) => Ok(i128::from(n)),
            Number::Float(n) => {
                refuse(format!("{n} has a fraction; `{}` is an integer", self.name))
            }
        }
    }

    fn fit(&self, n: i128, least: i128, most: i128) -> Result<u64, ValueError> {
        if (least..=most).contains(&n) {
            return Ok(n as u64 & self.mask());
        }
        refuse(format!(
            "{n} does not fit the {} of `{}` ({least} to {most})",
            bits(self.width),
            self.name
        ))
    }

    fn encode_float(&self, number: Number, dropped: u32) -> Result<u64, ValueError> {
        let value = match number {
            Number::Bits(raw) => return self.fit(i128::from(raw), 0, i128::from(self.mask())),
            Number::Int(n) => n as f64,
            Number::Float(n) => n,
        } as f32;
        let all = value.to_bits();
        if all & ((1 << dropped) - 1) != 0 {
            let near = f32::from_bits(all >> dropped << dropped);
            return refuse(format!(
                "{value:?} has more digits than the upper 16 bits of a float hold; `{}` could be {near:?}",
                self.name
            ));
        }
        Ok(u64::from(all >> dropped))
    }

    fn encode_half(&self, number: Number) -> Result<u64, ValueError> {
        let value = match number {
            Number::Bits(raw) => return self.fit(i128::from(raw), 0, i128::from(self.mask())),
            Number::Int(n) => n as f64,
            Number::Float(n) => n,
        };
        let near = f16::from_f64(value);
        if near.to_f64() != value {
            return refuse(format!(
                "{value:?} is not a half-precision number; `{}` could be {near:?}",
                self.name
            ));
        }
        Ok(near.to_bits().into())
    }

    fn encode_fixed(&self, number: Number, fraction: u8) -> Result<u64, ValueError> {
        let scale = (1u64 << fraction) as f64;
        let value = match number {
            Number::Bits(raw) => return self.fit(i128::from(raw), 0, i128::from(self.mask())),
            Number::Int(n) => n as f64,
            Number::Float(n) => n,
        };
        let scaled = value * scale;
        let half = (1u64 << (self.width - 1)) as f64;
        if scaled.fract() != 0.0 {
            return refuse(format!(
                "{value:?} is not a multiple of 1/{scale}, which `{}` must be",
                self.name
            ));
        }
        if !(-half..half).contains(&scaled) {
            return refuse(format!(
                "{value:?} does not fit the {} of `{}` ({:?} to {:?})",
                bits(self.width),
                self.name,
                -half / scale,
                (half - 1.0) / scale
            ));
        }
        Ok(scaled as i64 as u64 & self.mask())
    }
}

fn bits(width: u8) -> String {
    if width == 1 {
        "1 bit".to_string()
    } else {
        format!("{width} bits")
    }
}

fn hex(n: i128) -> String {
    if n < 0 {
        format!("-{:#x}", n.unsigned_abs())
    } else {
        format!("{n:#x}")
    }
}

/// A half-precision float as an exact decimal, or else as its bits.
fn half_float(raw: u16, digits: usize) -> String {
    let value = f16::from_bits(raw);
    let text = format!("{:?}", value.to_f64());
    if value.is_finite() {
        text
    } else {
        format!("0x{raw:0digits$x}")
    }
}

/// A float as the shortest decimal that reads back as the same bits through
/// [`Number::Float`]; subnormals and values without such a decimal as bits.
fn float(all: u32, raw: u64, digits: usize) -> String {
    let text = format!("{:?}", f32::from_bits(all));
    // Small bit patterns are more often integers than subnormal floats.
    let whole = f32::from_bits(all).is_subnormal();
    match text.parse::<f64>() {
        Ok(n) if n.is_finite() && !whole && (n as f32).to_bits() == all => text,
        _ => format!("0x{raw:0digits$x}"),
    }
}
