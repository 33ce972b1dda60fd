//! Native code for what a program computes between accesses to units.

use super::program::Program;
use tilescope_jit::{CompileError, Target, compile_now};

impl Program {
    /// Compiles native code for threads that run alone; gangs have theirs when it pays. Returns the
    /// number of operations that have it.
    ///
    /// # Errors
    /// If the host lacks the target, or refuses a stretch.
    pub fn compile(&mut self, target: Target) -> Result<usize, CompileError> {
        let Some(program) = self.lowered_mut() else {
            return Ok(0);
        };
        compile_now(program, 1, target)
    }
}
