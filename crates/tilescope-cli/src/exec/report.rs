//! The report of a program's run.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use serde::Serialize;
use tilescope_capture::tscap::Packed;
use tilescope_core::ChipInfo;
use tilescope_session::log::Process;

use crate::exit::Failure;
use crate::report;

/// The report of `exec`, described in `docs/report.md`.
#[derive(Debug, Serialize)]
pub struct Report {
    version: u32,
    tilescope: String,
    chip: report::Chip,
    command: Vec<String>,
    exit: Exit,
    processes: Vec<Process>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<Capture>,
}

/// The recording.
#[derive(Debug, Serialize)]
struct Capture {
    path: String,
    processes: usize,
    submissions: usize,
    frames: usize,
    bytes: u64,
    stopped: Vec<Stopped>,
}

/// A process whose recording stopped early.
#[derive(Debug, Serialize)]
struct Stopped {
    process: u32,
    why: String,
}

/// The end of the program.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Exit {
    Code(i32),
    Signal(i32),
}

impl Report {
    pub fn new(
        chip: &ChipInfo,
        command: &[OsString],
        status: ExitStatus,
        processes: Vec<Process>,
    ) -> Report {
        let words = command.iter();
        Report {
            version: report::VERSION,
            tilescope: env!("CARGO_PKG_VERSION").to_owned(),
            chip: report::Chip {
                name: chip.name.to_owned(),
                family: chip.family.to_owned(),
                title: chip.title.to_owned(),
            },
            command: words.map(|w| w.to_string_lossy().into_owned()).collect(),
            exit: match status.code() {
                Some(code) => Exit::Code(code),
                None => Exit::Signal(status.signal().unwrap_or(0)),
            },
            processes,
            capture: None,
        }
    }

    /// Adds the recording at `path`, and the processes that could not continue to record.
    pub fn recorded(&mut self, path: &Path, packed: &Packed, stopped: Vec<(u32, String)>) {
        let known: BTreeSet<u32> = packed.stopped.iter().map(|s| s.0).collect();
        let others = stopped.into_iter().filter(|s| !known.contains(&s.0));
        let stopped = packed.stopped.iter().cloned().chain(others);
        self.capture = Some(Capture {
            path: path.display().to_string(),
            processes: packed.processes,
            submissions: packed.submissions,
            frames: packed.frames,
            bytes: packed.bytes,
            stopped: stopped
                .map(|(process, why)| Stopped { process, why })
                .collect(),
        });
    }

    pub fn json(&self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::from)?;
        Ok(text + "\n")
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(out, "{}", self.command.join(" "));
        let _ = writeln!(out, "  on {}, {}", self.chip.name, self.chip.title);
        let _ = match self.exit {
            Exit::Code(code) => writeln!(out, "  ended with exit code {code}"),
            Exit::Signal(signal) => writeln!(out, "  was ended by signal {signal}"),
        };
        if self.processes.is_empty() {
            out += "\nno process opened the GPU\n";
        }
        for p in &self.processes {
            out.push('\n');
            out += &process(p);
        }
        if let Some(c) = &self.capture {
            let _ = writeln!(
                out,
                "\nrecorded {}: {} of {}, {} of them drawing, in {}",
                c.path,
                report::count(c.submissions as u64, "submission", "submissions"),
                report::count(c.processes as u64, "process", "processes"),
                c.frames,
                report::count(c.bytes, "byte", "bytes")
            );
            for s in &c.stopped {
                let _ = writeln!(out, "  process {} is incomplete: {}", s.process, s.why);
            }
        }
        out
    }
}

fn process(p: &Process) -> String {
    let mut out = String::new();
    let name = match p.program.as_str() {
        "" => "did not end",
        name => name,
    };
    let _ = writeln!(out, "process {} ({name})", p.process);
    let stopped = match p.stopped {
        0 => String::new(),
        n => format!(", {n} of which hardware would not have completed"),
    };
    let jobs = report::count(p.jobs, "job", "jobs");
    let _ = writeln!(out, "  {jobs}{stopped}");
    for (name, value) in &p.counters {
        let _ = writeln!(out, "  {name} {value}");
    }
    for (what, count) in &p.unimplemented {
        let _ = writeln!(
            out,
            "  not implemented, {}: {what}",
            report::count(*count, "time", "times")
        );
    }
    for f in &p.findings {
        let times = report::count(f.count, "time", "times");
        let _ = writeln!(out, "  {}[{}]: {}", f.severity, f.rule, f.message);
        let _ = writeln!(out, "    {times}, first in {}", f.location);
    }
    if p.findings_dropped > 0 {
        let more = report::count(p.findings_dropped, "more finding", "more findings");
        let _ = writeln!(out, "  and {more}");
    }
    if p.findings.is_empty() && p.findings_dropped == 0 {
        out += "  no findings\n";
    }
    if let Some(tables) = &p.profile {
        out.push('\n');
        out += &tilescope_session::profile::text(tables);
    }
    out
}
