//! The command line of `cargo xtask piglit`.

use std::path::PathBuf;
use std::time::Duration;

use regex::Regex;

use super::board::{self, BOARDS, Board, RELEASES};

/// The options.
#[derive(Debug)]
pub struct Options {
    /// The board that results are compared with.
    pub board: &'static Board,
    /// The release of Mesa, whose lists of the board are used.
    pub mesa: &'static str,
    /// The profiles; if empty, those of the board's lists.
    pub profiles: Vec<String>,
    /// Only tests whose names match.
    pub tests: Option<Regex>,
    /// No tests whose names match.
    pub except: Option<Regex>,
    /// Run a random sample of this size, drawn with the seed.
    pub sample: Option<usize>,
    /// See `sample`.
    pub seed: u64,
    /// Only the tests of the board's `ci.txt`.
    pub ci: bool,
    /// Run on the host's llvmpipe instead of the virtual board, and print its list of failures.
    pub on_llvmpipe: bool,
    /// The number of tests in parallel.
    pub jobs: usize,
    /// The time limit of a test.
    pub timeout: Duration,
    /// A file of results: new ones are appended, and existing ones are not run
    /// again.
    pub results: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            board: &BOARDS[0],
            mesa: RELEASES[0],
            profiles: Vec::new(),
            tests: None,
            except: None,
            sample: None,
            seed: 1,
            ci: false,
            on_llvmpipe: false,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            timeout: Duration::from_secs(300),
            results: None,
        }
    }
}

impl Options {
    /// Parses the arguments after `piglit`.
    ///
    /// # Errors
    /// One line with the invalid argument.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let mut out = Options::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--ci" => {
                    out.ci = true;
                    continue;
                }
                "--on-llvmpipe" => {
                    out.on_llvmpipe = true;
                    continue;
                }
                _ => {}
            }
            let mut value = || {
                let value = words.next();
                value.copied().ok_or(format!("{word} needs a value"))
            };
            let number = |v: &str| {
                let number = v.parse::<u64>();
                number.map_err(|_| format!("{word} needs a number, not {v}"))
            };
            let positive = |v: &str| match number(v)? {
                0 => Err(format!("{word} needs a number above 0")),
                n => usize::try_from(n).map_err(|e| e.to_string()),
            };
            match word {
                "--gpu" => out.board = Board::find(value()?)?,
                "--mesa" => out.mesa = board::release(value()?)?,
                "--profile" => out.profiles.push(value()?.to_owned()),
                "--tests" | "--except" => {
                    let made = Regex::new(value()?);
                    let made = made.map_err(|e| format!("{word}: {e}"))?;
                    let names = match word {
                        "--tests" => &mut out.tests,
                        _ => &mut out.except,
                    };
                    *names = Some(made);
                }
                "--sample" => out.sample = Some(positive(value()?)?),
                "--seed" => out.seed = number(value()?)?,
                "--jobs" => out.jobs = positive(value()?)?,
                "--timeout" => out.timeout = Duration::from_secs(positive(value()?)? as u64),
                "--results" => out.results = Some(PathBuf::from(value()?)),
                _ => return Err(format!("piglit: unknown option {word}")),
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let o = Options::parse(&["--sample", "7", "--tests", "a.c", "--ci", "--timeout", "5"]);
        let o = o.unwrap();
        assert_eq!((o.sample, o.ci), (Some(7), true));
        assert!(o.tests.unwrap().is_match("abc"));
        assert!(o.except.is_none());
        let except = Options::parse(&["--except", "[0-9]x"]).unwrap();
        assert!(except.tests.is_none() && except.except.unwrap().is_match("8x8"));
        assert_eq!(o.timeout, Duration::from_secs(5));
        assert_eq!((o.board.gpu, o.mesa), ("bcm2837", "22.3"));
        assert_eq!(Options::parse(&["--mesa", "25.0"]).unwrap().mesa, "25.0");
        assert_eq!(
            Options::parse(&["--gpu", "gc2000"]).unwrap().board.gpu,
            "gc2000"
        );
    }

    #[test]
    fn wrong_words_are_named() {
        let says = |words: &[&str]| Options::parse(words).unwrap_err();
        assert_eq!(says(&["--sample"]), "--sample needs a value");
        assert_eq!(says(&["--jobs", "0"]), "--jobs needs a number above 0");
        assert_eq!(says(&["--seed", "x"]), "--seed needs a number, not x");
        assert_eq!(says(&["--all"]), "piglit: unknown option --all");
    }
}
