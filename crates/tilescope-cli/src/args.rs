//! The command line.

mod lint;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use tilescope_capture::find_chip;
use tilescope_capture::tscap::Frames;
use tilescope_core::{ChipInfo, DumpKind};

pub use lint::{FindingFormat, LintArgs, StageArg};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  findings (lint), or the outcome is not the expected or the recorded one (run)
  2  the input cannot be read, the output cannot be written, or the command line is wrong
  3  hardware would have stopped: a fault, a hang, or out of fuel (run)";

/// Runs the command streams and shaders of embedded GPUs, and reports what is wrong with them.
#[derive(Debug, Parser)]
#[command(name = "tilescope", version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Args {
    /// Colour [auto: on terminals, unless NO_COLOR is set]
    #[arg(long, value_enum, global = true, default_value_t, value_name = "WHEN")]
    pub color: ColorArg,
    /// The command
    #[command(subcommand)]
    pub command: Command,
}

/// When there is colour.
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
    /// Execute a job or a capture, and report what happened and what is wrong
    Run(RunArgs),
    /// Run a GL program on a virtual GPU, through Mesa
    Exec(ExecArgs),
    /// Print an annotated listing of a job's or a capture's lists, records and shaders, or of one file
    Decode(DecodeArgs),
    /// Print the findings in a job, a capture or a shader, and nothing else
    Lint(LintArgs),
    /// Assemble a shader
    Asm(AsmArgs),
    /// Disassemble a shader
    Disasm(DisasmArgs),
    /// List the GPUs
    Gpus(GpusArgs),
    /// Explain a rule, or search the rules
    Explain(ExplainArgs),
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
    /// For programs: stable and documented in docs/report.md
    Json,
}

/// Internal state of the device that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DumpArg {
    /// Vertex memory around every shader batch
    Vpm,
    /// The list of every tile, as the binner wrote it
    Tiles,
    /// The registers of a QPU at the end of every program
    Qpu,
}

impl DumpArg {
    /// The kind that observers ask for.
    pub fn kind(self) -> DumpKind {
        match self {
            DumpArg::Vpm => DumpKind::Vpm,
            DumpArg::Tiles => DumpKind::Tiles,
            DumpArg::Qpu => DumpKind::Qpu,
        }
    }
}

const RUN_EXAMPLES: &str = "\
Examples:
  tilescope run examples/vc4/gl-triangle --out out
      writes out/NAME.png for every target of the job and prints the report
  tilescope run --check examples/vc4/gl-triangle
      compares the outcome with what the job expects; exit code 1 if something differs
  tilescope run --report json JOB | jq '.findings[].rule'
      the rules that the job breaks
  tilescope run run.tscap --out out --frames 3..5
      replays a capture, compares the outcome with what was recorded, and writes the targets of
      three frames

";

/// Arguments of `run`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{RUN_EXAMPLES}{EXIT_CODES}"))]
pub struct RunArgs {
    /// The job: a folder with a job.toml; or a capture (.tscap)
    pub job: PathBuf,
    /// Write images and dumps into this folder, which is created if it does not exist [default: no
    /// files are written]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
    /// Print only what is wrong: findings, failed checks, and what is not implemented
    #[arg(long, short, conflicts_with = "report")]
    pub quiet: bool,
    /// Use only the plain, slow paths that every fast path is tested against; one thread
    #[arg(long, conflicts_with = "threads")]
    pub reference: bool,
    /// Threads; the outcome does not depend on their number [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write internal state of the device to DIR/KIND.txt; of VideoCore IV only
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "KINDS",
        requires = "out"
    )]
    pub dump: Vec<DumpArg>,
    /// How much work is allowed before the run counts as endless; one unit is about one shader
    /// instruction on 16 lanes; in a capture for each submission [default: 2000000000]
    #[arg(long, value_name = "UNITS")]
    pub fuel: Option<u64>,
    /// Compare the outcome with what the job expects; captures are always compared with what was
    /// recorded
    #[arg(long)]
    pub check: bool,
    /// Of a capture: write the targets as these frames left them, such as 3, 3..5 or 1.. [default: as
    /// the last one left each]
    #[arg(long, value_name = "RANGE", requires = "out")]
    pub frames: Option<Frames>,
    /// Of a capture: the order of the channels in 32-bit pixels, which hardware does not know
    /// [default: bgra]
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

/// The effect of findings while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LintArg {
    /// They are shown on standard error
    Show,
    /// They are shown, and the exit code is 1 if there are any
    Deny,
}

const EXEC_EXAMPLES: &str = "\
Examples:
  tilescope exec --gpu bcm2837 -- eglinfo -B
      names the renderer: VC4 V3D 2.1
  tilescope exec --gpu bcm2837 --lint=deny -- ./my-gles-program
      fails if the driver submits anything that breaks a rule
  tilescope exec --gpu bcm2837 --mesa ~/mesa/build -- ./my-gles-program
      uses the Mesa in a build tree
  tilescope exec --gpu bcm2837 --record run.tscap -- ./my-gles-program
      records what the driver submits; `tilescope run run.tscap` executes it again

Without --lint, only findings are shown that stop hardware or that its kernel driver refuses.
The exit code is that of the program; 128 and the number of the signal if one ended it; 127 if it
is not found, and 126 if it cannot be run.
docs/exec.md lists the environment variables that are set and read.

";

/// Arguments of `exec`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{EXEC_EXAMPLES}{EXIT_CODES}"))]
pub struct ExecArgs {
    /// The GPU, as `tilescope gpus` names it
    #[arg(long, value_name = "CHIP")]
    pub gpu: String,
    /// The Mesa to use: a folder that one was installed to, a build tree, or the version of one that
    /// `cargo xtask mesa` built, such as 25.0 [default: TILESCOPE_MESA, else the newest build of
    /// `cargo xtask mesa`, else the system's]
    #[arg(long, value_name = "MESA")]
    pub mesa: Option<PathBuf>,
    /// Show all findings in what the program's driver submits
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true,
        default_missing_value = "show")]
    pub lint: Option<LintArg>,
    /// Check submissions, but do not execute them; images stay as they were
    #[arg(long, conflicts_with_all = ["fuel", "threads", "dump_hang"])]
    pub no_execute: bool,
    /// Run each job before its submission returns, so that drivers that poll for
    /// completion submit the same in every run; recordings always do so
    #[arg(long)]
    pub no_overlap: bool,
    /// Record everything that is submitted into one file, which `tilescope run` replays
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Record only these frames, such as 3, 3..5 or 3..; a frame is a submission that draws, counted
    /// from 1 in each process
    #[arg(long, value_name = "RANGE", requires = "record")]
    pub frames: Option<Frames>,
    /// Write the dump that Linux makes of the first job that hangs (for etnaviv, an ETDUMP as in
    /// /sys/class/devcoredump) into a new file, which `tilescope run` takes
    #[arg(long, value_name = "FILE")]
    pub dump_hang: Option<PathBuf>,
    /// Report what the program did when it has ended
    #[arg(long, value_enum)]
    pub report: Option<ReportFormat>,
    /// Where the report goes [default: standard error]
    #[arg(long, value_name = "FILE", requires = "report")]
    pub report_to: Option<PathBuf>,
    /// Threads; images do not depend on their number [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory of the GPU in MiB [default: 256, as on a Raspberry Pi 3]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=3584))]
    pub memory: Option<u64>,
    /// How much work each submission may do before it counts as endless, as in `tilescope run`; the
    /// driver then sees a GPU that was reset [default: 2000000000]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u64).range(1..))]
    pub fuel: Option<u64>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// What the bytes of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileKind {
    /// A command list: text if the name ends in .cl or .cmd, else bytes
    List,
    /// A shader: assembly if the name ends in .qasm or .vasm, else bytes
    Shader,
}

const DECODE_EXAMPLES: &str = "\
Examples:
  tilescope decode examples/vc4/gl-triangle
      every list, record and shader that the job's submissions reach
  tilescope decode --base 0x40441500 bin.cl
      one list, with the addresses it would have there
  tilescope decode --stable JOB > listing.txt
      without absolute addresses, to compare two streams with diff
  tilescope decode --draw 3 run.tscap
      everything that draw 3 uses: state, targets, shaders, uniforms, textures, vertices

docs/decode.md explains what is shown of a draw.

";

/// Draws of a file, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The first.
    pub first: u64,
    /// The last; none if they go on to the end.
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
    /// A job folder, a capture (.tscap), a list (.cl, .cmd or bytes) or a shader (.qasm, .vasm or bytes)
    pub path: PathBuf,
    /// The GPU that the bytes of FILE are for [default: by the ending of the name; bcm2835 if unknown]
    #[arg(long, value_name = "CHIP", value_parser = chip)]
    pub gpu: Option<&'static ChipInfo>,
    /// Print addresses relative to their buffers, so that listings can be compared
    #[arg(long)]
    pub stable: bool,
    /// What the bytes of FILE are [default: by the ending of the name; list if unknown]
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<FileKind>,
    /// The GPU address of the first byte of FILE [default: 0]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub base: Option<u32>,
    /// Of a job or a capture: show what these draws use instead of the lists, such as 3, 3..5, 3..
    /// or ..; draws of the whole file are counted from 0
    #[arg(long, value_name = "RANGE", value_parser = draws)]
    pub draw: Option<Draws>,
    /// With --draw: show default and unused values too, and where state is set
    #[arg(long, requires = "draw")]
    pub all: bool,
    /// With --draw: how many vertices are shown
    #[arg(long, value_name = "N", default_value_t = 8, requires = "draw")]
    pub vertices: u32,
    /// With --draw: print JSON, as docs/decode.md describes it
    #[arg(long, requires = "draw")]
    pub json: bool,
    /// Fold longer lines; 0 folds none [default: the terminal's width; in a pipe 100 with --draw,
    /// and 0 without]
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

impl DecodeArgs {
    /// Columns of what is printed of draws.
    pub fn width(&self) -> usize {
        match self.width {
            Some(0) => usize::MAX,
            Some(width) => width,
            None => crate::decode::columns(),
        }
    }

    /// Columns of listings, whose lines stay whole in a pipe.
    pub fn listing_width(&self) -> usize {
        match self.width {
            None if !std::io::stdout().is_terminal() => usize::MAX,
            _ => self.width(),
        }
    }
}

/// Instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Isa {
    /// The quad processors of VideoCore IV
    Qpu,
    /// The shaders of Vivante GC
    Vivante,
    /// The command streams of Vivante GC
    VivanteCmd,
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
    #[arg(long, value_enum)]
    pub isa: Isa,
    /// Print hexadecimal text instead of bytes
    #[arg(long)]
    pub hex: bool,
    /// Give `@NAME` a value; may be repeated
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
    #[arg(long, value_enum)]
    pub isa: Isa,
    /// The input is hexadecimal text instead of bytes
    #[arg(long)]
    pub hex: bool,
    /// Print the address and the word before every instruction
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
    #[arg(value_name = "CHIP", value_parser = chip)]
    pub chips: Vec<&'static ChipInfo>,
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
    /// The id of a rule, the beginning of several, or words to search for
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
    u32::try_from(number(text)?).map_err(|_| "expected an address of 32 bits".to_owned())
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
        return Err(format!("{text:?} ends before it begins"));
    }
    Ok(Draws { first, last })
}

fn chip(name: &str) -> Result<&'static ChipInfo, String> {
    match find_chip(name) {
        Some((_, chip)) => Ok(chip),
        None => Err("no chip has this name; `tilescope gpus` lists them".to_owned()),
    }
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
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_command_documents_its_exit_codes_and_arguments() {
        for command in Args::command().get_subcommands() {
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
