//! Command buffers: secondary ones, and one that is submitted twice.

use ash::vk;

use super::{Canvas, Program, program, rectangle};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLUE, GREEN, Picture, RED};
use crate::pipeline::colour;

pub const ALL: &[Program] = &[
    program(
        "secondary",
        "secondary command buffers inside and outside a pass",
        secondary,
    ),
    program("resubmitted", "one command buffer twice", twice),
    program(
        "many-tiles",
        "draws sorted by tile, of a large image",
        tiles,
    ),
];

fn secondary(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let (layout, pipeline) = canvas.rectangles(gpu)?;
    let buffer = gpu.buffer(16)?;
    let d = &gpu.device;
    let level = vk::CommandBufferLevel::SECONDARY;
    let inheritance = vk::CommandBufferInheritanceInfo::default()
        .render_pass(canvas.pass.raw)
        .framebuffer(canvas.pass.framebuffer);
    let inside = vk::CommandBufferBeginInfo::default()
        .flags(vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE)
        .inheritance_info(&inheritance);
    let half = |left: f32, tint| {
        gpu.record(level, &inside, |c| {
            c.bind(pipeline);
            c.push(layout, &rectangle([left, -1.0, left + 1.0, 1.0], tint, 0.0));
            c.draw(4, 1);
            Ok(())
        })
    };
    let halves = [half(-1.0, [1.0, 0.0, 0.0])?, half(0.0, [0.0, 1.0, 0.0])?];
    let nothing = vk::CommandBufferInheritanceInfo::default();
    let begin = vk::CommandBufferBeginInfo::default().inheritance_info(&nothing);
    let outside = gpu.record(level, &begin, |c| {
        // SAFETY: the command buffer is recording.
        unsafe { d.cmd_fill_buffer(c.raw, buffer.raw, 0, 16, 9) };
        Ok(())
    })?;
    gpu.run(|c| {
        c.prepare(&[&canvas.image]);
        // SAFETY: the secondary command buffers are recorded, here and below.
        unsafe { d.cmd_execute_commands(c.raw, &[outside]) };
        let contents = vk::SubpassContents::SECONDARY_COMMAND_BUFFERS;
        let clears = [colour([0.0, 0.0, 1.0, 1.0])];
        c.in_pass_of(&canvas.pass, &clears, contents, || unsafe {
            d.cmd_execute_commands(c.raw, &halves);
        });
        c.for_host();
        Ok(())
    })?;
    let picture = gpu.picture(&canvas.image)?;
    picture.expect_all(0..32, 0..64, RED)?;
    picture.expect_all(32..64, 0..64, GREEN)?;
    check(buffer.words() == [9; 4], || format!("{:?}", buffer.words()))?;
    Ok(picture)
}

fn twice(gpu: &Gpu) -> Result<Picture, Failure> {
    let buffer = gpu.filled(&[1u8; 64])?;
    let d = &gpu.device;
    let commands = gpu.primary(|c| {
        c.barrier();
        let copy = |src_offset, dst_offset| vk::BufferCopy {
            src_offset,
            dst_offset,
            size: 16,
        };
        // SAFETY: the command buffer is recording; ranges are inside the buffer.
        unsafe { d.cmd_copy_buffer(c.raw, buffer.raw, buffer.raw, &[copy(16, 32)]) };
        c.barrier();
        // SAFETY: as above.
        unsafe { d.cmd_fill_buffer(c.raw, buffer.raw, 16, 16, 0x0505_0505) };
        c.for_host();
        Ok(())
    })?;
    gpu.submit(&[commands])?;
    let first = buffer.read();
    gpu.submit(&[commands])?;
    let second = buffer.read();
    check(first[32..48] == [1; 16], || {
        format!("after one: {:?}", &first[32..48])
    })?;
    check(second[32..48] == [5; 16], || {
        format!("after two: {:?}", &second[32..48])
    })?;
    Ok(Picture {
        width: 16,
        height: 1,
        rgba: second,
    })
}

fn tiles(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 1200, 900)?;
    let (layout, pipeline) = canvas.rectangles(gpu)?;
    // Four columns by three rows.
    let picture = canvas.draw(gpu, |c| {
        c.bind(pipeline);
        for n in 0..12u32 {
            let left = -1.0 + (n % 4) as f32 * 0.5;
            let top = -1.0 + (n / 4) as f32 * 2.0 / 3.0;
            let tint = if n % 2 == 0 {
                [1.0, 0.0, 0.0]
            } else {
                [0.0, 0.0, 1.0]
            };
            c.push(
                layout,
                &rectangle([left, top, left + 0.5, top + 2.0 / 3.0], tint, 0.0),
            );
            c.draw(4, 1);
        }
    })?;
    for n in 0..12u32 {
        let (x, y) = (n % 4 * 300, n / 4 * 300);
        let wanted = if n % 2 == 0 { RED } else { BLUE };
        picture.expect_all(x + 1..x + 299, y + 1..y + 299, wanted)?;
    }
    Ok(picture)
}
