//! The command line.

mod lint;
mod plan;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use tilescope_capture::tscap::Frames;
use tilescope_families::{Registry, TextKind};

pub use lint::{FindingFormat, LintArgs};
pub use plan::{PlanArgs, PlanPlace};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  findings (lint), or an outcome other than expected or recorded (run)
  2  the input cannot be read, the output cannot be written, or the command line is wrong
  3  the hardware would have stopped: a fault, a hang, or out of fuel (run)";

/// Executes command streams and shaders of embedded GPUs, and reports their errors.
#[derive(Debug, Parser)]
#[command(name = "tilescope", version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Args {
    /// Colour the output [auto: on terminals, unless NO_COLOR is set]
    #[arg(long, value_enum, global = true, default_value_t, value_name = "WHEN")]
    pub color: ColorArg,
    /// The command
    #[command(subcommand)]
    pub command: Command,
}

/// The command line of this process, with names of chips, languages, dumps and stages of `families`.
pub fn parse(families: Registry) -> Args {
    let matches = command(families).get_matches();
    Args::from_arg_matches(&matches).unwrap_or_else(|e| e.exit())
}

/// The command line's grammar.
fn command(families: Registry) -> clap::Command {
    let chip = move |name: &str| match families.chip(name) {
        Some(chip) => Ok(chip.info.name.to_owned()),
        None => Err("unknown chip; `tilescope gpus` lists all chips"),
    };
    let languages = families.languages();
    let languages = languages.map(|l| PossibleValue::new(l.name).help(l.help));
    let languages = PossibleValuesParser::new(languages);
    let dumps = families.families().flat_map(|f| f.dumps());
    let dumps = dumps.map(|d| PossibleValue::new(d.kind.name()).help(d.help));
    let dumps = PossibleValuesParser::new(dumps);
    let stages = lint::stages(families).into_iter();
    let stages = stages.map(|s| PossibleValue::new(s.option).help(s.help));
    let stages = PossibleValuesParser::new(stages);
    let releases = families.planners().flat_map(|p| p.releases.iter().copied());
    let releases = PossibleValuesParser::new(releases);
    Args::command()
        .mut_subcommand("plan", |c| c.mut_arg("mesa", |a| a.value_parser(releases)))
        .mut_subcommand("run", |c| c.mut_arg("dump", |a| a.value_parser(dumps)))
        .mut_subcommand("decode", |c| c.mut_arg("gpu", |a| a.value_parser(chip)))
        .mut_subcommand("gpus", |c| c.mut_arg("chips", |a| a.value_parser(chip)))
        .mut_subcommand("asm", |c| {
            c.mut_arg("isa", |a| a.value_parser(languages.clone()))
        })
        .mut_subcommand("disasm", |c| {
            c.mut_arg("isa", |a| a.value_parser(languages))
        })
        .mut_subcommand("lint", |c| c.mut_arg("stage", |a| a.value_parser(stages)))
}

/// The use of colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On terminals
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Execute a job or a capture, and report the results and findings
    Run(RunArgs),
    /// Run a GL program on a virtual GPU, through Mesa
    Exec(ExecArgs),
    /// Print an annotated listing of the lists, records and shaders of a job or a capture, or of a
    /// single file
    Decode(DecodeArgs),
    /// Print only the findings of a job, a capture or a shader
    Lint(LintArgs),
    /// Assemble a shader
    Asm(AsmArgs),
    /// Disassemble a shader
    Disasm(DisasmArgs),
    /// List the GPUs
    Gpus(GpusArgs),
    /// Explain a rule, or search the rules
    Explain(ExplainArgs),
    /// Print what a driver would decide about a render pass, and why
    Plan(PlanArgs),
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Text for humans
    Text,
    /// JSON for programs: stable, documented in docs/report.md
    Json,
}

const RUN_EXAMPLES: &str = "\
Examples:
  tilescope run examples/vc4/gl-triangle --out out
      writes out/NAME.png for every target of the job and prints the report
  tilescope run --check examples/vc4/gl-triangle
      compares the outcome with the job's expectations; exit code 1 if something differs
  tilescope run --report json JOB | jq '.findings[].rule'
      the rules that the job breaks
  tilescope run --profile job.pftrace JOB
      writes a trace of the run, and tables of its draws and shaders into the report
  tilescope run run.tscap --out out --frames 3..5
      replays a capture, compares the outcome with the recording, and writes the targets of
      three frames

";

/// Arguments of `run`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{RUN_EXAMPLES}{EXIT_CODES}"))]
pub struct RunArgs {
    /// The job (a folder with a job.toml) or capture (.tscap)
    pub job: PathBuf,
    /// Write images and dumps into this folder, which is created if it does not exist [default: no
    /// files are written]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
    /// Print only findings, failed checks, and features that are not implemented
    #[arg(long, short, conflicts_with = "report")]
    pub quiet: bool,
    /// Use only the plain, slow paths that every fast path is tested against, on one thread
    #[arg(long, conflicts_with = "threads")]
    pub reference: bool,
    /// Number of threads; the outcome does not depend on it [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Interpret all shaders; the outcome is the same
    #[arg(long)]
    pub no_jit: bool,
    /// Write internal state of the device to DIR/KIND.txt; VideoCore IV only
    #[arg(long, value_delimiter = ',', value_name = "KINDS", requires = "out")]
    pub dump: Vec<String>,
    /// The work after which the run counts as endless, for a capture per submission; one unit is
    /// about one shader instruction on 16 lanes [default: 2000000000]
    #[arg(long, value_name = "UNITS")]
    pub fuel: Option<u64>,
    /// Write a trace for ui.perfetto.dev into this file, and add tables of draws and of shader
    /// instructions to the report
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Compare the outcome with the job's expectations; captures are always compared with the
    /// recording
    #[arg(long)]
    pub check: bool,
    /// Captures only: write the targets after these frames, such as 3, 3..5 or 1.. [default: after
    /// the last frame that draws each target]
    #[arg(long, value_name = "RANGE", requires = "out")]
    pub frames: Option<Frames>,
    /// Captures only: the order of the channels in 32-bit pixels, which the hardware does not
    /// define [default: bgra]
    #[arg(long, value_enum, requires = "out")]
    pub channels: Option<ChannelsArg>,
}

/// The order of channels, from the lowest byte on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChannelsArg {
    /// Windows and pbuffers
    Bgra,
    /// Textures and renderbuffers
    Rgba,
}

/// The treatment of findings while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LintArg {
    /// Print them on standard error
    Show,
    /// Print them, and exit with code 1 if there are any
    Deny,
}

const EXEC_EXAMPLES: &str = "\
Examples:
  tilescope exec --gpu bcm2837 -- eglinfo -B
      shows the renderer: VC4 V3D 2.1
  tilescope exec --gpu bcm2837 --lint=deny -- ./my-gles-program
      fails if the driver breaks a rule
  tilescope exec --gpu bcm2837 --mesa ~/mesa/build -- ./my-gles-program
      uses the Mesa in a build tree
  tilescope exec --gpu bcm2837 --profile run.pftrace -- ./my-gles-program
      writes a trace of calls, submissions, draws and tiles
  tilescope exec --gpu bcm2837 --record run.tscap -- ./my-gles-program
      records the driver's submissions; `tilescope run run.tscap` replays them

Without --lint, only findings are shown that stop hardware or that its kernel driver refuses.
The exit code is that of the program; 128 and the number of the signal if one ended it; 127 if it
is not found, and 126 if it cannot be run.
docs/exec.md lists the environment variables that are set and read.

";

/// Arguments of `exec`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{EXEC_EXAMPLES}{EXIT_CODES}"))]
pub struct ExecArgs {
    /// The GPU, as listed by `tilescope gpus`
    #[arg(long, value_name = "CHIP")]
    pub gpu: String,
    /// The Mesa to use: an install prefix, a build tree, or the version of a build by `cargo xtask
    /// mesa`, such as 25.0 [default: TILESCOPE_MESA, else the newest build of `cargo xtask mesa`,
    /// else the system's]
    #[arg(long, value_name = "MESA")]
    pub mesa: Option<PathBuf>,
    /// Print all findings in the submissions of the program's driver
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true,
        default_missing_value = "show")]
    pub lint: Option<LintArg>,
    /// Check submissions without executing them; images stay unchanged
    #[arg(long, conflicts_with_all = ["fuel", "threads", "dump_hang"])]
    pub no_execute: bool,
    /// Run each job before its submission returns, so that drivers that poll
    /// for completion submit the same in every run; always on for recordings
    #[arg(long)]
    pub no_overlap: bool,
    /// Record all submissions into one file, for replay with `tilescope run`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Record only these frames, such as 3, 3..5 or 3..; a frame is a submission that draws, counted
    /// from 1 in each process
    #[arg(long, value_name = "RANGE", requires = "record")]
    pub frames: Option<Frames>,
    /// Write the dump of the first hung job in Linux's format (for etnaviv, an ETDUMP as in
    /// /sys/class/devcoredump) into a new file, which `tilescope run` accepts
    #[arg(long, value_name = "FILE")]
    pub dump_hang: Option<PathBuf>,
    /// Write a trace of all jobs and calls for ui.perfetto.dev into this file, and add tables of
    /// draws and of shader instructions to the report
    #[arg(long, value_name = "FILE", conflicts_with = "no_execute")]
    pub profile: Option<PathBuf>,
    /// Report on the program after it has ended
    #[arg(long, value_enum)]
    pub report: Option<ReportFormat>,
    /// Write the report to this file [default: standard error]
    #[arg(long, value_name = "FILE", requires = "report")]
    pub report_to: Option<PathBuf>,
    /// Number of threads; images do not depend on it [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Interpret all shaders; images are the same
    #[arg(long)]
    pub no_jit: bool,
    /// GPU memory in MiB [default: 256, as on a Raspberry Pi 3]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=3584))]
    pub memory: Option<u64>,
    /// The work after which a submission counts as endless, as in `tilescope run`; the driver then
    /// sees a GPU reset [default: 2000000000]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u64).range(1..))]
    pub fuel: Option<u64>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileKind {
    /// A command list: text if the extension is .cl or .cmd, else bytes
    List,
    /// A shader: assembly if the extension is .qasm or .vasm, else bytes
    Shader,
}

impl From<FileKind> for TextKind {
    fn from(kind: FileKind) -> TextKind {
        match kind {
            FileKind::List => TextKind::List,
            FileKind::Shader => TextKind::Shader,
        }
    }
}

const DECODE_EXAMPLES: &str = "\
Examples:
  tilescope decode examples/vc4/gl-triangle
      every list, record and shader that the job's submissions use
  tilescope decode --base 0x40441500 bin.cl
      one list, at this address
  tilescope decode --stable JOB > listing.txt
      without absolute addresses, to compare two streams with diff
  tilescope decode --draw 3 run.tscap
      the resources of draw 3: state, targets, shaders, uniforms, textures, vertices
  tilescope decode clouds.rd.gz
      packets, registers, shaders, render passes and tiles of a recording of an Adreno driver

docs/decode.md explains what is shown of a draw.

";

/// Draws of a file, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The first.
    pub first: u64,
    /// The last; `None` for all to the end.
    pub last: Option<u64>,
}

impl Draws {
    /// Whether draw `number` is one of them.
    pub fn contains(self, number: u64) -> bool {
        number >= self.first && self.last.is_none_or(|last| number <= last)
    }
}

/// Arguments of `decode`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{DECODE_EXAMPLES}{EXIT_CODES}"))]
pub struct DecodeArgs {
    /// A job folder, a capture (.tscap), a recording of an Adreno driver (.rd), a dump of Linux, a list
    /// (.cl, .cmd or bytes) or a shader (.qasm, .vasm, .ir3 or bytes)
    pub path: PathBuf,
    /// The GPU that FILE is for [default: by the extension; bcm2835 if unknown]
    #[arg(long, value_name = "CHIP")]
    pub gpu: Option<String>,
    /// Print addresses relative to their buffers, so that listings can be compared
    #[arg(long)]
    pub stable: bool,
    /// The kind of FILE [default: by the extension; list if unknown]
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<FileKind>,
    /// The GPU address of the first byte of FILE [default: 0]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub base: Option<u32>,
    /// Jobs, captures and recordings only: show what these draws use instead of the lists, such as 3, 3..5, 3..
    /// or ..; draws are counted from 0 over the whole file
    #[arg(long, value_name = "RANGE", value_parser = draws)]
    pub draw: Option<Draws>,
    /// With --draw: also show default and unused values, and where state is set
    #[arg(long, requires = "draw")]
    pub all: bool,
    /// With --draw: the number of vertices to show
    #[arg(long, value_name = "N", default_value_t = 8, requires = "draw")]
    pub vertices: u32,
    /// With --draw: print JSON, as described in docs/decode.md
    #[arg(long, requires = "draw")]
    pub json: bool,
    /// Captures of Adreno drivers only: write a recording for Mesa's tools instead of a listing;
    /// `decode`, `lint` and `plan --explain` read it too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["draw", "stable"])]
    pub rd: Option<PathBuf>,
    /// Fold longer lines; 0 disables folding [default: the terminal's width; in a pipe 100 with
    /// --draw, and 0 without]
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

impl DecodeArgs {
    /// The width of the text that describes draws, in columns.
    pub fn width(&self) -> usize {
        match self.width {
            Some(0) => usize::MAX,
            Some(width) => width,
            None => crate::decode::columns(),
        }
    }

    /// The width of listings, in columns; unlimited in a pipe.
    pub fn listing_width(&self) -> usize {
        match self.width {
            None if !std::io::stdout().is_terminal() => usize::MAX,
            _ => self.width(),
        }
    }
}

const ASM_EXAMPLES: &str = "\
Examples:
  tilescope asm --isa qpu --hex fs.qasm
      one 64-bit instruction a line
  tilescope asm --isa qpu fs.qasm > fs.bin
      the bytes as the GPU reads them
  echo 'fadd r0, r1, r2' | tilescope asm --isa qpu --hex -
  tilescope asm --isa vivante-cmd draw.cmd > draw.bin

The syntax is in docs/qpu-assembly.md, docs/vivante-assembly.md and
docs/vivante-commands.md.

";

/// Arguments of `asm`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{ASM_EXAMPLES}{EXIT_CODES}"))]
pub struct AsmArgs {
    /// The assembly; `-` reads standard input
    pub file: PathBuf,
    /// The instruction set
    #[arg(long)]
    pub isa: String,
    /// Print hexadecimal text instead of bytes
    #[arg(long)]
    pub hex: bool,
    /// Define the value of `@NAME`; may be repeated
    #[arg(long = "define", short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    pub defines: Vec<(String, u64)>,
}

const DISASM_EXAMPLES: &str = "\
Examples:
  tilescope disasm --isa qpu fs.bin
      text that `tilescope asm` turns into the same bytes
  tilescope disasm --isa qpu --hex words.txt
      from text: 64-bit words, or pairs of 32-bit words with the low one first
  tilescope asm --isa qpu fs.qasm | tilescope disasm --isa qpu --addresses -

";

/// Arguments of `disasm`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{DISASM_EXAMPLES}{EXIT_CODES}"))]
pub struct DisasmArgs {
    /// The instructions; `-` reads standard input
    pub file: PathBuf,
    /// The instruction set
    #[arg(long)]
    pub isa: String,
    /// The input is hexadecimal text instead of bytes
    #[arg(long)]
    pub hex: bool,
    /// Print the address and the word of every instruction
    #[arg(long)]
    pub addresses: bool,
    /// The GPU address of the first instruction
    #[arg(long, value_name = "ADDR", default_value = "0", value_parser = address)]
    pub base: u32,
}

const GPUS_EXAMPLES: &str = "\
Examples:
  tilescope gpus
      every chip
  tilescope gpus gc2000 gc3000
      their sizes, features and bugs side by side

";

/// Arguments of `gpus`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{GPUS_EXAMPLES}{EXIT_CODES}"))]
pub struct GpusArgs {
    /// Chips to compare in detail
    #[arg(value_name = "CHIP")]
    pub chips: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  tilescope explain VC4-CL-001
      one rule: what hardware does when it is broken, and how to fix it
  tilescope explain VC4-QPU
      the rules of a family
  tilescope explain semaphore wait
      the rules that mention both words
  tilescope explain --list
      every rule

";

/// Arguments of `explain`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{EXPLAIN_EXAMPLES}{EXIT_CODES}"))]
pub struct ExplainArgs {
    /// The id of a rule, a prefix of ids, or words to search for
    #[arg(
        required_unless_present = "list",
        conflicts_with = "list",
        value_name = "RULE|WORD"
    )]
    pub query: Vec<String>,
    /// List every rule, one per line
    #[arg(long)]
    pub list: bool,
}

fn number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    match plain.strip_prefix("0x").or(plain.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => plain.parse(),
    }
    .map_err(|e| format!("expected a number such as 4096 or 0x1000: {e}"))
}

fn address(text: &str) -> Result<u32, String> {
    u32::try_from(number(text)?).map_err(|_| "expected a 32-bit address".to_owned())
}

fn draws(text: &str) -> Result<Draws, String> {
    let number = |t: &str| {
        t.parse::<u64>()
            .map_err(|_| format!("expected draws such as 3, 3..5, 3.. or .., not {text:?}"))
    };
    let (first, last) = match text.split_once("..") {
        None => (number(text)?, Some(number(text)?)),
        Some((first, last)) => (
            if first.is_empty() { 0 } else { number(first)? },
            (!last.is_empty()).then(|| number(last)).transpose()?,
        ),
    };
    if last.is_some_and(|last| last < first) {
        return Err(format!("{text:?} ends before it starts"));
    }
    Ok(Draws { first, last })
}

fn definition(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("expected NAME=VALUE, for example uniforms=0x1000")?;
    let name = name.strip_prefix('@').unwrap_or(name);
    Ok((name.to_owned(), number(value)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_families::ALL;

    #[test]
    fn the_command_line_is_consistent() {
        command(ALL).debug_assert();
    }

    #[test]
    fn every_command_documents_its_exit_codes_and_arguments() {
        for command in command(ALL).get_subcommands() {
            let name = command.get_name();
            let after = command.get_after_help().map(ToString::to_string);
            assert!(after.unwrap_or_default().contains("Exit codes:"), "{name}");
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{name} {}", arg.get_id());
            }
        }
    }

    #[test]
    fn ranges_of_draws() {
        let range = |first, last| Ok(Draws { first, last });
        assert_eq!(draws("3"), range(3, Some(3)));
        assert_eq!(draws("3..5"), range(3, Some(5)));
        assert_eq!(draws("3.."), range(3, None));
        assert_eq!(draws("..2"), range(0, Some(2)));
        assert_eq!(draws(".."), range(0, None));
        assert!(draws("5..3").is_err() && draws("a").is_err() && draws("").is_err());
    }

    #[test]
    fn numbers_and_definitions() {
        assert_eq!(address("0x1_0000"), Ok(65536));
        assert!(address("0x1_0000_0000").is_err());
        assert_eq!(definition("@a=16"), Ok(("a".to_owned(), 16)));
        assert!(definition("a").is_err());
    }
}
