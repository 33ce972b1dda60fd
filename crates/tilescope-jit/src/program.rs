//! Native code for programs of `tilescope-shader`.

use crate::builder::{Builder, Value16};
use crate::function::{Batches, CompileError, Compiler, Functions};
use std::collections::BTreeMap;
use tilescope_exec::{Exec, Lanes16};
use tilescope_shader::{Isa, Native, NativeCode, Op, Program, Slot, Stretch};

/// The largest number of instructions of a function, of the code generator's own: its
/// time grows faster than they do. The rest of a stretch is a function of its own.
const FUNCTION: usize = 8_000;

/// The largest number of instructions of a program, about a megabyte of code.
const PROGRAM: usize = 160_000;

/// Native code for the stretches of a program.
#[derive(Debug)]
pub struct Stretches {
    functions: Functions,
    /// By block and operation: the number of the function, and of its operations.
    starts: BTreeMap<(u32, u32), (usize, u32)>,
    batches: usize,
    operations: usize,
}

/// Compiles the stretches of `p` for groups of `batches`: each for all batches that run
/// in one call. Of a program that is too large the last stretches stay without code.
///
/// # Errors
/// If the code generator does not support the host, or refuses a stretch.
pub fn compile_program<I: Isa>(p: &Program<I>, batches: usize) -> Result<Stretches, CompileError> {
    let mut compiler = Compiler::new(batches)?;
    let mut starts = BTreeMap::new();
    let (mut instructions, mut operations) = (0, 0);
    'program: for (block, first, ops) in p.stretches() {
        let mut done = 0;
        while done < ops.len() {
            if instructions >= PROGRAM {
                break 'program;
            }
            let mut count = 0;
            compiler.add(|b| {
                count = emit::<I>(b, p.quirks(), &ops[done..]);
                instructions += b.instructions();
            })?;
            let number = starts.len();
            starts.insert((block, first + done as u32), (number, count as u32));
            operations += count;
            done += count.max(1);
        }
    }
    Ok(Stretches {
        functions: compiler.finish()?,
        starts,
        batches,
        operations,
    })
}

/// Emits operations up to the largest size of a function, and returns their number.
fn emit<I: Isa>(b: &mut Builder<'_, '_>, q: &I::Quirks, ops: &[Op<I::Value>]) -> usize {
    let mut slots = Slots::default();
    let mut count = 0;
    for op in ops {
        let Op::Value { v, d, s } = *op else {
            break;
        };
        if count > 0 && b.instructions() >= FUNCTION {
            break;
        }
        let read = usize::from(I::shape(v).operands);
        let mut operands = [b.splat(0); 4];
        for (operand, slot) in operands.iter_mut().zip(s).take(read) {
            *operand = slots.read(b, number::<I>(slot));
        }
        let value = I::value(b, q, v, operands);
        slots.write(number::<I>(d), value);
        count += 1;
    }
    slots.store(b);
    count
}

/// A slot as the group numbers it.
fn number<I: Isa>(slot: Slot) -> Slot {
    slot & (I::SLOTS - 1) as Slot
}

/// Slots whose value is in registers of the host.
#[derive(Default)]
struct Slots {
    known: BTreeMap<Slot, (Value16, Place)>,
}

/// The place of a slot's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Also in memory.
    Memory,
    /// Only in registers.
    Registers,
}

impl Slots {
    fn read(&mut self, b: &mut Builder<'_, '_>, slot: Slot) -> Value16 {
        let load = || (b.load(slot), Place::Memory);
        self.known.entry(slot).or_insert_with(load).0
    }

    fn write(&mut self, slot: Slot, value: Value16) {
        self.known.insert(slot, (value, Place::Registers));
    }

    /// Stores every slot that was written.
    fn store(self, b: &mut Builder<'_, '_>) {
        for (slot, (value, place)) in self.known {
            if place == Place::Registers {
                b.store(slot, value);
            }
        }
    }
}

impl Stretches {
    /// Number of operations that have native code.
    pub fn operations(&self) -> usize {
        self.operations
    }
}

impl Native for Stretches {
    fn stretch(&self, block: u32, op: u32, batches: usize) -> Option<Stretch<'_>> {
        let &(number, ops) = self.starts.get(&(block, op))?;
        let code = self.functions.get(number)?;
        (ops > 0 && batches == self.batches).then_some(Stretch { ops, code })
    }
}

impl NativeCode for Batches {
    fn call(&self, registers: &mut [Lanes16], batches: &[u8], count: usize) {
        Batches::call(self, registers, batches, count);
    }
}
