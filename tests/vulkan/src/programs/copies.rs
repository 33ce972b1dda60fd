//! Copies: buffers, images, and between both.

use ash::vk;

use super::{Program, RGBA, TARGET, program};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::resources::{Image, bytes, flat};

pub const ALL: &[Program] = &[
    program("buffers", "fill, update and copies of buffers", buffers),
    program(
        "copy-images",
        "parts, levels and layers from image to image",
        images,
    ),
    program(
        "copy-formats",
        "buffer to image and back, of many formats",
        formats,
    ),
    program("copy-depth", "depth and stencil to images and back", depths),
    program(
        "copy-pitch",
        "rows and slices with gaps in the buffer",
        pitch,
    ),
    program(
        "copy-samples",
        "an image of four samples, copied and resolved",
        samples,
    ),
];

const GENERAL: vk::ImageLayout = vk::ImageLayout::GENERAL;

/// Bytes that differ.
fn pattern(count: usize) -> Vec<u8> {
    (0..count as u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect()
}

/// A picture of bytes, 64 pixels wide.
fn picture(mut rgba: Vec<u8>) -> Picture {
    rgba.resize(rgba.len().next_multiple_of(256), 0);
    Picture {
        width: 64,
        height: rgba.len() as u32 / 256,
        rgba,
    }
}

fn buffers(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = gpu.filled(&pattern(8192))?;
    let to = gpu.buffer(8192)?;
    let update = bytes((0..16).map(|n| n * 3));
    gpu.run(|c| {
        let d = &gpu.device;
        let regions = [
            vk::BufferCopy {
                src_offset: 0,
                dst_offset: 4096,
                size: 4096,
            },
            // Neither aligned nor a multiple of anything.
            vk::BufferCopy {
                src_offset: 5,
                dst_offset: 2049,
                size: 1003,
            },
        ];
        // SAFETY: the command buffer is recording; ranges are inside the buffers.
        unsafe {
            d.cmd_fill_buffer(c.raw, to.raw, 0, 2048, 0x1234_5678);
            d.cmd_update_buffer(c.raw, to.raw, 3072, &update);
            d.cmd_copy_buffer(c.raw, from.raw, to.raw, &regions);
        }
        c.for_host();
        Ok(())
    })?;
    let (source, found) = (from.read(), to.read());
    check(
        found[..2048]
            .chunks(4)
            .all(|w| w == [0x78, 0x56, 0x34, 0x12]),
        || "fill".into(),
    )?;
    check(found[3072..3136] == update, || "update".into())?;
    check(found[4096..] == source[..4096], || "aligned copy".into())?;
    check(found[2049..3052] == source[5..1008], || {
        "copy that is not aligned".into()
    })?;
    check(found[3052..3072].iter().all(|b| *b == 0), || {
        "bytes after the copy".into()
    })?;
    Ok(picture(found))
}

fn images(gpu: &Gpu) -> Result<Picture, Failure> {
    let info = flat(RGBA, 64, 64, TARGET).mip_levels(2).array_layers(2);
    let (from, to) = (gpu.image(&info)?, gpu.image(&info)?);
    let source = pattern(64 * 64 * 4 * 2);
    let buffer = gpu.filled(&source)?;
    gpu.run(|c| {
        c.prepare(&[&from, &to]);
        c.upload(&buffer, &from, &[from.copy(0, 0)]);
        c.clear(&to, [0.0; 4]);
        c.barrier();
        let layer = |level, base_array_layer| vk::ImageSubresourceLayers {
            base_array_layer,
            layer_count: 1,
            ..from.level(level)
        };
        let at = |x, y| vk::Offset3D { x, y, z: 0 };
        let size = |width, height| vk::Extent3D {
            width,
            height,
            depth: 1,
        };
        let copy = |from, from_at, to, to_at, extent| {
            vk::ImageCopy::default()
                .src_subresource(from)
                .src_offset(from_at)
                .dst_subresource(to)
                .dst_offset(to_at)
                .extent(extent)
        };
        let regions = [
            copy(layer(0, 0), at(0, 0), layer(0, 1), at(0, 0), size(64, 32)),
            copy(layer(0, 1), at(3, 5), layer(0, 0), at(17, 11), size(21, 13)),
            copy(layer(0, 0), at(0, 0), layer(1, 0), at(0, 0), size(32, 32)),
        ];
        // SAFETY: the command buffer is recording; regions are inside the images.
        unsafe {
            gpu.device
                .cmd_copy_image(c.raw, from.raw, GENERAL, to.raw, GENERAL, &regions);
        }
        Ok(())
    })?;
    let first = gpu.picture(&to)?;
    let second = gpu.download(&to, 1, 4)?;
    let texel = |x: usize, y: usize, layer: usize| {
        let at = ((layer * 64 + y) * 64 + x) * 4;
        &source[at..at + 4]
    };
    for y in 0..32 {
        for x in 0..64u32 {
            let wanted = texel(x as usize, y as usize, 0);
            check(first.at(x, y + 64) == *wanted, || {
                format!("layer 1 at {x},{y}")
            })?;
        }
    }
    for y in 0..13u32 {
        for x in 0..21u32 {
            let wanted = texel(x as usize + 3, y as usize + 5, 1);
            check(first.at(x + 17, y + 11) == *wanted, || {
                format!("layer 0 at {x},{y}")
            })?;
        }
    }
    for (n, pixel) in second[..32 * 32 * 4].chunks(4).enumerate() {
        let wanted = texel(n % 32, n / 32, 0);
        check(pixel == wanted, || format!("level 1 at {n}"))?;
    }
    first.expect_all(0..17, 0..64, [0; 4])?;
    Ok(first)
}

/// Copies bytes to all levels of an image and back, and compares.
fn there_and_back(gpu: &Gpu, image: &Image, block: (u32, usize)) -> Result<Vec<u8>, Failure> {
    let mut copies = Vec::new();
    let mut offset = 0;
    for level in 0..image.levels {
        copies.push(image.copy(level, offset));
        let size = image.size(level);
        let blocks = size.width.div_ceil(block.0) * size.height.div_ceil(block.0);
        let all = u64::from(blocks * size.depth * image.layers) * block.1 as u64;
        offset = (offset + all).next_multiple_of(16);
    }
    let from = gpu.filled(&pattern(offset as usize))?;
    let to = gpu.buffer(offset as usize)?;
    gpu.run(|c| {
        c.prepare(&[image]);
        c.upload(&from, image, &copies);
        c.barrier();
        c.download(image, &to, &copies);
        c.for_host();
        Ok(())
    })?;
    let (from, to) = (from.read(), to.read());
    // Between levels there are gaps.
    let same = |(n, (a, b)): (usize, (&u8, &u8))| {
        let inside = copies.iter().rev().find(|c| n as u64 >= c.buffer_offset);
        let level = inside.map_or(0, |c| c.image_subresource.mip_level);
        let size = image.size(level);
        let blocks = size.width.div_ceil(block.0) * size.height.div_ceil(block.0);
        let all = (blocks * size.depth * image.layers) as usize * block.1;
        let start = inside.map_or(0, |c| c.buffer_offset as usize);
        n - start >= all || a == b
    };
    let right = from.iter().zip(&to).enumerate().all(same);
    check(right, || format!("{:?} {:?}", image.format, image.extent))?;
    Ok(to)
}

fn formats(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let mut last = Vec::new();
    for (format, block) in [
        (F::R8_UNORM, (1, 1)),
        (F::R8G8_UNORM, (1, 2)),
        (F::R5G6B5_UNORM_PACK16, (1, 2)),
        (F::R8G8B8A8_UINT, (1, 4)),
        (F::R32_UINT, (1, 4)),
        (F::R16G16B16A16_UINT, (1, 8)),
        (F::R32G32B32A32_UINT, (1, 16)),
        (F::R8G8B8A8_SNORM, (1, 4)),
        (F::BC1_RGBA_UNORM_BLOCK, (4, 8)),
        (F::ETC2_R8G8B8_UNORM_BLOCK, (4, 8)),
        (F::ASTC_4X4_UNORM_BLOCK, (4, 16)),
    ] {
        let usage = vk::ImageUsageFlags::SAMPLED;
        if !gpu.supports(format, vk::FormatFeatureFlags::SAMPLED_IMAGE) {
            continue;
        }
        let image = gpu.image(&flat(format, 44, 36, usage).mip_levels(3).array_layers(2))?;
        last = there_and_back(gpu, &image, block)?;
        if block.0 == 1 {
            let extent = vk::Extent3D {
                width: 20,
                height: 12,
                depth: 5,
            };
            let info = flat(format, 20, 12, usage)
                .image_type(vk::ImageType::TYPE_3D)
                .extent(extent)
                .mip_levels(2);
            there_and_back(gpu, &gpu.image(&info)?, block)?;
        }
    }
    Ok(picture(last))
}

fn depths(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    type A = vk::ImageAspectFlags;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let mut last = Vec::new();
    for (format, size) in [
        (F::D16_UNORM, 2),
        (F::D32_SFLOAT, 4),
        (F::D24_UNORM_S8_UINT, 4),
        (F::D32_SFLOAT_S8_UINT, 4),
        (F::S8_UINT, 1),
    ] {
        if !gpu.supports(format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT) {
            continue;
        }
        let image = gpu.image(&flat(format, 33, 17, usage))?;
        let all = image.all().aspect_mask;
        let aspects = [(A::DEPTH, size), (A::STENCIL, 1)];
        let mut parts = Vec::new();
        for (aspect, size) in aspects.into_iter().filter(|(a, _)| all.contains(*a)) {
            // Fractions between 0 and 1 where they are floats.
            let texels: Vec<u8> = (0..33 * 17u32)
                .flat_map(|n| {
                    let word = match (aspect, format) {
                        (A::DEPTH, F::D32_SFLOAT | F::D32_SFLOAT_S8_UINT) => {
                            (n as f32 / 1024.0).to_bits()
                        }
                        _ => n * 37,
                    };
                    word.to_le_bytes()[..size].to_vec()
                })
                .collect();
            let mut copy = image.copy(0, 0);
            copy.image_subresource.aspect_mask = aspect;
            parts.push((gpu.filled(&texels)?, gpu.buffer(texels.len())?, copy));
        }
        gpu.run(|c| {
            c.prepare(&[&image]);
            for (from, _, copy) in &parts {
                c.upload(from, &image, &[*copy]);
                c.barrier();
            }
            for (_, to, copy) in &parts {
                c.download(&image, to, &[*copy]);
            }
            c.for_host();
            Ok(())
        })?;
        for (from, to, copy) in &parts {
            let (from, mut to) = (from.read(), to.read());
            if format == F::D24_UNORM_S8_UINT && from.len() == 33 * 17 * 4 {
                // The upper byte of each word is not defined.
                to.iter_mut().skip(3).step_by(4).for_each(|b| *b = 0);
            }
            let aspect = copy.image_subresource.aspect_mask;
            check(from == to, || format!("{format:?} {aspect:?}"))?;
            last = to;
        }
    }
    Ok(picture(last))
}

fn pitch(gpu: &Gpu) -> Result<Picture, Failure> {
    let image = gpu.image(&flat(RGBA, 16, 8, TARGET).array_layers(3))?;
    // Rows of 20 pixels, slices of 11 rows.
    let source = pattern(20 * 11 * 3 * 4);
    let from = gpu.filled(&source)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        let copy = image
            .copy(0, 0)
            .buffer_row_length(20)
            .buffer_image_height(11);
        c.upload(&from, &image, &[copy]);
        Ok(())
    })?;
    let picture = gpu.picture(&image)?;
    for layer in 0..3u32 {
        for y in 0..8 {
            let at = ((layer * 11 + y) * 20 * 4) as usize;
            let row: Vec<u8> = (0..16).flat_map(|x| picture.at(x, layer * 8 + y)).collect();
            check(row == source[at..at + 64], || {
                format!("row {y} of layer {layer}")
            })?;
        }
    }
    Ok(picture)
}

fn samples(gpu: &Gpu) -> Result<Picture, Failure> {
    let many = flat(RGBA, 32, 32, TARGET).samples(vk::SampleCountFlags::TYPE_4);
    let (first, second) = (gpu.image(&many)?, gpu.image(&many)?);
    let one = gpu.image(&flat(RGBA, 32, 32, TARGET))?;
    gpu.run(|c| {
        c.prepare(&[&first, &second, &one]);
        c.clear(&first, [1.0, 0.0, 0.0, 1.0]);
        c.barrier();
        let copy = vk::ImageCopy::default()
            .src_subresource(first.level(0))
            .dst_subresource(second.level(0))
            .extent(first.extent);
        let resolve = vk::ImageResolve::default()
            .src_subresource(first.level(0))
            .dst_subresource(one.level(0))
            .extent(first.extent);
        let d = &gpu.device;
        // SAFETY: the command buffer is recording.
        unsafe {
            d.cmd_copy_image(c.raw, first.raw, GENERAL, second.raw, GENERAL, &[copy]);
            c.barrier();
            d.cmd_resolve_image(c.raw, second.raw, GENERAL, one.raw, GENERAL, &[resolve]);
        }
        Ok(())
    })?;
    let picture = gpu.picture(&one)?;
    picture.expect_all(0..32, 0..32, crate::picture::RED)?;
    Ok(picture)
}
