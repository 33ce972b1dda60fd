//! Checks of the words of draws.

use super::Checker;
use crate::regs::enums;
use crate::rules::draw;

/// The first of the types that are patches, which state their number of control points.
const PATCHES: u32 = 0x1f;

impl Checker {
    /// `CP_DRAW_INDX_OFFSET`.
    pub(super) fn draw(&mut self, address: u64, payload: &[u32]) {
        let Some(&first) = payload.first() else {
            return;
        };
        let primitive = first & 0x3f;
        if enums::PC_DI_PRIMTYPE.name(u64::from(primitive)).is_none() {
            let message = format!("there is no primitive type {primitive:#x}");
            self.note(&draw::PRIMITIVES_EXIST, address, message);
        } else if (primitive >= PATCHES) != (first >> 17 & 1 != 0) {
            let message = match primitive >= PATCHES {
                true => "patches are drawn without TESS_ENABLE",
                false => "TESS_ENABLE is set for other primitives",
            };
            self.note(&draw::PATCHES_ARE_TESSELLATED, address, message.to_string());
        }
        let wanted = match first >> 6 & 3 {
            0 => 7,
            2 => 3,
            _ => return,
        };
        if payload.len() != wanted {
            let source = enums::PC_DI_SRC_SEL.name(u64::from(first >> 6 & 3));
            let message = format!(
                "a draw with {} has {} words after the header, not {wanted}",
                source.unwrap_or(""),
                payload.len()
            );
            self.note(&draw::DRAWS_HAVE_THEIR_WORDS, address, message);
            return;
        }
        let &[_, _, count, start, low, _, most] = payload else {
            return;
        };
        // 8, 16 or 32 bits.
        let bytes = 1u32 << (first >> 10 & 3);
        if !low.is_multiple_of(bytes) {
            let message = format!("indices of {bytes} bytes are at ...{low:08x}");
            self.note(&draw::INDICES_ARE_ALIGNED, address, message);
        }
        let end = u64::from(start) + u64::from(count);
        if end > u64::from(most) {
            let message = format!("indices {start} to {end} are drawn, the buffer has {most}");
            self.note(&draw::INDICES_ARE_IN_THEIR_BUFFER, address, message);
        }
    }
}
