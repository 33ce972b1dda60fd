//! Draws with parameters in buffers.

use ash::vk;

use super::{Canvas, Program, program, rectangle};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, GREEN, Picture};
use crate::resources::bytes;

pub const ALL: &[Program] = &[
    program("draw-indirect", "one draw of a buffer", one),
    program("draw-indexed-indirect", "one draw with indices", indexed),
    program("multi-draw-indirect", "many draws of a buffer", many),
    program(
        "draw-indirect-count",
        "as many draws as a buffer says",
        counted,
    ),
    program(
        "predicated-draws",
        "draws under a condition in a buffer",
        predicated,
    ),
];

/// Parameters of draws, a column each: vertices, instances, first vertex, first instance. Columns
/// are eight pixels wide, with gaps as wide.
const DRAWS: [[u32; 4]; 3] = [[4, 1, 0, 0], [4, 1, 0, 1], [4, 2, 0, 2]];

/// How the columns are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    One,
    Indexed,
    Many,
    Counted,
    CountedIndexed,
    Predicated,
}

/// Draws columns, of which the first `columns` are expected.
fn draw(gpu: &Gpu, kind: Kind, columns: u32) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 16)?;
    let (layout, pipeline) = canvas.rectangles(gpu)?;
    let draws = gpu.filled(&bytes(DRAWS.into_iter().flatten()))?;
    let indexed =
        DRAWS.map(|[count, instances, first, instance]| [count, instances, first, 0, instance]);
    let indexed = gpu.filled(&bytes(indexed.into_iter().flatten()))?;
    let indices = gpu.filled(&bytes(0..4))?;
    let count = gpu.filled(&bytes([7, 2]))?;
    let predicate = gpu.filled(&bytes([0, 1]))?;
    let picture = canvas.draw(gpu, |c| {
        let d = &gpu.device;
        c.bind(pipeline);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, -0.75, 1.0], [0.0, 1.0, 0.0], 0.0),
        );
        // SAFETY: the command buffer is recording; parameters are inside their buffers.
        unsafe {
            d.cmd_bind_index_buffer(c.raw, indices.raw, 0, vk::IndexType::UINT32);
            match kind {
                Kind::One => d.cmd_draw_indirect(c.raw, draws.raw, 32, 1, 16),
                Kind::Indexed => d.cmd_draw_indexed_indirect(c.raw, indexed.raw, 40, 1, 20),
                Kind::Many => {
                    d.cmd_draw_indirect(c.raw, draws.raw, 0, 2, 16);
                    d.cmd_draw_indexed_indirect(c.raw, indexed.raw, 20, 2, 20);
                }
                Kind::Counted => {
                    d.cmd_draw_indirect_count(c.raw, draws.raw, 0, count.raw, 4, 3, 16);
                }
                Kind::CountedIndexed => {
                    d.cmd_draw_indexed_indirect_count(c.raw, indexed.raw, 0, count.raw, 4, 3, 20);
                }
                Kind::Predicated => {
                    for (offset, instance) in [(0, 0), (4, 1)] {
                        c.if_set(&predicate, offset, || {
                            d.cmd_draw(c.raw, 4, 1, 0, instance);
                        });
                    }
                }
            }
        }
    })?;
    for column in 0..4u32 {
        let from = match kind {
            Kind::One | Kind::Indexed => 2,
            Kind::Predicated => 1,
            _ => 0,
        };
        let drawn = (from..columns).contains(&column);
        let at = column * 16;
        picture.expect_all(at..at + 8, 0..16, if drawn { GREEN } else { BLACK })?;
        picture.expect_all(at + 8..at + 16, 0..16, BLACK)?;
    }
    Ok(picture)
}

fn needs_first_instance(gpu: &Gpu) -> Result<(), Failure> {
    let has = gpu.features.core.features.draw_indirect_first_instance;
    gpu.needs("drawIndirectFirstInstance", has)
}

fn one(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_first_instance(gpu)?;
    draw(gpu, Kind::One, 4)
}

fn indexed(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_first_instance(gpu)?;
    draw(gpu, Kind::Indexed, 4)
}

fn many(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_first_instance(gpu)?;
    let has = gpu.features.core.features.multi_draw_indirect;
    gpu.needs("multiDrawIndirect", has)?;
    draw(gpu, Kind::Many, 4)
}

fn counted(gpu: &Gpu) -> Result<Picture, Failure> {
    needs_first_instance(gpu)?;
    gpu.needs("drawIndirectCount", gpu.features.v12.draw_indirect_count)?;
    draw(gpu, Kind::CountedIndexed, 2)?;
    draw(gpu, Kind::Counted, 2)
}

fn predicated(gpu: &Gpu) -> Result<Picture, Failure> {
    gpu.needs(
        "conditionalRendering",
        gpu.features.predicates.conditional_rendering,
    )?;
    draw(gpu, Kind::Predicated, 2)
}
