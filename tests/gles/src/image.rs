//! Images on the processor.

/// Pixels, four bytes each, from the top.
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha of each.
    pub rgba: Vec<u8>,
}

impl Image {
    /// FNV-1a of the pixels.
    pub fn hash(&self) -> u64 {
        let step = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        self.rgba.iter().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Writes a PNG.
    pub fn write(&self, path: &str) -> Result<(), String> {
        let cannot = |e: &dyn std::fmt::Display| format!("cannot write {path}: {e}\n");
        let file = std::fs::File::create(path).map_err(|e| cannot(&e))?;
        let mut encoder = png::Encoder::new(file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(|e| cannot(&e))?;
        writer.write_image_data(&self.rgba).map_err(|e| cannot(&e))
    }
}
