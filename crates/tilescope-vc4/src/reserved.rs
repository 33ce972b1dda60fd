//! Reserved bits and values in control records and in shader records.

use tilescope_tables::packet::{EnumTable, Kind, Layout};

use crate::packets::{
    BufferSelect, FrameFormat, IndexType, MemoryFormat, PixelFormat, PrimitiveMode,
};

/// A field with a reserved value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReservedField {
    /// Its lowest and highest bit.
    pub bits: (u16, u16),
    /// Diagnosis of its value.
    pub message: String,
}

/// Fields whose values the units check themselves, with separate rules.
const CHECKED_BY_UNITS: [EnumTable; 6] = [
    PrimitiveMode::TABLE,
    IndexType::TABLE,
    BufferSelect::TABLE,
    MemoryFormat::TABLE,
    PixelFormat::TABLE,
    FrameFormat::TABLE,
];

/// The first field of `bytes` that is reserved and not zero, or whose value is unnamed.
pub fn reserved_field(layout: &Layout, bytes: &[u8]) -> Option<ReservedField> {
    layout.fields.iter().find_map(|f| {
        let value = match f.kind {
            Kind::Reserved | Kind::Enum(_) => f.get(bytes),
            _ => return None,
        };
        let message = match f.kind {
            Kind::Reserved if value != 0 => format!("reserved bits hold {value:#x}"),
            Kind::Enum(t)
                if t.name(value).is_none() && !CHECKED_BY_UNITS.iter().any(|l| l == t) =>
            {
                format!("{value} is not a valid {}", t.what)
            }
            _ => return None,
        };
        Some(ReservedField {
            bits: (f.lo, f.hi()),
            message,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packets::rows::{gl_array_primitive, primitive_list_format};

    #[test]
    fn finds_reserved_bits_and_values_without_a_name() {
        let mut bytes = [0; 9];
        assert_eq!(reserved_field(&gl_array_primitive::LAYOUT, &bytes), None);
        // The mode has a separate rule.
        bytes[0] = 0x0f;
        assert_eq!(reserved_field(&gl_array_primitive::LAYOUT, &bytes), None);
        bytes[0] = 0x14;
        let found = reserved_field(&gl_array_primitive::LAYOUT, &bytes).map(|u| u.bits);
        assert_eq!(found, Some((4, 7)));
        let found = reserved_field(&primitive_list_format::LAYOUT, &[0x0f]).map(|u| u.bits);
        assert_eq!(found, Some((0, 3)));
    }
}
