//! Load/store instructions.

use super::{Lowering, Operand};
use crate::isa::{AluOp, Form, LdstOp, LoadStore};
use crate::shader::io::{AtomicOp, Components, Interpolation};
use crate::shader::op::{Address, Code, EntryOp, ImageOp, Index, Part, Results, Unit, Width};
use crate::shader::{colour, missing};
use tilescope_exec::half::Rounding;
use tilescope_shader::Slot;

/// The register number that reads as zero.
const ZERO: u8 = 7;

/// The bytes of a memory operation: how many, whether they are extended with sign, and
/// the size of the groups that are reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shader) struct Bytes {
    pub count: u8,
    pub signed: bool,
    pub reversed: u8,
}

/// The bytes of a load, store or load from a uniform buffer. The low five bits of the
/// operation are the same in all three.
pub(in crate::shader) fn bytes(op: LdstOp) -> Bytes {
    let (count, signed, reversed) = match op as u8 & 0x1f {
        0x00 => (1, false, 1),
        0x01 => (1, true, 1),
        0x04 => (2, false, 1),
        0x05 => (2, true, 1),
        0x06 => (2, false, 2),
        0x07 => (2, true, 2),
        0x08 => (4, false, 1),
        0x09 => (4, false, 2),
        0x0a => (4, false, 4),
        0x0c => (8, false, 1),
        0x0d => (8, false, 2),
        0x0e => (8, false, 4),
        0x0f => (8, false, 8),
        0x10 => (16, false, 1),
        0x11 => (16, false, 2),
        0x12 => (16, false, 4),
        _ => (16, false, 8),
    };
    Bytes {
        count,
        signed,
        reversed,
    }
}

/// The type of the components: the low two bits of most operations.
pub(in crate::shader) fn components(op: LdstOp) -> Components {
    match op as u8 & 3 {
        0 => Components::F32,
        1 => Components::F16,
        2 => Components::U32,
        _ => Components::S32,
    }
}

/// The operation of an atomic, whether it has 64 bits, and whether it is big-endian.
pub(in crate::shader) fn atomic(op: LdstOp) -> (AtomicOp, bool, bool) {
    const OPS: [AtomicOp; 10] = [
        AtomicOp::Add,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::MinSigned,
        AtomicOp::MinUnsigned,
        AtomicOp::MaxSigned,
        AtomicOp::MaxUnsigned,
        AtomicOp::Exchange,
        AtomicOp::CompareExchange,
    ];
    let code = op as u8;
    let n = usize::from(code.wrapping_sub(0x40) / 4).min(OPS.len() - 1);
    (OPS[n], code & 1 != 0, code & 2 != 0)
}

/// The bytes of a store that a mask of four bits enables.
pub(in crate::shader) fn store_mask(mask: u8, bytes: u8) -> u16 {
    let each = (bytes / 4).max(1);
    let all = u16::MAX >> (16 - u32::from(bytes.clamp(1, 16)));
    let group = (1u16 << each) - 1;
    let enabled = (0..4u16).filter(|i| mask >> i & 1 != 0);
    enabled.map(|i| group << (i * u16::from(each))).sum::<u16>() & all
}

/// The interpolation that a varying's instruction states.
pub(in crate::shader) fn interpolation(word: &LoadStore) -> Interpolation {
    let bit = |n: i32| word.offset >> n & 1 != 0;
    Interpolation {
        flat: bit(3),
        perspective: bit(4),
        centroid: bit(5),
        sample: bit(6),
    }
}

/// The bytes of a load from a uniform buffer that its results are made of: up to the last component that the swizzle selects. Mesa loads 16 bytes for a vector of three that ends
/// less than 16 bytes before the end of the buffer.
pub(in crate::shader) fn needed(word: &LoadStore, bytes: &Bytes) -> u8 {
    let selected = (0..4).filter(|&i| word.mask >> i & 1 == 1);
    let last = selected.map(|i| selector(word, i)).max().unwrap_or(0);
    let whole = if bytes.reversed == 8 { last | 1 } else { last };
    bytes.count.min(4 * (whole + 1))
}

fn selector(word: &LoadStore, i: u8) -> u8 {
    word.swizzle >> (2 * (i & 3)) & 3
}

/// A signed number of nine bits.
fn nine(value: i32) -> i32 {
    value << 23 >> 23
}

impl Lowering<'_, '_, '_> {
    pub(super) fn load_store(&mut self, words: &[LoadStore; 2]) {
        let mut later: Vec<(Slot, Slot)> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            if let Some(what) = missing::load_store(word) {
                self.missing(what);
                continue;
            }
            let Some(row) = word.op.row() else {
                continue;
            };
            let deferred = (i == 0).then_some(&mut later);
            self.next_component();
            self.one(word, row.op.op, row.op.form, deferred);
        }
        for (from, to) in later {
            self.write(to, Operand::Slot(from));
        }
        self.flush();
    }

    /// The slots that the instruction fills, with the component that each receives. Both
    /// instructions of a bundle read registers before either writes them: what the
    /// second could read is written later.
    fn results(&mut self, word: &LoadStore, later: Option<&mut Vec<(Slot, Slot)>>) -> Results {
        let mut results = [None; 4];
        let mut moves = Vec::new();
        for i in 0..4 {
            if word.mask >> i & 1 == 0 {
                continue;
            }
            let Some(slot) = self.ldst_write(word.reg, i) else {
                break;
            };
            let shared = crate::shader::slots::Register::LoadStore(0).slot(0);
            let read = later.is_some() && (shared..shared + 8).contains(&slot);
            let to = match read {
                true => {
                    let to = self.b_scratch();
                    moves.push((to, slot));
                    to
                }
                false => slot,
            };
            results[usize::from(i)] = Some((to, selector(word, i)));
        }
        if let Some(later) = later {
            later.append(&mut moves);
        }
        results
    }

    /// Values for the components of the destination, written when both instructions have
    /// read their registers.
    fn assign(&mut self, word: &LoadStore, value: impl Fn(&mut Self, u8) -> Operand) {
        for i in 0..4 {
            if word.mask >> i & 1 == 0 {
                continue;
            }
            self.next_component();
            let value = value(self, i);
            if let Some(slot) = self.ldst_write(word.reg, i) {
                self.write(slot, value);
            }
        }
    }

    fn operand_slot(&mut self, register: u8, word: u8) -> Slot {
        let operand = self.ldst_read(register, word);
        self.slot(operand)
    }

    fn index(&mut self, register: u8, component: u8, shift: u8, offset: i32) -> Index {
        let slot = (register != ZERO).then(|| self.operand_slot(register, component));
        Index {
            slot,
            shift,
            offset,
        }
    }

    fn address(&mut self, word: &LoadStore, indexed: bool) -> Address {
        let zero = self.slot(Operand::Word(0));
        let base = match word.bitsize {
            true => [
                self.operand_slot(word.arg_reg, word.arg_comp),
                self.operand_slot(word.arg_reg, (word.arg_comp + 1) & 3),
            ],
            false => [self.operand_slot(word.arg_reg, word.arg_comp), zero],
        };
        let mut address = Address {
            base,
            index: [zero; 2],
            signed: false,
            shift: word.index_shift,
            offset: word.offset,
        };
        if indexed && word.index_reg != ZERO {
            let low = self.operand_slot(word.index_reg, word.index_comp);
            match word.index_format {
                1 => {
                    let high = self.operand_slot(word.index_reg, (word.index_comp + 1) & 3);
                    address.index = [low, high];
                }
                3 => {
                    address.index = [low, zero];
                    address.signed = true;
                }
                2 => address.index = [low, zero],
                _ => self.missing("the index format 0"),
            }
        }
        address
    }

    fn entry(&mut self, word: &LoadStore, op: LdstOp) -> EntryOp {
        let offset = word.offset >> 9;
        EntryOp {
            index: self.index(word.index_reg, word.index_comp, word.index_shift, offset),
            secondary: word.index_format & 2 != 0,
            infers: word.index_format & 1 != 0,
            components: components(op),
        }
    }

    /// The words of a register that is stored.
    fn stored(&mut self, word: &LoadStore) -> [Slot; 4] {
        if word.reg >= 8 {
            self.missing("stores of registers other than r26 and r27");
        }
        [0, 1, 2, 3].map(|i| self.operand_slot(word.reg, selector(word, i)))
    }

    fn one(
        &mut self,
        word: &LoadStore,
        op: LdstOp,
        form: Form,
        later: Option<&mut Vec<(Slot, Slot)>>,
    ) {
        match form {
            Form::Nop | Form::Trap => {}
            Form::Colour => {
                let Some(format) = colour::format(word) else {
                    return;
                };
                let words =
                    [0, 1, 2, 3].map(|i| self.operand_slot(word.arg_reg, selector(word, i)));
                // The swizzle is that of the source.
                let plain = LoadStore {
                    swizzle: 0b11_10_01_00,
                    ..*word
                };
                let results = self.results(&plain, later);
                self.unit(Unit::Colour {
                    op,
                    format,
                    words,
                    results,
                });
            }
            Form::Move => self.assign(word, |this, i| {
                this.ldst_read(word.arg_reg, selector(word, i))
            }),
            Form::Project => self.project(word, op),
            Form::Lea => {
                let address = self.address(word, true);
                self.lea(word, &address);
            }
            Form::Load => {
                let (address, b) = (self.address(word, true), bytes(op));
                let results = self.results(word, later);
                self.unit(Unit::Load {
                    address,
                    bytes: b.count,
                    signed: b.signed,
                    reversed: b.reversed,
                    results,
                });
            }
            Form::Store => {
                let (address, b) = (self.address(word, true), bytes(op));
                let words = self.stored(word);
                self.unit(Unit::Store {
                    address,
                    bytes: store_mask(word.mask, b.count),
                    size: b.count,
                    reversed: b.reversed,
                    words,
                });
            }
            Form::Atomic | Form::CompareExchange => self.atomic(word, op, later),
            Form::LoadUniform => self.uniform(word, op, later),
            Form::LoadAttribute => {
                let entry = self.entry(word, op);
                let offset = nine(word.offset);
                let vertex = word
                    .bitsize
                    .then(|| self.index(word.arg_reg, word.arg_comp, 0, offset));
                let results = self.results(word, later);
                self.unit(Unit::Attribute {
                    entry,
                    vertex,
                    results,
                });
            }
            Form::LoadVarying => self.varying(word, op, later),
            Form::StoreVarying => {
                let (entry, words) = (self.entry(word, op), self.stored(word));
                self.unit(Unit::StoreVarying { entry, words });
            }
            Form::LeaImage | Form::LoadImage | Form::StoreImage => {
                self.image(word, op, form, later);
            }
            Form::Special => self.special(word, op, later),
            Form::Tilebuffer => {
                let components = match op {
                    LdstOp::LdTilebuffer32f => Components::F32,
                    LdstOp::LdTilebuffer16f => Components::F16,
                    _ => Components::Raw,
                };
                self.tile(
                    word,
                    word.index_comp | word.index_reg << 2,
                    components,
                    later,
                );
            }
        }
    }

    fn lea(&mut self, word: &LoadStore, address: &Address) {
        let [low, high] = address.index.map(Operand::Slot);
        let high = match address.signed {
            true => self.apply(Code::Alu(AluOp::Iasr, Width::W32), [low, Operand::Word(31)]),
            false => high,
        };
        let by = [Operand::Word(address.shift.into()), Operand::Word(0)];
        let wide = |this: &mut Self, op, [a, b]: [Operand; 2], [c, d]: [Operand; 2]| {
            [Part::Low, Part::High].map(|part| this.apply(Code::Wide(op, part), [a, b, c, d]))
        };
        let index = wide(self, AluOp::Ishl, [low, high], by);
        let sum = wide(self, AluOp::Iadd, address.base.map(Operand::Slot), index);
        let offset = [address.offset as u32, (address.offset >> 31) as u32].map(Operand::Word);
        let sum = wide(self, AluOp::Iadd, sum, offset);
        let sum = sum.map(|part| Operand::Slot(self.kept(part)));
        self.assign(word, |_, i| match selector(word, i) {
            n @ (0 | 1) => sum[usize::from(n)],
            _ => Operand::Word(0),
        });
    }

    /// A division by a component, or the coordinates of a cube map.
    fn project(&mut self, word: &LoadStore, op: LdstOp) {
        let v = [0, 1, 2, 3].map(|i| self.ldst_read(word.arg_reg, selector(word, i)));
        let v = match word.bitsize {
            true => v,
            false => {
                let half = |part, from| (Code::Half(part), from);
                let [low, high, ..] = v;
                [
                    half(Part::Low, low),
                    half(Part::High, low),
                    half(Part::Low, high),
                    half(Part::High, high),
                ]
                .map(|(code, from)| {
                    let value = self.apply(code, [from]);
                    Operand::Slot(self.kept(value))
                })
            }
        };
        self.assign(word, |this, i| {
            this.projected(&v, divisor(op), !word.bitsize, i)
        });
    }

    /// A word of a projection of floats: a quotient, two as halves, or a word of the
    /// coordinates of a cube map.
    fn projected(&mut self, v: &[Operand; 4], by: Option<usize>, halves: bool, i: u8) -> Operand {
        let n = usize::from(i & 3);
        let mut quotient = |n: usize, by: usize| self.apply(Code::Div, [v[n], v[by]]);
        match by {
            Some(by) if !halves => quotient(n, by),
            Some(by) if n < 2 => {
                let put = |part| Code::PutHalf(part, Rounding::NearestEven);
                let both = [2 * n, 2 * n + 1].map(|n| quotient(n, by));
                let low = self.apply(put(Part::Low), [both[0], Operand::Word(0)]);
                self.apply(put(Part::High), [both[1], low])
            }
            None if n == 0 => self.apply(Code::Cube(Part::Low), [v[0], v[1], v[2]]),
            None if n == 1 => self.apply(Code::Cube(Part::High), [v[0], v[1], v[2]]),
            None if !halves => v[n],
            _ => Operand::Word(0),
        }
    }

    fn atomic(&mut self, word: &LoadStore, op: LdstOp, later: Option<&mut Vec<(Slot, Slot)>>) {
        let (op, wide, big_endian) = atomic(op);
        let compares = op == AtomicOp::CompareExchange;
        let address = self.address(word, !compares);
        let zero = self.slot(Operand::Word(0));
        let pair = |this: &mut Self, register: u8, component: u8| {
            let low = this.operand_slot(register, component);
            match wide {
                true => [low, this.operand_slot(register, (component + 1) & 3)],
                false => [low, zero],
            }
        };
        let value = pair(self, word.swizzle >> 2 & 7, word.swizzle & 3);
        let compare = match compares {
            true => pair(self, word.index_reg, word.index_comp),
            false => [zero; 2],
        };
        // The swizzle is that of the value; the result is in the first components.
        let plain = LoadStore {
            swizzle: if wide { 0b0100_0100 } else { 0 },
            ..*word
        };
        let results = self.results(&plain, later);
        self.unit(Unit::Atomic {
            address,
            op,
            wide,
            big_endian,
            value,
            compare,
            results,
        });
    }

    fn uniform(&mut self, word: &LoadStore, op: LdstOp, later: Option<&mut Vec<(Slot, Slot)>>) {
        let b = bytes(op);
        // Bit 0 of the offset is 1 for an immediate in Mesa's disassembler, but Mesa's
        // compiler leaves it 0, and its programs run: the number is an immediate anyway.
        let buffer = Index {
            slot: None,
            shift: 0,
            offset: i32::from(word.arg_comp)
                | i32::from(word.arg_reg) << 2
                | i32::from(word.bitsize) << 5
                | i32::from(word.index_format) << 6,
        };
        let offset = word.offset >> 2;
        let offset = self.index(word.index_reg, word.index_comp, word.index_shift, offset);
        let results = self.results(word, later);
        self.unit(Unit::Uniform {
            buffer,
            offset,
            bytes: needed(word, &b),
            signed: b.signed,
            reversed: b.reversed,
            results,
        });
    }

    fn varying(&mut self, word: &LoadStore, op: LdstOp, later: Option<&mut Vec<(Slot, Slot)>>) {
        let entry = self.entry(word, op);
        let how = interpolation(word);
        let modifier = word.offset & 7;
        if modifier == 0 {
            let results = self.results(word, later);
            self.unit(Unit::Varying {
                entry,
                how,
                results,
                first: false,
            });
            return;
        }
        let halves = entry.components == Components::F16;
        if !halves && entry.components != Components::F32 || modifier > 4 {
            self.missing("modifiers of varyings that are not floats");
            return;
        }
        // The division is before the conversion to halves.
        let entry = EntryOp {
            components: Components::F32,
            ..entry
        };
        let whole = [0u8, 1, 2, 3].map(|i| Some((self.b_scratch(), i)));
        self.unit(Unit::Varying {
            entry,
            how,
            results: whole,
            first: false,
        });
        let v = whole.map(|one| Operand::Slot(one.map_or(0, |(slot, _)| slot)));
        let by = (modifier < 4).then_some(modifier as usize & 3);
        self.assign(word, |this, i| {
            this.projected(&v, by, halves, selector(word, i))
        });
    }

    fn image(
        &mut self,
        word: &LoadStore,
        op: LdstOp,
        form: Form,
        later: Option<&mut Vec<(Slot, Slot)>>,
    ) {
        let entry = self.entry(word, op);
        let words = if word.bitsize { 2 } else { 1 };
        let zero = self.slot(Operand::Word(0));
        let mut at = [zero; 4];
        for i in 0..words {
            let packed = self.ldst_read(word.arg_reg, (word.arg_comp + i) & 3);
            for half in 0..2 {
                let field = Code::Field {
                    shift: 16 * half,
                    bits: 16,
                    signed: false,
                };
                let value = self.apply(field, [packed]);
                at[usize::from(2 * i + half)] = self.kept(value);
            }
        }
        let (image, words, results) = match form {
            Form::StoreImage => (ImageOp::Store, self.stored(word), [None; 4]),
            Form::LeaImage => (ImageOp::Address, [zero; 4], self.results(word, later)),
            _ => (ImageOp::Load, [zero; 4], self.results(word, later)),
        };
        self.unit(Unit::Image {
            entry,
            op: image,
            at,
            words,
            results,
        });
    }

    fn special(&mut self, word: &LoadStore, op: LdstOp, later: Option<&mut Vec<(Slot, Slot)>>) {
        let offset = word.offset >> 9;
        // Mesa, midgard_compile.c: what v4 has instead of LD_TILEBUFFER.
        match (word.index_reg, offset) {
            (ZERO, 1) => return self.tile(word, word.index_comp, components(op), later),
            (ZERO, 16) => return self.tile(word, word.index_comp, Components::Raw, later),
            _ => {}
        }
        let selector = self.index(word.index_reg, word.index_comp, word.index_shift, offset);
        let results = self.results(word, later);
        self.unit(Unit::Special { selector, results });
    }

    fn tile(
        &mut self,
        word: &LoadStore,
        target: u8,
        components: Components,
        later: Option<&mut Vec<(Slot, Slot)>>,
    ) {
        let sample = match word.offset & 1 {
            1 => self.index(word.arg_reg, word.arg_comp, 0, 0),
            _ => Index {
                slot: None,
                shift: 0,
                offset: i32::from(word.arg_comp | word.arg_reg << 2),
            },
        };
        let results = self.results(word, later);
        self.unit(Unit::Tile {
            target,
            sample,
            components,
            results,
        });
    }
}

/// The component by which a projection divides; `None` for cube maps.
pub(in crate::shader) fn divisor(op: LdstOp) -> Option<usize> {
    match op {
        LdstOp::LdstPerspectiveDivY => Some(1),
        LdstOp::LdstPerspectiveDivZ => Some(2),
        LdstOp::LdstPerspectiveDivW => Some(3),
        _ => None,
    }
}
