//! Exit codes, and errors that end the command.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use tilescope_capture::{CaptureError, JobError};

/// The meaning of an exit code. Every help text has the same table, which a test checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Everything completed, without findings that fail.
    Done,
    /// The stream breaks rules (`lint`), or the outcome differs from the
    /// expected or recorded one (`run`).
    Findings,
    /// The input cannot be read, the output cannot be written, or the command line is
    /// wrong.
    Unreadable,
    /// The hardware would have stopped: a hang, an error, or the fuel ran out.
    Stopped,
    /// The executed program ended with this code (`exec`).
    Program(u8),
}

impl From<Finish> for ExitCode {
    fn from(f: Finish) -> ExitCode {
        ExitCode::from(match f {
            Finish::Done => 0,
            Finish::Findings => 1,
            Finish::Unreadable => 2,
            Finish::Stopped => 3,
            Finish::Program(code) => code,
        })
    }
}

/// The reason why a command failed. Exit code 2, or that of [`Failure::Coded`].
#[derive(Debug)]
pub enum Failure {
    /// A complete text with line ends.
    Text(String),
    /// The same, with a specific exit code: a program cannot be run (`exec`).
    Coded(String, u8),
    /// Standard output failed.
    Write(std::io::Error),
}

impl Failure {
    /// A failure on one line, with help on the next.
    pub fn new(message: impl fmt::Display, help: Option<&str>) -> Failure {
        let mut text = format!("error: {message}\n");
        if let Some(help) = help {
            text += &format!("  = help: {help}\n");
        }
        Failure::Text(text)
    }

    /// The file `path` cannot be written.
    pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
        Failure::new(format!("cannot write {}: {error}", path.display()), None)
    }

    /// The same with a specific exit code.
    pub fn coded(message: impl fmt::Display, help: Option<&str>, code: u8) -> Failure {
        Failure::Coded(Failure::new(message, help).to_string(), code)
    }

    /// The end of the command.
    pub fn finish(&self) -> Finish {
        match self {
            Failure::Coded(_, code) => Finish::Program(*code),
            Failure::Text(_) | Failure::Write(_) => Finish::Unreadable,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Text(t) | Failure::Coded(t, _) => f.write_str(t),
            Failure::Write(e) => writeln!(f, "error: cannot write the output: {e}"),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Failure {
        Failure::Write(e)
    }
}

impl From<CaptureError> for Failure {
    fn from(e: CaptureError) -> Failure {
        Failure::new(e, None)
    }
}

impl From<Vec<JobError>> for Failure {
    fn from(errors: Vec<JobError>) -> Failure {
        let texts: Vec<String> = errors.iter().map(JobError::render).collect();
        let count = match errors.len() {
            1 => "1 error".to_owned(),
            n => format!("{n} errors"),
        };
        Failure::Text(format!("{}\n{count} in the job\n", texts.join("\n")))
    }
}
