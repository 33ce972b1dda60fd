//! Native code for programs.

use super::group::BATCHES;
use super::program::Program;
use std::sync::Arc;
use tilescope_jit::{CompileError, Target, compile_program};

impl Program {
    /// Uses native code for what it computes between accesses to units, in groups.
    /// Returns the number of operations that have some.
    ///
    /// # Errors
    /// If there is none for this host. The program is then run as before.
    pub fn compile(&mut self, target: Target) -> Result<usize, CompileError> {
        let code = compile_program(&self.lowered, BATCHES, target)?;
        let operations = code.operations();
        self.lowered.set_native(Arc::new(code));
        Ok(operations)
    }
}
