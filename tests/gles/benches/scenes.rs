//! Scenes drawn by unmodified Mesa on virtual GPUs, and by the two software renderers of the
//! system's Mesa, alternately.
//!
//! `cargo build --release && cargo bench -p tilescope-gles`; an argument after
//! `--` selects the scenes whose name contains it, `--json` prints one object
//! per line.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const GLES: &str = env!("CARGO_BIN_EXE_tilescope-gles");

/// The virtual GPUs, one of each family.
const GPUS: [&str; 3] = ["bcm2837", "gc2000", "t860"];

/// The number of rounds for each renderer.
const ROUNDS: usize = 3;
/// The number of timed frames per round.
const FRAMES: &str = "5";

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let json = words.iter().any(|w| w == "--json");
    let wanted = words.iter().find(|w| !w.starts_with("--"));
    match run(wanted.map_or("", |w| w), json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            say_error(&text);
            ExitCode::FAILURE
        }
    }
}

fn run(wanted: &str, json: bool) -> Result<(), String> {
    let list = output(Command::new(GLES).arg("scenes"))?;
    if !json {
        print("scene      gpu          ms  softpipe ms  llvmpipe ms  x softpipe  / llvmpipe\n");
    }
    for (name, _) in list.lines().filter_map(|l| l.trim().split_once(": ")) {
        if !name.contains(wanted) {
            continue;
        }
        let mut gpus = GPUS.map(|_| Vec::new());
        let [mut softpipe, mut llvmpipe] = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            for (gpu, taken) in GPUS.iter().zip(&mut gpus) {
                taken.extend(times(&mut on(gpu), name)?);
            }
            softpipe.extend(times(&mut in_software("softpipe"), name)?);
            llvmpipe.extend(times(&mut in_software("llvmpipe"), name)?);
        }
        let [s, l] = [median(&mut softpipe), median(&mut llvmpipe)];
        for (gpu, mut taken) in GPUS.iter().zip(gpus) {
            let g = median(&mut taken);
            match json {
                true => print(&format!(
                    "{{\"scene\":\"{name}\",\"gpu\":\"{gpu}\",\"ms\":{g:.3},\
                     \"softpipe_ms\":{s:.3},\"llvmpipe_ms\":{l:.3}}}\n"
                )),
                false => print(&format!(
                    "{name:10} {gpu:8} {g:6.2} {s:12.2} {l:12.2} {:11.1} {:11.1}\n",
                    s / g,
                    g / l
                )),
            }
        }
    }
    Ok(())
}

/// The renderers use one thread per core, by their own defaults.
fn in_software(driver: &str) -> Command {
    let mut command = Command::new(GLES);
    command
        .env("EGL_PLATFORM", "surfaceless")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("GALLIUM_DRIVER", driver);
    command
}

/// The `tilescope` command of the release build, next to this bench.
fn tilescope() -> PathBuf {
    Path::new(GLES).with_file_name("tilescope")
}

fn on(gpu: &str) -> Command {
    let mut command = Command::new(tilescope());
    command.args(["exec", "--gpu", gpu, "--", GLES]);
    command
}

/// Milliseconds of each frame.
fn times(command: &mut Command, scene: &str) -> Result<Vec<f64>, String> {
    let text = output(command.args(["time", scene, FRAMES]))?;
    let nanoseconds = text.lines().map(|l| l.parse::<f64>().map(|n| n / 1e6));
    nanoseconds
        .collect::<Result<_, _>>()
        .map_err(|e| format!("{e}: {text}\n"))
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|e| format!("{command:?}: {e}\n"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn print(text: &str) {
    // Errors of standard output cannot be reported.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
}

fn say_error(text: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
}
