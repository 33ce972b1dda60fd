//! The report as text for humans.

use std::collections::BTreeMap;

use tilescope_session::profile;
use tilescope_session::show::{Role, Styled, WIDTH, count, wrapped};

use super::{Check, Report, Status, Submission};

/// Indent of the lines of a section.
const INDENT: &str = "  ";

/// The whole report as text, without colour. Deterministic: the same report gives the same text.
#[cfg(test)]
pub fn text(r: &Report) -> String {
    styled(r, WIDTH).text()
}

/// The whole report, `width` columns wide.
pub fn styled(r: &Report, width: usize) -> Styled {
    let mut out = Styled::default();
    findings(r, width, &mut out);
    let width = width.min(WIDTH);
    out.add(Role::Strong, &format!("{}\n", r.job.title));
    if !r.job.description.is_empty() {
        out.plain(&wrapped(INDENT, &r.job.description, width));
    }
    let mode = if r.reference { ", reference paths" } else { "" };
    out.plain(&format!("  on {}, {}{mode}\n\n", r.chip.name, r.chip.title));
    out.plain("submissions\n");
    for s in &r.submissions {
        submission(s, &mut out);
    }
    if r.submissions_dropped > 0 {
        out.plain(&format!("  and {} more\n", r.submissions_dropped));
    }
    if !r.counters.is_empty() {
        out.plain("\ncounters\n");
        out.plain(&counters(&r.counters, width));
    }
    if !r.interrupts.is_empty() {
        out.plain("\ninterrupts\n");
        for i in &r.interrupts {
            out.plain(&format!(
                "  submission {}: {}, by {}\n",
                i.submission, i.name, i.by
            ));
        }
    }
    unimplemented(r, "\n", &mut out);
    images(r, &mut out);
    if !r.dumps.is_empty() {
        out.plain("\ndumps\n");
        for d in &r.dumps {
            let pieces = count(d.pieces.into(), "piece", "pieces");
            out.plain(&format!("  {} ({pieces})\n", d.file));
        }
    }
    if let Some(tables) = &r.profile {
        out.plain("\n");
        out.plain(&profile::text(tables));
    }
    if let Some(checks) = &r.checks {
        out.plain("\nchecks\n");
        checks.iter().for_each(|c| check(c, &mut out));
    }
    out.plain("\n");
    verdict(r, &mut out);
    out
}

/// The problems only; empty if there are none.
pub fn problems(r: &Report, width: usize) -> Styled {
    let mut out = Styled::default();
    findings(r, width, &mut out);
    unimplemented(r, "", &mut out);
    let mut failed = r.checks.iter().flatten().filter(|c| !c.passed).peekable();
    let checked = r.checks.is_some();
    let wrong = match checked {
        true => failed.peek().is_some(),
        false => r.status != Status::Done,
    };
    if failed.peek().is_some() {
        out.plain("checks\n");
        failed.for_each(|c| check(c, &mut out));
    }
    if wrong || !r.findings.is_empty() {
        verdict(r, &mut out);
    }
    out
}

fn findings(r: &Report, width: usize, out: &mut Styled) {
    for f in &r.findings {
        out.append(f.styled(width));
        out.plain("\n");
    }
}

fn submission(s: &Submission, out: &mut Styled) {
    let label = match s.label.is_empty() {
        true => String::new(),
        false => format!(" ({})", s.label),
    };
    out.plain(&format!("  {}{label}: ", s.index));
    let (role, status) = status(s.status);
    out.add(role, status);
    out.plain("\n");
    for reg in &s.registers {
        out.plain(&format!("    {} = {:#010x}", reg.name, reg.value));
        if let Some(expected) = reg.expected {
            let masked = reg.mask.filter(|m| *m != u32::MAX);
            let of = masked.map_or(String::new(), |m| format!(" in bits {m:#010x}"));
            match reg.matches() {
                true => out.plain(", as expected"),
                false => {
                    out.plain(", ");
                    out.add(Role::Bad, "NOT as expected");
                }
            }
            out.plain(&format!(": {expected:#010x}{of}"));
        }
        out.plain("\n");
    }
}

fn status(s: Status) -> (Role, &'static str) {
    match s {
        Status::Done => (Role::Plain, "done"),
        Status::NotRun => (Role::Plain, "not run: an earlier submission did not end"),
        Status::OutOfFuel => (Role::Bad, "OUT OF FUEL: hardware would have run on"),
        Status::Fault => (Role::Bad, "FAULT: hardware would have stopped"),
    }
}

/// Counters in groups, by the part of the name before the last dot.
fn counters(all: &BTreeMap<String, u64>, width: usize) -> String {
    let mut groups: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
    for (name, value) in all {
        let (group, leaf) = name.rsplit_once('.').unwrap_or(("", name));
        groups.entry(group).or_default().push((leaf, *value));
    }
    let column = groups.keys().map(|g| g.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (group, values) in groups {
        let values: Vec<String> = values
            .iter()
            .map(|(leaf, v)| format!("{}: {}", leaf.replace('_', " "), grouped(*v)))
            .collect();
        let first = match group.is_empty() {
            true => INDENT.to_owned(),
            false => format!("{INDENT}{group:column$}  "),
        };
        out += &wrapped(&first, &values.join(", "), width);
    }
    out
}

/// `1234567` as `1,234,567`.
fn grouped(v: u64) -> String {
    let digits = v.to_string();
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

fn unimplemented(r: &Report, before: &str, out: &mut Styled) {
    if r.unimplemented.is_empty() {
        return;
    }
    out.plain(before);
    out.add(Role::Bad, "not implemented, so the outcome may be wrong");
    out.plain("\n");
    for u in &r.unimplemented {
        let times = match u.count {
            1 => "once".to_owned(),
            n => format!("{n} times"),
        };
        out.plain(&format!("  {}: {times}, first in {}\n", u.what, u.location));
    }
}

fn images(r: &Report, out: &mut Styled) {
    if r.targets.is_empty() {
        return;
    }
    out.plain("\nimages\n");
    for t in &r.targets {
        let size = format!("({} x {})", t.width, t.height);
        match &t.file {
            Some(file) => out.plain(&format!("  {file} {size}\n")),
            None => out.plain(&format!("  {} {size}: not written; see --out\n", t.name)),
        }
    }
}

fn check(c: &Check, out: &mut Styled) {
    out.plain(INDENT);
    match c.passed {
        true => out.add(Role::Good, "ok"),
        false => out.add(Role::Bad, "WRONG"),
    }
    let gap = if c.passed { "    " } else { " " };
    out.plain(&format!("{gap}{}\n", c.what));
    if !c.passed {
        out.plain(&format!("        expected {}\n", c.expected));
        out.plain(&format!("        found    {}\n", c.found));
    }
}

fn verdict(r: &Report, out: &mut Styled) {
    let found = match r.findings.len() as u64 + r.findings_dropped {
        0 => "no findings".to_owned(),
        n => count(n, "finding", "findings"),
    };
    let dropped = match r.findings_dropped {
        0 => String::new(),
        n => format!(" ({n} not shown)"),
    };
    let checks = r.checks.as_ref().map_or(String::new(), |c| {
        let passed = c.iter().filter(|c| c.passed).count();
        format!("; {passed} of {} checks passed", c.len())
    });
    let role = match r.status {
        Status::Done => Role::Good,
        _ => Role::Bad,
    };
    out.add(role, r.status.name());
    out.plain(&format!(": {found}{dropped}{checks}\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn counters_are_in_groups() {
        let all = [
            ("draws", 1),
            ("fragments", 12345),
            ("memory.TLB.write_bytes", 1_228_800),
            ("qpu.fragment.instructions", 900),
            ("qpu.fragment.threads", 30),
        ];
        let all = all.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        assert_eq!(
            counters(&all, WIDTH),
            "  draws: 1, fragments: 12,345\n  memory.TLB    write bytes: 1,228,800\n  \
             qpu.fragment  instructions: 900, threads: 30\n"
        );
    }
}
