//! Descriptors of textures, and of the surfaces that hold their images.

use tilescope_core::{Rule, Stopped};
use tilescope_pixel::TexelPlane;
use tilescope_pixel::fields::Moves;
use tilescope_texture::{Image, Minify, Shape};

use crate::descriptors::texture::{surface, surface_with_stride, texture};
use crate::descriptors::{TextureDimension, TextureLayout};
use crate::formats::{Compression, Format, Storage, Swizzle};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;
use tilescope_pixel::elements::{Elements, Order, Slice};

/// A texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Address of the descriptor.
    pub address: u64,
    /// Its dimension.
    pub dimension: TextureDimension,
    /// Width, height and depth of level 0; the depth is 1 unless it has three dimensions.
    pub size: [u32; 3],
    /// Levels.
    pub levels: u32,
    /// Layers; of cubes, each has six faces.
    pub layers: u32,
    /// Samples of a texel.
    pub samples: u32,
    /// The format.
    pub format: Format,
    /// The source of each channel, after that of the format.
    pub swizzle: Swizzle,
    /// The memory layout, if it is known.
    pub order: Option<Order>,
    /// Surfaces have strides.
    strides: bool,
    /// Its levels, for the sampler.
    pub(super) image: Image,
    /// The conversion of its texels to colour words, if they are.
    pub(super) words: Option<Moves>,
    /// Broken rules, reported when the texture is used.
    pub(super) problems: Vec<(&'static Rule, String)>,
}

/// An image of a texture: one level of one layer, face and sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surface {
    /// Its elements; of AFBC, the address is that of the headers.
    pub plane: TexelPlane,
    /// Slices of an element.
    pub depth: u32,
}

/// The image that a texel is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plane {
    /// Level.
    pub level: u32,
    /// Layer, face and sample in the order of surfaces; or the slice of a volume.
    pub number: u32,
}

impl Texture {
    /// Reads the descriptor at `address`.
    ///
    /// # Errors
    /// It is not mapped.
    pub fn decode(address: u64, has_afbc: bool, c: &mut Ctx<'_>) -> Result<Texture, Stopped> {
        let bytes: [u8; 32] = memory::descriptor(c, "TEXTURE", address & !63)?;
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes) as u32;
        let dimension = TextureDimension::from_bits(get(&texture::DIMENSION) as u8);
        let order = match TextureLayout::from_bits(get(&texture::TEXEL_ORDERING) as u8) {
            TextureLayout::Tiled => Some(Order::Interleaved),
            TextureLayout::Linear => Some(Order::Linear),
            TextureLayout::Afbc => Some(Order::Afbc),
            TextureLayout::Unknown(_) => None,
        };
        let word = get(&texture::FORMAT_SWIZZLE)
            | get(&texture::FORMAT_INDEX) << 12
            | get(&texture::FORMAT_SRGB) << 20
            | get(&texture::FORMAT_BIG_ENDIAN) << 21;
        let third = get(&texture::DEPTH) + 1;
        let volume = dimension == TextureDimension::N3D;
        let one_row = dimension == TextureDimension::N1D;
        let mut decoded = Texture {
            address: address & !63,
            dimension,
            size: [
                get(&texture::WIDTH) + 1,
                if one_row {
                    1
                } else {
                    get(&texture::HEIGHT) + 1
                },
                if volume { third } else { 1 },
            ],
            levels: get(&texture::LEVELS) + 1,
            layers: get(&texture::ARRAY_SIZE) + 1,
            samples: if volume { 1 } else { third },
            format: Format::from_bits(word),
            swizzle: Swizzle(get(&texture::SWIZZLE) as u16),
            order,
            strides: texture::MANUAL_STRIDE.is_set(&bytes),
            words: None,
            image: Image::new(1, 1, 1, Shape::Flat, Minify::Floor),
            problems: Vec::new(),
        };
        decoded.image = decoded.levels_of_image();
        decoded.words = decoded.format.colour_words(decoded.swizzle);
        decoded.check(&bytes, address, has_afbc);
        Ok(decoded)
    }

    /// The shape for the sampler.
    pub(super) fn shape(&self) -> Shape {
        match self.dimension {
            TextureDimension::Cube => Shape::Cube,
            TextureDimension::N3D => Shape::Volume,
            TextureDimension::N1D | TextureDimension::N2D | TextureDimension::Unknown(_) => {
                Shape::Flat
            }
        }
    }

    fn levels_of_image(&self) -> Image {
        let [width, height, depth] = self.size;
        let shape = self.shape();
        let layers = if shape == Shape::Cube { 6 } else { depth };
        let image = Image::new(width, height, self.levels, shape, Minify::Floor);
        image.with_layers(layers, self.levels)
    }

    fn check(&mut self, bytes: &[u8; 32], address: u64, has_afbc: bool) {
        let [width, height, depth] = self.size;
        let mut problems = Vec::new();
        let mut complain = |broken: bool, rule, text: &dyn Fn() -> String| {
            if broken {
                problems.push((rule, text()));
            }
        };
        complain(address & 63 != 0, &rules::UNALIGNED, &|| {
            format!("its descriptor is at {address:#x}")
        });
        let storage = self.format.storage;
        let none = matches!(storage, Storage::Unknown | Storage::TileBuffer);
        complain(none, &rules::FORMAT, &|| self.format.name());
        complain(self.format.big_endian, &rules::BIG_ENDIAN, &|| {
            self.format.name()
        });
        complain(self.order.is_none(), &rules::ORDER, &|| {
            format!("its layout is {}", texture::TEXEL_ORDERING.get(bytes))
        });
        let afbc = self.order == Some(Order::Afbc);
        complain(afbc && !has_afbc, &rules::AFBC_V4, &|| "it is AFBC".into());
        let most = width.max(height).max(depth).ilog2() + 1;
        complain(self.levels > most, &rules::LEVELS, &|| {
            let levels = self.levels;
            format!("it has {levels} levels, {width}x{height}x{depth} texels have {most}")
        });
        let wide = texture::SURFACE_POINTER_IS_64B.is_set(bytes);
        complain(!wide, &rules::SURFACES, &|| "addresses have 32 bits".into());
        let cube = self.dimension == TextureDimension::Cube;
        complain(cube && width != height, &rules::NOT_SQUARE, &|| {
            format!("its faces have {width}x{height} texels")
        });
        self.problems = problems;
    }

    /// Faces of a layer.
    pub fn faces(&self) -> u32 {
        match self.dimension {
            TextureDimension::Cube => 6,
            _ => 1,
        }
    }

    /// Width, height and depth of a level.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        self.size.map(|v| (v >> level.min(31)).max(1))
    }

    /// The surface with this image. Reads its record.
    pub(super) fn surface(&self, at: Plane, c: &mut Ctx<'_>) -> Result<Surface, Stopped> {
        let volume = self.dimension == TextureDimension::N3D;
        // Surfaces are by layer, then level, face and sample.
        let inner = u64::from(self.faces()) * u64::from(self.samples);
        let (layer, rest) = match volume {
            true => (0, 0),
            false => (u64::from(at.number) / inner, u64::from(at.number) % inner),
        };
        let index = (layer * u64::from(self.levels) + u64::from(at.level)) * inner + rest;
        let mut bytes = [0; 16];
        let len = if self.strides { 16 } else { 8 };
        let record = self.address.wrapping_add(32 + index * len as u64);
        memory::read(c, Port::Desc, record, &mut bytes[..len])?;
        let pointer = surface::POINTER.get(&bytes);
        let tag = (pointer & 63) as u8;
        let (elements, depth) = self.elements(tag);
        let [width, height, _] = self.level_size(at.level);
        let order = self.order.unwrap_or(Order::Linear);
        let packed = Slice::packed(order, elements, (width, height));
        let (row_stride, slice_stride) = match self.strides {
            true => (
                i64::from(surface_with_stride::ROW_STRIDE.get(&bytes) as u32 as i32),
                i64::from(surface_with_stride::SURFACE_STRIDE.get(&bytes) as u32 as i32),
            ),
            false => {
                let slice = match order {
                    Order::Afbc => packed.header_size,
                    _ => packed.size,
                };
                (packed.row_stride as i64, slice as i64)
            }
        };
        if order != Order::Afbc {
            let tagged = tag != 0 && !self.is_astc();
            if tagged {
                report(c, &rules::SURFACE_UNALIGNED, record, || {
                    format!("the image of level {} is at {pointer:#x}", at.level)
                });
            }
            let needed = packed.row_stride;
            let rows = elements.count((width, height)).1;
            if row_stride.unsigned_abs() < needed && rows > 1 {
                report(c, &rules::STRIDE, record, || {
                    format!(
                        "level {}: rows are {row_stride} bytes apart, and have {needed}",
                        at.level
                    )
                });
            }
        }
        let slice = if volume {
            i64::from(at.number / depth)
        } else {
            0
        };
        let offset = slice.wrapping_mul(slice_stride) as u64;
        let plane = TexelPlane {
            order,
            elements,
            row_stride,
            size: (width, height),
            base: (pointer & !63).wrapping_add(offset),
        };
        Ok(Surface { plane, depth })
    }

    fn is_astc(&self) -> bool {
        matches!(
            self.format.storage,
            Storage::Compressed(Compression::Astc { .. })
        )
    }

    /// The elements and their slices, with the size of blocks that a tag states for ASTC
    /// (Mesa, pan_texture.c, panfrost_compression_tag).
    fn elements(&self, tag: u8) -> (Elements, u32) {
        let side = |code: u8| [4, 5, 6, 6, 8, 8, 10, 12][usize::from(code & 7)];
        let edge = |code: u8| [4, 5, 6, 3][usize::from(code & 3)];
        let (block, depth) = match self.format.storage {
            Storage::Compressed(Compression::Astc { volume: true, .. }) => {
                ((edge(tag), edge(tag >> 2)), edge(tag >> 4))
            }
            Storage::Compressed(Compression::Astc { .. }) => ((side(tag), side(tag >> 3)), 1),
            Storage::Compressed(_) => ((4, 4), 1),
            _ => ((1, 1), 1),
        };
        let bytes = self.format.bytes();
        (Elements { bytes, block }, depth)
    }
}
