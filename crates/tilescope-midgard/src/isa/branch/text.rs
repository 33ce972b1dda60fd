//! Branches as text, and back.

use super::op::{BRANCH_OP, CALL, COND, Call, Cond};
use super::word::{Branch, Compact, UNCONDITIONAL, repeated};
use crate::isa::tag::{TAG, Tag};
use tilescope_tables::asm::word::Text;
use tilescope_tables::asm::{Cursor, Parsed, Syntax, is_name};

/// Finds the offset and the tag of a label.
pub(in crate::isa) type Labels<'l> = dyn Fn(Cursor<'_>) -> Parsed<(i32, Tag)> + 'l;

fn no_labels(name: Cursor<'_>) -> Parsed<(i32, Tag)> {
    name.refuse(format!("unknown label `{}`", name.text), "")
}

/// Reads `+2 -> tag`, or the name of a label.
fn read_target(text: Cursor<'_>, bits: u32, labels: &Labels<'_>) -> Parsed<(i32, Tag)> {
    let mut rest = text.trimmed();
    let at = rest.word();
    let (offset, tag) = if at
        .text
        .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    {
        rest.end()?;
        labels(at)?
    } else {
        let mut number = at;
        number.take("+");
        let Some(offset) = number.integer() else {
            return at.refuse(
                format!("`{}` is not a target", at.text),
                "a label, or an offset and a tag as in `-1 -> alu/4`",
            );
        };
        rest.skip_spaces();
        if !rest.take("->") {
            return rest.refuse("expected `->` and the tag of the target", "");
        }
        (
            offset.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            read_tag(rest.trimmed())?,
        )
    };
    let limit = 1 << (bits - 1);
    if !(-limit..limit).contains(&offset) {
        return at.refuse(
            format!("an offset of {offset} does not fit in {bits} bits"),
            "`brx` has 23 bits",
        );
    }
    Ok((offset, tag))
}

/// Reads the name of a tag.
pub(in crate::isa) fn read_tag(name: Cursor<'_>) -> Parsed<Tag> {
    Ok(TAG.find(name, |name| format!("`{name}` is not a tag"))?.op)
}

fn read_op(name: Cursor<'_>) -> Parsed<u8> {
    let undocumented = name.text.strip_prefix("unk").and_then(|n| n.parse().ok());
    match undocumented.filter(|n| *n < 8) {
        Some(op) => Ok(op),
        None => {
            let unknown = |name: &str| format!("unknown branch operation `{name}`");
            Ok(BRANCH_OP.find(name, unknown)?.op as u8)
        }
    }
}

fn show_cond(cond: &u16) -> String {
    let one = COND.rows.iter().find(|r| repeated(r.op) == *cond);
    one.map_or_else(|| format!("lut{cond:X}"), |row| row.name.to_string())
}

fn read_cond(name: Cursor<'_>) -> Parsed<u16> {
    let row = COND.find(name, |name| format!("unknown condition `{name}`"))?;
    Ok(repeated(row.op))
}

fn read_table(name: Cursor<'_>) -> Parsed<u16> {
    let Some(digits) = name.text.strip_prefix("lut") else {
        return read_cond(name);
    };
    match u16::from_str_radix(digits, 16) {
        Ok(cond) if digits.chars().all(is_name) => Ok(cond),
        _ => name.refuse(format!("`{}` is not a table", name.text), "as in `lutFFFE`"),
    }
}

impl Branch {
    fn operation(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let show = |op: &u8| match BRANCH_OP.decode((*op).into()) {
            Some(row) => row.name.to_string(),
            None => format!("unk{op}"),
        };
        t.part(&mut self.op, show, read_op)
    }

    /// The call mode, unless it is that of branches.
    fn call(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        let begins = |mut rest: Cursor<'_>| {
            rest.take(".");
            let row = CALL.named(rest.until('.').text);
            row.is_some_and(|row| row.op != Call::Default)
        };
        if t.either(self.call != Call::Default, begins) {
            let show = |call: &Call| call.name().to_string();
            t.part(&mut self.call, show, |name| {
                Ok(CALL.find(name, str::to_string)?.op)
            })?;
        }
        Ok(())
    }

    /// The target, whose offset has so many bits.
    fn target(&mut self, t: &mut Syntax<'_>, bits: u32, labels: &Labels<'_>) -> Parsed<()> {
        t.space(" ");
        let mut target = (self.offset, self.tag);
        let show = |(offset, tag): &(i32, Tag)| format!("{offset:+} -> {}", tag.name());
        t.last(&mut target, show, |text| read_target(text, bits, labels))?;
        (self.offset, self.tag) = target;
        Ok(())
    }

    fn describe(&mut self, compact: bool, t: &mut Syntax<'_>, labels: &Labels<'_>) -> Parsed<()> {
        let (name, bits) = if compact { ("br.", 7) } else { ("brx.", 23) };
        t.word(|t| {
            if !t.optional(true, name) {
                return t.refuse("expected a branch", &format!("as in `{name}cond.true`"));
            }
            if !compact {
                self.call(t)?;
            }
            self.operation(t)?;
            match self.op {
                _ if !compact => t.part(&mut self.cond, show_cond, read_table),
                UNCONDITIONAL => self.call(t),
                _ => t.part(&mut self.cond, show_cond, read_cond),
            }
        })?;
        self.target(t, bits, labels)
    }

    /// Reads a compact or an extended branch, whose target may be a label.
    pub(in crate::isa) fn read_with(
        text: Cursor<'_>,
        compact: bool,
        labels: &Labels<'_>,
    ) -> Parsed<Branch> {
        let mut branch = Branch::blank();
        Syntax::read(text, |t| branch.describe(compact, t, labels))?;
        Ok(branch)
    }
}

impl Text for Branch {
    fn blank() -> Branch {
        Branch {
            op: 0,
            tag: Tag::Invalid,
            call: Call::Default,
            offset: 0,
            cond: repeated(Cond::Always),
        }
    }

    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        self.describe(false, t, &no_labels)
    }
}

impl Text for Compact {
    fn blank() -> Compact {
        Compact(Branch::blank())
    }

    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()> {
        self.0.describe(true, t, &no_labels)
    }
}
