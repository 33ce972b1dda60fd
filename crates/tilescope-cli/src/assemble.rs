//! `tilescope asm` and `tilescope disasm`.

use std::io::Write;
use std::path::Path;

use tilescope_tables::listing::{self, Hex, Options, to_source};
use tilescope_tables::text::{TextError, nearest};
use tilescope_vc4::isa as qpu;
use tilescope_vivante::cmd;
use tilescope_vivante::isa::{self as vivante, Inst};

use crate::args::{AsmArgs, DisasmArgs, Isa};
use crate::exit::{Failure, Finish};
use crate::input;
use crate::report::count;
use crate::screen::Screen;

/// The format of a line of hexadecimal text.
struct Shape {
    /// Hexadecimal digits of a word.
    digits: usize,
    /// Words in a line.
    row: usize,
}

impl Isa {
    fn shape(self) -> Shape {
        let (digits, row) = match self {
            Isa::Qpu => (16, 1),
            Isa::Vivante => (8, 4),
            Isa::VivanteCmd => (8, 2),
        };
        Shape { digits, row }
    }
}

pub fn assemble(args: &AsmArgs, out: &mut Screen<'_>) -> Result<Finish, Failure> {
    let source = input::read_text(&args.file)?;
    let symbols = |name: &str| {
        let name = name.strip_prefix('@').unwrap_or(name);
        let found = args.defines.iter().rev().find(|(n, _)| n == name);
        found.map(|(_, value)| *value)
    };
    let bytes = match args.isa {
        Isa::Qpu => qpu::assemble(&source, &symbols)
            .map(|a| a.words.iter().flat_map(|w| w.to_le_bytes()).collect()),
        Isa::Vivante => vivante::assemble(&source, &symbols)
            .map(|a| a.words.iter().flat_map(|i| i.to_bytes()).collect()),
        Isa::VivanteCmd => cmd::text::assemble(&source, &symbols).map(|a| a.bytes),
    };
    let bytes: Vec<u8> =
        bytes.map_err(|errors| input::text_errors(&args.file, &source, &errors))?;
    if args.hex {
        let Shape { digits, row } = args.isa.shape();
        for line in bytes.chunks(digits / 2 * row) {
            let words: Vec<String> = line.chunks(digits / 2).map(hex).collect();
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

pub fn disassemble(args: &DisasmArgs, out: &mut Screen<'_>) -> Result<Finish, Failure> {
    let bytes = match args.hex {
        true => {
            let source = input::read_text(&args.file)?;
            let bytes = match args.isa {
                Isa::Qpu => hex_words(&source)
                    .map(|words| words.iter().flat_map(|w| w.to_le_bytes()).collect()),
                Isa::Vivante | Isa::VivanteCmd => hex_halves(&source),
            };
            bytes.map_err(|errors| input::text_errors(&args.file, &source, &errors))?
        }
        false => input::read(&args.file)?,
    };
    match args.isa {
        Isa::Qpu => {
            let words = bytes_words(&args.file, &bytes)?;
            for line in qpu::disassemble_program(&words, args.base) {
                if let Some(label) = &line.label {
                    writeln!(out, "{label}:")?;
                }
                match args.addresses {
                    true => writeln!(
                        out,
                        "{:#010x}  {:#018x}  {}",
                        line.addr, line.word, line.text
                    )?,
                    false => writeln!(out, "{}", line.text)?,
                }
            }
        }
        Isa::Vivante => {
            let (chunks, rest) = bytes.as_chunks::<16>();
            whole(&args.file, &bytes, rest, 16)?;
            let program: Vec<Inst> = chunks.iter().map(|b| Inst::from_bytes(*b)).collect();
            for (i, line) in (0u32..).zip(vivante::disassemble_program(&program)) {
                if let Some(label) = &line.label {
                    writeln!(out, "{label}:")?;
                }
                if args.addresses {
                    let words = line.inst.0.map(|w| format!("{w:08x}")).join(" ");
                    let address = args.base.wrapping_add(i * 16);
                    write!(out, "{address:#010x}  {words}  ")?;
                }
                writeln!(out, "{}", line.text)?;
            }
        }
        Isa::VivanteCmd => {
            let options = Options::default();
            for line in cmd::listing::disassemble(&bytes, args.base, &options) {
                let text = match args.addresses {
                    true => listing::render(&line, &bytes, options.addresses, Hex::Words),
                    false => to_source(&[line]).trim_end().to_owned(),
                };
                writeln!(out, "{text}")?;
            }
        }
    }
    Ok(Finish::Done)
}

/// Instructions from little-endian bytes.
pub fn bytes_words(path: &Path, bytes: &[u8]) -> Result<Vec<u64>, Failure> {
    let (words, rest) = bytes.as_chunks::<8>();
    whole(path, bytes, rest, 8)?;
    Ok(words.iter().map(|w| u64::from_le_bytes(*w)).collect())
}

/// Refuses input whose last instruction is incomplete: `rest` bytes of `size`.
fn whole(path: &Path, bytes: &[u8], rest: &[u8], size: usize) -> Result<(), Failure> {
    if rest.is_empty() {
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
