//! Native code for what a program computes between accesses to units.

use super::program::Program;
use super::values::Qpu;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_exec::Lanes16;
use tilescope_jit::{CompileError, Function, compile};
use tilescope_shader::{Isa, Native, NativeCode, Op, Stretch};

/// Code of a stretch, which one thread at a time may run, and its number of operations.
#[derive(Debug)]
struct Code(Mutex<Function>, u32);

impl NativeCode for Code {
    fn call(&self, registers: &mut [Lanes16], _: &[u8], count: usize) {
        debug_assert_eq!(count, 1, "a thread alone");
        let function = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        function.call(registers);
    }
}

/// Code by block and first operation.
#[derive(Debug)]
struct Stretches(BTreeMap<(u32, u32), Code>);

impl Native for Stretches {
    fn stretch(&self, block: u32, op: u32) -> Option<Stretch<'_>> {
        let code = self.0.get(&(block, op))?;
        Some(Stretch { ops: code.1, code })
    }
}

impl Program {
    /// Compiles native code for threads that run alone. Returns the number of operations
    /// that have it.
    ///
    /// # Errors
    /// If the code generator does not support the host, or refuses a stretch.
    pub fn compile(&mut self) -> Result<usize, CompileError> {
        let quirks = *self.quirks();
        let Some(program) = self.lowered_mut() else {
            return Ok(0);
        };
        let mut all = BTreeMap::new();
        let mut operations = 0;
        for (block, first, ops) in program.stretches() {
            let function = compile(|b| {
                for op in ops {
                    let Op::Value { v, d, s } = *op else { continue };
                    let operands = s.map(|slot| b.load(slot as u8));
                    let value = Qpu::value(b, &quirks, v, operands);
                    b.store(d as u8, value);
                }
            })?;
            operations += ops.len();
            all.insert((block, first), Code(Mutex::new(function), ops.len() as u32));
        }
        program.set_native(Arc::new(Stretches(all)));
        Ok(operations)
    }
}
