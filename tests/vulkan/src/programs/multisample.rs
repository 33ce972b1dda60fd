//! Several samples: resolves at the end of a subpass, by a command, shading of each sample.

use ash::vk;

use super::{
    COLOUR, Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, TRIANGLE, program, rectangle,
};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLACK, GREEN, Picture};
use crate::pipeline::{Attachment, Graphics, Pass, Subpass, colour, depth, shader};
use crate::resources::{Image, flat};

pub const ALL: &[Program] = &[
    program(
        "multisample",
        "a triangle of four samples, resolved in the pass",
        resolved,
    ),
    program("multisample-two", "two samples, with depth", two),
    program(
        "resolve-image",
        "a command that resolves, of two formats",
        command,
    ),
    program("sample-shading", "one of four samples is white", shading),
];

/// An image of several samples, its resolve, and a pass with both.
struct Sampled {
    many: Image,
    one: Canvas,
    pass: Pass,
}

impl Sampled {
    fn new(gpu: &Gpu, samples: vk::SampleCountFlags) -> Result<Sampled, Failure> {
        let many = gpu.image(&flat(RGBA, 64, 64, TARGET).samples(samples))?;
        let one = Canvas::new(gpu, 64, 64)?;
        let subpass = Subpass {
            colours: &[0],
            resolves: &[1],
            ..Subpass::default()
        };
        let attachments = [
            Attachment {
                samples,
                store: vk::AttachmentStoreOp::DONT_CARE,
                ..Attachment::cleared(&many)
            },
            Attachment {
                load: vk::AttachmentLoadOp::DONT_CARE,
                ..Attachment::cleared(&one.image)
            },
        ];
        let pass = gpu.pass(&attachments, &[subpass])?;
        Ok(Sampled { many, one, pass })
    }
}

/// The colour that clears.
const CLEAR: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn resolved(gpu: &Gpu) -> Result<Picture, Failure> {
    let samples = vk::SampleCountFlags::TYPE_4;
    let target = Sampled::new(gpu, samples)?;
    let layout = gpu.layout(&[], 0)?;
    let pipeline = Graphics {
        pass: Some((target.pass.raw, 0)),
        samples,
        ..target.one.pipeline(&[TRIANGLE, COLOUR], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&target.many, &target.one.image]);
        c.in_pass(&target.pass, &[colour(CLEAR), colour(CLEAR)], || {
            c.bind(pipeline);
            c.draw(3, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&target.one.image)?;
    picture.expect(1, 1, BLACK)?;
    // Edges have pixels of which some samples are covered.
    let sum = |p: [u8; 4]| p[..3].iter().map(|c| u32::from(*c)).sum::<u32>();
    let pixels = picture
        .rgba
        .chunks(4)
        .map(|p| sum([p[0], p[1], p[2], p[3]]));
    let partial = pixels.filter(|s| (32..224).contains(s)).count();
    check(partial > 20, || {
        format!("{partial} pixels are partly covered")
    })?;
    Ok(picture)
}

fn two(gpu: &Gpu) -> Result<Picture, Failure> {
    let samples = vk::SampleCountFlags::TYPE_2;
    if !gpu
        .properties
        .limits
        .framebuffer_color_sample_counts
        .contains(samples)
    {
        return Err(Failure::Missing("two samples".into()));
    }
    let format = vk::Format::D32_SFLOAT;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let deep = gpu.image(&flat(format, 64, 64, usage).samples(samples))?;
    let many = gpu.image(&flat(RGBA, 64, 64, TARGET).samples(samples))?;
    let one = Canvas::new(gpu, 64, 64)?;
    let subpass = Subpass {
        colours: &[0],
        resolves: &[2],
        depth: Some(1),
        ..Subpass::default()
    };
    let several = |image| Attachment {
        samples,
        ..Attachment::cleared(image)
    };
    let attachments = [
        several(&many),
        several(&deep),
        Attachment::cleared(&one.image),
    ];
    let pass = gpu.pass(&attachments, &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((pass.raw, 0)),
        samples,
        depth: Some(vk::CompareOp::GREATER),
        depth_format: format,
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..one.pipeline(&[RECTANGLE, COLOUR], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&many, &deep, &one.image]);
        let clears = [colour(CLEAR), depth(0.25, 0), colour(CLEAR)];
        c.in_pass(&pass, &clears, || {
            c.bind(pipeline);
            for (right, level) in [(0.0, 0.5), (1.0, 0.125)] {
                let area = [-1.0, -1.0, right, 1.0];
                c.push(layout, &rectangle(area, [0.0, 1.0, 0.0], level));
                c.draw(4, 1);
            }
        });
        Ok(())
    })?;
    let picture = gpu.picture(&one.image)?;
    picture.expect_all(0..32, 0..64, GREEN)?;
    picture.expect_all(32..64, 0..64, BLACK)?;
    Ok(picture)
}

fn command(gpu: &Gpu) -> Result<Picture, Failure> {
    let samples = vk::SampleCountFlags::TYPE_4;
    let mut last = None;
    for format in [RGBA, vk::Format::R32_SFLOAT] {
        let many = gpu.image(&flat(format, 64, 64, TARGET).samples(samples))?;
        let one = gpu.image(&flat(format, 64, 64, TARGET))?;
        let subpass = Subpass {
            colours: &[0],
            ..Subpass::default()
        };
        let attachment = Attachment {
            samples,
            ..Attachment::cleared(&many)
        };
        let pass = gpu.pass(&[attachment], &[subpass])?;
        gpu.run(|c| {
            c.prepare(&[&many, &one]);
            c.in_pass(&pass, &[colour([0.0, 1.0, 0.0, 1.0])], || {});
            c.barrier();
            c.clear(&one, [1.0, 0.0, 0.0, 1.0]);
            c.barrier();
            let region = vk::ImageResolve::default()
                .src_subresource(many.level(0))
                .dst_subresource(one.level(0))
                .dst_offset(vk::Offset3D { x: 16, y: 8, z: 0 })
                .extent(vk::Extent3D {
                    width: 32,
                    height: 32,
                    depth: 1,
                });
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: the command buffer is recording, outside passes.
            unsafe {
                gpu.device
                    .cmd_resolve_image(c.raw, many.raw, layout, one.raw, layout, &[region]);
            }
            Ok(())
        })?;
        let picture = gpu.picture(&one)?;
        if format == RGBA {
            picture.expect_all(16..48, 8..40, GREEN)?;
            picture.expect_all(0..16, 0..64, [255, 0, 0, 255])?;
            last = Some(picture);
        } else {
            picture.expect_all(16..48, 8..40, [0; 4])?;
        }
    }
    last.ok_or_else(|| Failure::Missing("formats".into()))
}

fn shading(gpu: &Gpu) -> Result<Picture, Failure> {
    gpu.needs(
        "sampleRateShading",
        gpu.features.core.features.sample_rate_shading,
    )?;
    let samples = vk::SampleCountFlags::TYPE_4;
    let target = Sampled::new(gpu, samples)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((target.pass.raw, 0)),
        samples,
        sample_shading: 1.0,
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..target
            .one
            .pipeline(&[RECTANGLE, shader!(FRAGMENT "sample.frag")], layout)
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&[&target.many, &target.one.image]);
        c.in_pass(&target.pass, &[colour(CLEAR), colour(CLEAR)], || {
            c.bind(pipeline);
            c.push(layout, &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0; 3], 0.0));
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let picture = gpu.picture(&target.one.image)?;
    picture.expect_all(0..32, 0..64, [64, 64, 64, 255])?;
    picture.expect_all(32..64, 0..64, BLACK)?;
    Ok(picture)
}
