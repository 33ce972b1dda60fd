//! Texts of instructions, described once for both directions.

use super::{Cursor, Parsed, Suffix};
use crate::Slot;

/// A text that is written from a value, or read into it.
///
/// A description visits the parts of a text in order, with the same calls in both
/// directions: writing appends each part, reading takes it from the rest and sets the value.
/// Scopes are nested: a [`word`](Syntax::word), an [`operand`](Syntax::operand), a
/// [`term`](Syntax::term), each of parts between dots.
///
/// ```
/// use tilescope_tables::asm::{Cursor, Parsed, Suffix, Syntax};
/// const ROWS: [Suffix; 2] = [Suffix::new("abs", 1, 1), Suffix::new("neg", 2, 2)];
/// fn describe(t: &mut Syntax<'_>, reg: &mut u64, bits: &mut u32) -> Parsed<()> {
///     t.word(|t| t.literal("mov"))?;
///     t.operand("a register", |t| {
///         t.literal("r")?;
///         t.part(reg, u64::to_string, |part| part.number(4))?;
///         t.suffixes(bits, &ROWS, &mut |other| other.refuse("not a modifier", ""))
///     })
/// }
/// let (mut reg, mut bits) = (5, 2);
/// let text = Syntax::write(|t| describe(t, &mut reg, &mut bits));
/// assert_eq!(text, "mov r5.neg");
/// let text = Cursor::new("mov r7.neg.abs");
/// assert!(Syntax::read(text, |t| describe(t, &mut reg, &mut bits)).is_ok());
/// assert_eq!((reg, bits), (7, 3));
/// ```
#[derive(Debug)]
pub struct Syntax<'a> {
    side: Side<'a>,
    /// Whether no part of the scope precedes.
    first: bool,
    /// The text before the next operand.
    between: &'static str,
}

#[derive(Debug)]
enum Side<'a> {
    Write(String),
    Read(Cursor<'a>),
}

impl<'a> Syntax<'a> {
    fn new(side: Side<'a>) -> Syntax<'a> {
        Syntax {
            side,
            first: true,
            between: " ",
        }
    }

    /// The text of a value. Descriptions fail only when they read.
    pub fn write(describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>) -> String {
        let mut t = Syntax::new(Side::Write(String::new()));
        let described = describe(&mut t);
        debug_assert!(described.is_ok(), "{described:?}");
        match t.side {
            Side::Write(out) => out,
            Side::Read(_) => String::new(),
        }
    }

    /// Reads the whole of a text.
    ///
    /// # Errors
    /// The first error of the text.
    pub fn read(
        text: Cursor<'a>,
        describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>,
    ) -> Parsed<()> {
        let mut t = Syntax::new(Side::Read(text));
        describe(&mut t)?;
        t.rest().map_or(Ok(()), Cursor::end)
    }

    /// The text that is not read yet; nothing if the text is written.
    pub fn rest(&self) -> Option<Cursor<'a>> {
        match self.side {
            Side::Write(_) => None,
            Side::Read(rest) => Some(rest),
        }
    }

    /// Whether the text is read.
    pub fn reads(&self) -> bool {
        self.rest().is_some()
    }

    /// A decision: `is` when writing, and what the rest of the text begins with when reading.
    pub fn either(&self, is: bool, begins: impl FnOnce(Cursor<'a>) -> bool) -> bool {
        self.rest().map_or(is, begins)
    }

    /// A text that is only written: spaces that reading skips.
    pub fn space(&mut self, text: &str) {
        match &mut self.side {
            Side::Write(out) => out.push_str(text),
            Side::Read(rest) => rest.skip_spaces(),
        }
    }

    /// A text that is always there.
    ///
    /// # Errors
    /// It is not.
    pub fn literal(&mut self, text: &str) -> Parsed<()> {
        match self.optional(true, text) {
            true => Ok(()),
            false => self.refuse(format!("expected `{text}`"), ""),
        }
    }

    /// A text that is there if `is`. Returns whether it is there.
    pub fn optional(&mut self, is: bool, text: &str) -> bool {
        match &mut self.side {
            Side::Write(out) if is => out.push_str(text),
            Side::Write(_) => {}
            Side::Read(rest) => return rest.take(text),
        }
        is
    }

    /// An error about the rest of the text.
    ///
    /// # Errors
    /// Always.
    pub fn refuse(&self, message: impl Into<String>, help: &str) -> Parsed<()> {
        self.rest().unwrap_or(Cursor::new("")).refuse(message, help)
    }

    /// A value whose text is at the beginning of the rest.
    ///
    /// # Errors
    /// That of `read`.
    pub fn value<T>(
        &mut self,
        value: &mut T,
        show: impl FnOnce(&T) -> String,
        read: impl FnOnce(&mut Cursor<'a>) -> Parsed<T>,
    ) -> Parsed<()> {
        self.first = false;
        match &mut self.side {
            Side::Write(out) => out.push_str(&show(value)),
            Side::Read(rest) => *value = read(rest)?,
        }
        Ok(())
    }

    /// A value whose text is a part between dots.
    ///
    /// # Errors
    /// That of `read`, which gets an empty text if there is no such part.
    pub fn part<T>(
        &mut self,
        value: &mut T,
        show: impl FnOnce(&T) -> String,
        read: impl FnOnce(Cursor<'a>) -> Parsed<T>,
    ) -> Parsed<()> {
        let follows = self.dot();
        self.value(value, show, |rest| {
            read(rest.take_while(|c| follows && c != '.'))
        })
    }

    /// A value whose text is the whole rest of the scope.
    ///
    /// # Errors
    /// That of `read`.
    pub fn last<T>(
        &mut self,
        value: &mut T,
        show: impl FnOnce(&T) -> String,
        read: impl FnOnce(Cursor<'a>) -> Parsed<T>,
    ) -> Parsed<()> {
        self.value(value, show, |rest| read(rest.take_while(|_| true)))
    }

    /// A part that is only written, if there is one.
    pub fn shown(&mut self, text: Option<&str>) {
        if let Some(text) = text.filter(|_| !self.reads()) {
            self.dot();
            self.optional(true, text);
        }
    }

    /// The dot before a part.
    fn dot(&mut self) -> bool {
        let first = std::mem::replace(&mut self.first, false);
        first || self.optional(true, ".")
    }

    /// A part that names a row of a slot. `unknown` is the message about another name.
    ///
    /// # Errors
    /// There is no row of this name.
    pub fn named<O>(
        &mut self,
        slot: &Slot<O>,
        value: &mut u8,
        unknown: impl FnOnce(&str) -> String,
    ) -> Parsed<()> {
        let show = |value: &u8| slot.decode((*value).into()).map_or("?", |row| row.name);
        self.part(
            value,
            |value| show(value).to_string(),
            |name| Ok(slot.find(name, unknown)?.bits.value as u8),
        )
    }

    /// A part that is one of several texts, each of which stands for a value.
    ///
    /// # Errors
    /// That of `unknown`, about another text.
    pub fn choice<T: Copy + PartialEq>(
        &mut self,
        value: &mut T,
        texts: &[(&str, T)],
        unknown: impl FnOnce(Cursor<'a>) -> Parsed<T>,
    ) -> Parsed<()> {
        let show = |value: &T| texts.iter().find(|t| t.1 == *value).map_or("?", |t| t.0);
        self.part(
            value,
            |value| show(value).to_string(),
            |part| match texts.iter().find(|t| t.0 == part.text) {
                Some((_, value)) => Ok(*value),
                None => unknown(part),
            },
        )
    }

    /// The other parts of the scope, in any order. `other` takes those that no row has.
    ///
    /// # Errors
    /// That of `other`.
    pub fn suffixes(
        &mut self,
        bits: &mut u32,
        rows: &[Suffix],
        other: &mut dyn FnMut(Cursor<'a>) -> Parsed<()>,
    ) -> Parsed<()> {
        if !self.reads() {
            for row in rows {
                self.shown(row.show(*bits).as_deref());
            }
            return Ok(());
        }
        loop {
            let dot = self.dot();
            let Side::Read(rest) = &mut self.side else {
                return Ok(());
            };
            if !dot {
                return Ok(());
            }
            let found = rows.iter().filter_map(|row| row.read(rest.text));
            match found.max_by_key(|found| found.len) {
                Some(found) => {
                    rest.split(found.len);
                    *bits = *bits & !found.mask | found.value;
                }
                None => other(rest.take_while(|c| c != '.'))?,
            }
        }
    }

    /// A word, which ends at a space.
    ///
    /// # Errors
    /// Those of `describe`, and that the word does not end after it.
    pub fn word(&mut self, describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>) -> Parsed<()> {
        self.scope(|rest| Ok(rest.word()), describe)
    }

    /// An operand. `what` names it in the message about a missing one.
    ///
    /// # Errors
    /// Those of `describe`, that there is no operand, and that it does not end after it.
    pub fn operand(
        &mut self,
        what: &str,
        describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>,
    ) -> Parsed<()> {
        let between = std::mem::replace(&mut self.between, ", ");
        if let Side::Write(out) = &mut self.side {
            out.push_str(between);
        }
        self.scope(|rest| rest.operand(what), describe)
    }

    /// A part of an operand, which ends at a space or an operator.
    ///
    /// # Errors
    /// Those of `describe`, and that the term does not end after it.
    pub fn term(&mut self, describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>) -> Parsed<()> {
        let piece = |rest: &mut Cursor<'a>| {
            rest.skip_spaces();
            Ok(rest.take_while(|c| !c.is_ascii_whitespace() && !matches!(c, '+' | '-' | '<')))
        };
        self.scope(piece, describe)
    }

    /// A text between two characters.
    ///
    /// # Errors
    /// Those of `describe`, and that the text does not end after it.
    pub fn enclosed(
        &mut self,
        [open, close]: [char; 2],
        describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>,
    ) -> Parsed<()> {
        self.literal(open.encode_utf8(&mut [0; 4]))?;
        self.scope(|rest| Ok(rest.take_while(|c| c != close)), describe)?;
        self.literal(close.encode_utf8(&mut [0; 4]))
    }

    /// Describes a piece of the rest.
    fn scope(
        &mut self,
        piece: impl FnOnce(&mut Cursor<'a>) -> Parsed<Cursor<'a>>,
        describe: impl FnOnce(&mut Syntax<'a>) -> Parsed<()>,
    ) -> Parsed<()> {
        match &mut self.side {
            Side::Write(_) => {
                self.first = true;
                describe(self)
            }
            Side::Read(rest) => Syntax::read(piece(rest)?, describe),
        }
    }
}
