//! Depth, stencil, blending, several targets.

use ash::vk;

use super::{
    COLOUR, Canvas, Program, RECTANGLE, RECTANGLE_BYTES, RGBA, TARGET, program, rectangle,
};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLACK, BLUE, GREEN, Picture, RED};
use crate::pipeline::{Attachment, Graphics, Pass, Subpass, colour, depth, shader};
use crate::resources::{Image, flat};

pub const ALL: &[Program] = &[
    program("depth", "tests of depth in three formats", depths),
    program(
        "depth-output",
        "depth by a shader, and discarded pixels",
        depth_output,
    ),
    program("stencil", "stencil as a mask, in three formats", stencil),
    program(
        "blending",
        "colours added, and a masked component",
        blending,
    ),
    program("targets", "four targets of different formats", targets),
];

/// A target of colours with one of depth or stencil.
struct Tested {
    canvas: Canvas,
    deep: Image,
    pass: Pass,
}

impl Tested {
    fn new(gpu: &Gpu, format: vk::Format) -> Result<Tested, Failure> {
        let canvas = Canvas::new(gpu, 32, 32)?;
        let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
        let deep = gpu.image(&flat(format, 32, 32, usage))?;
        let subpass = Subpass {
            colours: &[0],
            depth: Some(1),
            ..Subpass::default()
        };
        let attachments = [
            Attachment::cleared(&canvas.image),
            Attachment::cleared(&deep),
        ];
        Ok(Tested {
            pass: gpu.pass(&attachments, &[subpass])?,
            canvas,
            deep,
        })
    }

    /// Records draws on black with depth 1 and stencil 0.
    fn draw(
        &self,
        gpu: &Gpu,
        draw: impl FnOnce(&crate::commands::Commands<'_>),
    ) -> Result<Picture, Failure> {
        gpu.run(|c| {
            c.prepare(&[&self.canvas.image, &self.deep]);
            let clears = [colour([0.0, 0.0, 0.0, 1.0]), depth(1.0, 0)];
            c.in_pass(&self.pass, &clears, || draw(c));
            Ok(())
        })?;
        gpu.picture(&self.canvas.image)
    }
}

/// Whether one can be an attachment of depth and stencil.
fn is_attachment(gpu: &Gpu, format: vk::Format) -> bool {
    gpu.supports(format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT)
}

fn depths(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let mut last = None;
    for format in [
        F::D16_UNORM,
        F::D32_SFLOAT,
        F::X8_D24_UNORM_PACK32,
        F::D24_UNORM_S8_UINT,
    ] {
        if !is_attachment(gpu, format) {
            continue;
        }
        let tested = Tested::new(gpu, format)?;
        let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
        let pipeline = Graphics {
            pass: Some((tested.pass.raw, 0)),
            topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
            depth: Some(vk::CompareOp::LESS),
            depth_format: format,
            ..tested.canvas.pipeline(&[RECTANGLE, COLOUR], layout)
        };
        let pipeline = pipeline.build(gpu)?;
        let picture = tested.draw(gpu, |c| {
            c.bind(pipeline);
            for (area, tint, depth) in [
                ([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.0], 0.5),
                // Behind it on the left, alone on the right.
                ([-1.0, -1.0, 1.0, 0.0], [0.0, 1.0, 0.0], 0.75),
                ([-1.0, 0.0, -0.5, 1.0], [0.0, 0.0, 1.0], 0.25),
            ] {
                c.push(layout, &rectangle(area, tint, depth));
                c.draw(4, 1);
            }
        })?;
        picture.expect_all(0..16, 0..16, RED)?;
        picture.expect_all(16..32, 0..16, GREEN)?;
        picture.expect_all(0..8, 16..32, BLUE)?;
        picture.expect_all(8..16, 16..32, RED)?;
        picture.expect_all(16..32, 16..32, BLACK)?;
        last = Some(picture);
    }
    last.ok_or_else(|| Failure::Missing("formats of depth".into()))
}

fn depth_output(gpu: &Gpu) -> Result<Picture, Failure> {
    let format = vk::Format::D32_SFLOAT;
    let tested = Tested::new(gpu, format)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let of = |fragment| {
        let shaders = [RECTANGLE, fragment];
        let pipeline = Graphics {
            pass: Some((tested.pass.raw, 0)),
            topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
            depth: Some(vk::CompareOp::LESS_OR_EQUAL),
            depth_format: format,
            ..tested.canvas.pipeline(&shaders, layout)
        };
        pipeline.build(gpu)
    };
    let (output, plain) = (of(shader!(FRAGMENT "depth_out.frag"))?, of(COLOUR)?);
    let all = [-1.0, -1.0, 1.0, 1.0];
    let picture = tested.draw(gpu, |c| {
        c.bind(output);
        c.push(layout, &rectangle(all, [1.0, 0.0, 0.0], 0.5));
        c.draw(4, 1);
        c.bind(plain);
        c.push(layout, &rectangle(all, [0.0, 1.0, 0.0], 0.5));
        c.draw(4, 1);
    })?;
    picture.expect_all(0..16, 0..32, GREEN)?;
    picture.expect_all(16..32, 0..32, RED)?;
    Ok(picture)
}

fn stencil(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let mut last = None;
    for format in [F::D24_UNORM_S8_UINT, F::D32_SFLOAT_S8_UINT, F::S8_UINT] {
        if !is_attachment(gpu, format) {
            continue;
        }
        let tested = Tested::new(gpu, format)?;
        let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
        let of = |compare_op, pass_op| {
            let state = vk::StencilOpState {
                fail_op: vk::StencilOp::KEEP,
                depth_fail_op: vk::StencilOp::KEEP,
                pass_op,
                compare_op,
                compare_mask: 0xff,
                write_mask: 0x0f,
                reference: 0x11,
            };
            let pipeline = Graphics {
                pass: Some((tested.pass.raw, 0)),
                topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
                stencil: Some(state),
                depth_format: format,
                ..tested.canvas.pipeline(&[RECTANGLE, COLOUR], layout)
            };
            pipeline.build(gpu)
        };
        let write = of(vk::CompareOp::ALWAYS, vk::StencilOp::REPLACE)?;
        // 1, of which 0x11 is greater; what is not written has 0.
        let add = of(vk::CompareOp::GREATER, vk::StencilOp::INCREMENT_AND_WRAP)?;
        let picture = tested.draw(gpu, |c| {
            c.bind(write);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.0),
            );
            c.draw(4, 1);
            c.bind(add);
            c.push(
                layout,
                &rectangle([-0.5, -1.0, 1.0, 1.0], [0.0, 0.0, 1.0], 0.0),
            );
            c.draw(4, 1);
        })?;
        picture.expect_all(0..8, 0..16, RED)?;
        picture.expect_all(8..32, 0..32, BLUE)?;
        picture.expect_all(0..8, 16..32, BLACK)?;
        let aspect = vk::ImageAspectFlags::STENCIL;
        let values = gpu.plane(&tested.deep, aspect, 1)?;
        let at = |x: usize, y: usize| values[y * 32 + x];
        let found = [at(2, 2), at(10, 10), at(20, 20), at(2, 20)];
        check(found == [1, 2, 1, 0], || {
            format!("{format:?}: stencil {found:?}")
        })?;
        last = Some(picture);
    }
    last.ok_or_else(|| Failure::Missing("formats of stencil".into()))
}

fn blending(gpu: &Gpu) -> Result<Picture, Failure> {
    let canvas = Canvas::new(gpu, 32, 32)?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let add = vk::PipelineColorBlendAttachmentState {
        blend_enable: vk::TRUE,
        src_color_blend_factor: vk::BlendFactor::ONE,
        dst_color_blend_factor: vk::BlendFactor::ONE,
        color_blend_op: vk::BlendOp::ADD,
        src_alpha_blend_factor: vk::BlendFactor::ONE,
        dst_alpha_blend_factor: vk::BlendFactor::ZERO,
        alpha_blend_op: vk::BlendOp::ADD,
        color_write_mask: vk::ColorComponentFlags::RGBA,
    };
    let masked = vk::PipelineColorBlendAttachmentState::default()
        .color_write_mask(vk::ColorComponentFlags::B);
    let of = |blend| {
        let pipeline = Graphics {
            topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
            blend,
            ..canvas.pipeline(&[RECTANGLE, COLOUR], layout)
        };
        pipeline.build(gpu)
    };
    let (add, masked) = (of(add)?, of(masked)?);
    let picture = canvas.draw(gpu, |c| {
        c.bind(add);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, 1.0, 0.0], [1.0, 0.0, 0.0], 0.0),
        );
        c.draw(4, 1);
        c.push(
            layout,
            &rectangle([-1.0, -1.0, 0.0, 1.0], [0.0, 0.5, 0.0], 0.0),
        );
        c.draw(4, 1);
        c.bind(masked);
        c.push(
            layout,
            &rectangle([0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0], 0.0),
        );
        c.draw(4, 1);
    })?;
    picture.expect_all(0..16, 0..16, [255, 128, 0, 255])?;
    picture.expect_all(16..32, 0..16, RED)?;
    picture.expect_all(0..16, 16..32, [0, 128, 0, 255])?;
    picture.expect_all(16..32, 16..32, BLUE)?;
    Ok(picture)
}

fn targets(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let formats = [
        RGBA,
        F::B8G8R8A8_UNORM,
        F::R16G16B16A16_SFLOAT,
        F::R8G8B8A8_UINT,
    ];
    let mut images = Vec::new();
    for format in formats {
        images.push(gpu.image(&flat(format, 32, 32, TARGET))?);
    }
    let attachments: Vec<_> = images.iter().map(Attachment::cleared).collect();
    let subpass = Subpass {
        colours: &[0, 1, 2, 3],
        ..Subpass::default()
    };
    let pass = gpu.pass(&attachments, &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((pass.raw, 0)),
        colours: &formats,
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(
            &[RECTANGLE, shader!(FRAGMENT "targets.frag")],
            layout,
            pass.size,
        )
    };
    let pipeline = pipeline.build(gpu)?;
    gpu.run(|c| {
        c.prepare(&images.iter().collect::<Vec<_>>());
        c.in_pass(&pass, &[colour([0.0; 4]); 4], || {
            c.bind(pipeline);
            c.push(
                layout,
                &rectangle([-1.0, -1.0, 0.0, 1.0], [1.0, 0.0, 0.5], 0.0),
            );
            c.draw(4, 1);
        });
        Ok(())
    })?;
    let first = gpu.picture(&images[0])?;
    let second = gpu.picture(&images[1])?;
    let third = gpu.download(&images[2], 0, 8)?;
    let fourth = gpu.picture(&images[3])?;
    first.expect_all(0..16, 0..32, [255, 0, 128, 255])?;
    first.expect_all(16..32, 0..32, [0, 0, 0, 0])?;
    // Green, blue, red as red, green, blue; in memory blue is first.
    second.expect_all(0..16, 0..32, [255, 128, 0, 128])?;
    let halves = [0x3800u16, 0x3c00, 0, 0x3c00]
        .map(u16::to_le_bytes)
        .concat();
    check(third[..8] == halves, || format!("floats {:?}", &third[..8]))?;
    fourth.expect_all(0..16, 0..32, [200, 0, 100, 7])?;
    Ok(first)
}
