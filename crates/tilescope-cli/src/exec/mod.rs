//! `tilescope exec`: run a program on a virtual GPU.
//!
//! This process only prepares the run: the library that it preloads does the work inside the
//! program. Without a report to print afterwards, this process is replaced by the program (exec),
//! so that signals and the exit code need not be forwarded.

mod find;
mod mesa;
mod profile;
mod program;
mod report;
mod signals;

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use tilescope_capture::CaptureError;
use tilescope_capture::tscap::Folder;
use tilescope_capture::tscap::manifest::{self, Head};
use tilescope_families::{Chip, NativeUse, Registry};
use tilescope_kernel::HangDump;
use tilescope_session::show::escaped;
use tilescope_session::{Execute, Lint, Options, Overlap, log};

use crate::args::{ColorArg, ExecArgs, LintArg, ReportFormat};
use crate::exit::{Failure, Finish};
use crate::output;
use crate::screen::{harmless_json, stderr};
use mesa::Mesa;
use profile::Profiled;

/// Variables that would make Mesa choose another driver.
const MISLEADING: &[&str] = &[
    "LIBGL_ALWAYS_SOFTWARE",
    "GALLIUM_DRIVER",
    "MESA_LOADER_DRIVER_OVERRIDE",
    "EGL_SOFTWARE",
];

/// The exit code that shells give a program that a signal ended, less the signal's
/// number.
const SIGNALLED: i32 = 128;

pub fn command(args: &ExecArgs, families: Registry, color: ColorArg) -> Result<Finish, Failure> {
    let written = [
        ("--record", &args.record),
        ("--profile", &args.profile),
        ("--report-to", &args.report_to),
    ];
    for (n, (first, path)) in written.iter().enumerate() {
        for (second, other) in &written[n + 1..] {
            if let (Some(path), Some(other)) = (path, other)
                && output::same_file(path, other)
            {
                let message = format!("{first} and {second} both write {}", path.display());
                return Err(Failure::new(message, None));
            }
        }
    }
    let chip = chip(args, families)?;
    let options = Options {
        dump: dump(args, chip, families)?,
        color: color.of(&std::io::stderr()),
        ..options(args, chip)
    };
    let (name, rest) = args
        .command
        .split_first()
        .ok_or_else(|| Failure::new("there is no command to run", None))?;
    let shim = find::shim()?;
    let mesa = mesa::find(args.mesa.as_deref(), chip)?;
    let mut program = Command::new(name);
    program.args(rest);
    prepare(&mut program, &shim, &mesa)?;
    if let Some(warning) = program::check(name)? {
        write(None, &warning)?;
    }
    let cannot = |e: std::io::Error| {
        let code = match e.kind() {
            std::io::ErrorKind::NotFound => program::NOT_FOUND,
            _ => program::NOT_EXECUTABLE,
        };
        Failure::coded(
            format!("cannot run {}: {e}", name.to_string_lossy()),
            None,
            code,
        )
    };
    let replaced = args.report.is_none() && args.record.is_none() && args.profile.is_none();
    if replaced && options.lint != Lint::Deny {
        program.envs(options.variables());
        return Err(cannot(program.exec()));
    }
    let log = tempfile::NamedTempFile::with_prefix("tilescope-")
        .map_err(|e| Failure::new(format!("cannot create a temporary file: {e}"), None))?;
    let profile = args.profile.as_deref().map(Profiled::start).transpose()?;
    let recording = args.record.as_deref();
    let recording = recording
        .map(|to| record(args, chip, &options, to))
        .transpose()?;
    let options = Options {
        log: Some(log.path().to_owned()),
        record: recording.as_ref().map(|r| r.path().to_owned()),
        profile: profile.as_ref().map(|p| p.folder().to_owned()),
        ..options
    };
    let status = match signals::wait(program.envs(options.variables())) {
        Ok(status) => status,
        Err(e) => {
            if let Some(recording) = recording {
                recording.discard();
            }
            return Err(cannot(e));
        }
    };
    let text = std::fs::read_to_string(log.path())
        .map_err(|e| Failure::new(format!("cannot read {}: {e}", log.path().display()), None))?;
    let recorded = recording.map(|r| {
        let folder = r.path().to_owned();
        r.finish().map_err(|e| cannot_pack(&e, &folder))
    });
    let traced = profile.map_or(Ok(()), Profiled::finish);
    let processes = log::processes(&text);
    let found = processes.iter().any(|p| !p.findings.is_empty());
    if let Some(format) = args.report {
        let mut report = report::Report::new(chip.info, &args.command, status, processes);
        if let (Some(Ok(packed)), Some(path)) = (&recorded, &args.record) {
            report.recorded(path, packed, log::recordings_stopped(&text));
        }
        let text = match format {
            ReportFormat::Text => escaped(&report.text()).into_owned(),
            ReportFormat::Json => harmless_json(&report.json()?),
        };
        write(args.report_to.as_deref(), &text)?;
    }
    if let (Some(packed), Some(path)) = (recorded.transpose()?, &args.record)
        && packed.submissions == 0
    {
        let text = format!(
            "tilescope: {} is empty: nothing was submitted\n",
            path.display()
        );
        write(None, &text)?;
    }
    traced?;
    Ok(match code(status) {
        0 if found && options.lint == Lint::Deny => Finish::Findings,
        code => Finish::Program(code),
    })
}

/// The absolute path of the dump of a hung job: processes may change their
/// working directory.
fn dump(args: &ExecArgs, chip: Chip, families: Registry) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = &args.dump_hang else {
        return Ok(None);
    };
    let way = |chip: Chip| chip.driver().map(|driver| driver.hang_dump());
    if let Some(HangDump::Ioctl(name)) = way(chip) {
        let with = families.chips().filter(|c| way(*c) == Some(HangDump::File));
        let mut names: Vec<&str> = with.map(|c| c.family.name()).collect();
        names.dedup();
        return Err(Failure::new(
            format!(
                "--dump-hang is for chips of the family {}",
                names.join(" or ")
            ),
            Some(&format!(
                "on {}, programs read the hang state with {name}",
                chip.family.name()
            )),
        ));
    }
    let shown = path.display();
    if path.exists() {
        return Err(Failure::new(format!("{shown} already exists"), None));
    }
    let whole = std::path::absolute(path);
    whole
        .map(Some)
        .map_err(|e| Failure::new(format!("{shown}: {e}"), None))
}

/// Starts a recording that becomes the file `to`.
fn record(args: &ExecArgs, chip: Chip, options: &Options, to: &Path) -> Result<Folder, Failure> {
    let words = args.command.iter();
    let head = Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: env!("CARGO_PKG_VERSION").to_owned(),
        chip: chip.info.name.to_owned(),
        device_memory: options.memory_bytes(),
        executed: options.execute == Execute::Yes,
        command: words.map(|w| w.to_string_lossy().into_owned()).collect(),
        frames: options.frames,
    };
    Folder::create(to, &head).map_err(|e| Failure::new(format!("cannot record into {e}"), None))
}

fn cannot_pack(error: &CaptureError, folder: &Path) -> Failure {
    let folder = folder.display();
    Failure::new(
        format!("cannot write the capture: {error}"),
        Some(&format!(
            "the recorded data is in {folder}, which `tilescope run` also accepts"
        )),
    )
}

fn chip(args: &ExecArgs, families: Registry) -> Result<Chip, Failure> {
    let drivable = || families.chips().filter(|c| c.driver().is_some());
    let found = drivable().find(|c| c.info.name == args.gpu);
    found.ok_or_else(|| {
        let near = drivable()
            .map(|c| c.info.name)
            .min_by_key(|name| strsim::levenshtein(name, &args.gpu.to_lowercase()));
        let help = match near {
            Some(near) => format!("did you mean {near}? `tilescope gpus` lists all GPUs"),
            None => "`tilescope gpus` lists all GPUs".to_owned(),
        };
        Failure::new(format!("no GPU is called {}", args.gpu), Some(&help))
    })
}

fn options(args: &ExecArgs, chip: Chip) -> Options {
    Options {
        lint: match args.lint {
            None => Lint::Severe,
            Some(LintArg::Show) => Lint::Show,
            Some(LintArg::Deny) => Lint::Deny,
        },
        execute: match args.no_execute {
            true => Execute::No,
            false => Execute::Yes,
        },
        // Recordings must be reproducible.
        overlap: match args.no_overlap || args.record.is_some() {
            true => Overlap::No,
            false => Overlap::Yes,
        },
        threads: args.threads.map(usize::from),
        jit: match args.no_jit {
            true => NativeUse::Never,
            false => NativeUse::Hot,
        },
        memory: args.memory,
        fuel: args.fuel,
        frames: args.frames,
        ..Options::new(chip)
    }
}

/// The exit code as a shell would have it.
fn code(status: ExitStatus) -> u8 {
    let signal = || status.signal().map_or(1, |s| SIGNALLED + s);
    u8::try_from(status.code().unwrap_or_else(signal)).unwrap_or(1)
}

/// Sets the environment in which the program finds the virtual GPU and Mesa.
fn prepare(program: &mut Command, shim: &Path, mesa: &Mesa) -> Result<(), Failure> {
    let text = shim.to_string_lossy();
    if text.contains([' ', ':', '\t']) {
        return Err(Failure::new(
            format!("{text} cannot be preloaded: its path has a space or a colon"),
            Some("set TILESCOPE_SHIM to a copy in another folder"),
        ));
    }
    program.env("LD_PRELOAD", joined(shim.to_owned(), "LD_PRELOAD"));
    for name in MISLEADING {
        program.env_remove(name);
    }
    if std::env::var_os("EGL_PLATFORM").is_none() {
        program.env("EGL_PLATFORM", "surfaceless");
    }
    let Mesa::At(layout) = mesa else {
        return Ok(());
    };
    let folders = [
        ("LIBGL_DRIVERS_PATH", &layout.drivers),
        ("GBM_BACKENDS_PATH", &layout.backends),
        ("__EGL_VENDOR_LIBRARY_FILENAMES", &layout.vendor),
    ];
    for (name, value) in folders {
        match value {
            Some(value) => program.env(name, value),
            // A variable that is already set is for another Mesa.
            None => program.env_remove(name),
        };
    }
    if let Some(vulkan) = &layout.vulkan {
        // The second name is that of loaders before 1.3.207.
        program.env("VK_DRIVER_FILES", vulkan);
        program.env("VK_ICD_FILENAMES", vulkan);
    }
    let libraries = std::env::join_paths(&layout.libraries)
        .map_err(|e| Failure::new(format!("Mesa's folder: {e}"), None))?;
    program.env(
        "LD_LIBRARY_PATH",
        joined(libraries.into(), "LD_LIBRARY_PATH"),
    );
    Ok(())
}

/// A path, followed by those that a variable already has.
fn joined(first: PathBuf, variable: &str) -> OsString {
    let mut all = first.into_os_string();
    if let Some(rest) = std::env::var_os(variable).filter(|v| !v.is_empty()) {
        all.push(":");
        all.push(rest);
    }
    all
}

/// Writes the report: standard output is the program's.
fn write(to: Option<&Path>, text: &str) -> Result<(), Failure> {
    match to {
        None => {
            stderr(text);
            Ok(())
        }
        Some(path) => {
            output::write(path, text.as_bytes()).map_err(|e| Failure::cannot_write(path, &e))
        }
    }
}
