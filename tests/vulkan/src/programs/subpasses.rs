//! Render passes of several subpasses, with input attachments.

use ash::vk;

use super::{COLOUR, FULL, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, program, rectangle};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, GREEN, Picture, RED, WHITE};
use crate::pipeline::{Attachment, Graphics, Subpass, colour, depth, shader};
use crate::resources::{Binding, flat, floats};

pub const ALL: &[Program] = &[
    program("subpasses", "a second subpass that reads the first", inputs),
    program(
        "subpasses-depth",
        "a second subpass that reads colour and depth",
        deep,
    ),
    program(
        "subpasses-three",
        "three subpasses, of which two read the one before",
        three,
    ),
    program(
        "survey-depth",
        "a pass that samples the depth of the one before",
        sampled,
    ),
    program("load-store", "two passes, of which the second loads", loads),
];

/// The use of images that are drawn to and read in the same pass.
const BOTH: vk::ImageUsageFlags =
    vk::ImageUsageFlags::from_raw(TARGET.as_raw() | vk::ImageUsageFlags::INPUT_ATTACHMENT.as_raw());

const GRAPHICS: vk::PipelineBindPoint = vk::PipelineBindPoint::GRAPHICS;

fn next(gpu: &Gpu, c: &crate::commands::Commands<'_>) {
    // SAFETY: the command buffer is recording, in a pass with more subpasses.
    unsafe {
        gpu.device
            .cmd_next_subpass(c.raw, vk::SubpassContents::INLINE)
    };
}

fn inputs(gpu: &Gpu) -> Result<Picture, Failure> {
    chain(gpu, 2)
}

fn three(gpu: &Gpu) -> Result<Picture, Failure> {
    chain(gpu, 3)
}

/// A rectangle in the first subpass; each later one exchanges red and green.
fn chain(gpu: &Gpu, count: usize) -> Result<Picture, Failure> {
    let mut images = Vec::new();
    for _ in 0..count {
        images.push(gpu.image(&flat(RGBA, 64, 64, BOTH))?);
    }
    let numbers: Vec<[u32; 1]> = (0..count as u32).map(|n| [n]).collect();
    let subpasses: Vec<_> = (0..count)
        .map(|n| Subpass {
            colours: &numbers[n],
            inputs: if n == 0 { &[] } else { &numbers[n - 1] },
            ..Subpass::default()
        })
        .collect();
    let attachments: Vec<_> = images.iter().map(Attachment::cleared).collect();
    let pass = gpu.pass(&attachments, &subpasses)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let first = Graphics {
        pass: Some((pass.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, pass.size)
    };
    let first = first.build(gpu)?;
    let mut later = Vec::new();
    for n in 1..count {
        let set = gpu.set(&[Binding::Input(gpu.view(&images[n - 1])?)])?;
        let layout = gpu.layout(&[set], 0)?;
        let pipeline = Graphics {
            pass: Some((pass.raw, n as u32)),
            ..Graphics::new(&[FULL, shader!(FRAGMENT "inputs.frag")], layout, pass.size)
        };
        later.push((set, layout, pipeline.build(gpu)?));
    }
    gpu.run(|c| {
        c.prepare(&images.iter().collect::<Vec<_>>());
        let clears = vec![colour([0.0, 0.0, 0.0, 1.0]); count];
        c.in_pass(&pass, &clears, || {
            c.bind(first);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0], 0.0),
            );
            c.draw(4, 1);
            for (set, layout, pipeline) in &later {
                next(gpu, c);
                c.bind(*pipeline);
                c.bind_sets(GRAPHICS, *layout, &[*set]);
                c.draw(3, 1);
            }
        });
        Ok(())
    })?;
    let picture = gpu.picture(&images[count - 1])?;
    let wanted = if count.is_multiple_of(2) { GREEN } else { RED };
    picture.expect_all(0..32, 0..64, wanted)?;
    picture.expect_all(32..64, 0..64, BLACK)?;
    Ok(picture)
}

fn deep(gpu: &Gpu) -> Result<Picture, Failure> {
    let usage =
        vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::INPUT_ATTACHMENT;
    let format = vk::Format::D32_SFLOAT;
    let colours = gpu.image(&flat(RGBA, 64, 64, BOTH))?;
    let depths = gpu.image(&flat(format, 64, 64, usage))?;
    let result = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let subpasses = [
        Subpass {
            colours: &[0],
            depth: Some(1),
            ..Subpass::default()
        },
        Subpass {
            colours: &[2],
            inputs: &[0, 1],
            ..Subpass::default()
        },
    ];
    let unsaved = |image| Attachment {
        store: vk::AttachmentStoreOp::DONT_CARE,
        ..Attachment::cleared(image)
    };
    let attachments = [
        unsaved(&colours),
        unsaved(&depths),
        Attachment::cleared(&result),
    ];
    let pass = gpu.pass(&attachments, &subpasses)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let first = Graphics {
        pass: Some((pass.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        depth: Some(vk::CompareOp::ALWAYS),
        depth_format: format,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, pass.size)
    };
    let first = first.build(gpu)?;
    let inputs = [
        Binding::Input(gpu.view(&colours)?),
        Binding::Input(gpu.view(&depths)?),
    ];
    let set = gpu.set(&inputs)?;
    let reading = gpu.layout(&[set], 0)?;
    let second = Graphics {
        pass: Some((pass.raw, 1)),
        ..Graphics::new(
            &[FULL, shader!(FRAGMENT "depth_input.frag")],
            reading,
            pass.size,
        )
    };
    let second = second.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&colours, &depths, &result]);
        let clears = [
            colour([0.0, 0.0, 0.0, 1.0]),
            depth(0.0, 0),
            colour([0.0; 4]),
        ];
        c.in_pass(&pass, &clears, || {
            c.bind(first);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0], 0.75),
            );
            c.draw(4, 1);
            next(gpu, c);
            c.bind(second);
            c.bind_sets(GRAPHICS, reading, &[set]);
            c.draw(3, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&result)?;
    picture.expect_all(0..32, 0..64, RED)?;
    picture.expect_all(32..64, 0..64, WHITE)?;
    Ok(picture)
}

/// Depth in one pass, and its texels as red in another. The barrier between them names depth only.
fn sampled(gpu: &Gpu) -> Result<Picture, Failure> {
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::SAMPLED;
    let format = vk::Format::D32_SFLOAT;
    let unused = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let depths = gpu.image(&flat(format, 64, 64, usage))?;
    let result = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let colours = Subpass {
        colours: &[0],
        ..Subpass::default()
    };
    let deep = Subpass {
        depth: Some(1),
        ..colours
    };
    let attachments = [&unused, &depths].map(Attachment::cleared);
    let first = gpu.pass(&attachments, &[deep])?;
    let second = gpu.pass(&[Attachment::cleared(&result)], &[colours])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let drawn = Graphics {
        pass: Some((first.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        depth: Some(vk::CompareOp::ALWAYS),
        depth_format: format,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, first.size)
    };
    let drawn = drawn.build(gpu)?;
    let sampler = gpu.sampler(vk::Filter::NEAREST)?;
    let set = gpu.set(&[Binding::Sampled(gpu.view(&depths)?, sampler)])?;
    let level = floats([0.0]);
    let reading = gpu.layout(&[set], level.len() as u32)?;
    let read = Graphics {
        pass: Some((second.raw, 0)),
        ..Graphics::new(
            &[FULL, shader!(FRAGMENT "texture.frag")],
            reading,
            second.size,
        )
    };
    let read = read.build(gpu)?;
    let barrier = [vk::MemoryBarrier2::default()
        .src_stage_mask(
            vk::PipelineStageFlags2::EARLY_FRAGMENT_TESTS
                | vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS,
        )
        .src_access_mask(vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE)
        .dst_stage_mask(vk::PipelineStageFlags2::FRAGMENT_SHADER)
        .dst_access_mask(vk::AccessFlags2::SHADER_SAMPLED_READ)];
    let barrier = vk::DependencyInfo::default().memory_barriers(&barrier);
    gpu.run(|c| {
        c.prepare(&[&unused, &depths, &result]);
        c.in_pass(&first, &[colour([0.0; 4]), depth(0.0, 0)], || {
            c.bind(drawn);
            let half = rectangle([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0], 1.0);
            c.push(layout, &half);
            c.draw(4, 1);
        });
        // SAFETY: the command buffer is recording, outside passes.
        unsafe { gpu.device.cmd_pipeline_barrier2(c.raw, &barrier) };
        c.in_pass(&second, &[colour([0.0; 4])], || {
            c.bind(read);
            c.bind_sets(GRAPHICS, reading, &[set]);
            c.push(reading, &level);
            c.draw(3, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&result)?;
    picture.expect_all(0..32, 0..64, RED)?;
    picture.expect_all(32..64, 0..64, BLACK)?;
    Ok(picture)
}

fn loads(gpu: &Gpu) -> Result<Picture, Failure> {
    // An odd size: the last tiles and blocks are cut.
    let image = gpu.image(&flat(RGBA, 61, 43, TARGET))?;
    let subpass = Subpass {
        colours: &[0],
        ..Subpass::default()
    };
    let loaded = Attachment {
        load: vk::AttachmentLoadOp::LOAD,
        ..Attachment::cleared(&image)
    };
    let first = gpu.pass(&[Attachment::cleared(&image)], &[subpass])?;
    let second = gpu.pass(&[loaded], &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((first.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, first.size)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        let clears = [colour([1.0, 0.0, 0.0, 1.0])];
        c.in_pass(&first, &clears, || {
            c.bind(pipeline);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 0.0),
            );
            c.draw(4, 1);
        });
        c.barrier();
        c.in_pass(&second, &[], || {
            c.bind(pipeline);
            c.push(
                layout,
                &rectangle([0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0], 0.0),
            );
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    picture.expect_all(0..30, 0..21, GREEN)?;
    picture.expect_all(31..61, 0..21, RED)?;
    picture.expect_all(0..30, 22..43, RED)?;
    picture.expect_all(31..61, 22..43, WHITE)?;
    Ok(picture)
}
