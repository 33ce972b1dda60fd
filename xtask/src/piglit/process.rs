//! Execution of a test, as processes on the virtual board or on llvmpipe.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal};
use serde::{Deserialize, Serialize};
use tilescope_core::Severity;
use tilescope_session::{log, options, show};

use super::board::{Board, rule};
use super::outcome::{self, End, Status};
use super::profile::{PLATFORM, Test};

/// The renderer of the tests.
pub enum Machine {
    /// A virtual board.
    Virtual {
        /// The command `tilescope`.
        tilescope: PathBuf,
        /// The GPU.
        gpu: &'static str,
        /// The Mesa, for `tilescope exec --mesa`.
        mesa: &'static str,
    },
    /// The host's llvmpipe, limited to the versions of GL of this board. It needs an X server:
    /// piglit's other platforms need a GPU, or abort in tests with windows.
    Llvmpipe(&'static Board),
}

/// The environment of every test.
pub struct Bench {
    /// The renderer.
    pub machine: Machine,
    /// The folder of piglit.
    pub piglit: PathBuf,
    /// The time limit of a test.
    pub limit: Duration,
}

/// The result of a test: one line of the results file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ran {
    /// The complete name.
    pub name: String,
    /// The result of the whole test.
    pub status: Status,
    /// The results of its subtests.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub subtests: std::collections::BTreeMap<String, Status>,
    /// Its duration.
    pub seconds: f64,
    /// The number of submitted jobs.
    pub jobs: u64,
    /// Broken rules of severity `corrupt` or worse.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<show::Finding>,
    /// Features that the test needs and Tilescope does not implement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unimplemented: Vec<String>,
    /// The end of its output, unless it passed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

impl Machine {
    /// The process of a test with this program and arguments.
    fn command(&self, words: &[String]) -> Command {
        match self {
            Machine::Virtual {
                tilescope,
                gpu,
                mesa,
            } => {
                let mut command = Command::new(tilescope);
                command
                    .args(["exec", "--gpu", gpu, "--mesa", mesa])
                    .args(["--threads", "1", "--"])
                    .args(words)
                    .env("PIGLIT_PLATFORM", PLATFORM)
                    // Waffle, used by piglit, looks for GPUs in udev, which has no virtual ones.
                    .env("WAFFLE_GBM_DEVICE", node());
                command
            }
            Machine::Llvmpipe(board) => {
                let mut command = Command::new(words.first().map_or("", String::as_str));
                let ((gl, es), language) = ((board.desktop.0, board.es.0), board.desktop.1);
                command
                    .args(words.get(1..).unwrap_or_default())
                    .env("PIGLIT_PLATFORM", "x11_egl")
                    .env("LIBGL_ALWAYS_SOFTWARE", "true")
                    .env("GALLIUM_DRIVER", "llvmpipe")
                    .env("MESA_GL_VERSION_OVERRIDE", format!("{gl:.1}"))
                    .env(
                        "MESA_GLSL_VERSION_OVERRIDE",
                        format!("{:.0}", language * 100.0),
                    )
                    .env("MESA_GLES_VERSION_OVERRIDE", format!("{es:.1}"));
                command
            }
        }
    }
}

/// Address space limit of a test. Tests of Mesa's limits request as much as
/// they can get.
const MEMORY: u64 = 6 << 30;
/// Limits on a test's output: bytes read, and bytes stored in results.
const OUTPUT: u64 = 4 << 20;
const KEPT: usize = 600;
/// The interval between two polls of a process.
const TICK: Duration = Duration::from_millis(4);

/// Runs a test.
///
/// # Errors
/// One line with the reason why it could not be run.
pub fn run(test: &Test, bench: &Bench) -> Result<Ran, String> {
    if test.skip.is_some() {
        return Ok(Ran {
            name: test.name.clone(),
            status: Status::Skip,
            subtests: Default::default(),
            seconds: 0.0,
            jobs: 0,
            findings: Vec::new(),
            unimplemented: Vec::new(),
            output: String::new(),
        });
    }
    let cannot = |e: std::io::Error| format!("{}: {e}", test.name);
    let folder = tempfile::tempdir().map_err(cannot)?;
    let log = folder.path().join("log");
    let output = tempfile::tempfile().map_err(cannot)?;
    let start = Instant::now();
    let mut child = bench
        .machine
        .command(&test.command)
        .env("PIGLIT_SOURCE_DIR", &bench.piglit)
        // Results must not depend on earlier runs: Mesa 25.0.7 crashes when it reads some
        // programs back from its cache.
        .env("MESA_SHADER_CACHE_DISABLE", "true")
        .env(options::LOG, &log)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(cannot)?)
        .stderr(output.try_clone().map_err(cannot)?)
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{}: cannot be run: {e}", test.name))?;
    let end = wait(&mut child, bench.limit).map_err(cannot)?;
    let seconds = start.elapsed().as_secs_f64();
    let text = read(output).map_err(cannot)?;
    let (status, subtests) = outcome::judge(&text, end);
    let mut ran = Ran {
        name: test.name.clone(),
        status,
        subtests,
        seconds: (seconds * 1000.0).round() / 1000.0,
        jobs: 0,
        findings: Vec::new(),
        unimplemented: Vec::new(),
        output: match status {
            Status::Pass | Status::Skip => String::new(),
            _ => tail(&text),
        },
    };
    read_log(&log, &mut ran);
    Ok(ran)
}

/// The virtual GPU's render node: the first free number (`docs/exec.md`).
fn node() -> PathBuf {
    let nodes = (128..192).map(|n| PathBuf::from(format!("/dev/dri/renderD{n}")));
    let mut free = nodes.filter(|path| !path.exists());
    free.next().unwrap_or_default()
}

/// Waits for a process, and kills its process group at the time limit.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<End> {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if group.is_some() {
        let limit = Some(MEMORY);
        let limits = Rlimit {
            current: limit,
            maximum: limit,
        };
        // It may have ended already.
        let _ = rustix::process::prlimit(group, Resource::As, limits);
    }
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(end(status));
        }
        if start.elapsed() > limit {
            if let Some(group) = group {
                let _ = rustix::process::kill_process_group(group, Signal::KILL);
            }
            child.wait()?;
            return Ok(End::Late);
        }
        std::thread::sleep(TICK);
    }
}

fn end(status: ExitStatus) -> End {
    match (status.signal(), status.code()) {
        (None, Some(code)) => End::Code(code),
        _ => End::Signal,
    }
}

fn read(mut output: File) -> std::io::Result<String> {
    output.rewind()?;
    let mut bytes = Vec::new();
    output.take(OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn tail(text: &str) -> String {
    let all: Vec<char> = text.trim_end().chars().collect();
    all[all.len().saturating_sub(KEPT)..].iter().collect()
}

/// Reads the log of the virtual GPU.
fn read_log(path: &Path, ran: &mut Ran) {
    // A test that never opened the GPU leaves no log.
    let text = std::fs::read_to_string(path).unwrap_or_default();
    for process in log::processes(&text) {
        ran.jobs += process.jobs;
        ran.unimplemented.extend(process.unimplemented.into_keys());
        ran.findings
            .extend(process.findings.into_iter().filter(severe));
    }
}

fn severe(finding: &show::Finding) -> bool {
    rule(&finding.rule).is_none_or(|r| r.severity >= Severity::Corrupt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_does_not_end_is_killed_with_its_children() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 600 & sleep 600"])
            .process_group(0)
            .spawn()
            .unwrap();
        let start = Instant::now();
        let end = wait(&mut child, Duration::from_millis(50)).unwrap();
        assert_eq!(end, End::Late);
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn ends_are_told_apart() {
        let run = |script: &str| {
            let mut child = Command::new("sh")
                .args(["-c", script])
                .process_group(0)
                .spawn()
                .unwrap();
            wait(&mut child, Duration::from_secs(60)).unwrap()
        };
        assert_eq!(run("exit 3"), End::Code(3));
        assert_eq!(run("kill -ABRT $$"), End::Signal);
    }

    #[test]
    fn the_end_of_the_output_is_kept() {
        let long = "é".repeat(KEPT + 5) + "end\n";
        let kept = tail(&long);
        assert!(kept.ends_with("end"));
        assert_eq!(kept.chars().count(), KEPT);
    }
}
