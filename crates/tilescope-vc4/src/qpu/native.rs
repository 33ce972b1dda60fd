//! Native code for what a program computes between accesses to units.

use super::program::Program;
use tilescope_jit::{CompileError, Target, compile_now};

impl Program {
    /// Compiles native code for groups of so many threads, a power of two, in place of any other;
    /// without this, programs have theirs when it pays. Returns the number of operations that have
    /// it.
    ///
    /// # Errors
    /// If the host lacks the target, or refuses a stretch.
    pub fn compile(&mut self, target: Target, threads: usize) -> Result<usize, CompileError> {
        let Some(program) = self.lowered_mut() else {
            return Ok(0);
        };
        compile_now(program, threads, target)
    }

    /// Number of loops that have native code for groups of so many threads.
    pub fn native_loops(&self, threads: usize) -> usize {
        self.lowered()
            .map_or(0, |lowered| lowered.program.native_loops(threads))
    }
}
