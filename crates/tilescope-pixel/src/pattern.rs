//! Fills of memory with a repeated pattern.

/// A value of eight bytes, and the bits of it that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The value.
    pub value: [u8; 8],
    /// Bits that are replaced.
    pub mask: [u8; 8],
}

impl Pattern {
    /// Replaces the bits of `bytes`, the first of which is byte `phase` modulo 8 of the
    /// pattern.
    pub fn fill(mut self, bytes: &mut [u8], phase: usize) {
        self.value.rotate_left(phase % 8);
        self.mask.rotate_left(phase % 8);
        let (value, mask) = (
            u64::from_le_bytes(self.value),
            u64::from_le_bytes(self.mask),
        );
        let (words, rest) = bytes.as_chunks_mut::<8>();
        for word in words {
            *word = (u64::from_le_bytes(*word) & !mask | value & mask).to_le_bytes();
        }
        for ((byte, v), m) in rest.iter_mut().zip(self.value).zip(self.mask) {
            *byte = *byte & !m | v & m;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_the_bits_of_the_pattern() {
        let pattern = Pattern {
            value: [1, 2, 3, 4, 5, 6, 7, 8],
            mask: [0xff, 0, 0xff, 0, 3, 0xff, 0xff, 0xff],
        };
        for phase in 0..16 {
            let mut bytes = [0xf0; 21];
            pattern.fill(&mut bytes, phase);
            for (i, byte) in bytes.into_iter().enumerate() {
                let (value, mask) = (
                    pattern.value[(i + phase) % 8],
                    pattern.mask[(i + phase) % 8],
                );
                assert_eq!(byte, 0xf0 & !mask | value & mask, "{i} {phase}");
            }
        }
    }
}
