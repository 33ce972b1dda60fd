//! Depth and stencil test on 32-bit words of 24-bit depth over 8-bit stencil.
//!
//! The word is `depth << 8 | stencil`, as VideoCore IV's tile buffer and
//! Vivante's D24S8 surfaces store it. Depth compares as an unsigned integer.

use tilescope_exec::convert::floor_f64;

use crate::interp::Plane;

/// A comparison of the incoming value with the stored one.
///
/// The order is that of OpenGL, Vulkan, D3D and Gallium alike, and of the
/// 3-bit fields of the chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareFunc {
    /// Fails.
    Never,
    /// Incoming below stored.
    Less,
    /// Same.
    Equal,
    /// Incoming not above stored.
    LessEqual,
    /// Incoming above stored.
    Greater,
    /// Different.
    NotEqual,
    /// Incoming not below stored.
    GreaterEqual,
    /// Passes.
    Always,
}

impl CompareFunc {
    /// From the low 3 bits of a field.
    pub const fn from_bits(bits: u32) -> Self {
        match bits & 7 {
            0 => Self::Never,
            1 => Self::Less,
            2 => Self::Equal,
            3 => Self::LessEqual,
            4 => Self::Greater,
            5 => Self::NotEqual,
            6 => Self::GreaterEqual,
            _ => Self::Always,
        }
    }

    /// Whether `incoming` passes the comparison with `stored`.
    #[inline]
    pub const fn passes(self, incoming: u32, stored: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => incoming < stored,
            Self::Equal => incoming == stored,
            Self::LessEqual => incoming <= stored,
            Self::Greater => incoming > stored,
            Self::NotEqual => incoming != stored,
            Self::GreaterEqual => incoming >= stored,
            Self::Always => true,
        }
    }

    /// Bit per lane that passes; one branch for all 16.
    #[inline(always)]
    fn lanes(self, incoming: &[u32; 16], stored: &[u32; 16]) -> u16 {
        #[inline(always)]
        fn each(a: &[u32; 16], b: &[u32; 16], f: impl Fn(u32, u32) -> bool) -> u16 {
            let mut bits = 0;
            for lane in 0..16 {
                bits |= u16::from(f(a[lane], b[lane])) << lane;
            }
            bits
        }
        match self {
            Self::Never => 0,
            Self::Less => each(incoming, stored, |i, s| i < s),
            Self::Equal => each(incoming, stored, |i, s| i == s),
            Self::LessEqual => each(incoming, stored, |i, s| i <= s),
            Self::Greater => each(incoming, stored, |i, s| i > s),
            Self::NotEqual => each(incoming, stored, |i, s| i != s),
            Self::GreaterEqual => each(incoming, stored, |i, s| i >= s),
            Self::Always => 0xffff,
        }
    }
}

/// A stencil operation. Field encodings differ between chips and are decoded by
/// the families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StencilOp {
    /// Unchanged.
    Keep,
    /// 0.
    Zero,
    /// The reference.
    Replace,
    /// One more, at most 255.
    IncrementClamp,
    /// One less, at least 0.
    DecrementClamp,
    /// All bits inverted.
    Invert,
    /// One more, 255 to 0.
    IncrementWrap,
    /// One less, 0 to 255.
    DecrementWrap,
}

impl StencilOp {
    /// The new value before the write mask.
    #[inline]
    pub const fn apply(self, stored: u8, reference: u8) -> u8 {
        match self {
            Self::Keep => stored,
            Self::Zero => 0,
            Self::Replace => reference,
            Self::IncrementClamp => stored.saturating_add(1),
            Self::DecrementClamp => stored.saturating_sub(1),
            Self::Invert => !stored,
            Self::IncrementWrap => stored.wrapping_add(1),
            Self::DecrementWrap => stored.wrapping_sub(1),
        }
    }
}

/// Depth state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthTest {
    /// Comparison of the incoming depth with the stored one.
    pub func: CompareFunc,
    /// Whether depth that passes is stored.
    pub write: bool,
}

/// Stencil state of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StencilFace {
    /// Comparison of the reference with the stored value, both masked with
    /// `read_mask`.
    pub func: CompareFunc,
    /// The reference value.
    pub reference: u8,
    /// Bits compared.
    pub read_mask: u8,
    /// Bits changed.
    pub write_mask: u8,
    /// When the stencil test fails.
    pub fail: StencilOp,
    /// When it passes and the depth test fails.
    pub depth_fail: StencilOp,
    /// When both pass.
    pub pass: StencilOp,
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
    pub const fn sample(&self, stored: u32, z: u32) -> (u32, bool) {
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
}

impl StencilFace {
    /// The new stencil value, and whether the sample survives.
    #[inline]
    const fn update(&self, stored: u8, depth_passes: bool) -> (u8, bool) {
        let passes = self.func.passes(
            (self.reference & self.read_mask) as u32,
            (stored & self.read_mask) as u32,
        );
        let op = match (passes, depth_passes) {
            (false, _) => self.fail,
            (true, false) => self.depth_fail,
            (true, true) => self.pass,
        };
        let new = op.apply(stored, self.reference);
        (
            (new & self.write_mask) | (stored & !self.write_mask),
            passes && depth_passes,
        )
    }
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
/// The offset is added before rounding: a whole number of steps moves every depth by exactly that
/// many, which a binary32 sum would not.
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

/// Polygon offset of a depth plane in steps of 24-bit depth: `factor * max(|a|, |b|)`,
/// and a step for each unit (OpenGL ES 2.0, section 3.5.2: r is the smallest value that
/// is guaranteed to be resolvable).
#[inline]
#[must_use]
pub fn offset_steps(plane: &Plane, factor: f32, units: f32) -> f64 {
    let slope = f64::from(plane.a.abs().max(plane.b.abs()));
    f64::from(factor) * slope * LARGEST + f64::from(units)
}
