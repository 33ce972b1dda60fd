//! The seam for native code.

use std::fmt::Debug;
use tilescope_exec::Lanes16;

/// Machine code for stretches of a program.
///
/// A stretch is operations of a block between two accesses to units. Code has the
/// effect of these operations on the slots of the batches it is called for; all
/// else stays with the group, so native code never re-enters it or loops.
pub trait Native: Debug + Send + Sync {
    /// The code that begins at operation `op` of a block, for groups of this many
    /// batches, if there is any.
    fn stretch(&self, block: u32, op: u32, batches: usize) -> Option<Stretch<'_>>;
}

/// Native code for some operations.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// Number of operations that the code replaces: values only, at least one.
    pub ops: u32,
    /// The code.
    pub code: &'a dyn NativeCode,
}

/// Native code over the slots of a group.
pub trait NativeCode: Debug + Sync {
    /// Executes the code. `registers` has all slots, each with its batches one after
    /// the other; `batches` are the numbers of those that run, of `count`.
    fn call(&self, registers: &mut [Lanes16], batches: &[u8], count: usize);
}
