//! Depth and stencil state of a draw, and the formats of depth buffers.

#![expect(
    clippy::needless_range_loop,
    reason = "counted loops over several arrays vectorise; zipped iterators sometimes do not"
)]

use tilescope_exec::convert::floor_f64;

use crate::depth::{DepthRounding, DepthStencil, DepthTest, Incoming, Planes};

/// The place of 24-bit depth in its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthBits {
    /// Depth in bits 31:8 over stencil.
    High,
    /// Depth in bits 23:0 below stencil.
    Low,
}

/// Storage of depth and stencil. D is depth and S stencil, with their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthFormat {
    /// 16 bits of depth.
    D16,
    /// A word of 24 bits of depth and 8 of stencil.
    D24S8(DepthBits),
    /// A word of 24 bits of depth and 8 that are ignored and stay as they are.
    D24X8(DepthBits),
    /// A float of 32 bits.
    D32F,
    /// A float of 32 bits, then 8 bits of stencil and 24 that stay as they are.
    D32FS8,
    /// Stencil alone.
    S8,
}

/// The largest depth of 16 and of 24 bits.
const LARGEST_16: f64 = 65_535.0;
const LARGEST_24: f64 = 16_777_215.0;

impl DepthFormat {
    /// Bytes of a pixel.
    pub const fn bytes(self) -> usize {
        match self {
            DepthFormat::S8 => 1,
            DepthFormat::D16 => 2,
            DepthFormat::D24S8(_) | DepthFormat::D24X8(_) | DepthFormat::D32F => 4,
            DepthFormat::D32FS8 => 8,
        }
    }

    /// Whether it stores depth.
    pub const fn has_depth(self) -> bool {
        !matches!(self, DepthFormat::S8)
    }

    /// Whether it stores stencil.
    pub const fn has_stencil(self) -> bool {
        matches!(
            self,
            DepthFormat::D24S8(_) | DepthFormat::D32FS8 | DepthFormat::S8
        )
    }

    /// Whether depth is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, DepthFormat::D32F | DepthFormat::D32FS8)
    }

    /// The largest depth stored as an integer.
    const fn limit(self) -> f64 {
        match self {
            DepthFormat::D16 => LARGEST_16,
            _ => LARGEST_24,
        }
    }

    /// Bits by which a stored word is rotated to the left to be 24-bit depth over
    /// stencil. Not for floats.
    const fn rotation(self) -> u32 {
        match self {
            DepthFormat::D16
            | DepthFormat::D24S8(DepthBits::Low)
            | DepthFormat::D24X8(DepthBits::Low) => 8,
            _ => 0,
        }
    }

    /// Depth and stencil of a pixel's words.
    #[inline(always)]
    fn split(self, low: u32, high: u32) -> (u32, u32) {
        match self {
            DepthFormat::D32F => (low, 0),
            DepthFormat::D32FS8 => (low, high & 0xff),
            _ => {
                let packed = low.rotate_left(self.rotation());
                (packed >> 8, packed & 0xff)
            }
        }
    }

    /// A pixel's words, from those that are stored.
    #[inline(always)]
    fn join(self, (low, high): (u32, u32), depth: u32, stencil: u32) -> (u32, u32) {
        match self {
            DepthFormat::D32F => (depth, high),
            DepthFormat::D32FS8 => (depth, high & !0xff | stencil),
            _ => {
                let packed = low.rotate_left(self.rotation());
                let stencil = match self.has_stencil() {
                    true => stencil,
                    false => packed & 0xff,
                };
                let packed = depth << 8 | stencil;
                (packed.rotate_right(self.rotation()), high)
            }
        }
    }
}

/// Depth and stencil state, as a family decodes it.
#[derive(Clone, Copy, Debug)]
pub struct DepthConfig {
    /// The format of the depth buffer.
    pub format: DepthFormat,
    /// Stencil is in a buffer of its own, of bytes. Stencil of the depth buffer is not
    /// used then.
    pub separate_stencil: bool,
    /// Tests of front and back faces. Without a buffer for it, a test passes (OpenGL
    /// ES 3.0, 4.1.4 and 4.1.5).
    pub tests: [DepthStencil; 2],
    /// Depths are clamped to this range before the test. NaN becomes its minimum.
    pub range: (f32, f32),
    /// The stored integer that stands for depth 1.
    pub largest: f32,
    /// Rounding of depth to an integer.
    pub rounding: DepthRounding,
    /// The depth bounds test: the smallest and the largest stored depth at which a
    /// sample may be changed.
    pub bounds: Option<(f32, f32)>,
}

/// Depth and stencil state of a draw, resolved.
#[derive(Clone, Copy, Debug)]
pub struct DepthState {
    format: DepthFormat,
    rotation: u32,
    separate_stencil: bool,
    tests: [DepthStencil; 2],
    range: (f32, f32),
    scale: f64,
    half: f64,
    bounds: Option<Bounds>,
}

/// Stored depths at which samples may be changed.
#[derive(Clone, Copy, Debug)]
enum Bounds {
    Integers(f64, f64),
    Floats(f32, f32),
}

impl DepthState {
    /// Resolves the state of a draw.
    pub fn new(config: &DepthConfig) -> DepthState {
        let format = config.format;
        let has_stencil = config.separate_stencil || format.has_stencil();
        let tests = config.tests.map(|test| DepthStencil {
            depth: test.depth.filter(|_| format.has_depth()),
            stencil: test.stencil.filter(|_| has_stencil),
        });
        let scale = f64::from(config.largest);
        let bounds = config.bounds.filter(|_| format.has_depth());
        let bounds = bounds.map(|(low, high)| match format.is_float() {
            true => Bounds::Floats(low, high),
            // Exact: 24 by 24 bits fit f64.
            false => Bounds::Integers(f64::from(low) * scale, f64::from(high) * scale),
        });
        DepthState {
            format,
            rotation: format.rotation(),
            separate_stencil: config.separate_stencil,
            tests,
            range: config.range,
            scale,
            half: match config.rounding {
                DepthRounding::Truncate => 0.0,
                DepthRounding::Nearest => 0.5,
            },
            bounds,
        }
    }

    /// The format of the depth buffer.
    pub fn format(&self) -> DepthFormat {
        self.format
    }

    /// Whether stencil is in a buffer of its own.
    pub fn separate_stencil(&self) -> bool {
        self.separate_stencil
    }

    /// Tests of front and back faces.
    pub fn tests(&self) -> &[DepthStencil; 2] {
        &self.tests
    }

    /// Depths as they would be stored: integers, or the bits of floats.
    #[inline(always)]
    pub fn quantise(&self, depths: &[f32; 16]) -> [u32; 16] {
        let mut out = [0; 16];
        let (near, far) = self.range;
        if self.format.is_float() {
            for (out, depth) in out.iter_mut().zip(depths) {
                *out = depth.max(near).min(far).to_bits();
            }
            return out;
        }
        let limit = self.format.limit();
        for (out, depth) in out.iter_mut().zip(depths) {
            let scaled = f64::from(depth.max(near).min(far)) * self.scale;
            // Not clamp, which keeps NaN: it is 0 here.
            let scaled = scaled.max(0.0).min(limit);
            *out = floor_f64(scaled + self.half).min(limit as u32);
        }
        out
    }

    /// Whether [`DepthState::test_packed`] implements the state; `reference` is set
    /// if the shader gives stencil references.
    #[inline(always)]
    pub(crate) fn is_packed(&self, reference: bool) -> bool {
        !self.format.is_float() && !self.separate_stencil && self.bounds.is_none() && !reference
    }

    /// Tests the lanes of `mask` on stored words, where [`DepthState::is_packed`].
    #[inline(always)]
    pub(crate) fn test_packed(
        &self,
        words: &mut [u32; 16],
        z: &[u32; 16],
        front: u16,
        mask: u16,
    ) -> u16 {
        for word in words.iter_mut() {
            *word = word.rotate_left(self.rotation);
        }
        let mut passed = 0;
        for (test, lanes) in self.tests.iter().zip([front, !front]) {
            if mask & lanes != 0 {
                passed |= test.lanes(words, z, mask & lanes);
            }
        }
        for word in words.iter_mut() {
            *word = word.rotate_right(self.rotation);
        }
        passed
    }

    /// The tests of every format. The words of a pixel are the low and the high one of
    /// the depth buffer, and that of a separate stencil buffer.
    pub(crate) fn test_planes(
        &self,
        words: &mut [[u32; 16]; 3],
        z: &[u32; 16],
        reference: Option<&[u8; 16]>,
        front: u16,
        mask: u16,
    ) -> u16 {
        let format = self.format;
        let mut planes = Planes::default();
        for lane in 0..16 {
            let (depth, stencil) = format.split(words[0][lane], words[1][lane]);
            planes.depth[lane] = depth;
            planes.stencil[lane] = match self.separate_stencil {
                true => words[2][lane] & 0xff,
                false => stencil,
            };
        }
        let mask = mask & self.inside_bounds(&planes.depth);
        let mut passed = 0;
        for (test, lanes) in self.tests.iter().zip([front, !front]) {
            if mask & lanes != 0 {
                let incoming = Incoming {
                    z,
                    depth_passes: self.compare(test.depth, z, &planes.depth),
                    reference,
                };
                passed |= test.planes(&mut planes, &incoming, mask & lanes);
            }
        }
        for lane in 0..16 {
            let stored = (words[0][lane], words[1][lane]);
            let stencil = match self.separate_stencil {
                true => {
                    words[2][lane] = planes.stencil[lane];
                    format.split(stored.0, stored.1).1
                }
                false => planes.stencil[lane],
            };
            (words[0][lane], words[1][lane]) = format.join(stored, planes.depth[lane], stencil);
        }
        passed
    }

    fn compare(&self, test: Option<DepthTest>, z: &[u32; 16], stored: &[u32; 16]) -> u16 {
        match test {
            None => u16::MAX,
            Some(test) if self.format.is_float() => {
                let (z, stored) = (z.map(f32::from_bits), stored.map(f32::from_bits));
                test.func.lanes(&z, &stored)
            }
            Some(test) => test.func.lanes(z, stored),
        }
    }

    fn inside_bounds(&self, stored: &[u32; 16]) -> u16 {
        let inside = |depth: u32| match self.bounds {
            None => true,
            Some(Bounds::Integers(low, high)) => (low..=high).contains(&f64::from(depth)),
            Some(Bounds::Floats(low, high)) => (low..=high).contains(&f32::from_bits(depth)),
        };
        let mut bits = 0;
        for (lane, depth) in stored.iter().enumerate() {
            bits |= u16::from(inside(*depth)) << lane;
        }
        bits
    }
}
