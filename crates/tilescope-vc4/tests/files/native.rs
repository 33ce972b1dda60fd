//! Native code where there is some, else the pipeline model.

use crate::run::{Start, verify};
use tilescope_filetest::Run;
use tilescope_vc4::qpu::native::compile_run;
use tilescope_vc4::qpu::{ExecMode, RunEnd, Thread, Trap};

/// Executes a run.
pub fn run(run: &Run, start: &Start) -> Result<(), String> {
    let mut thread = Thread::new();
    thread.start_clean(&start.program, &start.init);
    let mut device = start.device.clone();
    for _ in 0..crate::run::FUEL {
        if thread.ended() {
            break;
        }
        let native = compile_run(&start.program, thread.ip()).map_err(|e| format!("{e:?}"))?;
        if native.is_some_and(|code| code.call(&mut thread)) {
            continue;
        }
        let mut one = 1;
        let end = thread.run(&start.program, &mut device, &mut one, ExecMode::Reference);
        match end {
            RunEnd::Ended => break,
            RunEnd::Trap {
                trap: Trap::OutOfFuel,
                ..
            } => {}
            other => return Err(format!("{other:?}")),
        }
    }
    thread.drain();
    verify(run, &thread, &device)
}
