//! `tilescope exec`, with files in place of the library and of Mesa that do
//! nothing: what the command does by itself.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder with a library that cannot be loaded, which the dynamic linker
/// reports and ignores, and with what looks like a Mesa.
struct Stage(PathBuf);

impl Stage {
    fn new(name: &str) -> Stage {
        let dir =
            std::env::temp_dir().join(format!("tilescope-exec-{name}-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("mesa/lib/dri")).unwrap();
        std::fs::write(dir.join("mesa/lib/dri/vc4_dri.so"), "").unwrap();
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
        // A folder that stays behind in the temporary directory harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const REPORT: &[&str] = &["--gpu", "bcm2837", "--report", "json", "--"];
const PLAIN: &[&str] = &["--gpu", "bcm2837", "--"];

#[test]
fn the_program_s_end_is_the_command_s() {
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
        "--no-execute",
        "--threads",
        "2",
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
        "TILESCOPE_EXECUTE=no".to_owned(),
        "TILESCOPE_THREADS=2".to_owned(),
        "EGL_PLATFORM=surfaceless".to_owned(),
        format!("LD_PRELOAD={dir}/shim.so"),
        format!("LD_LIBRARY_PATH={dir}/mesa/lib:/before"),
        format!("LIBGL_DRIVERS_PATH={dir}/mesa/lib/dri"),
    ] {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
    assert!(!text.contains("GALLIUM_DRIVER="), "{text}");
}

#[test]
fn what_is_missing_is_said() {
    let stage = Stage::new("missing");
    let says = |output: Output, what: &str| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(what), "{text}");
    };
    says(
        stage.run(&["--gpu", "voodoo", "--", "true"]),
        "there is no GPU voodoo",
    );
    says(
        stage.run(&[PLAIN, &["/no/such"]].concat()),
        "cannot run /no/such",
    );
    let mut no_shim = stage.command(&[PLAIN, &["true"]].concat());
    no_shim.env("TILESCOPE_SHIM", "/no/such.so");
    says(no_shim.output().unwrap(), "TILESCOPE_SHIM is /no/such.so");
    let mut no_mesa = stage.command(&[PLAIN, &["true"]].concat());
    no_mesa.env("TILESCOPE_MESA", "/no/such");
    says(no_mesa.output().unwrap(), "which has no lib/dri/vc4_dri.so");
}
