//! Framebuffers: size, samples, render targets, depth and stencil, and the tiler.

use tilescope_core::Stopped;
use tilescope_core::bus::Bus;
use tilescope_draw::SamplePattern;
use tilescope_output::tile_buffer::{StoredSamples, Surface, Target, TileBuffers};
use tilescope_raster::Rect;
use tilescope_tables::typed;

use super::TileBuffer;
use super::format::Internal;
use super::{v4, v5};
use crate::descriptors::tiler::tiler_context;
use crate::descriptors::{Arch, SamplePattern as Pattern, TieBreakRule};
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::report::{self, report_in};
use crate::rules::framebuffer as rules;

/// A framebuffer.
#[derive(Clone, Debug)]
pub struct Framebuffer {
    /// Its address.
    pub address: u64,
    /// The pixels that are drawn and written.
    pub bounds: Rect,
    /// Positions at which draws with multisampling cover pixels: those of the stored samples, or of
    /// more, or the centre for all of them.
    pub covered: SamplePattern,
    /// Ownership of samples exactly on an edge.
    pub tie_break: TieBreakRule,
    /// Formats of the render targets in the tile buffer.
    pub targets: Vec<Internal>,
    /// Render targets, depth and stencil.
    pub buffers: TileBuffers,
    /// The tiler.
    pub tiler: Tiler,
}

typed! {
    /// The tiler's memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Tiler: tiler_context {
        /// The polygon list.
        pub list: u64 = POLYGON_LIST,
        /// Levels of bins in use.
        pub mask: u16 = HIERARCHY_MASK,
        /// The heap, and its end.
        pub heap: (u64, u64) = (HEAP_START, HEAP_END),
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
        let TileBuffers { colors, depth, .. } = &self.buffers;
        let colors = colors.iter().flat_map(|target| &target.writeback);
        colors.for_each(|to| self.check_surface(to, c));
        let depths = [&depth.depth, &depth.stencil].into_iter().flatten();
        depths.for_each(|to| self.check_surface(to, c));
    }

    /// Reports a surface that has not room for the pixels, or whose samples overlap.
    fn check_surface<F>(&self, to: &Target<F>, c: &mut Ctx<'_>) {
        let record = (RECORD, self.address);
        let (width, height) = (self.bounds.x1 as u32, self.bounds.y1 as u32);
        let Surface {
            base,
            row_stride,
            surface_stride,
            ..
        } = to.surface;
        let Some((rows, row)) = to.surface.row(width) else {
            return;
        };
        if u64::from(row_stride) < row {
            report_in(c, &rules::ROW_STRIDE, base, record, || {
                format!(
                    "rows of the surface at {base:#010x} have {row} bytes and a stride of \
                     {row_stride}"
                )
            });
        }
        if !base.is_multiple_of(64) {
            report_in(c, &rules::SURFACE_ALIGNMENT, base, record, || {
                format!("the surface is at {base:#010x}")
            });
        }
        let above = u64::from(height.div_ceil(rows).saturating_sub(1));
        let sample = above * u64::from(row_stride) + row;
        let several = self.buffers.samples > 1 && to.samples == StoredSamples::All;
        if several && u64::from(surface_stride) < sample {
            report_in(c, &rules::SAMPLES_OVERLAP, base, record, || {
                format!(
                    "a sample of the surface at {base:#010x} has {sample} bytes, and the next \
                     one follows after {surface_stride}"
                )
            });
        }
    }

    /// The tile buffer of the area at `origin`.
    pub fn tiles<'a, 'l>(
        &'a self,
        origin: (u32, u32),
        bus: Bus<'a>,
        log: &'l mut Log,
    ) -> TileBuffer<'a, 'l> {
        TileBuffer {
            buffers: &self.buffers,
            origin,
            memory: memory::of(bus, log, Port::Tb),
        }
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

/// The positions of `stored` samples of a pixel where the descriptor has the pattern `of`, which need
/// not be theirs (Mesa `pan_desc.c`, `force_samples`).
pub(super) fn covered(stored: &SamplePattern, of: Pattern, c: &mut Ctx<'_>) -> SamplePattern {
    let several = match of {
        Pattern::SingleSampled => return stored.centred(),
        Pattern::Ordered4xGrid => SamplePattern::new(&[(4, 4), (12, 4), (4, 12), (12, 12)]),
        Pattern::Rotated4xGrid => SamplePattern::standard(4),
        Pattern::D3D8xGrid => SamplePattern::standard(8),
        Pattern::D3D16xGrid => SamplePattern::standard(16),
        Pattern::Unknown(_) => None,
    };
    let fits = |several: &SamplePattern| stored.count() == 1 || stored.count() == several.count();
    several.filter(fits).unwrap_or_else(|| {
        c.log
            .unimplemented("patterns of other numbers of samples than are stored");
        *stored
    })
}

/// The pattern of `count` samples of a pixel (Mesa `pan_samples.c`).
pub(super) fn pattern(count: u64, address: u64, c: &mut Ctx<'_>) -> Result<SamplePattern, Stopped> {
    SamplePattern::standard(count)
        .ok_or_else(|| refuse(&rules::SAMPLES, address, format!("{count} samples"), c))
}
