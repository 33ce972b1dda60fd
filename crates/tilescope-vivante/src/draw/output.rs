//! The path from pixel shader outputs to the pixel engine: per pixel, or per
//! sample.

use tilescope_draw::{BatchQuad, DepthSource, Prims, of_sample};
use tilescope_exec::Lanes16;
use tilescope_output::{Bound, Channels, Colors, Fragments, Sources};

use super::prepared::Draw;
use super::samples::{MOST, Samples};
use crate::isa::Component;
use crate::log::Log;
use crate::quirks::QueryCounts;
use crate::shader::Group;
use crate::stopped::Stopped;

/// The destination of sixteen pixels.
pub(super) struct Output<'a, 'b, 'd> {
    pub draw: &'a Draw<'d>,
    pub group: &'a Group,
    pub batch: usize,
    pub area: &'a mut Bound<'b>,
    /// The first pixel of the area.
    pub origin: (u32, u32),
    pub log: &'a mut Log,
}

impl Output<'_, '_, '_> {
    /// Draws. Returns the lanes that passed all tests.
    #[inline(always)]
    pub fn pixels(&mut self, f: &Fragments, color: Channels<'_>) -> Result<u16, Stopped> {
        let sources = &Sources {
            first: color,
            second: color,
        };
        self.draw(f, sources, &SAME)
    }

    /// Draws fragments, of which each has the colours of a lane of the batch.
    #[inline(always)]
    fn draw(
        &mut self,
        f: &Fragments,
        sources: &Sources<'_>,
        lanes: &[usize; 16],
    ) -> Result<u16, Stopped> {
        let (pe, bus) = (&self.draw.pe, self.draw.bus);
        let mut buffers = pe.area_buffers(self.origin, bus, self.log);
        let passed = self.area.draw(f, sources, &mut buffers)?;
        if !pe.more.is_empty() && passed != 0 {
            self.draw_more(&Fragments { mask: passed, ..*f }, lanes)?;
        }
        Ok(passed)
    }

    /// Draws to the other targets.
    #[cold]
    fn draw_more(&mut self, f: &Fragments, lanes: &[usize; 16]) -> Result<(), Stopped> {
        let (pe, bus) = (&self.draw.pe, self.draw.bus);
        let mut buffers = pe.area_buffers(self.origin, bus, self.log);
        for (n, register) in self.draw.shaders.link.colors.iter().enumerate().skip(1) {
            let colors = of_lanes(&colors(self.group, *register, self.batch), lanes);
            let sources = &Sources::one(&colors);
            self.area.color(n, f, sources, &mut buffers)?;
        }
        Ok(())
    }

    /// Draws each covered sample with the colour of its pixel. Returns the count of
    /// occlusion queries.
    #[inline(always)]
    pub fn samples(
        &mut self,
        f: &Fragments,
        color: &Channels<'_>,
        quads: &[BatchQuad],
        prims: &Prims,
        samples: &Samples,
    ) -> Result<u64, Stopped> {
        let (mut count, mut pixels) = (0, 0);
        let depth = match self.draw.shaders.gives_depth {
            true => DepthSource::Shader,
            false => DepthSource::Planes(prims, &self.draw.screen.setup.viewports),
        };
        let mut parts = [Fragments::default(); MOST];
        for (n, (part, position)) in (0..).zip(parts.iter_mut().zip(samples.each())) {
            *part = of_sample(f, quads, n, position, depth);
        }
        // Samples are pixels of larger surfaces.
        for n in 0..samples.count() {
            let (part, lanes) = samples.quads(n, &parts);
            let color = of_lanes(color, lanes);
            let passed = self.draw(&part, &Sources::one(&color), lanes)?;
            count += u64::from(passed.count_ones());
            for (i, lane) in lanes.iter().enumerate() {
                pixels |= (passed >> i & 1) << lane;
            }
        }
        Ok(match self.draw.query_counts {
            QueryCounts::Samples => count,
            QueryCounts::Pixels => pixels.count_ones().into(),
        })
    }
}

/// Each lane is itself.
const SAME: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The colours of some lanes.
#[inline(always)]
fn of_lanes(colors: &Channels<'_>, lanes: &[usize; 16]) -> Colors {
    let mut out = Colors::default();
    for (out, colors) in out.iter_mut().zip(colors) {
        for (out, lane) in out.iter_mut().zip(lanes) {
            *out = colors[lane & 15];
        }
    }
    out
}

#[inline(always)]
pub(super) fn floats(lanes: &Lanes16) -> [f32; 16] {
    let mut out = [0.0; 16];
    for (out, word) in out.iter_mut().zip(lanes.0) {
        *out = f32::from_bits(word);
    }
    out
}

/// The colours of sixteen pixels, in their register.
#[inline(always)]
pub(super) fn colors(group: &Group, register: u8, batch: usize) -> Channels<'_> {
    let mut out = [&[0.0; 16]; 4];
    for (out, c) in out.iter_mut().zip(Component::ALL) {
        *out = group.temp(register, *c)[batch].floats();
    }
    out
}
