//! The options of a run, and the environment variables that carry them.

use std::path::PathBuf;

use tilescope_capture::tscap::Frames;
use tilescope_core::Fuel;
use tilescope_families::{Chip, NativeUse, Registry};

/// The effect of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lint {
    /// Only findings that stop the hardware or that its kernel driver refuses
    /// are shown.
    #[default]
    Severe,
    /// All findings are shown.
    Show,
    /// All findings are shown, and the run fails if there are any.
    Deny,
}

/// Whether jobs are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execute {
    /// Jobs are executed.
    #[default]
    Yes,
    /// Jobs are only checked, and count as done. Images stay unchanged.
    No,
}

/// Whether jobs run concurrently with the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// While the program continues, as on hardware.
    #[default]
    Yes,
    /// Before the submission returns: drivers that poll for completion then do the
    /// same in every run.
    No,
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The chips, one device each, in this order; at least one. Each has a driver.
    pub chips: Vec<Chip>,
    /// The effect of findings.
    pub lint: Lint,
    /// Whether jobs are executed.
    pub execute: Execute,
    /// When they run.
    pub overlap: Overlap,
    /// Threads that execute jobs; `None` for one per processor.
    pub threads: Option<usize>,
    /// Whether shaders that run often become native code.
    pub jit: NativeUse,
    /// GPU memory in MiB; `None` for that of the chip's boards.
    pub memory: Option<u64>,
    /// The fuel of each submission; `None` for [`Fuel::DEFAULT`].
    pub fuel: Option<u64>,
    /// The file for records that `tilescope exec` reads.
    pub log: Option<PathBuf>,
    /// The folder into which submissions are recorded.
    pub record: Option<PathBuf>,
    /// The frames to record; `None` for all.
    pub frames: Option<Frames>,
    /// The file for the dump of the first job that hangs.
    pub dump: Option<PathBuf>,
    /// The folder for the parts of a trace.
    pub profile: Option<PathBuf>,
    /// Whether findings on standard error have colour.
    pub color: bool,
}

/// Comma-separated names of chips. Without this variable the library does
/// nothing.
pub const GPU: &str = "TILESCOPE_GPU";
/// `severe` (or nothing), `show` or `deny`.
pub const LINT: &str = "TILESCOPE_LINT";
/// `yes` (or nothing) or `no`.
pub const EXECUTE: &str = "TILESCOPE_EXECUTE";
/// `yes` (or nothing) or `no`.
pub const OVERLAP: &str = "TILESCOPE_OVERLAP";
/// A number of threads.
pub const THREADS: &str = "TILESCOPE_THREADS";
/// `yes` (or nothing) or `no`.
pub const JIT: &str = "TILESCOPE_JIT";
/// A size in MiB.
pub const MEMORY: &str = "TILESCOPE_MEMORY";
/// The fuel of each submission.
pub const FUEL: &str = "TILESCOPE_FUEL";
/// A file for [`crate::log`] records.
pub const LOG: &str = "TILESCOPE_LOG";
/// A folder that `tilescope exec --record` turns into a capture.
pub const RECORD: &str = "TILESCOPE_RECORD";
/// A range of frames such as `3..5`.
pub const FRAMES: &str = "TILESCOPE_FRAMES";

/// A file for Linux's dump of the first job that hangs.
pub const DUMP: &str = "TILESCOPE_DUMP";

/// A folder that `tilescope exec --profile` turns into a trace.
pub const PROFILE: &str = "TILESCOPE_PROFILE";

/// `yes` or `no` (or nothing).
pub const COLOR: &str = "TILESCOPE_COLOR";

/// The variables and their meanings, for help texts.
pub const VARIABLES: &[(&str, &str)] = &[
    (
        GPU,
        "the chip, or several separated by commas; without it the preloaded library does nothing",
    ),
    (LINT, "severe, show or deny: the findings to show"),
    (EXECUTE, "yes or no: whether jobs are executed"),
    (
        OVERLAP,
        "yes or no: whether jobs run while the program continues",
    ),
    (THREADS, "the number of threads that execute jobs"),
    (
        JIT,
        "yes or no: whether shaders that run often become native code",
    ),
    (MEMORY, "GPU memory in MiB"),
    (
        FUEL,
        "the work that each submission may do before it is stopped",
    ),
    (LOG, "a file for the report, one JSON record per line"),
    (RECORD, "a folder for the recording of submissions"),
    (FRAMES, "the frames to record, such as 3..5"),
    (
        DUMP,
        "a file for Linux's dump of the first hung job; it must not exist",
    ),
    (
        PROFILE,
        "a folder for the traces of processes, a file for each",
    ),
    (COLOR, "yes or no: whether findings have colour"),
];

const LINTS: &[(&str, Lint)] = &[
    ("severe", Lint::Severe),
    ("show", Lint::Show),
    ("deny", Lint::Deny),
];
const EXECUTES: &[(&str, Execute)] = &[("yes", Execute::Yes), ("no", Execute::No)];
const COLORS: &[(&str, bool)] = &[("no", false), ("yes", true)];
const JITS: &[(&str, NativeUse)] = &[("yes", NativeUse::Hot), ("no", NativeUse::Never)];
const OVERLAPS: &[(&str, Overlap)] = &[("yes", Overlap::Yes), ("no", Overlap::No)];

impl Options {
    /// The defaults, on `chip`.
    pub fn new(chip: Chip) -> Options {
        Options {
            chips: vec![chip],
            lint: Lint::default(),
            execute: Execute::default(),
            overlap: Overlap::default(),
            threads: None,
            jit: NativeUse::default(),
            memory: None,
            fuel: None,
            log: None,
            record: None,
            frames: None,
            dump: None,
            profile: None,
            color: false,
        }
    }

    /// The size of GPU memory in bytes.
    pub fn memory_bytes(&self) -> u64 {
        match self.memory {
            Some(mib) => mib.saturating_mul(1 << 20),
            None => {
                let driver = self.chips.first().and_then(|chip| chip.driver());
                driver.map_or(0, |driver| driver.memory())
            }
        }
    }

    /// The fuel of each submission.
    pub fn fuel(&self) -> Fuel {
        self.fuel.map_or(Fuel::DEFAULT, Fuel::new)
    }

    /// The variables for these options; [`Options::parse`] reads them.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let names: Vec<&str> = self.chips.iter().map(|c| c.info.name).collect();
        let mut out = vec![
            (GPU, names.join(",")),
            (LINT, word(LINTS, self.lint).to_owned()),
            (EXECUTE, word(EXECUTES, self.execute).to_owned()),
            (OVERLAP, word(OVERLAPS, self.overlap).to_owned()),
            (JIT, word(JITS, self.jit).to_owned()),
            (COLOR, word(COLORS, self.color).to_owned()),
        ];
        out.extend(self.threads.map(|n| (THREADS, n.to_string())));
        out.extend(self.memory.map(|n| (MEMORY, n.to_string())));
        out.extend(self.fuel.map(|n| (FUEL, n.to_string())));
        out.extend(self.log.iter().map(|p| (LOG, p.display().to_string())));
        out.extend(
            self.record
                .iter()
                .map(|p| (RECORD, p.display().to_string())),
        );
        out.extend(self.frames.map(|f| (FRAMES, f.to_string())));
        out.extend(self.dump.iter().map(|p| (DUMP, p.display().to_string())));
        let profile = self.profile.iter();
        out.extend(profile.map(|p| (PROFILE, p.display().to_string())));
        out
    }

    /// The options from the variables, with chips of `families`; `Ok(None)` if no GPU is set.
    ///
    /// # Errors
    /// One line with the variable, its value and the accepted values.
    pub fn parse(
        families: Registry,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Options>, String> {
        let set = |name| variable(name).filter(|v| !v.is_empty());
        let Some(gpu) = set(GPU) else {
            return Ok(None);
        };
        let find = |name: &str| {
            let chip = families.chip(name).filter(|c| c.driver().is_some());
            chip.ok_or_else(|| {
                format!(
                    "{GPU} is {gpu}, and {name:?} is not a chip; `tilescope gpus` lists all chips"
                )
            })
        };
        let chips = gpu.split(',').map(find).collect::<Result<Vec<_>, _>>()?;
        if chips.len() > 1 && set(RECORD).is_some() {
            return Err(format!(
                "{RECORD} is set, and {GPU} is {gpu}: a capture is of one device"
            ));
        }
        let number = |name: &'static str| {
            let value = set(name);
            let parse = |v: String| match v.parse::<u64>() {
                Ok(n) if n > 0 => Ok(n),
                _ => Err(format!("{name} is {v}, not a number above 0")),
            };
            value.map(parse).transpose()
        };
        let frames = set(FRAMES).map(|f| f.parse()).transpose();
        Ok(Some(Options {
            chips,
            lint: choice(LINT, set(LINT), LINTS)?,
            execute: choice(EXECUTE, set(EXECUTE), EXECUTES)?,
            overlap: choice(OVERLAP, set(OVERLAP), OVERLAPS)?,
            threads: number(THREADS)?.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            jit: choice(JIT, set(JIT), JITS)?,
            memory: number(MEMORY)?,
            fuel: number(FUEL)?,
            log: set(LOG).map(PathBuf::from),
            record: set(RECORD).map(PathBuf::from),
            frames: frames.map_err(|e| format!("{FRAMES}: {e}"))?,
            dump: set(DUMP).map(PathBuf::from),
            profile: set(PROFILE).map(PathBuf::from),
            color: choice(COLOR, set(COLOR), COLORS)?,
        }))
    }
}

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|w| w.1 == value).map_or("", |w| w.0)
}

fn choice<T: Copy + Default>(
    name: &str,
    value: Option<String>,
    words: &[(&str, T)],
) -> Result<T, String> {
    let Some(value) = value else {
        return Ok(T::default());
    };
    let known: Vec<&str> = words.iter().map(|w| w.0).collect();
    let found = words.iter().find(|w| w.0 == value);
    found
        .map(|w| w.1)
        .ok_or_else(|| format!("{name} is {value}, not one of {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_families::ALL;

    fn parse(vars: &[(&'static str, String)]) -> Result<Option<Options>, String> {
        Options::parse(ALL, |n| vars.iter().find(|v| v.0 == n).map(|v| v.1.clone()))
    }

    #[test]
    fn options_survive_the_environment() {
        let mut options = Options::new(ALL.chip("bcm2837").unwrap());
        options.chips.push(ALL.chip("bcm2835").unwrap());
        options.lint = Lint::Deny;
        options.execute = Execute::No;
        options.overlap = Overlap::No;
        options.color = true;
        options.threads = Some(3);
        options.memory = Some(64);
        options.fuel = Some(1000);
        options.log = Some("/tmp/log".into());
        assert_eq!(
            parse(&[
                (GPU, "bcm2837,bcm2835".into()),
                (RECORD, "/tmp/recording".into())
            ])
            .unwrap_err(),
            "TILESCOPE_RECORD is set, and TILESCOPE_GPU is bcm2837,bcm2835: a capture is of one device"
        );
        assert_eq!(parse(&options.variables()).unwrap().unwrap().chips.len(), 2);
        options.chips.pop();
        options.record = Some("/tmp/recording".into());
        options.frames = "3..5".parse().ok();
        options.dump = Some("/tmp/dump".into());
        options.profile = Some("/tmp/profile".into());
        let read = parse(&options.variables()).unwrap().unwrap();
        assert_eq!(read.variables(), options.variables());
        assert_eq!(read.variables().len(), VARIABLES.len());
    }

    #[test]
    fn without_a_gpu_there_are_no_options() {
        assert!(parse(&[(LINT, "what".into())]).unwrap().is_none());
    }

    #[test]
    fn errors_name_the_variable_and_its_values() {
        let gpu = (GPU, "bcm2837".to_owned());
        let bad = |name, value: &str| parse(&[gpu.clone(), (name, value.to_owned())]).unwrap_err();
        assert_eq!(
            bad(LINT, "loud"),
            "TILESCOPE_LINT is loud, not one of severe, show, deny"
        );
        assert_eq!(
            bad(THREADS, "0"),
            "TILESCOPE_THREADS is 0, not a number above 0"
        );
        assert_eq!(
            bad(FUEL, "much"),
            "TILESCOPE_FUEL is much, not a number above 0"
        );
        assert_eq!(
            bad(FRAMES, "5..3"),
            "TILESCOPE_FRAMES: \"5..3\" ends before it starts"
        );
        let unknown = parse(&[(GPU, "voodoo".into())]).unwrap_err();
        assert!(unknown.starts_with("TILESCOPE_GPU is voodoo"), "{unknown}");
    }
}
