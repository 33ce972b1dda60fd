//! Maintenance tasks of the workspace: `cargo xtask VERB`.
#![forbid(unsafe_code)]

mod docs;
mod language;
mod mesa;
mod order;
mod piglit;
mod readme;
mod tidy;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
Maintenance tasks of the workspace.

  cargo xtask docs            write the reference pages from the tables
  cargo xtask docs --check    fail if one of them is stale
  cargo xtask tidy            checks beyond those of the compiler: file sizes, unsafe,
                              module docs, the order of the crates, the links of
                              README.md, the language
  cargo xtask readme          print the commands of README.md
  cargo xtask readme --run    run them in order, up to the first that fails
  cargo xtask mesa            build Debian's Mesa with the drivers for the tests, in a
                              cache outside the checkout, unless it exists
      --release NAME          the release: bookworm (22.3), trixie (25.0) or all (bookworm)
      --drivers NAMES         vc4, etnaviv, freedreno, panfrost (vc4,etnaviv)
      --again                 build it, even if it exists
      --print-path            print its path
  cargo xtask piglit          run Debian's piglit on the virtual board, and compare with the
                              results of a real one or of llvmpipe; fail on unexpected results
      --gpu NAME              the board: bcm2837, gc2000 or t860 (bcm2837)
      --mesa RELEASE          the release of Mesa and of the board's results: 22.3 or 25.0 (22.3)
      --profile NAME          a profile of piglit; may be repeated (quick_gl, quick_shader)
      --tests REGEX           only tests whose names match
      --except REGEX          no tests whose names match
      --sample N, --seed S    a random sample of N, drawn with seed S (1)
      --ci                    only those of the board's ci.txt
      --on-llvmpipe           run them on the host's llvmpipe, and print its list of failures;
                              needs an X server
      --jobs N                the number of tests in parallel (one per processor)
      --timeout SECONDS       the time limit of a test (300)
      --results FILE          a file with one line of JSON per test; existing ones are not rerun
  cargo xtask ci              all steps of .ci/run

Exit code 0 on success, 1 on failure, 2 if the command line is wrong.
";

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let problems = match args.as_slice() {
        ["docs"] => docs::write(&root),
        ["docs", "--check"] => docs::check(&root),
        ["tidy"] => tidy::check(&root),
        ["readme"] => readme::print(&root),
        ["readme", "--run"] => readme::run(&root),
        ["mesa", words @ ..] => mesa::run(words),
        ["piglit", words @ ..] => piglit::run(&root, words),
        ["ci"] => readme::script(&root, ".ci/run"),
        ["help" | "--help" | "-h"] => {
            print(HELP);
            return ExitCode::SUCCESS;
        }
        _ => {
            print(HELP);
            return ExitCode::from(2);
        }
    };
    for p in &problems {
        print(&format!("{p}\n"));
    }
    match problems.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn print(text: &str) {
    // Errors of standard output cannot be reported.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(problems: Vec<String>) {
        assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
    }

    #[test]
    fn reference_pages_are_fresh() {
        none(docs::check(&root()));
    }

    #[test]
    fn the_workspace_is_tidy() {
        none(tidy::check(&root()));
    }
}
