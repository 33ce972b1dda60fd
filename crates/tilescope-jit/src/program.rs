//! Native code for programs of `tilescope-shader`.

use crate::branches;
use crate::builder::Builder;
use crate::function::{Batches, CompileError, Compiler};
use crate::rounds;
use crate::slots::{Slots, number};
use crate::target::Target;
use std::sync::Arc;
use tilescope_exec::Lanes16;
use tilescope_shader::{Isa, Native, Op, Program, Stretch};

/// The largest number of operations of a function: what it spills is on the stack. The
/// rest of a stretch is a function of its own.
const FUNCTION: usize = 4_000;

/// The largest number of operations of a loop, which is one function.
const LOOP: usize = 500;

/// The largest number of operations of a program, about a megabyte of code.
const PROGRAM: usize = 100_000;

/// Native code for the stretches and the loops of a program.
#[derive(Debug)]
pub struct Stretches {
    /// One for each stretch, and then for each loop.
    functions: Vec<Batches>,
    stretches: Vec<Stretch>,
    /// The first block of each loop.
    loops: Vec<u32>,
    batches: usize,
}

/// Compiles the stretches and the loops of `p` for groups of `batches`: each for all batches
/// that run in one call. Of a program that is too large the last ones stay without code.
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

/// Gives `p` the code of [`compile_program`], for groups of `batches`. Returns the number of
/// operations that have some.
///
/// # Errors
/// If the host lacks `target`. The program is then run as before.
pub fn compile_now<I: Isa>(
    p: &mut Program<I>,
    batches: usize,
    target: Target,
) -> Result<usize, CompileError> {
    let code = compile_program(p, batches, target)?;
    let operations = code.operations();
    p.set_native(Arc::new(code));
    Ok(operations)
}

/// Compiles `p` if there is native code for this host: for
/// [`Program::compile_hot`](tilescope_shader::Program::compile_hot). Stretches that the
/// interpreter executes in the time of a call are left to it.
pub fn compile_hot<I: Isa>(p: &Program<I>, batches: usize) -> Option<Arc<dyn Native>> {
    let pays = |ops: usize| ops * (batches + CALL.0) >= CALL.1;
    // Without native code the program is interpreted, with the same result.
    let code = compile_stretches(p, batches, Target::of_host()?, pays).ok()?;
    (code.operations() > 0 || !code.loops.is_empty()).then(|| Arc::new(code) as Arc<dyn Native>)
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
    let mut loops = Vec::new();
    for l in p.loops() {
        let large = l.blocks.iter().map(|block| block.ops.len()).sum::<usize>() > LOOP;
        if large || recorded >= PROGRAM {
            continue;
        }
        let head = l.head;
        let has_code = if I::WHOLE_BATCHES {
            let drafts = branches::emit(target, p, l);
            if let Some(drafts) = &drafts {
                recorded += drafts.operations();
                compiler.add_branching(drafts)?;
            }
            drafts.is_some()
        } else {
            compiler.add_loop(|b| {
                let slots = rounds::emit(b, p, &l);
                recorded += b.operations();
                slots
            })?
        };
        if has_code {
            loops.push(head);
        }
    }
    Ok(Stretches {
        functions: compiler.finish()?,
        stretches,
        loops,
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
        let value = slots.value(b, p, v, s);
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
            function.call(registers, batches, 1);
        }
    }

    fn loops(&self) -> &[u32] {
        &self.loops
    }

    fn go_round(&self, n: usize, registers: &mut [Lanes16], batches: &[u8], rounds: u64) {
        if let Some(function) = self.functions.get(self.stretches.len() + n) {
            function.call(registers, batches, rounds);
        }
    }
}
