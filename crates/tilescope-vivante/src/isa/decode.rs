//! The decoder of instructions.

use super::decoded::{AluModes, Decoded, MemoryModes, Modes};
use super::encode::shown;
use super::format::{self, Place, SRC, SrcPlaces};
use super::modes::{
    ADDR_MODE, COND, Cond, ImmKind, REG_GROUP, ROUNDING, RegGroup, THREAD, TYPE, Type,
};
use super::op::Form;
use super::operand::{Comps, Dst, File, Imm, Reg, Sampler, Src, Swizzle};
use super::ops::{EXTENDED, OPCODE, Opcode};
use super::word::Inst;
use tilescope_tables::Slot;

/// The first uniform of [`RegGroup::Uniform1`].
pub(super) const UNIFORM1: u16 = 128;

struct Reader {
    inst: Inst,
    reserved: Option<Place>,
}

impl Reader {
    fn flag(&self, place: Place) -> bool {
        place.get(self.inst) != 0
    }

    /// The value of a field. Reserved values are recorded and decode as 0.
    fn value<O: Copy>(&mut self, slot: &Slot<O>, bits: u32, place: Place) -> O {
        match slot.decode(u64::from(bits)) {
            Some(row) => row.op,
            None => {
                self.reserved.get_or_insert(place);
                slot.rows[0].op
            }
        }
    }

    fn field<O: Copy>(&mut self, slot: &Slot<O>, place: Place) -> O {
        self.value(slot, place.get(self.inst), place)
    }

    fn dst(&mut self, form: Form) -> Dst {
        let reg = format::DST_REG.get(self.inst) as u8;
        let comps = Comps(format::DST_COMPS.get(self.inst) as u8);
        match form {
            Form::AddressMove => Dst::Address { reg, comps },
            Form::MemoryStore => Dst::Memory { comps },
            Form::Flow => Dst::Void,
            Form::Alu | Form::Plain | Form::Texture | Form::Memory => {
                if !self.flag(format::DST_USE) {
                    return Dst::Void;
                }
                Dst::Temp {
                    reg,
                    address: self.field(&ADDR_MODE, format::DST_AMODE),
                    comps,
                }
            }
        }
    }

    fn src(&mut self, p: &SrcPlaces) -> Src {
        if !self.flag(p.used) {
            return Src::Void;
        }
        let inst = self.inst;
        let index = p.reg.get(inst) as u16;
        let (file, index) = match self.field(&REG_GROUP, p.rgroup) {
            RegGroup::Temp => (File::Temp, index),
            RegGroup::Internal => (File::Internal, index),
            RegGroup::Uniform0 => (File::Uniform, index),
            RegGroup::Uniform1 => (File::Uniform, index + UNIFORM1),
            RegGroup::TempFull => (File::TempFull, index),
            RegGroup::Immediate => return Src::Imm(immediate(inst, p)),
        };
        Src::Reg(Reg {
            file,
            index,
            address: self.field(&ADDR_MODE, p.amode),
            swizzle: Swizzle(p.swiz.get(inst) as u8),
            negate: self.flag(p.neg),
            absolute: self.flag(p.abs),
        })
    }

    fn modes(&mut self, form: Form) -> Modes {
        let inst = self.inst;
        match form {
            Form::Alu | Form::Plain | Form::AddressMove => {
                let thread = format::SEL1.get(inst) << 1 | format::SEL0.get(inst);
                Modes::Alu(AluModes {
                    rounding: self.field(&ROUNDING, format::RMODE),
                    pack: form == Form::Plain || !self.flag(format::PMODE),
                    thread: self.value(&THREAD, thread, format::SEL1),
                    full: self.flag(format::DST_FULL),
                    skip_helpers: self.flag(format::SKPHP),
                })
            }
            Form::Texture => Modes::Texture(Sampler {
                id: format::TEX_ID.get(inst) as u8,
                address: self.field(&ADDR_MODE, format::TEX_AMODE),
                swizzle: Swizzle(format::TEX_SWIZ.get(inst) as u8),
            }),
            Form::Memory | Form::MemoryStore => Modes::Memory(MemoryModes {
                shift: format::LEFT_SHIFT.get(inst) as u8,
                local: self.flag(format::LOCAL),
                denorm: self.flag(format::DENORM),
                pack: !self.flag(format::PMODE),
                skip_helpers: self.flag(format::SKPHP),
            }),
            Form::Flow => Modes::Flow {
                target: format::TARGET.get(inst) as u16,
            },
        }
    }
}

/// The 20 bits of an immediate are spread over the fields of a register.
fn immediate(inst: Inst, p: &SrcPlaces) -> Imm {
    let amode = p.amode.get(inst);
    let kind = match amode >> 1 {
        0 => ImmKind::F20,
        1 => ImmKind::S20,
        2 => ImmKind::U20,
        _ => ImmKind::F16,
    };
    let bits = (amode & 1) << 19
        | p.abs.get(inst) << 18
        | p.neg.get(inst) << 17
        | p.swiz.get(inst) << 9
        | p.reg.get(inst);
    Imm { kind, bits }
}

/// The operation selected by the immediate of an extended instruction.
fn extended(src2: Src) -> Option<Opcode> {
    match src2 {
        Src::Imm(Imm {
            kind: ImmKind::U20,
            bits,
        }) if bits >> EXTENDED.width == 0 => Some(EXTENDED.decode(u64::from(bits))?.op.code),
        _ => None,
    }
}

/// Decodes an instruction. Every word decodes, without loss of information.
///
/// ```
/// use tilescope_vivante::isa::{Cond, Inst, Opcode, decode};
/// let d = decode(Inst([0x0783108f, 0x39002800, 0x05c800c0, 0x00390028]));
/// assert_eq!((d.op, d.cond), (Opcode::Select, Cond::Lt));
/// ```
pub fn decode(inst: Inst) -> Decoded {
    let mut r = Reader {
        inst,
        reserved: None,
    };
    let code = format::OPCODE6.get(inst) << 6 | format::OPCODE.get(inst);
    let row = OPCODE.rows[code as usize];
    let (op, form) = (row.op.code, row.op.form);
    let cond: Cond = r.field(&COND, format::COND);
    let ty = format::TYPE2.get(inst) << 2 | format::TYPE01.get(inst);
    let ty: Type = r.value(&TYPE, ty, format::TYPE01);
    let dst = r.dst(form);
    let src = match form {
        Form::Flow => [r.src(&SRC[0]), r.src(&SRC[1]), Src::Void],
        _ => [r.src(&SRC[0]), r.src(&SRC[1]), r.src(&SRC[2])],
    };
    let mut decoded = Decoded {
        op,
        cond,
        saturate: r.flag(format::SAT),
        ty,
        dst,
        src,
        modes: r.modes(form),
        rest: Inst::default(),
        reserved: r.reserved,
    };
    if op == Opcode::Extended
        && let Some(op) = extended(decoded.src[2])
    {
        decoded.op = op;
        decoded.src[2] = Src::Void;
    }
    decoded.rest = shown(&decoded) ^ inst;
    decoded
}
