//! The headers of a file.

use crate::value::{LANES, Value, Word};
use std::fmt;

/// The origin of expected words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Measured on a board, or results of a board that depend on them.
    Hardware,
    /// Derived by hand from a document.
    Spec,
    /// Derived from code of Mesa that needs them.
    Mesa,
    /// IEEE 754 arithmetic, or two's complement.
    Ieee754,
    /// Only the program under test: stability, not correctness.
    Itself,
}

impl Source {
    /// All, with their names in files.
    pub const ALL: [(&'static str, Source); 5] = [
        ("hardware", Source::Hardware),
        ("spec", Source::Spec),
        ("mesa", Source::Mesa),
        ("ieee754", Source::Ieee754),
        ("self", Source::Itself),
    ];
}

/// An error in a line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line.
    pub line: usize,
    /// The error.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// A header of the family.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its line, counted from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The text after the colon.
    pub text: String,
}

/// A place and its values, before or after a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The name of the place.
    pub place: String,
    /// The only lane, or all.
    pub lane: Option<usize>,
    /// One or more values.
    pub values: Vec<Value>,
}

impl Setting {
    /// The lanes that it is about.
    pub fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        match self.lane {
            Some(lane) => lane..lane + 1,
            None => 0..LANES,
        }
    }

    /// The only value.
    ///
    /// # Errors
    /// If there are several.
    pub fn single(&self) -> Result<&Value, String> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => Err(format!("{} has {} values", self.place, values.len())),
        }
    }
}

/// A run of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its line, counted from 1.
    pub line: usize,
    /// Inputs.
    pub before: Vec<Setting>,
    /// Expected results.
    pub after: Vec<Setting>,
}

/// A file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The whole text, which is also the program.
    pub text: String,
    /// The origin of the expected words.
    pub source: Source,
    /// The family's headers, in order.
    pub keys: Vec<Key>,
    /// The runs, in order.
    pub runs: Vec<Run>,
}

/// A header's name and text.
fn header(line: &str) -> Option<(&str, &str)> {
    let (name, text) = line.strip_prefix("# ")?.split_once(": ")?;
    let word = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    (word && !name.is_empty()).then(|| (name, text.trim()))
}

fn source(text: &str) -> Result<Source, String> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let known = Source::ALL.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, source)) if !rest.trim().is_empty() => Ok(*source),
        Some(_) => Err(format!("`{name}` without a place")),
        None => {
            let names = Source::ALL.map(|(name, _)| name).join(", ");
            Err(format!("a source is one of {names}, a colon and the place"))
        }
    }
}

/// One or more values.
fn values(text: &str) -> Result<Vec<Value>, String> {
    let mut all = Vec::new();
    let mut list: Option<Vec<Word>> = None;
    let spaced = text.replace('[', " [ ").replace(']', " ] ");
    for piece in spaced.split_whitespace() {
        match (piece, &mut list) {
            ("[", None) => list = Some(Vec::new()),
            ("]", Some(words)) => {
                all.push(Value::new(std::mem::take(words))?);
                list = None;
            }
            ("[" | "]", _) => return Err(format!("unexpected `{piece}`")),
            (word, Some(words)) => words.push(Word::parse(word)?),
            (word, None) => all.push(Value::new(vec![Word::parse(word)?])?),
        }
    }
    match (list, all.is_empty()) {
        (Some(_), _) => Err("`[` is not closed".to_owned()),
        (None, true) => Err("a value is missing".to_owned()),
        (None, false) => Ok(all),
    }
}

fn settings(text: &str) -> Result<Vec<Setting>, String> {
    let pieces = text.split(',').map(str::trim).filter(|p| !p.is_empty());
    let one = |piece: &str| {
        let (place, text) = piece
            .split_once('=')
            .ok_or_else(|| format!("no `=` in `{piece}`"))?;
        let (place, lane) = match place.trim().split_once('@') {
            Some((place, lane)) => {
                let lane = lane.parse().ok().filter(|n| *n < LANES);
                let lane = lane.ok_or_else(|| format!("`{piece}` has an unknown lane"))?;
                (place, Some(lane))
            }
            None => (place.trim(), None),
        };
        Ok(Setting {
            place: place.to_owned(),
            lane,
            values: values(text)?,
        })
    };
    pieces.map(one).collect()
}

impl File {
    /// Reads the headers. `keys` are the names of the family's own ones.
    ///
    /// # Errors
    /// The first error. A file without source, runs or expected words is one.
    pub fn read(text: &str, keys: &[&str]) -> Result<File, Error> {
        let (mut origin, mut own, mut runs) = (None, Vec::new(), Vec::new());
        for (i, line) in text.lines().enumerate() {
            let line_number = i + 1;
            let error = |message| Error {
                line: line_number,
                message,
            };
            let Some((name, text)) = header(line) else {
                continue;
            };
            match name {
                "source" => origin = Some(source(text).map_err(error)?),
                "run" => {
                    let halves = text.split_once("->");
                    let (before, after) =
                        halves.ok_or_else(|| error("no `->` in the run".to_owned()))?;
                    let (before, after) = (settings(before), settings(after));
                    let after = after.map_err(error)?;
                    if after.is_empty() {
                        return Err(error("nothing is expected".to_owned()));
                    }
                    runs.push(Run {
                        line: line_number,
                        before: before.map_err(error)?,
                        after,
                    });
                }
                name if keys.contains(&name) => own.push(Key {
                    line: line_number,
                    name: name.to_owned(),
                    text: text.to_owned(),
                }),
                name => return Err(error(format!("unknown key `{name}`"))),
            }
        }
        let missing = |message: &str| Error {
            line: 1,
            message: message.to_owned(),
        };
        if runs.is_empty() {
            return Err(missing("there is no run"));
        }
        Ok(File {
            text: text.to_owned(),
            source: origin.ok_or_else(|| missing("there is no source"))?,
            keys: own,
            runs,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# source: spec: page 3\n# chip: x y\n# run: a = 1 [2 3], b@4 = lane -> c = * 0.5~0.1\n# free text\nadd a, b # key: none\n";

    #[test]
    fn headers() {
        let file = File::read(GOOD, &["chip"]).unwrap();
        assert_eq!(file.source, Source::Spec);
        assert_eq!(
            (file.keys[0].name.as_str(), file.keys[0].text.as_str()),
            ("chip", "x y")
        );
        let run = &file.runs[0];
        assert_eq!((run.line, run.before.len(), run.after.len()), (3, 2, 1));
        assert_eq!(run.before[0].values[1].word(3), Word::Bits(3));
        assert_eq!(run.before[1].lanes().collect::<Vec<_>>(), [4]);
        assert_eq!(run.after[0].values[0].word(0), Word::Any);
        assert!(run.before[0].single().is_err());
    }

    #[test]
    fn errors() {
        for (from, to, line, message) in [
            ("# source: spec: page 3\n", "", 1, "there is no source"),
            ("spec: page 3", "spec:", 1, "`spec` without a place"),
            ("spec", "hearsay", 1, "a source is one of"),
            ("# chip", "# ship", 2, "unknown key `ship`"),
            ("->", ">", 3, "no `->`"),
            ("c = * 0.5~0.1", "", 3, "nothing is expected"),
            ("# run", "# fun", 3, "unknown key `fun`"),
            ("# run", "#run", 1, "there is no run"),
            ("c =", "c", 3, "no `=`"),
            ("= lane", "=", 3, "a value is missing"),
            ("@4", "@16", 3, "unknown lane"),
            ("[2 3]", "[2 3", 3, "`[` is not closed"),
            ("[2 3]", "[2 3 4]", 3, "3 words do not fill 16 lanes"),
            ("[2 3]", "2 3]", 3, "unexpected `]`"),
            ("lane", "line", 3, "`line` is not a word"),
        ] {
            let broken = GOOD.replacen(from, to, 1);
            assert_ne!(broken, GOOD);
            let error = File::read(&broken, &["chip"]).unwrap_err();
            assert_eq!(error.line, line, "{broken}");
            assert!(error.message.contains(message), "{}", error.message);
        }
    }
}
