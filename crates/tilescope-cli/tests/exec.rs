//! `tilescope exec` with dummy files in place of the library and of Mesa: the
//! work of the command alone.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder with a library that cannot be loaded, which the dynamic linker
/// reports and ignores, and with files that look like a Mesa.
struct Stage(PathBuf);

impl Stage {
    fn new(name: &str) -> Stage {
        let dir =
            std::env::temp_dir().join(format!("tilescope-exec-{name}-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("mesa/lib/dri")).unwrap();
        let vendors = dir.join("mesa/share/glvnd/egl_vendor.d");
        std::fs::create_dir_all(&vendors).unwrap();
        for file in [
            dir.join("mesa/lib/dri/vc4_dri.so"),
            dir.join("mesa/lib/libEGL_mesa.so.0"),
            vendors.join("50_mesa.json"),
        ] {
            std::fs::write(file, "").unwrap();
        }
        std::fs::write(dir.join("shim.so"), "").unwrap();
        Stage(dir)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilescope"));
        command
            .arg("exec")
            .args(args)
            .env("TILESCOPE_SHIM", self.0.join("shim.so"))
            .env("TILESCOPE_MESA", self.0.join("mesa"));
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // A folder that remains in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const REPORT: &[&str] = &["--gpu", "bcm2837", "--report", "json", "--"];
const PLAIN: &[&str] = &["--gpu", "bcm2837", "--"];

#[test]
fn exit_codes_of_the_program_are_passed_on() {
    use std::os::unix::process::ExitStatusExt;
    let stage = Stage::new("end");
    for way in [PLAIN, REPORT] {
        let args = [way, &["sh", "-c", "echo out; exit 37"]].concat();
        let output = stage.run(&args);
        assert_eq!(output.status.code(), Some(37), "{way:?}");
        assert_eq!(output.stdout, b"out\n", "{way:?}");
    }
    let args = [PLAIN, &["sh", "-c", "kill -9 $$"]].concat();
    assert_eq!(stage.run(&args).status.signal(), Some(9));
    let args = [REPORT, &["sh", "-c", "kill -9 $$"]].concat();
    let output = stage.run(&args);
    assert_eq!(output.status.code(), Some(137));
    let text = String::from_utf8_lossy(&output.stderr);
    let json = &text[text.find('{').unwrap()..];
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(report["exit"]["signal"], 9);
    assert_eq!(report["chip"]["name"], "bcm2837");
    assert_eq!(report["processes"].as_array().unwrap().len(), 0);
}

#[test]
fn the_environment_is_set_and_misleading_variables_are_not() {
    let stage = Stage::new("environment");
    let args = [
        "--gpu",
        "bcm2835",
        "--lint",
        "--threads",
        "2",
        "--fuel",
        "1000",
        "--",
        "env",
    ];
    let output = stage
        .command(&args)
        .env("LD_LIBRARY_PATH", "/before")
        .env("GALLIUM_DRIVER", "llvmpipe")
        .env_remove("EGL_PLATFORM")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let dir = stage.0.display();
    for line in [
        "TILESCOPE_GPU=bcm2835".to_owned(),
        "TILESCOPE_LINT=show".to_owned(),
        "TILESCOPE_THREADS=2".to_owned(),
        "TILESCOPE_FUEL=1000".to_owned(),
        "EGL_PLATFORM=surfaceless".to_owned(),
        format!("LD_PRELOAD={dir}/shim.so"),
        format!("LD_LIBRARY_PATH={dir}/mesa/lib:/before"),
        format!("LIBGL_DRIVERS_PATH={dir}/mesa/lib/dri"),
    ] {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
    assert!(!text.contains("GALLIUM_DRIVER="), "{text}");
    let args = ["--gpu", "bcm2835", "--no-execute", "--", "env"];
    let text = stage.run(&args).stdout;
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("TILESCOPE_EXECUTE=no\n"), "{text}");
}

#[test]
fn missing_files_are_reported() {
    let stage = Stage::new("missing");
    let ends = |output: Output, code: i32, what: &str| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(what), "{text}");
    };
    let says = |output: Output, what: &str| ends(output, 2, what);
    says(
        stage.run(&["--gpu", "voodoo", "--", "true"]),
        "no GPU is called voodoo",
    );
    says(
        stage.run(&["--gpu", "BCM2853", "--", "true"]),
        "help: did you mean bcm2835?",
    );
    for way in [PLAIN, REPORT] {
        let run = |program: &str| stage.run(&[way, &[program]].concat());
        ends(
            run("/no/such"),
            127,
            "cannot run /no/such: there is no such file",
        );
        ends(run("no-such"), 127, "cannot run no-such: it is not in PATH");
        ends(run("/tmp"), 126, "cannot run /tmp: it is a folder");
        let plain = stage.0.join("shim.so");
        ends(run(plain.to_str().unwrap()), 126, "it is not executable");
    }
    let mut no_shim = stage.command(&[PLAIN, &["true"]].concat());
    no_shim.env("TILESCOPE_SHIM", "/no/such.so");
    says(no_shim.output().unwrap(), "TILESCOPE_SHIM is /no/such.so");
    let mut no_mesa = stage.command(&[PLAIN, &["true"]].concat());
    no_mesa.env("TILESCOPE_MESA", "/no/such");
    says(
        no_mesa.output().unwrap(),
        "TILESCOPE_MESA is /no/such, which is not a folder",
    );
}

/// A folder of each kind, by each name; and the error for one that is neither.
#[test]
fn mesa_is_an_installation_a_build_tree_or_a_version() {
    let stage = Stage::new("mesas");
    let write = |name: &str, text: &str| {
        let path = stage.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let targets = "tree/src/gallium/targets/dri";
    write(&format!("{targets}/libgallium-25.0.7.so"), "VC4_DEBUG");
    write("tree/src/egl/libEGL_mesa.so.0", "");
    write("tree/src/egl/50_mesa.json", "");
    for (build, marker) in [("25.0.7-2-0", "VC4_DEBUG"), ("22.3.6-1-0", "VC4_DEBUG")] {
        let prefix = format!("cache/mesa-{build}");
        write(&format!("{prefix}/lib/libgallium-{build}.so"), marker);
        write(&format!("{prefix}/lib/libEGL.so.1"), "");
        write(&format!("{prefix}/tilescope-mesa.txt"), "");
    }
    let dir = stage.0.display();
    let env = |mesa: Option<&str>| {
        let option = mesa.map(|m| ["--mesa", m]);
        let args = ["--gpu", "bcm2837"].into_iter();
        let args: Vec<&str> = args.chain(option.into_iter().flatten()).collect();
        let mut command = stage.command(&[&args, &["--", "env"][..]].concat());
        command
            .current_dir(&stage.0)
            .env_remove("TILESCOPE_MESA")
            .env_remove("LD_LIBRARY_PATH")
            .env("LIBGL_DRIVERS_PATH", "/stale")
            .env("TILESCOPE_CACHE", stage.0.join("cache"));
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let libraries = |mesa: Option<&str>| {
        let (out, err) = env(mesa);
        let line = out.lines().find_map(|l| l.strip_prefix("LD_LIBRARY_PATH="));
        line.unwrap_or(&err).to_owned()
    };
    assert_eq!(
        libraries(Some("tree")),
        format!("{dir}/{targets}:{dir}/tree/src/egl")
    );
    let (out, _) = env(Some("tree"));
    assert!(!out.contains("LIBGL_DRIVERS_PATH="), "{out}");
    let vendor = format!("__EGL_VENDOR_LIBRARY_FILENAMES={dir}/tree/src/egl/50_mesa.json\n");
    assert!(out.contains(&vendor), "{out}");
    let build = |version: &str| format!("{dir}/cache/mesa-{version}-0/lib");
    assert_eq!(libraries(None), build("25.0.7-2"));
    assert_eq!(libraries(Some("22.3")), build("22.3.6-1"));
    assert_eq!(libraries(Some("25.0.7")), build("25.0.7-2"));
    let says = |mesa: &str, what: &str| {
        let (_, err) = env(Some(mesa));
        assert!(err.contains(what), "{err}");
    };
    says(
        "26.1",
        "--mesa is 26.1, and no build has this version: the cache has 25.0.7-2, 22.3.6-1",
    );
    says("cache", "neither an installed Mesa (lib/libgallium-*.so or");
    write("tree/src/gallium/targets/dri/libgallium-25.0.7.so", "none");
    says("tree", "a Mesa without the driver vc4, which is not in");
}

/// An ELF file of 64 bits with a program header of one kind.
fn elf(class: u8, kind: u8) -> Vec<u8> {
    let mut file = vec![0; 64 + 56];
    file[..4].copy_from_slice(b"\x7fELF");
    file[4] = class;
    (file[32], file[54], file[56]) = (64, 56, 1);
    file[64] = kind;
    file
}

#[test]
fn programs_without_preloading_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let stage = Stage::new("preloadable");
    let run = |name: &str, bytes: &[u8], mode: u32| {
        let path = stage.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        let output = stage.run(&[REPORT, &[path.to_str().unwrap()]].concat());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let loaded = run("loaded", &elf(2, 3), 0o755);
    assert!(
        !loaded.contains("linked") && !loaded.contains("64 bits"),
        "{loaded}"
    );
    let linked = run("static", &elf(2, 1), 0o755);
    assert!(linked.contains("static is statically linked"), "{linked}");
    let small = run("small", &elf(1, 3), 0o755);
    assert!(small.contains("small is not a 64-bit program"), "{small}");
    let script = format!("#! {}/static -x\n", stage.0.display());
    let script = run("script", script.as_bytes(), 0o755);
    assert!(script.contains("script is statically linked"), "{script}");
    // The bit has no effect on a file of the same user.
    let own = run("own", b"#!/bin/sh\n", 0o4755);
    assert!(!own.contains("error"), "{own}");
}

#[test]
fn a_run_without_submissions_is_an_empty_capture() {
    let stage = Stage::new("empty");
    let file = stage.0.join("run.tscap");
    std::fs::write(&file, "old").unwrap();
    let path = file.to_str().unwrap();
    let record = ["--gpu", "bcm2837", "--record", path];
    let args = [
        &record,
        &["--report", "json", "--", "sh", "-c", "exit 7"][..],
    ]
    .concat();
    let output = stage.run(&args);
    assert_eq!(output.status.code(), Some(7));
    let text = String::from_utf8_lossy(&output.stderr);
    let note = format!("tilescope: {path} is empty: nothing was submitted\n");
    let json = text.strip_suffix(&note).expect(&text);
    let json = &json[json.find('{').unwrap()..];
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert_eq!(
        report["capture"],
        serde_json::json!({
            "path": path, "processes": 0, "submissions": 0, "frames": 0, "bytes": bytes,
            "stopped": [],
        })
    );
    assert!(std::fs::read(&file).unwrap().starts_with(b"PK"));
    let left = std::fs::read_dir(&stage.0).unwrap().flatten();
    let left = left.filter(|e| e.file_name().to_string_lossy().contains("recording"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_run_that_cannot_be_recorded_does_not_begin() {
    let stage = Stage::new("unrecordable");
    let began = stage.0.join("began");
    let touch = ["--", "touch", began.to_str().unwrap()];
    for (to, why) in [
        ("/no/such/run.tscap", "No such file or directory"),
        ("/tmp", "it is a folder"),
    ] {
        let args = [&["--gpu", "bcm2837", "--record", to][..], &touch].concat();
        let output = stage.run(&args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.starts_with(&format!("error: cannot record into {to}: {why}")),
            "{text}"
        );
        assert!(!began.exists());
    }
    let file = stage.0.join("run.tscap");
    let record = ["--gpu", "bcm2837", "--record", file.to_str().unwrap()];
    let output = stage.run(&[&record[..], &["--", "/no/such"]].concat());
    assert_eq!(output.status.code(), Some(127));
    let left = std::fs::read_dir(&stage.0).unwrap().flatten();
    let left = left.filter(|e| e.file_name().to_string_lossy().contains("run.tscap"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_signal_to_the_command_ends_the_program_and_is_recorded() {
    let stage = Stage::new("signal");
    let file = stage.0.join("run.tscap");
    let path = file.to_str().unwrap();
    let began = stage.0.join("began");
    let script = format!("touch {}; exec sleep 60", began.display());
    let args = [
        "--gpu", "bcm2837", "--record", path, "--", "sh", "-c", &script,
    ];
    let mut child = stage.command(&args).spawn().unwrap();
    while !began.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
    assert!(std::fs::read(&file).unwrap().starts_with(b"PK"));
}

#[test]
fn a_recording_that_cannot_be_packed_is_kept() {
    let stage = Stage::new("unpackable");
    let file = stage.0.join("run.tscap");
    let path = file.to_str().unwrap();
    let args = ["--gpu", "bcm2837", "--record", path, "--", "mkdir", path];
    let output = stage.run(&args);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains(&format!("error: cannot write the capture: {path}: ")),
        "{text}"
    );
    let (_, rest) = text.split_once("the recorded data is in ").expect(&text);
    let (folder, _) = rest.split_once(", which").expect(&text);
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["run", folder, "--out"])
        .arg(stage.0.join("out"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.starts_with("mkdir "),
        "{text}"
    );
}

#[test]
fn files_over_the_size_limit_are_errors() {
    let stage = Stage::new("limited");
    let path = stage.0.join("run.tscap");
    let script = "ulimit -S -f 0; exec \"$@\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_tilescope")])
        .args(["run", "../../examples/vc4/gl-triangle", "--out"])
        .arg(stage.0.join("out"));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("File too large"), "{text}");
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_tilescope")])
        .args(["exec", "--gpu", "bcm2837", "--record"])
        .arg(&path)
        .args(["--", "true"])
        .env("TILESCOPE_SHIM", stage.0.join("shim.so"))
        .env("TILESCOPE_MESA", stage.0.join("mesa"));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("File too large"), "{text}");
    assert!(!path.exists());
}
