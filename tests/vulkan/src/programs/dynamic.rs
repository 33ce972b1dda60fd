//! Dynamic rendering, and dynamic state.

use ash::vk;

use super::{
    COLOUR, Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, TRIANGLE, program, rectangle,
};
use crate::commands::Commands;
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, BLUE, GREEN, Picture, RED};
use crate::pipeline::{Graphics, rect, viewport};
use crate::resources::{Image, flat};

pub const ALL: &[Program] = &[
    program(
        "dynamic-rendering",
        "colour and depth without a render pass",
        plain,
    ),
    program(
        "dynamic-resolve",
        "four samples without a render pass",
        resolved,
    ),
    program(
        "dynamic-suspended",
        "one rendering in two command buffers",
        suspended,
    ),
    program("static-state", "a pipeline with all state", fixed),
    program(
        "dynamic-state",
        "the same with all state by commands",
        by_commands,
    ),
];

/// An attachment that is cleared and stored.
fn attachment(
    gpu: &Gpu,
    image: &Image,
    clear: vk::ClearValue,
) -> Result<vk::RenderingAttachmentInfo<'static>, Failure> {
    Ok(vk::RenderingAttachmentInfo::default()
        .image_view(gpu.view(image)?)
        .image_layout(vk::ImageLayout::GENERAL)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .store_op(vk::AttachmentStoreOp::STORE)
        .clear_value(clear))
}

/// Records draws in a rendering.
fn render(c: &Commands<'_>, info: &vk::RenderingInfo<'_>, draw: impl FnOnce()) {
    // SAFETY: the command buffer is recording, outside passes.
    unsafe { c.gpu.device.cmd_begin_rendering(c.raw, info) };
    draw();
    // SAFETY: as above.
    unsafe { c.gpu.device.cmd_end_rendering(c.raw) };
}

fn info<'a>(
    image: &Image,
    colours: &'a [vk::RenderingAttachmentInfo<'a>],
) -> vk::RenderingInfo<'a> {
    vk::RenderingInfo::default()
        .render_area(rect((image.extent.width, image.extent.height)))
        .layer_count(1)
        .color_attachments(colours)
}

const CLEAR: vk::ClearValue = vk::ClearValue {
    color: vk::ClearColorValue {
        float32: [0.0, 0.0, 0.0, 1.0],
    },
};

fn plain(gpu: &Gpu) -> Result<Picture, Failure> {
    let format = vk::Format::D32_SFLOAT;
    let image = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let deep = gpu.image(&flat(format, 64, 64, usage))?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        depth: Some(vk::CompareOp::LESS),
        depth_format: format,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, (64, 64))
    };
    let pipeline = pipeline.build(gpu)?;
    let colours = [attachment(gpu, &image, CLEAR)?];
    let depth = attachment(gpu, &deep, crate::pipeline::depth(1.0, 0))?;
    gpu.run(|c| {
        c.prepare(&[&image, &deep]);
        let info = info(&image, &colours).depth_attachment(&depth);
        render(c, &info, || {
            c.bind(pipeline);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0], 0.25),
            );
            c.draw(4, 1);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 1.0, 0.0], [0.0, 0.0, 1.0], 0.5),
            );
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    picture.expect_all(0..32, 0..64, RED)?;
    picture.expect_all(32..64, 0..32, BLUE)?;
    picture.expect_all(32..64, 32..64, BLACK)?;
    Ok(picture)
}

fn resolved(gpu: &Gpu) -> Result<Picture, Failure> {
    let samples = vk::SampleCountFlags::TYPE_4;
    let many = gpu.image(&flat(RGBA, 64, 64, TARGET).samples(samples))?;
    let one = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = Graphics {
        samples,
        ..Graphics::new(&[TRIANGLE, COLOUR], layout, (64, 64))
    };
    let pipeline = pipeline.build(gpu)?;
    let colours = [attachment(gpu, &many, CLEAR)?
        .resolve_mode(vk::ResolveModeFlags::AVERAGE)
        .resolve_image_view(gpu.view(&one)?)
        .resolve_image_layout(vk::ImageLayout::GENERAL)];
    gpu.run(|c| {
        c.prepare(&[&many, &one]);
        render(c, &info(&many, &colours), || {
            c.bind(pipeline);
            c.draw(3, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&one)?;
    picture.expect(1, 1, BLACK)?;
    picture.expect(32, 31, [60, 65, 130, 255])?;
    Ok(picture)
}

fn suspended(gpu: &Gpu) -> Result<Picture, Failure> {
    let image = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(&[RECTANGLE, COLOUR], layout, (64, 64))
    };
    let pipeline = pipeline.build(gpu)?;
    let colours = [attachment(gpu, &image, CLEAR)?];
    let half = |flags, top: f32, tint| {
        let (image, colours) = (&image, &colours);
        gpu.primary(move |c| {
            if top < 0.0 {
                c.prepare(&[image]);
            }
            render(c, &info(image, colours).flags(flags), || {
                c.bind(pipeline);
                c.push(layout, &rectangle([-1.0, top, 1.0, top + 1.0], tint, 0.0));
                c.draw(4, 1);
            });
            Ok(())
        })
    };
    let buffers = [
        half(vk::RenderingFlags::SUSPENDING, -1.0, [1.0, 0.0, 0.0])?,
        half(vk::RenderingFlags::RESUMING, 0.0, [0.0, 1.0, 0.0])?,
    ];
    gpu.submit(&buffers)?;
    let picture = gpu.picture(&image)?;
    picture.expect_all(0..64, 0..32, RED)?;
    picture.expect_all(0..64, 32..64, GREEN)?;
    Ok(picture)
}

/// Two rectangles, of which the second is behind, clipped by a scissor and not culled.
fn state(gpu: &Gpu, is_dynamic: bool) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let dynamic = [
        vk::DynamicState::VIEWPORT,
        vk::DynamicState::SCISSOR,
        vk::DynamicState::CULL_MODE,
        vk::DynamicState::FRONT_FACE,
        vk::DynamicState::PRIMITIVE_TOPOLOGY,
        vk::DynamicState::DEPTH_TEST_ENABLE,
        vk::DynamicState::DEPTH_WRITE_ENABLE,
        vk::DynamicState::DEPTH_COMPARE_OP,
        vk::DynamicState::STENCIL_TEST_ENABLE,
        vk::DynamicState::BLEND_CONSTANTS,
        vk::DynamicState::RASTERIZER_DISCARD_ENABLE,
        vk::DynamicState::DEPTH_BIAS_ENABLE,
        vk::DynamicState::PRIMITIVE_RESTART_ENABLE,
    ];
    let pipeline = Graphics {
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        cull: vk::CullModeFlags::BACK,
        dynamic: if is_dynamic { &dynamic } else { &[] },
        ..canvas.pipeline(&[RECTANGLE, COLOUR], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        if is_dynamic {
            // SAFETY: the command buffer is recording, and the pipeline has the state dynamic.
            unsafe {
                let d = &gpu.device;
                d.cmd_set_viewport(c.raw, 0, &[viewport((64, 64))]);
                d.cmd_set_scissor(c.raw, 0, &[rect((64, 64))]);
                d.cmd_set_cull_mode(c.raw, vk::CullModeFlags::BACK);
                d.cmd_set_front_face(c.raw, vk::FrontFace::COUNTER_CLOCKWISE);
                d.cmd_set_primitive_topology(c.raw, vk::PrimitiveTopology::TRIANGLE_STRIP);
                d.cmd_set_depth_test_enable(c.raw, false);
                d.cmd_set_depth_write_enable(c.raw, false);
                d.cmd_set_depth_compare_op(c.raw, vk::CompareOp::NEVER);
                d.cmd_set_stencil_test_enable(c.raw, false);
                d.cmd_set_blend_constants(c.raw, &[0.0; 4]);
                d.cmd_set_rasterizer_discard_enable(c.raw, false);
                d.cmd_set_depth_bias_enable(c.raw, false);
                d.cmd_set_primitive_restart_enable(c.raw, false);
            }
        }
        // The corners of the first are counter-clockwise, of the second, mirrored, clockwise.
        c.push(
            layout,
            &rectangle([-1.0, 1.0, 0.0, -1.0], [1.0, 0.0, 0.0], 0.0),
        );
        c.draw(4, 1);
        c.push(
            layout,
            &rectangle([0.0, -1.0, 1.0, 1.0], [0.0, 1.0, 0.0], 0.0),
        );
        c.draw(4, 1);
    })?;
    picture.expect_all(0..32, 0..64, RED)?;
    picture.expect_all(32..64, 0..64, BLACK)?;
    Ok(picture)
}

fn fixed(gpu: &Gpu) -> Result<Picture, Failure> {
    state(gpu, false)
}

fn by_commands(gpu: &Gpu) -> Result<Picture, Failure> {
    state(gpu, true)
}
