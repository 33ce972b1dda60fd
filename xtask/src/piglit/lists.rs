//! Expected results: the board's lists and Tilescope's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use regex::RegexSet;

use super::board::{Reference, rule};
use super::outcome::Status;

/// The results of the board, and Tilescope's differences from them.
pub struct Lists {
    /// Failures on the board, by name of test or subtest.
    board: BTreeMap<String, Status>,
    /// Tests that the board does not run.
    skips: RegexSet,
    /// Tests with varying results on the board.
    flakes: RegexSet,
    /// Known differences, with Tilescope's status.
    differs: BTreeMap<String, Status>,
    /// Tests with varying results here: they may pass or fail.
    varies: BTreeSet<String>,
    /// Rules that a test may break, by its name.
    rules: BTreeMap<String, Vec<String>>,
}

/// The board's result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Listed as failed or crashed.
    Fails(Status),
    /// It ran and is not listed: it passes, or skips itself.
    Passes,
    /// It is not run on the board, or its results vary.
    Silent,
}

impl Lists {
    /// Reads the lists in a folder.
    ///
    /// # Errors
    /// One line with the place of the error.
    pub fn read(folder: &Path, reference: Reference) -> Result<Lists, String> {
        let text = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
        };
        let named = |list: &str| format!("{}-{list}.txt", reference.name());
        let patterns = |list: &str| {
            let name = named(list);
            let text = text(&name)?;
            RegexSet::new(lines(&text).map(|(_, l)| l)).map_err(|e| format!("{name}: {e}"))
        };
        let fails = named("fails");
        let mut lists = Lists {
            board: BTreeMap::new(),
            skips: patterns("skips")?,
            flakes: patterns("flakes")?,
            differs: BTreeMap::new(),
            varies: BTreeSet::new(),
            rules: BTreeMap::new(),
        };
        for (place, name, status) in entries(&fails, &text(&fails)?)? {
            let status = Status::by_name(status).ok_or_else(|| unknown(&place, status))?;
            lists.board.insert(name.to_owned(), status);
        }
        lists.add_ours(&text("fails.txt")?)?;
        Ok(lists)
    }

    fn add_ours(&mut self, text: &str) -> Result<(), String> {
        if let Some(line) = unreasoned(text) {
            return Err(format!(
                "fails.txt:{line}: an entry without a reason above it"
            ));
        }
        for (place, name, word) in entries("fails.txt", text)? {
            if rule(word).is_some() {
                let rules = self.rules.entry(name.to_owned()).or_default();
                rules.push(word.to_owned());
                continue;
            }
            if word == "Varies" {
                self.varies.insert(name.to_owned());
                continue;
            }
            let status = Status::by_name(word).ok_or_else(|| unknown(&place, word))?;
            if self.differs.insert(name.to_owned(), status).is_some() {
                return Err(format!("{place}: {name} is listed twice"));
            }
            let same = match self.board(name) {
                Verdict::Fails(board) => board == status,
                Verdict::Passes => status == Status::Pass,
                Verdict::Silent => false,
            };
            if same {
                return Err(format!("{place}: {name} has the same result on the board"));
            }
        }
        Ok(())
    }

    /// The board's result of a subtest. A test that crashed there did not reach the
    /// subtests that are not listed.
    pub fn board_of_subtest(&self, test: &str, name: &str) -> Verdict {
        match (self.board(test), self.board(name)) {
            (Verdict::Fails(Status::Crash), Verdict::Passes) => Verdict::Silent,
            (_, board) => board,
        }
    }

    /// The board's result.
    pub fn board(&self, name: &str) -> Verdict {
        // A pattern for a test also applies to its subtests.
        if self.skips.is_match(name) || self.flakes.is_match(name) {
            return Verdict::Silent;
        }
        match self.board.get(name) {
            Some(&status) => Verdict::Fails(status),
            None => Verdict::Passes,
        }
    }

    /// The result that the lists require, if any.
    pub fn expected(&self, name: &str, board: Verdict) -> Option<Status> {
        if self.varies.contains(name) {
            return None;
        }
        match (self.differs.get(name), board) {
            (Some(&status), _) => Some(status),
            (None, Verdict::Fails(status)) => Some(status),
            (None, Verdict::Passes) => Some(Status::Pass),
            (None, Verdict::Silent) => None,
        }
    }

    /// Whether a test may break a rule.
    pub fn may_break(&self, name: &str, rule: &str) -> bool {
        let rules = self.rules.get(name);
        rules.is_some_and(|rules| rules.iter().any(|r| r == rule))
    }
}

fn unknown(place: &str, word: &str) -> String {
    format!("{place}: {word} is neither a status nor a rule")
}

/// The lines that are neither empty nor comments, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim()));
    numbered.filter(|(_, l)| !l.is_empty() && !l.starts_with('#'))
}

/// Place, name and last word of every entry.
fn entries<'a>(file: &str, text: &'a str) -> Result<Vec<(String, &'a str, &'a str)>, String> {
    lines(text)
        .map(|(number, line)| {
            let place = format!("{file}:{number}");
            match line.rsplit_once(',') {
                Some((name, word)) => Ok((place, name, word)),
                None => Err(format!("{place}: {line:?} has no comma")),
            }
        })
        .collect()
}

/// The number of the first entry in a block that does not begin with a comment.
/// Blocks are divided by empty lines.
fn unreasoned(text: &str) -> Option<usize> {
    let mut reason = false;
    for (i, line) in text.lines().enumerate() {
        match line.trim() {
            "" => reason = false,
            l if l.starts_with('#') => reason = true,
            _ if !reason => return Some(i + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists() -> Lists {
        let set = |p: &str| RegexSet::new([p]).unwrap();
        Lists {
            board: BTreeMap::from([("f".to_owned(), Status::Fail)]),
            skips: set("^s@"),
            flakes: set("flaky"),
            differs: BTreeMap::new(),
            varies: BTreeSet::new(),
            rules: BTreeMap::new(),
        }
    }

    #[test]
    fn ours_stand_before_the_boards() {
        let mut l = lists();
        let expected = |l: &Lists, name: &str| l.expected(name, l.board(name));
        assert_eq!(expected(&l, "f"), Some(Status::Fail));
        assert_eq!(expected(&l, "g"), Some(Status::Pass));
        assert_eq!(expected(&l, "s@x"), None);
        assert_eq!(l.board("a@flaky"), Verdict::Silent);
        l.add_ours("# why\nf,Pass\ng,Fail\ng,VC4-TMU-013\n")
            .unwrap();
        assert_eq!(expected(&l, "f"), Some(Status::Pass));
        assert_eq!(expected(&l, "g"), Some(Status::Fail));
        assert_eq!(l.board("f"), Verdict::Fails(Status::Fail));
        assert!(l.may_break("g", "VC4-TMU-013"));
        assert!(!l.may_break("f", "VC4-TMU-013"));
    }

    #[test]
    fn the_board_is_silent_of_what_a_crashed_test_did_not_come_to() {
        let mut l = lists();
        l.board.insert("c".to_owned(), Status::Crash);
        l.board.insert("c@x".to_owned(), Status::Fail);
        let fails = Verdict::Fails(Status::Fail);
        assert_eq!(l.board_of_subtest("c", "c@x"), fails);
        assert_eq!(l.board_of_subtest("c", "c@y"), Verdict::Silent);
        assert_eq!(l.board_of_subtest("f", "f@y"), Verdict::Passes);
    }

    #[test]
    fn what_the_board_does_not_run_may_be_listed_with_any_result() {
        let mut l = lists();
        l.add_ours("# why\ns@x,Crash\ns@y,Pass\n").unwrap();
        assert_eq!(l.expected("s@x", Verdict::Silent), Some(Status::Crash));
    }

    #[test]
    fn varying_results_are_not_required() {
        let mut l = lists();
        l.add_ours("# why\ng,Varies\n").unwrap();
        assert_eq!(l.expected("g", l.board("g")), None);
        assert_eq!(l.board("g"), Verdict::Passes);
    }

    #[test]
    fn wrong_lists_are_errors_with_a_place() {
        let says = |text: &str| lists().add_ours(text).unwrap_err();
        assert_eq!(
            says("# why\n\na,Fail\n"),
            "fails.txt:3: an entry without a reason above it"
        );
        assert_eq!(
            says("# why\na,Failed\n"),
            "fails.txt:2: Failed is neither a status nor a rule"
        );
        assert_eq!(
            says("# why\na,Fail\na,Crash\n"),
            "fails.txt:3: a is listed twice"
        );
        assert_eq!(
            says("# why\nf,Fail\n"),
            "fails.txt:2: f has the same result on the board"
        );
        assert_eq!(says("# why\na\n"), "fails.txt:2: \"a\" has no comma");
    }

    #[test]
    fn the_lists_of_the_repository_can_be_read() {
        let l = Lists::read(
            &crate::root().join("tests/piglit/bcm2837/22.3"),
            Reference::Board,
        )
        .unwrap();
        let name = "spec@glsl-1.10@execution@built-in-functions@fs-sin-float";
        assert_eq!(l.board(name), Verdict::Fails(Status::Fail));
        assert_eq!(l.board("spec@glsl-1.30@anything"), Verdict::Silent);
    }
}
