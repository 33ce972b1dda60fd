//! The command `tilescope`.
//!
//! Standard output carries the product of a command and nothing else; errors and
//! progress go to standard error. Exit codes are in [`exit`].

#![forbid(unsafe_code)]

mod args;
mod assemble;
mod decode;
mod exec;
mod exit;
mod explain;
mod gpus;
mod input;
mod lint;
mod place;
mod report;
mod run;

use std::io::{BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use args::Command;
use clap::Parser;
use exit::{Failure, Finish};

fn main() -> ExitCode {
    let args = args::Args::parse();
    let stdout = std::io::stdout();
    let terminal = stdout.is_terminal();
    let mut out = BufWriter::new(stdout.lock());
    let result = match &args.command {
        Command::Run(a) => run::command(a, &mut out),
        Command::Exec(a) => exec::command(a),
        Command::Decode(a) => decode::command(a, &mut out),
        Command::Lint(a) => lint::command(a, &mut out),
        Command::Asm(a) => assemble::assemble(a, terminal, &mut out),
        Command::Disasm(a) => assemble::disassemble(a, &mut out),
        Command::Gpus(a) => gpus::command(a, &mut out),
        Command::Explain(a) => explain::command(a, &mut out),
    };
    let result = result.and_then(|finish| {
        out.flush()?;
        Ok(finish)
    });
    match result {
        Ok(finish) => finish.into(),
        // Whoever read our output has seen enough, as in `tilescope decode | head`.
        Err(Failure::Write(e)) if e.kind() == std::io::ErrorKind::BrokenPipe => Finish::Done.into(),
        Err(failure) => {
            // Nothing can be said about a standard error that is gone.
            let _ = write!(std::io::stderr(), "{failure}");
            failure.finish().into()
        }
    }
}
