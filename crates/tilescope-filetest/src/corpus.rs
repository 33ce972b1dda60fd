//! The files of an instruction set.

use crate::file::{File, Run, Source};
use crate::value::Value;
use std::fs;
use std::io;
use std::path::Path;

/// A file and its name.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name, without folders.
    pub name: String,
    /// The file.
    pub file: File,
}

/// Numbers of files and runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files.
    pub files: usize,
    /// Runs in them.
    pub runs: usize,
    /// Files whose expected words come only from the program under test.
    pub from_itself: usize,
}

/// The files of a folder, in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Those that can be read.
    pub cases: Vec<Case>,
    /// Errors of the others, with their names.
    pub errors: Vec<String>,
}

impl Corpus {
    /// Reads the files `*.s` of a folder. `keys` are the names of the family's headers.
    ///
    /// # Errors
    /// If the folder or a file cannot be read.
    pub fn open(folder: &Path, keys: &[&str]) -> io::Result<Corpus> {
        let entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
        let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "s"));
        paths.sort();
        let mut corpus = Corpus::default();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match File::read(&fs::read_to_string(&path)?, keys) {
                Ok(file) => corpus.cases.push(Case {
                    name: name.into_owned(),
                    file,
                }),
                Err(error) => corpus.errors.push(format!("{name}:{error}")),
            }
        }
        Ok(corpus)
    }

    /// The number of files, runs and files that prove only stability.
    pub fn counts(&self) -> Counts {
        let files = || self.cases.iter().map(|case| &case.file);
        Counts {
            files: self.cases.len(),
            runs: files().map(|file| file.runs.len()).sum(),
            from_itself: files().filter(|f| f.source == Source::Itself).count(),
        }
    }

    /// Executes every run, and returns the errors: those of files, of `prepare` for a
    /// program, and of `run` for one of its runs.
    pub fn check<P>(
        &self,
        prepare: impl Fn(&File) -> Result<P, String>,
        run: impl Fn(&P, &Run) -> Result<(), String>,
    ) -> Vec<String> {
        let mut errors = self.errors.clone();
        for Case { name, file } in &self.cases {
            match prepare(file) {
                Ok(program) => {
                    for r in &file.runs {
                        let result = run(&program, r);
                        errors.extend(result.err().map(|e| format!("{name}:{}: {e}", r.line)));
                    }
                }
                Err(error) => errors.push(format!("{name}: {error}")),
            }
        }
        errors
    }

    /// Executes every run with one expected word changed, another in each run, and
    /// returns those that succeed all the same. Runs that expect nothing certain are
    /// among them.
    pub fn insensitive<P>(
        &self,
        prepare: impl Fn(&File) -> Result<P, String>,
        run: impl Fn(&P, &Run) -> Result<(), String>,
    ) -> Vec<String> {
        let mut found = Vec::new();
        let mut turn = 0;
        for Case { name, file } in &self.cases {
            let Ok(program) = prepare(file) else {
                continue;
            };
            for r in &file.runs {
                turn += 1;
                let fails = changed(r, turn).is_some_and(|wrong| run(&program, &wrong).is_err());
                if !fails {
                    found.push(format!("{name}:{}", r.line));
                }
            }
        }
        found
    }
}

/// The run with one expected word changed, chosen by `turn`.
fn changed(run: &Run, turn: usize) -> Option<Run> {
    let mut places = Vec::new();
    for (s, setting) in run.after.iter().enumerate() {
        for (v, value) in setting.values.iter().enumerate() {
            for lane in setting.lanes() {
                if let Some(other) = value.word(lane).other() {
                    places.push((s, v, lane, other));
                }
            }
        }
    }
    // Coprime to the usual numbers of places, so that all lanes have a turn.
    let &(s, v, lane, other) = places.get(turn * 13 % places.len().max(1))?;
    let mut wrong = run.clone();
    let value: &mut Value = &mut wrong.after[s].values[v];
    let index = lane % value.0.len();
    value.0[index] = other;
    Some(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(text: &str) -> Corpus {
        let file = File::read(text, &[]).unwrap();
        let name = "one.s".to_owned();
        Corpus {
            cases: vec![Case { name, file }],
            errors: Vec::new(),
        }
    }

    /// A machine that copies `a` to `b`.
    fn copies(_: &(), run: &Run) -> Result<(), String> {
        let given = run.before[0].values[0].lanes()?;
        let wanted = &run.after[0].values[0];
        let right = (0..16).all(|lane| wanted.word(lane).matches(lane, given[lane]));
        right.then_some(()).ok_or_else(|| "differs".to_owned())
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let c = corpus("# source: self: x\n# run: a = 1 -> b = 1\n# run: a = 1 -> b = [1 2]\n");
        assert_eq!(c.check(|_| Ok(()), copies), ["one.s:3: differs"]);
        assert_eq!(
            c.check(|_| Err::<(), _>("no".to_owned()), copies),
            ["one.s: no"]
        );
        let counts = Counts {
            files: 1,
            runs: 2,
            from_itself: 1,
        };
        assert_eq!(c.counts(), counts);
    }

    #[test]
    fn changed_words_are_noticed() {
        let c = corpus("# source: self: x\n# run: a = [1 2 3 4] -> b = [1 2 3 4]\n");
        assert!(c.insensitive(|_| Ok(()), copies).is_empty());
        let blind = |_: &(), _: &Run| Ok(());
        assert_eq!(c.insensitive(|_| Ok(()), blind), ["one.s:2"]);
        let vague = corpus("# source: self: x\n# run: a = 1 -> b = *\n");
        assert_eq!(vague.insensitive(|_| Ok(()), copies), ["one.s:2"]);
    }
}
