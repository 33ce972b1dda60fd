//! Bounds of surfaces and textures. Source: Linux `vc4_validate.c`.

use tilescope_core::{Location, Rule};
use tilescope_vc4::rules::{kernel as rules, tmu};

use super::refuse::Refusal;
use super::shader::TextureSample;
use super::submit::BoView;

/// The memory layout of a surface, with the hardware's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Row by row.
    Linear,
    /// 4 KiB tiles.
    T,
    /// Row by row of 64-byte utiles.
    Lt,
}

impl Tiling {
    /// The layout with this encoding, if it exists.
    pub fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            0 => Some(Tiling::Linear),
            1 => Some(Tiling::T),
            2 => Some(Tiling::Lt),
            _ => None,
        }
    }
}

/// Width and height in texels of the 64 bytes that are stored together.
fn utile(cpp: u32) -> (u32, u32) {
    match cpp {
        1 => (8, 8),
        2 => (8, 4),
        4 => (4, 4),
        _ => (2, 4),
    }
}

fn is_lt(width: u32, height: u32, cpp: u32) -> bool {
    let (w, h) = utile(cpp);
    width <= 4 * w || height <= 4 * h
}

/// Bytes of a level of this size.
fn level_size(tiling: Tiling, width: u32, height: u32, cpp: u32) -> u32 {
    let (w, h) = utile(cpp);
    let (width, height) = match tiling {
        Tiling::Linear => (width.next_multiple_of(w), height),
        Tiling::T => (
            width.next_multiple_of(w * 8),
            height.next_multiple_of(h * 8),
        ),
        Tiling::Lt => (width.next_multiple_of(w), height.next_multiple_of(h)),
    };
    width * height * cpp
}

/// Largest width and height. Screen coordinates wrap around beyond it.
const MAX_SIZE: u32 = 4096;

/// A surface in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// Byte offset in the buffer.
    pub offset: u32,
    /// Memory layout.
    pub tiling: Tiling,
    /// Width in pixels or blocks.
    pub width: u32,
    /// Height in pixels or blocks.
    pub height: u32,
    /// Bytes of a pixel or block.
    pub cpp: u32,
}

impl Surface {
    /// Checks that it is inside a buffer of `bytes`; `outside` is the rule for
    /// a surface that is not.
    pub fn check(&self, bytes: u32, outside: &'static Rule, at: &Location) -> Result<(), Refusal> {
        let Surface {
            offset,
            width,
            height,
            ..
        } = *self;
        if width > MAX_SIZE || height > MAX_SIZE {
            let message = format!("the size is {width}x{height}");
            return Err(Refusal::by(&rules::SURFACE_TOO_LARGE, at.clone(), message));
        }
        let size = level_size(self.tiling, width, height, self.cpp);
        if size.checked_add(offset).is_none_or(|end| end > bytes) {
            let message = format!(
                "{width}x{height} take {size} bytes from offset {offset}, the buffer has {bytes}"
            );
            return Err(Refusal::by(outside, at.clone(), message));
        }
        Ok(())
    }
}

/// Bits of P0 to P3. Source: Linux `vc4_packet.h`.
mod p {
    pub const OFFSET: u32 = 0xffff_f000;
    pub const CUBE: u32 = 1 << 9;
    pub const STRIDE: u32 = 0x3fff_f000;
    pub const PTYPE_STRIDE: u32 = 1;
}

/// Bytes of a texel, or of an ETC1 block; `None` for types that Linux refuses.
fn texel_size(kind: u32) -> Option<u32> {
    match kind {
        0 | 1 | 16 => Some(4),
        2 | 3 | 4 | 7 | 9 | 11 => Some(2),
        5 | 6 | 10 => Some(1),
        ETC1 => Some(8),
        _ => None,
    }
}

const ETC1: u32 = 8;
const RGBA32R: u32 = 16;

fn word(bytes: &[u8], at: u32) -> u32 {
    let at = at as usize;
    bytes
        .get(at..at.saturating_add(4))
        .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// Checks a TMU access whose parameters are in `uniforms`, and returns the place
/// and the value of the uniform with the relocated address.
pub fn relocate(
    sample: &TextureSample,
    uniforms: &[u8],
    buffer: &BoView<'_>,
    at: &Location,
) -> Result<(u32, u32), Refusal> {
    let parameter = |i: usize| sample.parameters[i].map_or(0, |o| word(uniforms, o));
    let place = sample.parameters[0].unwrap_or(0);
    let (p0, p1) = (parameter(0), parameter(1));
    let refuse = |rule, message: String| Err(Refusal::by(rule, at.clone(), message));
    let relocated = (place, buffer.address.wrapping_add(p0));
    if sample.direct {
        let bytes = buffer.size;
        let fits = p0 <= bytes - 4 && p1 <= (bytes - p0).wrapping_sub(4);
        if !fits {
            let message = format!("base {p0} and clamp {p1} in a buffer of {bytes} bytes");
            return refuse(&rules::UNIFORM_BUFFER_OUTSIDE, message);
        }
        return Ok(relocated);
    }
    let cube_stride = cube_stride(p0, parameter(2), parameter(3), at)?;
    let kind = (p0 >> 4 & 0xf) | (p1 >> 31) << 4;
    let Some(cpp) = texel_size(kind) else {
        return refuse(&tmu::UNSUPPORTED_TYPE, format!("texture type {kind}"));
    };
    let or_2048 = |v: u32| if v == 0 { 2048 } else { v };
    let (mut width, mut height) = (or_2048(p1 >> 8 & 0x7ff), or_2048(p1 >> 20 & 0x7ff));
    if kind == ETC1 {
        (width, height) = (width.div_ceil(4), height.div_ceil(4));
    }
    let mut tiling = match kind {
        RGBA32R => Tiling::Linear,
        _ if is_lt(width, height, cpp) => Tiling::Lt,
        _ => Tiling::T,
    };
    let mut offset = p0 & p::OFFSET;
    let surface = Surface {
        offset: offset.wrapping_add(cube_stride.wrapping_mul(5)),
        tiling,
        width,
        height,
        cpp,
    };
    surface.check(buffer.size, &rules::TEXTURE_OUTSIDE, at)?;
    for level in 1..=p0 & 0xf {
        let (w, h) = ((width >> level).max(1), (height >> level).max(1));
        if tiling == Tiling::T && is_lt(w, h, cpp) {
            tiling = Tiling::Lt;
        }
        let size = level_size(tiling, w, h, cpp);
        match offset.checked_sub(size) {
            Some(rest) => offset = rest,
            None => {
                let message = format!("level {level} takes {size} bytes, {offset} are left");
                return refuse(&rules::TEXTURE_LEVELS, message);
            }
        }
    }
    Ok(relocated)
}

/// Bytes between the faces of a cube map; 0 of other textures.
fn cube_stride(p0: u32, p2: u32, p3: u32, at: &Location) -> Result<u32, Refusal> {
    if p0 & p::CUBE == 0 {
        return Ok(0);
    }
    let stride = |v: u32| match v >> 30 {
        p::PTYPE_STRIDE => v & p::STRIDE,
        _ => 0,
    };
    let message = match (stride(p2), stride(p3), p3 >> 30 == p::PTYPE_STRIDE) {
        (0, 0, _) => "a cube map has no stride",
        (0, s, _) | (s, _, false) => return Ok(s),
        _ => "a cube map has two strides",
    };
    Err(Refusal::by(&tmu::CUBE_STRIDE, at.clone(), message))
}
