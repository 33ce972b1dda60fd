//! Captures as recordings that other tools read.

use std::io::Write;
use std::path::Path;

use tilescope_capture::Capture;
use tilescope_capture::tscap::Replay;

use crate::exit::{Failure, Finish};
use crate::output;

/// Writes all submissions of a capture to an `.rd` recording.
pub fn rd(mut capture: Capture, to: &Path) -> Result<Finish, Failure> {
    let chip = capture.chip;
    let failed = |e: std::io::Error| {
        let message = format!("cannot write {}: {e}", to.display());
        Failure::new(message, None)
    };
    let mut bytes: Vec<u8> = Vec::new();
    let mut out: &mut dyn Write = &mut bytes;
    let writer = chip.family.rd_writer(chip.info, &mut out);
    let Some(mut writer) = writer.map_err(failed)? else {
        let title = chip.family.title();
        let message = format!("there are no .rd recordings of {title}");
        return Err(Failure::new(message, Some("they are for Adreno")));
    };
    for process in 0..capture.manifest.processes.len() {
        let program = capture.manifest.processes[process].program.clone();
        let mut replay = Replay::new(&mut capture, process)?;
        while let Some(loaded) = replay.load(&mut capture)? {
            let work = &loaded.submission.work;
            let written = writer.submission(&program, work, &loaded.memory);
            written.map_err(failed)?;
            replay.unload(loaded);
        }
    }
    drop(writer);
    output::write(to, &bytes).map_err(failed)?;
    Ok(Finish::Done)
}
