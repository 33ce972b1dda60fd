//! Fields in braces: what the text of an instruction does not show otherwise.

use super::{Cursor, Parsed};
use crate::Field;
use crate::text::meant;

/// Reads `{name=value, ...}`: the places of the fields, and their values.
///
/// # Errors
/// The first error of the text.
pub fn fields_in_braces<P: Copy>(text: Cursor<'_>, fields: &[(P, Field)]) -> Parsed<Vec<(P, u64)>> {
    let mut rest = text;
    rest.take("{");
    let inside = rest.take_while(|c| c != '}');
    if !rest.take("}") {
        return text.refuse("`{` is not closed", "");
    }
    rest.end()?;
    let mut found = Vec::new();
    for piece in inside.by_commas() {
        let mut value = piece;
        let name = value.until('=').trimmed();
        let value = value.trimmed();
        let Some((place, field)) = fields.iter().find(|f| f.1.name == name.text) else {
            let help = meant(name.text, fields.iter().map(|f| f.1.name));
            let at = if name.is_empty() { piece } else { name };
            return at.refuse(format!("unknown field `{}`", name.text), &help);
        };
        let number = value.number(64)?;
        if number > field.max() {
            let bits = field.width();
            return value.refuse(
                format!("{number} does not fit in the {bits} bits of {}", name.text),
                "",
            );
        }
        found.push((*place, number));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [(u8, Field); 2] = [
        (0, Field::new("mask", 7, 4, "")),
        (1, Field::new("op", 3, 0, "")),
    ];

    fn read(text: &str) -> Result<Vec<(u8, u64)>, (u32, String)> {
        let read = fields_in_braces(Cursor::new(text), &FIELDS);
        read.map_err(|e| (e.at.column, e.message))
    }

    #[test]
    fn places_and_values() {
        assert_eq!(read("{op=0xf, mask = 2}"), Ok(vec![(1, 15), (0, 2)]));
    }

    #[test]
    fn mistakes_are_located() {
        let error = |text| read(text).expect_err(text);
        assert_eq!(error("{op=1").1, "`{` is not closed");
        assert_eq!(error("{op=1} x"), (8, "unexpected `x`".to_string()));
        assert_eq!(error("{p=1}"), (2, "unknown field `p`".to_string()));
        let long = "16 does not fit in the 4 bits of mask".to_string();
        assert_eq!(error("{mask=16}"), (7, long));
    }
}
