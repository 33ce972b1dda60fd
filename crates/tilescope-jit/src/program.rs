//! Native code for programs of `tilescope-shader`.

use crate::builder::{Builder, Value};
use crate::function::{Batches, CompileError, Compiler};
use crate::target::Target;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilescope_exec::{Exec, Lanes16};
use tilescope_shader::{Isa, Native, Op, Program, Slot, Stretch};

/// The largest number of operations of a function: what it spills is on the stack. The
/// rest of a stretch is a function of its own.
const FUNCTION: usize = 4_000;

/// The largest number of operations of a program, about a megabyte of code.
const PROGRAM: usize = 100_000;

/// Native code for the stretches of a program.
#[derive(Debug)]
pub struct Stretches {
    /// One for each stretch.
    functions: Vec<Batches>,
    stretches: Vec<Stretch>,
    batches: usize,
}

/// Compiles the stretches of `p` for groups of `batches`: each for all batches that run
/// in one call. Of a program that is too large the last stretches stay without code.
///
/// # Errors
/// If the host lacks `target`.
pub fn compile_program<I: Isa>(
    p: &Program<I>,
    batches: usize,
    target: Target,
) -> Result<Stretches, CompileError> {
    compile_stretches(p, batches, target, |_| true)
}

/// Compiles `p` if there is native code for this host: for
/// [`Program::compile_hot`](tilescope_shader::Program::compile_hot). Stretches that the
/// interpreter executes in the time of a call are left to it.
pub fn compile_hot<I: Isa>(p: &Program<I>, batches: usize) -> Option<Arc<dyn Native>> {
    let pays = |ops: usize| ops * (batches + CALL.0) >= CALL.1;
    // Without native code the program is interpreted, with the same result.
    let code = compile_stretches(p, batches, Target::of_host()?, pays).ok()?;
    (code.operations() > 0).then(|| Arc::new(code) as Arc<dyn Native>)
}

/// The time of a call: that of 6 operations on one batch, or of 3 on eight. The time of
/// an operation is that of its dispatch, as of some batches, and of its batches.
const CALL: (usize, usize) = (3, 24);

fn compile_stretches<I: Isa>(
    p: &Program<I>,
    batches: usize,
    target: Target,
    pays: impl Fn(usize) -> bool,
) -> Result<Stretches, CompileError> {
    let mut compiler = Compiler::new(target, batches)?;
    let (mut stretches, mut recorded) = (Vec::new(), 0);
    'program: for (block, first, ops) in p.stretches() {
        let mut done = 0;
        while done < ops.len() && pays(ops.len() - done) {
            if recorded >= PROGRAM {
                break 'program;
            }
            let (op, mut count) = (first + done as u32, 0);
            let stores = compiler.add(|b| {
                count = emit(b, p, (block, op), &ops[done..], &pays);
                recorded += b.operations();
            })?;
            if stores {
                stretches.push(Stretch {
                    block,
                    op,
                    ops: count as u32,
                });
            }
            // An operation that the target lacks, or that nothing needs, is interpreted.
            done += count.max(1);
        }
    }
    Ok(Stretches {
        functions: compiler.finish()?,
        stretches,
        batches,
    })
}

/// Emits operations up to one that the target lacks, or to the largest size of a function,
/// if they pay. Returns their number.
fn emit<I: Isa>(
    b: &mut Builder<'_>,
    p: &Program<I>,
    (block, first): (u32, u32),
    ops: &[Op<I::Value>],
    pays: impl Fn(usize) -> bool,
) -> usize {
    let mut slots = Slots::default();
    let mut count = 0;
    for op in ops {
        let Op::Value { v, d, s } = *op else {
            break;
        };
        if count > 0 && b.operations() >= FUNCTION {
            break;
        }
        let read = usize::from(I::shape(v).operands);
        let mut operands = [b.splat(0); 4];
        for (operand, slot) in operands.iter_mut().zip(s).take(read) {
            *operand = slots.read(b, number::<I>(slot));
        }
        let value = I::value(b, p.quirks(), v, operands);
        if b.refused() {
            break;
        }
        slots.write(number::<I>(d), value);
        count += 1;
    }
    if count == 0 || !pays(count) {
        return count;
    }
    let last = first + (count as u32).saturating_sub(1);
    slots.store(b, |slot| p.reads_later(block, last, slot));
    count
}

/// A slot as the group numbers it.
fn number<I: Isa>(slot: Slot) -> Slot {
    slot & (I::SLOTS - 1) as Slot
}

/// Slots whose value is in registers of the host.
#[derive(Default)]
struct Slots {
    known: BTreeMap<Slot, (Value, Place)>,
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
    fn read(&mut self, b: &mut Builder<'_>, slot: Slot) -> Value {
        let load = || (b.load(slot), Place::Memory);
        self.known.entry(slot).or_insert_with(load).0
    }

    fn write(&mut self, slot: Slot, value: Value) {
        self.known.insert(slot, (value, Place::Registers));
    }

    /// Stores the slots that were written and are of use.
    fn store(self, b: &mut Builder<'_>, of_use: impl Fn(Slot) -> bool) {
        for (slot, (value, place)) in self.known {
            if place == Place::Registers && of_use(slot) {
                b.store(slot, value);
            }
        }
    }
}

impl Stretches {
    /// Number of operations that have native code.
    pub fn operations(&self) -> usize {
        self.stretches.iter().map(|s| s.ops as usize).sum()
    }
}

impl Native for Stretches {
    fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    fn batches(&self) -> usize {
        self.batches
    }

    fn call(&self, n: usize, registers: &mut [Lanes16], batches: &[u8]) {
        if let Some(function) = self.functions.get(n) {
            function.call(registers, batches);
        }
    }
}
