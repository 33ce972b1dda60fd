//! Submissions of a program through unmodified Mesa are recorded, and replay in
//! another process to the identical image.
//!
//! Requirements: those of `started`, and another reader of zips, `unzip`.

mod started;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use started::{GLES, has, programs, ready};

const PI: &str = "bcm2837";
const GC2000: &str = "gc2000";
const T860: &str = "t860";

fn tilescope(folder: &Path, args: &[&str]) -> Output {
    started::tilescope(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// An empty folder for a test on `gpu`; `None` if the test cannot run.
fn stage(gpu: &str, name: &str) -> Option<PathBuf> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{gpu}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    ready(gpu, &[]).then_some(dir)
}

fn record(dir: &Path, gpu: &str, extra: &[&str], program: &[&str]) -> Output {
    let first = ["exec", "--gpu", gpu, "--record", "run.tscap"];
    let args = [&first[..], extra, &["--", GLES], program].concat();
    tilescope(dir, &args)
}

/// Replays; returns the images by name, and the report.
fn replay(dir: &Path, extra: &[&str]) -> (Vec<(String, Image)>, String) {
    let out = dir.join("out");
    let _ = std::fs::remove_dir_all(&out);
    let output = tilescope(
        dir,
        &[&["run", "run.tscap", "--out", "out"], extra].concat(),
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains(" match the recording\n"), "{text}");
    let files = std::fs::read_dir(&out).unwrap().flatten();
    let mut images: Vec<_> = files
        .map(|e| (e.file_name().into_string().unwrap(), read_image(&e.path())))
        .collect();
    images.sort();
    (images, text)
}

type Image = (u32, u32, Vec<u8>);

fn read_image(path: &Path) -> Image {
    let file = std::fs::File::open(path).unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

/// The upper left corner, `width` x `height`, if the image is larger by padding only: 16 columns,
/// and 4 rows of each of two pipes.
fn cut(image: &Image, width: u32, height: u32) -> Option<Image> {
    let (w, h, pixels) = image;
    let padded = (width..width + 16).contains(w) && (height..height + 8).contains(h);
    padded.then(|| {
        let rows = pixels.chunks_exact(4 * *w as usize).take(height as usize);
        let kept = rows.flat_map(|row| &row[..4 * width as usize]);
        (width, height, kept.copied().collect())
    })
}

#[test]
fn recorded_programs_replay_to_the_identical_picture() {
    for gpu in [PI, GC2000] {
        let Some(dir) = stage(gpu, "captures-programs") else {
            return;
        };
        for name in [
            "triangle", "depth", "blend", "many", "mipmaps", "cube", "target",
        ] {
            let png = dir.join("a.png");
            let output = record(&dir, gpu, &[], &[name, png.to_str().unwrap()]);
            assert!(output.status.success(), "{gpu} {name}");
            let want = read_image(&png);
            let (images, _) = replay(&dir, &[]);
            let shown = images.iter().any(|(_, p)| match gpu {
                // RS copies are padded to the right and below.
                GC2000 => cut(p, want.0, want.1).as_ref() == Some(&want),
                _ => *p == want,
            });
            assert!(shown, "{gpu} {name}");
        }
    }
}

/// The tiler's heap is left from job to job by the GPU alone, and comes back in a replay.
#[test]
fn programs_of_panfrost_replay() {
    let Some(dir) = stage(T860, "captures-panfrost") else {
        return;
    };
    for name in ["triangle", "depth", "many", "mipmaps", "target"] {
        let png = dir.join("a.png");
        let output = record(&dir, T860, &[], &[name, png.to_str().unwrap()]);
        assert!(output.status.success(), "{name}");
        let (images, report) = replay(&dir, &[]);
        assert!(!images.is_empty(), "{name}: {report}");
        assert!(replay(&dir, &["--reference"]).0 == images, "{name}");
        assert!(replay(&dir, &["--threads", "8"]).0 == images, "{name}");
    }
}

/// The programs of the corpus for the newest version of OpenGL ES that the GPU's driver offers.
fn corpus(gpu: &str) -> Vec<String> {
    let output = Command::new(GLES).arg("es31").output().unwrap();
    let newer = String::from_utf8(output.stdout).unwrap();
    let newer: Vec<&str> = newer.lines().filter(|_| gpu != T860).collect();
    let mut names = programs();
    names.retain(|name| !newer.contains(&name.as_str()));
    names
}

/// Of so many programs one is recorded, unless `TILESCOPE_CORPUS` is `all`.
const SAMPLE: usize = 24;

/// A replay has the recorded memory after each submission, so that all of them are the same,
/// with any number of threads and without fast paths.
#[test]
fn the_corpus_replays_the_same_on_every_path() {
    let all = std::env::var("TILESCOPE_CORPUS").is_ok_and(|wanted| wanted == "all");
    for gpu in [PI, GC2000, T860] {
        let programs = corpus(gpu);
        assert!(programs.len() > 80, "{programs:?}");
        let Some(dir) = stage(gpu, "captures-corpus") else {
            return;
        };
        let chosen = programs.iter().enumerate();
        let chosen = chosen.filter(|(n, _)| all || n % SAMPLE == SAMPLE / 2);
        let (mut tried, mut replayed) = (0, 0);
        for (_, name) in chosen {
            tried += 1;
            // Drivers refuse programs that need what the chip lacks.
            if !record(&dir, gpu, &[], &[name]).status.success() {
                continue;
            }
            replayed += 1;
            let one = replay(&dir, &["--threads", "1"]).0;
            for other in [
                ["--threads", "2"].as_slice(),
                &["--threads", "8"],
                &["--threads", "64"],
                &["--reference"],
            ] {
                let other_images = replay(&dir, other).0;
                assert!(other_images == one, "{gpu} {name} {other:?}");
            }
        }
        assert!(replayed * 2 > tried, "{gpu}: {replayed} of {tried}");
    }
}

#[test]
fn contexts_threads_and_frames_replay() {
    let Some(dir) = stage(PI, "captures-runs") else {
        return;
    };
    record(&dir, PI, &[], &["threads", "4"]);
    let all = replay(&dir, &["--threads", "3"]);
    assert!(all.0.len() >= 4, "{}", all.1);
    let output = record(&dir, PI, &["--report", "json"], &["cycles", "20"]);
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains("\"submissions\": 44,"), "{report}");
    let whole = replay(&dir, &["--frames", "9..12"]).0;
    assert_eq!(whole.len(), 4);
    // Frames that were recorded without earlier ones draw the same.
    record(&dir, PI, &["--frames", "9..12"], &["cycles", "20"]);
    assert!(replay(&dir, &["--frames", "1.."]).0 == whole);
    // Submissions that were only checked can be executed later, with nothing to
    // compare with.
    record(&dir, PI, &["--no-execute"], &["clear"]);
    let output = tilescope(&dir, &["run", "run.tscap"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("They were not executed then"),
        "{text}"
    );
}

/// The kernel interface of etnaviv does not state what a job draws: the destinations of RS copies
/// are the images, and frames are the jobs that copy.
#[test]
fn contexts_threads_and_frames_of_etnaviv_replay() {
    let Some(dir) = stage(GC2000, "captures-etnaviv") else {
        return;
    };
    record(&dir, GC2000, &[], &["threads", "4"]);
    // A buffer that was freed and reused has the image of its last job, so that threads may leave
    // fewer images.
    let all = replay(&dir, &["--threads", "3"]);
    assert!(!all.0.is_empty(), "{}", all.1);
    // Without overlap the driver reuses the same buffers in every run.
    let output = record(&dir, GC2000, &["--no-overlap"], &["cycles", "8"]);
    assert!(output.status.success());
    let plain = replay(&dir, &[]).0;
    assert!(!plain.is_empty());
    assert!(replay(&dir, &["--reference"]).0 == plain);
    let some = replay(&dir, &["--frames", "3..4"]).0;
    assert!(some.len() == 2, "{some:?}");
    record(
        &dir,
        GC2000,
        &["--no-overlap", "--frames", "3..4"],
        &["cycles", "8"],
    );
    assert!(replay(&dir, &["--frames", "1.."]).0 == some);
}

/// A replay writes each surface that the program read, with its size; without alpha it is opaque.
#[test]
fn surfaces_that_were_read_are_images() {
    for gpu in [PI, GC2000, T860] {
        let Some(dir) = stage(gpu, "captures-surfaces") else {
            return;
        };
        let output = record(&dir, gpu, &["--no-overlap"], &["surfaces"]);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = "64 x 64: [0, 0, 255, 255]\n48 x 32: [0, 255, 0, 255]\n";
        assert!(printed.ends_with(expected), "{gpu}: {printed}");
        let (images, report) = replay(&dir, &[]);
        for (width, height, colour) in [(64, 64, [0, 0, 255, 255]), (48, 32, [0, 255, 0, 255])] {
            let found = images.iter().filter_map(|(_, i)| cut(i, width, height));
            let mut found = found.map(|(_, _, pixels)| pixels);
            let drawn = found.any(|pixels| pixels.chunks_exact(4).all(|p| p == colour));
            assert!(drawn, "{gpu}, {width} x {height}: {report}");
        }
    }
}

/// Linux's dump of a hung job reproduces the job: with the same small fuel it hangs in the same
/// stream, a little later, because a dump does not contain the commands that the kernel adds before
/// it; with enough fuel it completes.
#[test]
fn a_dump_of_a_hang_is_the_job_again() {
    let Some(dir) = stage(GC2000, "captures-hang") else {
        return;
    };
    let exec = [
        "exec",
        "--gpu",
        "gc2000",
        "--fuel",
        "1000",
        "--dump-hang",
        "hang",
    ];
    let output = tilescope(&dir, &[&exec[..], &["--", GLES, "triangle"]].concat());
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("hang[VIV-FE-"), "{printed}");
    assert!(
        printed.contains("the dump of the hung job is in"),
        "{printed}"
    );
    let place = |text: &str| {
        let list = text.split(" > command list ").nth(1).expect(text);
        let (list, command) = list.split_once(" > command at +0x").expect(text);
        let offset = command.split_whitespace().next().unwrap();
        let offset = u32::from_str_radix(offset, 16).expect(text);
        (list.to_owned(), offset)
    };
    // A second dump never replaces the first.
    let again = tilescope(&dir, &[&exec[..], &["--", GLES, "triangle"]].concat());
    assert_eq!(again.status.code(), Some(2), "{again:?}");

    let run = |extra: &[&str]| {
        let output = tilescope(&dir, &[&["run", "hang"], extra].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = run(&["--fuel", "1000"]);
    assert_eq!(code, Some(3), "{text}");
    let (first, again) = (place(&printed), place(&text));
    assert_eq!(again.0, first.0, "{text}");
    assert!(
        (first.1..first.1 + 256).contains(&again.1),
        "{first:?} {again:?}"
    );
    let (code, text) = run(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0 (hung job): done"), "{text}");
    let listing = tilescope(&dir, &["decode", "hang"]);
    let text = String::from_utf8_lossy(&listing.stdout);
    assert!(
        listing.status.success() && text.contains("LOAD_STATE RS.KICKER"),
        "{text}"
    );
}

#[test]
fn a_killed_program_leaves_a_capture() {
    let Some(dir) = stage(PI, "captures-killed") else {
        return;
    };
    // The shell kills the program once there is something to see.
    let script = format!(
        "{GLES} cycles 100000 & while [ $(cat run.tscap.recording-*/*.spool | wc -c) -lt 100000 ]; \
         do sleep 0.02; done; kill -9 $!; wait $!"
    );
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap", "--"];
    let output = tilescope(&dir, &[&first[..], &["sh", "-c", &script]].concat());
    assert_eq!(output.status.code(), Some(137), "{output:?}");
    let (images, text) = replay(&dir, &[]);
    assert!(!images.is_empty());
    assert!(text.contains(" did not exit: "), "{text}");
}

#[test]
fn each_process_of_a_run_is_replayed() {
    let Some(dir) = stage(PI, "captures-processes") else {
        return;
    };
    let script = format!("{GLES} clipped a.png && {GLES} info && {GLES} luminance b.png");
    let first = ["exec", "--gpu", "bcm2837", "--record", "run.tscap", "--"];
    let output = tilescope(&dir, &[&first[..], &["sh", "-c", &script]].concat());
    assert!(output.status.success(), "{output:?}");
    let (images, text) = replay(&dir, &[]);
    // The one in the middle draws nothing.
    assert!(text.contains(" of 2 processes."), "{text}");
    for (process, png) in [("process-1-", "a.png"), ("process-2-", "b.png")] {
        let want = read_image(&dir.join(png));
        let of = |(name, p): &(String, Image)| name.starts_with(process) && *p == want;
        assert!(images.iter().any(of), "{png}");
    }
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_program() {
    let Some(dir) = stage(PI, "captures-full") else {
        return;
    };
    // The recording is redirected to a full device after some time.
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
    assert_eq!(text.matches("recording stopped: ").count(), 1, "{text}");
    assert!(text.contains("No space left on device"), "{text}");
    assert!(text.contains("\"why\": \"a"), "{text}");
    assert!(text.contains("\"jobs\": 220,"), "{text}");
    let (images, text) = replay(&dir, &[]);
    assert!(!images.is_empty());
    assert!(text.contains(" did not exit: "), "{text}");
}

#[test]
fn stock_tools_open_a_capture() {
    let Some(dir) = stage(PI, "captures-unzip") else {
        return;
    };
    record(&dir, PI, &[], &["clear"]);
    let Ok(output) = Command::new("unzip")
        .args(["-t", "run.tscap"])
        .current_dir(&dir)
        .output()
    else {
        has(false, "unzip is not installed", started::requires_any());
        return;
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
