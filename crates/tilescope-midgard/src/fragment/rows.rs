//! Render targets, depth and stencil of framebuffers, read by rows of fields: those of v4 and of
//! v5 are at other places.

use tilescope_core::{Rule, Stopped};
use tilescope_output::{DepthBits, DepthFields, DepthFormat, DepthPixels};
use tilescope_pixel::fields::Stored;
use tilescope_tables::packet::Field;

use super::format::Internal;
use super::framebuffer::{DepthBuffer, DepthSurface, RenderTarget, Target, refuse};
use super::surface::Surface;
use crate::descriptors::{BlockFormat, ColorBufferInternalFormat, Msaa, SFormat, ZsFormat};
use crate::log::Ctx;
use crate::rules::framebuffer as rules;

/// The fields of a surface.
pub(super) struct SurfaceRows {
    pub enable: &'static Field,
    pub format: &'static Field,
    pub msaa: &'static Field,
    pub block: &'static Field,
    pub base: &'static Field,
    pub row_stride: &'static Field,
    pub surface_stride: &'static Field,
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
    pub clear: [&'static Field; 4],
    /// The format of a number and a swizzle.
    pub stored: fn(u8, u64, &Internal) -> Option<Stored>,
}

/// The fields of depth and stencil.
pub(super) struct DepthRows {
    pub depth: SurfaceRows,
    pub stencil: SurfaceRows,
    pub preload: SurfaceRows,
    /// Bytes and places of a format that is read.
    pub preloaded: fn(u8) -> Option<(usize, DepthFields)>,
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

impl SurfaceRows {
    fn read(&self, of: &Surfaces<'_>, pixel_bytes: usize) -> (Surface, Msaa) {
        let get = |field: &Field| field.get(of.bytes);
        let block = BlockFormat::from_bits(get(self.block) as u8);
        let surface = Surface {
            base: match self.afbc {
                Some((header, _)) if block == BlockFormat::Afbc => get(header),
                _ => get(self.base),
            },
            row_stride: get(self.row_stride) as u32,
            surface_stride: get(self.surface_stride) as u32,
            bytes: pixel_bytes,
            block,
            body: (self.afbc.map_or(0, |(_, body)| get(body)), of.across),
        };
        (surface, Msaa::from_bits(get(self.msaa) as u8))
    }
}

/// The meaning of the format `raw`.
fn known<T>(
    meaning: Option<T>,
    (rule, what, raw): (&'static Rule, &str, u8),
    address: u64,
    c: &mut Ctx<'_>,
) -> Result<T, Stopped> {
    meaning.ok_or_else(|| {
        refuse(
            rule,
            address,
            format!("{what} format {raw} is undefined"),
            c,
        )
    })
}

impl TargetRows {
    /// Reads a render target.
    pub fn read(&self, of: &Surfaces<'_>, c: &mut Ctx<'_>) -> Result<RenderTarget, Stopped> {
        let get = |field: &Field| field.get(of.bytes);
        let raw = get(self.internal) as u8;
        let internal = Internal::new(ColorBufferInternalFormat::from_bits(raw));
        let of_format = (&rules::INTERNAL_FORMAT, "internal", raw);
        let internal = known(internal, of_format, of.address, c)?;
        let mut target = |rows: &SurfaceRows| -> Result<_, Stopped> {
            if rows.enable.get(of.enables) == 0 {
                return Ok(None);
            }
            let raw = get(rows.format) as u8;
            let stored = (self.stored)(raw, get(self.swizzle), &internal);
            let of_format = (&rules::WRITEBACK_FORMAT, "writeback", raw);
            let stored = known(stored, of_format, of.address, c)?;
            let (surface, msaa) = rows.read(of, stored.bytes());
            Ok(Some(Target {
                surface,
                stored,
                msaa,
            }))
        };
        Ok(RenderTarget {
            internal,
            clear: internal.clear_pixel(&self.clear.map(|field| get(field) as u32)),
            preload: target(&self.preload)?,
            writeback: target(&self.writeback)?,
            writes_clean: get(self.writes_clean) != 0,
        })
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
        type Places = fn(u8) -> Option<(usize, DepthFields)>;
        let mut surface = |rows: &SurfaceRows, places: Places, rule, what| -> Result<_, Stopped> {
            if rows.enable.get(of.enables) == 0 {
                return Ok(None);
            }
            let raw = rows.format.get(of.bytes) as u8;
            let (bytes, fields) = known(places(raw), (rule, what, raw), of.address, c)?;
            let (surface, msaa) = rows.read(of, bytes);
            Ok(Some(DepthSurface {
                surface,
                fields,
                msaa,
            }))
        };
        Ok(DepthBuffer {
            depth: surface(&self.depth, zs_fields, &rules::DEPTH_FORMAT, "depth")?,
            stencil: surface(&self.stencil, s_fields, &rules::STENCIL_FORMAT, "stencil")?,
            preload: surface(&self.preload, self.preloaded, &rules::DEPTH_FORMAT, "depth")?,
            writes_clean: self.writes_clean.get(of.bytes) != 0,
            ..depth
        })
    }
}

impl DepthBuffer {
    /// Depth of `bits` bits and stencil without surfaces.
    ///
    /// Depth of 16 bits is kept in 24, with another largest value, so that stencil has a
    /// place beside it.
    pub(super) fn cleared(bits: u32, clear: (f32, u8)) -> DepthBuffer {
        let (format, largest) = match bits {
            16 => (DepthFormat::D24S8(DepthBits::High), 65_535.0),
            32 => (DepthFormat::D32FS8, 1.0),
            _ => (DepthFormat::D24S8(DepthBits::High), 16_777_215.0),
        };
        DepthBuffer {
            pixels: DepthPixels { format, largest },
            clear,
            depth: None,
            stencil: None,
            preload: None,
            writes_clean: false,
        }
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
