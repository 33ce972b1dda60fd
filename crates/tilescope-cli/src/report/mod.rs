//! The report of a run, as data, described in `docs/report.md`; a test parses
//! the example there into these structs.

mod text;

use serde::{Deserialize, Serialize};

#[cfg(test)]
use text::text;
pub use text::{problems, styled};
pub use tilescope_session::profile::Tables;
pub use tilescope_session::show::{Finding, count};

/// The version of the format. It rises when a field changes its meaning or
/// disappears; new fields do not raise it.
pub const VERSION: u32 = 2;

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`VERSION`].
    pub version: u32,
    /// The version of the program.
    pub tilescope: String,
    /// The job.
    pub job: Job,
    /// The chip.
    pub chip: Chip,
    /// Whether only the plain, slow paths were used.
    pub reference: bool,
    /// The worst status of any submission.
    pub status: Status,
    /// The submissions, in order.
    pub submissions: Vec<Submission>,
    /// The number of further submissions; absent if none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub submissions_dropped: u64,
    /// Counters over the whole run, by dotted name.
    pub counters: std::collections::BTreeMap<String, u64>,
    /// Interrupts, in order.
    pub interrupts: Vec<Interrupt>,
    /// The findings, in the order of first occurrence.
    pub findings: Vec<Finding>,
    /// The number of findings that were not kept.
    pub findings_dropped: u64,
    /// Features that the job needs and Tilescope does not implement.
    pub unimplemented: Vec<Unimplemented>,
    /// The images of the job.
    pub targets: Vec<Target>,
    /// The dumps written.
    pub dumps: Vec<Dump>,
    /// The tables of the profile; only with `--profile`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Tables>,
    /// The results of expectations; only with `--check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Check>>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// The job that ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The folder, as given on the command line.
    pub path: String,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
}

/// The chip that ran it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chip {
    /// Its name in jobs.
    pub name: String,
    /// Its family.
    pub family: String,
    /// Its full name.
    pub title: String,
}

/// The end of a submission or a run. Later is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All work was done.
    Done,
    /// An earlier submission stopped the hardware.
    NotRun,
    /// The fuel ran out.
    OutOfFuel,
    /// The hardware would have stopped.
    Fault,
}

impl Status {
    /// The word in reports and jobs.
    pub fn name(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::NotRun => "not-run",
            Status::OutOfFuel => "out-of-fuel",
            Status::Fault => "fault",
        }
    }
}

/// One submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// From 0.
    pub index: u32,
    /// Its label; may be empty.
    pub label: String,
    /// Its end.
    pub status: Status,
    /// Its counters, by dotted name.
    pub counters: std::collections::BTreeMap<String, u64>,
    /// Registers that its script read, in order.
    pub registers: Vec<Register>,
}

/// A register that a script read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// The bits that are compared; absent for a plain read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<u32>,
    /// The expected value of those bits; absent for a plain read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u32>,
}

impl Register {
    /// Whether it had the expected value.
    pub fn matches(&self) -> bool {
        self.expected.is_none_or(|e| {
            let mask = self.mask.unwrap_or(u32::MAX);
            self.value & mask == e & mask
        })
    }
}

/// An interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interrupt {
    /// The submission that raised it.
    pub submission: u32,
    /// The hardware's name.
    pub name: String,
    /// The unit that raised it.
    pub by: String,
}

/// A feature that Tilescope does not implement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unimplemented {
    /// The feature, in the hardware's terms.
    pub what: String,
    /// The place where it was needed first.
    pub location: String,
    /// The number of times.
    pub count: u64,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Its name in the job.
    pub name: String,
    /// The file written; absent if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Target {
    /// An image without a file.
    pub fn unwritten(target: &tilescope_capture::Target) -> Target {
        Target {
            name: target.name.clone(),
            file: None,
            width: target.width,
            height: target.height,
        }
    }
}

/// A dump.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dump {
    /// `vpm`, `tiles` or `qpu`.
    pub kind: String,
    /// The file written.
    pub file: String,
    /// The number of its pieces.
    pub pieces: u32,
}

/// One expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The subject.
    pub what: String,
    /// Whether it is as expected.
    pub passed: bool,
    /// The expected value.
    pub expected: String,
    /// The value found.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documentation's example is a report: it parses strictly, no field is
    /// missing from it, and every field is described.
    #[test]
    fn the_documentation_agrees() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.md");
        let doc = std::fs::read_to_string(path).expect("docs/report.md");
        let example = doc.split("```json\n").nth(1).expect("an example");
        let example = example.split("```").next().unwrap_or("");
        let report: Report = serde_json::from_str(example).expect("the example is a report");
        assert_eq!(report.version, VERSION);
        // Formatting and parsing is lossless, and every list of the example has
        // an entry, so that each struct is shown with all its fields.
        let value: serde_json::Value = serde_json::from_str(example).unwrap();
        assert_eq!(serde_json::to_value(&report).unwrap(), value);
        let f = &report.findings[0];
        assert!(f.bits.is_some() && f.address.is_some() && f.excerpt.is_some());
        assert!(f.file.is_some() && f.line.is_some() && f.source.is_some());
        assert!(f.column.is_some() && f.end_column.is_some());
        let r = &report.submissions[0].registers;
        assert!(r.iter().any(|r| r.mask.is_some() && r.expected.is_some()));
        for empty in [
            report.interrupts.is_empty(),
            report.unimplemented.is_empty(),
            report.targets.is_empty(),
            report.dumps.is_empty(),
            report.checks.as_ref().is_none_or(Vec::is_empty),
        ] {
            assert!(!empty, "an empty list in the example");
        }
        let mut fields = Vec::new();
        names(&value, &mut fields);
        for field in fields {
            assert!(
                doc.contains(&format!("| `{field}` |")),
                "docs/report.md does not describe `{field}`"
            );
        }
    }

    fn names(value: &serde_json::Value, into: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                for (k, v) in map {
                    if k != "counters" {
                        names(v, into);
                    }
                    into.push(k.clone());
                }
            }
            serde_json::Value::Array(list) => list.iter().for_each(|v| names(v, into)),
            _ => {}
        }
    }

    /// The text of the documentation's example, whole.
    #[test]
    fn the_text_form_agrees() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.md");
        let doc = std::fs::read_to_string(path).expect("docs/report.md");
        let json = doc.split("```json\n").nth(1).expect("an example");
        let report: Report = serde_json::from_str(json.split("```").next().unwrap_or("")).unwrap();
        let shown = doc.split("```text\n").nth(1).expect("the text form");
        let shown = shown.split("```").next().unwrap_or("");
        let want = text(&report);
        assert_eq!(want, shown, "docs/report.md should show:\n{want}");
    }
}
