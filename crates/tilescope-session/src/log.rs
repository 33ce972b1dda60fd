//! The log of a run, for `tilescope exec`: a file of JSON records, one per line, appended
//! atomically, so that processes can share it and a killed process leaves its records.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::profile::Tables;
use crate::show::Finding;

/// One record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// A rule was broken for the first time at this place.
    Finding {
        /// The process.
        process: u32,
        /// The finding.
        finding: Finding,
    },
    /// A process stopped recording.
    RecordingStopped {
        /// The process.
        process: u32,
        /// The reason.
        why: String,
    },
    /// A process ended; its summary.
    Process(Process),
}

/// The summary of a process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its number.
    pub process: u32,
    /// Its program.
    pub program: String,
    /// The number of its jobs that were accepted.
    pub jobs: u64,
    /// The number of those that the hardware would not have completed.
    pub stopped: u64,
    /// All findings, in the order of their first occurrence.
    pub findings: Vec<Finding>,
    /// The number of findings that were not kept.
    pub findings_dropped: u64,
    /// Features that jobs needed and Tilescope does not implement, with counts.
    pub unimplemented: BTreeMap<String, u64>,
    /// Sums over all jobs, by dotted name.
    pub counters: BTreeMap<String, u64>,
    /// The tables of its profile, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Tables>,
}

/// Opens a log to append to.
pub fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Appends a record in one write.
pub fn append(file: &mut File, record: &Record) -> io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// The processes of a log, in the order of their first records. For a process that did not end only
/// the findings are known. Lines that are not records are skipped: the last one may be incomplete.
pub fn processes(text: &str) -> Vec<Process> {
    let mut all: Vec<Process> = Vec::new();
    for record in text.lines().filter_map(|l| serde_json::from_str(l).ok()) {
        let (process, whole) = match &record {
            Record::Finding { process, .. } => (*process, false),
            Record::RecordingStopped { .. } => continue,
            Record::Process(p) => (p.process, true),
        };
        // A process number may be reused after a process has ended.
        let known = all.iter_mut().rev().find(|p| p.process == process);
        let entry = match known {
            Some(p) if p.program.is_empty() => p,
            _ => {
                all.push(Process {
                    process,
                    ..Process::default()
                });
                let last = all.len() - 1;
                &mut all[last]
            }
        };
        match record {
            Record::Process(p) if whole => *entry = p,
            Record::Process(_) | Record::RecordingStopped { .. } => {}
            Record::Finding { finding, .. } => entry.findings.push(finding),
        }
    }
    all
}

/// The processes of a log that stopped recording, with the reasons.
pub fn recordings_stopped(text: &str) -> Vec<(u32, String)> {
    let records = text.lines().filter_map(|l| serde_json::from_str(l).ok());
    let stopped = records.filter_map(|r| match r {
        Record::RecordingStopped { process, why } => Some((process, why)),
        Record::Finding { .. } | Record::Process(_) => None,
    });
    stopped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(rule: &str, count: u64) -> Finding {
        Finding {
            rule: rule.into(),
            severity: "fault".into(),
            title: "t".into(),
            message: "m".into(),
            hardware: "h".into(),
            help: "n".into(),
            location: "l".into(),
            address: Some(16),
            excerpt: Some("e".into()),
            count,
            ..Finding::default()
        }
    }

    #[test]
    fn the_summary_of_a_process_replaces_its_findings() {
        let early = |process, rule| Record::Finding {
            process,
            finding: finding(rule, 1),
        };
        let end = Process {
            process: 7,
            program: "a".into(),
            jobs: 2,
            findings: vec![finding("A", 5)],
            ..Process::default()
        };
        let lines = [early(7, "A"), early(8, "B"), Record::Process(end.clone())];
        let lines = lines.map(|r| serde_json::to_string(&r).unwrap());
        let text = format!("{}\n{{\"find", lines.join("\n"));
        let got = processes(&text);
        assert_eq!(got.len(), 2);
        assert_eq!(got[0], end);
        assert_eq!((got[1].process, got[1].findings.len()), (8, 1));
        assert_eq!(got[1].program, "");
    }
}
