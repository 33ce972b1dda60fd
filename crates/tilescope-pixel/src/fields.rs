//! Pixels of up to 32 bits whose channels are unsigned fractions, and their conversion from one
//! arrangement of fields to another.
//!
//! ```text
//! Fields   fields of a pixel, each with the component that it has
//! Moves    fields of one pixel at other places in another: nothing is converted
//! Stored   pixels in memory, of a buffer that keeps them in other fields
//! ```

use crate::format::{Channel, Format, Storage};
use crate::packed::{Bits, Class, Packed};
use crate::swizzle::Source;

/// A value, and the largest one, which stands for 1.
pub type Fraction = (u32, u32);

/// The fields of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// Bytes of a pixel.
    pub bytes: usize,
    fields: [(Bits, Source); 4],
}

impl Fields {
    /// Colour words.
    pub const COLOUR_WORD: Fields = Fields::identity(&Packed::regular(Class::Unorm, 4, 8));

    /// Channels with the components of their numbers.
    pub const fn identity(packed: &Packed) -> Fields {
        let [r, g, b, a] = packed.channels;
        Fields {
            bytes: packed.bytes as usize,
            fields: [
                (r, Source::Component(0)),
                (g, Source::Component(1)),
                (b, Source::Component(2)),
                (a, Source::Component(3)),
            ],
        }
    }

    /// Channels with the components that `source` gives.
    #[must_use]
    pub fn new(packed: &Packed, source: impl Fn(u32) -> Source) -> Fields {
        let mut out = Fields::identity(packed);
        for (n, (_, of)) in (0..).zip(&mut out.fields) {
            *of = source(n);
        }
        out
    }

    /// Those of a format; of formats that are no fractions, none.
    pub fn of(format: Format) -> Fields {
        let bits = |channel| match channel {
            Channel::Bits { at, bits } => Bits { at, width: bits },
            Channel::Zero | Channel::One => Bits { at: 0, width: 0 },
        };
        let row = format.row();
        let channels = match row.storage {
            Storage::Unorm(channels) | Storage::Wide(channels) => channels.map(bits),
            _ => [Bits { at: 0, width: 0 }; 4],
        };
        Fields::identity(&Packed {
            class: Class::Unorm,
            bytes: row.block_bits / 8,
            channels,
        })
    }

    /// Lowest bit and width of each field.
    pub fn bits(&self) -> [(u32, u32); 4] {
        (self.fields).map(|(bits, _)| (bits.at.into(), bits.width.into()))
    }

    /// There are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.iter().all(|(bits, _)| bits.width == 0)
    }

    /// The place of a component.
    fn place(&self, component: u8) -> Option<Bits> {
        let of = |(bits, source): &&(Bits, Source)| {
            *source == Source::Component(component) && bits.width > 0
        };
        self.fields.iter().find(of).map(|(bits, _)| *bits)
    }

    /// Stores the pixel of a colour. A missing component is 0, a missing alpha 1.
    pub fn pack(&self, colour: &[Fraction; 4], out: &mut [u8]) {
        let mut word = 0u32;
        for (bits, source) in self.fields {
            let largest = mask(bits);
            let value = match source {
                Source::Component(n) => match colour[usize::from(n) & 3] {
                    (value, of) if of > 0 => rescaled(value, of, largest),
                    _ if n == 3 => largest,
                    _ => 0,
                },
                Source::One => largest,
                Source::Zero => 0,
            };
            word |= value.checked_shl(bits.at.into()).unwrap_or(0);
        }
        for (out, byte) in out.iter_mut().zip(word.to_le_bytes()) {
            *out = byte;
        }
    }

    /// The colour of a pixel.
    pub fn unpack(&self, pixel: &[u8]) -> [Fraction; 4] {
        let mut out = [(0, 0), (0, 0), (0, 0), (1, 1)];
        let word = (pixel.iter().take(4).rev()).fold(0u32, |word, b| word << 8 | u32::from(*b));
        for (bits, source) in self.fields {
            if let Source::Component(n) = source
                && bits.width > 0
            {
                let value = word.checked_shr(bits.at.into()).unwrap_or(0) & mask(bits);
                out[usize::from(n) & 3] = (value, mask(bits));
            }
        }
        out
    }
}

/// The largest value of a field.
const fn mask(bits: Bits) -> u32 {
    ((1u64 << bits.width) - 1) as u32
}

/// A fraction in steps of another size, rounded.
fn rescaled(value: u32, of: u32, largest: u32) -> u32 {
    if of == largest {
        return value;
    }
    let of = u64::from(of);
    ((2 * u64::from(value) * u64::from(largest) + of) / (2 * of)) as u32
}

/// Fields of a word of up to 32 bits, each with its lowest bit, a mask, and the lowest bit in
/// another word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Lowest bit, mask, and lowest bit in the other word, which is below 32.
    pub fields: [(u32, u32, u32); 4],
    /// Bits that are always set.
    pub constant: u32,
}

impl Moves {
    /// Those from one arrangement to another; `None` if a field is converted, or pixels have
    /// more than 32 bits.
    pub fn new(from: &Fields, to: &Fields) -> Option<Moves> {
        if from.bytes > 4 || to.bytes > 4 {
            return None;
        }
        let mut moves = Moves::default();
        let fields = to.fields.iter().filter(|(bits, _)| bits.width > 0);
        for (field, &(bits, source)) in moves.fields.iter_mut().zip(fields) {
            let place = match source {
                Source::Component(n) => from.place(n),
                Source::Zero | Source::One => None,
            };
            match place {
                Some(place) if place.width == bits.width && place.at < 32 => {
                    *field = (place.at.into(), mask(bits), bits.at.into());
                }
                Some(_) => return None,
                None if matches!(source, Source::One | Source::Component(3)) => {
                    moves.constant |= mask(bits).checked_shl(bits.at.into()).unwrap_or(0);
                }
                None => {}
            }
        }
        let inside = |(_, _, at): &(u32, u32, u32)| *at < 32;
        moves.fields.iter().all(inside).then_some(moves)
    }

    /// The other word is the same.
    pub fn is_identity(&self) -> bool {
        let stays = |(from, mask, to): &(u32, u32, u32)| from == to || *mask == 0;
        let bits = (self.fields.iter()).fold(0, |all, (_, mask, to)| all | mask << to);
        self.constant == 0 && bits == u32::MAX && self.fields.iter().all(stays)
    }

    /// The other word.
    #[inline(always)]
    pub fn apply(&self, word: u32) -> u32 {
        let mut out = self.constant;
        for (from, mask, to) in self.fields {
            out |= (word >> from & mask) << to;
        }
        out
    }

    /// [`apply`](Moves::apply) with some of the fields, for many words.
    #[inline(always)]
    fn words<'p>(
        &self,
        fields: &[(u32, u32, u32)],
        pixels: impl Iterator<Item = (&'p mut [u8; 4], &'p [u8; 4])>,
    ) {
        for (out, pixel) in pixels {
            let mut word = self.constant;
            for (from, mask, to) in fields {
                word |= (u32::from_le_bytes(*pixel) >> from & mask) << to;
            }
            *out = word.to_le_bytes();
        }
    }

    /// Pixels of `bytes` bytes each as others of `to_bytes`.
    pub fn pixels(&self, bytes: usize, pixels: &[u8], to_bytes: usize, out: &mut [u8]) {
        if (bytes, to_bytes) == (4, 4) {
            let out = out.as_chunks_mut::<4>().0;
            let pixels = out.iter_mut().zip(pixels.as_chunks::<4>().0);
            if self.is_identity() {
                return pixels.for_each(|(out, pixel)| *out = *pixel);
            }
            let mut used = self.fields;
            used.sort_unstable_by_key(|(_, mask, _)| *mask == 0);
            // Depth and stencil are two, and colours three or four.
            return match used {
                [a, b, (_, 0, _), _] => self.words(&[a, b], pixels),
                all => self.words(&all, pixels),
            };
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

/// Pixels in memory, of a buffer that keeps them in fields of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// This many bytes of the pixel.
    Raw(usize),
    /// Fractions.
    Fractions(Fields),
}

impl Stored {
    /// Bytes of a pixel.
    pub const fn bytes(&self) -> usize {
        match self {
            Stored::Raw(bytes) => *bytes,
            Stored::Fractions(fields) => fields.bytes,
        }
    }

    /// Converts a pixel of memory.
    pub fn load(&self, own: &Fields, pixel: &[u8], out: &mut [u8]) {
        out.fill(0);
        match self {
            Stored::Raw(_) => copy(pixel, out),
            Stored::Fractions(fields) => own.pack(&fields.unpack(pixel), out),
        }
    }

    /// Converts pixels of the buffer.
    pub fn store(&self, own: &Fields, pixels: &[u8], out: &mut [u8]) {
        let (bytes, to_bytes) = (own.bytes.max(1), self.bytes().max(1));
        let fields = match self {
            Stored::Raw(_) => None,
            Stored::Fractions(fields) => Some(fields),
        };
        if let Some(moves) = fields.and_then(|fields| Moves::new(own, fields)) {
            return moves.pixels(bytes, pixels, to_bytes, out);
        }
        let out = out.chunks_exact_mut(to_bytes);
        for (out, pixel) in out.zip(pixels.chunks_exact(bytes)) {
            match fields {
                Some(fields) => fields.pack(&own.unpack(pixel), out),
                None => copy(pixel, out),
            }
        }
    }

    /// Converts the means of pixels, of which `pixels` has `count` of each sample, one sample
    /// after the other. Pixels that are not fractions have none: the first is stored.
    pub fn store_means(&self, own: &Fields, pixels: &[u8], count: usize, out: &mut [u8]) {
        let Stored::Fractions(fields) = self else {
            return self.store(own, pixels, out);
        };
        if own.is_empty() {
            return self.store(own, pixels, out);
        }
        let bytes = own.bytes.max(1);
        for (n, out) in out.chunks_exact_mut(fields.bytes.max(1)).enumerate() {
            let (mut sums, mut samples) = ([(0, 0); 4], 0);
            for sample in pixels.chunks_exact((count * bytes).max(1)) {
                let pixel = sample.get(n * bytes..(n + 1) * bytes).unwrap_or(&[]);
                for (sum, (value, largest)) in sums.iter_mut().zip(own.unpack(pixel)) {
                    *sum = (sum.0 + value, largest);
                }
                samples += 1;
            }
            let means = sums.map(|(sum, largest)| ((sum + samples / 2) / samples.max(1), largest));
            fields.pack(&means, out);
        }
    }
}

fn copy(pixel: &[u8], out: &mut [u8]) {
    (out.iter_mut().zip(pixel)).for_each(|(out, byte)| *out = *byte);
}
