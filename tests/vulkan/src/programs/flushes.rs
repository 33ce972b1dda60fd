//! Places where a driver does what barriers asked for: a fill, a barrier, and one command after it,
//! each in a command buffer of its own. Tests find the flushes before that command.

use ash::vk;

use super::{Canvas, Program, program, rectangle};
use crate::commands::Commands;
use crate::failure::Failure;
use crate::gpu::{Gpu, Owned};
use crate::picture::Picture;
use crate::pipeline::{Attachment, Graphics, Subpass, colour, shader};
use crate::resources::{Binding, bytes};

pub const ALL: &[Program] = &[program(
    "survey-flushes",
    "a command of each kind after a barrier",
    places,
)];

/// Prints the name of a place, and runs a fill, a barrier and the command.
fn place(gpu: &Gpu, name: &str, command: impl FnOnce(&Commands<'_>)) -> Result<(), Failure> {
    let buffer = gpu.buffer(64)?;
    gpu.say(format!("place {name}"));
    gpu.run(|c| {
        // SAFETY: the command buffer is recording, and the range is the buffer.
        unsafe { gpu.device.cmd_fill_buffer(c.raw, buffer.raw, 0, 64, 7) };
        c.barrier();
        command(c);
        Ok(())
    })
}

fn places(gpu: &Gpu) -> Result<Picture, Failure> {
    outside(gpu)?;
    inside(gpu)?;
    Ok(Picture {
        width: 1,
        height: 1,
        rgba: vec![0; 4],
    })
}

/// Commands outside render passes.
fn outside(gpu: &Gpu) -> Result<(), Failure> {
    let d = &gpu.device;
    let from = gpu.filled(&bytes(0..64))?;
    let to = gpu.buffer(256)?;
    let sets = [gpu.set(&[Binding::Storage(&from), Binding::Storage(&to)])?];
    let layout = gpu.layout(&sets, 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "square.comp"), layout)?;
    let nothing = vk::CommandBufferInheritanceInfo::default();
    let begin = vk::CommandBufferBeginInfo::default().inheritance_info(&nothing);
    let secondary = gpu.record(vk::CommandBufferLevel::SECONDARY, &begin, |c| {
        c.dispatch(pipeline, layout, &sets, [1, 1, 1]);
        Ok(())
    })?;
    // SAFETY: the structure is valid.
    let event = unsafe { d.create_event(&vk::EventCreateInfo::default(), None)? };
    gpu.keep(Owned::Event(event));
    let canvas = Canvas::new(gpu, 64, 64)?;
    let all = vk::PipelineStageFlags2::ALL_COMMANDS;
    place(gpu, "end", |_| {})?;
    place(gpu, "dispatch", |c| {
        c.dispatch(pipeline, layout, &sets, [1, 1, 1]);
    })?;
    // SAFETY: the command buffers are recording, here and below.
    place(gpu, "execute", |c| unsafe {
        d.cmd_execute_commands(c.raw, &[secondary]);
    })?;
    place(gpu, "condition", |c| c.if_set(&from, 0, || {}))?;
    // SAFETY: as above.
    place(gpu, "event", |c| unsafe {
        d.cmd_reset_event2(c.raw, event, all);
    })?;
    place(gpu, "clear", |c| c.clear(&canvas.image, [0.0; 4]))?;
    let clears = [colour([0.0; 4])];
    place(gpu, "pass", |c| c.in_pass(&canvas.pass, &clears, || {}))
}

/// Commands in the second part of a render pass, which waits for the first.
fn inside(gpu: &Gpu) -> Result<(), Failure> {
    let d = &gpu.device;
    let canvas = Canvas::new(gpu, 64, 64)?;
    let subpass = Subpass {
        colours: &[0],
        ..Subpass::default()
    };
    let pass = gpu.pass(&[Attachment::cleared(&canvas.image)], &[subpass, subpass])?;
    let layout = gpu.layout(&[], super::RECTANGLE_BYTES)?;
    let pipeline = |part| {
        let pipeline = Graphics {
            pass: Some((pass.raw, part)),
            topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
            ..Graphics::new(&[super::RECTANGLE, super::COLOUR], layout, pass.size)
        };
        pipeline.build(gpu)
    };
    let pipelines = [pipeline(0)?, pipeline(1)?];
    let draw = |c: &Commands<'_>, part: usize| {
        c.bind(pipelines[part]);
        c.push(layout, &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0; 3], 0.5));
        c.draw(4, 1);
    };
    let clears = [colour([0.0; 4])];
    let both = |c: &Commands<'_>, second: &dyn Fn()| {
        c.in_pass(&pass, &clears, || {
            draw(c, 0);
            // SAFETY: the command buffer is recording, in a pass with another subpass.
            unsafe { d.cmd_next_subpass(c.raw, vk::SubpassContents::INLINE) };
            second();
        });
    };
    place(gpu, "draw", |c| both(c, &|| draw(c, 1)))?;
    let clear = [vk::ClearAttachment {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        color_attachment: 0,
        clear_value: colour([1.0; 4]),
    }];
    let area = [vk::ClearRect {
        rect: vk::Rect2D {
            offset: vk::Offset2D { x: 8, y: 8 },
            extent: vk::Extent2D {
                width: 16,
                height: 16,
            },
        },
        base_array_layer: 0,
        layer_count: 1,
    }];
    // SAFETY: as above.
    place(gpu, "clear-attachments", |c| {
        both(c, &|| unsafe {
            d.cmd_clear_attachments(c.raw, &clear, &area)
        });
    })
}
