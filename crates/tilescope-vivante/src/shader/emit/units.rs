//! Derivatives, texture reads and memory.

use super::{Instruction, address_slot};
use crate::isa::{Dst, Modes, Src, Swizzle};
use crate::shader::meaning::{Arg, Axis, Level, Number};
use crate::shader::op::{Code, Expr, MemoryOp, Result4, TextureOp, Unit};
use tilescope_shader::Slot;

impl Instruction<'_, '_, '_> {
    pub(super) fn derivative(&mut self, axis: Axis) {
        self.b.refresh();
        let targets = self.targets();
        let code = match axis {
            Axis::X => Code::DerivativeX,
            Axis::Y => Code::DerivativeY,
        };
        let mut results = Vec::new();
        for &(c, slot) in &targets {
            let a = self.slot(Arg::Src(0), c, Number::Float);
            results.push((Expr::unary(code, a), slot));
        }
        self.in_safe_order(results);
        self.deliver(&targets);
    }

    fn four(&mut self, n: u8) -> [u16; 4] {
        [0, 1, 2, 3].map(|c| self.slot(Arg::Src(n), c, Number::Float))
    }

    pub(super) fn texture(&mut self, level: Level) {
        let Modes::Texture(sampler) = self.d.modes else {
            return;
        };
        if matches!(level, Level::Implicit | Level::Bias) {
            self.b.refresh();
        }
        let at = self.four(0);
        let there = |s: &Src| *s != Src::Void;
        let [_, one, two] = self.d.src.map(|s| there(&s));
        let mut extra = [at, at];
        let mut reference = None;
        match level {
            Level::Gradients => extra = [self.four(1), self.four(2)],
            Level::Bias | Level::Explicit if one => {
                extra[0][0] = self.slot(Arg::Src(1), 0, Number::Float);
            }
            Level::Bias | Level::Explicit => extra[0][0] = at[3],
            Level::Implicit => {}
        }
        if two && level != Level::Gradients {
            reference = Some(self.slot(Arg::Src(2), 0, Number::Float));
        }
        let targets = self.targets();
        let mut results: Result4 = [None; 4];
        for (result, &(c, slot)) in results.iter_mut().zip(&targets) {
            *result = Some((slot, component_of(sampler.swizzle, c)));
        }
        self.unit(Unit::Texture(TextureOp {
            sampler: sampler.id,
            address: address_slot(sampler.address),
            level,
            at,
            extra,
            reference,
            results,
        }));
        self.deliver(&targets);
    }

    fn memory(&mut self, unit: fn(MemoryOp) -> Unit, words: [Option<Slot>; 4]) {
        let Modes::Memory(modes) = self.d.modes else {
            return;
        };
        let base = self.slot(Arg::Src(0), 0, Number::Integer);
        let offset = self.slot(Arg::Src(1), 0, Number::Integer);
        self.unit(unit(MemoryOp {
            base,
            offset,
            shift: modes.shift,
            words,
        }));
    }

    /// Assigns words in the order of their addresses to the enabled components in
    /// order.
    pub(super) fn load(&mut self) {
        let targets = self.targets();
        let mut words = [None; 4];
        for (word, &(_, slot)) in words.iter_mut().zip(&targets) {
            *word = Some(slot);
        }
        self.memory(Unit::Load, words);
        self.deliver(&targets);
    }

    pub(super) fn store(&mut self) {
        let Dst::Memory { comps } = self.d.dst else {
            return;
        };
        let mut words = [None; 4];
        for (c, word) in words.iter_mut().enumerate() {
            if comps.0 >> c & 1 != 0 {
                *word = Some(self.slot(Arg::Src(2), c, Number::Integer));
            }
        }
        self.memory(Unit::Store, words);
    }
}

fn component_of(swizzle: Swizzle, c: usize) -> u8 {
    swizzle.component(c) as u8
}
