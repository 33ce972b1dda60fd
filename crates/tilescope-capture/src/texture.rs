//! Images as textures: the bytes that a sampler reads.

use tilescope_families::{Family, TextureLevel};
use tilescope_pixel::{Format, Narrow};
use tilescope_tables::text::nearest;

use crate::png_image::PngImage;
use crate::reader::list;
use tilescope_tables::list::Assembled;

/// The largest width and height in texels.
pub(crate) const MAX_SIDE: u32 = 2048;

/// An error of a texture, and its fix.
type Wrong = (&'static str, String, Option<String>);

/// The bytes of `png` as a texture with `levels` levels, and a label for each.
/// Errors have the key of `[[buffer]]` that they refer to.
pub(crate) fn encode(
    png: &[u8],
    format: &str,
    levels: u32,
    family: &dyn Family,
) -> Result<Assembled, Wrong> {
    let image = PngImage::decode(png).map_err(|e| ("image", format!("not a PNG: {e}"), None))?;
    let (width, height) = (image.width, image.height);
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err((
            "image",
            format!("the image is {width} x {height}"),
            Some(format!("textures have at most {MAX_SIDE} texels per side")),
        ));
    }
    let formats = family.texture_formats();
    let Some((_, texel)) = formats.iter().find(|(n, _)| n.eq_ignore_ascii_case(format)) else {
        let names: Vec<&str> = formats.iter().map(|f| f.0).collect();
        let help = match nearest(format, names.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("a PNG can be converted to {}", list(&names)),
        };
        return Err(("format", format!("`format` is \"{format}\""), Some(help)));
    };
    let most = 32 - width.max(height).leading_zeros();
    if levels > most {
        return Err((
            "mipmaps",
            format!("`mipmaps` is {levels}"),
            Some(format!("an image of {width} x {height} has at most {most}")),
        ));
    }
    let places = family.texture_levels(format, width, height, levels);
    let mut out = Assembled::default();
    for (i, level) in places.iter().enumerate() {
        let end = level.offset + level.surface.size_bytes();
        if out.bytes.len() < end as usize {
            out.bytes.resize(end as usize, 0);
        }
        write(&image, level, *texel, &mut out.bytes);
        out.labels.push((format!("level{i}"), level.offset as u32));
    }
    Ok(out)
}

fn write(image: &PngImage, level: &TextureLevel, texel: Format, out: &mut [u8]) {
    let scaled = image.scaled(level.width, level.height);
    let width = (texel.bits_per_texel() / 8) as usize;
    for y in 0..level.height {
        for x in 0..level.width {
            let word = u32::from_le_bytes(scaled.pixel(x, y));
            let bits = texel.pack(word, Narrow::Round).to_le_bytes();
            let at = (level.offset + level.surface.offset(x, y)) as usize;
            out[at..at + width].copy_from_slice(&bits[..width]);
        }
    }
}
