//! Native code where there is some, else the interpreter.

use crate::run::{Start, verify};
use tilescope_filetest::Run;
use tilescope_vc4::qpu::{ExecMode, RunEnd, Thread};

/// Executes a run.
pub fn run(run: &Run, start: &Start) -> Result<(), String> {
    let mut program = start.program.clone();
    if let Err(e) = program.compile()
        && tilescope_jit::supported()
    {
        return Err(format!("{e:?}"));
    }
    let mut thread = Thread::default();
    thread.start_clean(&program, &start.init);
    let mut device = start.device.clone();
    let mut fuel = crate::run::FUEL;
    let end = thread.run(&program, &mut device, &mut fuel, ExecMode::Normal);
    thread.drain();
    match end {
        RunEnd::Ended => verify(run, &thread, &device),
        other => Err(format!("{other:?}")),
    }
}
