//! The commands on a capture: tests/captures/v1-target.tscap, the submissions
//! of a program of tests/gles through Mesa 22.3.6, and the image that it read
//! back.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/captures/v1-target.tscap")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("capture-{name}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

fn tilescope(args: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn read_image(path: &Path) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

/// The golden with another manifest, as a file in `folder`.
fn with_manifest(folder: &Path, change: impl FnOnce(&mut Value)) {
    let mut change = Some(change);
    let mut old = zip::ZipArchive::new(File::open(golden()).unwrap()).unwrap();
    let mut new = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for i in 0..old.len() {
        let mut entry = old.by_index(i).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if name == "manifest.json" {
            let mut manifest = serde_json::from_slice(&bytes).unwrap();
            (change.take().unwrap())(&mut manifest);
            bytes = serde_json::to_vec(&manifest).unwrap();
        }
        new.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        new.write_all(&bytes).unwrap();
    }
    let bytes = new.finish().unwrap().into_inner();
    std::fs::write(folder.join("changed.tscap"), bytes).unwrap();
}

#[test]
fn a_replay_draws_what_the_program_saw() {
    let dir = folder("replay");
    let file = golden();
    let run = |extra: &[&str]| {
        let args = [&["run", file.to_str().unwrap()], extra].concat();
        let (code, out, err) = tilescope(&args, &dir);
        assert_eq!((code, err.as_str()), (0, ""), "{extra:?}\n{out}");
        out
    };
    let text = run(&["--out", "out"]);
    assert!(
        text.ends_with(
            "\
images
  out/color_write-1.png (80 x 56)
  out/color_write-2.png (120 x 120)
  out/color_write-3.png (120 x 120)

checks
  ok    3 submissions match the recording

done: no findings; 1 of 1 checks passed
"
        ),
        "{text}"
    );
    assert!(
        text.starts_with(
            "\
./tilescope-gles target g.png
  Recorded by Tilescope 0.1.0: 3 submissions of 1 process.
  on bcm2837, VideoCore IV (V3D 2.1)

submissions
  0 (job 1): done
  1 (job 2): done
  2 (job 3): done
"
        ),
        "{text}"
    );
    // The second surface is the pbuffer.
    let want = read_image(&golden().with_extension("png"));
    assert!(read_image(&dir.join("out/color_write-2.png")) == want);

    let json: Value = serde_json::from_str(&run(&["--report", "json"])).unwrap();
    assert_eq!(json["status"], "done");
    assert_eq!(json["submissions"][2]["label"], "job 3");
    assert_eq!(json["checks"][0]["passed"], true);

    // Of each frame, with other paths and numbers of threads.
    let two = ["--frames", "2..", "--out", "two", "--threads", "1"];
    let text = run(&two);
    assert!(
        text.contains("images\n  two/frame-00002-color_write.png (120 x 120)\n  two/frame-00003"),
        "{text}"
    );
    assert!(read_image(&dir.join("two/frame-00002-color_write.png")) == want);
    let text = run(&["--reference", "--dump", "tiles", "--out", "three"]);
    assert!(text.contains("three/tiles.txt"), "{text}");

    // With the channels in the other order red is blue.
    run(&["--channels", "rgba", "--out", "four"]);
    let turned = read_image(&dir.join("four/color_write-2.png")).2;
    let pairs = turned.chunks(4).zip(want.2.chunks(4));
    assert!(pairs.clone().all(|(a, b)| [a[2], a[1], a[0], a[3]] == b));
    assert!(turned != want.2);
}

#[test]
fn differences_are_reported_with_exit_code_1() {
    let dir = folder("different");
    with_manifest(&dir, |m| {
        let second = &mut m["processes"][0]["submissions"][1]["result"];
        second["outputs"][0]["sha256"] = "00".into();
        m["processes"][0]["submissions"][2]["result"]["status"] = "fault".into();
    });
    let (code, out, err) = tilescope(&["run", "changed.tscap"], &dir);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    for line in [
        "  WRONG 3 submissions match the recording",
        "        found    2 of them differ",
        "  WRONG color_write in `bo 1` of submission 1 (job 2)",
        "        expected 16 pages with SHA-256 00",
        "  WRONG status of submission 2 (job 3)",
        "        expected fault",
        "        found    done",
    ] {
        assert!(out.lines().any(|l| l == line), "{line} is not in\n{out}");
    }
}

#[test]
fn a_recorded_hang_hangs_again_and_the_next_submission_runs() {
    let dir = folder("hang");
    with_manifest(&dir, |m| {
        let second = &mut m["processes"][0]["submissions"][1];
        // A list that is in no buffer.
        second["work"][1]["list"]["start"] = "0x00001000".into();
        second["result"]["status"] = "fault".into();
        second["result"]["outputs"] = Value::Array(Vec::new());
        m["processes"][0]["submissions"][2]["result"] = Value::Null;
    });
    let (code, out, err) = tilescope(&["run", "changed.tscap"], &dir);
    assert_eq!((code, err.as_str()), (3, ""), "{out}");
    for line in [
        "  1 (job 2): FAULT: hardware would have stopped",
        "  2 (job 3): done",
        "  ok    2 submissions match the recording",
    ] {
        assert!(out.lines().any(|l| l == line), "{line} is not in\n{out}");
    }
}

#[test]
fn captures_are_listed_and_linted() {
    let dir = folder("listed");
    let file = golden();
    let file = file.to_str().unwrap();
    let (code, out, err) = tilescope(&["decode", file], &dir);
    assert_eq!((code, err.as_str()), (0, ""));
    for line in [
        "# ./tilescope-gles target g.png on bcm2837",
        "# job 2 of file 1, frame 2",
        "#   color_write at 0x10022000, 80 x 56, bits 0x0044",
        "#   ended: done",
        "list 0x10035000 (@exec)",
        "fragment shader 0x1002d000 (@shader 6)",
    ] {
        assert!(out.lines().any(|l| l == line), "{line} is not in\n{out}");
    }
    // A shader that did not change is listed once.
    let shaders = out.lines().filter(|l| l.contains("shader 0x1002d000"));
    assert_eq!(shaders.count(), 1);
    let (code, out, err) = tilescope(&["lint", file], &dir);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    // A list that begins one byte too late breaks rules.
    with_manifest(&dir, |m| {
        let list = &mut m["processes"][0]["submissions"][0]["work"][0]["list"];
        list["start"] = "0x10035001".into();
    });
    let (code, out, _) = tilescope(&["lint", "changed.tscap", "--fuel", "1000000"], &dir);
    assert_eq!(code, 1);
    assert!(out.contains("submission 0 (job 1) > binning list"), "{out}");
}

#[test]
fn unreadable_captures_are_exit_code_2() {
    let dir = folder("unreadable");
    let bytes = std::fs::read(golden()).unwrap();
    std::fs::write(dir.join("cut.tscap"), &bytes[..bytes.len() / 2]).unwrap();
    with_manifest(&dir, |m| m["version"] = 3.into());
    for (args, want) in [
        (
            &["run", "cut.tscap"][..],
            "error: cut.tscap: not a zip, or cut off: ",
        ),
        (
            &["lint", "cut.tscap"],
            "error: cut.tscap: not a zip, or cut off: ",
        ),
        (&["decode", "no.tscap"], "error: no.tscap: No such file"),
        (
            &["run", "changed.tscap"],
            "error: changed.tscap: manifest.json: version: 3, and this program supports versions 1 to 2\n",
        ),
        (
            &["run", golden().to_str().unwrap(), "--check"],
            &format!(
                "error: {} is a capture, which has no expectations\n",
                golden().display()
            ),
        ),
        (
            &[
                "run",
                env!("CARGO_MANIFEST_DIR"),
                "--frames",
                "1",
                "--out",
                "out",
            ],
            concat!(
                "error: ",
                env!("CARGO_MANIFEST_DIR"),
                " is a job, so --frames does not apply\n"
            ),
        ),
    ] {
        let (code, _, err) = tilescope(args, &dir);
        assert_eq!(code, 2, "{args:?}");
        assert!(err.starts_with(want), "{err}");
    }
}

#[test]
fn surfaces_of_unknown_names_are_reported_and_not_written() {
    let dir = folder("names");
    with_manifest(&dir, |m| {
        m["processes"][0]["submissions"][0]["targets"][0]["name"] = "../../x".into();
    });
    let (code, out, err) = tilescope(&["run", "changed.tscap", "--out", "a/b"], &dir);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let line = "  an image of a surface: its name is unknown: once, first in submission 0 (job 1)";
    assert!(out.lines().any(|l| l == line), "{out}");
    assert!(!dir.join("x.png").exists() && !dir.join("a/x.png").exists());
}

#[test]
fn images_do_not_follow_symbolic_links() {
    let dir = folder("links");
    let precious = dir.join("precious");
    std::fs::write(&precious, "precious").unwrap();
    std::fs::create_dir(dir.join("out")).unwrap();
    std::os::unix::fs::symlink(&precious, dir.join("out/color_write-2.png")).unwrap();
    let (code, _, err) = tilescope(&["run", golden().to_str().unwrap(), "--out", "out"], &dir);
    assert_eq!(code, 2);
    assert!(
        err.contains("color_write-2.png: it is a symbolic link"),
        "{err}"
    );
    assert_eq!(std::fs::read(&precious).unwrap(), b"precious");
}

#[test]
fn opening_a_pipe_does_not_block() {
    let dir = folder("pipe");
    let made = Command::new("mkfifo").arg(dir.join("a.tscap")).status();
    assert!(made.unwrap().success());
    for command in ["run", "decode", "lint"] {
        let (code, _, err) = tilescope(&[command, "a.tscap"], &dir);
        assert_eq!(code, 2, "{command}");
        assert_eq!(err, "error: a.tscap: it is not a regular file\n");
    }
}

/// Four surfaces of the largest size in one submission: 64 million pixels each.
#[test]
fn images_of_a_submission_are_bounded() {
    let dir = folder("large");
    with_manifest(&dir, |m| {
        let p = &mut m["processes"][0];
        let last = p["submissions"].as_array().unwrap().len() - 1;
        let buffer = p["submissions"][last]["buffers"][0].as_u64().unwrap() as usize;
        let address = p["buffers"][buffer]["address"].clone();
        let targets = (0..4).map(|i| {
            serde_json::json!({
                "name": "color_write", "address": address, "width": 16384 >> (i & 1),
                "height": 8192 - i, "bits": 4,
            })
        });
        p["submissions"][last]["targets"] = targets.collect();
    });
    let start = std::time::Instant::now();
    let (_, out, err) = tilescope(&["run", "changed.tscap"], &dir);
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
    assert!(
        out.contains("an image of a surface: its size is 0, or more than 8192"),
        "{out}{err}"
    );
    assert!(
        out.contains("images of more than 67108864 pixels after a submission"),
        "{out}"
    );
}
