//! Clears: images of colour and depth, parts of images, attachments.

use ash::vk;

use super::{
    COLOUR, Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, program, rectangle,
};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLACK, BLUE, GREEN, Picture, RED, WHITE};
use crate::pipeline::{Attachment, Graphics, Subpass, colour, depth};
use crate::resources::flat;

pub const ALL: &[Program] = &[
    program(
        "clear-image",
        "levels and layers, of several formats",
        colours,
    ),
    program("clear-depth-image", "depth, stencil, or both", depths),
    program(
        "clear-samples",
        "an image of four samples, then resolved",
        samples,
    ),
    program(
        "clear-attachments",
        "rectangles of attachments inside a pass",
        attachments,
    ),
    program(
        "clear-pass",
        "the clear of a pass, of a part of the image",
        part,
    ),
];

const GENERAL: vk::ImageLayout = vk::ImageLayout::GENERAL;

fn colours(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let info = flat(RGBA, 32, 32, TARGET).mip_levels(3).array_layers(2);
    let image = gpu.image(&info)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.clear(&image, [1.0, 0.0, 0.0, 1.0]);
        c.barrier();
        let one = vk::ImageSubresourceRange {
            base_array_layer: 1,
            layer_count: 1,
            level_count: 1,
            ..image.all()
        };
        let value = vk::ClearColorValue {
            float32: [0.0, 1.0, 0.0, 1.0],
        };
        // SAFETY: the command buffer is recording, and the image has such a part.
        unsafe {
            gpu.device
                .cmd_clear_color_image(c.raw, image.raw, GENERAL, &value, &[one]);
        }
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    picture.expect_all(0..32, 0..32, RED)?;
    picture.expect_all(0..32, 32..64, GREEN)?;
    for level in [1, 2] {
        let bytes = gpu.download(&image, level, 4)?;
        let right = bytes.chunks(4).all(|p| p == RED);
        check(right, || format!("level {level} has {:?}", &bytes[..4]))?;
    }
    for (format, wanted) in [
        (F::R8_UNORM, vec![51]),
        (F::R8G8_UNORM, vec![51, 255]),
        (F::R5G6B5_UNORM_PACK16, vec![0xe0, 0x37]),
        (F::A2B10G10R10_UNORM_PACK32, vec![0xcd, 0xfc, 0x0f, 0xc0]),
        (
            F::R16G16B16A16_SFLOAT,
            vec![0x66, 0x32, 0, 0x3c, 0, 0, 0, 0x3c],
        ),
        (F::R32_SFLOAT, vec![0xcd, 0xcc, 0x4c, 0x3e]),
    ] {
        let image = gpu.image(&flat(format, 19, 7, vk::ImageUsageFlags::SAMPLED))?;
        gpu.run(|c| {
            c.prepare(&[&image]);
            c.clear(&image, [0.2, 1.0, 0.0, 1.0]);
            Ok(())
        })?;
        let bytes = gpu.download(&image, 0, wanted.len())?;
        // Fractions may be rounded either way.
        let near = |(f, w): (&u8, &u8)| f.abs_diff(*w) <= 1;
        let mut pixels = bytes.chunks(wanted.len());
        let right = pixels.all(|p| p.iter().zip(&wanted).all(near));
        check(right, || {
            format!("{format:?}: {:?}, not {wanted:?}", &bytes[..wanted.len()])
        })?;
    }
    Ok(picture)
}

fn depths(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    type A = vk::ImageAspectFlags;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let value = vk::ClearDepthStencilValue {
        depth: 0.5,
        stencil: 7,
    };
    let mut rgba = Vec::new();
    for (format, wanted) in [
        (F::D16_UNORM, vec![0x00, 0x80]),
        (F::D32_SFLOAT, vec![0, 0, 0, 0x3f]),
        (F::D24_UNORM_S8_UINT, vec![0, 0, 0x80]),
        (F::D32_SFLOAT_S8_UINT, vec![0, 0, 0, 0x3f]),
    ] {
        if !gpu.supports(format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT) {
            continue;
        }
        let image = gpu.image(&flat(format, 32, 16, usage))?;
        let all = image.all().aspect_mask;
        gpu.run(|c| {
            c.prepare(&[&image]);
            // Both, then each alone.
            for aspect in [all, all & A::DEPTH, all & A::STENCIL] {
                if aspect.is_empty() {
                    continue;
                }
                let range = image.all().aspect_mask(aspect);
                // SAFETY: the command buffer is recording, and the image has the aspects.
                unsafe {
                    gpu.device.cmd_clear_depth_stencil_image(
                        c.raw,
                        image.raw,
                        GENERAL,
                        &value,
                        &[range],
                    );
                }
                c.barrier();
            }
            Ok(())
        })?;
        let size = if wanted.len() == 2 { 2 } else { 4 };
        let bytes = gpu.plane(&image, A::DEPTH, size)?;
        let number = |b: &[u8]| b.iter().rev().fold(0u32, |n, b| n << 8 | u32::from(*b));
        let (found, wanted) = (number(&bytes[..wanted.len()]), number(&wanted));
        check(found.abs_diff(wanted) <= 1, || {
            format!("{format:?}: depth {found:#x}, not {wanted:#x}")
        })?;
        if all.contains(A::STENCIL) {
            let bytes = gpu.plane(&image, A::STENCIL, 1)?;
            check(bytes.iter().all(|b| *b == 7), || {
                format!("{format:?}: stencil {}", bytes[0])
            })?;
        }
        rgba.extend(found.to_le_bytes());
    }
    Ok(Picture {
        width: rgba.len() as u32 / 4,
        height: 1,
        rgba,
    })
}

fn samples(gpu: &Gpu) -> Result<Picture, Failure> {
    let many = flat(RGBA, 32, 32, TARGET).samples(vk::SampleCountFlags::TYPE_4);
    let many = gpu.image(&many)?;
    let one = gpu.image(&flat(RGBA, 32, 32, TARGET))?;
    gpu.run(|c| {
        c.prepare(&[&many, &one]);
        c.clear(&many, [0.0, 0.0, 1.0, 1.0]);
        c.barrier();
        let region = vk::ImageResolve::default()
            .src_subresource(many.level(0))
            .dst_subresource(one.level(0))
            .extent(many.extent);
        // SAFETY: the command buffer is recording.
        unsafe {
            gpu.device
                .cmd_resolve_image(c.raw, many.raw, GENERAL, one.raw, GENERAL, &[region]);
        }
        Ok(())
    })?;
    let picture = gpu.picture(&one)?;
    picture.expect_all(0..32, 0..32, BLUE)?;
    Ok(picture)
}

fn attachments(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let format = vk::Format::D32_SFLOAT_S8_UINT;
    let deep = gpu.image(&flat(format, 64, 64, usage))?;
    let subpass = Subpass {
        colours: &[0],
        depth: Some(1),
        ..Subpass::default()
    };
    let both = [
        Attachment::cleared(&canvas.image),
        Attachment::cleared(&deep),
    ];
    let pass = gpu.pass(&both, &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((pass.raw, 0)),
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        depth: Some(vk::CompareOp::LESS),
        depth_format: format,
        ..canvas.pipeline(&[RECTANGLE, COLOUR], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    let at = |x, y, width, height| vk::ClearRect {
        rect: vk::Rect2D {
            offset: vk::Offset2D { x, y },
            extent: vk::Extent2D { width, height },
        },
        base_array_layer: 0,
        layer_count: 1,
    };
    let clear = |aspect_mask, clear_value| vk::ClearAttachment {
        aspect_mask,
        color_attachment: 0,
        clear_value,
    };
    gpu.run(|c| {
        c.prepare(&[&canvas.image, &deep]);
        let clears = [colour([0.0, 0.0, 0.0, 1.0]), depth(1.0, 0)];
        c.in_pass(&pass, &clears, || {
            let red = [clear(
                vk::ImageAspectFlags::COLOR,
                colour([1.0, 0.0, 0.0, 1.0]),
            )];
            let near = [clear(vk::ImageAspectFlags::DEPTH, depth(0.0, 0))];
            let both = [clear(
                vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL,
                depth(1.0, 3),
            )];
            // SAFETY: the command buffer is recording, in a pass with both attachments.
            unsafe {
                let d = &gpu.device;
                d.cmd_clear_attachments(c.raw, &red, &[at(0, 0, 16, 16), at(40, 8, 8, 8)]);
                d.cmd_clear_attachments(c.raw, &near, &[at(0, 0, 64, 32)]);
                d.cmd_clear_attachments(c.raw, &both, &[at(5, 7, 11, 13)]);
            }
            c.bind(pipeline);
            c.push(layout, &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0; 3], 0.5));
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&canvas.image)?;
    picture.expect_all(0..5, 0..16, RED)?;
    picture.expect_all(40..48, 8..16, RED)?;
    // Where depth was cleared again, what is drawn is seen.
    picture.expect_all(5..16, 7..20, WHITE)?;
    picture.expect_all(16..32, 0..32, BLACK)?;
    picture.expect_all(0..32, 32..64, WHITE)?;
    Ok(picture)
}

fn part(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 64, 64)?;
    gpu.run(|c| {
        c.prepare(&[&canvas.image]);
        c.clear(&canvas.image, [0.0, 1.0, 0.0, 1.0]);
        c.barrier();
        let clears = [colour([1.0, 0.0, 0.0, 1.0])];
        let begin = vk::RenderPassBeginInfo::default()
            .render_pass(canvas.pass.raw)
            .framebuffer(canvas.pass.framebuffer)
            .render_area(vk::Rect2D {
                offset: vk::Offset2D { x: 9, y: 3 },
                extent: vk::Extent2D {
                    width: 21,
                    height: 50,
                },
            })
            .clear_values(&clears);
        // SAFETY: the command buffer is recording.
        unsafe {
            let d = &gpu.device;
            d.cmd_begin_render_pass(c.raw, &begin, vk::SubpassContents::INLINE);
            d.cmd_end_render_pass(c.raw);
        }
        Ok(())
    })?;
    let picture = gpu.picture(&canvas.image)?;
    picture.expect_all(9..30, 3..53, RED)?;
    picture.expect_all(0..9, 0..64, GREEN)?;
    picture.expect_all(30..64, 0..64, GREEN)?;
    picture.expect_all(0..64, 53..64, GREEN)?;
    Ok(picture)
}
