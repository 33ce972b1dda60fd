//! The command with the family alone: everything that the page about adding a family promises.

use std::path::{Path, PathBuf};
use std::process::Command;

use tilescope_capture::tscap::manifest::{self, Head};
use tilescope_capture::tscap::{Folder, Frames, Recorder, Taken};
use tilescope_capture::{Job, Step};
use tilescope_core::{Context, Fuel, GpuMemory, Serial, Silent, Status, Unit, Written};
use tilescope_demo_family::DEMO;
use tilescope_families::Paths;

fn job() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("job")
}

/// The exit code, and the standard output and error.
fn tilescope(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope-demo-family"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let job = job();
    let (job, out) = (job.to_str().unwrap(), folder.path().to_str().unwrap());
    for mode in [
        &["run", "--check", "--out", out, job][..],
        &["run", "--reference", job],
    ] {
        let (code, report, errors) = tilescope(mode);
        assert_eq!(code, 0, "{report}{errors}");
    }
    assert!(folder.path().join("image.png").is_file());
}

#[test]
fn it_decodes() {
    let (code, listing, errors) = tilescope(&["decode", "--stable", job().to_str().unwrap()]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(
        listing,
        "\
# One triangle on demo1

# submission 0

list draw+0x0000
  draw+0x0000  TRIANGLE instructions=7, width=32, height=32, target=@frame, shader=@fill, x0=32, y0=32, x1=480, y1=32, x2=32, y2=480

shader fill+0x0000
  fill+0x0000  PLACE d=0
  fill+0x0008  PLACE d=1, row
  fill+0x0010  SET d=2, value=0.5
  fill+0x0018  MUL d=3, a=0, b=2
  fill+0x0020  ADD d=3, a=3, b=2
  fill+0x0028  OUT r=0, g=1, b=3
  fill+0x0030  END
"
    );
}

#[test]
fn it_lints() {
    let job = job();
    let (code, findings, errors) = tilescope(&["lint", job.to_str().unwrap()]);
    assert_eq!((code, findings.as_str(), errors.as_str()), (0, "", ""));

    let folder = tempfile::tempdir().unwrap();
    let shader = folder.path().join("fill.dasm");
    std::fs::write(&shader, "SET d=0, value=1.0\nOUT r=0, g=0, b=5\nEND\n").unwrap();
    let (code, findings, _) = tilescope(&["lint", shader.to_str().unwrap()]);
    assert_eq!(code, 1, "{findings}");
    for part in [
        "undefined[DEMO-ISA-002]: read of uninitialised register 5",
        "fill.dasm:2:1",
        "OUT r=0, g=0, b=5",
    ] {
        assert!(findings.contains(part), "{part} in\n{findings}");
    }

    // The device reports the same when a job uses it.
    std::fs::copy(job.join("job.toml"), folder.path().join("job.toml")).unwrap();
    let list = std::fs::read_to_string(job.join("draw.dlist")).unwrap();
    let list = list.replace("instructions=7", "instructions=3");
    std::fs::write(folder.path().join("draw.dlist"), list).unwrap();
    let (code, findings, _) = tilescope(&["lint", folder.path().to_str().unwrap()]);
    assert_eq!(code, 1, "{findings}");
    assert!(findings.contains("undefined[DEMO-ISA-002]"), "{findings}");
}

#[test]
fn unknown_packets_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(job().join("fill.dasm"), folder.path().join("fill.dasm")).unwrap();
    let text = std::fs::read_to_string(job().join("job.toml")).unwrap();
    std::fs::write(folder.path().join("job.toml"), text).unwrap();
    std::fs::write(folder.path().join("draw.dlist"), ".u8 0x55\n").unwrap();
    let (code, report, _) = tilescope(&["run", folder.path().to_str().unwrap()]);
    assert_eq!(code, 3, "{report}");
    assert!(
        report.contains("hang[DEMO-CMD-001]: 0x55 is not a packet"),
        "{report}"
    );
}

#[test]
fn endless_work_takes_fuel() {
    let job = job();
    let (code, report, _) = tilescope(&["run", "--fuel", "200", job.to_str().unwrap()]);
    assert_eq!(code, 3, "{report}");
    assert!(report.contains("DEMO-CMD-002"), "{report}");
}

#[test]
fn it_assembles_and_disassembles() {
    let shader = job().join("fill.dasm");
    let folder = tempfile::tempdir().unwrap();
    let asm = ["asm", "--isa", "demo", "--hex", shader.to_str().unwrap()];
    let (code, hex, errors) = tilescope(&asm);
    assert_eq!((code, errors.as_str()), (0, ""));
    let words = folder.path().join("words.txt");
    std::fs::write(&words, hex).unwrap();
    let disasm = ["disasm", "--isa", "demo", "--hex", words.to_str().unwrap()];
    let (code, text, errors) = tilescope(&disasm);
    assert_eq!((code, errors.as_str()), (0, ""));
    let source = std::fs::read_to_string(&shader).unwrap();
    let source: Vec<&str> = source.lines().filter(|l| !l.starts_with('#')).collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), source);
}

#[test]
fn it_is_the_only_family() {
    let (_, gpus, _) = tilescope(&["gpus"]);
    assert_eq!(
        gpus,
        "chip   family  GPU       boards\ndemo1  demo    Demo GPU  none\n"
    );
    let (code, rule, _) = tilescope(&["explain", "DEMO-ISA-002"]);
    assert!(
        code == 0 && rule.contains("help      Write the register first"),
        "{rule}"
    );
    let (code, _, errors) = tilescope(&["explain", "VC4-CL-001"]);
    assert!(
        code == 2 && errors.contains("no rule is called"),
        "{errors}"
    );
    let (code, _, errors) = tilescope(&["decode", "--gpu", "bcm2835", "x.bin"]);
    assert!(code == 2 && errors.contains("unknown chip"), "{errors}");
    let (code, _, errors) = tilescope(&["exec", "--gpu", "demo1", "--", "true"]);
    assert!(
        code == 2 && errors.contains("no GPU is called demo1"),
        "{errors}"
    );
}

/// Executes the job and records it; `spoil` changes the frame behind the recorder's back.
fn record(spoil: bool) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let job = Job::load(&job(), DEMO).unwrap();
    let head = Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: "0.0.0".to_owned(),
        chip: job.chip.name.to_owned(),
        device_memory: 1 << 20,
        executed: true,
        command: vec!["a program".to_owned()],
        frames: None,
    };
    let folder = Folder::create(&dir.path().join("run.tscap"), &head).unwrap();
    let mut recorder = Recorder::new(folder.path(), Frames::ALL);
    let memory = job.instantiate().memory;
    let Step::Submit(submission) = &job.steps[0] else {
        panic!("the job submits a list");
    };
    let taken = Taken {
        seqno: 1,
        file: 1,
        submission,
        memory: &memory,
        targets: Vec::new(),
    };
    recorder.before(&taken).unwrap();
    let written = Written::new(&memory);
    let mut device = job.family.device(job.chip, Paths::Fast).unwrap();
    let outcome = device.submit(
        submission,
        &mut Context {
            memory: &written,
            observer: &mut Silent,
            fuel: Fuel::DEFAULT,
            workers: &Serial,
        },
    );
    assert_eq!(outcome.status, Status::Done);
    if spoil {
        let frame = job.targets[0].address;
        written.write(frame + 4, &[1], Unit("test")).unwrap();
    }
    recorder.after(&memory, &written, &outcome.status).unwrap();
    recorder.finish();
    let packed = folder.finish().unwrap();
    (dir, packed.path)
}

#[test]
fn it_captures_and_replays() {
    let (_dir, path) = record(false);
    let path = path.to_str().unwrap();
    let (code, report, errors) = tilescope(&["run", path]);
    assert_eq!(code, 0, "{report}{errors}");
    assert!(
        report.contains("1 submissions match the recording"),
        "{report}"
    );
    let (code, listing, _) = tilescope(&["decode", path]);
    assert!(
        code == 0 && listing.contains("TRIANGLE instructions=7"),
        "{listing}"
    );
    let (code, findings, _) = tilescope(&["lint", path]);
    assert_eq!((code, findings.as_str()), (0, ""));
}

#[test]
fn a_replay_that_differs_is_reported() {
    let (_dir, path) = record(true);
    let (code, report, _) = tilescope(&["run", path.to_str().unwrap()]);
    assert_eq!(code, 1, "{report}");
}
