//! Depth and stencil test of one sample, and of sixteen lanes.
//!
//! The fast form works on words of `depth << 8 | stencil`, as VideoCore IV's tile
//! buffer and Vivante's D24S8 surfaces store them, where depth compares as an unsigned
//! integer of 24 bits. [`DepthStencil::planes`] has depth and stencil apart, for depth
//! of 32 bits and for stencil in a buffer of its own.

#![expect(
    clippy::needless_range_loop,
    reason = "counted loops over several arrays vectorise; zipped iterators sometimes do not"
)]

use tilescope_exec::convert::floor_f64;

use crate::compare::CompareFunc;
use crate::stencil::StencilFace;

/// Depth state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthTest {
    /// Comparison of the incoming depth with the stored one.
    pub func: CompareFunc,
    /// Whether depth that passes is stored.
    pub write: bool,
}

/// Depth and stencil state of one face of a primitive. `None` passes without
/// writing; the default is no test at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthStencil {
    /// Depth test.
    pub depth: Option<DepthTest>,
    /// Stencil test.
    pub stencil: Option<StencilFace>,
}

impl DepthStencil {
    /// Tests one sample of depth `z` (low 24 bits count) against the word
    /// `stored`: the new word, and whether the sample survives.
    #[inline]
    pub fn sample(&self, stored: u32, z: u32) -> (u32, bool) {
        let z = z & 0xff_ffff;
        let depth_passes = match self.depth {
            Some(d) => d.func.passes(z, stored >> 8),
            None => true,
        };
        let (stencil, survives) = match self.stencil {
            Some(s) => s.update(stored as u8, depth_passes),
            None => (stored as u8, depth_passes),
        };
        let depth = match self.depth {
            Some(d) if d.write && survives => z,
            _ => stored >> 8,
        };
        (depth << 8 | stencil as u32, survives)
    }

    /// Tests the lanes of `mask`, updating their words; returns the survivors.
    /// Equal to [`DepthStencil::sample`] lane by lane.
    #[inline(always)]
    pub fn lanes(&self, stored: &mut [u32; 16], z: &[u32; 16], mask: u16) -> u16 {
        let Some(face) = self.stencil else {
            let Some(depth) = self.depth else {
                return mask;
            };
            let (mut new, mut old) = ([0; 16], [0; 16]);
            for (new, z) in new.iter_mut().zip(z) {
                *new = z & 0xff_ffff;
            }
            for (old, word) in old.iter_mut().zip(stored.iter()) {
                *old = word >> 8;
            }
            let z = new;
            let survive = depth.func.lanes(&z, &old) & mask;
            if depth.write {
                for lane in 0..16 {
                    let written = z[lane] << 8 | (stored[lane] & 0xff);
                    let keep = survive >> lane & 1 == 0;
                    stored[lane] = if keep { stored[lane] } else { written };
                }
            }
            return survive;
        };
        let state = Self {
            depth: self.depth,
            stencil: Some(face),
        };
        let mut survive = 0;
        for lane in 0..16 {
            if mask >> lane & 1 == 1 {
                let (word, passes) = state.sample(stored[lane], z[lane]);
                stored[lane] = word;
                survive |= u16::from(passes) << lane;
            }
        }
        survive
    }

    /// Updates depth and stencil of the lanes of `mask`, which are separate words; returns
    /// the survivors. The lanes of `depth_passes` pass the depth test.
    #[inline(always)]
    pub fn planes(&self, planes: &mut Planes, incoming: &Incoming<'_>, mask: u16) -> u16 {
        let mut survive = incoming.depth_passes & mask;
        if let Some(face) = &self.stencil {
            let reference = match incoming.reference {
                Some(reference) => *reference,
                None => [face.reference; 16],
            };
            let passes = face.compare(&planes.stencil, &reference);
            survive &= passes;
            for lane in 0..16 {
                if mask >> lane & 1 != 0 {
                    let op = match (passes >> lane & 1, survive >> lane & 1) {
                        (0, _) => face.fail,
                        (_, 0) => face.depth_fail,
                        _ => face.pass,
                    };
                    let stored = planes.stencil[lane] as u8;
                    let new = op.apply(stored, reference[lane]);
                    let new = new & face.write_mask | stored & !face.write_mask;
                    planes.stencil[lane] = new.into();
                }
            }
        }
        if self.depth.is_some_and(|d| d.write) {
            for lane in 0..16 {
                let keep = survive >> lane & 1 == 0;
                let stored = planes.depth[lane];
                planes.depth[lane] = if keep { stored } else { incoming.z[lane] };
            }
        }
        survive
    }
}

/// Stored depth and stencil of sixteen lanes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planes {
    /// Depths: integers, or the bits of floats.
    pub depth: [u32; 16],
    /// Stencil, in the low 8 bits.
    pub stencil: [u32; 16],
}

/// Incoming values of sixteen lanes for [`DepthStencil::planes`].
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    /// Depths, like [`Planes::depth`].
    pub z: &'a [u32; 16],
    /// The lanes that pass the depth test.
    pub depth_passes: u16,
    /// References that the shader gave instead of that of the face.
    pub reference: Option<&'a [u8; 16]>,
}

/// The rounding of a depth between two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthRounding {
    /// Towards zero.
    Truncate,
    /// To the nearest, halves up.
    Nearest,
}

/// The largest 24-bit depth.
const LARGEST: f64 = 16_777_215.0;

/// A depth of 0 to 1 as 24-bit integer, moved by `offset` steps of it; clamped, NaN is 0.
///
/// The offset is added before rounding: a whole number of steps moves every depth by
/// exactly that many, which a binary32 sum would not.
#[inline(always)]
pub fn z24(depth: f32, offset: f64, rounding: DepthRounding) -> u32 {
    // Exact: 24 by 24 bits fit f64.
    let scaled = f64::from(depth) * LARGEST + offset;
    #[expect(clippy::manual_clamp, reason = "clamp keeps NaN, which is 0 here")]
    let scaled = scaled.max(0.0).min(LARGEST);
    let rounded = match rounding {
        DepthRounding::Truncate => scaled,
        DepthRounding::Nearest => scaled + 0.5,
    };
    floor_f64(rounded).min(0xff_ffff)
}
