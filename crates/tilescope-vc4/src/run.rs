//! Running a shader thread: what is the same for every stage.

use tilescope_core::{Dump, DumpKind, Fuel};

use crate::chips::Chip;
use crate::cle::Stopped;
use crate::log::Log;
use crate::ports::ThreadId;
use crate::qpu::io::Trap;
use crate::qpu::quirks::QpuQuirks;
use crate::qpu::thread::{ExecMode, RunEnd, Thread};
use crate::quirks::Quirks;
use crate::rules::qpu;

/// What is the same for the whole run of a device.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The chip.
    pub chip: &'static Chip,
    /// Unknowns of the fixed-function units.
    pub quirks: Quirks,
    /// Unknowns of the QPU.
    pub qpu_quirks: QpuQuirks,
    /// How programs are executed.
    pub mode: ExecMode,
}

/// Bounds on single threads.
pub struct Limits;

impl Limits {
    /// Instructions that one thread may execute. Source: a Pi's watchdog resets
    /// a V3D that makes no progress for 100 ms, which is 25 million QPU cycles.
    pub const THREAD: u64 = 16_000_000;

    /// What a thread may use of `fuel`.
    pub fn per_thread(fuel: &Fuel) -> u64 {
        fuel.left().min(Self::THREAD)
    }
}

/// Notes why a thread did not reach its end.
pub fn stopped(end: &RunEnd, id: ThreadId, thread: &Thread, log: &mut Log) -> Stopped {
    let (trap, ip) = match end {
        RunEnd::Trap { trap, ip } => (*trap, *ip),
        RunEnd::Ended | RunEnd::Blocked => (Trap::OutOfFuel, thread.ip()),
    };
    let name = id.stage.name();
    let (rule, message) = match trap {
        _ if matches!(end, RunEnd::Blocked) => (
            &qpu::SEMAPHORE_DEADLOCK,
            format!("the {name} shader waits for a semaphore or the mutex, and nothing else runs"),
        ),
        Trap::OutOfFuel => (
            &qpu::ENDLESS,
            format!(
                "the {name} shader executed {} instructions without coming to its end",
                thread.executed()
            ),
        ),
        Trap::BadBranch { target } => (
            &qpu::BAD_BRANCH,
            format!(
                "execution went to {target:#010x}, which is no instruction of the {name} shader"
            ),
        ),
        Trap::ReservedOpcode => (
            &qpu::RESERVED_OPCODE,
            "the instruction has an encoding that does not exist".to_owned(),
        ),
        Trap::Breakpoint => (
            &qpu::BREAKPOINT,
            "the thread stops at the breakpoint".to_owned(),
        ),
        Trap::Device => (&qpu::WRONG_STAGE, format!("the {name} shader was stopped")),
    };
    let at = id.locate(&log.at, ip);
    if trap == Trap::Device
        && let Some(finding) = log.fatal((id.code, ip))
    {
        return Stopped(Box::new(finding));
    }
    Stopped::by(rule, at, message, (id.code, ip), log)
}

/// The registers of a thread at its end.
pub fn registers(id: ThreadId, thread: &Thread) -> Dump {
    let title = format!(
        "QPU {} after {} shader {:#010x}, {} instructions",
        id.qpu,
        id.stage.name(),
        id.code,
        thread.executed()
    );
    let rows = thread
        .registers()
        .map(|(name, v)| (name, v.0.to_vec()))
        .collect();
    Dump {
        kind: DumpKind::Qpu,
        title,
        rows,
    }
}
