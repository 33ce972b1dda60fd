//! Branches, discards and writes to the tile buffer.
//!
//! An offset counts quadwords from the bundle after the one of the branch.

use super::source::{MESA, UNLISTED};
use super::tag::{TAG, Tag};
use tilescope_tables::asm::word::Text;
use tilescope_tables::asm::{Cursor, Parsed, Syntax, is_name};
use tilescope_tables::word::{Place, Value, Word};
use tilescope_tables::{Format, fields, slot, word};

slot! {
    /// The operation of a branch.
    pub enum BranchOp;
    /// The encodings of [`BranchOp`].
    pub static BRANCH_OP = "branch operation", 3, MESA;
    Unconditional = "001", "uncond", [], "Branches.";
    Conditional = "010", "cond", [], "Branches if the condition in r31 holds.";
    Discard = "100", "discard", [], "Discards the fragment if the condition holds, and branches.";
    Tilebuffer = "110", "tilebuffer", [], "Branches while the tile buffer is not ready.";
    Write = "111", "write", [], "Writes r0 to the tile buffer and ends; if that fails, branches.";
    ? UNLISTED: "000", "011", "101";
}

slot! {
    /// The condition of a branch.
    pub enum Cond;
    /// The encodings of [`Cond`].
    pub static COND = "branch condition", 2, MESA;
    Write0 = "00", "write0", [], "Used by writes to the tile buffer; otherwise undocumented.";
    False = "01", "false", [], "The condition is false.";
    True = "10", "true", [], "The condition is true.";
    Always = "11", "always", [], "Always.";
}

slot! {
    /// Calls and returns.
    pub enum Call;
    /// The encodings of [`Call`].
    pub static CALL = "call mode", 2, MESA;
    Reserved = "00", "reserved", [], "Undocumented.";
    Default = "01", "default", [], "A branch.";
    Call = "10", "call", [], "A call.";
    Return = "11", "return", [], "A return.";
}

fields! {
    /// A compact unconditional branch.
    pub static BRANCH_UNCONDITIONAL = "compact unconditional branch", 16;
    "offset", 15, 9, "signed offset in quadwords";
    "call", 8, 7, "call mode";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

fields! {
    /// Every other compact branch.
    pub static BRANCH = "compact branch", 16;
    "cond", 15, 14, "branch condition";
    "offset", 13, 7, "signed offset in quadwords";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

fields! {
    /// An extended branch.
    pub static BRANCH_EXTENDED = "extended branch", 48;
    "cond", 47, 32, "a function of four conditions as a table of its 16 results; a branch condition eight times for one condition";
    "offset", 31, 9, "signed offset in quadwords";
    "call", 8, 7, "call mode";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

word! {
    /// A branch, as an extended branch encodes it.
    pub struct Branch: BRANCH_EXTENDED {
        /// The encoding of the operation.
        pub op: u8,
        /// The tag of the target.
        pub tag: Tag = "dest_tag",
        /// Branch, call or return. Compact branches have it if they are
        /// [`BranchOp::Unconditional`], and are [`Call::Default`] otherwise.
        pub call: Call,
        /// The offset, of 23 bits; of compact branches from -64 to 63.
        pub offset: i32,
        /// A table of 16 results. Compact branches have a condition unless they are
        /// [`BranchOp::Unconditional`], and are [`Cond::Always`] then.
        pub cond: u16,
    }
}

/// A compact branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compact(pub Branch);

const UNCONDITIONAL: u8 = BranchOp::Unconditional as u8;

/// A condition eight times.
fn repeated(cond: Cond) -> u16 {
    cond as u16 * 0x5555
}

const fn place(format: &Format, name: &str) -> Place {
    Place::named(&[format], name, name)
}

/// Fields of all compact branches, of unconditional ones, and of the others.
const OP: Place = place(&BRANCH, "op");
const DEST_TAG: Place = place(&BRANCH, "dest_tag");
const CALL_MODE: Place = place(&BRANCH_UNCONDITIONAL, "call");
const LONG_OFFSET: Place = place(&BRANCH_UNCONDITIONAL, "offset");
const CONDITION: Place = place(&BRANCH, "cond");
const OFFSET: Place = place(&BRANCH, "offset");

impl Word for Compact {
    const FORMATS: &'static [&'static Format] = &[&BRANCH];

    fn bits(&self) -> [u64; 2] {
        let branch = self.0;
        let mut words = [0; 2];
        branch.op.put(OP, &mut words);
        branch.tag.put(DEST_TAG, &mut words);
        if branch.op == UNCONDITIONAL {
            branch.call.put(CALL_MODE, &mut words);
            branch.offset.put(LONG_OFFSET, &mut words);
        } else {
            // All pairs of bits are the same.
            ((branch.cond & 3) as u8).put(CONDITION, &mut words);
            branch.offset.put(OFFSET, &mut words);
        }
        words
    }

    fn from_bits(words: [u64; 2]) -> Compact {
        let op = OP.get(words);
        let (call, cond, offset) = match op {
            UNCONDITIONAL => (CALL_MODE.get(words), Cond::Always, LONG_OFFSET),
            _ => (Call::Default, CONDITION.get(words), OFFSET),
        };
        Compact(Branch {
            op,
            tag: DEST_TAG.get(words),
            call,
            offset: offset.get(words),
            cond: repeated(cond),
        })
    }
}

/// Finds the offset and the tag of a label.
pub(super) type Labels<'l> = dyn Fn(Cursor<'_>) -> Parsed<(i32, Tag)> + 'l;

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
pub(super) fn read_tag(name: Cursor<'_>) -> Parsed<Tag> {
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
    pub(super) fn read_with(
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
