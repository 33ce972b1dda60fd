//! Programs: statements and constants.

use super::parse::{Statement, statement};
use super::word::Inst;
use tilescope_tables::TextError;
use tilescope_tables::asm::{
    self, At, Cursor, Labels, Language, Lines, Parsed, is_name, only_ascii,
};
use tilescope_tables::text::meant;

/// An assembled program.
pub type Assembled = asm::Assembled<Inst>;

/// The assembly of shaders.
#[derive(Default)]
struct Shader;

/// Assembles a program. `symbols` gives values to names after `@`, without the `@`.
/// The syntax is described in `docs/vivante-assembly.md`.
///
/// # Errors
/// The errors of the source in line order, up to 100.
///
/// ```
/// use tilescope_vivante::isa::{Inst, assemble};
/// let program = assemble("mul t0.x___, t1.xxxx, t0.xxxx, void", &|_| None).unwrap();
/// assert_eq!(program.words, [Inst([0x00801003, 0x00001804, 0x00000040, 0])]);
/// ```
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    asm::assemble::<Shader>(source, symbols)
}

impl Language for Shader {
    type Statement<'a> = Statement<'a>;
    type Word = Inst;
    const BYTES: u32 = Inst::BYTES as u32;
    const COMMENTS: &'static [&'static str] = &[";", "#", "//"];

    fn characters(code: &str) -> Parsed<()> {
        only_ascii(code)
    }

    fn duplicate(label: &str) -> String {
        format!("duplicate label `{label}`")
    }

    fn line<'a>(
        &mut self,
        rest: Cursor<'a>,
        lines: &mut Lines<'a, '_, Statement<'a>>,
    ) -> Parsed<()> {
        if rest.text.starts_with('.') {
            let mut after = rest;
            let directive = after.take_while(|c| !c.is_ascii_whitespace());
            match directive.text {
                ".word" => {}
                ".set" => return set(directive, after.trimmed(), lines),
                other => {
                    let help = meant(other, [".word", ".set"]);
                    return directive.refuse(format!("unknown directive `{other}`"), &help);
                }
            }
        }
        let statement = statement(rest, &|name| lines.value(name))?;
        let at = statement.whole.at();
        lines.push(statement, at);
        Ok(())
    }

    fn encode(statement: &Statement<'_>, _: u32, labels: &Labels<'_>) -> Parsed<Option<Inst>> {
        let target = match statement.label {
            None => None,
            Some(_) if !labels.complete => return Ok(None),
            Some(name) => Some(target(name, labels)?),
        };
        Ok(Some(statement.encode(target)))
    }

    fn places(statement: &Statement<'_>, _: Inst) -> Vec<((u32, u32), At)> {
        let place = |(place, at): (super::Place, Cursor<'_>)| {
            let first = place.word as u32 * u32::BITS;
            let bits = place.field.span();
            let bits = (first + u32::from(bits.lo), first + u32::from(bits.hi));
            (bits, at.at())
        };
        statement.places().into_iter().map(place).collect()
    }
}

/// `.set name, number`.
fn set<'a>(
    at: Cursor<'a>,
    rest: Cursor<'a>,
    lines: &mut Lines<'a, '_, Statement<'a>>,
) -> Parsed<()> {
    let pieces = rest.by_commas();
    let [name, number] = pieces.as_slice() else {
        return at.refuse("`.set` takes a name and a number", "as in `.set n, 12`");
    };
    let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
    if !letter || !name.text.chars().all(is_name) {
        return name.refuse(format!("`{}` is not a name", name.text), "");
    }
    let known = lines.value(number.text);
    let Some(v) = number.integer().or(known) else {
        return number.refuse(format!("`{}` is not an integer", number.text), "");
    };
    lines.set(name.text, v);
    Ok(())
}

/// The index of a label, or an error.
fn target(name: Cursor<'_>, labels: &Labels<'_>) -> Parsed<u16> {
    match labels.find(name.text) {
        Some(i) => match u16::try_from(i) {
            Ok(i) if i < 1 << 15 => Ok(i),
            _ => name.refuse("the label is too far away: targets are below 32768", ""),
        },
        None => name.refuse(
            format!("unknown label `{}`", name.text),
            &labels.meant(name.text),
        ),
    }
}
