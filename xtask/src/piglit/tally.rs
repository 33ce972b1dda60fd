//! Comparison of results with expectations.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::board::Reference;
use super::lists::{Lists, Verdict};
use super::outcome::Status;
use super::process::Ran;

/// Totals of a run.
#[derive(Default)]
pub struct Tally {
    /// The number of tests and subtests with each result.
    statuses: BTreeMap<Status, usize>,
    /// Tests, without subtests.
    tests: usize,
    /// Of the tests that ran both here and on the board: the number with the
    /// same result, and all.
    same: usize,
    compared: usize,
    /// Pass here and fail there, and vice versa.
    better: usize,
    worse: usize,
    /// Results that contradict the lists.
    unexpected: Vec<String>,
}

impl Tally {
    /// Counts a test and its subtests.
    pub fn add(&mut self, ran: &Ran, lists: &Lists) {
        self.tests += 1;
        let board = lists.board(&ran.name);
        self.one(&ran.name, ran.status, board, lists, &ran.output);
        for (name, &status) in &ran.subtests {
            let name = subtest(&ran.name, name);
            let board = lists.board_of_subtest(&ran.name, &name);
            self.one(&name, status, board, lists, "");
        }
        for f in &ran.findings {
            if !lists.may_break(&ran.name, &f.rule) {
                let line = format!("{}: {}: {}, in {}", ran.name, f.rule, f.message, f.location);
                self.unexpected.push(line);
            }
        }
        for what in &ran.unimplemented {
            self.unexpected
                .push(format!("{}: not implemented: {what}", ran.name));
        }
    }

    fn one(&mut self, name: &str, status: Status, board: Verdict, lists: &Lists, output: &str) {
        *self.statuses.entry(status).or_default() += 1;
        let passed = status == Status::Pass;
        if status != Status::Skip {
            let there = match board {
                Verdict::Silent => None,
                Verdict::Passes => Some(true),
                Verdict::Fails(_) => Some(false),
            };
            if let Some(there) = there {
                self.compared += 1;
                self.same += usize::from(there == passed);
                self.better += usize::from(passed && !there);
                self.worse += usize::from(there && !passed);
            }
        }
        let expected = lists.expected(name, board);
        if !fits(status, expected) {
            let wanted = expected.map_or("an end".to_owned(), |s| format!("{s:?}"));
            let mut line = format!("{name}: {status:?}, expected {wanted}");
            for shown in output
                .lines()
                .rev()
                .take(3)
                .collect::<Vec<_>>()
                .iter()
                .rev()
            {
                let _ = write!(line, "\n    {shown}");
            }
            self.unexpected.push(line);
        }
    }

    /// Results that contradict the lists.
    pub fn unexpected(&self) -> &[String] {
        &self.unexpected
    }

    /// The totals as text.
    pub fn text(&self, reference: Reference) -> String {
        let by = match reference {
            Reference::Board => "the board",
            Reference::Llvmpipe => "llvmpipe",
        };
        let count = |s| self.statuses.get(&s).copied().unwrap_or(0);
        let mut out = format!("tests: {}\nresults with subtests:", self.tests);
        for status in [
            Status::Pass,
            Status::Fail,
            Status::Skip,
            Status::Crash,
            Status::Timeout,
        ] {
            let word = format!("{status:?}").to_lowercase();
            let _ = write!(out, " {} {word},", count(status));
        }
        out.pop();
        let share = 100.0 * self.same as f64 / self.compared.max(1) as f64;
        let _ = write!(
            out,
            "\nran here, and judged by {by}: {}; the same result: {} ({share:.2} %)\n\
             passes here and fails there: {}; fails here and passes there: {}\nunexpected: {}\n",
            self.compared,
            self.same,
            self.better,
            self.worse,
            self.unexpected.len()
        );
        out
    }
}

/// The name of a subtest in the board's lists: Mesa's runner replaces commas by hyphens.
pub fn subtest(test: &str, name: &str) -> String {
    format!("{test}@{}", name.replace(',', "-"))
}

/// Whether a result is one that the lists allow. A test without a board result may not crash or
/// hang; the board's Mesa stops at assertions, where a release build continues and fails; a test
/// that is not listed may skip itself.
fn fits(status: Status, expected: Option<Status>) -> bool {
    match (status, expected) {
        (Status::Pass | Status::Fail | Status::Skip, None) => true,
        (_, None) => false,
        (Status::Skip, Some(Status::Pass)) => true,
        (Status::Fail, Some(Status::Crash)) => true,
        (status, Some(expected)) => status == expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_crashes_because_the_board_is_silent() {
        assert!(fits(Status::Fail, None));
        assert!(!fits(Status::Crash, None));
        assert!(!fits(Status::Timeout, None));
    }

    #[test]
    fn only_a_failure_stands_for_a_crash_of_the_board() {
        assert!(fits(Status::Fail, Some(Status::Crash)));
        assert!(!fits(Status::Pass, Some(Status::Crash)));
        assert!(!fits(Status::Crash, Some(Status::Fail)));
    }

    #[test]
    fn skips_do_not_hide_a_failure_of_the_board() {
        assert!(fits(Status::Skip, Some(Status::Pass)));
        assert!(!fits(Status::Skip, Some(Status::Fail)));
    }

    #[test]
    fn subtests_have_the_names_of_the_lists() {
        assert_eq!(subtest("a", "x, y"), "a@x- y");
    }
}
