//! Triangles, vertex and index buffers, constants.

use ash::vk;

use super::{
    COLOUR, Canvas, FULL, Program, RECTANGLE, RECTANGLE_BYTES, TRIANGLE, program, rectangle,
};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, BLUE, GREEN, Picture, RED, WHITE};
use crate::pipeline::{Graphics, shader};
use crate::resources::{Binding, bytes, floats};

pub const ALL: &[Program] = &[
    program("triangle", "a triangle of three colours", triangle),
    program(
        "vertex-buffers",
        "indices of two sizes, strips, instances",
        buffers,
    ),
    program("push-constants", "rectangles of constants", constants),
    program(
        "specialization",
        "constants of the pipeline",
        specialization,
    ),
    program(
        "uniform-buffers",
        "a uniform and a storage buffer",
        uniforms,
    ),
    program(
        "viewports",
        "many viewports and scissors, lines and points",
        viewports,
    ),
];

fn triangle(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 256, 256)?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = canvas.pipeline(&[TRIANGLE, COLOUR], layout).build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.draw(3, 1);
    })?;
    picture.expect(4, 4, BLACK)?;
    // The middle has a third of each colour, weighted by the corners: y = 0 is half way.
    picture.expect(128, 127, [64, 63, 128, 255])?;
    picture.expect(30, 229, [248, 6, 1, 255])?;
    Ok(picture)
}

fn buffers(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], 0)?;
    let binding = |binding, stride, input_rate| vk::VertexInputBindingDescription {
        binding,
        stride,
        input_rate,
    };
    let attribute = |location, binding, format, offset| vk::VertexInputAttributeDescription {
        location,
        binding,
        format,
        offset,
    };
    let bindings = [
        binding(0, 12, vk::VertexInputRate::VERTEX),
        binding(1, 8, vk::VertexInputRate::INSTANCE),
    ];
    let attributes = [
        attribute(0, 0, vk::Format::R32G32_SFLOAT, 0),
        attribute(1, 0, vk::Format::R8G8B8A8_UNORM, 8),
        attribute(2, 1, vk::Format::R32G32_SFLOAT, 0),
    ];
    // A square of a quarter of the image, and its mirror image below.
    let corners = [(-1.0, -1.0), (-0.5, -1.0), (-1.0, -0.5), (-0.5, -0.5)];
    let tints = [0x0000_ff00_u32; 4];
    let words = corners.iter().zip(tints).flat_map(|((x, y), tint)| {
        let (x, y): (f32, f32) = (*x, *y);
        [x.to_bits(), y.to_bits(), tint]
    });
    let vertices = gpu.filled(&bytes(words))?;
    let offsets = gpu.filled(&floats([0.0, 0.0, 1.0, 0.0, 0.5, 1.0]))?;
    // Six indices of 16 bits for two triangles; then strips of 32 bits with a restart between.
    let halves: Vec<u8> = [0u16, 1, 2, 2, 1, 3]
        .iter()
        .flat_map(|i| i.to_le_bytes())
        .collect();
    let strips = bytes([0, 1, 2, u32::MAX, 2, 1, 3]);
    let indices = gpu.filled(&[halves, strips].concat())?;
    let list = canvas.pipeline(&[shader!(VERTEX "input.vert"), COLOUR], layout);
    let list = Graphics {
        buffers: &bindings,
        attributes: &attributes,
        ..list
    };
    let strip = Graphics {
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        restart: true,
        ..list
    };
    let (list, strip) = (list.build(gpu)?, strip.build(gpu)?);
    let picture = canvas.draw(gpu, |c| {
        let d = &gpu.device;
        c.bind(list);
        // SAFETY: the command buffer is recording; the buffers have all vertices and indices.
        unsafe {
            d.cmd_bind_vertex_buffers(c.raw, 0, &[vertices.raw, offsets.raw], &[0, 0]);
            d.cmd_bind_index_buffer(c.raw, indices.raw, 0, vk::IndexType::UINT16);
            d.cmd_draw_indexed(c.raw, 6, 2, 0, 0, 0);
            c.bind(strip);
            d.cmd_bind_index_buffer(c.raw, indices.raw, 12, vk::IndexType::UINT32);
            d.cmd_draw_indexed(c.raw, 7, 1, 0, 0, 2);
        }
    })?;
    picture.expect_all(0..16, 0..16, GREEN)?;
    picture.expect_all(32..48, 0..16, GREEN)?;
    picture.expect_all(16..32, 32..48, GREEN)?;
    picture.expect_all(16..32, 0..32, BLACK)?;
    picture.expect_all(0..64, 48..64, BLACK)?;
    Ok(picture)
}

fn constants(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let (layout, pipeline) = canvas.rectangles(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, -0.5, 0.0], [1.0, 0.0, 0.0], 0.0),
        );
        c.draw(4, 2);
        c.push(
            layout,
            &rectangle([-1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0], 0.0),
        );
        c.draw(4, 1);
    })?;
    picture.expect_all(0..16, 0..32, RED)?;
    picture.expect_all(16..32, 0..32, BLACK)?;
    picture.expect_all(32..48, 0..32, RED)?;
    picture.expect_all(0..64, 32..64, BLUE)?;
    Ok(picture)
}

fn specialization(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 32, 32)?;
    let layout = gpu.layout(&[], 0)?;
    let data = bytes([2, 0.5f32.to_bits()]);
    let entry = |constant_id| {
        vk::SpecializationMapEntry::default()
            .constant_id(constant_id)
            .offset(constant_id * 4)
            .size(4)
    };
    let entries = [entry(0), entry(1)];
    let shaders = [FULL, shader!(FRAGMENT "constants.frag")];
    let constants = vk::SpecializationInfo::default()
        .map_entries(&entries)
        .data(&data);
    let pipeline = Graphics {
        constants,
        ..canvas.pipeline(&shaders, layout)
    };
    let pipeline = pipeline.build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.draw(3, 1);
    })?;
    picture.expect_all(0..16, 0..32, RED)?;
    picture.expect_all(16..32, 0..32, [128, 0, 128, 255])?;
    Ok(picture)
}

fn uniforms(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 32, 32)?;
    let rows = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [1.0; 4],
    ];
    let table = gpu.filled(&floats(rows.into_iter().flatten()))?;
    let scales = gpu.filled(&floats([1.0, 0.5, 1.0, 0.25]))?;
    let sets = [
        gpu.set(&[Binding::Uniform(&table)])?,
        gpu.set(&[Binding::Storage(&scales)])?,
    ];
    let layout = gpu.layout(&sets, 0)?;
    let shaders = [FULL, shader!(FRAGMENT "uniform.frag")];
    let pipeline = canvas.pipeline(&shaders, layout).build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.bind_sets(vk::PipelineBindPoint::GRAPHICS, layout, &sets);
        c.draw(3, 1);
    })?;
    picture.expect_all(0..8, 0..32, RED)?;
    picture.expect_all(8..16, 0..32, [0, 128, 0, 255])?;
    picture.expect_all(16..24, 0..32, BLUE)?;
    picture.expect_all(24..32, 0..32, [64, 64, 64, 255])?;
    Ok(picture)
}

fn viewports(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let dynamic = [
        vk::DynamicState::VIEWPORT,
        vk::DynamicState::SCISSOR,
        vk::DynamicState::LINE_WIDTH,
    ];
    let shaders = [RECTANGLE, COLOUR];
    let of = |topology| Graphics {
        topology,
        dynamic: &dynamic,
        ..canvas.pipeline(&shaders, layout)
    };
    let fill = of(vk::PrimitiveTopology::TRIANGLE_STRIP).build(gpu)?;
    let lines = of(vk::PrimitiveTopology::LINE_LIST).build(gpu)?;
    let all = [-1.0, -1.0, 1.0, 1.0];
    let picture = canvas.draw(gpu, |c| {
        let d = &gpu.device;
        // SAFETY: the command buffer is recording.
        let area = |x: i32, y: i32, size: u32| unsafe {
            let viewport = vk::Viewport {
                x: x as f32,
                y: y as f32,
                width: size as f32,
                height: size as f32,
                min_depth: 0.0,
                max_depth: 1.0,
            };
            let scissor = vk::Rect2D {
                offset: vk::Offset2D { x, y },
                extent: vk::Extent2D {
                    width: size,
                    height: size / 2,
                },
            };
            d.cmd_set_viewport(c.raw, 0, &[viewport]);
            d.cmd_set_scissor(c.raw, 0, &[scissor]);
            d.cmd_set_line_width(c.raw, 1.0);
        };
        c.bind(fill);
        for n in 0..3 {
            area(n * 20, n * 20, 16);
            c.push(layout, &rectangle(all, [0.0, 1.0, 0.0], 0.0));
            c.draw(4, 1);
        }
        c.bind(lines);
        area(32, 0, 32);
        // From the corner right, in the middle of a row of pixels.
        let edge = [-1.0, -0.46875, 1.0, 1.0];
        c.push(layout, &rectangle(edge, [1.0, 1.0, 1.0], 0.0));
        c.draw(2, 1);
    })?;
    for n in 0..3 {
        let at = n * 20;
        picture.expect_all(at..at + 16, at..at + 8, GREEN)?;
        picture.expect_all(at..at + 16, at + 8..at + 16, BLACK)?;
    }
    picture.expect_all(34..62, 8..9, WHITE)?;
    picture.expect_all(34..62, 9..10, BLACK)?;
    Ok(picture)
}
