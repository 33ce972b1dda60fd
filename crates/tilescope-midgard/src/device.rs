//! The device: the job manager and the units that run jobs.

use tilescope_core::bus::Bus;
use tilescope_core::{
    ChipInfo, Context, Device, Frame, Location, Outcome, Stopped, Submission, Work,
};

use tilescope_draw::ScratchMemory;

use crate::chips::Chip;
use crate::compute;
use crate::descriptors::JobType;
use crate::fragment::{self, WorkerScratch};
use crate::jobs::{self, Header, Slot};
use crate::log::{Ctx, Log};
use crate::quirks::Quirks;
use crate::rules::job as rules;
use crate::shader::ExecMode;
use crate::threads::{Programs, ThreadScratch};
use crate::tiler;

/// Options of a device.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Execution of shaders.
    pub mode: ExecMode,
    /// Undocumented behaviour of the tiler.
    pub quirks: Quirks,
}

/// A Mali Midgard GPU.
///
/// [`Work::List`] is a chain of jobs: `queue` is the job slot (0 runs fragment jobs,
/// others the rest), `start` the address of the first job. The chain ends where its jobs
/// say; `end` is not used.
pub struct Midgard {
    chip: &'static Chip,
    options: Options,
    state: State,
    submissions: u32,
}

/// State that submissions leave.
#[derive(Debug, Default)]
struct State {
    /// Work done so far: the cycle counter.
    cycles: u64,
    scratch: ScratchMemory<WorkerScratch>,
    groups: ScratchMemory<ThreadScratch>,
    programs: Programs,
}

impl Midgard {
    /// A device after power-on.
    pub fn new(chip: &'static Chip, options: Options) -> Midgard {
        Midgard {
            chip,
            state: State {
                programs: Programs::new(options.mode),
                ..State::default()
            },
            options,
            submissions: 0,
        }
    }
}

/// The units while a chain runs.
pub struct Units<'a> {
    /// The chip.
    pub chip: &'static Chip,
    /// Options of the device.
    pub options: &'a Options,
    /// The cycle counter at the start of the chain.
    cycles: u64,
    /// The fuel at the start of the chain.
    fuel: u64,
    /// Scratch memory of workers.
    pub(crate) scratch: &'a ScratchMemory<WorkerScratch>,
    /// Scratch memory of workers that run vertices.
    pub(crate) groups: &'a ScratchMemory<ThreadScratch>,
    /// Programs of earlier jobs.
    pub(crate) programs: &'a mut Programs,
}

impl Units<'_> {
    /// Runs the job of `header`.
    ///
    /// # Errors
    /// The reason why it stopped.
    pub fn run(&mut self, header: &Header, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        match header.kind {
            JobType::WriteValue => {
                let cycles = self.cycles + self.fuel.saturating_sub(c.fuel.left());
                jobs::write_value(header, cycles, c)
            }
            // Memory is coherent: there is nothing to flush.
            JobType::CacheFlush | JobType::Null => Ok(()),
            JobType::Compute | JobType::Vertex => compute::run(header, self, c),
            JobType::Tiler => tiler::run(header, self, c),
            JobType::Fragment => fragment::run(header, self, c),
            // The job manager has refused them.
            JobType::NotStarted | JobType::Geometry | JobType::Fused | JobType::Unknown(_) => {
                Ok(())
            }
        }
    }
}

fn missing(what: &'static str, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    c.log.unimplemented(what);
    Ok(())
}

impl Device for Midgard {
    fn chip(&self) -> &'static ChipInfo {
        &self.chip.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let frame = Frame::Submission(self.submissions, submission.label.as_str().into());
        self.submissions += 1;
        let mut log = Log::new(Location::new().inside(frame), ctx.observer);
        let mut fuel = ctx.fuel;
        let before = fuel.left();
        let mut result = Ok(());
        for work in &submission.work {
            let mut c = Ctx {
                bus: Bus::new(ctx.memory),
                log: &mut log,
                fuel: &mut fuel,
                workers: ctx.workers,
            };
            result = match *work {
                Work::List { queue, start, .. } => {
                    let mut units = Units {
                        chip: self.chip,
                        options: &self.options,
                        cycles: self.state.cycles,
                        fuel: c.fuel.left(),
                        scratch: &self.state.scratch,
                        groups: &self.state.groups,
                        programs: &mut self.state.programs,
                    };
                    let frame = Frame::List("job", start);
                    crate::memory::inside(&mut c, frame, |c| {
                        jobs::run(start, Slot::of(queue), &mut units, c)
                    })
                }
                Work::Program { .. } => missing("shader programs without a job", &mut c),
            };
            if result.is_err() {
                break;
            }
        }
        self.state.cycles += before - fuel.left();
        Outcome::of(result, &rules::TIMEOUT, log, ctx.observer)
    }

    fn mmio_read(&mut self, offset: u32) -> u32 {
        match offset {
            // GPU_ID: the product in the upper half.
            0 => u32::from(self.chip.product) << 16,
            _ => 0,
        }
    }

    fn mmio_write(&mut self, _offset: u32, _value: u32, ctx: &mut Context<'_>) {
        let mut log = Log::new(Location::new(), ctx.observer);
        log.unimplemented("register writes by the CPU");
        log.deliver(ctx.observer);
    }

    fn reset(&mut self) {
        *self = Midgard::new(self.chip, self.options.clone());
    }
}
