//! The view that one shader thread has of the units around its QPU.

mod vpm;

pub use vpm::VpmPort;

use tilescope_core::profile::Moved;
use tilescope_core::{Frame, Location, Rule};
use tilescope_exec::Lanes16;

use crate::bus::Bus;
use crate::fragment::Fragments;
use crate::log::Log;
use crate::qpu::io::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead,
    TlbWrite, TmuReg, Trap,
};
use crate::qpu::slots;
use crate::quirks::Quirks;
use crate::rules::{mem, qpu, tlb, tmu as tmu_rules, vpm as vpm_rules};
use crate::sync::Semaphores;
use crate::tmu::{Coordinate, Tmu};
use crate::uniforms::{UniformProblem, Uniforms};
use crate::vpm::{Block, Setup, Vpm};
use crate::vpm_setup;

/// Kind of program that a thread runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// Coordinate shader, for binning.
    Coordinate,
    /// Vertex shader, for rendering.
    Vertex,
    /// Fragment shader.
    Fragment,
    /// User program.
    User,
}

impl StageKind {
    /// The word used in listings.
    pub fn name(self) -> &'static str {
        match self {
            StageKind::Coordinate => "coordinate",
            StageKind::Vertex => "vertex",
            StageKind::Fragment => "fragment",
            StageKind::User => "user",
        }
    }
}

/// Identity of a thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadId {
    /// Stage of its program.
    pub stage: StageKind,
    /// GPU address of its program.
    pub code: u32,
    /// The QPU it runs on.
    pub qpu: u8,
}

impl ThreadId {
    /// Location of instruction `ip` of the thread.
    pub fn locate(&self, outer: &Location, ip: u32) -> Location {
        let address = self.code.wrapping_add(ip * 8);
        outer
            .inside(Frame::Shader(self.stage.name(), self.code.into()))
            .inside(Frame::Instruction(ip, address.into()))
    }
}

/// Costs of the work of other units that a shader requests, in units of fuel, so that
/// every thread ends in bounded time.
pub mod cost {
    /// A lookup of sixteen texels, filtered.
    pub const LOOKUP: u64 = 384;
    /// Sixteen words from memory.
    pub const DIRECT: u64 = 96;
    /// A vector to or from the VPM.
    pub const VPM: u64 = 16;
    /// The longest DMA: 64 KiB.
    pub const DMA: u64 = 8192;
    /// A varying, or sixteen pixels of the tile buffer.
    pub const PIXELS: u64 = 16;
    /// A repeated finding.
    pub const FINDING: u64 = 64;
    /// A texture request with an error, processed texel by texel.
    pub const TROUBLE: u64 = 1024;
}

/// All units, for one run of one thread.
pub struct Ports<'a, 'w, 'f, 't> {
    /// Memory.
    pub bus: Bus<'a>,
    /// Receiver of findings.
    pub log: &'t mut Log,
    /// Unknowns.
    pub quirks: &'t Quirks,
    /// The executing thread.
    pub thread: ThreadId,
    /// Uniform stream.
    pub uniforms: &'t mut Uniforms<'w>,
    /// Texture units.
    pub tmu: &'t mut Tmu,
    /// VPM, unless it is a fragment shader.
    pub vpm: Option<(&'t mut Vpm, &'t mut VpmPort)>,
    /// Tile buffer, if it is one.
    pub fragments: Option<&'t mut Fragments<'f>>,
    /// Semaphores and mutex.
    pub sync: &'t mut Semaphores,
    /// Index of the current instruction.
    pub ip: u32,
    /// Fuel for work other than instructions.
    pub budget: u64,
    /// Whether the program breaks a rule that was reported when it was loaded. Further
    /// errors of its threads are consequences, and only those that stop them are
    /// reported.
    pub suspect: bool,
}

impl Ports<'_, '_, '_, '_> {
    #[inline(always)]
    fn pay(&mut self, units: u64) -> Result<(), Stop> {
        match self.budget.checked_sub(units) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => {
                self.budget = 0;
                Err(Stop::Trap(Trap::OutOfFuel))
            }
        }
    }

    /// The next uniform, which is not in the window.
    #[cold]
    fn far_uniform(&mut self) -> u32 {
        let addr = self.uniforms.address();
        let (word, problem) = self.uniforms.next(&self.bus, self.log);
        match problem {
            None => {}
            Some(UniformProblem::Unmapped) => self.find(&mem::UNIFORM_READ, || {
                format!("the uniform at {addr:#010x} is not in any buffer; 0 was read")
            }),
            Some(UniformProblem::Unwritten) => self.find(&mem::UNINITIALISED_UNIFORM, || {
                format!("the uniform at {addr:#010x} was never written")
            }),
        }
        word
    }

    fn find(&mut self, rule: &'static Rule, message: impl FnOnce() -> String) {
        self.budget = self.budget.saturating_sub(cost::FINDING);
        if self.suspect && !rule.severity.stops() {
            self.log.counters.add("findings.follow_ups", 1);
            return;
        }
        let (thread, ip) = (self.thread, self.ip);
        self.log.find(rule, (thread.code, ip), |outer| {
            (thread.locate(outer, ip), message())
        });
    }

    /// Reports an access that only a fragment shader may make.
    fn wrong_stage(&mut self, does: &'static str) -> Stop {
        let stage = self.thread.stage.name();
        self.stop(&qpu::WRONG_STAGE, || format!("a {stage} program {does}"))
    }

    /// Reports a broken rule that stops the hardware.
    fn stop(&mut self, rule: &'static Rule, message: impl FnOnce() -> String) -> Stop {
        debug_assert!(rule.severity.stops(), "{}", rule.id);
        self.find(rule, message);
        Stop::Trap(Trap::Device)
    }
}

impl QpuIo for Ports<'_, '_, '_, '_> {
    fn moved(&self) -> Moved {
        self.tmu.moved(self.log.moved())
    }

    #[inline(always)]
    fn at(&mut self, ip: u32) {
        self.ip = ip;
    }

    fn undefined_read(&mut self, slot: u8) {
        let (file, n) = slots::name(slot);
        self.find(&qpu::UNDEFINED_REGISTER, || {
            format!("r{file}{n} is read, but was not written on the path taken")
        });
    }

    #[inline(always)]
    fn uniform(&mut self) -> Result<u32, Stop> {
        // Its instruction has been paid for.
        match self.uniforms.next_fetched() {
            Some(word) => Ok(word),
            None => {
                self.pay(1)?;
                Ok(self.far_uniform())
            }
        }
    }

    fn set_uniforms_address(&mut self, addr: u32) {
        if !addr.is_multiple_of(4) {
            self.find(&qpu::UNIFORMS_UNALIGNED, || {
                format!("the uniforms address is set to {addr:#010x}")
            });
        }
        self.uniforms.jump(addr & !3);
    }

    fn set_uniforms_position(&mut self, n: u32) {
        self.uniforms.jump_to_word(n);
    }

    #[inline(always)]
    fn varying(&mut self, out: &mut Lanes16) -> Result<u32, Stop> {
        self.pay(cost::PIXELS)?;
        let c = self.fragments.as_mut().and_then(|f| f.varying(out));
        match c {
            Some(c) => Ok(c),
            None => {
                let fragment = self.fragments.is_some();
                Err(match fragment {
                    true => self.stop(&qpu::VARYINGS_MISMATCH, || {
                        "a varying is read, but all varyings of the shader record have been read"
                            .to_owned()
                    }),
                    false => self.wrong_stage("reads a varying"),
                })
            }
        }
    }

    fn vpm_read(&mut self, out: &mut Lanes16) -> Result<(), Stop> {
        self.pay(cost::VPM)?;
        let Some((vpm, port)) = &mut self.vpm else {
            self.log.unimplemented("VPM reads in fragment shaders");
            *out = Lanes16::ZERO;
            return Ok(());
        };
        port.last_read = self.ip;
        let Some(block) = port.read.as_mut().filter(|b| b.left > 0) else {
            let what = match port.read {
                Some(_) => "every vector of the last read setup has been read",
                None => "no read setup was written",
            };
            return Err(self.stop(&vpm_rules::READ_UNDERRUN, || {
                format!("the VPM is read, but {what}")
            }));
        };
        let base = port.window.read;
        let row = base;
        let (last, share) = (block.last_row(), port.shares[0]);
        let unwritten = vpm.read(block, base, &mut out.0);
        block.left -= 1;
        port.reads += 1;
        let nth = port.reads;
        if last >= share {
            self.find(&vpm_rules::OUT_OF_RANGE, || {
                format!("row {last} is read, but the program's share ends before row {share}")
            });
            return Ok(());
        }
        // Lanes without a vertex read leftovers of the last batch; only a vector
        // without any written part indicates an error.
        if unwritten == 0xffff {
            self.find(&vpm_rules::UNINITIALISED_READ, || {
                format!("vector {nth} of the reads from row {row} was never written")
            });
        }
        Ok(())
    }

    fn vpm_write(&mut self, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.pay(cost::VPM)?;
        let Some((vpm, port)) = &mut self.vpm else {
            self.log.unimplemented("VPM writes in fragment shaders");
            return Ok(());
        };
        let missing = port.write.is_none();
        let block = port.write.get_or_insert_with(Block::rows);
        port.last_write = Some(self.ip);
        let (last, share) = (block.last_row(), port.shares[1]);
        // Rows beyond those of the vertex are covered by another rule, at the end.
        let outside = last >= share && port.writes < share;
        let row = port.window.write + last;
        let stored = port.busy[1] && port.storing.contains(&row);
        vpm.write(block, port.window.write, &v.0, mask);
        port.writes += 1;
        if missing {
            // The destination is unknown, and so are the written words.
            vpm.assume_written(0..vpm.rows());
            self.find(&vpm_rules::SETUP_MISSING, || {
                "the VPM is written without a write setup".to_owned()
            });
        }
        if outside {
            self.find(&vpm_rules::OUT_OF_RANGE, || {
                format!("row {last} is written, but the program's share ends before row {share}")
            });
        }
        if stored {
            self.find(&vpm_rules::DMA_WHILE_WRITING, || {
                format!("row {row} is written before its DMA store was waited for")
            });
        }
        Ok(())
    }

    fn vpm_setup(&mut self, dir: Dir, word: u32) -> Result<(), Stop> {
        self.pay(1)?;
        let Some((_, port)) = &mut self.vpm else {
            self.log.unimplemented("VPM setup in fragment shaders");
            return Ok(());
        };
        let setup = match dir {
            Dir::Read => port.load.setup_load(word),
            Dir::Write => port.store.setup_store(word),
        };
        let Setup::Block(block) = setup else {
            return Ok(());
        };
        let old = match dir {
            Dir::Read => port.read.replace(block),
            Dir::Write => {
                port.write = Some(block);
                None
            }
        };
        let reserved = Block::reserved_size(word);
        let outstanding = old.map_or(0, |b| b.left);
        if reserved {
            self.find(&vpm_rules::SETUP_FORM, || {
                let fields = vpm_setup::describe(dir, word);
                format!("setup word {word:#010x} has the reserved element size 3: {fields}")
            });
        }
        if outstanding > 1 {
            self.find(&vpm_rules::READ_SETUP_WHILE_BUSY, || {
                format!("{outstanding} vectors of the last read setup are still unread")
            });
        }
        Ok(())
    }

    fn dma_start(&mut self, dir: Dir, addr: u32) -> Result<(), Stop> {
        self.start_dma(dir, addr)
    }

    fn dma_wait(&mut self, dir: Dir) -> Result<(), Stop> {
        if let Some((_, port)) = &mut self.vpm {
            port.busy[usize::from(dir == Dir::Write)] = false;
        }
        Ok(())
    }

    fn dma_busy(&mut self, _dir: Dir) -> u32 {
        // A DMA completes before the next instruction runs.
        0
    }

    fn tmu_write(&mut self, unit: u8, reg: TmuReg, v: &Lanes16, _mask: u16) -> Result<(), Stop> {
        let direct = reg == TmuReg::S && !self.tmu.has_coordinates(unit);
        self.pay(match (direct, reg) {
            (true, _) => cost::DIRECT,
            (false, TmuReg::S) => cost::LOOKUP,
            (false, _) => 1,
        })?;
        let parameter = if direct { None } else { Some(self.uniform()?) };
        if !direct
            && matches!(reg, TmuReg::S | TmuReg::T)
            && let Some(lane) = self.fragments.as_ref().and_then(|f| f.not_finite(v))
        {
            self.find(&tmu_rules::COORDINATE_NOT_FINITE, || {
                let what = if reg == TmuReg::S { "S" } else { "T" };
                format!("{what} of lane {lane} is {}", f32::from_bits(v.0[lane]))
            });
        }
        let coordinate = Coordinate {
            unit,
            reg,
            lanes: v,
            parameter,
        };
        let violations = self
            .tmu
            .write(&coordinate, &self.bus, self.log, self.quirks);
        let mut stops = false;
        let cause = violations.iter().any(|t| !t.follows());
        for t in violations.into_iter().filter(|t| !cause || !t.follows()) {
            self.budget = self.budget.saturating_sub(cost::TROUBLE);
            let (rule, message) = t.describe();
            stops |= rule.severity.stops();
            self.find(rule, || message);
        }
        match stops {
            true => Err(Stop::Trap(Trap::Device)),
            false => Ok(()),
        }
    }

    fn tmu_read(&mut self, unit: u8, out: &mut Lanes16) -> Result<(), Stop> {
        match self.tmu.read(unit) {
            Some(v) => {
                *out = v;
                Ok(())
            }
            None => Err(self.stop(&tmu_rules::FIFO_UNDERRUN, || {
                format!("TMU{unit} has no result, and no request is pending")
            })),
        }
    }

    fn tmu_noswap(&mut self, _v: u32) {
        // The result does not depend on the TMU of the slice.
    }

    #[inline(always)]
    fn tlb_read(&mut self, what: TlbRead, out: &mut Lanes16) -> Result<(), Stop> {
        self.pay(cost::PIXELS)?;
        let Some(f) = &mut self.fragments else {
            return Err(self.wrong_stage("reads the tile buffer"));
        };
        match what {
            TlbRead::Color => {
                if !f.read_color(out) {
                    self.find(&tlb::UNINITIALISED_READ, || {
                        "the tile buffer's colour was neither cleared nor loaded".to_owned()
                    });
                }
                Ok(())
            }
            TlbRead::Coverage | TlbRead::AlphaMask => {
                self.log.unimplemented(match what {
                    TlbRead::Coverage => "coverage loads (VG)",
                    _ => "alpha mask loads (VG)",
                });
                *out = Lanes16::ZERO;
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn tlb_write(&mut self, what: TlbWrite, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.pay(cost::PIXELS)?;
        let Some(f) = &mut self.fragments else {
            return Err(self.wrong_stage("writes the tile buffer"));
        };
        match what {
            TlbWrite::StencilSetup => f.stencil_setup(v.0[0]),
            TlbWrite::Z => {
                let violation = f.z_write_violation();
                let undefined = f.tests_undefined();
                f.write_z(v, mask);
                if let Some((rule, message)) = violation {
                    self.find(rule, || message.to_owned());
                }
                if undefined {
                    self.find(&tlb::UNINITIALISED_READ, || {
                        "depth or stencil is tested, but was neither cleared nor loaded".to_owned()
                    });
                }
            }
            TlbWrite::ColorAll => f.write_color(v, mask),
            TlbWrite::ColorMs => {
                let single = !f.multisampled();
                f.write_color_ms(v, mask);
                if single {
                    self.find(&tlb::MS_WRITE_SINGLE, || {
                        "the tile buffer has one sample per pixel".to_owned()
                    });
                }
            }
            TlbWrite::AlphaMask => self.log.unimplemented("alpha mask writes (VG)"),
        }
        Ok(())
    }

    #[inline(always)]
    fn pixel_flags(&mut self, which: PixelFlags, out: &mut Lanes16) {
        let fragments = self.fragments.as_ref();
        *out = fragments.map_or(Lanes16::ZERO, |f| f.pixel_flags(which));
    }

    fn set_pixel_flags(&mut self, which: PixelFlags, v: &Lanes16, mask: u16) {
        // Other stages have no pixel with flags.
        if let Some(f) = &mut self.fragments {
            f.set_pixel_flags(which, v, mask);
        }
    }

    fn set_quad(&mut self, axis: QuadAxis, v: &Lanes16, mask: u16) {
        if let Some(f) = &mut self.fragments {
            f.move_quads(axis, v, mask);
        }
    }

    fn scoreboard(&mut self, _op: Scoreboard) -> Result<(), Stop> {
        if self.fragments.is_none() {
            return Err(self.wrong_stage("signals the scoreboard"));
        }
        // Threads run in primitive order, so no pixel is ever locked.
        Ok(())
    }

    fn thread_switch(&mut self, _which: ThreadSwitch) {}

    fn semaphore(&mut self, n: u8, op: SemaphoreOp) -> Result<(), Stop> {
        if self.sync.semaphore(n, op) {
            Ok(())
        } else {
            Err(Stop::Blocked)
        }
    }

    fn mutex_acquire(&mut self) -> Result<u32, Stop> {
        if self.sync.mutex_acquire(self.thread.qpu) {
            Ok(0)
        } else {
            Err(Stop::Blocked)
        }
    }

    fn mutex_release(&mut self) {
        if !self.sync.mutex_release(self.thread.qpu) {
            self.find(&qpu::MUTEX_NOT_HELD, || {
                "the mutex is not held by this thread".to_owned()
            });
        }
    }

    fn host_interrupt(&mut self, value: u32) {
        if value == 0 {
            self.find(&qpu::HOST_INTERRUPT_ZERO, || "0 is written".to_owned());
            return;
        }
        let ThreadId { stage, qpu, .. } = self.thread;
        self.log.raised |= 1 << (qpu & 15);
        // The log has the first of each stage; the host's handler finds the others by
        // reading DBQITC.
        let by = format!("{} shader on QPU {qpu}", stage.name());
        self.log.interrupt_once(stage.name(), "host interrupt", by);
    }
}
