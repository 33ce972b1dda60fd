//! Texture instructions.

use super::Datapath;
use crate::isa::{
    Half, OUTMOD_FLOAT, OutmodFloat, SamplerType, TEXTURE_MODE, TexOp, Texture, TextureMode,
};
use crate::shader::io::LookupMode;
use crate::shader::missing;
use crate::shader::op::{Code, Part};
use crate::shader::program::Stage;
use crate::shader::slots::Register;
use crate::shader::unit::{Index, Request, TextureOp, Unit};
use tilescope_exec::half::Rounding;
use tilescope_shader::Slot;

/// The register that eight bits of an instruction select, and the component.
fn selected(bits: u8) -> (Half, u8) {
    (Half::unpack(bits.into()), bits >> 3 & 3)
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

/// The clamp of a float output modifier.
pub(in crate::shader) fn clamp(outmod: u8) -> Option<Code> {
    match OUTMOD_FLOAT.rows[usize::from(outmod & 3)].op {
        OutmodFloat::None => None,
        OutmodFloat::Clamp0Inf => Some(Code::Positive),
        OutmodFloat::ClampM11 => Some(Code::Signed),
        OutmodFloat::Clamp01 => Some(Code::Unit),
    }
}

/// An instruction in a datapath.
struct Instruction<'i, D> {
    d: &'i mut D,
    t: &'i Texture,
}

/// Executes a texture instruction.
pub(in crate::shader) fn texture<D: Datapath>(d: &mut D, t: &Texture) {
    if let Some(what) = missing::texture(t) {
        return d.missing(what);
    }
    let mut one = Instruction { d, t };
    match t.op.op() {
        Some(TexOp::Barrier) => d.unit(Request::Barrier.into()),
        Some(TexOp::Mov) => {
            let v = one.coordinates(true).map(D::held);
            one.results(v);
        }
        Some(TexOp::Derivative) => one.derivative(),
        Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch) => one.lookup(),
        Some(TexOp::GradFromDerivative | TexOp::GradFromCoords) | None => {}
    }
}

impl<D: Datapath> Instruction<'_, D> {
    /// A component of a coordinate register: a word, or a half as a float or an
    /// integer.
    fn component(&mut self, half: Half, component: u8, float: bool) -> D::Value {
        let register = Register::Coordinate(half.select).on(self.d.around().code.file.texture);
        if half.full {
            return self.d.read(register.slot(component));
        }
        let number = component + if half.upper { 4 } else { 0 };
        let word = self.d.read(register.slot(number / 2));
        let code = match float {
            true => Code::Half(Part::of(number)),
            false => Code::field(16, number % 2, true),
        };
        self.d.apply(code, [word])
    }

    fn coordinates(&mut self, float: bool) -> [D::Held; 4] {
        let t = self.t;
        [0, 2, 4, 6].map(|at| {
            let value = self.component(t.coordinates, t.coordinate_swizzle >> at & 3, float);
            self.d.hold(value)
        })
    }

    fn handle(&mut self, in_register: bool, bits: u16) -> Index<D::Held> {
        if !in_register {
            return Index::fixed(bits.into());
        }
        let (half, component) = selected(bits as u8);
        let value = self.component(half, component, false);
        Index {
            of: Some(self.d.hold(value)),
            ..Index::fixed(0)
        }
    }

    fn derivative(&mut self) {
        let sources = self.coordinates(true);
        // Lanes of the quad that wait elsewhere are neighbours too.
        self.d.neighbours();
        let code = match self.t.mode {
            0 => Code::DerivativeX,
            _ => Code::DerivativeY,
        };
        let v = sources.map(|source| {
            let value = self.d.apply(code, [D::held(source)]);
            D::held(self.d.hold(value))
        });
        self.results(v);
    }

    fn level(&mut self, fetch: bool) -> D::Value {
        let t = self.t;
        match (t.lod_register, fetch) {
            (true, fetch) => {
                let (half, component) = selected(t.bias);
                self.component(half, component, !fetch)
            }
            (false, true) => D::word(t.bias.into()),
            // Fixed point with eight fraction bits.
            (false, false) => {
                let level = f32::from(t.bias_int) + f32::from(t.bias) / 256.0;
                D::word(level.to_bits())
            }
        }
    }

    fn offset(&mut self, i: u8) -> D::Value {
        let t = self.t;
        if t.offset_register {
            let (half, _) = selected(t.offset as u8);
            return self.component(half, (t.offset >> (3 + 2 * i) & 3) as u8, false);
        }
        let bits = i32::from(t.offset) >> (4 * i) & 15;
        D::word((bits << 28 >> 28) as u32)
    }

    fn lookup(&mut self) {
        let t = self.t;
        let Some(mode) = lookup_mode(t) else {
            return;
        };
        let fetch = t.op.op() == Some(TexOp::Fetch);
        let fragment = matches!(self.d.around().code.stage, Stage::Fragment | Stage::Blend);
        let implicit = t.op.op() == Some(TexOp::Normal) && fragment;
        if implicit {
            self.d.neighbours();
        }
        let at = self.coordinates(!fetch);
        let lod = self.level(fetch);
        let lod = self.d.hold(lod);
        let moves = t.offset_register || t.offset & 0xfff != 0;
        let offset = moves.then(|| {
            [0, 1, 2].map(|i| {
                let value = self.offset(i);
                self.d.hold(value)
            })
        });
        let request = Request::Texture(TextureOp {
            texture: self.handle(t.texture_register, t.texture),
            sampler: self.handle(t.sampler_register, t.sampler),
            mode,
            dimension: t.dimension,
            at,
            lod,
            implicit,
            offset,
        });
        let plain = t.out.full && (t.outmod == 0 || t.sampler_type != SamplerType::Float);
        if plain {
            // Straight to the registers.
            let results = [0u8, 1, 2, 3].map(|i| {
                let enabled = t.mask >> i & 1 != 0;
                enabled.then(|| (self.texel(i), t.swizzle >> (2 * i) & 3))
            });
            return self.d.unit(Unit { request, results });
        }
        let all = [0, 1, 2, 3].map(|c| (self.d.temporary(), c));
        let results = all.map(Some);
        self.d.unit(Unit { request, results });
        let v = all.map(|(slot, _)| self.d.read(slot));
        self.results(v);
    }

    /// The slot of word `word` of the result register.
    fn texel(&mut self, word: u8) -> Slot {
        let to = Register::Texel(self.t.out.select).on(self.d.around().code.file.texture);
        self.d.used(to);
        to.slot(word)
    }

    /// Writes four components of 32 bits to the result register.
    fn results(&mut self, v: [D::Value; 4]) {
        let t = self.t;
        // Moves and derivatives are of floats, whatever the type is.
        let lookup = matches!(
            t.op.op(),
            Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch)
        );
        let float = !lookup || t.sampler_type == SamplerType::Float;
        for i in (0..4u8).filter(|i| t.mask >> i & 1 != 0) {
            self.d.next_component();
            let mut value = v[usize::from(t.swizzle >> (2 * i) & 3)];
            if let Some(clamp) = clamp(t.outmod).filter(|_| float) {
                value = self.d.apply(clamp, [value]);
            }
            if t.out.full {
                let slot = self.texel(i);
                self.d.write(slot, value);
                continue;
            }
            let number = i + if t.out.upper { 4 } else { 0 };
            let slot = self.texel(number / 2);
            let code = match float {
                true => Code::PutHalf(Part::of(number), Rounding::NearestEven),
                false => Code::put_field(16, number % 2),
            };
            self.d.write_part(code, slot, value);
        }
    }
}
