//! The vertices of a draw: positions, sizes of points, and the words of varyings.

use half::f16;
use tilescope_core::{Stopped, ordered};

use super::primitive::{Primitives, Size};
use super::screen::FIRST_WORD;
use crate::attributes::varyings;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::tiler as rules;
use crate::state::DrawDescriptor;
use crate::threads::Resources;

/// Vertices that a worker takes at a time.
const PART: usize = 512;

/// Vertices whose words are read at once.
const BATCH: usize = 16;

/// The vertices of a draw.
pub(super) struct Vertices<'v> {
    pub draw: &'v DrawDescriptor,
    pub primitives: &'v Primitives,
    pub resources: &'v Resources,
    pub layout: &'v varyings::Layout,
    /// Factor and summand of depth.
    pub depth: (f32, f32),
}

impl Vertices<'_> {
    /// The words of the vertices in `list`, which workers share if there are many.
    pub fn words(&self, list: &[u32], c: &mut Ctx<'_>) -> Result<Vec<f32>, Stopped> {
        if list.len() <= PART {
            return self.part(list, c);
        }
        let parts: Vec<&[u32]> = list.chunks(PART).collect();
        let mut words = Vec::with_capacity(self.layout.stride() * list.len());
        ordered(
            c,
            &parts,
            0,
            |_, part, c| self.part(part, c),
            |_, part, paid, _| {
                paid?;
                words.extend(part?);
                Ok::<(), Stopped>(())
            },
        )?;
        Ok(words)
    }

    /// The words of the vertices in `list`.
    ///
    /// Positions are on the screen, and their fourth component is 1/w with its sign
    /// (Mesa, nir_lower_viewport_transform.c). They are converted back to clip
    /// coordinates of a viewport that scales by 1.
    fn part(&self, list: &[u32], c: &mut Ctx<'_>) -> Result<Vec<f32>, Stopped> {
        let base = self.draw.position & !15;
        if base != self.draw.position {
            report(c, &rules::POSITION_UNALIGNED, base, || {
                format!("positions are at {:#x}", self.draw.position)
            });
        }
        let stride = self.layout.stride();
        let mut words = vec![0.0; stride * list.len()];
        let batches = list.chunks(BATCH).zip(words.chunks_mut(stride * BATCH));
        for (numbers, vertices) in batches {
            let positions = self.positions(base, numbers, c)?;
            let each = numbers.iter().zip(vertices.chunks_exact_mut(stride));
            for ((number, vertex), p) in each.zip(positions) {
                let w = 1.0 / p[3];
                let z = (p[2] - self.depth.1) / self.depth.0;
                let clip = [p[0] * w, p[1] * w, z * w, w, self.size(*number, c)?];
                vertex[..FIRST_WORD].copy_from_slice(&clip);
            }
            let varyings = &self.resources.varyings;
            varyings.gather(self.layout, numbers, vertices, c)?;
        }
        Ok(words)
    }

    /// The positions of up to [`BATCH`] vertices.
    fn positions(
        &self,
        base: u64,
        numbers: &[u32],
        c: &mut Ctx<'_>,
    ) -> Result<[[f32; 4]; BATCH], Stopped> {
        let mut bytes = [[0; 16]; BATCH];
        let address = |number: u32| base.wrapping_add(16 * u64::from(number));
        let first = address(numbers[0]);
        let all = bytes[..numbers.len()].as_flattened_mut();
        let follow = numbers
            .windows(2)
            .all(|n| n[0].checked_add(1) == Some(n[1]));
        let at_once = follow && c.bus.mapped(first) >= all.len() as u64;
        if !at_once || !memory::read_tracked(c, Port::Tiler, first, all)? {
            for (number, bytes) in numbers.iter().zip(&mut bytes) {
                if !memory::read_tracked(c, Port::Tiler, address(*number), bytes)? {
                    report(c, &rules::UNWRITTEN_POSITION, base, || {
                        format!("the position of vertex {number} was never written")
                    });
                }
            }
        }
        Ok(bytes.map(|bytes| memory::words(&bytes).map(f32::from_bits)))
    }

    /// The size of a point.
    fn size(&self, number: u32, c: &mut Ctx<'_>) -> Result<f32, Stopped> {
        let number = u64::from(number);
        match self.primitives.size {
            Size::Constant(size) => Ok(size),
            Size::Halves(base) => {
                let mut bytes = [0; 2];
                memory::read(c, Port::Tiler, base.wrapping_add(2 * number), &mut bytes)?;
                Ok(f16::from_le_bytes(bytes).to_f32())
            }
            Size::Singles(base) => {
                let mut bytes = [0; 4];
                memory::read(c, Port::Tiler, base.wrapping_add(4 * number), &mut bytes)?;
                Ok(f32::from_le_bytes(bytes))
            }
        }
    }
}
