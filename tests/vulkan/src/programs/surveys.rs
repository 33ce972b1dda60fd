//! Programs about what a driver decides. Each prints what it asked for; tests lay the driver's
//! answers, or the packets that it wrote, beside what `tilescope plan` computes.

use ash::vk;

use super::{Program, RECTANGLE, RECTANGLE_BYTES, program, rectangle};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::pipeline::{Attachment, Graphics, Subpass, colour, depth, shader};
use crate::resources::{Binding, Image, aspects, bytes, flat};

pub const ALL: &[Program] = &[
    program(
        "survey-barriers",
        "64 barriers, each between two dispatches",
        barriers,
    ),
    program(
        "survey-passes",
        "render passes of many sizes and formats",
        passes,
    ),
    program(
        "survey-layouts",
        "images of many formats, and their layouts",
        layouts,
    ),
];

/// An image of one pixel: the results are lines of text.
fn nothing() -> Picture {
    Picture {
        width: 1,
        height: 1,
        rgba: vec![0; 4],
    }
}

/// Stages and accesses of one side of barriers.
fn sides() -> Vec<(vk::PipelineStageFlags2, vk::AccessFlags2)> {
    use vk::{AccessFlags2 as A, PipelineStageFlags2 as S};
    vec![
        (S::ALL_COMMANDS, A::MEMORY_READ | A::MEMORY_WRITE),
        (S::COMPUTE_SHADER, A::SHADER_WRITE),
        (S::COMPUTE_SHADER, A::SHADER_READ),
        (S::ALL_TRANSFER, A::TRANSFER_WRITE),
        (S::ALL_TRANSFER, A::TRANSFER_READ),
        (S::COLOR_ATTACHMENT_OUTPUT, A::COLOR_ATTACHMENT_WRITE),
        (
            S::EARLY_FRAGMENT_TESTS | S::LATE_FRAGMENT_TESTS,
            A::DEPTH_STENCIL_ATTACHMENT_READ | A::DEPTH_STENCIL_ATTACHMENT_WRITE,
        ),
        (S::FRAGMENT_SHADER, A::SHADER_SAMPLED_READ),
        (S::FRAGMENT_SHADER, A::INPUT_ATTACHMENT_READ),
        (S::VERTEX_SHADER, A::UNIFORM_READ),
        (S::VERTEX_INPUT, A::VERTEX_ATTRIBUTE_READ),
        (S::INDEX_INPUT, A::INDEX_READ),
        (S::DRAW_INDIRECT, A::INDIRECT_COMMAND_READ),
        (S::HOST, A::HOST_READ | A::HOST_WRITE),
        (S::TOP_OF_PIPE, A::NONE),
        (S::BOTTOM_OF_PIPE, A::NONE),
        (S::COPY, A::TRANSFER_WRITE),
        (S::CLEAR, A::TRANSFER_WRITE),
        (S::BLIT, A::TRANSFER_READ),
        (S::COMPUTE_SHADER, A::SHADER_STORAGE_WRITE),
    ]
}

fn barriers(gpu: &Gpu) -> Result<Picture, Failure> {
    let sides = sides();
    let count = sides.len();
    // Each with itself, with two others, and all with the first.
    let pairs = (0..count).flat_map(|n| [(n, n), (n, (n + 3) % count), (n, (n * 7 + 5) % count)]);
    let pairs: Vec<(usize, usize)> = pairs.chain((1..5).map(|n| (n, 0))).collect();
    let from = gpu.filled(&bytes(0..64))?;
    let to = gpu.buffer(256)?;
    let set = gpu.set(&[Binding::Storage(&from), Binding::Storage(&to)])?;
    let layout = gpu.layout(&[set], 0)?;
    let pipeline = gpu.compute(shader!(COMPUTE "square.comp"), layout)?;
    for (first, second) in pairs {
        let ((src, written), (dst, read)) = (sides[first], sides[second]);
        gpu.say(format!(
            "barrier {:#x} {:#x} {:#x} {:#x}",
            src.as_raw(),
            written.as_raw(),
            dst.as_raw(),
            read.as_raw()
        ));
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(src)
            .src_access_mask(written)
            .dst_stage_mask(dst)
            .dst_access_mask(read)];
        let info = vk::DependencyInfo::default().memory_barriers(&barrier);
        // A command buffer of its own: the driver begins with what it knows of caches.
        gpu.run(|c| {
            c.dispatch(pipeline, layout, &[set], [1, 1, 1]);
            // SAFETY: the command buffer is recording, with a pipeline and its descriptor set.
            unsafe {
                gpu.device.cmd_pipeline_barrier2(c.raw, &info);
                gpu.device.cmd_dispatch(c.raw, 1, 1, 1);
            }
            Ok(())
        })?;
    }
    Ok(nothing())
}

/// Attachments of a pass: colours, and depth.
struct Kind {
    colours: &'static [vk::Format],
    depth: vk::Format,
    samples: u32,
}

const fn kind(colours: &'static [vk::Format], depth: vk::Format, samples: u32) -> Kind {
    Kind {
        colours,
        depth,
        samples,
    }
}

const KINDS: [Kind; 13] = {
    use vk::Format as F;
    [
        kind(&[F::R8G8B8A8_UNORM], F::UNDEFINED, 1),
        kind(&[F::R8G8B8A8_UNORM], F::D24_UNORM_S8_UINT, 1),
        kind(&[F::R8G8B8A8_UNORM], F::D32_SFLOAT_S8_UINT, 1),
        kind(&[F::R8G8B8A8_UNORM], F::D16_UNORM, 1),
        kind(&[F::R8_UNORM], F::UNDEFINED, 1),
        kind(&[F::R8_UNORM, F::R8G8B8A8_UNORM], F::UNDEFINED, 1),
        kind(&[F::R16G16B16A16_SFLOAT], F::D32_SFLOAT, 1),
        kind(&[F::R32G32B32A32_SFLOAT], F::UNDEFINED, 1),
        kind(&[F::R5G6B5_UNORM_PACK16], F::D16_UNORM, 1),
        kind(&[F::R8G8B8A8_UNORM; 4], F::D24_UNORM_S8_UINT, 1),
        kind(&[F::R8G8B8A8_UNORM], F::D24_UNORM_S8_UINT, 2),
        kind(&[F::R8G8B8A8_UNORM], F::D32_SFLOAT_S8_UINT, 4),
        kind(
            &[F::R16G16B16A16_SFLOAT, F::R8G8B8A8_UNORM],
            F::D32_SFLOAT,
            4,
        ),
    ]
};

/// Sizes, of which some are not aligned to anything.
const SIZES: [(u32, u32); 11] = [
    (64, 64),
    (256, 256),
    (333, 217),
    (640, 480),
    (800, 600),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2048, 256),
    (300, 2100),
];

fn passes(gpu: &Gpu) -> Result<Picture, Failure> {
    // Images share the memory of the largest: what they hold does not matter. One submission has all
    // passes, so that a recording has that memory once.
    let mut buffers = Vec::new();
    for (n, kind) in KINDS.iter().enumerate() {
        for (m, size) in SIZES.into_iter().enumerate() {
            // More than five draws, or fewer.
            let draws = if (n + m) % 4 == 3 { 2 } else { 7 };
            buffers.extend(one_pass(gpu, kind, size, draws)?);
        }
    }
    // More sizes of the most common kinds.
    for kind in &KINDS[..3] {
        for n in 0..21 {
            buffers.extend(one_pass(gpu, kind, (100 + n * 89, 1500 - n * 61), 6)?);
        }
    }
    gpu.submit(&buffers)?;
    Ok(nothing())
}

/// The commands of a pass; none if the device cannot have its attachments.
fn one_pass(
    gpu: &Gpu,
    kind: &Kind,
    size: (u32, u32),
    draws: u32,
) -> Result<Option<vk::CommandBuffer>, Failure> {
    let deep = kind.depth != vk::Format::UNDEFINED;
    let attachment = vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT;
    if deep && !gpu.supports(kind.depth, attachment) {
        return Ok(None);
    }
    let samples = vk::SampleCountFlags::from_raw(kind.samples);
    if !gpu
        .properties
        .limits
        .framebuffer_color_sample_counts
        .contains(samples)
    {
        return Ok(None);
    }
    let make =
        |format, usage| gpu.image_in_shared(&flat(format, size.0, size.1, usage).samples(samples));
    let mut images: Vec<Image> = Vec::new();
    for format in kind.colours {
        images.push(make(*format, super::TARGET)?);
    }
    if deep {
        images.push(make(
            kind.depth,
            vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
        )?);
    }
    let attachments: Vec<_> = images
        .iter()
        .map(|image| Attachment {
            samples,
            ..Attachment::cleared(image)
        })
        .collect();
    let count = kind.colours.len() as u32;
    let colours: Vec<u32> = (0..count).collect();
    let subpass = Subpass {
        colours: &colours,
        depth: deep.then_some(count),
        ..Subpass::default()
    };
    let pass = gpu.pass(&attachments, &[subpass])?;
    let layout = gpu.layout(&[], RECTANGLE_BYTES)?;
    let pipeline = Graphics {
        pass: Some((pass.raw, 0)),
        colours: kind.colours,
        depth_format: kind.depth,
        depth: deep.then_some(vk::CompareOp::LESS),
        samples,
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Graphics::new(&[RECTANGLE, super::COLOUR], layout, size)
    };
    let pipeline = pipeline.build(gpu)?;
    let names: Vec<String> = images.iter().map(|i| format!("{:?}", i.format)).collect();
    gpu.say(format!(
        "pass {}x{} {} {draws} {}",
        size.0,
        size.1,
        kind.samples,
        names.join(" ")
    ));
    let commands = gpu.primary(|c| {
        c.prepare(&images.iter().collect::<Vec<_>>());
        let clears = images.iter().map(|image| {
            match aspects(image.format).contains(vk::ImageAspectFlags::COLOR) {
                true => colour([0.0; 4]),
                false => depth(1.0, 0),
            }
        });
        let clears: Vec<_> = clears.collect();
        c.in_pass(&pass, &clears, || {
            c.bind(pipeline);
            for n in 0..draws {
                let level = n as f32 / 16.0;
                c.push(layout, &rectangle([-1.0, -1.0, 1.0, 1.0], [1.0; 3], level));
                c.draw(4, 1);
            }
        });
        Ok(())
    })?;
    Ok(Some(commands))
}

fn layouts(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let formats = [
        F::R8_UNORM,
        F::R8G8_UNORM,
        F::R5G6B5_UNORM_PACK16,
        F::R8G8B8A8_UNORM,
        F::R8G8B8A8_SNORM,
        F::A2B10G10R10_UNORM_PACK32,
        F::B10G11R11_UFLOAT_PACK32,
        F::E5B9G9R9_UFLOAT_PACK32,
        F::R16G16B16A16_SFLOAT,
        F::R32_UINT,
        F::R32G32B32A32_SFLOAT,
        F::BC1_RGBA_UNORM_BLOCK,
        F::ETC2_R8G8B8_UNORM_BLOCK,
        F::ASTC_4X4_UNORM_BLOCK,
        F::ASTC_8X5_UNORM_BLOCK,
        F::D16_UNORM,
        F::D32_SFLOAT,
        F::D24_UNORM_S8_UINT,
        F::S8_UINT,
    ];
    let sizes = [
        (1, 1),
        (16, 16),
        (61, 43),
        (256, 256),
        (1000, 7),
        (1920, 1080),
    ];
    for format in formats {
        let sampled = vk::FormatFeatureFlags::SAMPLED_IMAGE;
        if !gpu.supports(format, sampled) {
            gpu.say(format!("missing {format:?}"));
            continue;
        }
        for (n, (width, height)) in sizes.into_iter().enumerate() {
            let usage = vk::ImageUsageFlags::SAMPLED;
            let info = flat(format, width, height, usage);
            describe(gpu, &info)?;
            // Storage forbids compression, so that levels and layers can be asked for.
            let storage = vk::FormatFeatureFlags::STORAGE_IMAGE;
            if gpu.supports(format, storage) && n < 5 {
                let levels = 1 + u32::from(width > 8) * 3;
                let info = flat(format, width, height, usage | vk::ImageUsageFlags::STORAGE)
                    .mip_levels(levels)
                    .array_layers(1 + n as u32);
                describe(gpu, &info)?;
            }
            let linear = info.tiling(vk::ImageTiling::LINEAR);
            if aspects(format) == vk::ImageAspectFlags::COLOR && n % 2 == 0 {
                describe(gpu, &linear)?;
            }
        }
        if gpu.supports(format, vk::FormatFeatureFlags::STORAGE_IMAGE) {
            let extent = vk::Extent3D {
                width: 48,
                height: 20,
                depth: 9,
            };
            let info = flat(format, 48, 20, vk::ImageUsageFlags::SAMPLED)
                .image_type(vk::ImageType::TYPE_3D)
                .extent(extent)
                .mip_levels(3);
            describe(gpu, &info)?;
        }
        for samples in [2, 4] {
            // Turnip divides by the size of a block of flags, which is 0 for 64 bytes: ARM's division
            // gives 0, that of x86 ends the program.
            if format == F::R32G32B32A32_SFLOAT && samples == 4 {
                continue;
            }
            let use_ = vk::FormatFeatureFlags::COLOR_ATTACHMENT;
            let samples = vk::SampleCountFlags::from_raw(samples);
            let counts = gpu.properties.limits.framebuffer_color_sample_counts;
            if gpu.supports(format, use_) && counts.contains(samples) {
                describe(gpu, &flat(format, 320, 200, super::TARGET).samples(samples))?;
            }
        }
    }
    Ok(nothing())
}

/// Prints an image and its layout. Turnip answers for every tiling; Vulkan asks for linear ones.
fn describe(gpu: &Gpu, info: &vk::ImageCreateInfo<'_>) -> Result<(), Failure> {
    let d = &gpu.device;
    // SAFETY: the structures are valid, and nothing uses the image after it.
    unsafe {
        let supported = gpu.instance.get_physical_device_image_format_properties(
            gpu.physical,
            info.format,
            info.image_type,
            info.tiling,
            info.usage,
            info.flags,
        );
        let Ok(limits) = supported else {
            return Ok(());
        };
        if !limits.sample_counts.contains(info.samples)
            || limits.max_mip_levels < info.mip_levels
            || limits.max_array_layers < info.array_layers
        {
            return Ok(());
        }
        let image = d.create_image(info, None)?;
        let needs = d.get_image_memory_requirements(image);
        let vk::Extent3D {
            width,
            height,
            depth,
        } = info.extent;
        gpu.say(format!(
            "image {:?} {width}x{height}x{depth} levels {} layers {} samples {} linear {} storage {} size {}",
            info.format,
            info.mip_levels,
            info.array_layers,
            info.samples.as_raw(),
            u32::from(info.tiling == vk::ImageTiling::LINEAR),
            u32::from(info.usage.contains(vk::ImageUsageFlags::STORAGE)),
            needs.size
        ));
        let aspect = aspects(info.format);
        let aspect_mask = match aspect.contains(vk::ImageAspectFlags::DEPTH) {
            true => vk::ImageAspectFlags::DEPTH,
            false => aspect,
        };
        for mip_level in 0..info.mip_levels {
            let part = vk::ImageSubresource {
                aspect_mask,
                mip_level,
                array_layer: info.array_layers - 1,
            };
            let layout = d.get_image_subresource_layout(image, part);
            gpu.say(format!(
                "  level {mip_level} offset {} pitch {} layer {} slice {}",
                layout.offset, layout.row_pitch, layout.array_pitch, layout.depth_pitch
            ));
        }
        d.destroy_image(image, None);
    }
    Ok(())
}
