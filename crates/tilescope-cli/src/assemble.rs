//! `tilescope asm` and `tilescope disasm`.

use std::io::Write;
use std::path::Path;

use tilescope_tables::text::{TextError, nearest};
use tilescope_vc4::isa;

use crate::args::{AsmArgs, DisasmArgs, Isa};
use crate::exit::{Failure, Finish};
use crate::input;

pub fn assemble(args: &AsmArgs, terminal: bool, out: &mut dyn Write) -> Result<Finish, Failure> {
    let source = input::read_text(&args.file)?;
    let symbols = |name: &str| {
        let name = name.strip_prefix('@').unwrap_or(name);
        let found = args.defines.iter().rev().find(|(n, _)| n == name);
        found.map(|(_, value)| *value)
    };
    let assembled = match args.isa {
        Isa::Qpu => isa::assemble(&source, &symbols),
    };
    let words = assembled
        .map_err(|errors| input::text_errors(&args.file, &source, &errors))?
        .words;
    if args.hex {
        for w in words {
            writeln!(out, "{w:#018x}")?;
        }
        return Ok(Finish::Done);
    }
    if terminal {
        return Err(Failure::new(
            "the output is bytes, and standard output is a terminal",
            Some("add --hex, or write to a file with > FILE"),
        ));
    }
    for w in words {
        out.write_all(&w.to_le_bytes())?;
    }
    Ok(Finish::Done)
}

pub fn disassemble(args: &DisasmArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let words = match args.hex {
        true => {
            let source = input::read_text(&args.file)?;
            hex_words(&source).map_err(|errors| input::text_errors(&args.file, &source, &errors))?
        }
        false => bytes_words(&args.file, &input::read(&args.file)?)?,
    };
    let lines = match args.isa {
        Isa::Qpu => isa::disassemble_program(&words, args.base),
    };
    for line in lines {
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
    Ok(Finish::Done)
}

/// Instructions from little-endian bytes.
pub fn bytes_words(path: &Path, bytes: &[u8]) -> Result<Vec<u64>, Failure> {
    let (words, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err(Failure::new(
            format!(
                "{} has {} bytes, but instructions have 8 each",
                input::shown(path),
                bytes.len()
            ),
            Some("if it is hexadecimal text, add --hex"),
        ));
    }
    Ok(words.iter().map(|w| u64::from_le_bytes(*w)).collect())
}

/// Instructions from text: words of more than 8 digits, or pairs of words of up
/// to 8 digits with the low one first. `//`, `#` and `;` start comments.
fn hex_words(source: &str) -> Result<Vec<u64>, Vec<TextError>> {
    let mut words = Vec::new();
    let mut errors = Vec::new();
    let mut low: Option<(u64, TextError)> = None;
    for (number, line) in source.lines().enumerate() {
        let code = ["//", "#", ";"]
            .iter()
            .filter_map(|c| line.find(c))
            .min()
            .map_or(line, |end| &line[..end]);
        let mut at = 0;
        for token in code.split(|c: char| c.is_whitespace() || c == ',') {
            let start = at;
            at += token.len() + 1;
            if token.is_empty() {
                continue;
            }
            let error = |message: String, help: Option<&str>| TextError {
                line: number as u32 + 1,
                column: code[..start].chars().count() as u32 + 1,
                len: token.chars().count() as u32,
                message,
                help: help.map(str::to_owned),
            };
            let digits = token.strip_prefix("0x").unwrap_or(token).replace('_', "");
            let Ok(value) = u64::from_str_radix(&digits, 16) else {
                let asm = nearest(token, ["nop", "fadd", "fmul", "or", "load_imm", "branch"]);
                let help = asm.map(|_| "this looks like assembly; is it for `tilescope asm`?");
                errors.push(error(
                    format!("`{token}` is not a hexadecimal number of up to 16 digits"),
                    help,
                ));
                continue;
            };
            match (digits.len() > 8, low.take()) {
                (true, None) => words.push(value),
                (true, Some((_, e))) => {
                    errors.push(e);
                    words.push(value);
                }
                (false, None) => {
                    let lonely = error(
                        format!("`{token}` is half an instruction and the other half is missing"),
                        Some("halves come in pairs, the low one first"),
                    );
                    low = Some((value, lonely));
                }
                (false, Some((lower, _))) => words.push(value << 32 | lower),
            }
        }
    }
    errors.extend(low.map(|(_, e)| e));
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
    fn halves_and_words_that_are_none_are_errors() {
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
