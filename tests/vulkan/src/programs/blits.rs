//! Blits: scaled, mirrored, between formats, of slices, of compressed images.

use ash::vk;

use super::{Program, RGBA, TARGET, program};
use crate::failure::{Failure, check};
use crate::gpu::Gpu;
use crate::picture::{BLUE, Colour, GREEN, Picture, RED, WHITE};
use crate::resources::{Image, flat};

pub const ALL: &[Program] = &[
    program("blit", "scaled, mirrored, and filtered", scaled),
    program("blit-formats", "between formats", formats),
    program("blit-levels", "each level from the one before", levels),
    program("blit-3d", "slices, one to one and scaled", slices),
    program(
        "blit-compressed",
        "from BC1, where alpha reads as one",
        compressed,
    ),
    program("blit-cubic", "a cubic filter", cubic),
    program("blit-depth", "depth to depth", depth),
];

const GENERAL: vk::ImageLayout = vk::ImageLayout::GENERAL;

/// A box: from and to.
type Area = [(i32, i32, i32); 2];

fn region(from: &Image, from_area: Area, to: &Image, to_area: Area) -> vk::ImageBlit {
    let offsets = |area: Area| area.map(|(x, y, z)| vk::Offset3D { x, y, z });
    vk::ImageBlit::default()
        .src_subresource(from.level(0))
        .src_offsets(offsets(from_area))
        .dst_subresource(to.level(0))
        .dst_offsets(offsets(to_area))
}

fn blit(
    c: &crate::commands::Commands<'_>,
    from: &Image,
    to: &Image,
    regions: &[vk::ImageBlit],
    filter: vk::Filter,
) {
    // SAFETY: the command buffer is recording; regions are inside the images.
    unsafe {
        c.gpu
            .device
            .cmd_blit_image(c.raw, from.raw, GENERAL, to.raw, GENERAL, regions, filter);
    }
}

/// An image of 2x2 parts of 8x8 pixels: red, green, blue, white.
fn parts(gpu: &Gpu) -> Result<Image, Failure> {
    let image = gpu.image(&flat(RGBA, 16, 16, TARGET))?;
    let colour = |n: usize| -> Colour {
        match (n % 16 < 8, n / 16 < 8) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => WHITE,
        }
    };
    let texels: Vec<u8> = (0..256).flat_map(colour).collect();
    let buffer = gpu.filled(&texels)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.upload(&buffer, &image, &[image.copy(0, 0)]);
        c.barrier();
        Ok(())
    })?;
    Ok(image)
}

fn scaled(gpu: &Gpu) -> Result<Picture, Failure> {
    let from = parts(gpu)?;
    let to = gpu.image(&flat(RGBA, 64, 64, TARGET))?;
    gpu.run(|c| {
        c.prepare(&[&to]);
        c.clear(&to, [0.0; 4]);
        c.barrier();
        let all = [(0, 0, 0), (16, 16, 1)];
        let nearest = [
            region(&from, all, &to, [(0, 0, 0), (32, 32, 1)]),
            // Mirrored, half as large.
            region(&from, all, &to, [(48, 8, 0), (40, 0, 1)]),
        ];
        blit(c, &from, &to, &nearest, vk::Filter::NEAREST);
        let linear = [region(&from, all, &to, [(0, 32, 0), (32, 64, 1)])];
        blit(c, &from, &to, &linear, vk::Filter::LINEAR);
        Ok(())
    })?;
    let picture = gpu.picture(&to)?;
    picture.expect_all(0..16, 0..16, RED)?;
    picture.expect_all(16..32, 0..16, GREEN)?;
    picture.expect_all(0..16, 16..32, BLUE)?;
    picture.expect_all(16..32, 16..32, WHITE)?;
    picture.expect_all(40..44, 0..4, WHITE)?;
    picture.expect_all(44..48, 4..8, RED)?;
    picture.expect_all(0..15, 32..47, RED)?;
    // Three quarters and a quarter at the edge between red and green.
    let found = picture.at(15, 36);
    let near = found[0].abs_diff(191) <= 6 && found[1].abs_diff(64) <= 6;
    check(near, || format!("{found:?} at the edge"))?;
    picture.expect_all(48..64, 16..64, [0; 4])?;
    Ok(picture)
}

fn formats(gpu: &Gpu) -> Result<Picture, Failure> {
    use vk::Format as F;
    let from = parts(gpu)?;
    let all = [(0, 0, 0), (16, 16, 1)];
    let mut last = None;
    for format in [
        F::B8G8R8A8_UNORM,
        F::R5G6B5_UNORM_PACK16,
        F::A2B10G10R10_UNORM_PACK32,
        F::R16G16B16A16_SFLOAT,
        F::R32G32B32A32_SFLOAT,
        F::R8G8B8A8_SRGB,
    ] {
        // There and back.
        let between = gpu.image(&flat(format, 16, 16, TARGET))?;
        let to = gpu.image(&flat(RGBA, 16, 16, TARGET))?;
        gpu.run(|c| {
            c.prepare(&[&between, &to]);
            blit(
                c,
                &from,
                &between,
                &[region(&from, all, &between, all)],
                vk::Filter::NEAREST,
            );
            c.barrier();
            blit(
                c,
                &between,
                &to,
                &[region(&between, all, &to, all)],
                vk::Filter::NEAREST,
            );
            Ok(())
        })?;
        let picture = gpu.picture(&to)?;
        picture.expect_all(0..8, 0..8, RED)?;
        picture.expect_all(8..16, 0..8, GREEN)?;
        picture.expect_all(0..8, 8..16, BLUE)?;
        picture.expect_all(8..16, 8..16, WHITE)?;
        last = Some(picture);
    }
    last.ok_or_else(|| Failure::Wrong("no format".into()))
}

fn levels(gpu: &Gpu) -> Result<Picture, Failure> {
    let image = gpu.image(&flat(RGBA, 64, 64, TARGET).mip_levels(5))?;
    let texels: Vec<u8> = (0..64 * 64)
        .flat_map(|n| if n % 2 == 0 { RED } else { GREEN })
        .collect();
    let buffer = gpu.filled(&texels)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        c.upload(&buffer, &image, &[image.copy(0, 0)]);
        for level in 1..5 {
            c.barrier();
            let end = |level| {
                let size = image.size(level);
                (size.width as i32, size.height as i32, 1)
            };
            let mut region = region(
                &image,
                [(0, 0, 0), end(level - 1)],
                &image,
                [(0, 0, 0), end(level)],
            );
            region.src_subresource.mip_level = level - 1;
            region.dst_subresource.mip_level = level;
            blit(c, &image, &image, &[region], vk::Filter::LINEAR);
        }
        Ok(())
    })?;
    for level in 1..5 {
        let bytes = gpu.download(&image, level, 4)?;
        let near = |p: &[u8]| p[0].abs_diff(128) <= 2 && p[1].abs_diff(128) <= 2;
        check(bytes.chunks(4).all(near), || {
            format!("level {level} has {:?}", &bytes[..4])
        })?;
    }
    gpu.picture(&image)
}

fn slices(gpu: &Gpu) -> Result<Picture, Failure> {
    let volume = |depth| {
        let extent = vk::Extent3D {
            width: 8,
            height: 8,
            depth,
        };
        let info = flat(RGBA, 8, 8, TARGET)
            .image_type(vk::ImageType::TYPE_3D)
            .extent(extent);
        gpu.image(&info)
    };
    let (from, same, double) = (volume(4)?, volume(4)?, volume(8)?);
    let colours = [RED, GREEN, BLUE, WHITE];
    let texels: Vec<u8> = colours.iter().flat_map(|c| c.repeat(64)).collect();
    let buffer = gpu.filled(&texels)?;
    gpu.run(|c| {
        c.prepare(&[&from, &same, &double]);
        c.upload(&buffer, &from, &[from.copy(0, 0)]);
        c.barrier();
        let all = [(0, 0, 0), (8, 8, 4)];
        blit(
            c,
            &from,
            &same,
            &[region(&from, all, &same, all)],
            vk::Filter::NEAREST,
        );
        let twice = [region(&from, all, &double, [(0, 0, 0), (8, 8, 8)])];
        blit(c, &from, &double, &twice, vk::Filter::NEAREST);
        Ok(())
    })?;
    let (one, two) = (gpu.picture(&same)?, gpu.picture(&double)?);
    for (n, wanted) in (0..).zip(colours) {
        one.expect_all(0..8, n * 8..n * 8 + 8, wanted)?;
        two.expect_all(0..8, n * 16..n * 16 + 16, wanted)?;
    }
    Ok(two)
}

fn compressed(gpu: &Gpu) -> Result<Picture, Failure> {
    let format = vk::Format::BC1_RGB_UNORM_BLOCK;
    let features = vk::FormatFeatureFlags::BLIT_SRC;
    gpu.needs("BC1", gpu.supports(format, features).into())?;
    let from = gpu.image(&flat(format, 16, 16, vk::ImageUsageFlags::SAMPLED))?;
    let to = gpu.image(&flat(RGBA, 16, 16, TARGET))?;
    // Texels of the third index are black, and not transparent.
    let block = [0, 0, 0, 0xf8, 0xff, 0xff, 0xff, 0xff];
    let buffer = gpu.filled(&block.repeat(16))?;
    gpu.run(|c| {
        c.prepare(&[&from, &to]);
        c.upload(&buffer, &from, &[from.copy(0, 0)]);
        c.barrier();
        let all = [(0, 0, 0), (16, 16, 1)];
        blit(
            c,
            &from,
            &to,
            &[region(&from, all, &to, all)],
            vk::Filter::NEAREST,
        );
        Ok(())
    })?;
    let picture = gpu.picture(&to)?;
    picture.expect_all(0..16, 0..16, crate::picture::BLACK)?;
    Ok(picture)
}

fn cubic(gpu: &Gpu) -> Result<Picture, Failure> {
    gpu.needs_extension(ash::ext::filter_cubic::NAME)?;
    let from = parts(gpu)?;
    let to = gpu.image(&flat(RGBA, 32, 32, TARGET))?;
    gpu.run(|c| {
        c.prepare(&[&to]);
        let regions = [region(
            &from,
            [(0, 0, 0), (16, 16, 1)],
            &to,
            [(0, 0, 0), (32, 32, 1)],
        )];
        blit(c, &from, &to, &regions, vk::Filter::CUBIC_EXT);
        Ok(())
    })?;
    let picture = gpu.picture(&to)?;
    picture.expect_all(0..10, 0..10, RED)?;
    Ok(picture)
}

fn depth(gpu: &Gpu) -> Result<Picture, Failure> {
    let format = vk::Format::D32_SFLOAT;
    let features = vk::FormatFeatureFlags::BLIT_SRC | vk::FormatFeatureFlags::BLIT_DST;
    gpu.needs("blits of depth", gpu.supports(format, features).into())?;
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let from = gpu.image(&flat(format, 16, 16, usage))?;
    let to = gpu.image(&flat(format, 32, 32, usage))?;
    gpu.run(|c| {
        c.prepare(&[&from, &to]);
        let value = vk::ClearDepthStencilValue {
            depth: 0.25,
            stencil: 0,
        };
        // SAFETY: the command buffer is recording.
        unsafe {
            gpu.device.cmd_clear_depth_stencil_image(
                c.raw,
                from.raw,
                GENERAL,
                &value,
                &[from.all()],
            );
        }
        c.barrier();
        let regions = [region(
            &from,
            [(0, 0, 0), (16, 16, 1)],
            &to,
            [(0, 0, 0), (32, 32, 1)],
        )];
        blit(c, &from, &to, &regions, vk::Filter::NEAREST);
        Ok(())
    })?;
    let rgba = gpu.download(&to, 0, 4)?;
    let right = rgba.chunks(4).all(|p| p == 0.25f32.to_le_bytes());
    check(right, || format!("{:?}", &rgba[..4]))?;
    Ok(Picture {
        width: 32,
        height: 32,
        rgba,
    })
}
