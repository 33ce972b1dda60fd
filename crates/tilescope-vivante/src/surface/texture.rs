//! Textures: addresses of levels, layers and texels, from the samplers' registers
//! or a descriptor.
//!
//! | `addressing_mode`, `halign` | layout | rows are padded to | levels to |
//! | --- | --- | --- | --- |
//! | linear | linear, one level | by the stride | 4 rows; 1 with BLT_ENGINE |
//! | tiled, FOUR | tiled | 4 texels | 4 rows |
//! | tiled, SIXTEEN | tiled | 16 | 4 |
//! | tiled, SUPER_TILED | supertiled | 64 | 64 |
//! | tiled, SPLIT_TILED | multi-tiled | 16 | 4 for each pixel pipe |
//! | tiled, SPLIT_SUPER_TILED | multi-supertiled | 64 | 64 for each pixel pipe |
//! | compressed | blocks row by row | whole blocks | whole blocks |
//!
//! Faces of a cube, slices and layers of a level are consecutive. The second half
//! of a split level follows the first.
//!
//! Source: Mesa etnaviv_resource.c, `etna_layout_multiple` and `setup_miptree`;
//! etnaviv_texture_state.c, etnaviv_texture_desc.c. The layout of faces of linear
//! textures is inferred: no driver uses them.

use tilescope_pixel::Format;

use super::{Stride, Surface, TexelFormat, Tiling, te_format};
use crate::chips::Chip;
use crate::features::Feature;
use crate::regs::enums::{TextureAddressingMode, TextureHalign, TextureType};
use crate::regs::nte;
use crate::regs::te::{
    sampler_3d_config, sampler_config0, sampler_config1, sampler_linear_stride, sampler_lod_addr,
    sampler_size,
};
use crate::state::State;

/// Levels that have an address.
pub const LEVELS: usize = 14;

/// The words that describe a texture, from registers or a descriptor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// `CONFIG0`.
    pub config0: u32,
    /// `CONFIG1`.
    pub config1: u32,
    /// `SIZE`.
    pub size: u32,
    /// `3D_CONFIG`.
    pub config_3d: u32,
    /// `LINEAR_STRIDE` of level 0.
    pub linear_stride: u32,
    /// `LOD_ADDR`.
    pub addresses: [u32; LEVELS],
}

impl Words {
    /// The words of sampler `n` on chips without HALTI1.
    pub fn te(state: &State, n: u32) -> Words {
        let at = 4 * n;
        Words {
            config0: state.word(sampler_config0::AT + at),
            config1: state.word(sampler_config1::AT + at),
            size: state.word(sampler_size::AT + at),
            config_3d: state.word(sampler_3d_config::AT + at),
            linear_stride: state.word(sampler_linear_stride::AT + at),
            addresses: std::array::from_fn(|level| {
                state.word(sampler_lod_addr::AT + at + 0x40 * level as u32)
            }),
        }
    }

    /// The words of sampler `n` on chips with HALTI1.
    pub fn nte(state: &State, n: u32) -> Words {
        let at = 4 * n;
        Words {
            config0: state.word(nte::sampler_config0::AT + at),
            config1: state.word(nte::sampler_config1::AT + at),
            size: state.word(nte::sampler_size::AT + at),
            config_3d: state.word(nte::sampler_3d_config::AT + at),
            linear_stride: state.word(nte::sampler_linear_stride::AT + at),
            addresses: std::array::from_fn(|level| {
                state.word(nte::sampler_addr_lod::AT + 0x40 * n + 4 * level as u32)
            }),
        }
    }

    /// The words of a descriptor on chips with HALTI5.
    ///
    /// Source: rnndb texdesc_3d.xml.
    pub fn descriptor(words: &[u32; 64]) -> Words {
        let word = |at: usize| words[at / 4 % 64];
        Words {
            config0: word(0x40),
            config1: word(0x4c),
            size: word(0x44),
            config_3d: word(0x84),
            linear_stride: word(0x48),
            addresses: std::array::from_fn(|level| word(4 * level)),
        }
    }
}

/// One level of a texture.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The surface of texels or blocks of the first face, slice or layer.
    pub surface: Surface,
    /// Columns, in texels.
    pub width: u32,
    /// Rows, in texels.
    pub height: u32,
    /// Slices; 6 for a cube.
    pub layers: u32,
    /// Bytes from one face, slice or layer to the next.
    pub layer_stride: u32,
}

/// A texture.
#[derive(Clone, Debug)]
pub struct Texture {
    /// Its dimensions.
    pub kind: TextureType,
    /// Its bit layout.
    pub format: Format,
    /// Set for an array of 1D textures: its height is the number of layers, and t
    /// selects the layer.
    ///
    /// Source: Mesa etnaviv_texture_state.c, PIPE_TEXTURE_1D_ARRAY.
    pub layers_1d: Option<Layers1d>,
    /// Its levels, down to the one of a single texel.
    pub levels: Vec<Level>,
}

/// The memory layout of an array of 1D textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers1d {
    /// They are the rows of one image.
    Rows,
    /// Each is a separately padded image of one row, as in Mesa
    /// (etnaviv_resource.c, `setup_miptree`).
    Images,
}

/// The reason why there is no texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The sampler has none.
    None,
    /// Its type hangs the hardware.
    Type(TextureType),
    /// Its format is undefined or has no decoder.
    Format(TexelFormat),
    /// Its addressing mode or alignment is undefined.
    Layout,
    /// It has no texels.
    Empty,
}

/// The memory of 4x4 texels, or of one compressed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texels {
    /// A contiguous tile.
    Tile {
        /// Its address.
        address: u32,
        /// The number of bytes.
        bytes: u32,
    },
    /// Row by row.
    Rows {
        /// The location of each row of four.
        addresses: [u32; 4],
        /// Bytes of a row.
        bytes: u32,
    },
}

/// Layout, and the columns and rows to which a level is padded.
type Padding = (Tiling, u32, u32);

fn padding(words: &Words, chip: &Chip) -> Result<Padding, Unreadable> {
    let has = |f| chip.features.has(f);
    let mode = sampler_config0::ADDRESSING_MODE.of(words.config0);
    match TextureAddressingMode::from_bits(mode as u8) {
        TextureAddressingMode::Tiled => {}
        TextureAddressingMode::Linear if has(Feature::BltEngine) => {
            return Ok((Tiling::Linear, 1, 1));
        }
        TextureAddressingMode::Linear => return Ok((Tiling::Linear, 1, 4)),
        TextureAddressingMode::Unknown(_) => return Err(Unreadable::Layout),
    }
    let pipes = chip.specs.pixel_pipes.max(1);
    let halign = match has(Feature::TextureHalign) {
        true => sampler_config1::HALIGN.of(words.config1),
        false => 0,
    };
    Ok(match TextureHalign::from_bits(halign as u8) {
        TextureHalign::Four => (Tiling::Tiled, 4, 4),
        TextureHalign::Sixteen => (Tiling::Tiled, 16, 4),
        TextureHalign::SuperTiled if has(Feature::Cache128b256bperline) => {
            (Tiling::SuperTiledNew, 64, 64)
        }
        TextureHalign::SuperTiled => (Tiling::SuperTiled, 64, 64),
        TextureHalign::SplitTiled => (Tiling::MultiTiled, 16, 4 * pipes),
        TextureHalign::SplitSuperTiled => (Tiling::MultiSuperTiled, 64, 64 * pipes),
        TextureHalign::Unknown(_) => return Err(Unreadable::Layout),
    })
}

impl Texture {
    /// The texture that `words` describe; `layers_1d` is the layout of arrays of 1D
    /// textures.
    pub fn new(words: &Words, chip: &Chip, layers_1d: Layers1d) -> Result<Texture, Unreadable> {
        let kind = TextureType::from_bits(sampler_config0::TYPE.of(words.config0) as u8);
        match kind {
            TextureType::None => return Err(Unreadable::None),
            TextureType::Unknown(_) => return Err(Unreadable::Type(kind)),
            _ => {}
        }
        let named = TexelFormat::of(
            sampler_config0::FORMAT.of(words.config0),
            sampler_config1::FORMAT_EXT.of(words.config1),
        );
        let format = te_format(named).ok_or(Unreadable::Format(named))?;
        let row = format.row();
        let compressed = row.block.1 > 1;
        let (tiling, columns, rows) = match compressed {
            true => (Tiling::Linear, 1, 1),
            false => padding(words, chip)?,
        };
        let element = match compressed {
            true => u32::from(row.block_bits) / 8,
            false => format.bits_per_texel() / 8,
        };
        let (mut width, mut height) = (
            sampler_size::WIDTH.of(words.size),
            sampler_size::HEIGHT.of(words.size),
        );
        let array = sampler_config1::TEXTURE_ARRAY.of(words.config1) != 0;
        let mut layers = match kind {
            TextureType::CubeMap => 6,
            TextureType::D3 => sampler_3d_config::DEPTH.of(words.config_3d),
            _ => 1,
        };
        let one = array && !matches!(kind, TextureType::CubeMap | TextureType::D3);
        let layers_1d = one.then_some(layers_1d);
        if layers_1d == Some(Layers1d::Images) {
            (layers, height) = (height, 1);
        }
        if width == 0 || height == 0 || layers == 0 {
            return Err(Unreadable::Empty);
        }
        let mut levels = Vec::new();
        for address in words.addresses {
            let (across, down) = match compressed {
                true => (width.div_ceil(4), height.div_ceil(4)),
                false => (
                    width.next_multiple_of(columns),
                    height.next_multiple_of(rows),
                ),
            };
            let stride = match tiling {
                Tiling::Linear if !compressed => words.linear_stride,
                _ => across * element,
            };
            let layer_stride = stride.wrapping_mul(down);
            let bases = match tiling.is_multi() {
                true => [address, address.wrapping_add(layer_stride / 2)],
                false => [address; 2],
            };
            let surface = Surface::new(tiling, element, bases, Stride::OfPixels(stride))
                .ok_or(Unreadable::Format(named))?;
            levels.push(Level {
                surface,
                width,
                height,
                layers,
                layer_stride,
            });
            let volume = kind == TextureType::D3 && !array;
            if width == 1 && height == 1 && (layers == 1 || !volume) {
                break;
            }
            (width, height) = ((width / 2).max(1), (height / 2).max(1));
            if volume {
                layers = (layers / 2).max(1);
            }
        }
        Ok(Texture {
            kind,
            format,
            layers_1d,
            levels,
        })
    }

    /// The memory of the 4x4 texels around (x, y) of a face, slice or layer of a
    /// level; `None` if there is no such level.
    pub fn texels(&self, level: u32, layer: u32, x: u32, y: u32) -> Option<Texels> {
        let level = self.levels.get(level as usize)?;
        let surface = &level.surface;
        let offset = layer.wrapping_mul(level.layer_stride);
        if self.format.row().block.1 > 1 {
            return Some(Texels::Tile {
                address: surface.address(x / 4, y / 4).wrapping_add(offset),
                bytes: surface.pixel_bytes,
            });
        }
        let (x, y) = (x & !3, y & !3);
        Some(match surface.tiling {
            Tiling::Linear => Texels::Rows {
                addresses: [0, 1, 2, 3].map(|i| surface.address(x, y + i).wrapping_add(offset)),
                bytes: 4 * surface.pixel_bytes,
            },
            _ => Texels::Tile {
                address: surface.tile(x, y).wrapping_add(offset),
                bytes: surface.tile_bytes(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips;

    const BASE: u32 = 0x10_0000;

    /// Type, short format, addressing mode, halign.
    fn words(kind: u32, format: u32, mode: u32, halign: u32, (w, h): (u32, u32)) -> Words {
        let mut words = Words {
            config0: kind | format << 13 | mode << 20,
            config1: halign << 26,
            size: w | h << 16,
            linear_stride: 0x400,
            ..Words::default()
        };
        for (level, address) in (0..).zip(&mut words.addresses) {
            *address = BASE + level * 0x10_0000;
        }
        words
    }

    fn address(texture: &Texture, level: u32, layer: u32, x: u32, y: u32) -> u32 {
        match texture.texels(level, layer, x, y).unwrap() {
            Texels::Tile { address, .. } => address,
            Texels::Rows { addresses, .. } => addresses[0],
        }
    }

    /// `setup_miptree`: padded width, layer stride.
    #[test]
    fn levels_are_padded_as_mesa_pads_them() {
        // 100x60 of A8R8G8B8 on GC2000.
        for (halign, columns, rows) in
            [(0, 4, 4), (1, 16, 4), (2, 64, 64), (3, 16, 8), (4, 64, 128)]
        {
            let texture = Texture::new(
                &words(2, 7, 0, halign, (100, 60)),
                &chips::GC2000,
                Layers1d::Rows,
            )
            .unwrap();
            assert_eq!(texture.levels.len(), 7);
            for (i, level) in texture.levels.iter().enumerate() {
                let (w, h) = ((100u32 >> i).max(1), (60u32 >> i).max(1));
                assert_eq!((level.width, level.height), (w, h));
                let stride = w.next_multiple_of(columns) * 4;
                assert_eq!(level.surface.stride, stride * 4);
                assert_eq!(level.layer_stride, stride * h.next_multiple_of(rows));
                let half = if halign > 2 {
                    level.layer_stride / 2
                } else {
                    0
                };
                let base = BASE + i as u32 * 0x10_0000;
                assert_eq!(level.surface.bases, [base, base + half]);
            }
        }
        // Chips without TEXTURE_HALIGN have tiles only.
        let old =
            Texture::new(&words(2, 7, 0, 1, (100, 60)), &chips::GC600, Layers1d::Rows).unwrap();
        assert_eq!(old.levels[1].surface.stride, 52 * 16);
    }

    #[test]
    fn faces_slices_and_layers_follow_each_other() {
        let cube =
            Texture::new(&words(5, 7, 0, 0, (32, 32)), &chips::GC2000, Layers1d::Rows).unwrap();
        assert_eq!(cube.levels[0].layers, 6);
        assert_eq!(address(&cube, 0, 5, 0, 0), BASE + 5 * 32 * 32 * 4);
        assert_eq!(
            address(&cube, 2, 1, 4, 0),
            BASE + 0x20_0000 + 8 * 8 * 4 + 64
        );
        let mut solid = words(3, 7, 0, 0, (16, 16));
        solid.config_3d = 9;
        let texture = Texture::new(&solid, &chips::GC2000, Layers1d::Rows).unwrap();
        let depths: Vec<u32> = texture.levels.iter().map(|l| l.layers).collect();
        assert_eq!(depths, [9, 4, 2, 1, 1]);
        solid.config1 |= sampler_config1::TEXTURE_ARRAY.with(0, 1);
        let texture = Texture::new(&solid, &chips::GC3000, Layers1d::Rows).unwrap();
        assert!(texture.levels.iter().all(|l| l.layers == 9));
    }

    #[test]
    fn blocks_lie_row_by_row() {
        // DXT1 and DXT5 of 20x12 texels.
        for (format, bytes) in [(19, 8), (21, 16)] {
            let texture = Texture::new(
                &words(2, format, 0, 0, (20, 12)),
                &chips::GC2000,
                Layers1d::Rows,
            )
            .unwrap();
            let at = |level, x, y| texture.texels(level, 0, x, y);
            let tile = |address| Some(Texels::Tile { address, bytes });
            assert_eq!(at(0, 7, 3), tile(BASE + bytes));
            assert_eq!(at(0, 19, 11), tile(BASE + 14 * bytes));
            assert_eq!(at(1, 9, 5), tile(BASE + 0x10_0000 + 5 * bytes));
            assert_eq!(texture.levels[2].layer_stride, 2 * bytes);
        }
    }

    #[test]
    fn linear_textures_are_read_by_rows() {
        let texture = Texture::new(
            &words(2, 7, 3, 0, (100, 60)),
            &chips::GC2000,
            Layers1d::Rows,
        )
        .unwrap();
        let rows = texture.texels(0, 0, 9, 6).unwrap();
        let addresses = [4, 5, 6, 7].map(|y| BASE + y * 0x400 + 8 * 4);
        assert_eq!(
            rows,
            Texels::Rows {
                addresses,
                bytes: 16
            }
        );
    }

    #[test]
    fn every_way_to_have_no_texture() {
        let of = |words: &Words| Texture::new(words, &chips::GC2000, Layers1d::Rows).err();
        assert_eq!(of(&Words::default()), Some(Unreadable::None));
        let size = (4, 4);
        let kind = TextureType::Unknown(4);
        assert_eq!(of(&words(4, 7, 0, 0, size)), Some(Unreadable::Type(kind)));
        let format = TexelFormat::of(31, 0);
        assert_eq!(
            of(&words(2, 31, 0, 0, size)),
            Some(Unreadable::Format(format))
        );
        assert_eq!(of(&words(2, 7, 1, 0, size)), Some(Unreadable::Layout));
        assert_eq!(of(&words(2, 7, 0, 7, size)), Some(Unreadable::Layout));
        assert_eq!(of(&words(2, 7, 0, 0, (0, 4))), Some(Unreadable::Empty));
        assert_eq!(of(&words(3, 7, 0, 0, size)), Some(Unreadable::Empty));
        assert_eq!(of(&words(2, 7, 0, 0, size)), None);
    }

    /// The same texture from three kinds of registers.
    #[test]
    fn samplers_and_descriptors_say_the_same() {
        let want = words(2, 7, 0, 1, (64, 32));
        let (mut old, mut new) = (State::new(), State::new());
        let mut descriptor = [0; 64];
        let n = 5;
        for (te, nte, desc, value) in [
            (
                sampler_config0::AT,
                nte::sampler_config0::AT,
                0x40,
                want.config0,
            ),
            (
                sampler_config1::AT,
                nte::sampler_config1::AT,
                0x4c,
                want.config1,
            ),
            (sampler_size::AT, nte::sampler_size::AT, 0x44, want.size),
            (
                sampler_linear_stride::AT,
                nte::sampler_linear_stride::AT,
                0x48,
                0x400,
            ),
        ] {
            old.write(te + 4 * n, value);
            new.write(nte + 4 * n, value);
            descriptor[desc / 4] = value;
        }
        for (level, address) in (0..).zip(want.addresses) {
            old.write(sampler_lod_addr::AT + 4 * n + 0x40 * level, address);
            new.write(nte::sampler_addr_lod::AT + 0x40 * n + 4 * level, address);
            descriptor[level as usize] = address;
        }
        assert_eq!(Words::te(&old, n), want);
        assert_eq!(Words::nte(&new, n), want);
        assert_eq!(Words::descriptor(&descriptor), want);
    }
}
