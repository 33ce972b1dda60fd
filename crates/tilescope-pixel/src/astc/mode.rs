//! The mode of a block: the grid of weights, and the modes of the endpoints.

use super::Size;
use super::sequence::Range;

fn field(bits: u128, at: u32, n: u32) -> u32 {
    (bits >> at) as u32 & ((1 << n) - 1)
}

/// The grid of a block of two dimensions.
fn squares(bits: u128) -> Option<Size> {
    let (a, b) = (field(bits, 5, 2), field(bits, 7, 2));
    let (width, height) = match (field(bits, 0, 2), b) {
        (0, 0) => (12, a + 2),
        (0, 1) => (a + 2, 12),
        (0, 2) => (a + 6, field(bits, 9, 2) + 6),
        (0, _) if a == 0 => (6, 10),
        (0, _) if a == 1 => (10, 6),
        (0, _) => return None,
        _ => match field(bits, 2, 2) {
            0 => (b + 4, a + 2),
            1 => (b + 8, a + 2),
            2 => (a + 2, b + 8),
            _ if b & 2 == 0 => (a + 2, (b & 1) + 6),
            _ => ((b & 1) + 2, a + 2),
        },
    };
    Some((width, height, 1))
}

/// The grid of a block of three dimensions.
fn cells(bits: u128) -> Option<Size> {
    let (a, b) = (field(bits, 5, 2), field(bits, 7, 2));
    let other = field(bits, 9, 2) + 2;
    Some(match (field(bits, 0, 2), b, a) {
        (0, 0, _) => (6, other, a + 2),
        (0, 1, _) => (a + 2, 6, other),
        (0, 2, _) => (a + 2, other, 6),
        (0, _, 0) => (6, 2, 2),
        (0, _, 1) => (2, 6, 2),
        (0, _, 2) => (2, 2, 6),
        (0, ..) => return None,
        _ => (a + 2, b + 2, field(bits, 2, 2) + 2),
    })
}

/// The grid of weights, and the partitions.
pub(super) struct Mode {
    /// Columns of the grid.
    pub width: u32,
    /// Rows of the grid.
    pub height: u32,
    /// Slices of the grid.
    pub depth: u32,
    /// Each point has two weights.
    pub dual: bool,
    /// The range of weights.
    pub weights: Range,
    /// Partitions, 1 to 4.
    pub partitions: u32,
}

impl Mode {
    /// The mode of a block, if it is valid for its size.
    pub fn decode(bits: u128, size: Size) -> Option<Mode> {
        let volume = size.2 > 1;
        let low = field(bits, 0, 2);
        let range = match low {
            0 => field(bits, 2, 2) << 1 | field(bits, 4, 1),
            _ => low << 1 | field(bits, 4, 1),
        };
        let grid = if volume { cells(bits) } else { squares(bits) };
        let (width, height, depth) = grid?;
        // Both bits are part of the size in some cases.
        let b = field(bits, 7, 2);
        let plain = low == 0 && if volume { b != 3 } else { b == 2 };
        let (dual, high) = match plain {
            true => (false, false),
            false => (field(bits, 10, 1) == 1, field(bits, 9, 1) == 1),
        };
        let mode = Mode {
            width,
            height,
            depth,
            dual,
            weights: Range::of_weights(range, high)?,
            partitions: field(bits, 11, 2) + 1,
        };
        let fits = width <= size.0 && height <= size.1 && depth <= size.2;
        let valid = fits
            && mode.weight_count() <= 64
            && (24..=96).contains(&mode.weight_bits())
            && !(dual && mode.partitions == 4);
        valid.then_some(mode)
    }

    /// Weights of the block.
    pub fn weight_count(&self) -> u32 {
        self.width * self.height * self.depth * if self.dual { 2 } else { 1 }
    }

    /// Bits of the weights.
    pub fn weight_bits(&self) -> u32 {
        self.weights.bits_of(self.weight_count())
    }
}

/// The endpoints of a block.
pub(super) struct Endpoints {
    /// The mode of each partition's.
    pub modes: [u32; 4],
    /// The seed of the partitions.
    pub seed: u32,
    /// The component that the second plane of weights is for.
    pub second_component: usize,
    /// The first bit of their values.
    pub start: u32,
    /// The range of their values.
    pub range: Range,
}

impl Endpoints {
    /// The endpoints, if their values fit between the modes and the weights.
    pub fn decode(bits: u128, mode: &Mode) -> Option<Endpoints> {
        let partitions = mode.partitions;
        let taken = mode.weight_bits();
        let class = field(bits, 23, 2);
        let (modes, start, more) = if partitions == 1 {
            ([field(bits, 13, 4); 4], 17, 0)
        } else if class == 0 {
            ([field(bits, 25, 4); 4], 29, 0)
        } else {
            // A bit of each partition's class, then two bits of its mode, of which those
            // beyond bit 28 are below the weights.
            let more = 3 * partitions - 4;
            let all = field(bits, 128 - taken - more, more) << 4 | field(bits, 25, 4);
            let one =
                |i: u32| (class - 1 + (all >> i & 1)) << 2 | (all >> (partitions + 2 * i) & 3);
            ([one(0), one(1), one(2), one(3)], 29, more)
        };
        let used = modes.iter().take(partitions as usize);
        let count: u32 = used.map(|m| 2 * (m >> 2) + 2).sum();
        let below = taken + more + if mode.dual { 2 } else { 0 };
        let room = 128u32.checked_sub(start + below)?;
        if count > 18 || room < (13 * count).div_ceil(5) {
            return None;
        }
        Some(Endpoints {
            modes,
            seed: field(bits, 13, 10),
            second_component: field(bits, 128 - below, 2) as usize,
            start,
            range: Range::of_endpoints(count, room)?,
        })
    }
}
