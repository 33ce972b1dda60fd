//! Tests of the format table, of unpacking and of packing.

use super::Storage::Unorm;
use super::*;
use crate::etc1;

#[test]
fn rows_are_in_order_and_disjoint() {
    for (i, row) in TABLE.iter().enumerate() {
        assert_eq!(row.format as usize, i, "{}", row.name);
        if let Unorm(channels) = row.storage {
            let mut used = 0u64;
            for c in channels {
                if let Channel::Bits { at, bits } = c {
                    let mask = ((1u64 << bits) - 1) << at;
                    let again = used & mask;
                    assert!(again == 0 || again == mask, "{}", row.name);
                    assert!(at + bits <= row.block_bits, "{}", row.name);
                    used |= mask;
                }
            }
        }
        let (w, h) = row.format.utile_size();
        let blocks = w * h / (u32::from(row.block.0) * u32::from(row.block.1));
        assert_eq!(blocks * u32::from(row.block_bits), 512, "{}", row.name);
    }
}

/// Source: Mesa's `u_format` definition of each name, worked by hand.
#[test]
fn known_texels() {
    let cases: &[(Format, &[u8], &[u32])] = &[
        (Format::R8G8B8A8Unorm, &[1, 2, 3, 4], &[0x0403_0201]),
        (Format::R8G8B8X8Unorm, &[1, 2, 3, 4], &[0xff03_0201]),
        (Format::A4B4G4R4Unorm, &[0x4d, 0xf2], &[0xdd44_22ff]),
        (Format::A1B5G5R5Unorm, &[0x01, 0xf8], &[0xff00_00ff]),
        (Format::A1B5G5R5Unorm, &[0xc0, 0x07], &[0x0000_ff00]),
        (Format::A1B5G5R5Unorm, &[0x3e, 0x00], &[0x00ff_0000]),
        (Format::B5G6R5Unorm, &[0x00, 0xf8], &[0xff00_00ff]),
        (Format::B5G6R5Unorm, &[0xe0, 0x07], &[0xff00_ff00]),
        (Format::B5G6R5Unorm, &[0x1f, 0x00], &[0xffff_0000]),
        (Format::L8Unorm, &[0x80], &[0xff80_8080]),
        (Format::A8Unorm, &[0x80], &[0x8000_0000]),
        (Format::L8A8Unorm, &[0x40, 0x80], &[0x8040_4040]),
        (Format::R16Float, &[0x00, 0x3c], &[0x3c00]),
        (Format::R8Uint, &[0xfe], &[0xfe]),
        (Format::R16Uint, &[0xfe, 0xca], &[0xcafe]),
        (
            Format::L1Unorm,
            &[0b101],
            &[0xffff_ffff, 0xff00_0000, 0xffff_ffff],
        ),
        (Format::A4Unorm, &[0x2f], &[0xff00_0000, 0x2200_0000]),
        (Format::A1Unorm, &[0b10], &[0, 0xff00_0000]),
        (
            Format::R16G16B16A16Float,
            &[1, 2, 3, 4, 5, 6, 7, 8],
            &[0x0403_0201, 0x0807_0605],
        ),
        (Format::Y8U8Y8V8, &[1, 2, 3, 4], &[0xff04_0201, 0xff04_0203]),
        (Format::S8UintZ24Unorm, &[1, 2, 3, 4], &[0x0403_0201]),
        (Format::B8G8R8A8Unorm, &[1, 2, 3, 4], &[0x0401_0203]),
        (Format::B8G8R8X8Unorm, &[1, 2, 3, 4], &[0xff01_0203]),
        (Format::B4G4R4A4Unorm, &[0x4d, 0xf2], &[0xffdd_4422]),
        (Format::B4G4R4X4Unorm, &[0x4d, 0x02], &[0xffdd_4422]),
        (Format::B5G5R5A1Unorm, &[0x00, 0xfc], &[0xff00_00ff]),
        (Format::B5G5R5A1Unorm, &[0xe0, 0x03], &[0x0000_ff00]),
        (Format::B5G5R5X1Unorm, &[0x1f, 0x00], &[0xffff_0000]),
        (Format::R8Unorm, &[0x80], &[0xff00_0080]),
        (Format::R8G8Unorm, &[0x40, 0x80], &[0xff00_8040]),
        (Format::I8Unorm, &[0x40], &[0x4040_4040]),
        (Format::U8Y8V8Y8, &[2, 1, 4, 3], &[0xff04_0201, 0xff04_0203]),
    ];
    for (format, bytes, words) in cases {
        let mut out = vec![0; words.len()];
        let n = format.unpack(bytes, Widen::Replicate, &mut out);
        assert_eq!((n, &out[..]), (words.len(), *words), "{format:?}");
    }
    assert_eq!(
        Format::R16Float.to_floats([0x3c00, 0, 0, 0]),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        Format::R16G16B16A16Float.to_floats([0x4000_3c00, 0x3c00_0000, 0, 0]),
        [1.0, 2.0, 0.0, 1.0]
    );
}

#[test]
fn fast_rows_agree_with_the_table() {
    let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    for row in TABLE {
        let Unorm(channels) = row.storage else {
            continue;
        };
        for widen in [Widen::Replicate, Widen::Round] {
            let mut out = vec![0; 4096 * 8];
            let n = row.format.unpack(&bytes, widen, &mut out);
            assert_eq!(n, 4096 * 8 / usize::from(row.block_bits));
            for (i, word) in out[..n].iter().enumerate() {
                let bit = i * usize::from(row.block_bits);
                let mut texel = 0u32;
                for k in 0..usize::from(row.block_bits) {
                    let at = bit + k;
                    texel |= u32::from(bytes[at / 8] >> (at % 8) & 1) << k;
                }
                assert_eq!(*word, unorm(&channels, texel, widen), "{}", row.name);
                let one = row.format.unpack_texel(texel.into(), widen);
                assert_eq!(one, u64::from(*word));
            }
        }
    }
}

#[test]
fn packing_undoes_unpacking() {
    for row in TABLE {
        let Unorm(channels) = row.storage else {
            continue;
        };
        let mut stored = 0u32;
        for c in channels {
            if let Channel::Bits { at, bits } = c {
                stored |= ((1u64 << bits) - 1).wrapping_shl(at.into()) as u32;
            }
        }
        for seed in 0..1u32 << 16 {
            let texel = seed.wrapping_mul(0x9e37_79b1) & stored;
            let word = row.format.unpack_texel(texel.into(), Widen::Replicate) as u32;
            let back = row.format.pack(word, Narrow::Truncate);
            assert_eq!(back, u64::from(texel), "{}", row.name);
        }
    }
}

#[test]
fn a_utile_of_etc1_is_found_texel_by_texel() {
    let bytes: Vec<u8> = (0..64u32).map(|i| (i * 37 + 11) as u8).collect();
    let mut out = [0; 128];
    Format::Etc1Rgb8.unpack(&bytes, Widen::Replicate, &mut out);
    let (w, h) = Format::Etc1Rgb8.utile_size();
    assert_eq!((w, h), (8, 16));
    for y in 0..h {
        for x in 0..w {
            let block = ((y / 4) * 2 + x / 4) as usize;
            let block: &[u8; 8] = bytes[block * 8..][..8].try_into().unwrap();
            assert_eq!(
                out[Format::Etc1Rgb8.index_in_utile(x, y)],
                etc1::decode(block)[(y % 4 * 4 + x % 4) as usize]
            );
        }
    }
}

#[test]
fn short_input_and_output_are_no_error() {
    for row in TABLE {
        for n in 0..9 {
            let mut out = vec![0; 64];
            let whole = row
                .format
                .unpack(&[0xa5; 8][..n.min(8)], Widen::Round, &mut out);
            assert!(whole <= 64);
            assert!(row.format.unpack(&[0xa5; 64], Widen::Round, &mut out[..n]) <= n);
        }
    }
}
