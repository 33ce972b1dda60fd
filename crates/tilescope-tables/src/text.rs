//! Located errors of text forms, and their rendering.

use std::fmt::Write;

/// An error in a source text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextError {
    /// Line, counted from 1.
    pub line: u32,
    /// First character at fault, counted from 1 in characters.
    pub column: u32,
    /// The number of characters at fault; 0 at the end of a line.
    pub len: u32,
    /// The problem, and what was expected.
    pub message: String,
    /// The fix.
    pub help: Option<String>,
}

impl TextError {
    /// The error with its source line and carets below the characters at fault.
    /// Pure: `file` is only a name to show, `source` the whole text.
    ///
    /// ```
    /// # use tilescope_tables::TextError;
    /// let e = TextError { line: 1, column: 5, len: 2, message: "no register `r9`".into(), help: None };
    /// assert_eq!(e.render("a.qasm", "mov r9, r0"), "\
    /// error: no register `r9`
    ///  --> a.qasm:1:5
    ///   |
    /// 1 | mov r9, r0
    ///   |     ^^
    /// ");
    /// ```
    pub fn render(&self, file: &str, source: &str) -> String {
        let number = self.line.to_string();
        let pad = " ".repeat(number.len());
        let line = source
            .lines()
            .nth(self.line.saturating_sub(1) as usize)
            .unwrap_or("");
        let before = self.column.saturating_sub(1) as usize;
        // A tab must be as wide below the line as in it.
        let indent: String = line
            .chars()
            .chain(std::iter::repeat(' '))
            .take(before.min(line.chars().count()))
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let rest = line.chars().count().saturating_sub(before);
        let carets = "^".repeat((self.len as usize).clamp(1, rest.max(1)));
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(out, "error: {}", self.message);
        let _ = writeln!(out, "{pad}--> {file}:{}:{}", self.line, self.column);
        let _ = writeln!(out, "{pad} |");
        let _ = writeln!(out, "{number} | {line}");
        let _ = writeln!(out, "{pad} | {indent}{carets}");
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{pad} = help: {help}");
        }
        out
    }
}

/// The candidate that was probably meant by `name`, if any is close enough.
/// Letter case is ignored.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    // Names longer than any mnemonic are not typing errors, and the distance is
    // quadratic in their length.
    let length = name.chars().count();
    if length > 64 {
        return None;
    }
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        // The distance is at least the difference in length, and cheaper to skip.
        .filter(|c| c.len().abs_diff(name.len()) <= limit * 4)
        .map(|c| (strsim::osa_distance(&name, &c.to_ascii_lowercase()), c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// "did you mean ...?" for the nearest candidate, or an empty string.
pub fn meant<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match nearest(name, candidates) {
        Some(c) => format!("did you mean `{c}`?"),
        None => String::new(),
    }
}

/// The number of errors after which an assembler stops collecting.
pub const MAX_ERRORS: usize = 100;

/// The number of labels that are searched for a suggestion, so that a large
/// source with many errors does not take long.
pub const MAX_SUGGESTIONS: usize = 4096;

/// The eight digits of a word in hexadecimal.
pub fn hex_digits(word: u32) -> [u8; 8] {
    // A digit in each byte, the highest in the first.
    let spread = u64::from(word);
    let spread = (spread << 16 | spread) & 0x0000_ffff_0000_ffff;
    let spread = (spread << 8 | spread) & 0x00ff_00ff_00ff_00ff;
    let spread = (spread << 4 | spread) & 0x0f0f_0f0f_0f0f_0f0f;
    const EACH: u64 = 0x0101_0101_0101_0101;
    let letters = (spread + 6 * EACH) >> 4 & EACH;
    let text = spread + EACH * u64::from(b'0') + letters * u64::from(b'a' - b'0' - 10);
    text.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for word in [0, 1, 0x9abc_def0, 0x0f1e_2d3c, u32::MAX] {
            assert_eq!(hex_digits(word), *format!("{word:08x}").as_bytes());
        }
    }

    fn error(line: u32, column: u32, len: u32, help: Option<&str>) -> TextError {
        TextError {
            line,
            column,
            len,
            message: "unknown instruction `fad`".into(),
            help: help.map(Into::into),
        }
    }

    #[test]
    fn whole_rendering() {
        let source = "nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n\tfad r0, r1\n";
        assert_eq!(
            error(10, 2, 3, Some("did you mean `fadd`?")).render("x.qasm", source),
            "error: unknown instruction `fad`\n\
            \x20 --> x.qasm:10:2\n\
            \x20  |\n\
             10 | \tfad r0, r1\n\
            \x20  | \t^^^\n\
            \x20  = help: did you mean `fadd`?\n"
        );
    }

    #[test]
    fn a_place_outside_the_source_still_renders() {
        let text = error(7, 90, 400, None).render("x", "short");
        assert!(text.ends_with("7 | \n  | ^\n"), "{text}");
        let text = error(1, 6, 0, None).render("x", "short");
        assert!(text.ends_with("1 | short\n  |      ^\n"), "{text}");
    }

    #[test]
    fn nearest_names() {
        let names = ["fadd", "fsub", "v8adds"];
        assert_eq!(nearest("fad", names), Some("fadd"));
        assert_eq!(nearest("FADD", names), Some("fadd"));
        assert_eq!(nearest("v8add", names), Some("v8adds"));
        assert_eq!(nearest("branch", names), None);
        assert_eq!(nearest(&"f".repeat(1000), names), None);
    }
}
