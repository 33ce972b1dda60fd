//! Pixels whose channels have as many bits in memory as in the tile buffer: they move, and
//! need no conversion.

use super::format::{Internal, Stored};
use super::framebuffer::{DepthBuffer, DepthFields};

/// Channels of a word of up to 32 bits, each with its lowest bit, a mask, and the lowest bit
/// in another word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    channels: [(u32, u32, u32); 4],
    /// Bits that are always set.
    constant: u32,
}

impl Moves {
    /// Those from the tile buffer to memory; `None` if a channel is converted, or pixels have
    /// more than 32 bits.
    pub fn of_color(internal: &Internal, stored: &Stored) -> Option<Moves> {
        let Stored::Channels { bytes, channels } = stored else {
            return None;
        };
        if *bytes > 4 || internal.bytes() > 4 {
            return None;
        }
        let mut moves = Moves::default();
        let from = internal.channels();
        for (to, &(at, bits, source)) in moves.channels.iter_mut().zip(channels) {
            let mask = mask(bits);
            match from.get(source as usize) {
                Some(&(lowest, of)) if of == bits && lowest < 32 => *to = (lowest, mask, at),
                Some(&(_, 1..)) => return None,
                // As `Stored::pack` has it.
                Some(_) if source == 3 => moves.constant |= mask.checked_shl(at).unwrap_or(0),
                None if source == 5 => moves.constant |= mask.checked_shl(at).unwrap_or(0),
                _ => {}
            }
        }
        let inside = |(_, _, at): &(u32, u32, u32)| *at < 32;
        moves.channels.iter().all(inside).then_some(moves)
    }

    /// Those of depth and stencil from the tile buffer to memory.
    pub fn of_depth(buffer: &DepthBuffer, fields: &DepthFields) -> Option<Moves> {
        let is_word = buffer.format.bytes() == 4 && !buffer.format.is_float();
        if !is_word || buffer.largest != mask(24) as f32 {
            return None;
        }
        let mut moves = Moves::default();
        match fields.depth {
            Some((at @ 0..=8, 24)) => moves.channels[0] = (8, mask(24), at),
            Some(_) => return None,
            None => {}
        }
        match fields.stencil {
            Some(at @ 0..=24) => moves.channels[1] = (0, mask(8), at),
            Some(_) => return None,
            None => {}
        }
        Some(moves)
    }

    /// The other word.
    #[inline(always)]
    fn apply(&self, word: u32) -> u32 {
        let mut out = self.constant;
        for (from, mask, to) in self.channels {
            out |= (word >> from & mask) << to;
        }
        out
    }

    /// Pixels of `bytes` bytes each as others of `to_bytes`.
    pub fn pixels(&self, bytes: usize, pixels: &[u8], to_bytes: usize, out: &mut [u8]) {
        if (bytes, to_bytes) == (4, 4) {
            let out = out.as_chunks_mut::<4>().0;
            for (out, pixel) in out.iter_mut().zip(pixels.as_chunks::<4>().0) {
                *out = self.apply(u32::from_le_bytes(*pixel)).to_le_bytes();
            }
            return;
        }
        let out = out.chunks_exact_mut(to_bytes.max(1));
        for (out, pixel) in out.zip(pixels.chunks_exact(bytes.max(1))) {
            let mut word = [0; 4];
            word.iter_mut().zip(pixel).for_each(|(w, byte)| *w = *byte);
            let word = self.apply(u32::from_le_bytes(word)).to_le_bytes();
            out.iter_mut().zip(word).for_each(|(out, byte)| *out = byte);
        }
    }
}

/// The lowest bits.
const fn mask(bits: u32) -> u32 {
    ((1u64 << bits) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptors::{ColorBufferInternalFormat as F, ColorFormatV5 as M};

    #[test]
    fn pixels_move_as_they_are_converted() {
        let formats = [
            (F::R8G8B8A8, M::R8G8B8A8),
            (F::R8G8B8A8, M::R8G8B8),
            (F::R8G8B8A8, M::R8),
            (F::R5G6B5A0, M::R5G6B5),
            (F::R10G10B10A2, M::R10G10B10A2),
            (F::R10G10B10A2, M::A2B10G10R10),
            (F::R5G5B5A1, M::R5G5B5A1),
            (F::R8G8B8A8, M::R5G6B5),
        ];
        // Red first, blue first, alpha one, zero in blue.
        let swizzles = [0o3210, 0o3012, 0o5210, 0o3410];
        let mut moved = 0;
        for (internal, stored) in formats {
            for swizzle in swizzles {
                let internal = Internal::new(internal).expect("a known format");
                let stored = Stored::v5(stored, swizzle).expect("a known format");
                let Some(moves) = Moves::of_color(&internal, &stored) else {
                    continue;
                };
                moved += 1;
                for pixel in [0u32, u32::MAX, 0x0123_4567, 0x89ab_cdef, 0x5a3c_9617] {
                    let bytes = internal.bytes();
                    let pixel = &pixel.to_le_bytes()[..bytes];
                    let mut want = [0; 4];
                    let word = pixel.iter().rev().fold(0, |w, b| w << 8 | u32::from(*b));
                    stored.pack(&internal.unpack(word), &mut want[..stored.bytes()]);
                    let mut out = [0; 4];
                    moves.pixels(bytes, pixel, stored.bytes(), &mut out[..stored.bytes()]);
                    assert_eq!(out, want, "{internal:?} {stored:?} {swizzle:o}");
                }
            }
        }
        assert_eq!(moved, 28);
    }
}
