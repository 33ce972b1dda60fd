//! Texture instructions.

use super::{Lowering, Operand};
use crate::isa::{
    Half, OUTMOD_FLOAT, OutmodFloat, SamplerType, TEXTURE_MODE, TexOp, Texture, TextureMode,
};
use crate::shader::io::LookupMode;
use crate::shader::missing;
use crate::shader::op::{Code, Index, Part, TextureOp, Unit};
use crate::shader::program::Stage;
use tilescope_exec::half::Rounding;
use tilescope_shader::Slot;

/// The register that eight bits of an instruction select, and the component.
pub(in crate::shader) fn selected(bits: u8) -> (Half, u8) {
    let half = Half {
        full: bits & 1 != 0,
        select: bits >> 1 & 1,
        upper: bits >> 2 & 1 != 0,
    };
    (half, bits >> 3 & 3)
}

/// The result of a lookup; `None` for modes without a documented meaning.
pub(in crate::shader) fn lookup_mode(t: &Texture) -> Option<LookupMode> {
    let mode = TEXTURE_MODE.decode(t.mode.into())?.op;
    Some(match mode {
        TextureMode::Normal if t.op.op() == Some(TexOp::Fetch) => LookupMode::Fetch,
        TextureMode::Normal => LookupMode::Colour,
        TextureMode::Shadow => LookupMode::Shadow,
        TextureMode::GatherShadow => LookupMode::GatherShadow,
        TextureMode::GatherX => LookupMode::Gather(0),
        TextureMode::GatherY => LookupMode::Gather(1),
        TextureMode::GatherZ => LookupMode::Gather(2),
        TextureMode::GatherW => LookupMode::Gather(3),
    })
}

/// The level of detail or bias that an instruction states: fixed point with eight
/// fraction bits, as a float.
pub(in crate::shader) fn immediate_level(t: &Texture) -> f32 {
    f32::from(t.bias_int) + f32::from(t.bias) / 256.0
}

/// Offset `i` of four bits.
pub(in crate::shader) fn immediate_offset(t: &Texture, i: u32) -> i32 {
    let bits = i32::from(t.offset) >> (4 * i) & 15;
    bits << 28 >> 28
}

impl Lowering<'_, '_, '_> {
    pub(super) fn texture(&mut self, t: &Texture) {
        if let Some(what) = missing::texture(t) {
            self.missing(what);
            return self.flush();
        }
        match t.op.op() {
            Some(TexOp::Barrier) => self.unit(Unit::Barrier),
            Some(TexOp::Mov) => {
                let source = |this: &mut Self, c: u8| this.texture_source(t, c, true);
                let v = [0, 1, 2, 3].map(|c| source(self, c));
                self.texture_results(t, v);
            }
            Some(TexOp::Derivative) => self.texture_derivative(t),
            Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch) => self.lookup(t),
            Some(TexOp::GradFromDerivative | TexOp::GradFromCoords) | None => {}
        }
        self.flush();
    }

    /// A component of a coordinate register: a word, or a half as a float or an
    /// integer.
    fn half_of(&mut self, half: Half, component: u8, float: bool) -> Operand {
        if half.full {
            return self.coordinate(half.select, component);
        }
        let number = component + if half.upper { 4 } else { 0 };
        let word = self.coordinate(half.select, number / 2);
        let code = match (float, number % 2) {
            (true, 0) => Code::Half(Part::Low),
            (true, _) => Code::Half(Part::High),
            (false, odd) => Code::Field {
                shift: 16 * odd,
                bits: 16,
                signed: true,
            },
        };
        self.apply(code, [word])
    }

    fn texture_source(&mut self, t: &Texture, c: u8, float: bool) -> Operand {
        let selector = t.coordinate_swizzle >> (2 * (c & 3)) & 3;
        self.half_of(t.coordinates, selector, float)
    }

    /// A value that an access reads.
    fn ready(&mut self, value: Operand) -> Slot {
        match value {
            Operand::Word(_) => self.slot(value),
            Operand::Slot(_) => self.kept(value),
        }
    }

    fn handle(&mut self, in_register: bool, bits: u16) -> Index {
        if !in_register {
            return Index {
                slot: None,
                shift: 0,
                offset: bits.into(),
            };
        }
        let (half, component) = selected(bits as u8);
        let value = self.half_of(half, component, false);
        Index {
            slot: Some(self.ready(value)),
            shift: 0,
            offset: 0,
        }
    }

    fn texture_derivative(&mut self, t: &Texture) {
        // Lanes of the quad that wait elsewhere are neighbours too.
        let sources = [0, 1, 2, 3].map(|c| {
            let value = self.texture_source(t, c, true);
            self.ready(value)
        });
        self.b.refresh();
        self.compute();
        let code = if t.mode == 0 {
            Code::DerivativeX
        } else {
            Code::DerivativeY
        };
        let v = sources.map(|source| {
            let d = self.b_scratch();
            self.b.value(code, d, [source; 4]);
            Operand::Slot(d)
        });
        self.texture_results(t, v);
    }

    fn lookup(&mut self, t: &Texture) {
        let Some(mode) = lookup_mode(t) else {
            return;
        };
        let fetch = t.op.op() == Some(TexOp::Fetch);
        let implicit = t.op.op() == Some(TexOp::Normal)
            && matches!(self.emit.stage, Stage::Fragment | Stage::Blend);
        if implicit {
            self.b.refresh();
        }
        let at = [0, 1, 2, 3].map(|c| {
            let value = self.texture_source(t, c, !fetch);
            self.ready(value)
        });
        let lod = match (t.lod_register, fetch) {
            (true, fetch) => {
                let (half, component) = selected(t.bias);
                self.half_of(half, component, !fetch)
            }
            (false, true) => Operand::Word(t.bias.into()),
            (false, false) => Operand::Word(immediate_level(t).to_bits()),
        };
        let lod = self.ready(lod);
        let offset = [0u8, 1, 2].map(|i| {
            let value = match t.offset_register {
                true => {
                    let (half, _) = selected(t.offset as u8);
                    let component = (t.offset >> (3 + 2 * i) & 3) as u8;
                    self.half_of(half, component, false)
                }
                false => Operand::Word(immediate_offset(t, i.into()) as u32),
            };
            self.ready(value)
        });
        let texture = self.handle(t.texture_register, t.texture);
        let sampler = self.handle(t.sampler_register, t.sampler);
        let unit = TextureOp {
            texture,
            sampler,
            mode,
            dimension: t.dimension,
            texels: t.sampler_type,
            at,
            lod,
            implicit,
            offset,
        };
        let plain = t.out.full && (t.outmod == 0 || t.sampler_type != SamplerType::Float);
        if plain {
            // Straight to the registers.
            let mut results = [None; 4];
            for i in 0..4u8 {
                if t.mask >> i & 1 != 0 {
                    let slot = self.texel(t.out.select, i);
                    results[usize::from(i)] = Some((slot, t.swizzle >> (2 * i) & 3));
                }
            }
            self.unit(Unit::Texture(unit, results));
            return;
        }
        let results = [0u8, 1, 2, 3].map(|c| Some((self.b_scratch(), c)));
        self.unit(Unit::Texture(unit, results));
        let v = results.map(|one| Operand::Slot(one.map_or(0, |(slot, _)| slot)));
        self.texture_results(t, v);
    }

    /// Writes four components of 32 bits to the result register.
    fn texture_results(&mut self, t: &Texture, v: [Operand; 4]) {
        // Moves and derivatives are of floats, whatever the type is.
        let lookup = matches!(
            t.op.op(),
            Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch)
        );
        let float = !lookup || t.sampler_type == SamplerType::Float;
        for i in 0..4u8 {
            if t.mask >> i & 1 == 0 {
                continue;
            }
            self.next_component();
            let mut value = v[usize::from(t.swizzle >> (2 * i) & 3)];
            if float {
                let clamp = match OUTMOD_FLOAT.rows[usize::from(t.outmod & 3)].op {
                    OutmodFloat::None => None,
                    OutmodFloat::Clamp0Inf => Some(Code::Positive),
                    OutmodFloat::ClampM11 => Some(Code::Signed),
                    OutmodFloat::Clamp01 => Some(Code::Unit),
                };
                if let Some(clamp) = clamp {
                    value = self.apply(clamp, [value]);
                }
            }
            if t.out.full {
                let slot = self.texel(t.out.select, i);
                self.write(slot, value);
                continue;
            }
            let number = i + if t.out.upper { 4 } else { 0 };
            let slot = self.texel(t.out.select, number / 2);
            let code = match (float, number % 2) {
                (true, 0) => Code::PutHalf(Part::Low, Rounding::NearestEven),
                (true, _) => Code::PutHalf(Part::High, Rounding::NearestEven),
                (false, odd) => Code::PutField {
                    shift: 16 * odd,
                    bits: 16,
                },
            };
            self.write_part(code, slot, value);
        }
    }
}
