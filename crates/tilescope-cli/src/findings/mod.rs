//! Output of findings: levels and formats.

mod github;
mod levels;
mod sarif;
mod short;

pub use levels::{Level, Levels, Lists};

use std::path::Path;

use tilescope_families::Registry;

use crate::args::FindingFormat;
use crate::exit::Failure;
use crate::report::Finding;
use crate::screen::Screen;

/// A finding that is reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    /// [`Level::Warn`] or [`Level::Deny`].
    pub level: Level,
    /// The finding.
    pub finding: Finding,
}

/// The findings that `levels` does not allow.
pub fn reported(findings: Vec<Finding>, levels: &Levels) -> Vec<Reported> {
    let judged = findings.into_iter().map(|finding| Reported {
        level: levels.of(&finding.rule, finding.severity()),
        finding,
    });
    judged.filter(|r| r.level != Level::Allow).collect()
}

/// Prints the findings in `input`, the path from the command line.
pub fn print(
    findings: &[Reported],
    format: FindingFormat,
    input: &Path,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<(), Failure> {
    let all = findings.iter().map(|r| &r.finding);
    match format {
        FindingFormat::Rustc => {
            for (i, finding) in all.enumerate() {
                if i > 0 {
                    out.text("\n")?;
                }
                let width = out.width();
                out.styled(&finding.styled(width))?;
            }
        }
        FindingFormat::Short => {
            for finding in all {
                out.styled(&short::line(finding, input))?;
            }
        }
        FindingFormat::Json => out.json(&all.collect::<Vec<_>>())?,
        FindingFormat::Sarif => out.json(&sarif::log(findings, input, families))?,
        FindingFormat::Github => {
            for reported in findings {
                out.text(&github::command(reported))?;
            }
        }
    }
    Ok(())
}
