//! Branches, discards and writes to the tile buffer.
//!
//! An offset counts quadwords from the bundle after the one of the branch.

use super::source::MESA;
use super::table::slot;
use super::tag::{TAG, Tag};
use super::word::{Text, Word};
use tilescope_tables::asm::{Cursor, Parsed, is_name};
use tilescope_tables::text::meant;
use tilescope_tables::{Field, Format};

slot! {
    /// The operation of a branch.
    BranchOp, BRANCH_OP = "branch operation", 3, MESA;
    Unconditional = 1, "001", "uncond", "Branches.";
    Conditional = 2, "010", "cond", "Branches if the condition in r31 holds.";
    Discard = 4, "100", "discard", "Discards the fragment if the condition holds, and branches.";
    Tilebuffer = 6, "110", "tilebuffer", "Branches while the tile buffer is not ready.";
    Write = 7, "111", "write", "Writes r0 to the tile buffer and ends; if that fails, branches.";
    ? "000";
    ? "011";
    ? "101";
}

slot! {
    /// The condition of a branch.
    Cond, COND = "branch condition", 2, MESA;
    Write0 = 0, "00", "write0", "Used by writes to the tile buffer; otherwise undocumented.";
    False = 1, "01", "false", "The condition is false.";
    True = 2, "10", "true", "The condition is true.";
    Always = 3, "11", "always", "Always.";
}

slot! {
    /// Calls and returns.
    Call, CALL = "call mode", 2, MESA;
    Reserved = 0, "00", "reserved", "Undocumented.";
    Default = 1, "01", "default", "A branch.";
    Call = 2, "10", "call", "A call.";
    Return = 3, "11", "return", "A return.";
}

const OP: Field = Field::new("op", 2, 0, "branch operation");
const DEST_TAG: Field = Field::new("dest_tag", 6, 3, "tag of the target");

/// A compact unconditional branch.
pub static BRANCH_UNCONDITIONAL: Format = Format {
    name: "compact unconditional branch",
    width: 16,
    fields: &[
        Field::new("offset", 15, 9, "signed offset in quadwords"),
        Field::new("call", 8, 7, "call mode"),
        DEST_TAG,
        OP,
    ],
};

/// Every other compact branch.
pub static BRANCH: Format = Format {
    name: "compact branch",
    width: 16,
    fields: &[
        Field::new("cond", 15, 14, "branch condition"),
        Field::new("offset", 13, 7, "signed offset in quadwords"),
        DEST_TAG,
        OP,
    ],
};

/// An extended branch.
pub static BRANCH_EXTENDED: Format = Format {
    name: "extended branch",
    width: 48,
    fields: &[
        Field::new(
            "cond",
            47,
            32,
            "a function of four conditions as a table of its 16 results; a branch condition eight times for one condition",
        ),
        Field::new("offset", 31, 9, "signed offset in quadwords"),
        Field::new("call", 8, 7, "call mode"),
        DEST_TAG,
        OP,
    ],
};

/// A compact branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// [`BranchOp::Unconditional`].
    Unconditional {
        /// The tag of the target.
        tag: Tag,
        /// Branch, call or return.
        call: Call,
        /// The offset, from -64 to 63.
        offset: i8,
    },
    /// All others.
    Conditional {
        /// The encoding of the operation; not that of [`BranchOp::Unconditional`].
        op: u8,
        /// The tag of the target.
        tag: Tag,
        /// The offset, from -64 to 63.
        offset: i8,
        /// The condition.
        cond: Cond,
    },
}

/// A branch with a large offset or several conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchExtended {
    /// The encoding of the operation.
    pub op: u8,
    /// The tag of the target.
    pub tag: Tag,
    /// Branch, call or return.
    pub call: Call,
    /// The offset, of 23 bits.
    pub offset: i32,
    /// A table of 16 results.
    pub cond: u16,
}

const UNCONDITIONAL: u8 = BranchOp::Unconditional as u8;

/// The low seven bits of `bits`, with sign.
fn seven(bits: u64) -> i8 {
    ((bits as u8) << 1) as i8 >> 1
}

impl Word for Branch {
    const FORMATS: &'static [&'static Format] = &[&BRANCH];

    fn bits(&self) -> [u64; 2] {
        let word = match *self {
            Branch::Unconditional { tag, call, offset } => {
                u64::from(UNCONDITIONAL)
                    | (tag as u64) << 3
                    | (call as u64) << 7
                    | (offset as u64 & 127) << 9
            }
            Branch::Conditional {
                op,
                tag,
                offset,
                cond,
            } => {
                u64::from(op) | (tag as u64) << 3 | (offset as u64 & 127) << 7 | (cond as u64) << 14
            }
        };
        [word, 0]
    }

    fn from_bits([word, _]: [u64; 2]) -> Branch {
        let (op, tag) = ((word & 7) as u8, Tag::of(word as u32 >> 3));
        if op == UNCONDITIONAL {
            let call = CALL.rows[(word >> 7 & 3) as usize].op;
            return Branch::Unconditional {
                tag,
                call,
                offset: seven(word >> 9),
            };
        }
        let cond = COND.rows[(word >> 14 & 3) as usize].op;
        Branch::Conditional {
            op,
            tag,
            offset: seven(word >> 7),
            cond,
        }
    }
}

impl Word for BranchExtended {
    const FORMATS: &'static [&'static Format] = &[&BRANCH_EXTENDED];

    fn bits(&self) -> [u64; 2] {
        let BranchExtended {
            op,
            tag,
            call,
            offset,
            cond,
        } = *self;
        let word = u64::from(op)
            | (tag as u64) << 3
            | (call as u64) << 7
            | (offset as u64 & 0x7f_ffff) << 9
            | u64::from(cond) << 32;
        [word, 0]
    }

    fn from_bits([word, _]: [u64; 2]) -> BranchExtended {
        BranchExtended {
            op: (word & 7) as u8,
            tag: Tag::of(word as u32 >> 3),
            call: CALL.rows[(word >> 7 & 3) as usize].op,
            offset: word as i32 >> 9,
            cond: (word >> 32) as u16,
        }
    }
}

/// The suffix of a call mode.
fn show_call(call: Call) -> String {
    match call {
        Call::Default => String::new(),
        call => format!(".{}", call.name()),
    }
}

fn show_op(op: u8) -> String {
    match BRANCH_OP.decode(op.into()) {
        Some(row) => row.name.to_string(),
        None => format!("unk{op}"),
    }
}

fn show_target(offset: i32, tag: Tag) -> String {
    format!("{offset:+} -> {}", tag.name())
}

/// A condition eight times.
fn repeated(cond: Cond) -> u16 {
    cond as u16 * 0x5555
}

/// Finds the offset and the tag of a label.
pub(super) type Labels<'l> = dyn Fn(Cursor<'_>) -> Parsed<(i32, Tag)> + 'l;

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
    match TAG.named(name.text) {
        Some(row) => Ok(row.op),
        None => {
            let help = meant(name.text, TAG.names());
            name.refuse(format!("`{}` is not a tag", name.text), &help)
        }
    }
}

fn read_op(name: Cursor<'_>) -> Parsed<u8> {
    let undocumented = |n: &str| n.strip_prefix("unk")?.parse().ok().filter(|&n: &u8| n < 8);
    match BRANCH_OP.named(name.text) {
        Some(row) => Ok(row.op as u8),
        None => match undocumented(name.text) {
            Some(op) => Ok(op),
            None => {
                let help = meant(name.text, BRANCH_OP.names());
                name.refuse(format!("unknown branch operation `{}`", name.text), &help)
            }
        },
    }
}

fn read_cond(name: Cursor<'_>) -> Parsed<Cond> {
    match COND.named(name.text) {
        Some(row) => Ok(row.op),
        None => {
            let help = meant(name.text, COND.names());
            name.refuse(format!("unknown condition `{}`", name.text), &help)
        }
    }
}

/// Splits off the call mode, which follows the dot before it.
fn read_call(name: &mut Cursor<'_>) -> Call {
    let modes = CALL.rows.iter().filter(|r| r.op != Call::Default);
    let mut found = modes.filter(|r| {
        let rest = name.text.strip_prefix(r.name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    match found.next() {
        Some(row) => {
            name.split(row.name.len());
            name.take(".");
            row.op
        }
        None => Call::Default,
    }
}

impl Branch {
    pub(super) fn read_with(mut text: Cursor<'_>, labels: &Labels<'_>) -> Parsed<Branch> {
        let mut name = text.word();
        if !name.take("br.") {
            return name.refuse("expected a branch", "as in `br.cond.true`");
        }
        let at = name.until('.');
        let op = read_op(at)?;
        if op == UNCONDITIONAL {
            let call = read_call(&mut name);
            name.end()?;
            let (offset, tag) = read_target(text, 7, labels)?;
            return Ok(Branch::Unconditional {
                tag,
                call,
                offset: offset as i8,
            });
        }
        let cond = read_cond(name)?;
        let (offset, tag) = read_target(text, 7, labels)?;
        Ok(Branch::Conditional {
            op,
            tag,
            offset: offset as i8,
            cond,
        })
    }
}

impl BranchExtended {
    pub(super) fn read_with(mut text: Cursor<'_>, labels: &Labels<'_>) -> Parsed<BranchExtended> {
        let mut name = text.word();
        if !name.take("brx.") {
            return name.refuse("expected an extended branch", "as in `brx.cond.true`");
        }
        let call = read_call(&mut name);
        let op = read_op(name.until('.'))?;
        let mut table = name;
        let cond = match table.take("lut") {
            true => match u16::from_str_radix(table.text, 16) {
                Ok(cond) if table.text.chars().all(is_name) => cond,
                _ => {
                    return name
                        .refuse(format!("`{}` is not a table", name.text), "as in `lutFFFE`");
                }
            },
            false => repeated(read_cond(name)?),
        };
        let (offset, tag) = read_target(text, 23, labels)?;
        Ok(BranchExtended {
            op,
            tag,
            call,
            offset,
            cond,
        })
    }
}

fn no_labels(name: Cursor<'_>) -> Parsed<(i32, Tag)> {
    name.refuse(format!("unknown label `{}`", name.text), "")
}

impl Text for Branch {
    fn show(&self) -> String {
        match *self {
            Branch::Unconditional { tag, call, offset } => format!(
                "br.uncond{} {}",
                show_call(call),
                show_target(offset.into(), tag)
            ),
            Branch::Conditional {
                op,
                tag,
                offset,
                cond,
            } => format!(
                "br.{}.{} {}",
                show_op(op),
                cond.name(),
                show_target(offset.into(), tag)
            ),
        }
    }

    fn read(text: Cursor<'_>) -> Parsed<Branch> {
        Branch::read_with(text, &no_labels)
    }
}

impl Text for BranchExtended {
    fn show(&self) -> String {
        let one = COND.rows.iter().find(|r| repeated(r.op) == self.cond);
        let cond = match one {
            Some(row) => row.name.to_string(),
            None => format!("lut{:X}", self.cond),
        };
        format!(
            "brx{}.{}.{cond} {}",
            show_call(self.call),
            show_op(self.op),
            show_target(self.offset, self.tag)
        )
    }

    fn read(text: Cursor<'_>) -> Parsed<BranchExtended> {
        BranchExtended::read_with(text, &no_labels)
    }
}
