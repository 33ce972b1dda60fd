//! The report for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use tilescope_session::show::wrapped;

use super::{Report, Status};

/// The report as text. Pure: the same report is the same text.
pub fn text(r: &Report) -> String {
    let mut out = String::new();
    for f in &r.findings {
        out += &f.text();
        out.push('\n');
    }
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(out, "{}", r.job.title);
    if !r.job.description.is_empty() {
        out += &wrapped("  ", &r.job.description, 100);
    }
    let mode = if r.reference { ", reference paths" } else { "" };
    let _ = writeln!(out, "  on {}, {}{mode}\n", r.chip.name, r.chip.title);

    let _ = writeln!(out, "submissions");
    for s in &r.submissions {
        let label = match s.label.is_empty() {
            true => String::new(),
            false => format!(" ({})", s.label),
        };
        let _ = writeln!(out, "  {}{label}: {}", s.index, status(s.status));
        for reg in &s.registers {
            let _ = write!(out, "    {} = {:#010x}", reg.name, reg.value);
            let _ = match (reg.expected, reg.mask) {
                (None, _) => writeln!(out),
                (Some(e), mask) => {
                    let masked = mask.filter(|m| *m != u32::MAX);
                    let of = masked.map_or(String::new(), |m| format!(" in bits {m:#010x}"));
                    let verdict = if reg.matches() { "as" } else { "NOT as" };
                    writeln!(out, ", {verdict} expected: {e:#010x}{of}")
                }
            };
        }
    }
    if !r.counters.is_empty() {
        out += "\ncounters\n";
        out += &counters(&r.counters);
    }
    if !r.interrupts.is_empty() {
        out += "\ninterrupts\n";
        for i in &r.interrupts {
            let _ = writeln!(
                out,
                "  submission {}: {}, by {}",
                i.submission, i.name, i.by
            );
        }
    }
    if !r.unimplemented.is_empty() {
        out += "\nnot implemented, so the outcome may be wrong\n";
        for u in &r.unimplemented {
            let times = match u.count {
                1 => "once".to_owned(),
                n => format!("{n} times"),
            };
            let _ = writeln!(out, "  {}: {times}, first in {}", u.what, u.location);
        }
    }
    if !r.targets.is_empty() {
        out += "\nimages\n";
        for t in &r.targets {
            let _ = writeln!(out, "  {} ({} x {})", t.file, t.width, t.height);
        }
    }
    if !r.dumps.is_empty() {
        out += "\ndumps\n";
        for d in &r.dumps {
            let _ = writeln!(out, "  {} ({} pieces)", d.file, d.pieces);
        }
    }
    if let Some(checks) = &r.checks {
        out += "\nchecks\n";
        for c in checks {
            match c.passed {
                true => {
                    let _ = writeln!(out, "  ok    {}", c.what);
                }
                false => {
                    let _ = writeln!(out, "  WRONG {}", c.what);
                    let _ = writeln!(out, "        expected {}", c.expected);
                    let _ = writeln!(out, "        found    {}", c.found);
                }
            }
        }
    }
    out.push('\n');
    let _ = writeln!(out, "{}", verdict(r));
    out
}

fn status(s: Status) -> &'static str {
    match s {
        Status::Done => "done",
        Status::NotRun => "not run, because one before it did not end",
        Status::OutOfFuel => "OUT OF FUEL: hardware would have run on",
        Status::Fault => "FAULT: hardware would have stopped",
    }
}

/// Counters in groups: everything before the last dot names the group.
fn counters(all: &BTreeMap<String, u64>) -> String {
    let mut groups: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
    for (name, value) in all {
        let (group, leaf) = name.rsplit_once('.').unwrap_or(("", name));
        groups.entry(group).or_default().push((leaf, *value));
    }
    let width = groups.keys().map(|g| g.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (group, values) in groups {
        let values: Vec<String> = values
            .iter()
            .map(|(leaf, v)| format!("{} {}", grouped(*v), leaf.replace('_', " ")))
            .collect();
        if group.is_empty() {
            out += &wrapped("  ", &values.join(", "), 100);
        } else {
            out += &wrapped(&format!("  {group:width$}  "), &values.join(", "), 100);
        }
    }
    out
}

/// `1234567` as `1'234'567`, which reads the same everywhere.
fn grouped(v: u64) -> String {
    let digits = v.to_string();
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\'');
        }
        out.push(d);
    }
    out
}

fn verdict(r: &Report) -> String {
    let found = match r.findings.len() as u64 + r.findings_dropped {
        0 => "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        n => format!("{n} findings"),
    };
    let dropped = match r.findings_dropped {
        0 => String::new(),
        n => format!(" ({n} not shown)"),
    };
    let checks = r.checks.as_ref().map_or(String::new(), |c| {
        let wrong = c.iter().filter(|c| !c.passed).count();
        format!("; {} of {} checks passed", c.len() - wrong, c.len())
    });
    format!("{}: {found}{dropped}{checks}", r.status.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1'000");
        assert_eq!(grouped(1_234_567), "1'234'567");
    }

    #[test]
    fn counters_stand_in_groups() {
        let all = [
            ("draws", 1),
            ("fragments", 12345),
            ("memory.TLB.write_bytes", 1_228_800),
            ("qpu.fragment.instructions", 900),
            ("qpu.fragment.threads", 30),
        ];
        let all = all.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        assert_eq!(
            counters(&all),
            "  1 draws, 12'345 fragments\n  memory.TLB    1'228'800 write bytes\n  \
             qpu.fragment  900 instructions, 30 threads\n"
        );
    }
}
