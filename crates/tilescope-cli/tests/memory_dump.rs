//! The worked example of docs/memory-dump.md: a job created from memory ranges draws the same as
//! the job that the memory is from.

use std::path::{Path, PathBuf};
use std::process::Command;

use tilescope_capture::{Job, Step};
use tilescope_core::{AddressSpace, GpuMemory, Unit, Work};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Bytes of a range of memory, zero where nothing is mapped: as saved by a
/// system.
fn range(memory: &AddressSpace, start: u64, end: u64) -> Vec<u8> {
    let byte = |at| {
        let mut byte = [0];
        // Outside every buffer it stays zero.
        let _ = memory.read(at, &mut byte, Unit("dump"));
        byte[0]
    };
    (start..end).map(byte).collect()
}

fn run(job: &Path, out: &Path) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["run".as_ref(), job, "--out".as_ref(), out])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("done: no findings"), "{text}");
    std::fs::read(out.join("framebuffer.png")).unwrap()
}

#[test]
fn the_worked_example_draws_the_same() {
    let example = root().join("examples/vc4/gl-triangle");
    let job = Job::load(&example, tilescope_families::ALL).unwrap();
    let memory = job.instantiate().memory;
    let ends: Vec<u64> = job
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Submit(s) => Some(s),
            Step::Mmio(_) => None,
        })
        .flat_map(|s| &s.work)
        .filter_map(|work| match work {
            Work::List { end, .. } => Some(*end),
            Work::Program { .. } => None,
        })
        .collect();
    let doc = std::fs::read_to_string(root().join("docs/memory-dump.md")).unwrap();
    let text = doc.split("```toml\n").nth(1).expect("a job");
    let text = text.split("```").next().unwrap_or("");
    for end in ends {
        assert!(text.contains(&format!("end = {end:#010x}")), "{end:#010x}");
    }
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("dump");
    std::fs::create_dir(&dump).unwrap();
    std::fs::write(dump.join("job.toml"), text).unwrap();
    for (name, start, end) in [
        ("heap.bin", 0x4041_0000, 0x4044_2000),
        ("lists.bin", 0x4046_0000, 0x4046_2000),
    ] {
        std::fs::write(dump.join(name), range(&memory, start, end)).unwrap();
    }
    let want = run(&example, &folder.path().join("want"));
    let found = run(&dump, &folder.path().join("found"));
    assert!(found == want);
}
