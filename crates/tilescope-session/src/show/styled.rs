//! Text with styles, for terminals with and without colour.

use std::borrow::Cow;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tilescope_core::Severity;

/// The kind of a piece of text, which decides its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Everything else.
    Plain,
    /// The severity and the rule of a finding, and the carets.
    Severity(Severity),
    /// The diagnosis.
    Strong,
    /// Margins, arrows, line numbers and the labels of notes.
    Margin,
    /// Addresses and bytes.
    Dim,
    /// A check that passed.
    Good,
    /// A check that failed, or a run that stopped.
    Bad,
}

impl Role {
    fn style(self) -> Style {
        let bold = |color: AnsiColor| color.on_default().bold();
        match self {
            Role::Plain => Style::new(),
            Role::Severity(Severity::Hang | Severity::Fault) | Role::Bad => bold(AnsiColor::Red),
            Role::Severity(Severity::Corrupt) => bold(AnsiColor::Magenta),
            Role::Severity(Severity::Undefined) => bold(AnsiColor::Yellow),
            Role::Severity(Severity::Slow) => bold(AnsiColor::Cyan),
            Role::Strong => Style::new().bold(),
            Role::Margin => bold(AnsiColor::Blue),
            Role::Dim => Style::new().dimmed(),
            Role::Good => bold(AnsiColor::Green),
        }
    }
}

/// Text in pieces, each with its role. Control characters are escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    pieces: Vec<(Role, String)>,
}

impl Styled {
    /// Adds a piece.
    pub fn add(&mut self, role: Role, text: &str) {
        let text = escaped(text);
        match self.pieces.last_mut() {
            Some((last, all)) if *last == role => all.push_str(&text),
            _ => self.pieces.push((role, text.into_owned())),
        }
    }

    /// Adds a piece without a style.
    pub fn plain(&mut self, text: &str) {
        self.add(Role::Plain, text);
    }

    /// Adds all pieces of `other`.
    pub fn append(&mut self, other: Styled) {
        self.pieces.extend(other.pieces);
    }

    /// The text alone.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|p| p.1.as_str()).collect()
    }

    /// The text with the escape sequences of ANSI terminals.
    pub fn ansi(&self) -> String {
        let mut out = String::new();
        for (role, text) in &self.pieces {
            let style = role.style();
            // Writing to a String cannot fail.
            let _ = write!(out, "{style}{text}{style:#}");
        }
        out
    }
}

/// Whether a character may be sent to a terminal unchanged: not a control character other than the
/// line feed, and none that changes the direction of the text.
fn is_harmless(c: char) -> bool {
    let direction = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c == '\n' || !(c.is_control() || direction)
}

/// Whether bytes are ASCII without control characters, but for ends of lines.
pub fn is_plain(bytes: &[u8]) -> bool {
    // Without an early end, so that the compiler takes many bytes at a time.
    bytes.iter().fold(true, |plain, &b| {
        plain & (matches!(b, b' '..=b'~') | (b == b'\n'))
    })
}

/// `text` with control characters as `\r`, `\u{1b}` and so on, so that names in
/// captures and jobs cannot drive the terminal. Tabs become four spaces.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) || text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push_str(TAB),
            c if is_harmless(c) => out.push(c),
            '\r' => out.push_str("\\r"),
            c => out.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

/// The replacement of a tab.
const TAB: &str = "    ";

/// A number with a noun in singular or plural.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        assert_eq!(
            escaped("a\x1b[31m\rb\u{9b}c\n\td\x7f"),
            "a\\u{1b}[31m\\rb\\u{9b}c\n    d\\u{7f}"
        );
        assert_eq!(escaped("\u{202e}gnp"), "\\u{202e}gnp");
        assert!(matches!(escaped("plain, änd\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn colour_changes_nothing_but_escape_sequences() {
        let mut text = Styled::default();
        text.add(Role::Severity(Severity::Hang), "hang");
        text.plain(": \x1b]0;title\x07");
        assert_eq!(text.text(), "hang: \\u{1b}]0;title\\u{7}");
        assert_eq!(
            text.ansi(),
            "\x1b[1m\x1b[31mhang\x1b[0m: \\u{1b}]0;title\\u{7}"
        );
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(count(1, "thread", "threads"), "1 thread");
        assert_eq!(count(0, "thread", "threads"), "0 threads");
    }
}
