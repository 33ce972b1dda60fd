//! The result of a test and the end of its process.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The result of a test or of one of its subtests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// It passed, maybe with a warning.
    Pass,
    /// It reported a failure, or ended with an error and no report.
    Fail,
    /// It needs a feature that is missing.
    Skip,
    /// It was ended by a signal.
    Crash,
    /// It exceeded the time limit.
    Timeout,
}

impl Status {
    /// The status of this name in the lists.
    pub fn by_name(name: &str) -> Option<Status> {
        Some(match name {
            "Pass" => Status::Pass,
            "Fail" => Status::Fail,
            "Skip" => Status::Skip,
            "Crash" => Status::Crash,
            "Timeout" => Status::Timeout,
            _ => return None,
        })
    }
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this code.
    Code(i32),
    /// By a signal.
    Signal,
    /// It was killed, because it exceeded the time limit.
    Late,
}

/// The result of a test, and those of its subtests, by name.
pub fn judge(output: &str, end: End) -> (Status, BTreeMap<String, Status>) {
    let mut subtests = BTreeMap::new();
    let mut whole = None;
    for line in output.lines() {
        let Some(text) = line.strip_prefix("PIGLIT:") else {
            continue;
        };
        let Ok(report) = serde_json::from_str::<serde_json::Value>(text) else {
            continue;
        };
        if let Some(result) = report["result"].as_str() {
            whole = Some(word(result));
        }
        for (name, result) in report["subtest"].as_object().into_iter().flatten() {
            subtests.insert(name.clone(), word(result.as_str().unwrap_or_default()));
        }
    }
    let whole = match end {
        End::Late => Status::Timeout,
        End::Signal => Status::Crash,
        // A test that was started and reports nothing has not passed.
        End::Code(_) => whole.unwrap_or(Status::Fail),
    };
    (whole, subtests)
}

/// Mesa's runner counts a warning as a pass, too.
fn word(result: &str) -> Status {
    match result {
        "pass" | "warn" => Status::Pass,
        "skip" => Status::Skip,
        "crash" => Status::Crash,
        _ => Status::Fail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_what_the_test_says_last() {
        let out = "noise\nPIGLIT: {\"subtest\": {\"a, b\" : \"fail\"}}\n\
                   PIGLIT: {\"subtest\": {\"c\" : \"warn\"}}\nPIGLIT: {\"result\": \"fail\" }\n";
        let (whole, subtests) = judge(out, End::Code(1));
        assert_eq!(whole, Status::Fail);
        let all: Vec<_> = subtests.into_iter().collect();
        assert_eq!(
            all,
            [
                ("a, b".to_owned(), Status::Fail),
                ("c".to_owned(), Status::Pass)
            ]
        );
    }

    #[test]
    fn silence_is_a_failure_and_a_signal_a_crash() {
        assert_eq!(judge("", End::Code(0)).0, Status::Fail);
        let passed = "PIGLIT: {\"result\": \"pass\" }\n";
        assert_eq!(judge(passed, End::Code(0)).0, Status::Pass);
        assert_eq!(judge(passed, End::Signal).0, Status::Crash);
        assert_eq!(judge(passed, End::Late).0, Status::Timeout);
    }
}
