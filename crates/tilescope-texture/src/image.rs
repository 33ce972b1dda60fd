//! The sizes of an image and its levels.

/// The derivation of a level's size from level 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minify {
    /// Halved for each level and rounded down (OpenGL ES).
    #[default]
    Floor,
    /// Of the next powers of two, halved for each level; level 0 is as it is.
    /// Mesa lays out mipmaps of VideoCore IV so (vc4_resource.c).
    PowerOfTwo,
}

/// The kind of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One face; r is not used.
    #[default]
    Flat,
    /// Six faces in the order +x, -x, +y, -y, +z, -z, chosen by the direction (s, t, r).
    Cube,
    /// Slices, chosen by r, fewer in smaller levels.
    Volume,
    /// Layers, each a separate image: r is the layer number.
    Array,
}

/// Levels that an image may have.
const MAX_LEVELS: usize = 16;

/// An image, apart from its texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    sizes: [(u16, u16); MAX_LEVELS],
    levels: u8,
    shape: Shape,
    layers: u16,
}

impl Image {
    /// An image whose level 0 has `width` x `height` texels, with `levels` levels.
    ///
    /// Sizes are clamped to 1..=16384, and levels to those that exist: from 1
    /// to the one of 1x1.
    pub fn new(width: u32, height: u32, levels: u32, shape: Shape, minify: Minify) -> Image {
        let (w, h) = (width.clamp(1, 16384), height.clamp(1, 16384));
        let (mip_w, mip_h) = match minify {
            Minify::Floor => (w, h),
            Minify::PowerOfTwo => (w.next_power_of_two(), h.next_power_of_two()),
        };
        let existing = mip_w.max(mip_h).ilog2() + 1;
        let mut sizes = [(1, 1); MAX_LEVELS];
        for (i, size) in sizes.iter_mut().enumerate() {
            *size = ((mip_w >> i).max(1) as u16, (mip_h >> i).max(1) as u16);
        }
        sizes[0] = (w as u16, h as u16);
        Image {
            sizes,
            levels: levels.clamp(1, existing) as u8,
            shape,
            layers: if shape == Shape::Cube { 6 } else { 1 },
        }
    }

    /// The same with `layers` (1 to 16384) layers, or slices of level 0. A volume has
    /// `levels` levels, up to the one of a single texel.
    pub fn with_layers(mut self, layers: u32, levels: u32) -> Image {
        let layers = layers.clamp(1, 16384);
        self.layers = layers as u16;
        if self.shape == Shape::Volume {
            let (w, h) = self.size(0);
            let existing = w.max(h).max(layers).ilog2() + 1;
            self.levels = levels.clamp(1, existing) as u8;
        }
        self
    }

    /// Slices of a level of a volume; else layers, or faces.
    #[inline]
    pub fn layers(&self, level: u32) -> u32 {
        match self.shape {
            Shape::Volume => (u32::from(self.layers) >> level.min(15)).max(1),
            Shape::Flat | Shape::Cube | Shape::Array => self.layers.into(),
        }
    }

    /// Width and height of a level in texels; the last level's beyond it.
    #[inline]
    pub fn size(&self, level: u32) -> (u32, u32) {
        let (w, h) = self.sizes[level.min(MAX_LEVELS as u32 - 1) as usize];
        (w.into(), h.into())
    }

    /// The number of levels, at least 1.
    #[inline]
    pub fn levels(&self) -> u32 {
        self.levels.into()
    }

    /// Its kind.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }
}
