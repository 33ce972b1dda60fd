//! Memory that a draw accesses, for [`crate::hazards`].

use tilescope_core::Span;
use tilescope_pixel::Rect as Pixels;
use tilescope_raster::Rect;

use super::prepared::Draw;
use super::vertices::Vertices;
use crate::hazards::span::{of_pixels, of_status};
use crate::hazards::{Reader, Target, Touched};
use crate::regs::gl::{MsaaSamples, multi_sample_config};
use crate::shader::Stage;
use crate::state::State;
use crate::surface::Surface;
use crate::ts::TileStatus;

/// Converts a rectangle of the screen to pixels of a buffer, in which samples are
/// adjacent pixels.
fn in_buffer(rect: &Rect, state: &State) -> Pixels {
    let samples = state.field(multi_sample_config::AT, &multi_sample_config::MSAA_SAMPLES);
    let (across, down) = match MsaaSamples::from_bits(samples as u8) {
        MsaaSamples::X2 => (1, 0),
        MsaaSamples::X4 => (1, 1),
        _ => (0, 0),
    };
    let side = |from: i32, to: i32, shift: u32| {
        let from = from.max(0) as u32;
        (
            from << shift,
            (to.max(0) as u32).saturating_sub(from) << shift,
        )
    };
    let (x, width) = side(rect.x0, rect.x1, across);
    let (y, height) = side(rect.y0, rect.y1, down);
    Pixels {
        x,
        y,
        width,
        height,
    }
}

fn target(surface: &Surface, status: Option<&TileStatus>, rect: Pixels, written: bool) -> Target {
    let spans = of_pixels(surface, rect);
    let status = status.map(|s| {
        let low = u32::from_le_bytes([
            s.clear_value[0],
            s.clear_value[1],
            s.clear_value[2],
            s.clear_value[3],
        ]);
        let spans = spans.map(|p| of_status(s, &p));
        (spans, [s.status_base, s.surface_base, low])
    });
    Target {
        spans,
        status,
        key: [
            surface.bases[0],
            surface.stride,
            surface.tiling as u32,
            surface.pixel_bytes,
        ],
        written,
    }
}

impl Draw<'_> {
    /// The memory that the draw read, and that it wrote within `covered`. `passed`
    /// pixels passed all tests.
    pub(super) fn touched(
        &self,
        state: &State,
        vertices: &Vertices,
        covered: Option<Rect>,
        passed: u64,
    ) -> Touched {
        let mut read = Vec::with_capacity(8);
        if let Some((address, bytes)) = vertices.indices.memory {
            read.push((Reader::Vertices, Span::new(address, bytes)));
        }
        if let (Some(low), Some(high)) =
            (vertices.unique.iter().min(), vertices.unique.iter().max())
        {
            let spans = self.attributes.memory(*low, *high);
            read.extend(spans.map(|s| (Reader::Vertices, s)));
        }
        for program in self.shaders.programs() {
            if !program.fetched.is_empty() {
                let span = Span::new(program.code, program.fetched.len() as u64);
                read.push((Reader::Code, span));
            }
        }
        if self.shaders.reach_out {
            for (stage, reader) in [
                (Stage::Vertex, Reader::VertexLoads),
                (Stage::Pixel, Reader::PixelLoads),
            ] {
                let spans = self.accesses.loaded(stage).into_iter();
                read.extend(spans.map(|s| (reader, s)));
            }
        }
        let samplers = self.samplers.iter();
        samplers.for_each(|s| {
            s.memory(&mut |vertex, span| {
                let reader = match vertex {
                    true => Reader::VertexTexture,
                    false => Reader::Texture,
                };
                read.push((reader, span));
            })
        });
        let rect = covered.map(|r| in_buffer(&r, state));
        let color = self.pe.color.as_ref().zip(rect);
        let depth = self.pe.depth.as_ref().zip(rect);
        let writes = |t: &tilescope_output::DepthStencil| {
            t.depth.is_some_and(|d| d.write) || t.stencil.is_some()
        };
        Touched {
            read,
            color: color.map(|(t, r)| target(&t.surface, t.status.as_ref(), r, passed > 0)),
            // Failing pixels can change stencil, too.
            depth: depth.map(|(t, r)| {
                let stencil = t.tests.iter().any(|t| t.stencil.is_some());
                let written = t.tests.iter().any(writes) && (passed > 0 || stencil);
                target(&t.surface, t.status.as_ref(), r, written)
            }),
            more: {
                let more = self.pe.more.iter().flatten().zip(rect);
                more.map(|(t, r)| target(&t.surface, t.status.as_ref(), r, passed > 0))
                    .collect()
            },
            stored: match self.shaders.reach_out {
                true => self.accesses.stored(),
                false => Vec::new(),
            },
        }
    }
}
