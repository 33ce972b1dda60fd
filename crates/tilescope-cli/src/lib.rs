//! The command `tilescope`.
//!
//! Standard output has only the result of a command; errors and progress go to
//! standard error. Exit codes are in `exit`. It works with any set of
//! families: [`main`] takes a registry.

#![forbid(unsafe_code)]

mod args;
mod assemble;
mod decode;
mod exec;
mod exit;
mod explain;
mod findings;
mod gpus;
mod input;
mod lint;
mod output;
mod place;
mod plan;
mod recording;
mod report;
mod run;
mod screen;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use args::Command;
use exit::{Failure, Finish};
use screen::Screen;
use tilescope_families::Registry;

/// Runs the command line of this process, for chips of `families`.
pub fn main(families: Registry) -> ExitCode {
    let args = args::parse(families);
    output::report_size_limit();
    let stdout = std::io::stdout();
    let mut buffer = BufWriter::new(stdout.lock());
    let mut out = Screen::stdout(&mut buffer, args.color);
    let result = match &args.command {
        Command::Run(a) => run::command(a, families, &mut out),
        Command::Exec(a) => exec::command(a, families, args.color),
        Command::Decode(a) => decode::command(a, families, &mut out),
        Command::Lint(a) => lint::command(a, families, &mut out),
        Command::Asm(a) => assemble::assemble(a, families, &mut out),
        Command::Disasm(a) => assemble::disassemble(a, families, &mut out),
        Command::Gpus(a) => gpus::command(a, families, &mut out),
        Command::Explain(a) => explain::command(a, families, &mut out),
        Command::Plan(a) => plan::command(a, families, &mut out),
    };
    let result = result.and_then(|finish| {
        out.flush()?;
        Ok(finish)
    });
    match result {
        Ok(finish) => finish.into(),
        // The reader has closed the pipe, as in `tilescope decode | head`.
        Err(Failure::Write(e)) if e.kind() == std::io::ErrorKind::BrokenPipe => Finish::Done.into(),
        Err(failure) => {
            screen::errors(&failure.to_string(), args.color);
            failure.finish().into()
        }
    }
}
