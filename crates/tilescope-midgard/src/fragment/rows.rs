//! Render targets, depth and stencil of framebuffers, read by rows of fields: those of v4 and of
//! v5 are at other places.

use tilescope_core::{Rule, Stopped};
use tilescope_output::DepthFields;
use tilescope_output::tile_buffer::{
    ColorBuffer, DepthBuffer, PixelOrder, StoredSamples, Superblocks, Surface, Target,
};
use tilescope_pixel::fields::Stored;
use tilescope_tables::packet::Field;

use super::format::Internal;
use super::framebuffer::refuse;
use crate::descriptors::tiler::rt_buffer;
use crate::descriptors::{BlockFormat, ColorBufferInternalFormat, Msaa, SFormat, ZsFormat};
use crate::log::Ctx;
use crate::memory;
use crate::rules::framebuffer as rules;
use crate::rules::texture::AFBC_HEADER;

/// The fields of a surface.
pub(super) struct SurfaceRows {
    pub enable: &'static Field,
    pub format: &'static Field,
    pub msaa: &'static Field,
    pub block: &'static Field,
    /// The first of the fields of [`rt_buffer`].
    pub buffer: &'static Field,
    /// Of compressed surfaces: headers and body.
    pub afbc: Option<(&'static Field, &'static Field)>,
}

/// The fields of a render target.
pub(super) struct TargetRows {
    pub internal: &'static Field,
    pub swizzle: &'static Field,
    pub writeback: SurfaceRows,
    pub preload: SurfaceRows,
    pub writes_clean: &'static Field,
    /// The first of four words: the clear colour in the internal format.
    pub clear: &'static Field,
    /// The format of a number and a swizzle.
    pub stored: fn(u8, u64, &Internal) -> Option<Stored>,
}

/// Bytes of a pixel of depth and stencil, and the places of both.
pub(super) type Places = fn(u8) -> Option<(usize, DepthFields)>;

/// The fields of depth and stencil.
pub(super) struct DepthRows {
    pub depth: SurfaceRows,
    pub stencil: SurfaceRows,
    pub preload: SurfaceRows,
    /// The places of a format that is read.
    pub preloaded: Places,
    pub writes_clean: &'static Field,
}

/// A descriptor of surfaces.
#[derive(Clone, Copy)]
pub(super) struct Surfaces<'b> {
    /// The address of the framebuffer or render target.
    pub address: u64,
    /// The record of `enable`.
    pub enables: &'b [u8],
    /// The record of all other fields.
    pub bytes: &'b [u8],
    /// Superblocks of a row of compressed surfaces.
    pub across: u32,
}

impl<'b> Surfaces<'b> {
    /// The bytes from a field on.
    fn from(&self, field: &Field) -> &'b [u8] {
        self.bytes.get(usize::from(field.lo / 8)..).unwrap_or(&[])
    }

    /// The surface of `rows` with pixels of `bytes` bytes.
    fn surface(&self, rows: &SurfaceRows, bytes: usize) -> Surface {
        let buffer = self.from(rows.buffer);
        let base = rt_buffer::BASE.get(buffer);
        let (headers, body) = match rows.afbc {
            Some((headers, body)) => (headers.get(self.bytes), body.get(self.bytes)),
            None => (base, 0),
        };
        let superblocks = Superblocks {
            headers,
            across: self.across,
            texel_bytes: bytes as u32,
            rule: &AFBC_HEADER,
        };
        let order = match BlockFormat::from_bits(rows.block.get(self.bytes) as u8) {
            BlockFormat::Linear => PixelOrder::Linear,
            BlockFormat::TiledLinear => PixelOrder::Tiles,
            BlockFormat::TiledUInterleaved => PixelOrder::Interleaved,
            BlockFormat::Afbc => PixelOrder::Afbc(superblocks, body),
            BlockFormat::Unknown(_) => PixelOrder::Unknown,
        };
        Surface {
            base,
            row_stride: rt_buffer::ROW_STRIDE.get(buffer) as u32,
            surface_stride: rt_buffer::SURFACE_STRIDE.get(buffer) as u32,
            bytes,
            order,
        }
    }

    /// The target of `rows`, if it is enabled. `stored` has the bytes and the meaning of a format.
    fn target<F>(
        &self,
        rows: &SurfaceRows,
        (rule, name): (&'static Rule, &str),
        stored: impl FnOnce(u8) -> Option<(usize, F)>,
        c: &mut Ctx<'_>,
    ) -> Result<Option<Target<F>>, Stopped> {
        if rows.enable.get(self.enables) == 0 {
            return Ok(None);
        }
        let raw = rows.format.get(self.bytes) as u8;
        let (bytes, stored) = self.known(stored(raw), (rule, name, raw), c)?;
        Ok(Some(Target {
            surface: self.surface(rows, bytes),
            stored,
            samples: match Msaa::from_bits(rows.msaa.get(self.bytes) as u8) {
                Msaa::Average => StoredSamples::Mean,
                Msaa::Multiple | Msaa::Layered => StoredSamples::All,
                Msaa::Single | Msaa::Unknown(_) => StoredSamples::First,
            },
        }))
    }

    /// The meaning of the format `raw`.
    fn known<T>(
        &self,
        meaning: Option<T>,
        (rule, name, raw): (&'static Rule, &str, u8),
        c: &mut Ctx<'_>,
    ) -> Result<T, Stopped> {
        let text = || format!("{name} format {raw} is undefined");
        meaning.ok_or_else(|| refuse(rule, self.address, text(), c))
    }
}

impl TargetRows {
    /// Reads a render target, and its format in the tile buffer.
    pub fn read(
        &self,
        of: &Surfaces<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(Internal, ColorBuffer), Stopped> {
        let raw = self.internal.get(of.bytes) as u8;
        let internal = Internal::new(ColorBufferInternalFormat::from_bits(raw));
        let internal = of.known(internal, (&rules::INTERNAL_FORMAT, "internal", raw), c)?;
        let stored = |raw| {
            let stored = (self.stored)(raw, self.swizzle.get(of.bytes), &internal)?;
            Some((stored.bytes(), stored))
        };
        let format = (&rules::WRITEBACK_FORMAT, "writeback");
        let buffer = ColorBuffer {
            fields: internal.fields,
            clear: internal.clear_pixel(&memory::words(of.from(self.clear))),
            preload: of.target(&self.preload, format, stored, c)?,
            writeback: of.target(&self.writeback, format, stored, c)?,
            writes_clean: self.writes_clean.is_set(of.bytes),
        };
        Ok((internal, buffer))
    }
}

impl DepthRows {
    /// Reads the surfaces of `depth`.
    pub fn read(
        &self,
        depth: DepthBuffer,
        of: &Surfaces<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<DepthBuffer, Stopped> {
        let of_depth = (&rules::DEPTH_FORMAT, "depth");
        let of_stencil = (&rules::STENCIL_FORMAT, "stencil");
        Ok(DepthBuffer {
            depth: of.target(&self.depth, of_depth, zs_fields, c)?,
            stencil: of.target(&self.stencil, of_stencil, s_fields, c)?,
            preload: of.target(&self.preload, of_depth, self.preloaded, c)?,
            writes_clean: self.writes_clean.is_set(of.bytes),
            ..depth
        })
    }
}

/// Bytes of a pixel of depth, and the places of depth and stencil.
pub(super) fn zs_fields(format: u8) -> Option<(usize, DepthFields)> {
    let (bytes, depth, stencil) = match ZsFormat::from_bits(format) {
        ZsFormat::D16 => (2, (0, 16), None),
        ZsFormat::D24 => (3, (0, 24), None),
        ZsFormat::D24X8 => (4, (0, 24), None),
        ZsFormat::D24S8 => (4, (0, 24), Some(24)),
        ZsFormat::X8D24 => (4, (8, 24), None),
        ZsFormat::S8D24 => (4, (8, 24), Some(0)),
        ZsFormat::D32 => (4, (0, 32), None),
        ZsFormat::D32S8X24 => (8, (0, 32), Some(32)),
        ZsFormat::Unknown(_) => return None,
    };
    let depth = Some(depth);
    Some((bytes, DepthFields { depth, stencil }))
}

/// Bytes of a pixel of stencil, and its place.
fn s_fields(format: u8) -> Option<(usize, DepthFields)> {
    let (bytes, stencil) = match SFormat::from_bits(format) {
        SFormat::S8 => (1, 0),
        SFormat::S8X8 => (2, 0),
        SFormat::X8S8 => (2, 8),
        SFormat::S8X24 => (4, 0),
        SFormat::X24S8 => (4, 24),
        SFormat::X32S8X24 => (8, 32),
        SFormat::Unknown(_) => return None,
    };
    let stencil = Some(stencil);
    let depth = None;
    Some((bytes, DepthFields { depth, stencil }))
}
