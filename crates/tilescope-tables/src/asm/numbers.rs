//! Numbers in texts of instructions.

use super::{Cursor, Parsed, Syntax, is_name};

/// The low `bits` bits of `value`, with sign.
pub fn signed(value: i32, bits: u32) -> i32 {
    value << (32 - bits) >> (32 - bits)
}

impl Syntax<'_> {
    /// A left shift of up to four bits, unless it is 0: ` << 2`.
    ///
    /// # Errors
    /// The number of bits is no number, or too large.
    pub fn shift(&mut self, shift: &mut u8) -> Parsed<()> {
        self.space(if *shift != 0 { " " } else { "" });
        if self.optional(*shift != 0, "<<") {
            self.space(" ");
            let read = |rest: &mut Cursor<'_>| Ok(rest.take_while(is_name).number(4)? as u8);
            self.value(shift, u8::to_string, read)?;
            self.space("");
        }
        Ok(())
    }

    /// A displacement of so many bits at the end of a scope, unless it is 0: ` + 0x10`.
    ///
    /// # Errors
    /// It is no number, or too large.
    pub fn displacement(&mut self, value: &mut i32, bits: u32) -> Parsed<()> {
        let show = |value: &i32| match *value {
            0 => String::new(),
            n if n < 0 => format!(" - 0x{:X}", n.unsigned_abs()),
            n => format!(" + 0x{n:X}"),
        };
        self.last(value, show, |mut number| {
            let negative = match (number.take("+"), number.take("-")) {
                (false, false) => return number.end().map(|()| 0),
                (_, negative) => negative,
            };
            let number = number.trimmed();
            let value = number.number(31)? as i32;
            let value = if negative { -value } else { value };
            match signed(value, bits) == value {
                true => Ok(value),
                false => number.refuse(format!("{} does not fit in {bits} bits", number.text), ""),
            }
        })
    }

    /// An operand of so many bits in hexadecimal. `what` names it in the message about a missing
    /// one.
    ///
    /// # Errors
    /// It is missing, no number, or too large.
    pub fn hexadecimal(&mut self, what: &str, value: &mut i32, bits: u32) -> Parsed<()> {
        self.operand(what, |t| {
            let show = |value: &i32| format!("0x{value:X}");
            t.last(value, show, |number| Ok(number.number(bits)? as u32 as i32))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(t: &mut Syntax<'_>, by: &mut u8, offset: &mut i32) -> Parsed<()> {
        t.operand("an index", |t| {
            t.term(|t| t.literal("r0"))?;
            t.shift(by)?;
            t.displacement(offset, 9)
        })
    }

    #[test]
    fn shifts_and_displacements_round_trip() {
        for (by, offset, text) in [
            (0, 0, " r0"),
            (3, 0, " r0 << 3"),
            (0, -16, " r0 - 0x10"),
            (15, 255, " r0 << 15 + 0xFF"),
        ] {
            let (mut shown, mut moved) = (by, offset);
            let written = Syntax::write(|t| describe(t, &mut shown, &mut moved));
            assert_eq!(written, text);
            (shown, moved) = (0, 0);
            let read = Syntax::read(Cursor::new(text), |t| describe(t, &mut shown, &mut moved));
            assert_eq!((read, shown, moved), (Ok(()), by, offset));
        }
    }

    #[test]
    fn displacements_have_a_width() {
        let read = Syntax::read(Cursor::new(" r0 + 0x100"), |t| describe(t, &mut 0, &mut 0));
        let message = read.map_err(|e| e.message);
        assert_eq!(message, Err("0x100 does not fit in 9 bits".to_owned()));
    }
}
