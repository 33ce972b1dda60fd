//! Running a shader thread: what is the same for every stage.

use tilescope_core::{Dump, DumpKind, Fuel};
use tilescope_exec::Lanes16;

use crate::chips::Chip;
use crate::cle::Stopped;
use crate::isa::Cond;
use crate::log::Log;
use crate::ports::{StageKind, ThreadId};
use crate::qpu::decode::Write;
use crate::qpu::io::Trap;
use crate::qpu::program::Program;
use crate::qpu::quirks::QpuQuirks;
use crate::qpu::slots;
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

/// The registers of a thread at its end. Those that no instruction of `program` writes
/// hold what was there before.
pub fn registers(id: ThreadId, program: &Program, thread: &Thread) -> Dump {
    let title = format!(
        "QPU {} after {} shader {:#010x}, {} instructions",
        id.qpu,
        id.stage.name(),
        id.code,
        thread.executed()
    );
    let mut written = [false; slots::COUNT];
    // W and Z of the fragments come in registers; signals and units write r4 and r5.
    let given = [slots::RA + 15, slots::RB + 15];
    let given = given
        .into_iter()
        .filter(|_| id.stage == StageKind::Fragment);
    let others = [slots::R4, slots::R5].into_iter().chain(given);
    others.for_each(|slot| written[usize::from(slot)] = true);
    for d in (0..program.len() as u32).filter_map(|ip| program.decoded(ip)) {
        for (to, cond) in [(d.add_to, d.add_cond), (d.mul_to, d.mul_cond)] {
            if let Write::Register(slot) | Write::Accumulator(slot) = to {
                written[usize::from(slot)] |= cond != Cond::Never;
            }
        }
    }
    let words = |slot: u8, v: &Lanes16| {
        let known = written[usize::from(slot)];
        v.0.iter().map(|w| known.then_some(*w)).collect()
    };
    let rows = thread
        .registers()
        .map(|(name, slot, v)| (name, words(slot, v)))
        .collect();
    Dump {
        kind: DumpKind::Qpu,
        title,
        rows,
    }
}
