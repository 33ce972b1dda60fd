//! Surfaces of captures as images.

use tilescope_capture::job::{TargetFormat, TargetLayout};
use tilescope_capture::tscap::manifest::{Address, NoImage, Surface};
use tilescope_families::{ALL, Channels, Family};

fn family(chip: &str) -> &'static dyn Family {
    ALL.chip(chip).unwrap().family
}

fn surface(name: &str, bits: u16) -> Surface {
    Surface {
        name: name.to_owned(),
        address: Address(0x1000),
        width: 48,
        height: 32,
        bits,
        stride: if bits >> 5 & 1 == 0 { 256 } else { 1024 },
        source: None,
    }
}

#[test]
fn formats_without_alpha_are_opaque() {
    let image = |bits| {
        let image = surface("rs_copy", bits).image(family("gc2000"), Channels::Bgra, "a".into());
        image.unwrap()
    };
    assert_eq!(image(5).format, TargetFormat::Xrgb8888);
    assert_eq!(image(6).format, TargetFormat::Argb8888);
    assert_eq!(image(6 | 1 << 5).layout, TargetLayout::Tiled);
    let new = image(6 | 1 << 5 | 1 << 6 | 1 << 8);
    assert_eq!(new.layout, TargetLayout::SupertiledNew);
}

#[test]
fn each_surface_without_an_image_has_a_reason() {
    let why = |s: Surface| {
        s.image(family("gc2000"), Channels::Bgra, "a".into())
            .unwrap_err()
    };
    assert_eq!(why(surface("../../x", 6)), NoImage::Name);
    assert_eq!(why(surface("rs_copy", 31)), NoImage::Layout);
    let mut large = surface("rs_copy", 6);
    large.width = 16384;
    assert_eq!(why(large), NoImage::Size);
    let mut narrow = surface("rs_copy", 6);
    narrow.stride = 64;
    assert_eq!(why(narrow), NoImage::Layout);
    let mut samples = surface("msaa_color_write", 0);
    samples.stride = 0;
    let why = samples.image(family("bcm2837"), Channels::Bgra, "a".into());
    assert_eq!(why.unwrap_err(), NoImage::Multisampled);
}
