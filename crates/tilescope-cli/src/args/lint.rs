//! Arguments of `lint`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use tilescope_families::{Registry, Stage};

use super::EXIT_CODES;

/// The kinds of shaders that the checkers of `families` know, by their names.
pub fn stages(families: Registry) -> Vec<&'static Stage> {
    let mut stages: Vec<&Stage> = Vec::new();
    for checker in families.families().filter_map(|f| f.checker()) {
        for stage in checker.stages {
            if stages.iter().all(|s| s.option != stage.option) {
                stages.push(stage);
            }
        }
    }
    stages
}

/// The format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// Text for humans: the line at fault, the bytes, the behaviour of the hardware, the fix
    #[default]
    Rustc,
    /// One line each: path:line:column: severity[RULE]: diagnosis
    Short,
    /// An array of findings as in docs/report.md
    Json,
    /// A SARIF 2.1.0 log, for code-scanning services
    Sarif,
    /// GitHub workflow commands, which annotate the lines of a change
    Github,
}

const EXAMPLES: &str = "\
Examples:
  tilescope lint examples/vc4/gl-triangle
      executes a job without writing images, and prints its findings
  tilescope lint --stage fragment fs.qasm
      checks one shader without executing it
  tilescope lint examples/vc4/gl-triangle/bin.cl
      the findings in one text of a job
  tilescope lint --deny slow --allow VC4-QPU --format github JOB
      in CI: costs of time fail too, rules of the QPU do not

NAME is a rule (VC4-CL-012), a family of rules (VC4, VC4-CL) or a severity (slow, undefined,
corrupt, fault, hang). The longest name that fits a finding decides. `--deny` of a severity means
it and all worse ones; `--warn` and `--allow` mean it and all milder ones. The table [lint] of a
job takes the same names; these options override it. By default everything fails but `slow`.

";

/// Arguments of `lint`.
#[derive(Debug, ClapArgs)]
#[command(after_help = format!("{EXAMPLES}{EXIT_CODES}"))]
pub struct LintArgs {
    /// A job folder, a capture (.tscap), a recording of an Adreno driver (.rd), a dump of Linux, a
    /// shader (.qasm, .masm, .ir3 or bytes), or a list that belongs to a job (.cl, .cmd, .jobs)
    pub path: PathBuf,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t)]
    pub format: FindingFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print nothing; report by exit code only
    #[arg(long, short)]
    pub quiet: bool,
    /// Do not report these findings; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Report these findings without failing; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub warn: Vec<String>,
    /// Exit with code 1 if there are such findings; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// The kind of shader [default: inferred from its instructions]
    #[arg(long)]
    pub stage: Option<String>,
    /// The work that a job or each submission of a capture may do, as in `run`
    #[arg(long, value_name = "UNITS")]
    pub fuel: Option<u64>,
}
