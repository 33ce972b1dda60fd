//! The encoder of instructions.

use super::decode::UNIFORM1;
use super::decoded::{AluModes, Decoded, MemoryModes, Modes};
use super::format::{self, Place, SRC, SrcPlaces};
use super::modes::{ImmKind, RegGroup};
use super::op::Form;
use super::operand::{Dst, File, Imm, Reg, Src};
use super::ops::{OPCODE, Opcode};
use super::word::Inst;

struct Writer(Inst);

impl Writer {
    fn set(&mut self, place: Place, value: u32) {
        self.0 = place.set(self.0, value);
    }

    fn dst(&mut self, dst: Dst) {
        match dst {
            Dst::Void => {}
            Dst::Temp {
                reg,
                address,
                comps,
            } => {
                self.set(format::DST_USE, 1);
                self.set(format::DST_REG, reg.into());
                self.set(format::DST_AMODE, address as u32);
                self.set(format::DST_COMPS, comps.0.into());
            }
            Dst::Address { reg, comps } => {
                self.set(format::DST_REG, reg.into());
                self.set(format::DST_COMPS, comps.0.into());
            }
            Dst::Memory { comps } => self.set(format::DST_COMPS, comps.0.into()),
        }
    }

    fn src(&mut self, p: &SrcPlaces, src: Src) {
        match src {
            Src::Void => {}
            Src::Reg(reg) => self.reg(p, reg),
            Src::Imm(imm) => self.imm(p, imm),
        }
    }

    fn reg(&mut self, p: &SrcPlaces, reg: Reg) {
        let (group, index) = match reg.file {
            File::Temp => (RegGroup::Temp, reg.index),
            File::Internal => (RegGroup::Internal, reg.index),
            // Drivers use the first group for all uniforms that it can encode.
            File::Uniform if u32::from(reg.index) <= p.reg.field.max() as u32 => {
                (RegGroup::Uniform0, reg.index)
            }
            File::Uniform => (RegGroup::Uniform1, reg.index - UNIFORM1),
            File::TempFull => (RegGroup::TempFull, reg.index),
        };
        self.set(p.used, 1);
        self.set(p.rgroup, group as u32);
        self.set(p.reg, index.into());
        self.set(p.amode, reg.address as u32);
        self.set(p.swiz, reg.swizzle.0.into());
        self.set(p.neg, reg.negate.into());
        self.set(p.abs, reg.absolute.into());
    }

    fn imm(&mut self, p: &SrcPlaces, imm: Imm) {
        self.set(p.used, 1);
        self.set(p.rgroup, RegGroup::Immediate as u32);
        self.set(p.reg, imm.bits);
        self.set(p.swiz, imm.bits >> 9);
        self.set(p.neg, imm.bits >> 17);
        self.set(p.abs, imm.bits >> 18);
        self.set(p.amode, (imm.kind as u32) << 1 | (imm.bits >> 19 & 1));
    }

    fn alu(&mut self, form: Form, modes: AluModes) {
        let AluModes {
            rounding,
            pack,
            thread,
            full,
            skip_helpers,
        } = modes;
        self.set(format::RMODE, rounding as u32);
        if form != Form::Plain {
            self.set(format::PMODE, u32::from(!pack));
        }
        self.set(format::SEL0, thread as u32 & 1);
        self.set(format::SEL1, thread as u32 >> 1);
        self.set(format::DST_FULL, full.into());
        self.set(format::SKPHP, skip_helpers.into());
    }

    fn memory(&mut self, modes: MemoryModes) {
        let MemoryModes {
            shift,
            local,
            denorm,
            pack,
            skip_helpers,
        } = modes;
        self.set(format::LEFT_SHIFT, shift.into());
        self.set(format::LOCAL, local.into());
        self.set(format::DENORM, denorm.into());
        self.set(format::PMODE, u32::from(!pack));
        self.set(format::SKPHP, skip_helpers.into());
    }
}

/// The word without [`Decoded::rest`].
pub(super) fn shown(d: &Decoded) -> Inst {
    let row = d.op.row();
    let mut w = Writer(Inst::default());
    let code = match d.op {
        Opcode::BitFindlsb | Opcode::BitFindmsb => {
            let bits = row.bits.value as u32;
            let kind = ImmKind::U20;
            w.imm(&SRC[2], Imm { kind, bits });
            Opcode::Extended as u32
        }
        op => op as u32,
    };
    debug_assert!((code as usize) < OPCODE.rows.len());
    w.set(format::OPCODE, code);
    w.set(format::OPCODE6, code >> 6);
    w.set(format::COND, d.cond as u32);
    w.set(format::SAT, d.saturate.into());
    w.set(format::TYPE01, d.ty as u32);
    w.set(format::TYPE2, d.ty as u32 >> 2);
    w.dst(d.dst);
    for (p, src) in SRC.iter().zip(d.src) {
        w.src(p, src);
    }
    match d.modes {
        Modes::Alu(modes) => w.alu(row.op.form, modes),
        Modes::Texture(sampler) => {
            w.set(format::TEX_ID, sampler.id.into());
            w.set(format::TEX_AMODE, sampler.address as u32);
            w.set(format::TEX_SWIZ, sampler.swizzle.0.into());
        }
        Modes::Memory(modes) => w.memory(modes),
        Modes::Flow { target } => w.set(format::TARGET, target.into()),
    }
    w.0
}

/// The word of an instruction. Numbers that do not fit their fields lose their
/// upper bits.
pub fn encode(d: &Decoded) -> Inst {
    shown(d) ^ d.rest
}
