//! PNG files as pixels.

/// The pixels of a PNG: rows from the top, four bytes per pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngImage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha of every pixel.
    pub rgba: Vec<u8>,
}

/// The largest decoded image, in bytes.
const MAX_BYTES: usize = 1 << 30;

impl PngImage {
    /// Decodes a PNG of any colour type; 16-bit channels lose their low halves.
    ///
    /// # Errors
    /// The error in the file.
    pub fn decode(png: &[u8]) -> Result<PngImage, String> {
        let mut decoder = png::Decoder::new_with_limits(
            std::io::Cursor::new(png),
            png::Limits { bytes: MAX_BYTES },
        );
        let wanted = png::Transformations::normalize_to_color8() | png::Transformations::ALPHA;
        decoder.set_transformations(wanted);
        let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
        let size = reader
            .output_buffer_size()
            .filter(|s| *s <= MAX_BYTES)
            .ok_or("the image is too large")?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).map_err(|e| e.to_string())?;
        bytes.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::GrayscaleAlpha => {
                let grey = bytes.as_chunks::<2>().0.iter();
                grey.flat_map(|&[l, a]| [l, l, l, a]).collect()
            }
            _ => bytes,
        };
        Ok(PngImage {
            width: info.width,
            height: info.height,
            rgba,
        })
    }

    /// The pixel at (`x`, `y`), which must be inside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [0, 1, 2, 3].map(|i| self.rgba[at + i])
    }

    /// The image in another, not larger size: each pixel is the mean of those that it
    /// covers, rounded to nearest.
    pub fn scaled(&self, width: u32, height: u32) -> PngImage {
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        let covers = |i: u32, small: u32, large: u32| {
            let at = |i: u32| (u64::from(i) * u64::from(large) / u64::from(small)) as u32;
            at(i)..at(i + 1).max(at(i) + 1)
        };
        for y in 0..height {
            for x in 0..width {
                let (mut sum, mut count) = ([0u64; 4], 0);
                for sy in covers(y, height, self.height) {
                    for sx in covers(x, width, self.width) {
                        for (s, v) in sum.iter_mut().zip(self.pixel(sx, sy)) {
                            *s += u64::from(v);
                        }
                        count += 1;
                    }
                }
                rgba.extend(sum.map(|s| ((s + count / 2) / count) as u8));
            }
        }
        PngImage {
            width,
            height,
            rgba,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_takes_means() {
        let p = PngImage {
            width: 3,
            height: 2,
            rgba: (0..24).collect(),
        };
        assert_eq!(p.scaled(3, 2), p);
        let small = p.scaled(1, 1);
        // The mean of 0, 4, ... 20 is 10.
        assert_eq!(small.rgba, [10, 11, 12, 13]);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(PngImage::decode(b"no").is_err());
    }
}
