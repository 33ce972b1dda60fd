//! Memory of machine code.

use crate::function::CompileError;
use memmap2::{Mmap, MmapMut};
use tilescope_exec::Lanes16;

/// Pages with machine code, and the constants that it reads.
#[derive(Debug)]
pub(crate) struct Memory {
    pages: Mmap,
    constants: Vec<Lanes16>,
}

/// Machine code: registers, numbers of batches, how many, constants, the most rounds of a loop.
pub(crate) type Code =
    unsafe extern "sysv64" fn(*mut Lanes16, *const u8, usize, *const Lanes16, u64);

impl Memory {
    /// Pages that were writable while `code` was copied, and are executable since.
    pub fn new(code: &[u8], constants: Vec<Lanes16>) -> Result<Memory, CompileError> {
        let failed = |e: std::io::Error| CompileError::Host(e.to_string());
        let mut pages = MmapMut::map_anon(code.len().max(1)).map_err(failed)?;
        pages[..code.len()].copy_from_slice(code);
        let pages = pages.make_exec().map_err(failed)?;
        Ok(Memory { pages, constants })
    }

    /// Runs the function that begins at byte `entry` on some batches of `registers`.
    ///
    /// # Safety
    /// A function of the assembler begins there, and the registers and batches that it
    /// accesses are in `registers`. There is at least one batch, and at least one round.
    #[expect(unsafe_code, reason = "machine code is called")]
    pub unsafe fn call(
        &self,
        entry: usize,
        registers: &mut [Lanes16],
        batches: &[u8],
        rounds: u64,
    ) {
        let code: *const u8 = &raw const self.pages[entry];
        // SAFETY: the caller states that a function of this type begins there. Pages are
        // executable, and live as long as this borrow.
        let code = unsafe { std::mem::transmute::<*const u8, Code>(code) };
        let (batches, count) = (batches.as_ptr(), batches.len());
        // SAFETY: the function reads `count` numbers, the constants that were made with
        // it, and registers that the caller states to exist.
        unsafe {
            code(
                registers.as_mut_ptr(),
                batches,
                count,
                self.constants.as_ptr(),
                rounds,
            )
        }
    }
}
