//! Languages that are assembled and disassembled by themselves.

use tilescope_tables::text::TextError;

use crate::Lookup;

/// Assembles a text to bytes, or reports all errors in it.
pub type Assemble = fn(&str, Lookup<'_>) -> Result<Vec<u8>, Vec<TextError>>;

/// A language of `tilescope asm` and `disasm`.
#[derive(Debug)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its contents, in a few words.
    pub help: &'static str,
    /// Hexadecimal digits of a word.
    pub digits: usize,
    /// Words in a line of hexadecimal text.
    pub row: usize,
    /// The bytes that an input is a multiple of.
    pub unit: usize,
    /// Assembles a text.
    pub assemble: Assemble,
    /// Disassembles bytes whose first is at an address.
    pub disassemble: fn(&[u8], u32) -> Vec<SourceLine>,
}

/// A line of a disassembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The label before it.
    pub label: Option<String>,
    /// The line as source.
    pub text: String,
    /// The line with its address and bytes.
    pub listed: String,
}
