//! Formats against Mesa's names and conversions computed by hand.

use super::*;
use crate::descriptors::Format as Number;
use tilescope_pixel::packed::Class;
use tilescope_pixel::packed::Packed;

/// Class, channels and widths as the name of a format states them: `RGBA8_UNORM`.
fn by_name(name: &str) -> Option<(Class, u8, u8)> {
    let count = name.chars().take_while(|c| "RGBA".contains(*c)).count();
    let (letters, rest) = name.split_at(count);
    if letters != &"RGBA"[..count] || count == 0 {
        return None;
    }
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let (width, class) = rest.split_at(digits);
    let class = match class {
        "_UNORM" => Class::Unorm,
        "_SNORM" => Class::Snorm,
        "UI" => Class::Uint,
        "I" => Class::Sint,
        "F" => Class::Float,
        "_FIXED" => Class::Fixed,
        _ => return None,
    };
    Some((class, count as u8, width.parse().ok()?))
}

/// Source: Mesa 22.3.6 `v5.xml`, enum Format. Names determine the storage of all
/// formats that are products; the others are listed, with their bytes.
#[test]
fn every_number_has_the_storage_of_its_name() {
    let others = [
        ("ETC2_RGB8", 8),
        ("ETC2_R11_UNORM", 8),
        ("ETC2_RGBA8", 16),
        ("ETC2_RG11_UNORM", 16),
        ("BC1_UNORM", 8),
        ("BC2_UNORM", 16),
        ("BC3_UNORM", 16),
        ("BC4_UNORM", 8),
        ("BC4_SNORM", 8),
        ("BC5_UNORM", 16),
        ("BC5_SNORM", 16),
        ("BC6H_UF16", 16),
        ("BC6H_SF16", 16),
        ("BC7_UNORM", 16),
        ("ETC2_R11_SNORM", 8),
        ("ETC2_RG11_SNORM", 16),
        ("ETC2_RGB8A1", 8),
        ("ASTC_3D_LDR", 16),
        ("ASTC_3D_HDR", 16),
        ("ASTC_2D_LDR", 16),
        ("ASTC_2D_HDR", 16),
        ("RGB565", 2),
        ("RGB5_A1_UNORM", 2),
        ("A1_BGR5_UNORM", 2),
        ("RGB10_A2_UNORM", 4),
        ("A2_BGR10_UNORM", 4),
        ("RGB10_A2_SNORM", 4),
        ("A2_BGR10_SNORM", 4),
        ("RGB10_A2UI", 4),
        ("A2_BGR10UI", 4),
        ("RGB10_A2I", 4),
        ("A2_BGR10I", 4),
        ("RGB332_UNORM", 1),
        ("BGR233_UNORM", 1),
        ("Z24X8_UNORM", 4),
        ("X8Z24", 4),
        ("X32_S8X24", 8),
        ("X24S8_X32", 8),
        ("TILEBUFFER_NATIVE", 0),
        ("R11F_G11F_B10F", 4),
        ("B10F_G11F_R11F", 4),
        ("R9F_G9F_B9F_E5F", 4),
        ("E5F_B9F_G9F_R9F", 4),
        ("SNAP_2", 8),
        ("SNAP_4", 16),
        ("CONSTANT", 0),
    ];
    let mut seen = 0;
    for index in 0..=255 {
        let format = Format::from_bits(u32::from(index) << 12);
        let Some(name) = Number::from_bits(index).name() else {
            assert_eq!(format.storage, Storage::Unknown, "{index}");
            continue;
        };
        if let Some((class, count, width)) = by_name(name) {
            let want = Storage::Packed(Packed::regular(class, count, width));
            assert_eq!(format.storage, want, "{name}");
            continue;
        }
        match others.iter().find(|(n, _)| *n == name) {
            Some((_, bytes)) => {
                assert_ne!(format.storage, Storage::Unknown, "{name}");
                assert_eq!(format.bytes(), *bytes, "{name}");
                seen += 1;
            }
            // Its name is all that is known.
            None => assert_eq!((name, format.storage), ("NXR", Storage::Unknown)),
        }
    }
    assert_eq!(seen, others.len());
}

fn floats(format: Format, bytes: &[u8]) -> [f32; 4] {
    format.load(bytes, RegisterType::Float).map(f32::from_bits)
}

/// The order of channels. Source: Mesa 22.3.6 pan_format.c; names of Gallium's
/// formats list channels from the lowest bit.
#[test]
fn channels_are_where_gallium_has_them() {
    let of = |index: u32, swizzle: u32| Format::from_bits(index << 12 | swizzle);
    // R5G6B5_UNORM is RGB565 with the swizzle RGB1.
    let rgb1 = 5 << 9 | 2 << 6 | 1 << 3;
    assert_eq!(floats(of(64, rgb1), &[0x1f, 0]), [1.0, 0.0, 0.0, 1.0]);
    // B5G6R5_UNORM is RGB565 with the swizzle BGR1.
    let bgr1 = 5 << 9 | 1 << 3 | 2;
    assert_eq!(floats(of(64, bgr1), &[0x1f, 0]), [0.0, 0.0, 1.0, 1.0]);
    // A8_UNORM is R8_UNORM with the swizzle 000R.
    let alpha = 4 | 4 << 3 | 4 << 6;
    assert_eq!(floats(of(163, alpha), &[255]), [0.0, 0.0, 0.0, 1.0]);
    // Z24X8_UNORM and X8Z24.
    let rrrr = 0;
    let depth = 0x12_3456 as f32 / 0xff_ffff as f32;
    assert_eq!(floats(of(77, rrrr), &[0x56, 0x34, 0x12, 9]), [depth; 4]);
    assert_eq!(floats(of(78, rrrr), &[9, 0x56, 0x34, 0x12]), [depth; 4]);
    // X32_S8X24_UINT: GGGG.
    let gggg = 1 | 1 << 3 | 1 << 6 | 1 << 9;
    let stencil = of(79, gggg).load(&[1, 2, 3, 4, 5, 6, 7, 8], RegisterType::Unsigned);
    assert_eq!(stencil, [5; 4]);
    let rgba = u32::from(Swizzle::IDENTITY.0);
    // A1 lowest, then B, G, R.
    assert_eq!(floats(of(66, rgba), &[1, 0]), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(of(66, rgba), &[0, 0xf8]), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn integers_and_floats_are_converted_as_the_register_needs() {
    let bytes = Format::from_bits(219 << 12 | 0x688);
    let raw = [0xff, 2, 3, 4];
    assert_eq!(floats(bytes, &raw), [-1.0, 2.0, 3.0, 4.0]);
    let signed = bytes.load(&raw, RegisterType::Signed);
    assert_eq!(signed, [u32::MAX, 2, 3, 4]);
    let back = bytes.store(
        [-1.7f32, 200.0, f32::NAN, 4.0].map(f32::to_bits),
        RegisterType::Float,
    );
    assert_eq!(back[..5], [0xff, 0x7f, 0, 4, 0]);
    let single = Format::from_bits(191 << 12 | 0x688);
    let kept = single.store([1, 2, 3, u32::MAX], RegisterType::Unsigned);
    assert_eq!(kept[..5], [1, 0, 0, 0, 2]);
    assert_eq!(
        single.load(&kept, RegisterType::Format),
        [1, 2, 3, u32::MAX]
    );
}

#[test]
fn positions_are_snapped_and_exponents_shared_both_ways() {
    let snapped = Format::from_bits(94 << 12 | 0x688);
    let stored = snapped.store(
        [1.001f32, -2.499, 0.3, 0.7].map(f32::to_bits),
        RegisterType::Format,
    );
    assert_eq!(floats(snapped, &stored), [1.0, -2.5, 0.3, 0.7]);
    let large = snapped.store(
        [1e9f32, f32::INFINITY, 0.0, 0.0].map(f32::to_bits),
        RegisterType::Format,
    );
    assert_eq!(floats(snapped, &large)[..2], [1e9, f32::INFINITY]);
    for index in [91, 92] {
        let shared = Format::from_bits(index << 12 | 0x688);
        let values = [1.0f32, 0.5, 0.25, 1.0];
        let stored = shared.store(values.map(f32::to_bits), RegisterType::Float);
        assert_eq!(floats(shared, &stored), values, "{index}");
    }
    let constant = Format::from_bits(95 << 12 | 0x688);
    assert_eq!(floats(constant, &[7; 16]), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn srgb_is_decoded_without_alpha() {
    let format = Format::from_bits(1 << 20 | 187 << 12 | 0x688);
    let [r, g, b, a] = floats(format, &[255, 0, 188, 128]);
    assert_eq!((r, g), (1.0, 0.0));
    assert!((b - 0.502_886).abs() < 1e-5, "{b}");
    assert_eq!(a, 128.0 / 255.0);
}
