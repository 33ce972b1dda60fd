//! Values of the constants that a bundle embeds, as an instruction reads them.

use super::alu::{AluCode, Lane, Regs, Scalar, Vector, scalar_component};
use super::bundle::wide;
use half::f16;

/// Register 26 as a source: the embedded constants.
const CONST: u8 = 26;

/// Whether a source is the embedded constants.
fn reads_constants(regs: Regs, source: usize) -> bool {
    regs.src.get(source) == Some(&CONST) && !(source == 1 && regs.immediate)
}

/// The values that a source of a vector instruction reads from the embedded
/// constants, as text; `None` if it reads something else. `source` is 0 or 1.
pub fn vector_constants(inst: &Vector, source: usize, constants: [u32; 4]) -> Option<String> {
    if !reads_constants(inst.regs, source) {
        return None;
    }
    let src = inst.src.get(source)?;
    let mask = super::alu::source_mask(inst.op, inst.mode, inst.mask);
    let bits = inst.mode.bits() >> u32::from(src.expand.widens());
    let values: Vec<String> = src
        .components()
        .components(inst.mode, mask)
        .into_iter()
        .map(|c| match c {
            Some(c) => value(inst.op, bits, c, src.modifier, constants),
            None => "?".to_string(),
        })
        .collect();
    match values.as_slice() {
        [one] => Some(format!("#{one}")),
        many => Some(format!("<{}>", many.join(", "))),
    }
}

/// The value that a source of a scalar instruction reads from the embedded
/// constants, as text; `None` if it reads something else. `source` is 0 or 1.
pub fn scalar_constant(inst: &Scalar, source: usize, constants: [u32; 4]) -> Option<String> {
    if !reads_constants(inst.regs, source) {
        return None;
    }
    let src = inst.src.get(source)?;
    let (bits, component) = scalar_component(src.full, src.component);
    let text = value(inst.op, bits, component.into(), src.modifier, constants);
    Some(format!("#{text}"))
}

fn value(op: AluCode, bits: u32, component: usize, modifier: u8, constants: [u32; 4]) -> String {
    let all = wide(constants);
    let shift = component as u32 * bits;
    let raw = match shift < u128::BITS && bits >= 8 {
        true => (all >> shift) as u64 & (u64::MAX >> (64 - bits)),
        false => return "?".to_string(),
    };
    if bits == 8 {
        return format!("{raw:#X}");
    }
    if !op.reads_integers() {
        return float(bits, raw, modifier);
    }
    // Masks read best in hexadecimal.
    let bitwise = matches!(op.0, 0x70..=0x7a);
    let unsigned = op.lane() == Lane::U || matches!(op.0, 0x5a | 0xbc..=0xbf);
    match (bitwise, unsigned) {
        (true, _) => format!("{raw:#X}"),
        (_, true) => raw.to_string(),
        _ => ((raw << (64 - bits)) as i64 >> (64 - bits)).to_string(),
    }
}

fn float(bits: u32, raw: u64, modifier: u8) -> String {
    let mut value = match bits {
        16 => f64::from(f16::from_bits(raw as u16).to_f32()),
        32 => f64::from(f32::from_bits(raw as u32)),
        _ => f64::from_bits(raw),
    };
    if modifier & 1 != 0 {
        value = value.abs();
    }
    if modifier & 2 != 0 {
        value = -value;
    }
    match bits {
        64 => format!("{value:?}"),
        // The shortest text of the narrower type.
        _ => format!("{:?}", value as f32),
    }
}
