//! `tilescope asm` and `tilescope disasm`.

use std::io::Write;
use std::path::Path;

use tilescope_families::{Language, Registry};
use tilescope_tables::text::{TextError, nearest};

use crate::args::{AsmArgs, DisasmArgs};
use crate::exit::{Failure, Finish};
use crate::input;
use crate::report::count;
use crate::screen::Screen;

/// Hexadecimal digits of a 64-bit word.
const LONG: usize = 16;

fn language(name: &str, families: Registry) -> Result<&'static Language, Failure> {
    let mut languages = families.languages();
    let found = languages.find(|l| l.name == name);
    found.ok_or_else(|| Failure::new(format!("no instruction set is called {name}"), None))
}

pub fn assemble(
    args: &AsmArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let language = language(&args.isa, families)?;
    let source = input::read_text(&args.file)?;
    let symbols = |name: &str| {
        let name = name.strip_prefix('@').unwrap_or(name);
        let found = args.defines.iter().rev().find(|(n, _)| n == name);
        found.map(|(_, value)| *value)
    };
    let bytes = (language.assemble)(&source, &symbols)
        .map_err(|errors| input::text_errors(&args.file, &source, &errors))?;
    if args.hex {
        let word = language.digits / 2;
        for line in bytes.chunks(word * language.row) {
            let words: Vec<String> = line.chunks(word).map(hex).collect();
            writeln!(out, "{}", words.join(" "))?;
        }
        return Ok(Finish::Done);
    }
    if out.is_terminal() {
        return Err(Failure::new(
            "the output is bytes, and standard output is a terminal",
            Some("add --hex, or redirect the output to a file"),
        ));
    }
    out.bytes(&bytes)?;
    Ok(Finish::Done)
}

/// A little-endian word with all of its digits.
fn hex(word: &[u8]) -> String {
    let digits: String = word.iter().rev().map(|b| format!("{b:02x}")).collect();
    format!("0x{digits}")
}

pub fn disassemble(
    args: &DisasmArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let language = language(&args.isa, families)?;
    let bytes = match args.hex {
        true => {
            let source = input::read_text(&args.file)?;
            let bytes = match language.digits {
                LONG => hex_words(&source)
                    .map(|words| words.iter().flat_map(|w| w.to_le_bytes()).collect()),
                _ => hex_halves(&source),
            };
            bytes.map_err(|errors| input::text_errors(&args.file, &source, &errors))?
        }
        false => input::read(&args.file)?,
    };
    whole(&args.file, &bytes, language.unit)?;
    for line in (language.disassemble)(&bytes, args.base) {
        if let Some(label) = &line.label {
            writeln!(out, "{label}:")?;
        }
        match args.addresses {
            true => writeln!(out, "{}", line.listed)?,
            false => writeln!(out, "{}", line.text)?,
        }
    }
    Ok(Finish::Done)
}

/// Refuses input whose last instruction is incomplete; one has `size` bytes.
pub fn whole(path: &Path, bytes: &[u8], size: usize) -> Result<(), Failure> {
    if bytes.len().is_multiple_of(size) {
        return Ok(());
    }
    Err(Failure::new(
        format!(
            "{} has {}, which is not a multiple of the instruction size, {size} bytes",
            input::shown(path),
            count(bytes.len() as u64, "byte", "bytes")
        ),
        Some("if it is hexadecimal text, add --hex"),
    ))
}

/// A number in a text, its number of digits, and its place.
struct Number<'s> {
    value: u64,
    digits: usize,
    text: &'s str,
    line: u32,
    column: u32,
}

impl Number<'_> {
    fn error(&self, message: String, help: Option<&str>) -> TextError {
        TextError {
            line: self.line,
            column: self.column,
            len: self.text.chars().count() as u32,
            message,
            help: help.map(str::to_owned),
        }
    }
}

/// The hexadecimal numbers of a text, and errors for everything else. `//`, `#` and `;` start
/// comments.
fn numbers(source: &str) -> (Vec<Number<'_>>, Vec<TextError>) {
    let mut numbers = Vec::new();
    let mut errors = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let code = ["//", "#", ";"]
            .iter()
            .filter_map(|c| line.find(c))
            .min()
            .map_or(line, |end| &line[..end]);
        let mut at = 0;
        for text in code.split(|c: char| c.is_whitespace() || c == ',') {
            let start = at;
            at += text.len() + 1;
            if text.is_empty() {
                continue;
            }
            let digits = text.strip_prefix("0x").unwrap_or(text).replace('_', "");
            let mut found = Number {
                value: 0,
                digits: digits.len(),
                text,
                line: number,
                column: code[..start].chars().count() as u32 + 1,
            };
            match u64::from_str_radix(&digits, 16) {
                Ok(value) => {
                    found.value = value;
                    numbers.push(found);
                }
                Err(_) => {
                    let asm = nearest(text, ["nop", "fadd", "fmul", "or", "load_imm", "branch"]);
                    let help = asm.map(|_| "this looks like assembly; is it for `tilescope asm`?");
                    let message =
                        format!("`{text}` is not a hexadecimal number of up to 16 digits");
                    errors.push(found.error(message, help));
                }
            }
        }
    }
    (numbers, errors)
}

/// Bytes from text: words of up to 8 digits.
fn hex_halves(source: &str) -> Result<Vec<u8>, Vec<TextError>> {
    let (numbers, mut errors) = numbers(source);
    let mut bytes = Vec::new();
    for n in &numbers {
        match u32::try_from(n.value) {
            Ok(word) => bytes.extend(word.to_le_bytes()),
            Err(_) => errors.push(n.error(format!("`{}` has more than 32 bits", n.text), None)),
        }
    }
    match errors.is_empty() {
        true => Ok(bytes),
        false => Err(errors),
    }
}

/// Instructions from text: words of more than 8 digits, or pairs of words of up
/// to 8 digits with the low one first.
fn hex_words(source: &str) -> Result<Vec<u64>, Vec<TextError>> {
    let (numbers, mut errors) = numbers(source);
    let mut words = Vec::new();
    let mut low: Option<&Number<'_>> = None;
    let lonely = |n: &Number<'_>| {
        n.error(
            format!(
                "`{}` is one half of an instruction; the other half is missing",
                n.text
            ),
            Some("halves come in pairs, the low one first"),
        )
    };
    for n in &numbers {
        match (n.digits > 8, low.take()) {
            (true, None) => words.push(n.value),
            (true, Some(half)) => {
                errors.push(lonely(half));
                words.push(n.value);
            }
            (false, None) => low = Some(n),
            (false, Some(half)) => words.push(n.value << 32 | half.value),
        }
    }
    errors.extend(low.map(lonely));
    match errors.is_empty() {
        true => Ok(words),
        false => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_pairs_read_the_same() {
        let pairs = "0x00701a00, 0xe0020c67, // li vpr_setup\n0x009e7000 0x100009e7\n";
        let words = "0xe0020c6700701a00 # first\n100009e7_009e7000\n";
        let want = vec![0xe002_0c67_0070_1a00, 0x1000_09e7_009e_7000];
        assert_eq!(hex_words(pairs), Ok(want.clone()));
        assert_eq!(hex_words(words), Ok(want));
    }

    #[test]
    fn lonely_halves_and_other_words_are_errors() {
        let errors = hex_words("0x1, 0x2, 0x3\n  nop\n").unwrap_err();
        let got: Vec<_> = errors.iter().map(|e| (e.line, e.column)).collect();
        assert_eq!(got, [(2, 3), (1, 11)]);
        assert!(
            errors[0]
                .help
                .as_ref()
                .is_some_and(|h| h.contains("tilescope asm"))
        );
    }
}
