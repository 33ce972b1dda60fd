//! Formats: names, orders, and exceptions.

use tilescope_adreno::plan::formats::{
    Component, Exception, Native, Packing, Swap, Tiling, Use, all, components, named,
};
use tilescope_adreno::regs::enums;

fn native(name: &str, of: Use, tiling: Tiling) -> Option<(&'static str, Swap)> {
    let Native { format, swap, .. } = named(name).expect("a format").native(of, tiling)?;
    Some((format, swap))
}

fn text(components: &[Component]) -> String {
    components
        .iter()
        .map(|c| format!("{}{}", c.letter, c.bits))
        .collect()
}

#[test]
fn rows() {
    assert_eq!(all().count(), 259);
    let mut names: Vec<&str> = all().map(|r| r.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 259);
    for row in all() {
        for of in [Use::Vertex, Use::Texture, Use::Render] {
            for tiling in [Tiling::Linear, Tiling::Tiled] {
                if let Some(native) = row.native(of, tiling) {
                    assert!(native.number().is_some(), "{}", native.format);
                }
            }
        }
        if let Some(layout) = row.layout() {
            let bits: u32 = layout.iter().map(|c| c.bits).sum();
            assert_eq!(bits, row.bytes * 8, "{}", row.name);
        }
    }
    for swap in Swap::ALL {
        let number = u64::from(swap.number());
        assert_eq!(enums::A3XX_COLOR_SWAP.name(number), Some(swap.letters()));
    }
    assert_eq!(named("PIPE_FORMAT_R8_UNORM"), named("r8_unorm"));
}

/// T23: a packed and an array format in the names of Gallium, Vulkan and the hardware, and the
/// bits of a colour: red 1, green 0, blue 0.
#[test]
fn names() {
    let packed = named("B5G6R5_UNORM").expect("a format");
    assert_eq!(packed.packing(), Some(Packing::Packed));
    assert_eq!(packed.vulkan().as_deref(), Some("R5G6B5_UNORM_PACK16"));
    let red = packed
        .layout()
        .and_then(|l| l.into_iter().find(|c| c.letter == 'R'));
    assert_eq!(
        red,
        Some(Component {
            letter: 'R',
            low: 11,
            bits: 5
        })
    );
    let array = named("R8G8B8A8_UNORM").expect("a format");
    assert_eq!(array.packing(), Some(Packing::Array));
    assert_eq!(array.vulkan().as_deref(), Some("R8G8B8A8_UNORM"));
    let red = array
        .layout()
        .and_then(|l| l.into_iter().find(|c| c.letter == 'R'));
    assert_eq!(
        red,
        Some(Component {
            letter: 'R',
            low: 0,
            bits: 8
        })
    );
    for (name, wanted) in [
        ("A1B5G5R5_UNORM", Some("R5G5B5A1_UNORM_PACK16")),
        ("B4G4R4A4_UNORM", Some("A4R4G4B4_UNORM_PACK16")),
        ("R10G10B10A2_UINT", Some("A2B10G10R10_UINT_PACK32")),
        ("R11G11B10_FLOAT", Some("B10G11R11_UFLOAT_PACK32")),
        ("R9G9B9E5_FLOAT", Some("E5B9G9R9_UFLOAT_PACK32")),
        ("R16G16B16A16_FLOAT", Some("R16G16B16A16_SFLOAT")),
        ("Z16_UNORM", None),
        ("ETC2_RGB8", None),
    ] {
        let got = named(name).expect("a format").vulkan();
        assert_eq!(got.as_deref(), wanted, "{name}");
    }
}

/// T24: the letters of an order, from the most significant bit, for one to four components.
#[test]
fn orders() {
    let of = |format, swap| text(&components(format, swap).expect("widths"));
    for (swap, four, three, two) in [
        (Swap::Wzyx, "R1G2B3A4", "R1G2B3", "R1G2"),
        (Swap::Wxyz, "B3G2R1A4", "B3G2R1", "G2R1"),
        (Swap::Zyxw, "A4R1G2B3", "R1G2B3", "R1G2"),
        (Swap::Xyzw, "A4B3G2R1", "B3G2R1", "G2R1"),
    ] {
        assert_eq!(of("FMT6_1_2_3_4_UNORM", swap), four);
        assert_eq!(of("FMT6_1_2_3_UNORM", swap), three);
        assert_eq!(of("FMT6_1_2_UNORM", swap), two);
        assert_eq!(of("FMT6_1_UNORM", swap), "R1");
    }
    assert!(components("FMT6_NV12_Y", Swap::Wzyx).is_none());
    assert!(components("FMT6_99_UNORM", Swap::Wzyx).is_none());
}

/// T24, T25: for every format of red, green, blue and alpha, the order that the row has gives
/// the components of the name.
#[test]
fn orders_give_names() {
    let mut checked = 0;
    for row in all() {
        let Some(layout) = row.layout() else { continue };
        let plain = |c: &Component| "RGBAX".contains(c.letter);
        // Formats of alpha, luminance and intensity are made of red.
        let starts = !row.name.starts_with(['A', 'X']) || layout.len() == 4;
        if !layout.iter().all(plain) || !starts || row.name.starts_with("X") && layout.len() < 4 {
            continue;
        }
        let Some(native) = row
            .native(Use::Vertex, Tiling::Linear)
            .or(row.native(Use::Render, Tiling::Linear))
            .or(row.native(Use::Texture, Tiling::Linear))
        else {
            continue;
        };
        let Some(mut got) = components(native.format, native.swap) else {
            continue;
        };
        for (a, b) in got.iter_mut().zip(&layout) {
            if b.letter == 'X' && a.letter == 'A' {
                a.letter = 'X';
            }
        }
        assert_eq!(got, layout, "{}", row.name);
        checked += 1;
    }
    assert_eq!(checked, 138);
    let texel = |name| native(name, Use::Render, Tiling::Linear);
    assert_eq!(
        texel("B5G5R5A1_UNORM"),
        Some(("FMT6_5_5_5_1_UNORM", Swap::Wxyz))
    );
    assert_eq!(
        texel("A1B5G5R5_UNORM"),
        Some(("FMT6_5_5_5_1_UNORM", Swap::Xyzw))
    );
}

/// T26: bytes and luminance.
#[test]
fn luminance() {
    for (tiling, format) in [
        (Tiling::Tiled, "FMT6_NV12_Y"),
        (Tiling::Linear, "FMT6_8_UNORM"),
    ] {
        for of in [Use::Texture, Use::Render] {
            assert_eq!(
                native("R8_UNORM", of, tiling),
                Some(("FMT6_8_UNORM", Swap::Wzyx))
            );
            assert_eq!(native("Y8_UNORM", of, tiling), Some((format, Swap::Wzyx)));
        }
    }
}

/// T27: scaled formats are integers, of vertices alone; sRGB is as without.
#[test]
fn scaled_and_srgb() {
    let mut scaled = 0;
    for row in all() {
        let vertex = row.native(Use::Vertex, Tiling::Linear).map(|n| n.format);
        for (ending, like) in [("USCALED", "UINT"), ("SSCALED", "SINT")] {
            let Some(base) = row.name.strip_suffix(ending) else {
                continue;
            };
            let integer = named(&format!("{base}{like}")).expect("an integer format");
            assert_eq!(
                vertex,
                integer
                    .native(Use::Vertex, Tiling::Linear)
                    .map(|n| n.format)
            );
            assert!(
                row.native(Use::Texture, Tiling::Linear).is_none(),
                "{}",
                row.name
            );
            assert!(
                row.native(Use::Render, Tiling::Linear).is_none(),
                "{}",
                row.name
            );
            scaled += 1;
        }
        if let Some(base) = row.name.strip_suffix("_SRGB") {
            let Some(linear) = named(&format!("{base}_UNORM")) else {
                continue;
            };
            for of in [Use::Texture, Use::Render] {
                assert_eq!(
                    row.native(of, Tiling::Tiled),
                    linear.native(of, Tiling::Tiled)
                );
            }
        }
    }
    assert_eq!(scaled, 30);
}

/// T29: alpha, and ten bits a component.
#[test]
fn textures_and_targets_differ() {
    for (name, texture, target) in [
        ("A8_UNORM", "FMT6_8_UNORM", "FMT6_A8_UNORM"),
        (
            "R10G10B10A2_UNORM",
            "FMT6_10_10_10_2_UNORM",
            "FMT6_10_10_10_2_UNORM_DEST",
        ),
        (
            "B10G10R10A2_UNORM",
            "FMT6_10_10_10_2_UNORM",
            "FMT6_10_10_10_2_UNORM_DEST",
        ),
    ] {
        let of = |of| native(name, of, Tiling::Tiled).map(|n| n.0);
        assert_eq!(of(Use::Texture), Some(texture));
        assert_eq!(of(Use::Render), Some(target));
    }
}

/// T30: depth and stencil.
#[test]
fn depth() {
    for (name, texture, depth) in [
        ("S8_UINT", "FMT6_8_UINT", Some("DEPTH6_32")),
        ("Z16_UNORM", "FMT6_16_UNORM", Some("DEPTH6_16")),
        ("Z24X8_UNORM", "FMT6_Z24_UNORM_S8_UINT", Some("DEPTH6_24_8")),
        ("X24S8_UINT", "FMT6_8_8_8_8_UINT", None),
        (
            "Z24_UNORM_S8_UINT",
            "FMT6_Z24_UNORM_S8_UINT",
            Some("DEPTH6_24_8"),
        ),
        ("Z32_FLOAT", "FMT6_32_FLOAT", Some("DEPTH6_32")),
        ("Z32_FLOAT_S8X24_UINT", "FMT6_32_FLOAT", Some("DEPTH6_32")),
        ("X32_S8X24_UINT", "FMT6_8_UINT", None),
        (
            "Z24_UNORM_S8_UINT_AS_R8G8B8A8",
            "FMT6_Z24_UNORM_S8_UINT_AS_R8G8B8A8",
            None,
        ),
    ] {
        let row = named(name).expect("a format");
        assert_eq!(
            native(name, Use::Texture, Tiling::Tiled).map(|n| n.0),
            Some(texture)
        );
        assert_eq!(row.depth(), depth, "{name}");
        assert_eq!(row.is_depth_or_stencil(), !name.ends_with("A8"), "{name}");
        if let Some(depth) = depth {
            assert!(enums::A6XX_DEPTH_FORMAT.value(depth).is_some());
        }
    }
}

/// Exceptions: tiles have one order; two linear textures have a format of their own; the
/// stencil of packed depth is the last of four bytes.
#[test]
fn exceptions() {
    let of = |name: &str, of, tiling| named(name).expect("a format").native(of, tiling);
    let exception = |name, u, tiling| of(name, u, tiling).and_then(|n| n.exception);
    let bgra = "B8G8R8A8_UNORM";
    assert_eq!(
        native(bgra, Use::Render, Tiling::Linear).map(|n| n.1),
        Some(Swap::Wxyz)
    );
    assert_eq!(
        native(bgra, Use::Render, Tiling::Tiled).map(|n| n.1),
        Some(Swap::Wzyx)
    );
    assert_eq!(
        exception(bgra, Use::Texture, Tiling::Tiled),
        Some(Exception::TiledOrder)
    );
    assert_eq!(exception(bgra, Use::Vertex, Tiling::Tiled), None);
    for (name, swap) in [
        ("A1R5G5B5_UNORM", Swap::Wzyx),
        ("A1B5G5R5_UNORM", Swap::Wxyz),
    ] {
        let texture = native(name, Use::Texture, Tiling::Linear);
        assert_eq!(texture, Some(("FMT6_1_5_5_5_UNORM", swap)));
        let target = native(name, Use::Render, Tiling::Linear).map(|n| n.0);
        assert_eq!(target, Some("FMT6_5_5_5_1_UNORM"));
    }
    for tiling in [Tiling::Linear, Tiling::Tiled] {
        let stencil = native("X24S8_UINT", Use::Texture, tiling);
        assert_eq!(stencil, Some(("FMT6_8_8_8_8_UINT", Swap::Xyzw)));
    }
}
