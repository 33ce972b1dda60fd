//! Load/store instructions.

use super::Datapath;
use super::fields::{
    atomic, bytes, components, divisor, interpolation, needed, selector, store_mask,
};
use crate::isa::{AluOp, Form, LdstOp, LoadStore};
use crate::shader::io::Components;
use crate::shader::op::{Code, Part};
use crate::shader::unit::{
    Address, Atomically, EntryOp, ImageOp, Index, Request, Results, Texel, Unit,
};
use crate::shader::{colour, missing};
use tilescope_exec::atomic::AtomicOp;
use tilescope_exec::half::Rounding;

/// The register number that reads as zero.
const ZERO: u8 = 7;
/// The swizzle that changes nothing.
const IDENTITY: u8 = 0b11_10_01_00;

/// A signed number of nine bits.
fn nine(value: i32) -> i32 {
    value << 23 >> 23
}

/// An instruction in a datapath.
struct Instruction<'i, D> {
    d: &'i mut D,
    word: &'i LoadStore,
    op: LdstOp,
}

/// Executes a load/store instruction.
pub(in crate::shader) fn load_store<D: Datapath>(d: &mut D, word: &LoadStore) {
    if let Some(what) = missing::load_store(word) {
        return d.missing(what);
    }
    let Some(row) = word.op.row() else {
        return;
    };
    d.next_component();
    let op = row.op.op;
    Instruction { d, word, op }.execute(row.op.form);
}

impl<D: Datapath> Instruction<'_, D> {
    fn unit(&mut self, request: Request<D::Held>, results: Results) {
        self.d.unit(Unit { request, results });
    }

    /// An access that fills the destination by the swizzle.
    fn fill(&mut self, request: Request<D::Held>) {
        let results = self.results(self.word.swizzle);
        self.unit(request, results);
    }

    /// The components of the destination that are written.
    fn enabled(&self) -> impl Iterator<Item = u8> + use<D> {
        let mask = self.word.mask;
        (0..4).filter(move |i| mask >> i & 1 != 0)
    }

    /// The slots that the instruction fills, with the component that each receives.
    fn results(&mut self, swizzle: u8) -> Results {
        let mut results = [None; 4];
        for i in self.enabled() {
            let Some(slot) = self.destination(i) else {
                break;
            };
            results[usize::from(i)] = Some((self.d.target(slot), swizzle >> (2 * i) & 3));
        }
        results
    }

    /// The slot of a component of the destination, if there is one.
    fn destination(&mut self, component: u8) -> Option<u16> {
        match self.word.reg {
            register @ (0..24 | 26..=29) => self.d.written(register, component),
            _ => {
                self.d.missing("loads into r24, r25, r30 and r31");
                None
            }
        }
    }

    /// Values for the components of the destination.
    fn assign(&mut self, value: impl Fn(&mut D, u8) -> D::Value) {
        for i in self.enabled() {
            self.d.next_component();
            let value = value(self.d, i);
            if let Some(slot) = self.destination(i) {
                self.d.write(slot, value);
            }
        }
    }

    fn operand(&mut self, register: u8, word: u8) -> D::Held {
        let value = self.d.loaded(register, word);
        self.d.operand(value)
    }

    fn zero(&mut self) -> D::Held {
        self.d.operand(D::word(0))
    }

    /// Two words of a register, or one that is extended.
    fn pair(&mut self, register: u8, component: u8, wide: bool) -> [D::Held; 2] {
        let low = self.operand(register, component);
        let high = match wide {
            true => self.operand(register, component + 1),
            false => self.zero(),
        };
        [low, high]
    }

    /// Four components of a register by the swizzle.
    fn swizzled(&mut self, register: u8) -> [D::Value; 4] {
        [0, 1, 2, 3].map(|i| self.d.loaded(register, selector(self.word, i)))
    }

    fn indexed(&mut self, register: u8, component: u8, offset: i32) -> Index<D::Held> {
        Index {
            of: (register != ZERO).then(|| self.operand(register, component)),
            ..Index::fixed(offset)
        }
    }

    fn index(&mut self, offset: i32) -> Index<D::Held> {
        Index {
            shift: self.word.index_shift,
            ..self.indexed(self.word.index_reg, self.word.index_comp, offset)
        }
    }

    fn address(&mut self, indexed: bool) -> Address<D::Held> {
        let word = self.word;
        let base = self.pair(word.arg_reg, word.arg_comp, word.bitsize);
        let indexed = indexed && word.index_reg != ZERO;
        let zero = self.zero();
        let index = match (indexed, word.index_format) {
            (false, _) => [zero; 2],
            (_, 0) => {
                self.d.missing("the index format 0");
                [zero; 2]
            }
            (_, format) => self.pair(word.index_reg, word.index_comp, format == 1),
        };
        Address {
            base,
            index,
            signed: indexed && word.index_format == 3,
            shift: word.index_shift,
            offset: word.offset,
        }
    }

    fn entry(&mut self) -> EntryOp<D::Held> {
        EntryOp {
            index: self.index(self.word.offset >> 9),
            secondary: self.word.index_format & 2 != 0,
            infers: self.word.index_format & 1 != 0,
            components: components(self.op),
        }
    }

    /// The words of a register that is stored.
    fn stored(&mut self) -> [D::Held; 4] {
        if self.word.reg >= 8 {
            self.d.missing("stores of registers other than r26 and r27");
        }
        let words = self.swizzled(self.word.reg);
        words.map(|word| self.d.operand(word))
    }

    fn execute(&mut self, form: Form) {
        let word = self.word;
        match form {
            Form::Nop | Form::Trap => {}
            Form::Colour => {
                let (op, Some(format)) = (self.op, colour::format(word)) else {
                    return;
                };
                let words = self.swizzled(word.arg_reg);
                let words = words.map(|word| self.d.operand(word));
                // The swizzle is that of the source.
                let results = self.results(IDENTITY);
                self.unit(Request::Colour { op, format, words }, results);
            }
            Form::Move => self.assign(|d, i| d.loaded(word.arg_reg, selector(word, i))),
            Form::Project => self.project(),
            Form::Lea => self.lea(),
            Form::Load => {
                let address = self.address(true);
                self.fill(Request::Load(address, bytes(self.op)));
            }
            Form::Store => {
                let (address, words) = (self.address(true), self.stored());
                let bytes = bytes(self.op);
                let store = Request::Store {
                    address,
                    bytes,
                    mask: store_mask(word.mask, bytes.count),
                    words,
                };
                self.d.unit(store.into());
            }
            Form::Atomic | Form::CompareExchange => self.atomic(),
            Form::LoadUniform => {
                // Bit 0 of the offset is 1 for an immediate in Mesa's disassembler, but
                // Mesa's compiler leaves it 0, and its programs run: the number is an
                // immediate anyway.
                let buffer = word.arg_comp | word.arg_reg << 2 | u8::from(word.bitsize) << 5;
                let uniform = Request::Uniform {
                    buffer: u32::from(buffer | word.index_format << 6),
                    offset: self.index(word.offset >> 2),
                    bytes: needed(word, bytes(self.op)),
                };
                self.fill(uniform);
            }
            Form::LoadAttribute => {
                let entry = self.entry();
                let offset = nine(word.offset);
                let vertex =
                    (word.bitsize).then(|| self.indexed(word.arg_reg, word.arg_comp, offset));
                self.fill(Request::Attribute { entry, vertex });
            }
            Form::LoadVarying => self.varying(),
            Form::StoreVarying => {
                let (entry, words) = (self.entry(), self.stored());
                self.d.unit(Request::StoreVarying(entry, words).into());
            }
            Form::LeaImage | Form::LoadImage | Form::StoreImage => self.image(form),
            // Mesa, midgard_compile.c: what v4 has instead of LD_TILEBUFFER.
            Form::Special => match (word.index_reg, word.offset >> 9) {
                (ZERO, 1) => self.tile(word.index_comp, components(self.op)),
                (ZERO, 16) => self.tile(word.index_comp, Components::Raw),
                (_, offset) => {
                    let selector = self.index(offset);
                    self.fill(Request::Special(selector));
                }
            },
            Form::Tilebuffer => {
                let components = match self.op {
                    LdstOp::LdTilebuffer32f => Components::F32,
                    LdstOp::LdTilebuffer16f => Components::F16,
                    _ => Components::Raw,
                };
                self.tile(word.index_comp | word.index_reg << 2, components);
            }
        }
    }

    fn lea(&mut self) {
        let address = self.address(true);
        let [low, high] = address.index.map(D::held);
        let high = match address.signed {
            true => self.d.apply(Code::word(AluOp::Iasr), [low, D::word(31)]),
            false => high,
        };
        let by = [D::word(address.shift.into()), D::word(0)];
        let wide = |d: &mut D, op, [a, b]: [D::Value; 2], [e, f]: [D::Value; 2]| {
            [Part::Low, Part::High].map(|part| d.apply(Code::Wide(op, part), [a, b, e, f]))
        };
        let index = wide(self.d, AluOp::Ishl, [low, high], by);
        let sum = wide(self.d, AluOp::Iadd, address.base.map(D::held), index);
        let offset = [address.offset, address.offset >> 31].map(|word| D::word(word as u32));
        let sum = wide(self.d, AluOp::Iadd, sum, offset);
        let sum = sum.map(|part| D::held(self.d.hold(part)));
        let word = self.word;
        self.assign(|_, i| match selector(word, i) {
            n @ (0 | 1) => sum[usize::from(n)],
            _ => D::word(0),
        });
    }

    /// A division by a component, or the coordinates of a cube map.
    fn project(&mut self) {
        let (by, halves) = (divisor(self.op), !self.word.bitsize);
        let v = self.swizzled(self.word.arg_reg);
        let v = match halves {
            false => v,
            true => [0, 1, 2, 3].map(|n: u8| {
                let word = v[usize::from(n / 2)];
                let value = self.d.apply(Code::Half(Part::of(n)), [word]);
                D::held(self.d.hold(value))
            }),
        };
        self.assign(|d, i| projected(d, &v, by, halves, i));
    }

    fn atomic(&mut self) {
        let word = self.word;
        let (op, wide, big_endian) = atomic(self.op);
        let compares = op == AtomicOp::CompareExchange;
        let address = self.address(!compares);
        let value = self.pair(word.swizzle >> 2 & 7, word.swizzle & 3, wide);
        let compare = match compares {
            true => self.pair(word.index_reg, word.index_comp, wide),
            false => [self.zero(); 2],
        };
        // The swizzle is that of the value; the result is in the first components.
        let results = self.results(if wide { 0b0100_0100 } else { 0 });
        let atomic = Request::Atomic(Atomically {
            address,
            op,
            wide,
            big_endian,
            value,
            compare,
        });
        self.unit(atomic, results);
    }

    fn varying(&mut self) {
        let word = self.word;
        let (entry, how, first) = (self.entry(), interpolation(word), false);
        let modifier = word.offset & 7;
        if modifier == 0 {
            return self.fill(Request::Varying { entry, how, first });
        }
        let halves = entry.components == Components::F16;
        if !halves && entry.components != Components::F32 || modifier > 4 {
            return self.d.missing("modifiers of varyings that are not floats");
        }
        // The division is before the conversion to halves.
        let entry = EntryOp {
            components: Components::F32,
            ..entry
        };
        let whole = [0, 1, 2, 3].map(|i| (self.d.temporary(), i));
        self.unit(Request::Varying { entry, how, first }, whole.map(Some));
        let v = whole.map(|(slot, _)| self.d.read(slot));
        let by = (modifier < 4).then_some(modifier as usize & 3);
        self.assign(|d, i| projected(d, &v, by, halves, selector(word, i)));
    }

    fn image(&mut self, form: Form) {
        let word = self.word;
        let entry = self.entry();
        let mut at = [self.zero(); 4];
        for i in 0..1 + u8::from(word.bitsize) {
            let packed = self.d.loaded(word.arg_reg, word.arg_comp + i);
            for half in 0..2 {
                let value = self.d.apply(Code::field(16, half, false), [packed]);
                at[usize::from(2 * i + half)] = self.d.hold(value);
            }
        }
        let (op, results) = match form {
            Form::StoreImage => (ImageOp::Store(self.stored()), [None; 4]),
            Form::LeaImage => (ImageOp::Address, self.results(word.swizzle)),
            _ => (ImageOp::Load, self.results(word.swizzle)),
        };
        self.unit(Request::Image(Texel { entry, op, at }), results);
    }

    fn tile(&mut self, target: u8, components: Components) {
        let word = self.word;
        let sample = match word.offset & 1 {
            1 => self.indexed(word.arg_reg, word.arg_comp, 0),
            _ => Index::fixed(i32::from(word.arg_comp | word.arg_reg << 2)),
        };
        let tile = Request::Tile {
            target,
            sample,
            components,
        };
        self.fill(tile);
    }
}

/// A word of a projection of floats: a quotient, two as halves, or a word of the
/// coordinates of a cube map.
fn projected<D: Datapath>(
    d: &mut D,
    v: &[D::Value; 4],
    by: Option<usize>,
    halves: bool,
    i: u8,
) -> D::Value {
    let n = usize::from(i & 3);
    let mut quotient = |n: usize, by: usize| d.apply(Code::Div, [v[n], v[by]]);
    match by {
        Some(by) if !halves => quotient(n, by),
        Some(by) if n < 2 => {
            let put = |part| Code::PutHalf(part, Rounding::NearestEven);
            let both = [2 * n, 2 * n + 1].map(|n| quotient(n, by));
            let low = d.apply(put(Part::Low), [both[0], D::word(0)]);
            d.apply(put(Part::High), [both[1], low])
        }
        None if n == 0 => d.apply(Code::Cube(Part::Low), [v[0], v[1], v[2]]),
        None if n == 1 => d.apply(Code::Cube(Part::High), [v[0], v[1], v[2]]),
        None if !halves => v[n],
        _ => D::word(0),
    }
}
