//! Unmodified Mesa on the virtual boards while a layer makes mutated ioctls on its descriptors: the
//! virtual kernel and the devices return, and do not crash, hang or exhaust memory.
//!
//! Requirements: those of `started`, and the layer: `cargo build -p tilescope-shim --example
//! mutator`. `TILESCOPE_CASES=500` tries more seeds.

mod started;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use started::{GLES, has, ready, tilescope};

/// The number of seeds for each GPU.
const CASES: u64 = 6;
/// The time limit of one program on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
/// The fuel of a mutated job.
const FUEL: &str = "20000000";
/// The address space limit of the program, in KiB: several times its normal
/// use.
const CEILING: u64 = 8 << 20;

/// The layer, next to the programs.
fn layer() -> PathBuf {
    Path::new(GLES).with_file_name("examples/libmutator.so")
}

/// Standard error and exit code of a program with this seed.
fn run(gpu: &str, program: &str, seed: u64) -> (String, Option<i32>) {
    // The layer comes before the library that `exec` preloads.
    let script = format!(
        "ulimit -v {CEILING}; ulimit -c 0; LD_PRELOAD=\"$0:$LD_PRELOAD\" TILESCOPE_MUTATION={seed} exec \"$@\""
    );
    let layer = layer();
    let layer = layer.to_str().expect("a path of text");
    let mut command = tilescope(&["exec", "--gpu", gpu, "--fuel", FUEL, "--"]);
    command.args(["sh", "-c", &script, layer, GLES, program]);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        pipe.read_to_end(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{gpu}, {program}, seed {seed}: it hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = reader.join().unwrap().unwrap();
    (String::from_utf8_lossy(&text).into_owned(), code)
}

#[test]
fn broken_ioctls_between_those_of_mesa_do_no_harm() {
    if !has(
        layer().exists(),
        &format!("{} is not built", layer().display()),
        started::requires_any(),
    ) {
        return;
    }
    let cases = std::env::var("TILESCOPE_CASES").ok();
    let cases = cases.and_then(|n| n.parse().ok()).unwrap_or(CASES);
    for gpu in ["bcm2837", "gc2000"] {
        if !ready(gpu, &[]) {
            return;
        }
        let mut refused = 0;
        for seed in 0..cases {
            let program = ["triangle", "target", "many"][(seed % 3) as usize];
            let (text, code) = run(gpu, program, seed);
            let place = format!("{gpu}, {program}, seed {seed}, exit code {code:?}");
            // Mesa may fail or even crash, because its buffers changed; Tilescope may not.
            assert!(!text.contains("panicked"), "{place}: {text}");
            assert!(
                !text.contains("libtilescope_shim.so"),
                "{place}: it crashed: {text}"
            );
            assert!(!text.contains("memory allocation"), "{place}: {text}");
            refused += u64::from(text.contains("tilescope: "));
        }
        assert!(refused > 0, "no ioctl of {gpu} was refused");
    }
}
