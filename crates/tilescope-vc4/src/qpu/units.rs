//! Accesses of instructions to the units around the QPU.

use super::decode::Peripheral;
use super::io::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead, Trap,
};
use super::program::Program;
use super::slots;
use super::step::write_peripheral;
use super::tracking::{self, Registers};
use super::values::Qpu;
use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
use tilescope_shader::{self as engine, Batch, Refused, Slot, UnitOp, set_lanes};

/// An access of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// Number of the instruction in the program.
    pub ip: u32,
    /// The access.
    pub access: Access,
    /// The position of the uniform stream, of a write to a texture unit where reads of words are no
    /// accesses.
    pub position: Option<u32>,
}

/// Accesses. Slots `lanes` select the lanes that write; none are all.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Next word of the uniform stream.
    Uniform {
        d: Slot,
    },
    /// Next varying; its C goes to r5.
    Varying {
        d: Slot,
    },
    VpmRead {
        d: Slot,
    },
    ReadFlags {
        which: PixelFlags,
        d: Slot,
    },
    DmaBusy {
        dir: Dir,
        d: Slot,
    },
    DmaWait {
        dir: Dir,
        d: Slot,
    },
    MutexAcquire {
        d: Slot,
    },
    LoadTmu(u8),
    LoadTlb(TlbRead),
    Write {
        to: Peripheral,
        from: Slot,
        lanes: Option<Slot>,
    },
    /// Moves the uniform stream, if lane 0 writes.
    UniformsAddress {
        from: Slot,
        lanes: Option<Slot>,
    },
    Quad {
        axis: QuadAxis,
        from: Slot,
        lanes: Option<Slot>,
    },
    Semaphore(u8, SemaphoreOp),
    Scoreboard(Scoreboard),
    ThreadSwitch(ThreadSwitch),
    /// The address in `d` becomes the number of a place, in threads that branch there.
    Target {
        d: Slot,
        taken: Option<Slot>,
    },
    /// Threads that branch there leave the program.
    Outside {
        address: u32,
        taken: Option<Slot>,
    },
    /// The next instruction reads these tracked registers.
    Reads(Registers),
    /// The instruction has written these tracked registers.
    Writes(Registers),
    /// The thread stops.
    Stop(Trap),
}

impl Unit {
    /// An access of instruction `ip`.
    pub const fn new(ip: u32, access: Access) -> Unit {
        Unit {
            ip,
            access,
            position: None,
        }
    }

    /// The access with the slots that it uses.
    pub fn op(self) -> UnitOp<Unit> {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        match self.access {
            Access::Uniform { d }
            | Access::VpmRead { d }
            | Access::ReadFlags { d, .. }
            | Access::DmaBusy { d, .. }
            | Access::DmaWait { d, .. }
            | Access::MutexAcquire { d } => writes.push(d),
            Access::Varying { d } => writes.extend([d, slots::R5.into()]),
            Access::LoadTmu(_) | Access::LoadTlb(_) => writes.push(slots::R4.into()),
            Access::Write { from, lanes, .. }
            | Access::UniformsAddress { from, lanes }
            | Access::Quad { from, lanes, .. } => {
                reads.push(from);
                reads.extend(lanes);
            }
            Access::Target { d, taken } => {
                reads.push(d);
                reads.extend(taken);
                writes.push(d);
            }
            Access::Outside { taken, .. } => reads.extend(taken),
            Access::Semaphore(..)
            | Access::Scoreboard(_)
            | Access::ThreadSwitch(_)
            | Access::Reads(_)
            | Access::Writes(_)
            | Access::Stop(_) => {}
        }
        UnitOp {
            reads,
            writes,
            blocks: true,
            ..UnitOp::new(self)
        }
    }
}

/// The units of one thread.
pub(super) struct Alone<'a, I> {
    pub program: &'a Program,
    pub io: &'a mut I,
    /// Tracked registers that it has not written.
    pub unwritten: &'a mut Registers,
    /// Reason why the thread was refused.
    pub trap: Option<Trap>,
}

impl<I: QpuIo> engine::Units<Qpu, 1> for Alone<'_, I> {
    #[inline(always)]
    fn run(
        &mut self,
        unit: &Unit,
        _: u32,
        at: &mut Batch<'_, 1>,
    ) -> Result<engine::Access, Refused> {
        match self.access(unit, at) {
            Ok(()) => Ok(engine::Access::Done),
            Err(Stop::Blocked) => Ok(engine::Access::Blocked),
            Err(Stop::Trap(trap)) => {
                self.trap = Some(trap);
                Err(Refused)
            }
        }
    }

    fn moved(&self) -> Moved {
        self.io.moved()
    }
}

impl<I: QpuIo> Alone<'_, I> {
    #[inline(always)]
    fn access(&mut self, unit: &Unit, at: &mut Batch<'_, 1>) -> Result<(), Stop> {
        let io = &mut *self.io;
        io.at(unit.ip);
        if let Some(position) = unit.position {
            io.set_uniforms_position(position);
        }
        let bits = |at: &Batch<'_, 1>, lanes: Option<Slot>| match lanes {
            None => u16::MAX,
            Some(slot) => set_lanes(at.slot(slot, 0)),
        };
        let mut read = Lanes16::ZERO;
        let d = match unit.access {
            Access::Uniform { d } => {
                read = Lanes16::splat(io.uniform()?);
                d
            }
            Access::Varying { d } => {
                let c = io.varying(&mut read)?;
                at.set(slots::R5.into(), 0, Lanes16::splat(c));
                d
            }
            Access::VpmRead { d } => {
                io.vpm_read(&mut read)?;
                d
            }
            Access::ReadFlags { which, d } => {
                io.pixel_flags(which, &mut read);
                d
            }
            Access::DmaBusy { dir, d } => {
                read = Lanes16::splat(io.dma_busy(dir));
                d
            }
            Access::DmaWait { dir, d } => {
                io.dma_wait(dir)?;
                d
            }
            Access::MutexAcquire { d } => {
                read = Lanes16::splat(io.mutex_acquire()?);
                d
            }
            Access::LoadTmu(unit) => {
                io.tmu_read(unit, &mut read)?;
                slots::R4.into()
            }
            Access::LoadTlb(what) => {
                io.tlb_read(what, &mut read)?;
                slots::R4.into()
            }
            Access::Write { to, from, lanes } => {
                let mask = bits(at, lanes);
                return write_peripheral(io, to, at.slot(from, 0), mask);
            }
            Access::UniformsAddress { from, lanes } => {
                if bits(at, lanes) & 1 != 0 {
                    io.set_uniforms_address(at.slot(from, 0)[0]);
                }
                return Ok(());
            }
            Access::Quad { axis, from, lanes } => {
                io.set_quad(axis, at.slot(from, 0), bits(at, lanes));
                return Ok(());
            }
            Access::Semaphore(n, op) => return io.semaphore(n, op),
            Access::Scoreboard(op) => return io.scoreboard(op),
            Access::ThreadSwitch(which) => {
                io.thread_switch(which);
                return Ok(());
            }
            Access::Target { d, taken } => {
                if bits(at, taken) != 0 {
                    let target = at.slot(d, 0)[0];
                    let Some(place) = self.program.place_at(target) else {
                        return Err(Stop::Trap(Trap::BadBranch { target }));
                    };
                    read = Lanes16::splat(place);
                }
                d
            }
            Access::Outside { address, taken } => {
                return match bits(at, taken) {
                    0 => Ok(()),
                    _ => Err(Stop::Trap(Trap::BadBranch { target: address })),
                };
            }
            Access::Reads(registers) => {
                tracking::report(registers, self.unwritten, io);
                return Ok(());
            }
            Access::Writes(registers) => {
                *self.unwritten &= !registers;
                return Ok(());
            }
            Access::Stop(trap) => return Err(Stop::Trap(trap)),
        };
        at.set(d, 0, read);
        Ok(())
    }
}
