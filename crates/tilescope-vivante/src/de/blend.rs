//! Blending in the 2D engine.

use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::de::{
    alpha_control, alpha_modes, color_multiply_modes, global_dest_color, global_src_color,
};
use crate::regs::enums::DeBlendMode;
use crate::state::State;

/// One side of a blend.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Its alpha is inverted.
    inverted: bool,
    /// 0: its own alpha, 1: the global one, 2: both multiplied.
    global: u32,
    /// The global colour and alpha.
    colour: [u8; 4],
    /// Its colour is multiplied by its alpha.
    premultiply: bool,
    /// The blend factor.
    factor: DeBlendMode,
    /// The factor takes its own alpha, not the other side's.
    own_alpha: bool,
}

/// Blending of source and destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    source: Side,
    destination: Side,
    /// 0: none, 1: multiply the source by the global alpha, 2: by the global
    /// colour.
    global_premultiply: u32,
    /// The result is divided by its alpha.
    demultiply: bool,
}

impl Blend {
    /// Decodes the registers; `None` without blending.
    pub fn read(chip: &Chip, state: &State) -> Option<Blend> {
        let control = state.word(alpha_control::AT);
        if alpha_control::ENABLE.of(control) == 0 {
            return None;
        }
        let pe20 = chip.features.has(Feature::G2dPe20);
        let modes = state.word(alpha_modes::AT);
        let multiply = match pe20 {
            true => state.word(color_multiply_modes::AT),
            false => 0,
        };
        let global = |at: u32, pe10: u32| match pe20 {
            true => super::colour(state.word(at)).to_le_bytes(),
            false => [0, 0, 0, pe10 as u8],
        };
        let premultiply = |pe10: u32, pe20_bit: u32| match pe20 {
            true => pe20_bit != 0,
            false => pe10 != 0,
        };
        Some(Blend {
            source: Side {
                inverted: alpha_modes::SRC_ALPHA_MODE.of(modes) != 0,
                global: alpha_modes::GLOBAL_SRC_ALPHA_MODE.of(modes),
                colour: global(
                    global_src_color::AT,
                    alpha_control::PE10_GLOBAL_SRC_ALPHA.of(control),
                ),
                premultiply: premultiply(
                    alpha_modes::PE10_SRC_COLOR_MULTIPLY.of(modes),
                    color_multiply_modes::SRC_PREMULTIPLY.of(multiply),
                ),
                factor: DeBlendMode::from_bits(alpha_modes::SRC_BLENDING_MODE.of(modes) as u8),
                own_alpha: alpha_modes::SRC_ALPHA_FACTOR.of(modes) != 0,
            },
            destination: Side {
                inverted: alpha_modes::DST_ALPHA_MODE.of(modes) != 0,
                global: alpha_modes::GLOBAL_DST_ALPHA_MODE.of(modes),
                colour: global(
                    global_dest_color::AT,
                    alpha_control::PE10_GLOBAL_DST_ALPHA.of(control),
                ),
                premultiply: premultiply(
                    alpha_modes::PE10_DST_COLOR_MULTIPLY.of(modes),
                    color_multiply_modes::DST_PREMULTIPLY.of(multiply),
                ),
                factor: DeBlendMode::from_bits(alpha_modes::DST_BLENDING_MODE.of(modes) as u8),
                own_alpha: alpha_modes::DST_ALPHA_FACTOR.of(modes) != 0,
            },
            global_premultiply: color_multiply_modes::SRC_GLOBAL_PREMULTIPLY.of(multiply),
            demultiply: color_multiply_modes::DST_DEMULTIPLY.of(multiply) != 0,
        })
    }

    /// Blends `source` with `destination`.
    pub fn mix(&self, source: u32, destination: u32) -> u32 {
        let mut s = self.source.prepare(source.to_le_bytes());
        let d = self.destination.prepare(destination.to_le_bytes());
        let global = self.source.colour;
        for i in 0..3 {
            s[i] = match self.global_premultiply {
                1 => times(s[i], global[3]),
                2 => times(s[i], global[i]),
                _ => s[i],
            };
        }
        let by_source = self.source.factors(s, d);
        let by_destination = self.destination.factors(d, s);
        let mut out = [0; 4];
        for i in 0..4 {
            let a = times(s[i], by_source[i]);
            let b = times(d[i], by_destination[i]);
            out[i] = a.saturating_add(b);
        }
        if self.demultiply && out[3] != 0 {
            for c in 0..3 {
                let whole = (u32::from(out[c]) * 255 + u32::from(out[3]) / 2) / u32::from(out[3]);
                out[c] = whole.min(255) as u8;
            }
        }
        u32::from_le_bytes(out)
    }
}

impl Side {
    /// The colour before the blend factors.
    fn prepare(&self, mut c: [u8; 4]) -> [u8; 4] {
        if self.inverted {
            c[3] = 255 - c[3];
        }
        c[3] = match self.global {
            1 => self.colour[3],
            2 => times(c[3], self.colour[3]),
            _ => c[3],
        };
        if self.premultiply {
            for i in 0..3 {
                c[i] = times(c[i], c[3]);
            }
        }
        c
    }

    /// The factor of each component of `own`.
    fn factors(&self, own: [u8; 4], other: [u8; 4]) -> [u8; 4] {
        let alpha = if self.own_alpha { own[3] } else { other[3] };
        match self.factor {
            DeBlendMode::Zero | DeBlendMode::Unknown(_) => [0; 4],
            DeBlendMode::One => [255; 4],
            DeBlendMode::Normal => [alpha; 4],
            DeBlendMode::Inversed => [255 - alpha; 4],
            DeBlendMode::Color => other,
            DeBlendMode::ColorInversed => other.map(|c| 255 - c),
            DeBlendMode::SaturatedAlpha => [own[3].min(255 - other[3]); 4],
            DeBlendMode::SaturatedDestAlpha => [other[3].min(255 - own[3]); 4],
        }
    }
}

/// The product of two fractions of 255, rounded to nearest. The hardware's rounding
/// is unknown; 0 and 255 are exact in any case.
fn times(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}
