//! Code of one function over one batch.

use crate::builder::Builder;
use crate::function::{Batches, CompileError, Compiler};
use crate::target::Target;
use tilescope_exec::Lanes16;

/// Native code over an array of lane registers.
#[derive(Debug)]
pub struct Function(Option<Batches>);

/// Compiles the code that `emit` emits.
///
/// # Errors
/// If the host lacks `target`, or the target an operation.
pub fn compile(
    target: Target,
    emit: impl FnOnce(&mut Builder<'_>),
) -> Result<Function, CompileError> {
    let mut compiler = Compiler::new(target, 1)?;
    compiler.add(emit)?;
    Ok(Function(compiler.finish()?.pop()))
}

impl Function {
    /// Runs the code on `registers`.
    ///
    /// # Panics
    /// If the code accesses a register beyond the end of `registers`.
    pub fn call(&self, registers: &mut [Lanes16]) {
        if let Some(function) = &self.0 {
            function.call(registers, &[0], 1);
        }
    }

    /// One more than the highest register that is accessed.
    pub fn extent(&self) -> usize {
        self.0.as_ref().map_or(0, Batches::extent)
    }
}
