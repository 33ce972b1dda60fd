//! The width of the output.

use std::io::IsTerminal;

/// The default width in columns.
const COLUMNS: usize = 100;
/// The width of standard output in columns: that of the terminal, or
/// [`COLUMNS`] in a pipe.
pub fn columns() -> usize {
    let size = || terminal_size::terminal_size().map(|(width, _)| width.0.into());
    let variable = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    match std::io::stdout().is_terminal() {
        true => variable.or_else(size).unwrap_or(COLUMNS),
        false => COLUMNS,
    }
}
