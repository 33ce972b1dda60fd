//! Native code for each target of the host, else the interpreter.

use crate::run::{Start, verify};
use tilescope_filetest::Run;
use tilescope_jit::{TARGETS, Target};
use tilescope_vc4::qpu::{ExecMode, Program, RunEnd, Stream, Thread};

/// Executes a run.
pub fn run(run: &Run, start: &Start) -> Result<(), String> {
    let compiled = |target: Target| {
        let mut program = start.program.clone();
        let done = program.compile(target, 1).map_err(|e| format!("{e:?}"));
        done.map(|_| program)
    };
    let hosts = TARGETS.into_iter().filter(|target| target.is_supported());
    let programs: Vec<_> = hosts.map(compiled).collect::<Result<_, _>>()?;
    match programs.is_empty() {
        true => execute(run, start, &start.program),
        false => programs.iter().try_for_each(|p| execute(run, start, p)),
    }
}

fn execute(run: &Run, start: &Start, program: &Program) -> Result<(), String> {
    let mut thread = Thread::default();
    thread.start_clean(program, &start.init, Stream::default());
    let mut device = start.device.clone();
    let mut fuel = crate::run::FUEL;
    let end = thread.run(program, &mut device, &mut fuel, ExecMode::Normal);
    thread.drain();
    match end {
        RunEnd::Ended => verify(run, &thread, &device),
        other => Err(format!("{other:?}")),
    }
}
