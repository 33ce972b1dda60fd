//! Formats of the units' registers, and their bit layouts.

use tilescope_pixel::Format;
use tilescope_pixel::transform::ByteSwap;

use crate::regs::enums::{
    BltFormat, EndianMode, PeFormat, RsFormat, TextureFormat, TextureFormatExt,
};
use crate::stopped::Missing;

/// The bit layout of a format of PE; `None` for undefined formats.
///
/// Source: Mesa etnaviv_format.c; `u_format` names list channels from the lowest
/// bit up, Vivante's from the highest down.
pub fn pe_format(format: PeFormat) -> Option<Format> {
    Some(match format {
        PeFormat::X4R4G4B4 => Format::B4G4R4X4Unorm,
        PeFormat::A4R4G4B4 => Format::B4G4R4A4Unorm,
        PeFormat::X1R5G5B5 => Format::B5G5R5X1Unorm,
        PeFormat::A1R5G5B5 => Format::B5G5R5A1Unorm,
        PeFormat::R5G6B5 => Format::B5G6R5Unorm,
        PeFormat::X8R8G8B8 => Format::B8G8R8X8Unorm,
        PeFormat::A8R8G8B8 => Format::B8G8R8A8Unorm,
        PeFormat::Yuy2 => Format::Y8U8Y8V8,
        PeFormat::A8 => Format::A8Unorm,
        PeFormat::R16F => Format::R16Float,
        PeFormat::G16R16F => Format::R16G16Float,
        PeFormat::A16B16G16R16F => Format::R16G16B16A16Float,
        PeFormat::R32F => Format::R32Float,
        PeFormat::G32R32F => Format::R32G32Float,
        PeFormat::A2B10G10R10 => Format::R10G10B10A2Unorm,
        PeFormat::R8I => Format::R8Uint,
        PeFormat::G8R8I => Format::R8G8Uint,
        PeFormat::A8B8G8R8I => Format::R8G8B8A8Uint,
        PeFormat::R16I => Format::R16Uint,
        PeFormat::G16R16I => Format::R16G16Uint,
        PeFormat::A16B16G16R16I => Format::R16G16B16A16Uint,
        PeFormat::B10G11R11F => Format::R11G11B10Float,
        PeFormat::A2B10G10R10UI => Format::R10G10B10A2Uint,
        PeFormat::G8R8 => Format::R8G8Unorm,
        PeFormat::R8 => Format::R8Unorm,
        PeFormat::Unknown(_) => return None,
    })
}

/// Conversions that `tilescope_pixel::transform` does not have.
pub const CONVERSION: Missing =
    Missing("conversion of formats other than normalised with up to 8 bits");

/// The exchange of bytes that a mode stands for.
///
/// # Errors
/// An unknown mode.
pub fn byte_swap(mode: EndianMode) -> Result<ByteSwap, Missing> {
    Ok(match mode {
        EndianMode::NoSwap => ByteSwap::Keep,
        EndianMode::Swap16 => ByteSwap::Halves,
        EndianMode::Swap32 => ByteSwap::Words,
        EndianMode::Unknown(_) => return Err(Missing("byte swap of an unknown mode")),
    })
}

/// The bit layout of a format of RS. 64-bit fills use that of two words.
pub fn rs_format(format: RsFormat) -> Option<Format> {
    Some(match format {
        RsFormat::X4R4G4B4 => Format::B4G4R4X4Unorm,
        RsFormat::A4R4G4B4 => Format::B4G4R4A4Unorm,
        RsFormat::X1R5G5B5 => Format::B5G5R5X1Unorm,
        RsFormat::A1R5G5B5 => Format::B5G5R5A1Unorm,
        RsFormat::R5G6B5 => Format::B5G6R5Unorm,
        RsFormat::X8R8G8B8 => Format::B8G8R8X8Unorm,
        RsFormat::A8R8G8B8 => Format::B8G8R8A8Unorm,
        RsFormat::Yuy2 => Format::Y8U8Y8V8,
        RsFormat::S8 => Format::R8Uint,
        RsFormat::Clear64 => Format::R32G32Uint,
        RsFormat::A2R10G10B10 => Format::B10G10R10A2Unorm,
        RsFormat::D32 => Format::Z32Unorm,
        RsFormat::D16 => Format::Z16Unorm,
        RsFormat::Unknown(_) => return None,
    })
}

/// The bits of a pixel that the four bits of `RS.CLEAR_CONTROL.BITS` stand for,
/// the lowest component first.
///
/// The database says that `BITS` are channels of the source's format; Mesa clears
/// stencil of D24S8 as A8R8G8B8 with bit 0. Their meaning for formats without four
/// channels is unknown: `None`.
pub fn rs_component_bits(format: RsFormat) -> Option<[u32; 4]> {
    Some(match format {
        RsFormat::X8R8G8B8 | RsFormat::A8R8G8B8 => [0xff, 0xff00, 0xff_0000, 0xff00_0000],
        RsFormat::X4R4G4B4 | RsFormat::A4R4G4B4 => [0xf, 0xf0, 0xf00, 0xf000],
        RsFormat::X1R5G5B5 | RsFormat::A1R5G5B5 => [0x1f, 0x3e0, 0x7c00, 0x8000],
        RsFormat::R5G6B5 => [0x1f, 0x7e0, 0xf800, 0],
        RsFormat::A2R10G10B10 => [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000],
        _ => return None,
    })
}

/// The bit layout of a format of BLT; `None` for undefined formats and for the
/// 24-bit one.
pub fn blt_format(format: BltFormat) -> Option<Format> {
    Some(match format {
        BltFormat::X4R4G4B4 => Format::B4G4R4X4Unorm,
        BltFormat::A4R4G4B4 => Format::B4G4R4A4Unorm,
        BltFormat::X1R5G5B5 => Format::B5G5R5X1Unorm,
        BltFormat::A1R5G5B5 => Format::B5G5R5A1Unorm,
        BltFormat::R5G6B5 => Format::B5G6R5Unorm,
        BltFormat::X8R8G8B8 => Format::B8G8R8X8Unorm,
        BltFormat::A8R8G8B8 => Format::B8G8R8A8Unorm,
        BltFormat::Yuy2 => Format::Y8U8Y8V8,
        BltFormat::Uyvy => Format::U8Y8V8Y8,
        BltFormat::A8 => Format::A8Unorm,
        BltFormat::A2R10G10B10 => Format::B10G10R10A2Unorm,
        BltFormat::X24S8 => Format::S8UintZ24Unorm,
        BltFormat::D16 => Format::Z16Unorm,
        BltFormat::A16R16G16B16 => Format::R16G16B16A16Uint,
        BltFormat::A8L8 => Format::L8A8Unorm,
        BltFormat::L8 => Format::L8Unorm,
        BltFormat::R8 => Format::R8Unorm,
        BltFormat::R8G8 => Format::R8G8Unorm,
        BltFormat::R8G8B8 | BltFormat::Unknown(_) => return None,
    })
}

/// A texel format, from the two registers of a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelFormat {
    /// A format of `CONFIG0.FORMAT`.
    Short(TextureFormat),
    /// A format of `CONFIG1.FORMAT_EXT`, used if `CONFIG0.FORMAT` is 0.
    Ext(TextureFormatExt),
}

impl TexelFormat {
    /// The format encoded by `CONFIG0.FORMAT` and `CONFIG1.FORMAT_EXT`.
    pub fn of(short: u32, ext: u32) -> TexelFormat {
        match TextureFormat::from_bits(short as u8) {
            TextureFormat::None => TexelFormat::Ext(TextureFormatExt::from_bits(ext as u8)),
            format => TexelFormat::Short(format),
        }
    }
}

/// The bit layout of a format of TE; `None` for undefined formats and those without
/// a decoder.
///
/// Source: Mesa etnaviv_format.c.
pub fn te_format(format: TexelFormat) -> Option<Format> {
    use TextureFormat as T;
    use TextureFormatExt as E;
    Some(match format {
        TexelFormat::Short(short) => match short {
            T::A8 => Format::A8Unorm,
            T::L8 => Format::L8Unorm,
            T::I8 => Format::I8Unorm,
            T::A8L8 => Format::L8A8Unorm,
            T::A4R4G4B4 => Format::B4G4R4A4Unorm,
            T::X4R4G4B4 => Format::B4G4R4X4Unorm,
            T::A8R8G8B8 => Format::B8G8R8A8Unorm,
            T::X8R8G8B8 => Format::B8G8R8X8Unorm,
            T::A8B8G8R8 => Format::R8G8B8A8Unorm,
            T::X8B8G8R8 => Format::R8G8B8X8Unorm,
            T::R5G6B5 => Format::B5G6R5Unorm,
            T::A1R5G5B5 => Format::B5G5R5A1Unorm,
            T::X1R5G5B5 => Format::B5G5R5X1Unorm,
            T::Yuy2 => Format::Y8U8Y8V8,
            T::Uyvy => Format::U8Y8V8Y8,
            T::D16 => Format::Z16Unorm,
            T::D24X8 => Format::S8UintZ24Unorm,
            T::Dxt1 => Format::Dxt1Rgba,
            T::Dxt2Dxt3 => Format::Dxt3Rgba,
            T::Dxt4Dxt5 => Format::Dxt5Rgba,
            T::E5B9G9R9 => Format::R9G9B9E5Float,
            T::Etc1 => Format::Etc1Rgb8,
            T::None | T::Unknown(_) => return None,
        },
        TexelFormat::Ext(ext) => match ext {
            E::None => Format::Etc2Rgb8,
            E::Rgb8PunchthroughAlpha1Etc2 => Format::Etc2Rgb8A1,
            E::Rgba8Etc2Eac => Format::Etc2Rgba8,
            E::G8R8 => Format::R8G8Unorm,
            E::R16F => Format::R16Float,
            E::G16R16F => Format::R16G16Float,
            E::A16B16G16R16F => Format::R16G16B16A16Float,
            E::R32F => Format::R32Float,
            E::G32R32F => Format::R32G32Float,
            E::A2B10G10R10 => Format::R10G10B10A2Unorm,
            E::R8Snorm => Format::R8Snorm,
            E::G8R8Snorm => Format::R8G8Snorm,
            E::X8B8G8R8Snorm | E::A8B8G8R8Snorm => Format::R8G8B8A8Snorm,
            E::R8I => Format::R8Uint,
            E::G8R8I => Format::R8G8Uint,
            E::A8B8G8R8I => Format::R8G8B8A8Uint,
            E::R16I => Format::R16Uint,
            E::G16R16I => Format::R16G16Uint,
            E::A16B16G16R16I => Format::R16G16B16A16Uint,
            E::B10G11R11F => Format::R11G11B10Float,
            E::A2B10G10R10UI => Format::R10G10B10A2Uint,
            E::R8 => Format::R8Unorm,
            E::D24S8 => Format::S8UintZ24Unorm,
            E::R32I => Format::R32Uint,
            E::G32R32I => Format::R32G32Uint,
            E::R11Eac
            | E::Rg11Eac
            | E::SignedRg11Eac
            | E::SignedR11Eac
            | E::Astc
            | E::Ayuv
            | E::Unknown(_) => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rs_components_make_up_the_pixel() {
        for bits in 0..32 {
            let format = RsFormat::from_bits(bits);
            let Some(components) = rs_component_bits(format) else {
                continue;
            };
            let size = rs_format(format).unwrap().bits_per_texel();
            let all = components.into_iter().fold(0, |all, c| {
                assert_eq!(all & c, 0);
                all | c
            });
            assert_eq!(all, u32::MAX >> (32 - size), "{format:?}");
        }
    }

    #[test]
    fn names_say_their_bits() {
        let cases = [
            (0, 0, Format::Etc2Rgb8),
            (0, 10, Format::R32Float),
            (7, 10, Format::B8G8R8A8Unorm),
            (9, 0, Format::R8G8B8A8Unorm),
        ];
        for (short, ext, want) in cases {
            assert_eq!(te_format(TexelFormat::of(short, ext)), Some(want));
        }
        assert_eq!(te_format(TexelFormat::of(31, 0)), None);
        assert_eq!(te_format(TexelFormat::of(0, 63)), None);
        // RS and BLT use the same numbers as PE up to YUY2.
        for bits in 0..8 {
            let pe = pe_format(PeFormat::from_bits(bits)).unwrap();
            assert_eq!(rs_format(RsFormat::from_bits(bits)), Some(pe));
            assert_eq!(blt_format(BltFormat::from_bits(bits)), Some(pe));
        }
    }
}
