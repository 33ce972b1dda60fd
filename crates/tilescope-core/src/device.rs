//! The interface of a GPU towards its driver.

use crate::bus::Port;
use crate::counters::Counters;
use crate::diag::{Finding, Rule};
use crate::fuel::Fuel;
use crate::log::Log;
use crate::memory::GpuMemory;
use crate::observe::Observer;
use crate::parallel::Workers;
use crate::stopped::Stopped;

/// Work that a kernel hands to the hardware at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// A name for locations; may be empty.
    pub label: String,
    /// Register writes made before the work starts: byte offset and value.
    pub registers: Vec<(u32, u32)>,
    /// The work. Entries for different queues may run at the same time, as far
    /// as the hardware's own synchronisation lets them.
    pub work: Vec<Work>,
    /// Memory to hand out, in order, each time the hardware asks for more: address and
    /// size in bytes.
    pub spare_memory: Vec<(u64, u64)>,
}

/// One piece of work for one queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// A command list: executed from `start` up to, not including, `end`.
    List {
        /// The hardware queue or control thread.
        queue: u32,
        /// GPU address of the first byte.
        start: u64,
        /// GPU address after the last byte.
        end: u64,
    },
    /// A shader program started directly, without a draw.
    Program {
        /// GPU address of the first instruction.
        code: u64,
        /// GPU address of its arguments.
        arguments: u64,
        /// The number of bytes of arguments; 0 if unknown.
        arguments_len: u64,
    },
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// All work was done.
    Done,
    /// The hardware would have stopped here: hang, error interrupt or bus
    /// fault. The finding has also been passed to the observer.
    Fault(Box<Finding>),
    /// The fuel ran out: the hardware would have run for a very long time, or forever. The finding
    /// has also been passed to the observer.
    OutOfFuel(Box<Finding>),
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its end.
    pub status: Status,
    /// The counters.
    pub counters: Counters,
}

impl Outcome {
    /// The outcome of a run that ended with `result`, and the delivery of its log. `endless` is
    /// the rule that work without an end breaks.
    pub fn of<P: Port>(
        result: Result<(), Stopped>,
        endless: &'static Rule,
        mut log: Log<P>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let status = match result {
            Ok(()) => Status::Done,
            Err(Stopped::By(finding)) => {
                log.ensure(&finding);
                Status::Fault(finding)
            }
            Err(Stopped::Fuel(_)) => {
                let message = "execution limit reached".to_owned();
                let finding = Finding::new(endless, log.at.clone(), message);
                log.ensure(&finding);
                Status::OutOfFuel(Box::new(finding))
            }
        };
        let counters = log.deliver(observer);
        Outcome { status, counters }
    }
}

/// A chip of a family, for listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipInfo {
    /// The name used on the command line and in jobs, for example `bcm2837`.
    pub name: &'static str,
    /// The family: `vc4`, `vivante`, `midgard` or `adreno`.
    pub family: &'static str,
    /// Its common name.
    pub title: &'static str,
    /// Boards and systems that use it.
    pub boards: &'static str,
}

/// Everything a device may use while it runs.
pub struct Context<'a> {
    /// The memory that the GPU can see.
    pub memory: &'a dyn GpuMemory,
    /// The receiver of findings and events.
    pub observer: &'a mut dyn Observer,
    /// The amount of work that is allowed.
    pub fuel: Fuel,
    /// The workers that run independent tiles or batches.
    pub workers: &'a dyn Workers,
}

/// One GPU.
pub trait Device: Send {
    /// The chip.
    fn chip(&self) -> &'static ChipInfo;

    /// Executes `submission` to completion.
    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome;

    /// Reads the register at byte `offset` of the device's window. Unknown
    /// registers read as 0.
    fn mmio_read(&mut self, offset: u32) -> u32;

    /// Writes the register at byte `offset`. Work that the write starts is
    /// executed before the call returns.
    fn mmio_write(&mut self, offset: u32, value: u32, ctx: &mut Context<'_>);

    /// Resets the device to its state after power-on.
    fn reset(&mut self);
}
