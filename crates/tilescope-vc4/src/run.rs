//! Execution of shader threads: the parts common to all stages.

use tilescope_core::{Dump, Frame};
use tilescope_exec::Lanes16;

use crate::chips::Chip;
use crate::cle::Stopped;
use crate::code::Shader;
use crate::dumps;
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

/// Configuration of a device, constant during a run.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The chip.
    pub chip: &'static Chip,
    /// Unknowns of the fixed-function units.
    pub quirks: Quirks,
    /// Unknowns of the QPU.
    pub qpu_quirks: QpuQuirks,
    /// Execution mode of programs.
    pub mode: ExecMode,
}

/// Instructions of one thread after which Linux would reset the GPU. Its hang check
/// (`vc4_gem.c`) requires progress of a control list every 100 ms; a QPU at 250 MHz
/// takes four cycles per instruction.
pub const HANG_CHECK: u64 = 250_000_000 / 4 / 10;

/// Reports a thread that ran for longer than Linux waits.
pub fn check_duration(id: ThreadId, thread: &Thread, log: &mut Log) {
    let executed = thread.executed();
    if executed <= HANG_CHECK {
        return;
    }
    let name = id.stage.name();
    log.find(&qpu::LONG_THREAD, (id.code, 0), |outer| {
        let at = outer.inside(Frame::Shader(name, id.code.into()));
        let message = format!(
            "a thread of the {name} shader executed {executed} instructions; Linux waits for \
             about {HANG_CHECK}"
        );
        (at, message)
    });
}

/// Reports the reason why a thread of `shader` did not reach its end.
pub fn stopped(
    end: &RunEnd,
    id: ThreadId,
    shader: &Shader,
    thread: &Thread,
    log: &mut Log,
) -> Stopped {
    let (trap, ip) = match end {
        RunEnd::Trap { trap, ip } => (*trap, *ip),
        RunEnd::Ended | RunEnd::Blocked => (Trap::OutOfFuel, thread.ip()),
    };
    let left = matches!(trap, Trap::BadBranch { .. });
    if (left || trap == Trap::Violation)
        && let Some(v) = shader.stop_at(ip, left)
    {
        let outer = log
            .at
            .inside(Frame::Shader(id.stage.name(), id.code.into()));
        let at = v.locate(&outer, id.code);
        return Stopped::by(v.rule, at, v.message.clone(), (id.code, v.ip), log);
    }
    let name = id.stage.name();
    let (rule, message) = match trap {
        _ if matches!(end, RunEnd::Blocked) => (
            &qpu::SEMAPHORE_DEADLOCK,
            format!(
                "the {name} shader waits for a semaphore or the mutex, and no other program is running"
            ),
        ),
        Trap::OutOfFuel => (
            &qpu::ENDLESS,
            format!(
                "instruction limit ({}) reached without the end of the {name} shader",
                thread.executed()
            ),
        ),
        Trap::BadBranch { target } => (
            &qpu::BAD_BRANCH,
            format!(
                "execution continues at {target:#010x}, which is not an instruction of the {name} shader"
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
        Trap::Device | Trap::Violation => {
            (&qpu::WRONG_STAGE, format!("the {name} shader was stopped"))
        }
    };
    let at = id.locate(&log.at, ip);
    if trap == Trap::Device
        && let Some(finding) = log.fatal((id.code, ip))
    {
        return Stopped::By(Box::new(finding));
    }
    Stopped::by(rule, at, message, (id.code, ip), log)
}

/// The registers of a thread at its end. Those that no instruction of `program` writes
/// keep their old values.
pub fn registers(id: ThreadId, program: &Program, thread: &Thread) -> Dump {
    let title = format!(
        "QPU {} after {} shader {:#010x}, {} instructions",
        id.qpu,
        id.stage.name(),
        id.code,
        thread.executed()
    );
    let mut written = [false; slots::STATE as usize];
    // W and Z of fragments are passed in registers; signals and units write r4 and r5.
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
        kind: dumps::QPU,
        title,
        rows,
    }
}
