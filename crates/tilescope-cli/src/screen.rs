//! Standard output: colour, width, and escaping of control characters.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use terminal_size::terminal_size_of;
use tilescope_session::show::{Role, Styled, WIDTH, escaped, is_plain};

use crate::args::ColorArg;

/// The beginning of errors.
const ERROR: &str = "error";
/// The minimum and maximum width of text on a terminal.
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 160;

/// The standard output of a command.
pub struct Screen<'o> {
    out: &'o mut dyn Write,
    color: bool,
    width: usize,
    terminal: bool,
}

impl ColorArg {
    /// Whether a stream gets colour. `auto` respects `NO_COLOR`, `CLICOLOR` and `TERM`.
    pub fn of(self, stream: &(impl anstream::stream::RawStream + IsTerminal)) -> bool {
        match self {
            ColorArg::Always => true,
            ColorArg::Never => false,
            ColorArg::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        }
    }
}

impl<'o> Screen<'o> {
    /// Standard output, to which `out` writes.
    pub fn stdout(out: &'o mut dyn Write, color: ColorArg) -> Screen<'o> {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let size = terminal.then(|| terminal_size_of(&stdout)).flatten();
        Screen {
            out,
            color: color.of(&stdout),
            width: size.map_or(WIDTH, |(w, _)| usize::from(w.0).clamp(MIN_WIDTH, MAX_WIDTH)),
            terminal,
        }
    }

    /// Width in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Prints text. Control characters are escaped.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(escaped(text).as_bytes())
    }

    /// Prints text with styles, if there is colour.
    pub fn styled(&mut self, text: &Styled) -> io::Result<()> {
        let text = match self.color {
            true => text.ansi(),
            false => text.text(),
        };
        self.out.write_all(text.as_bytes())
    }

    /// Prints JSON and a newline.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        writeln!(self.out, "{}", harmless_json(&text))
    }

    /// Prints raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain(bytes) {
            return self.out.write_all(bytes).map(|()| bytes.len());
        }
        let whole = match str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(e) => e.valid_up_to(),
        };
        let (text, rest) = bytes.split_at(whole);
        match str::from_utf8(text) {
            Ok("") if !rest.is_empty() => {
                // Not UTF-8: shown byte by byte.
                write!(self.out, "\\x{:02x}", rest[0])?;
                Ok(1)
            }
            Ok(text) => self.text(text).map(|()| whole),
            Err(e) => Err(io::Error::other(e)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints text on standard error. Control characters are escaped.
pub fn stderr(text: &str) {
    // Errors of standard error cannot be reported.
    let _ = io::stderr().write_all(escaped(text).as_bytes());
}

/// Prints the errors that end the command on standard error.
pub fn errors(text: &str, color: ColorArg) {
    let mut styled = Styled::default();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(ERROR) {
            Some(rest) => {
                styled.add(Role::Bad, ERROR);
                styled.add(Role::Strong, rest);
            }
            None => styled.plain(line),
        }
    }
    let text = match color.of(&io::stderr()) {
        true => styled.ansi(),
        false => styled.text(),
    };
    // Errors of standard error cannot be reported.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// JSON in which control characters are escaped, including those that JSON allows in strings.
pub fn harmless_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\n' => out.push(c),
            c if escaped(c.encode_utf8(&mut [0; 4])).len() == c.len_utf8() => out.push(c),
            c => out += &format!("\\u{:04x}", u32::from(c)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(out: &mut Vec<u8>) -> Screen<'_> {
        Screen {
            out,
            color: false,
            width: WIDTH,
            terminal: false,
        }
    }

    #[test]
    fn whatever_is_printed_has_no_control_characters() {
        let mut out = Vec::new();
        let mut to = screen(&mut out);
        write!(to, "label \x1b[31m\u{9b}").unwrap();
        to.write_all(b"\xff\x1bm\n").unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "label \\u{1b}[31m\\u{9b}\\xff\\u{1b}m\n"
        );
    }

    #[test]
    fn json_stays_json() {
        let mut out = Vec::new();
        let value = serde_json::json!({"a": "\u{1b}\u{9b}\u{7f}\u{202e}é"});
        screen(&mut out).json(&value).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{text}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
