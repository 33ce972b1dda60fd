//! Framebuffers: size, samples, render targets, depth and stencil, and the tiler.

use tilescope_core::Stopped;
use tilescope_draw::SamplePattern;
use tilescope_output::{DepthFields, DepthPixels};
use tilescope_pixel::fields::Stored;
use tilescope_raster::Rect;

use super::format::Internal;
use super::surface::Surface;
use super::{v4, v5};
use crate::descriptors::tiler::tiler_context;
use crate::descriptors::{Arch, Msaa, TieBreakRule};
use crate::log::Ctx;
use crate::report;
use crate::rules::framebuffer as rules;

/// A framebuffer.
#[derive(Clone, Debug)]
pub struct Framebuffer {
    /// Its address.
    pub address: u64,
    /// The pixels that are drawn and written.
    pub bounds: Rect,
    /// Positions of the samples.
    pub samples: SamplePattern,
    /// Ownership of samples exactly on an edge.
    pub tie_break: TieBreakRule,
    /// Render targets.
    pub targets: Vec<RenderTarget>,
    /// Depth and stencil.
    pub depth: DepthBuffer,
    /// The tiler.
    pub tiler: Tiler,
    /// Checksums of the tiles of the first render target.
    pub checksums: Option<Checksums>,
}

/// A render target.
#[derive(Clone, Debug)]
pub struct RenderTarget {
    /// The format in the tile buffer.
    pub internal: Internal,
    /// The pixel of the clear colour.
    pub clear: [u8; 16],
    /// The surface that is read before anything is drawn, instead of the clear colour.
    pub preload: Option<Target>,
    /// The surface that is written.
    pub writeback: Option<Target>,
    /// Pixels are written although nothing is drawn to their tile.
    pub writes_clean: bool,
}

/// Checksums of tiles (CRC), eight bytes each (Mesa `pan_layout.c`, `CHECKSUM_BYTES_PER_TILE`):
/// a tile whose checksum is already in the buffer is not written. The function of the hardware
/// is not public. Only the GPU reads the buffer, so that programs see only which tiles are
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksums {
    /// The buffer.
    pub base: u64,
    /// Bytes from a row of tiles to the next.
    pub row_stride: u32,
    /// Tiles are compared with it.
    pub reads: bool,
    /// It gets the checksums of tiles.
    pub writes: bool,
}

/// A surface of a render target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The surface.
    pub surface: Surface,
    /// The format in memory.
    pub stored: Stored,
    /// The treatment of samples.
    pub msaa: Msaa,
}

/// Depth and stencil of a framebuffer.
#[derive(Clone, Debug)]
pub struct DepthBuffer {
    /// The format in the tile buffer.
    pub pixels: DepthPixels,
    /// Clear values.
    pub clear: (f32, u8),
    /// The surface of depth, and of stencil if its format has any.
    pub depth: Option<DepthSurface>,
    /// The surface of stencil.
    pub stencil: Option<DepthSurface>,
    /// The surface that is read before anything is drawn.
    pub preload: Option<DepthSurface>,
    /// Pixels are written although nothing is drawn to their tile.
    pub writes_clean: bool,
}

/// A surface of depth or stencil.
#[derive(Clone, Copy, Debug)]
pub struct DepthSurface {
    /// The surface.
    pub surface: Surface,
    /// The place of depth and stencil in a pixel.
    pub fields: DepthFields,
    /// The treatment of samples.
    pub msaa: Msaa,
}

/// The tiler's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiler {
    /// The polygon list.
    pub list: u64,
    /// Its body.
    pub body: u64,
    /// Its size.
    pub size: u64,
    /// Levels of bins in use.
    pub mask: u16,
    /// The heap, and its end.
    pub heap: (u64, u64),
}

impl Tiler {
    /// The tiler context in `bytes`.
    pub(crate) fn decode(bytes: &[u8]) -> Tiler {
        Tiler {
            list: tiler_context::POLYGON_LIST.get(bytes),
            body: tiler_context::POLYGON_LIST_BODY.get(bytes),
            size: tiler_context::POLYGON_LIST_SIZE.get(bytes),
            mask: tiler_context::HIERARCHY_MASK.get(bytes) as u16,
            heap: (
                tiler_context::HEAP_START.get(bytes),
                tiler_context::HEAP_END.get(bytes),
            ),
        }
    }
}

/// The framebuffer that a pointer with a tag leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged(pub u64);

impl Tagged {
    /// The address.
    pub const fn address(self) -> u64 {
        self.0 & !63
    }

    /// The descriptor has render targets of its own (v5).
    pub const fn is_multi(self) -> bool {
        self.0 & 1 != 0
    }

    /// Depth, stencil and CRC buffers follow the descriptor.
    pub const fn has_extension(self) -> bool {
        self.0 & 2 != 0
    }

    /// The number of render targets.
    pub const fn targets(self) -> u64 {
        (self.0 >> 2 & 15) + 1
    }
}

impl Framebuffer {
    /// Reads the framebuffer at `tagged`.
    ///
    /// # Errors
    /// A fault, if it is not mapped, or its descriptor is invalid.
    pub fn read(arch: Arch, tagged: Tagged, c: &mut Ctx<'_>) -> Result<Framebuffer, Stopped> {
        let address = tagged.address();
        let multi = arch == Arch::V5;
        if tagged.is_multi() != multi {
            let text = match multi {
                true => "the tag does not state a multi-target framebuffer",
                false => "the tag states a multi-target framebuffer",
            };
            return Err(refuse(&rules::TAG, address, text.to_owned(), c));
        }
        let framebuffer = match arch {
            Arch::V4 => v4::read(address, c)?,
            Arch::V5 => v5::read(tagged, c)?,
        };
        if framebuffer.bounds.is_empty() {
            let text = "the bounds of the framebuffer have no pixels".to_owned();
            return Err(refuse(&rules::EMPTY, address, text, c));
        }
        framebuffer.check(c);
        Ok(framebuffer)
    }

    /// Reports surfaces that do not fit.
    fn check(&self, c: &mut Ctx<'_>) {
        let end = (self.bounds.x1 as u32, self.bounds.y1 as u32);
        let targets = self.targets.iter().flat_map(|t| &t.writeback);
        let colors = targets.map(|t| (t.surface, t.msaa));
        let depths = [&self.depth.depth, &self.depth.stencil];
        let depths = depths.into_iter().flatten().map(|t| (t.surface, t.msaa));
        for (surface, msaa) in colors.chain(depths) {
            let record = (RECORD, self.address);
            surface.check(end.0, record, c);
            if self.sample_count() > 1 && matches!(msaa, Msaa::Multiple | Msaa::Layered) {
                surface.check_samples(end, record, c);
            }
        }
    }

    /// The number of samples.
    pub fn sample_count(&self) -> u32 {
        self.samples.count() as u32
    }
}

/// The name of a framebuffer in findings.
pub(super) const RECORD: &str = "framebuffer";

/// A finding about the framebuffer at `address` that ends the job.
pub(super) fn refuse(
    rule: &'static tilescope_core::Rule,
    address: u64,
    text: String,
    c: &mut Ctx<'_>,
) -> Stopped {
    report::refuse(c, rule, address, (RECORD, address), text)
}

/// The pattern of the samples of a pixel; those of one sample for numbers that do not
/// exist.
///
/// Source: Mesa `pan_samples.c`.
pub(super) fn pattern(samples: u64) -> Option<SamplePattern> {
    // The column in the high four bits, the row in the low ones.
    const ROTATED: [u8; 4] = [0x62, 0xe6, 0x2a, 0xae];
    const EIGHT: [u8; 8] = [0x95, 0x7b, 0xd9, 0x53, 0x3d, 0x17, 0xbf, 0xf1];
    const SIXTEEN: [u8; 16] = [
        0x99, 0x75, 0x5a, 0xc7, 0x36, 0xad, 0xdb, 0xb3, 0x6e, 0x8f, 0x42, 0x2c, 0x08, 0xf4, 0xef,
        0x10,
    ];
    let positions: &[u8] = match samples {
        1 => &[0x88],
        // Two samples have no pattern of their own: those of the grid's diagonal.
        2 => &[0xcc, 0x44],
        4 => &ROTATED,
        8 => &EIGHT,
        16 => &SIXTEEN,
        _ => return None,
    };
    let positions: Vec<(u8, u8)> = positions.iter().map(|at| (at >> 4, at & 15)).collect();
    SamplePattern::new(&positions)
}
