//! Textures: formats, levels, filters.

use ash::vk;

use super::{Canvas, Program, RGBA, cover, program};
use crate::failure::Failure;
use crate::gpu::Gpu;
use crate::picture::{BLACK, BLUE, Colour, GREEN, Picture, RED, WHITE};
use crate::pipeline::shader;
use crate::resources::{Binding, Image, bytes, flat, floats};

pub const ALL: &[Program] = &[
    program(
        "texture-formats",
        "a texel of each of many formats",
        formats,
    ),
    program("integer-textures", "textures of integers", integers),
    program("mip-levels", "each level of a texture", levels),
    program("filters", "linear, mirrored, border colours", filters),
    program("texture-compare", "a depth texture, compared", compare),
    program("texture-gather", "four texels at once", gather),
];

const SAMPLED: vk::ImageUsageFlags = vk::ImageUsageFlags::SAMPLED;

/// A texture whose first level has these bytes.
fn texture(gpu: &Gpu, info: &vk::ImageCreateInfo<'_>, texels: &[u8]) -> Result<Image, Failure> {
    let image = gpu.image(info)?;
    let buffer = gpu.filled(texels)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        let mut copy = image.copy(0, 0);
        // Copies are of one aspect.
        if copy
            .image_subresource
            .aspect_mask
            .contains(vk::ImageAspectFlags::DEPTH)
        {
            copy.image_subresource.aspect_mask = vk::ImageAspectFlags::DEPTH;
        }
        c.upload(&buffer, &image, &[copy]);
        c.barrier();
        Ok(())
    })?;
    Ok(image)
}

/// A format, the bytes of a texel or block, the size of a block, and the colour.
const FORMATS: [(vk::Format, &[u8], u32, Colour); 22] = {
    use vk::Format as F;
    [
        (F::R8_UNORM, &[128], 1, [128, 0, 0, 255]),
        (F::R8_SNORM, &[64], 1, [129, 0, 0, 255]),
        (F::R8G8_UNORM, &[128, 255], 1, [128, 255, 0, 255]),
        (F::R8G8B8A8_UNORM, &[1, 2, 3, 4], 1, [1, 2, 3, 4]),
        (F::R8G8B8A8_SRGB, &[188, 0, 255, 128], 1, [128, 0, 255, 128]),
        (F::B8G8R8A8_UNORM, &[1, 2, 3, 4], 1, [3, 2, 1, 4]),
        (
            F::A2B10G10R10_UNORM_PACK32,
            &[0xff, 0x03, 0, 0xc0],
            1,
            [255, 0, 0, 255],
        ),
        (
            F::A2R10G10B10_UNORM_PACK32,
            &[0xff, 0x03, 0, 0xc0],
            1,
            [0, 0, 255, 255],
        ),
        (F::R5G6B5_UNORM_PACK16, &[0xe0, 0x07], 1, GREEN),
        (F::A1R5G5B5_UNORM_PACK16, &[0x1f, 0x80], 1, BLUE),
        (F::B4G4R4A4_UNORM_PACK16, &[0x0f, 0xf0], 1, [0, 0, 255, 255]),
        (F::R16_SFLOAT, &[0, 0x38], 1, [128, 0, 0, 255]),
        (
            F::R16G16_UNORM,
            &[0xff, 0xff, 0, 0x80],
            1,
            [255, 128, 0, 255],
        ),
        (
            F::R16G16B16A16_SFLOAT,
            &[0, 0x38, 0, 0x3c, 0, 0, 0, 0x3c],
            1,
            [128, 255, 0, 255],
        ),
        (F::R32_SFLOAT, &[0, 0, 0, 0x3f], 1, [128, 0, 0, 255]),
        (
            F::R32G32_SFLOAT,
            &[0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f],
            1,
            [128, 255, 0, 255],
        ),
        (
            F::R32G32B32A32_SFLOAT,
            &[
                0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f,
            ],
            1,
            [128, 255, 0, 255],
        ),
        (
            F::B10G11R11_UFLOAT_PACK32,
            &[0xc0, 0x03, 0, 0],
            1,
            [255, 0, 0, 255],
        ),
        (
            F::E5B9G9R9_UFLOAT_PACK32,
            &[0, 1, 0, 0x80],
            1,
            [255, 0, 0, 255],
        ),
        // Both colours red; ETC2 with the base colour 0xf, 0, 0, of two halves that are equal, and
        // its smallest modifier.
        (
            F::BC1_RGB_UNORM_BLOCK,
            &[0, 0xf8, 0, 0xf8, 0, 0, 0, 0],
            4,
            RED,
        ),
        (
            F::ETC2_R8G8B8_UNORM_BLOCK,
            &[0xff, 0, 0, 0, 0, 0, 0, 0],
            4,
            [255, 2, 2, 255],
        ),
        // A void extent: 16 bits for each component.
        (
            F::ASTC_4X4_UNORM_BLOCK,
            &[
                0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff,
            ],
            4,
            GREEN,
        ),
    ]
};

fn formats(gpu: &Gpu) -> Result<Picture, Failure> {
    let size = FORMATS.len() as u32;
    let mut result = Picture {
        width: size,
        height: 1,
        rgba: Vec::new(),
    };
    let mut wrong = Ok(());
    for (format, texel, block, wanted) in FORMATS {
        // Compressed formats differ between devices.
        if !gpu.supports(format, vk::FormatFeatureFlags::SAMPLED_IMAGE) {
            if block > 1 {
                result.rgba.extend([0; 4]);
                continue;
            }
            return Err(Failure::Missing(format!("{format:?}")));
        }
        let image = texture(
            gpu,
            &flat(format, block * 4, block * 4, SAMPLED),
            &texel.repeat(16),
        )?;
        let canvas = Canvas::new(gpu, 4, 4)?;
        let sampled = Binding::Sampled(gpu.view(&image)?, gpu.sampler(vk::Filter::NEAREST)?);
        let fragment = shader!(FRAGMENT "texture.frag");
        let picture = cover(gpu, &canvas, fragment, &[sampled], &floats([0.0]))?;
        result.rgba.extend(picture.at(1, 1));
        let right = picture.expect_all(0..4, 0..4, wanted);
        wrong = wrong.and(right.map_err(|e| Failure::Wrong(format!("{format:?}: {}", e.text()))));
    }
    wrong.map(|()| result)
}

fn integers(gpu: &Gpu) -> Result<Picture, Failure> {
    let formats = [
        (vk::Format::R8G8B8A8_UINT, vec![1, 2, 3, 4]),
        (vk::Format::R16G16B16A16_UINT, vec![1, 0, 2, 0, 3, 0, 4, 0]),
        (vk::Format::R32G32B32A32_UINT, bytes([1, 2, 3, 4])),
    ];
    let mut last = None;
    for (format, texel) in formats {
        let image = texture(gpu, &flat(format, 8, 8, SAMPLED), &texel.repeat(64))?;
        let canvas = Canvas::new(gpu, 8, 8)?;
        let sampled = Binding::Sampled(gpu.view(&image)?, gpu.sampler(vk::Filter::NEAREST)?);
        let fragment = shader!(FRAGMENT "numbers.frag");
        let picture = cover(gpu, &canvas, fragment, &[sampled], &[])?;
        last = Some(
            picture
                .expect_all(0..8, 0..8, [1, 2, 3, 4])
                .map(|()| picture),
        );
    }
    last.unwrap_or_else(|| Err(Failure::Wrong("no format".into())))
}

/// Colours of levels.
const COLOURS: [Colour; 4] = [RED, GREEN, BLUE, WHITE];

fn levels(gpu: &Gpu) -> Result<Picture, Failure> {
    let image = gpu.image(&flat(RGBA, 64, 32, SAMPLED).mip_levels(4))?;
    let texels: Vec<u8> = COLOURS.iter().flat_map(|c| c.repeat(64 * 32)).collect();
    let buffer = gpu.filled(&texels)?;
    gpu.run(|c| {
        c.prepare(&[&image]);
        let copies: Vec<_> = (0..4)
            .map(|level| image.copy(level, u64::from(level) * 64 * 32 * 4))
            .collect();
        c.upload(&buffer, &image, &copies);
        c.barrier();
        Ok(())
    })?;
    let view = gpu.view(&image)?;
    let sampler = gpu.sampler(vk::Filter::LINEAR)?;
    let mut result = Picture {
        width: 8,
        height: 0,
        rgba: Vec::new(),
    };
    for half in 0..7u32 {
        let canvas = Canvas::new(gpu, 8, 8)?;
        let fragment = shader!(FRAGMENT "texture.frag");
        let level = floats([half as f32 * 0.5]);
        let picture = cover(
            gpu,
            &canvas,
            fragment,
            &[Binding::Sampled(view, sampler)],
            &level,
        )?;
        let (low, high) = (
            COLOURS[half as usize / 2],
            COLOURS[half.div_ceil(2) as usize],
        );
        let mut wanted = low;
        for (w, h) in wanted.iter_mut().zip(high) {
            *w = ((u32::from(*w) + u32::from(h)) / 2) as u8;
        }
        result.rgba.extend(&picture.rgba);
        result.height += 8;
        result.expect_all(0..8, half * 8..half * 8 + 8, wanted)?;
    }
    Ok(result)
}

fn filters(gpu: &Gpu) -> Result<Picture, Failure> {
    // Black and white columns.
    let texels = [BLACK, WHITE].concat().repeat(2);
    let image = texture(gpu, &flat(RGBA, 2, 2, SAMPLED), &texels)?;
    let view = gpu.view(&image)?;
    let canvas = Canvas::new(gpu, 32, 32)?;
    let fragment = shader!(FRAGMENT "texture.frag");
    let draw = |sampler| {
        cover(
            gpu,
            &canvas,
            fragment,
            &[Binding::Sampled(view, sampler)],
            &floats([0.0]),
        )
    };
    let nearest = draw(gpu.sampler(vk::Filter::NEAREST)?)?;
    let modes = [
        vk::SamplerAddressMode::REPEAT,
        vk::SamplerAddressMode::MIRRORED_REPEAT,
        vk::SamplerAddressMode::CLAMP_TO_BORDER,
    ];
    let mut all = Vec::new();
    for mode in modes {
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(vk::Filter::LINEAR)
            .min_filter(vk::Filter::LINEAR)
            .address_mode_u(mode)
            .address_mode_v(mode)
            .address_mode_w(mode)
            .border_color(vk::BorderColor::FLOAT_OPAQUE_WHITE);
        all.push(draw(gpu.sampler_of(&info)?)?);
    }
    nearest.expect_all(0..16, 0..32, BLACK)?;
    nearest.expect_all(16..32, 0..32, WHITE)?;
    // At the left edge, between the first texel and the one beyond it; rows are half outside too.
    let near = |picture: &Picture, x: u32, grey: u8| {
        let found = picture.at(x, 16)[0];
        let right = found.abs_diff(grey) <= 8;
        crate::failure::check(right, || format!("grey {found} at {x}, not {grey}"))
    };
    near(&all[0], 0, 120)?;
    near(&all[1], 0, 0)?;
    near(&all[2], 0, 120)?;
    for picture in &all {
        near(picture, 16, 132)?;
    }
    Ok(nearest)
}

fn compare(gpu: &Gpu) -> Result<Picture, Failure> {
    let format = vk::Format::D16_UNORM;
    let texels = 0x8000u16.to_le_bytes().repeat(16 * 16);
    let usage = SAMPLED | vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let image = texture(gpu, &flat(format, 16, 16, usage), &texels)?;
    let info = vk::SamplerCreateInfo::default()
        .compare_enable(true)
        .compare_op(vk::CompareOp::LESS);
    let sampled = Binding::Sampled(gpu.view(&image)?, gpu.sampler_of(&info)?);
    let canvas = Canvas::new(gpu, 16, 16)?;
    let fragment = shader!(FRAGMENT "compare.frag");
    let picture = cover(gpu, &canvas, fragment, &[sampled], &[])?;
    picture.expect_all(0..8, 0..16, WHITE)?;
    picture.expect_all(8..16, 0..16, BLACK)?;
    Ok(picture)
}

fn gather(gpu: &Gpu) -> Result<Picture, Failure> {
    let texels = [
        [10, 0, 0, 255],
        [20, 0, 0, 255],
        [30, 0, 0, 255],
        [40, 0, 0, 255],
    ]
    .concat();
    let image = texture(gpu, &flat(RGBA, 2, 2, SAMPLED), &texels)?;
    let sampled = Binding::Sampled(gpu.view(&image)?, gpu.sampler(vk::Filter::NEAREST)?);
    let canvas = Canvas::new(gpu, 8, 8)?;
    let fragment = shader!(FRAGMENT "gather.frag");
    let picture = cover(gpu, &canvas, fragment, &[sampled], &[])?;
    picture.expect_all(0..8, 0..4, [30, 40, 20, 10])?;
    picture.expect_all(0..8, 4..8, [40, 0, 0, 255])?;
    Ok(picture)
}
