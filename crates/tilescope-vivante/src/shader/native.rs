//! Native code for programs.

use super::group::BATCHES;
use super::program::Program;
use tilescope_jit::{CompileError, Target, compile_now};

impl Program {
    /// Uses native code for what it computes between accesses to units, in groups.
    /// Returns the number of operations that have some.
    ///
    /// # Errors
    /// If there is none for this host. The program is then run as before.
    pub fn compile(&mut self, target: Target) -> Result<usize, CompileError> {
        compile_now(&mut self.lowered, BATCHES, target)
    }
}
