//! The interface between a QPU thread and the device around it.

use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;

/// Reason why a thread cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The unit is not ready. The call had no effect and is repeated when the
    /// thread runs again.
    Blocked,
    /// The thread ends here.
    Trap(Trap),
}

/// Reason for which a thread stopped before its program end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// The fuel ran out.
    OutOfFuel,
    /// Execution left the program: a branch to `target`, or no program end
    /// before `target`.
    BadBranch {
        /// GPU address that is not an instruction of the program.
        target: u32,
    },
    /// The instruction uses an encoding with no defined meaning.
    ReservedOpcode,
    /// The instruction signals a software breakpoint.
    Breakpoint,
    /// The instruction breaks a rule that stops the hardware; see
    /// [`Program::stopping_at`](super::program::Program::stopping_at).
    Violation,
    /// The device stopped the thread and reported the reason.
    Device,
}

/// Direction of VPM setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// VPM reads; DMA from memory to VPM (load).
    Read,
    /// VPM writes; DMA from VPM to memory (store).
    Write,
}

/// Texture-unit registers of one TMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum TmuReg {
    S,
    T,
    R,
    B,
}

/// Tile buffer value that a signal loads into r4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum TlbRead {
    Coverage,
    Color,
    AlphaMask,
}

/// Tile-buffer write registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum TlbWrite {
    StencilSetup,
    Z,
    ColorMs,
    ColorAll,
    AlphaMask,
}

/// Per-thread fragment flags, read and written at address 42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelFlags {
    /// Multisample flags (file A).
    Ms,
    /// Reverse flag (file B): 0 front facing, 1 back facing.
    Reverse,
}

/// Quad coordinates, written at address 41.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum QuadAxis {
    X,
    Y,
}

/// Scoreboard signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware's own names")]
pub enum Scoreboard {
    Wait,
    Unlock,
}

/// Thread-switch signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadSwitch {
    /// Another switch follows.
    More,
    /// The last one of the program.
    Last,
}

/// Semaphore operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreOp {
    /// Count down; blocks at 0.
    Acquire,
    /// Count up; blocks at 15.
    Release,
}

/// The units around a QPU, as one thread sees them.
///
/// A method that returns [`Stop::Blocked`] must not have had any effect: it is
/// called again, with the same arguments, when the thread is run again. Earlier effects
/// of the same instruction are not repeated.
///
/// `mask` has a bit per lane, lane 0 lowest: the lanes whose condition passed.
/// Hardware triggers peripherals even for masked lanes, with undefined data; the
/// implementation decides the effect and may report it.
#[expect(
    unused_variables,
    reason = "names of default arguments are documentation"
)]
pub trait QpuIo {
    /// Data moved so far, for a profile.
    fn moved(&self) -> Moved {
        Moved::default()
    }

    /// Instruction `ip` (index in the program) is about to use one of the
    /// methods below.
    #[inline(always)]
    fn at(&mut self, ip: u32) {}

    /// The instruction reads the register in `slot` of file A or B, which the
    /// thread has not written. Called where the static checker cannot decide.
    fn undefined_read(&mut self, slot: u8) {}

    /// Next word of the uniform stream.
    fn uniform(&mut self) -> Result<u32, Stop>;
    /// The uniform stream continues at `addr`.
    fn set_uniforms_address(&mut self, addr: u32);
    /// The uniform stream continues at word `n` of those that it started with.
    fn set_uniforms_position(&mut self, n: u32);
    /// Next varying: the part of its value without the C coefficient, per lane.
    /// Returns C, which the QPU puts into r5.
    fn varying(&mut self, out: &mut Lanes16) -> Result<u32, Stop>;

    /// Next vector of the current VPM read.
    fn vpm_read(&mut self, out: &mut Lanes16) -> Result<(), Stop>;
    /// Next vector of the current VPM write.
    fn vpm_write(&mut self, v: &Lanes16, mask: u16) -> Result<(), Stop>;
    /// A VPM or DMA setup word (lane 0 of the written value).
    fn vpm_setup(&mut self, dir: Dir, word: u32) -> Result<(), Stop>;
    /// Starts a DMA load (`Read`) or store (`Write`) at GPU address `addr`.
    fn dma_start(&mut self, dir: Dir, addr: u32) -> Result<(), Stop>;
    /// Waits for the DMA of that direction.
    fn dma_wait(&mut self, dir: Dir) -> Result<(), Stop>;
    /// Value of the busy register of that direction.
    fn dma_busy(&mut self, dir: Dir) -> u32;

    /// A texture coordinate or address. `S` sends the request.
    fn tmu_write(&mut self, unit: u8, reg: TmuReg, v: &Lanes16, mask: u16) -> Result<(), Stop>;
    /// Next result of the unit.
    fn tmu_read(&mut self, unit: u8, out: &mut Lanes16) -> Result<(), Stop>;
    /// Lane 0 of the written value: any value but 0 disables TMU swapping.
    fn tmu_noswap(&mut self, v: u32);

    /// Loads from the tile buffer.
    fn tlb_read(&mut self, what: TlbRead, out: &mut Lanes16) -> Result<(), Stop>;
    /// Writes to the tile buffer.
    fn tlb_write(&mut self, what: TlbWrite, v: &Lanes16, mask: u16) -> Result<(), Stop>;
    /// Multisample or reverse flags, per lane. TLB_Z writes may change them.
    fn pixel_flags(&mut self, which: PixelFlags, out: &mut Lanes16);
    /// Sets multisample or reverse flags.
    fn set_pixel_flags(&mut self, which: PixelFlags, v: &Lanes16, mask: u16);
    /// Changes the pixel coordinates for later tile-buffer accesses. The thread itself
    /// keeps them for reading.
    fn set_quad(&mut self, axis: QuadAxis, v: &Lanes16, mask: u16);
    /// Scoreboard wait or unlock.
    fn scoreboard(&mut self, op: Scoreboard) -> Result<(), Stop>;
    /// Thread switch. The thread continues in any case.
    fn thread_switch(&mut self, which: ThreadSwitch);

    /// Semaphore `n` (0 to 15).
    fn semaphore(&mut self, n: u8, op: SemaphoreOp) -> Result<(), Stop>;
    /// Acquires the mutex; the value is what the register reads as.
    fn mutex_acquire(&mut self) -> Result<u32, Stop>;
    /// Releases the mutex.
    fn mutex_release(&mut self);
    /// A value was written to the host-interrupt register; only one other than
    /// 0 interrupts.
    fn host_interrupt(&mut self, value: u32);
}
