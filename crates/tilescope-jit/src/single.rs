//! Code of one function over one batch.

use crate::builder::Builder;
use crate::function::{CompileError, Compiler, Functions};
use tilescope_exec::Lanes16;

/// Native code over an array of lane registers.
#[derive(Debug)]
pub struct Function(Functions);

/// Compiles the code that `emit` emits.
///
/// # Errors
/// If the code generator does not support the host, or refuses the code.
pub fn compile(emit: impl FnOnce(&mut Builder<'_, '_>)) -> Result<Function, CompileError> {
    let mut compiler = Compiler::new(1)?;
    compiler.add(emit)?;
    compiler.finish().map(Function)
}

impl Function {
    /// Runs the code on `registers`.
    ///
    /// # Panics
    /// If the code accesses a register beyond the end of `registers`.
    pub fn call(&self, registers: &mut [Lanes16]) {
        if let Some(function) = self.0.get(0) {
            function.call(registers, &[0], 1);
        }
    }

    /// One more than the highest register that is accessed.
    pub fn extent(&self) -> usize {
        self.0.get(0).map_or(0, |f| f.extent())
    }
}
