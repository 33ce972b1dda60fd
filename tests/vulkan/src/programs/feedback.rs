//! Transform feedback.

use ash::vk;

use super::{COLOUR, Canvas, Program, TRIANGLE, program};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::pipeline::{Graphics, Shader, shader};

pub const ALL: &[Program] = &[
    program(
        "transform-feedback",
        "vertices captured, paused and resumed",
        captured,
    ),
    program(
        "draw-byte-count",
        "a draw of as many vertices as were captured",
        counted,
    ),
    program(
        "feedback-drawn",
        "vertices captured and drawn in one pass of many tiles",
        drawn,
    ),
];

const CAPTURE: Shader = shader!(VERTEX "feedback.vert");

fn needs(gpu: &Gpu) -> Result<(), Failure> {
    gpu.needs(
        "transformFeedback",
        gpu.features.feedback.transform_feedback,
    )
}

fn expect(found: &[u32], vertices: u32) -> Result<(), Failure> {
    for n in 0..vertices {
        let f = n as f32;
        let wanted = [f, f * 0.5, 0.0, 1.0, f * f, f + 1.0, -f, 0.25];
        let vertex = &found[n as usize * 8..n as usize * 8 + 8];
        let vertex: Vec<f32> = vertex.iter().map(|w| f32::from_bits(*w)).collect();
        check(vertex == wanted, || format!("vertex {n}: {vertex:?}"))?;
    }
    let rest = &found[vertices as usize * 8..];
    check(rest.iter().all(|w| *w == 0), || "more vertices".into())
}

fn captured(gpu: &Gpu) -> Result<Picture, Failure> {
    needs(gpu)?;
    let canvas = Canvas::new(gpu, 16, 16)?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::POINT_LIST,
        discard: true,
        ..canvas.pipeline(&[CAPTURE], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    let (to, counter) = (gpu.buffer(32 * 16)?, gpu.buffer(4)?);
    let d = &gpu.device;
    canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.capture(&to, Some(&counter), false, || c.draw(4, 1));
    })?;
    canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.capture(&to, Some(&counter), true, || {
            // SAFETY: the command buffer is recording.
            unsafe { d.cmd_draw(c.raw, 5, 1, 4, 0) };
        });
    })?;
    expect(&to.words(), 9)?;
    check(counter.words() == [9 * 32], || {
        format!("counter {:?}", counter.words())
    })?;
    Ok(Picture {
        width: 8,
        height: 16,
        rgba: to.read(),
    })
}

fn counted(gpu: &Gpu) -> Result<Picture, Failure> {
    needs(gpu)?;
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = canvas.pipeline(&[TRIANGLE, COLOUR], layout).build(gpu)?;
    // Three vertices of 32 bytes.
    let counter = gpu.filled(&96u32.to_le_bytes())?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        c.draw_captured(&counter, 32);
    })?;
    picture.expect(1, 1, crate::picture::BLACK)?;
    picture.expect(32, 31, [60, 65, 130, 255])?;
    Ok(picture)
}

fn drawn(gpu: &Gpu) -> Result<Picture, Failure> {
    needs(gpu)?;
    let canvas = Canvas::new(gpu, 1024, 768)?;
    let layout = gpu.layout(&[], 0)?;
    let capturing = Graphics {
        topology: vk::PrimitiveTopology::POINT_LIST,
        discard: true,
        ..canvas.pipeline(&[CAPTURE], layout)
    };
    let capturing = capturing.build(gpu)?;
    let drawing = canvas.pipeline(&[TRIANGLE, COLOUR], layout).build(gpu)?;
    let (to, counter) = (gpu.buffer(32 * 16)?, gpu.buffer(4)?);
    let picture = canvas.draw(gpu, |c| {
        c.bind(capturing);
        c.capture(&to, Some(&counter), false, || c.draw(8, 1));
        c.bind(drawing);
        // More than five draws: the pass goes to tiles.
        (0..8).for_each(|_| c.draw(3, 1));
    })?;
    expect(&to.words(), 8)?;
    picture.expect(512, 700, crate::picture::BLACK)?;
    picture.expect(512, 680, [125, 125, 4, 255])?;
    Ok(picture)
}
