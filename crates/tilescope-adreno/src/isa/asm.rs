//! The assembler of programs: lines, labels and words.

use super::parse::instruction;
use tilescope_tables::TextError;
use tilescope_tables::asm::{self, At, Cursor, Labels, Language, Lines, Parsed, only_ascii};

/// An assembled program.
pub type Assembled = asm::Assembled<u64>;

/// The assembly of shaders.
#[derive(Default)]
struct Shader;

/// Assembles a program. Each line has labels, an instruction or `.word`, and a comment
/// after `;` or `//`. Instructions are those of Mesa's disassembler; targets are
/// distances, `#4`, or labels, `#name`.
///
/// # Errors
/// The errors of the source in line order, up to 100.
///
/// ```
/// use tilescope_adreno::isa::assemble;
/// let program = assemble("here: nop\n br !p0.x, #here\n end").unwrap();
/// assert_eq!(program.words, [0, 0x00900000_ffffffff, 0x03000000_00000000]);
/// ```
pub fn assemble(source: &str) -> Result<Assembled, Vec<TextError>> {
    asm::assemble::<Shader>(source, &|_| None)
}

impl Language for Shader {
    type Statement<'a> = Cursor<'a>;
    type Word = u64;
    const BYTES: u32 = 8;
    const COMMENTS: &'static [&'static str] = &[";", "//"];

    fn characters(code: &str) -> Parsed<()> {
        only_ascii(code)
    }

    fn duplicate(label: &str) -> String {
        format!("duplicate label `{label}`")
    }

    fn line<'a>(&mut self, rest: Cursor<'a>, lines: &mut Lines<'a, '_, Cursor<'a>>) -> Parsed<()> {
        lines.push(rest, rest.at());
        Ok(())
    }

    fn encode(code: &Cursor<'_>, index: u32, labels: &Labels<'_>) -> Parsed<Option<u64>> {
        let distance = |at: Cursor<'_>| {
            let is_label = at
                .text
                .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            is_label.then(|| match labels.find(at.text) {
                Some(to) => Ok(i64::from(to) - i64::from(index)),
                None if labels.complete => {
                    let text = format!("unknown label `{}`", at.text);
                    at.refuse(text, &labels.meant(at.text))
                }
                // The program has an error in any case.
                None => Ok(0),
            })
        };
        statement(*code, &distance).map(Some)
    }

    fn places(_: &Cursor<'_>, _: u64) -> Vec<((u32, u32), At)> {
        Vec::new()
    }
}

/// An instruction or `.word`, and the bits to invert after `^`.
fn statement(code: Cursor<'_>, labels: &dyn Fn(Cursor<'_>) -> Option<Parsed<i64>>) -> Parsed<u64> {
    let mut rest = code;
    if rest.take(".word") {
        return hexadecimal(rest.trimmed());
    }
    let head = rest.take_while(|c| c != '^');
    let word = instruction(head.trimmed(), labels)?;
    if rest.take("^") {
        return Ok(word ^ hexadecimal(rest.trimmed())?);
    }
    Ok(word)
}

/// 64 bits in hexadecimal, `_` between digits.
fn hexadecimal(at: Cursor<'_>) -> Parsed<u64> {
    let digits = at.text.strip_prefix("0x").unwrap_or("").replace('_', "");
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match u64::from_str_radix(&digits, 16) {
        Ok(word) if plain => Ok(word),
        _ => at.refuse(
            "expected 64 bits in hexadecimal",
            "as in `0x0300000000000000`",
        ),
    }
}
