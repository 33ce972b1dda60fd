//! Folding of long lines.

use std::io::IsTerminal;

/// The default width in columns.
const COLUMNS: usize = 100;
/// The minimum width of folded text in columns, whatever its indent.
const LEAST: usize = 24;

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

/// `text`, which starts in column `indent`, with line breaks at spaces so that lines are at most
/// `width` columns wide. Longer words are not split.
pub fn fold(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent).max(LEAST);
    let mut out = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if used > 0 && used + 1 + len > room {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += len;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_spaces() {
        let text = "depth_func=LESS, z_update, early_z, a_word_that_is_longer_than_the_room";
        let folded = fold(text, 10, 40);
        assert_eq!(
            folded,
            "depth_func=LESS, z_update,\n          early_z,\n          \
             a_word_that_is_longer_than_the_room"
        );
        assert_eq!(fold("short", 90, 100), "short");
    }
}
