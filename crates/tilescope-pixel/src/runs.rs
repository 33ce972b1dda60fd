//! Elements of buffers that follow each other, up to sixteen: the same as one by one, with one
//! conversion for all of most formats.

use half::f16;
use half::slice::HalfFloatSliceExt;

use crate::packed::Class;
use crate::texel::{RegisterType, Storage, Texels, snap};

/// The most elements of a run.
pub const RUN: usize = 16;

/// The channels of a run: a word for each element.
pub type Channels = [[u32; RUN]; 4];

/// Elements that are arrays of numbers of one size.
#[derive(Clone, Copy)]
enum Array {
    /// Words that are not converted.
    Words(usize),
    /// Floats of 16 bits.
    Halves(usize),
}

impl Array {
    fn of(storage: &Storage) -> Option<Array> {
        let array = match storage {
            Storage::Snapped { count } => Some(Array::Words((*count).into())),
            Storage::Packed(packed) => {
                let words = packed.words().map(Array::Words);
                words.or_else(|| packed.halves().map(Array::Halves))
            }
            _ => None,
        };
        array.filter(|array| array.number() != 0)
    }

    /// Numbers of an element.
    fn number(self) -> usize {
        let (Array::Words(number) | Array::Halves(number)) = self;
        number
    }
}

impl Texels {
    /// The elements in `bytes`, of which the first [`RUN`] count, as [`Texels::load`] returns
    /// them; 0 after the last one.
    pub fn load_run(&self, bytes: &[u8], to: RegisterType) -> Channels {
        let size = (self.bytes() as usize).max(1);
        let count = (bytes.len() / size).min(RUN);
        let mut out = [[0; RUN]; 4];
        let array = Array::of(&self.storage).filter(|_| !self.srgb);
        let Some(array) = array else {
            for (lane, element) in bytes.chunks_exact(size).enumerate().take(count) {
                for (out, value) in out.iter_mut().zip(self.load(element, to)) {
                    out[lane] = value;
                }
            }
            return out;
        };
        let mut flat = [0; 4 * RUN];
        match array {
            Array::Words(_) => {
                for (word, bytes) in flat.iter_mut().zip(bytes.as_chunks().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
            }
            Array::Halves(_) => {
                let mut halves = [f16::ZERO; 4 * RUN];
                for (half, bytes) in halves.iter_mut().zip(bytes.as_chunks().0) {
                    *half = f16::from_le_bytes(*bytes);
                }
                let mut floats = [0.0; 4 * RUN];
                halves.convert_to_f32_slice(&mut floats);
                for (word, float) in flat.iter_mut().zip(floats) {
                    *word = float.to_bits();
                }
            }
        }
        let number = array.number();
        for (lane, element) in flat.chunks_exact(number).enumerate().take(count) {
            for (out, word) in out.iter_mut().zip(element) {
                out[lane] = *word;
            }
        }
        let one = [self.one(); RUN];
        if number < 4 {
            out[3] = one;
        }
        let mut out = self.swizzle.apply(out, one);
        for words in &mut out {
            match (to, self.storage.class()) {
                (RegisterType::Float, Class::Uint) => {
                    words.iter_mut().for_each(|v| *v = (*v as f32).to_bits());
                }
                (RegisterType::Float, Class::Sint) => {
                    words
                        .iter_mut()
                        .for_each(|v| *v = (*v as i32 as f32).to_bits());
                }
                _ => {}
            }
            words[count..].fill(0);
        }
        out
    }

    /// Fills `out` with elements of these channels, one after the other, as [`Texels::store`]
    /// returns them.
    pub fn store_run(&self, values: &Channels, from: RegisterType, out: &mut [u8]) {
        let size = (self.bytes() as usize).max(1);
        let count = (out.len() / size).min(RUN);
        let converted = from == RegisterType::Float && self.is_integer();
        let array = Array::of(&self.storage).filter(|_| !converted);
        let Some(array) = array else {
            for (lane, element) in out.chunks_exact_mut(size).enumerate().take(RUN) {
                let values = [0, 1, 2, 3].map(|c: usize| values[c][lane]);
                element.copy_from_slice(&self.store(values, from)[..size]);
            }
            return;
        };
        let mut values = self.swizzle.invert(*values);
        if let Storage::Snapped { .. } = self.storage {
            for word in values[..2].iter_mut().flat_map(|words| &mut words[..count]) {
                *word = snap(*word);
            }
        }
        let number = array.number();
        let mut flat = [0; 4 * RUN];
        for (lane, element) in flat.chunks_exact_mut(number).enumerate().take(count) {
            for (word, values) in element.iter_mut().zip(&values) {
                *word = values[lane];
            }
        }
        match array {
            Array::Words(_) => {
                for (out, word) in out.as_chunks_mut().0.iter_mut().zip(flat) {
                    *out = word.to_le_bytes();
                }
            }
            Array::Halves(_) => {
                let mut halves = [f16::ZERO; 4 * RUN];
                halves.convert_from_f32_slice(&flat.map(f32::from_bits));
                for (out, half) in out.as_chunks_mut().0.iter_mut().zip(halves) {
                    *out = half.to_le_bytes();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Swizzle;
    use crate::packed::{MAX_BYTES, Packed};

    fn texels(storage: Storage, swizzle: u16, srgb: bool) -> Texels {
        Texels {
            storage,
            swizzle: Swizzle(swizzle),
            srgb,
        }
    }

    proptest::proptest! {
        /// The same bits as one by one: floats, integers, halves, and formats without a
        /// conversion for all.
        #[test]
        fn a_run_is_its_elements(
            raw: [[u8; 32]; RUN], values: [[u32; RUN]; 4],
            kind in 0usize..8, number in 1u8..=4, swizzle in 0u16..4096,
            count in 0usize..=RUN, srgb: bool, of in 0usize..4,
        ) {
            let storage = match kind {
                0 => Storage::Packed(Packed::regular(Class::Float, number, 32)),
                1 => Storage::Packed(Packed::regular(Class::Float, number, 16)),
                2 => Storage::Packed(Packed::regular(Class::Uint, number, 32)),
                3 => Storage::Packed(Packed::regular(Class::Sint, number, 32)),
                4 => Storage::Packed(Packed::regular(Class::Unorm, number, 8)),
                5 => Storage::Packed(Packed::downwards(Class::Uint, [16, 16, 0, 0])),
                6 => Storage::Snapped { count: 2 + number / 3 * 2 },
                _ => Storage::SharedExponent { reversed: false },
            };
            let kind = [RegisterType::Float, RegisterType::Unsigned, RegisterType::Signed, RegisterType::Format][of];
            let texels = texels(storage, swizzle, srgb);
            let size = texels.bytes() as usize;
            let bytes: Vec<u8> = raw.as_flattened()[..size * count].to_vec();
            let mut want = [[0; RUN]; 4];
            for (lane, element) in bytes.chunks_exact(size).enumerate() {
                for (want, word) in want.iter_mut().zip(texels.load(element, kind)) {
                    want[lane] = word;
                }
            }
            proptest::prop_assert_eq!(texels.load_run(&bytes, kind), want, "{:?}", texels);
            let mut out = vec![0; size * count];
            texels.store_run(&values, kind, &mut out);
            for (lane, element) in out.chunks_exact(size).enumerate() {
                let want: [u8; MAX_BYTES] = texels.store([0, 1, 2, 3].map(|c: usize| values[c][lane]), kind);
                proptest::prop_assert_eq!(element, &want[..size], "{:?} {}", texels, lane);
            }
        }
    }
}
