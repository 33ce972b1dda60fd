//! Errors in text that people wrote, shown where they are.

/// An error at a place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// How many characters it is about.
    pub len: u32,
    /// What was found and what was expected.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl TextError {
    /// The error as a compiler would print it: place, message, the source line,
    /// a caret under what it is about, and the advice.
    pub fn render(&self, file: &str, source: &str) -> String {
        let line = source
            .lines()
            .nth(self.line.saturating_sub(1) as usize)
            .unwrap_or("");
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let pad: String = line
            .chars()
            .take(self.column.saturating_sub(1) as usize)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let carets = "^".repeat(self.len.max(1) as usize);
        let mut out = format!(
            "error: {}\n{margin}--> {file}:{}:{}\n{margin} |\n{number} | {line}\n{margin} | {pad}{carets}\n",
            self.message, self.line, self.column
        );
        if let Some(help) = &self.help {
            out.push_str(&format!("{margin} = help: {help}\n"));
        }
        out
    }
}
