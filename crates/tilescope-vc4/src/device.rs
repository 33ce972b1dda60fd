//! The device: both control threads, the user program queue and their shared state.

use tilescope_core::{
    ChipInfo, Context, Counters, Device, Finding, Frame, Location, Observer, Outcome, Rule, Status,
    Submission, Work,
};

use crate::bin_thread::{BinThread, Pause, Units};
use crate::binned::BinnedRecords;
use crate::bus::Bus;
use crate::chips::Chip;
use crate::cle::Stopped;
use crate::code::ShaderCache;
use crate::idle::Idle;
use crate::log::{Ctx, Log, Site};
use crate::mmio::Registers;
use crate::qpu::quirks::QpuQuirks;
use crate::qpu::thread::{ExecMode, Thread};
use crate::quirks::Quirks;
use crate::records::GlShaderRecord;
use crate::render_thread::RenderThread;
use crate::rules::{bin, cl, qpu};
use crate::run::Machine;
use crate::uniforms::UniformWindow;
use crate::user::{Programs, Request};
use crate::vpm::Vpm;

/// Rows in a unit of V3D_VPMBASE, which counts 256 bytes.
const ROWS_PER_BASE: u32 = 4;

/// Options of a device.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Execution mode of shader programs.
    pub mode: ExecMode,
    /// Unknowns of the fixed-function units.
    pub quirks: Quirks,
    /// Unknowns of the QPU.
    pub qpu_quirks: QpuQuirks,
}

/// A VideoCore IV.
pub struct Vc4 {
    pub(crate) machine: Machine,
    pub(crate) registers: Registers,
    pub(crate) vpm: Vpm,
    pub(crate) shaders: ShaderCache,
    pub(crate) thread: Thread,
    idle: Idle,
    pub(crate) semaphore: u32,
    pub(crate) binning: Option<BinThread>,
    pub(crate) rendering: Option<RenderThread>,
    /// The last rendering thread that ended, for its allocations.
    pub(crate) rendered: RenderThread,
    binned_records: BinnedRecords,
    pub(crate) programs: Programs,
    pub(crate) submissions: u32,
}

/// Result of a run of the control threads.
pub(crate) struct Ran {
    pub stopped: Option<Box<Finding>>,
    /// The control thread that stopped.
    pub stopped_thread: usize,
    /// Whether the binner waits for memory that was not supplied.
    pub out_of_memory: bool,
    /// Address and length of the last memory supplied, if no block fits into it.
    pub too_small: Option<(u32, u32)>,
    /// End of a binning list that never raised the semaphore.
    pub unraised: Option<(Location, u32)>,
    /// The raise of the semaphore in a binning list that ended.
    pub raised: Option<(Location, u32)>,
}

/// The finding for a unit that used up the fuel without naming its place.
fn endless(log: &Log) -> Finding {
    let message = "the fuel ran out".to_owned();
    Finding::new(&cl::TOO_MANY_RECORDS, log.at.clone(), message)
}

/// Records that `rule` was broken in a way that stops the hardware.
fn stop(
    rule: &'static Rule,
    at: Location,
    message: String,
    site: impl Into<Site>,
    log: &mut Log,
) -> Box<Finding> {
    Stopped::by(rule, at, message, site, log).finding_or(|| endless(log))
}

impl Vc4 {
    /// A device after power-on.
    pub fn new(chip: &'static Chip, options: Options) -> Self {
        let poison = options.quirks.poison;
        Vc4 {
            machine: Machine {
                chip,
                quirks: options.quirks,
                qpu_quirks: options.qpu_quirks,
                mode: options.mode,
            },
            registers: Registers::default(),
            vpm: Vpm::new(chip.vpm_bytes, poison),
            shaders: ShaderCache::default(),
            thread: Thread::default(),
            idle: Idle::default(),
            semaphore: 0,
            binning: None,
            rendering: None,
            rendered: RenderThread::default(),
            binned_records: BinnedRecords::default(),
            programs: Programs::default(),
            submissions: 0,
        }
    }

    /// The chip.
    pub fn vc4_chip(&self) -> &'static Chip {
        self.machine.chip
    }

    pub(crate) fn first_row(&self) -> u32 {
        (self.registers.vpm_base * ROWS_PER_BASE).min(self.vpm.rows() - 1)
    }

    /// VPM rows that V3D_VPMBASE reserves for user programs; `None` if it was left at
    /// 0, so that they can access any row.
    pub(crate) fn reserved_rows(&self) -> Option<u32> {
        (self.registers.vpm_base > 0).then(|| self.first_row())
    }

    /// Runs both control threads until neither can continue. `more` supplies memory
    /// that the binner requests.
    pub(crate) fn run_lists(
        &mut self,
        c: &mut Ctx<'_>,
        more: &mut dyn FnMut() -> Option<(u32, u32)>,
    ) -> Ran {
        let first_row = self.first_row();
        let mut ran = Ran {
            stopped: None,
            stopped_thread: 0,
            out_of_memory: self.registers.needs_memory(),
            too_small: None,
            unraised: None,
            raised: None,
        };
        self.binned_records.clear();
        let mut units = Units {
            machine: &self.machine,
            shaders: &mut self.shaders,
            vpm: &mut self.vpm,
            first_row,
            thread: &mut self.thread,
            uniforms: &mut UniformWindow::default(),
            idle: &self.idle,
            record: GlShaderRecord::default(),
            semaphore: &mut self.semaphore,
            binned: None,
            binned_records: &mut self.binned_records,
        };
        let mut supplied = self.registers.memory_supplied();
        let (mut bin_ended, mut render_ended) = (false, false);
        loop {
            let mut progress = false;
            if let Some(t) = self
                .binning
                .as_mut()
                .filter(|_| !bin_ended && !ran.out_of_memory)
            {
                let from = t.cursor().pc();
                let pause = t.run(&mut units, c);
                units.binned = t.binned();
                match pause {
                    Pause::End => {
                        bin_ended = true;
                        progress = true;
                    }
                    Pause::Semaphore => progress |= t.cursor().pc() != from,
                    Pause::Memory => {
                        if !std::mem::take(&mut supplied) {
                            c.log.interrupt("binner out of memory", "PTB");
                        }
                        let at = t.location(c.log);
                        match more() {
                            Some((start, len)) => {
                                let blocks = t.add_memory(start, len);
                                c.log.counters.add("binner.overflow_blocks", blocks.into());
                                if blocks > 0 {
                                    c.log.find(&bin::OVERFLOW_USED, Site::ANYWHERE, |_| {
                                        (at, format!("{len} bytes at {start:#010x} were added"))
                                    });
                                }
                                ran.too_small = (blocks == 0).then_some((start, len));
                                progress = true;
                            }
                            None => ran.out_of_memory = true,
                        }
                    }
                    Pause::Stopped(by) => {
                        ran.stopped = Some(by.finding_or(|| endless(c.log)));
                        break;
                    }
                }
            }
            if let Some(t) = self.rendering.as_mut().filter(|_| !render_ended) {
                let from = t.cursor().pc();
                match t.run(&mut units, c) {
                    Pause::End => {
                        render_ended = true;
                        progress = true;
                    }
                    Pause::Semaphore => progress |= t.cursor().pc() != from,
                    Pause::Memory => {}
                    Pause::Stopped(by) => {
                        ran.stopped = Some(by.finding_or(|| endless(c.log)));
                        ran.stopped_thread = 1;
                        break;
                    }
                }
            }
            if !progress {
                break;
            }
        }
        if bin_ended && let Some(t) = self.binning.take() {
            ran.raised = t.raised_at();
            if t.raised() == 0 {
                ran.unraised = Some((t.location(c.log), t.cursor().pc()));
            }
            self.registers.binning_ended(&t);
        }
        if render_ended && let Some(t) = self.rendering.take() {
            self.registers.rendering_ended(&t);
            self.rendered = t;
        }
        ran
    }

    /// Runs `programs`, the last of the submission, to their end.
    fn run_programs(&mut self, programs: &mut Programs, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let (machine, shaders) = (&self.machine, &mut self.shaders);
        let (completed, ended) = programs.run(machine, shaders, &mut self.vpm, c);
        self.registers.add_completed_programs(completed);
        ended?;
        programs.deadlock(c.log).map_or(Ok(()), Err)
    }

    /// Reason why the control threads are blocked although work is left.
    fn deadlock(&mut self, ran: &Ran, log: &mut Log) -> Option<Box<Finding>> {
        if ran.stopped.is_some() {
            return ran.stopped.clone();
        }
        if ran.out_of_memory
            && let Some(t) = &self.binning
        {
            let at = t.location(log);
            let (rule, message) = match ran.too_small {
                Some((start, len)) => (
                    &bin::OVERFLOW_TOO_SMALL,
                    format!("no block fits into the {len} bytes at {start:#010x}"),
                ),
                None => (
                    &bin::OUT_OF_MEMORY,
                    "tile allocation memory is full, and there is no overflow memory".to_owned(),
                ),
            };
            let site = (t.cursor().pc(), 0);
            return Some(stop(rule, at, message, site, log));
        }
        if self.rendering.is_some()
            && let Some((at, pc)) = &ran.unraised
        {
            let message =
                "the list ends without raising the semaphore that rendering waits for".to_owned();
            let site = (*pc, 0);
            return Some(stop(&cl::MISSING_SEMAPHORE, at.clone(), message, site, log));
        }
        let waits = [
            self.binning
                .as_ref()
                .map(|t| (t.location(log), t.cursor().pc())),
            self.rendering
                .as_ref()
                .map(|t| (t.location(log), t.cursor().pc())),
        ];
        let (at, pc) = waits.into_iter().flatten().next()?;
        let message = "the thread waits for the semaphore, but no list will raise it".to_owned();
        let rule = &cl::SEMAPHORE_NEVER_RAISED;
        Some(stop(rule, at, message, (pc, 0), log))
    }

    fn finish(
        &mut self,
        log: Log,
        fault: Option<Box<Finding>>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut log = log;
        if let Some(f) = &fault {
            log.ensure(f);
        }
        self.registers.host_interrupts |= log.raised as u16;
        let counters: Counters = log.deliver(observer);
        let out_of_fuel = [&cl::TOO_MANY_RECORDS, &qpu::ENDLESS];
        let status = match fault {
            None => Status::Done,
            Some(f) if out_of_fuel.iter().any(|r| std::ptr::eq(f.rule, *r)) => Status::OutOfFuel(f),
            Some(f) => Status::Fault(f),
        };
        Outcome { status, counters }
    }
}

/// A size on the 32-bit bus.
fn clamped(bytes: u64) -> u32 {
    bytes.min(u32::MAX.into()) as u32
}

impl Device for Vc4 {
    fn chip(&self) -> &'static ChipInfo {
        &self.machine.chip.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let frame = Frame::Submission(self.submissions, submission.label.as_str().into());
        self.submissions += 1;
        let mut log = Log::new(Location::new().inside(frame), ctx.observer);
        let bus = Bus::new(ctx.memory);
        for (offset, value) in &submission.registers {
            self.registers.write_plain(*offset, *value);
        }
        self.shaders.clear();
        self.halt(0);
        self.halt(1);
        self.semaphore = 0;
        let mut programs = Programs::default();
        programs.rows = self.reserved_rows();
        for work in &submission.work {
            match *work {
                Work::List { queue, start, end } => {
                    let (start, end) = (start as u32, end as u32);
                    if queue == 0 {
                        self.binning = Some(BinThread::new(start, end, &self.machine));
                    } else {
                        self.rendering = Some(RenderThread::new(
                            (start, end),
                            &self.machine,
                            std::mem::take(&mut self.rendered),
                        ));
                    }
                }
                Work::Program {
                    code,
                    arguments,
                    arguments_len,
                } => programs.push(Request {
                    code: code as u32,
                    uniforms: arguments as u32,
                    uniforms_len: clamped(arguments_len),
                }),
            }
        }
        let mut fuel = ctx.fuel;
        let c = &mut Ctx {
            bus,
            log: &mut log,
            fuel: &mut fuel,
            workers: ctx.workers,
        };
        let ended = self.run_programs(&mut programs, c);
        if let Err(by) = ended {
            ctx.fuel = fuel;
            let finding = by.finding_or(|| endless(&log));
            return self.finish(log, Some(finding), ctx.observer);
        }
        let has_lists = self.binning.is_some() || self.rendering.is_some();
        let raises = self.binning.is_some();
        let mut fault = None;
        if has_lists {
            let first = self.registers.overflow.take();
            let mut spare = first.into_iter().chain(
                submission
                    .spare_memory
                    .iter()
                    .map(|(a, n)| (*a as u32, clamped(*n))),
            );
            let c = &mut Ctx {
                bus,
                log: &mut log,
                fuel: &mut fuel,
                workers: ctx.workers,
            };
            let ran = self.run_lists(c, &mut || spare.next());
            fault = self.deadlock(&ran, &mut log);
            if fault.is_none() && raises && self.semaphore > 0 {
                let message = format!(
                    "the semaphore is {} after all lists have ended",
                    self.semaphore
                );
                let (at, site) = ran.raised.unwrap_or_else(|| (log.at.clone(), 0));
                log.find(&cl::SEMAPHORE_UNUSED, (site, 0), |_| (at, message));
            }
        }
        ctx.fuel = fuel;
        self.finish(log, fault, ctx.observer)
    }

    fn mmio_read(&mut self, offset: u32) -> u32 {
        self.read_register(offset)
    }

    fn mmio_write(&mut self, offset: u32, value: u32, ctx: &mut Context<'_>) {
        self.write_register(offset, value, ctx);
    }

    fn reset(&mut self) {
        let options = Options {
            mode: self.machine.mode,
            quirks: self.machine.quirks,
            qpu_quirks: self.machine.qpu_quirks,
        };
        *self = Vc4::new(self.machine.chip, options);
    }
}
