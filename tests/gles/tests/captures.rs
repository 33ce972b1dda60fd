//! What a program submits through stock Mesa is recorded, and replays in another
//! process to the identical picture.
//!
//! Needs what `boards` needs, and a second reader of zips, `unzip`. Without
//! them there is nothing to test, which is said and counts as passed, unless
//! `TILESCOPE_REQUIRE_MESA` is set.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GLES: &str = env!("CARGO_BIN_EXE_tilescope-gles");

fn tilescope(folder: &Path, args: &[&str]) -> Output {
    let tilescope = Path::new(GLES).with_file_name("tilescope");
    let mut command = Command::new(tilescope);
    command.args(args).current_dir(folder);
    command.output().unwrap()
}

/// An empty folder for a test; none if the test cannot run.
fn stage(name: &str) -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    let missing = match Path::new(GLES).with_file_name("tilescope").exists() {
        false => "tilescope is not built".to_owned(),
        true => {
            let output = tilescope(&dir, &["exec", "--gpu", "bcm2837", "--", GLES, "info"]);
            // The code for what cannot be found.
            if output.status.code() != Some(2) {
                return Some(dir);
            }
            String::from_utf8_lossy(&output.stderr).into_owned()
        }
    };
    give_up(&missing);
    None
}

/// Says what is missing, and fails if it has to be there.
fn give_up(missing: &str) {
    let required = std::env::var_os("TILESCOPE_REQUIRE_MESA").is_some();
    assert!(!required, "{missing}");
    let said = std::io::Write::write_all(&mut std::io::stderr(), missing.as_bytes());
    assert!(said.is_ok());
}

fn record(dir: &Path, extra: &[&str], program: &[&str]) -> Output {
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap"];
    let args = [&first[..], extra, &["--", GLES], program].concat();
    tilescope(dir, &args)
}

/// Replays; gives the pictures by name, and the report.
fn replay(dir: &Path, extra: &[&str]) -> (Vec<(String, Picture)>, String) {
    let out = dir.join("out");
    let _ = std::fs::remove_dir_all(&out);
    let output = tilescope(dir, &[&["run", "run.tscap"], extra].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains(" do what was recorded\n"), "{text}");
    let files = std::fs::read_dir(&out).unwrap().flatten();
    let mut pictures: Vec<_> = files
        .map(|e| (e.file_name().into_string().unwrap(), picture(&e.path())))
        .collect();
    pictures.sort();
    (pictures, text)
}

type Picture = (u32, u32, Vec<u8>);

fn picture(path: &Path) -> Picture {
    let file = std::fs::File::open(path).unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn recorded_programs_replay_to_the_identical_picture() {
    let Some(dir) = stage("captures-programs") else {
        return;
    };
    for name in [
        "triangle", "depth", "blend", "many", "mipmaps", "cube", "target",
    ] {
        let png = dir.join("a.png");
        let output = record(&dir, &[], &[name, png.to_str().unwrap()]);
        assert!(output.status.success(), "{name}");
        let want = picture(&png);
        let (pictures, _) = replay(&dir, &[]);
        assert!(pictures.iter().any(|(_, p)| *p == want), "{name}");
    }
}

#[test]
fn contexts_threads_and_frames_replay() {
    let Some(dir) = stage("captures-runs") else {
        return;
    };
    record(&dir, &[], &["threads", "4"]);
    let all = replay(&dir, &["--threads", "3"]);
    assert!(all.0.len() >= 4, "{}", all.1);
    let output = record(&dir, &["--report", "json"], &["cycles", "20"]);
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains("\"submissions\": 44,"), "{report}");
    let whole = replay(&dir, &["--frames", "9..12"]).0;
    assert_eq!(whole.len(), 4);
    // Frames that were recorded without those before them draw the same.
    record(&dir, &["--frames", "9..12"], &["cycles", "20"]);
    assert!(replay(&dir, &["--frames", "1.."]).0 == whole);
    // What was only checked can be executed later, with nothing to compare with.
    record(&dir, &["--no-execute"], &["clear"]);
    let output = tilescope(&dir, &["run", "run.tscap"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("They were not executed then"),
        "{text}"
    );
}

#[test]
fn a_killed_program_leaves_a_capture() {
    let Some(dir) = stage("captures-killed") else {
        return;
    };
    // The shell ends the program once there is something to see.
    let script = format!(
        "{GLES} cycles 100000 & while [ $(cat run.tscap.recording-*/*.spool | wc -c) -lt 100000 ]; \
         do sleep 0.02; done; kill -9 $!; wait $!"
    );
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap", "--"];
    let output = tilescope(&dir, &[&first[..], &["sh", "-c", &script]].concat());
    assert_eq!(output.status.code(), Some(137), "{output:?}");
    let (pictures, text) = replay(&dir, &[]);
    assert!(!pictures.is_empty());
    assert!(text.contains(" was killed."), "{text}");
}

#[test]
fn each_process_of_a_run_is_replayed() {
    let Some(dir) = stage("captures-processes") else {
        return;
    };
    let script = format!("{GLES} clipped a.png && {GLES} info && {GLES} luminance b.png");
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap", "--"];
    let output = tilescope(&dir, &[&first[..], &["sh", "-c", &script]].concat());
    assert!(output.status.success(), "{output:?}");
    let (pictures, text) = replay(&dir, &[]);
    // The one in the middle draws nothing.
    assert!(text.contains(" of 2 processes."), "{text}");
    for (process, png) in [("process-1-", "a.png"), ("process-2-", "b.png")] {
        let want = picture(&dir.join(png));
        let of = |(name, p): &(String, Picture)| name.starts_with(process) && *p == want;
        assert!(pictures.iter().any(of), "{png}");
    }
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_program() {
    let Some(dir) = stage("captures-full") else {
        return;
    };
    // What is recorded goes to a full device from some moment on.
    let script = format!(
        "{GLES} cycles 100 & cd run.tscap.recording-*; \
         while [ $(cat *.spool | wc -c) -lt 100000 ]; do sleep 0.02; done; \
         ln $!-0.spool before.spool; ln -s /dev/full full; mv -T full $!-0.spool; wait $!"
    );
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap"];
    let rest = ["--report", "json", "--", "sh", "-c", &script];
    let output = tilescope(&dir, &[&first[..], &rest].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert_eq!(text.matches("recording ends here: ").count(), 1, "{text}");
    assert!(text.contains("No space left on device"), "{text}");
    assert!(text.contains("\"why\": \"a"), "{text}");
    assert!(text.contains("\"jobs\": 220,"), "{text}");
    let (pictures, text) = replay(&dir, &[]);
    assert!(!pictures.is_empty());
    assert!(text.contains(" was killed."), "{text}");
}

#[test]
fn stock_tools_open_a_capture() {
    let Some(dir) = stage("captures-unzip") else {
        return;
    };
    record(&dir, &[], &["clear"]);
    let Ok(output) = Command::new("unzip")
        .args(["-t", "run.tscap"])
        .current_dir(&dir)
        .output()
    else {
        return give_up("unzip is not installed");
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("No errors detected"), "{text}");
    let manifest = Command::new("unzip")
        .args(["-p", "run.tscap", "manifest.json"])
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&manifest.stdout);
    assert!(
        text.starts_with("{\n  \"format\": \"tilescope-capture\",\n"),
        "{text}"
    );
}
