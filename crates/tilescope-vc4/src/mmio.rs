//! The registers of the chip: an interface for emulators and bare-metal code. Offsets
//! and fields: [`crate::regs`].

use tilescope_core::{Context, Frame, Location};

use crate::bin_thread::BinThread;
use crate::bus::Bus;
use crate::cle::Cursor;
use crate::device::Vc4;
use crate::log::{Ctx, Log};
use crate::regs::{
    bfc, bpca, bpcs, bpoa, bpos, ct0ca, ct0cs, ct0ea, ct00ra0, ct1ca, ct1cs, ct1ea, ct01ra0, dbcfg,
    dbqitc, dbqite, errstat, ident0, ident1, ident2, intctl, intdis, intena, l2cactl, pcs, pctr0,
    pctrc, pctre, rfc, scratch, slcactl, srqcs, srqpc, srqua, srqul, vpmbase,
};
use crate::render_thread::RenderThread;
use crate::user::{QUEUE, Request};

/// Interrupt bits of INTCTL, INTENA and INTDIS.
pub mod interrupt {
    /// Rendering of a frame is complete.
    pub const FRDONE: u32 = 1 << 0;
    /// Binning of a frame is complete.
    pub const FLDONE: u32 = 1 << 1;
    /// The binner is out of memory.
    pub const OUTOMEM: u32 = 1 << 2;
    /// The binner has started to use the overflow memory.
    pub const SPILLUSE: u32 = 1 << 3;
}

/// Bits of CTnCS.
mod control {
    /// The thread is running, or waits.
    pub const RUN: u32 = 1 << 5;
    /// The thread stopped at an error.
    pub const ERROR: u32 = 1 << 3;
    /// The thread is in a sub-list.
    pub const SUBLIST: u32 = 1 << 4;
    /// Lowest bit of the depth of the return stack.
    pub const DEPTH: u32 = 8;
    /// Lowest bit of the semaphore.
    pub const SEMAPHORE: u32 = 12;
    /// Write: reset the thread.
    pub const RESET: u32 = 1 << 15;
}

/// Value of ERRSTAT: the VPM is empty at power-on; asurati/x03 reads 0x1000 on an idle
/// device.
const ERRSTAT_IDLE: u32 = 0x1000;

/// Registers that only store the written value: L2CACTL, BXCF, SQRSV0, SQRSV1, SQCNTL,
/// VPACNTL. They control nothing that is modelled: caches are always coherent, and any
/// QPU runs any program.
const STORAGE: [u32; 6] = [0x020, 0x310, 0x410, 0x414, 0x418, 0x500];

/// Register state that is not derived from units; after power-on by default.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    scratch: u32,
    interrupts: u32,
    enabled: u32,
    start: [u32; 2],
    end: [u32; 2],
    error: [bool; 2],
    frames_binned: u8,
    frames_rendered: u8,
    uniforms: (u32, u32),
    queue_error: bool,
    programs_made: u8,
    programs_completed: u8,
    /// Whether the binner waits for overflow memory.
    needs_memory: bool,
    /// Whether the requested memory was supplied.
    memory_supplied: bool,
    storage: [u32; STORAGE.len()],
    counting: u32,
    counter_sources: [u32; 16],
    counter_values: [u64; 16],
    debug: u32,
    qpu_enabled: u32,
    overflow_address: u32,
    /// V3D_VPMBASE: VPM reserved for user programs, in units of 256 bytes.
    pub vpm_base: u32,
    /// Overflow memory that was supplied and not used yet.
    pub overflow: Option<(u32, u32)>,
    /// V3D_DBQITC: a bit per QPU that raised a host interrupt.
    pub host_interrupts: u16,
}

impl Registers {
    /// Adds `n` completed user programs to the count.
    pub fn add_completed_programs(&mut self, n: u32) {
        self.programs_completed = self.programs_completed.wrapping_add(n as u8);
    }

    /// Whether the binner is blocked until overflow memory is supplied.
    pub fn needs_memory(&self) -> bool {
        self.needs_memory
    }

    /// Whether memory was supplied since the binner requested it. True once.
    pub fn memory_supplied(&mut self) -> bool {
        std::mem::take(&mut self.memory_supplied)
    }

    /// Writes a register without side effects on units; others are ignored.
    pub fn write_plain(&mut self, at: u32, v: u32) {
        match at {
            scratch::AT => self.scratch = v,
            // Writing a bit clears it.
            intctl::AT => self.interrupts &= !v,
            intena::AT => self.enabled |= v & 0xf,
            intdis::AT => self.enabled &= !v,
            ct0ca::AT => self.start[0] = v,
            ct1ca::AT => self.start[1] = v,
            bpoa::AT => self.overflow_address = v,
            bpos::AT if v > 0 => {
                self.overflow = Some((self.overflow_address, v));
                self.interrupts &= !interrupt::OUTOMEM;
                self.memory_supplied = std::mem::take(&mut self.needs_memory);
            }
            srqua::AT => self.uniforms.0 = v,
            srqul::AT => self.uniforms.1 = v & 0xfff,
            vpmbase::AT => self.vpm_base = v & 0x1f,
            bfc::AT if v & 1 != 0 => self.frames_binned = 0,
            rfc::AT if v & 1 != 0 => self.frames_rendered = 0,
            pctrc::AT => {
                for (i, c) in self.counter_values.iter_mut().enumerate() {
                    if v >> i & 1 != 0 {
                        *c = 0;
                    }
                }
            }
            pctre::AT => self.counting = v,
            dbcfg::AT => self.debug = v,
            dbqite::AT => self.qpu_enabled = v & 0xffff,
            dbqitc::AT => self.host_interrupts &= !(v as u16),
            at if (pctr0::AT..pctr0::AT + 128).contains(&at) => {
                let i = ((at - pctr0::AT) / 8) as usize;
                if at.is_multiple_of(8) {
                    self.counter_values[i] = v.into();
                } else {
                    self.counter_sources[i] = v & 0x1f;
                }
            }
            _ => {
                if let Some(i) = STORAGE.iter().position(|k| *k == at) {
                    self.storage[i] = v;
                }
            }
        }
    }

    /// Updates the registers after control thread 0 ran.
    pub fn binning_ended(&mut self, t: &BinThread) {
        self.start[0] = t.cursor().pc();
        if t.flushed() {
            self.frames_binned = self.frames_binned.wrapping_add(1);
            self.interrupts |= interrupt::FLDONE;
        }
    }

    /// Updates the registers after control thread 1 ran.
    pub fn rendering_ended(&mut self, t: &RenderThread) {
        self.start[1] = t.cursor().pc();
        if t.ended() {
            self.frames_rendered = self.frames_rendered.wrapping_add(1);
            self.interrupts |= interrupt::FRDONE;
        }
    }
}

impl Vc4 {
    /// Whether an interrupt to the host is asserted.
    pub fn interrupt_pending(&self) -> bool {
        let r = &self.registers;
        let qpu = r.debug & 1 != 0 && u32::from(r.host_interrupts) & r.qpu_enabled != 0;
        r.interrupts & r.enabled != 0 || qpu
    }

    pub(crate) fn read_register(&mut self, at: u32) -> u32 {
        let r = &self.registers;
        let chip = self.machine.chip;
        let status = |cursor: Option<&Cursor>, i: usize| {
            let depth = cursor.map_or(0, |c| c.depth() as u32);
            (u32::from(cursor.is_some()) * control::RUN)
                | (u32::from(r.error[i]) * control::ERROR)
                | (u32::from(depth > 0) * control::SUBLIST)
                | ((depth & 3) << control::DEPTH)
                | ((self.semaphore & 7) << control::SEMAPHORE)
        };
        let binning = self.binning.as_ref().map(|t| t.cursor());
        let rendering = self.rendering.as_ref().map(|t| t.cursor());
        match at {
            ident0::AT => chip.ident0,
            ident1::AT => chip.ident1,
            ident2::AT => chip.ident2,
            scratch::AT => r.scratch,
            intctl::AT => r.interrupts,
            intena::AT => r.enabled,
            intdis::AT => !r.enabled & 0xf,
            ct0cs::AT => status(binning, 0),
            ct1cs::AT => status(rendering, 1),
            ct0ea::AT => r.end[0],
            ct1ea::AT => r.end[1],
            ct0ca::AT => binning.map_or(r.start[0], |c| c.pc()),
            ct1ca::AT => rendering.map_or(r.start[1], |c| c.pc()),
            ct00ra0::AT => binning.map_or(0, |c| c.return_address()),
            ct01ra0::AT => rendering.map_or(0, |c| c.return_address()),
            // Bit 0: binning is active; 1: busy; 2: rendering is active; 3: busy;
            // 8: the binner is out of memory.
            pcs::AT => {
                let bin = u32::from(self.binning.is_some());
                let render = u32::from(self.rendering.is_some());
                let out_of_memory = u32::from(r.needs_memory);
                (bin * 3) | ((render * 3) << 2) | (out_of_memory << 8)
            }
            bfc::AT => r.frames_binned.into(),
            rfc::AT => r.frames_rendered.into(),
            bpca::AT => self.pool().map_or(0, |p| p.next()),
            bpcs::AT => self.pool().map_or(0, |p| p.left()),
            bpoa::AT => r.overflow_address,
            bpos::AT => r.overflow.map_or(0, |o| o.1),
            srqua::AT => r.uniforms.0,
            srqul::AT => r.uniforms.1,
            // Queue length, error bit, requests made and programs completed.
            srqcs::AT => {
                let made = u32::from(r.programs_made);
                let completed = u32::from(r.programs_completed);
                self.programs.queued() as u32 & 0x3f
                    | u32::from(r.queue_error) << 7
                    | made << 8
                    | completed << 16
            }
            vpmbase::AT => r.vpm_base,
            pctre::AT => r.counting,
            dbcfg::AT => r.debug,
            dbqite::AT => r.qpu_enabled,
            dbqitc::AT => r.host_interrupts.into(),
            errstat::AT => ERRSTAT_IDLE,
            at if (pctr0::AT..pctr0::AT + 128).contains(&at) => {
                let i = ((at - pctr0::AT) / 8) as usize;
                if at.is_multiple_of(8) {
                    r.counter_values[i] as u32
                } else {
                    r.counter_sources[i]
                }
            }
            _ => STORAGE
                .iter()
                .position(|k| *k == at)
                .map_or(0, |i| r.storage[i]),
        }
    }

    fn pool(&self) -> Option<&crate::tile_lists::Pool> {
        Some(self.binning.as_ref()?.binner()?.pool())
    }

    pub(crate) fn write_register(&mut self, at: u32, v: u32, ctx: &mut Context<'_>) {
        match at {
            // Either a reset or a stop ends the list; a reset clears the error.
            ct0cs::AT | ct1cs::AT if v & (control::RESET | control::RUN) != 0 => {
                let i = usize::from(at == ct1cs::AT);
                self.halt(i);
                self.registers.error[i] &= v & control::RESET == 0;
            }
            // Writing the end address starts the thread.
            ct0ea::AT | ct1ea::AT => {
                let i = usize::from(at == ct1ea::AT);
                let start = self.registers.start[i];
                self.registers.end[i] = v;
                self.registers.error[i] = false;
                self.shaders.clear();
                if i == 0 {
                    self.registers.needs_memory = false;
                    self.binning = Some(BinThread::new(start, v, &self.machine));
                } else {
                    self.rendering = Some(RenderThread::new(
                        (start, v),
                        &self.machine,
                        std::mem::take(&mut self.rendered),
                    ));
                }
                self.run_control_threads(ctx);
            }
            bpos::AT => {
                self.registers.write_plain(at, v);
                if self.binning.is_some() {
                    self.run_control_threads(ctx);
                }
            }
            srqpc::AT => {
                let (uniforms, uniforms_len) = self.registers.uniforms;
                if self.programs.queued() >= QUEUE {
                    self.registers.queue_error = true;
                    return;
                }
                self.programs.push(Request {
                    code: v,
                    uniforms,
                    uniforms_len: uniforms_len * 4,
                });
                self.registers.programs_made = self.registers.programs_made.wrapping_add(1);
                self.shaders.clear();
                self.start_programs(ctx);
            }
            // Writing a bit resets that part: queue length, error, both counts.
            srqcs::AT => {
                if v & 1 != 0 {
                    self.programs.clear_queue();
                }
                if v & 0x80 != 0 {
                    self.registers.queue_error = false;
                }
                if v >> 8 & 1 != 0 {
                    self.registers.programs_made = 0;
                }
                if v >> 16 & 1 != 0 {
                    self.registers.programs_completed = 0;
                }
            }
            l2cactl::AT | slcactl::AT => {}
            _ => self.registers.write_plain(at, v),
        }
    }

    fn log(&mut self, what: &'static str, at: u32, ctx: &Context<'_>) -> Log {
        let here = Location::new().inside(Frame::Register(what, at));
        Log::new(here, ctx.observer)
    }

    /// Stops control thread `i`.
    pub(crate) fn halt(&mut self, i: usize) {
        if i == 0 {
            if let Some(t) = self.binning.take() {
                self.registers.start[0] = t.cursor().pc();
            }
            self.registers.needs_memory = false;
        } else if let Some(t) = self.rendering.take() {
            self.registers.start[1] = t.cursor().pc();
        }
    }

    /// Runs user programs; those that wait for others stay queued. A program that
    /// cannot continue never ends: SRQCS has no bit for it, but its count does not
    /// increase.
    fn start_programs(&mut self, ctx: &mut Context<'_>) {
        let mut log = self.log("SRQPC", srqpc::AT, ctx);
        let bus = Bus::new(ctx.memory);
        self.programs.rows = self.reserved_rows();
        let (machine, shaders) = (&self.machine, &mut self.shaders);
        let vpm = &mut self.vpm;
        let c = &mut Ctx {
            bus,
            log: &mut log,
            fuel: &mut ctx.fuel,
            workers: ctx.workers,
        };
        let (completed, _) = self.programs.run(machine, shaders, vpm, c);
        self.registers.add_completed_programs(completed);
        self.deliver(log, ctx);
    }

    /// Runs the control threads until they end or block.
    fn run_control_threads(&mut self, ctx: &mut Context<'_>) {
        let mut log = self.log("CTnEA", ct0ea::AT, ctx);
        let bus = Bus::new(ctx.memory);
        let mut given = self.registers.overflow.take();
        let used = given.is_some();
        let c = &mut Ctx {
            bus,
            log: &mut log,
            fuel: &mut ctx.fuel,
            workers: ctx.workers,
        };
        let ran = self.run_lists(c, &mut || given.take());
        if given.is_some() {
            self.registers.overflow = given;
        } else if used {
            self.registers.interrupts |= interrupt::SPILLUSE;
        }
        if ran.out_of_memory && !self.registers.needs_memory {
            self.registers.interrupts |= interrupt::OUTOMEM;
            self.registers.needs_memory = true;
        }
        if ran.stopped.is_some() {
            self.registers.error[ran.stopped_thread] = true;
            self.halt(ran.stopped_thread);
        }
        self.deliver(log, ctx);
    }

    fn deliver(&mut self, log: Log, ctx: &mut Context<'_>) {
        self.registers.host_interrupts |= log.raised as u16;
        let counters = log.deliver(ctx.observer);
        let enabled = self.registers.counting;
        for i in 0..16 {
            // Bit 31 enables counting at all: vc4asm addendum.
            if enabled >> 31 != 0 && enabled >> i & 1 != 0 {
                let n =
                    crate::perf::event(self.registers.counter_sources[i], &counters).unwrap_or(0);
                self.registers.counter_values[i] += n;
            }
        }
        ctx.observer.counters(&counters);
    }
}

/// The examples of the page for authors of emulators run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/mmio.md")]
struct Page;
