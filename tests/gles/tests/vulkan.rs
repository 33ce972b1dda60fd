//! Unmodified turnip on virtual GPUs, asked by `vulkaninfo`.
//!
//! Requirements: those of `started`, and Debian's vulkan-tools.

use std::collections::BTreeSet;

use started::{ready_with, tilescope};

#[path = "started/mod.rs"]
mod started;

/// Both releases of Mesa.
const RELEASES: [&str; 2] = ["22.3", "25.0"];

/// The output of `vulkaninfo` about a chip; `None` if it cannot run here.
fn info(mesa: &str, chip: &str, args: &[&str]) -> Option<String> {
    if !ready_with(&["--mesa", mesa], chip, &["vulkaninfo"]) {
        return None;
    }
    let exec = ["exec", "--gpu", chip, "--mesa", mesa, "--", "vulkaninfo"];
    let output = tilescope(&[&exec, args].concat()).output().unwrap();
    assert!(
        output.status.success(),
        "{chip}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The value of a line `NAME = VALUE`.
fn value<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    let of = pairs.filter(|(key, _)| key.trim() == name);
    of.map(|(_, value)| value.trim()).collect()
}

#[test]
fn turnip_names_the_chips() {
    for mesa in RELEASES {
        for (chip, device, name) in [
            ("a618", "0x6010800", "618"),
            ("a630", "0x6030000", "630"),
            // It has no number: the chip id and the speed bin decide.
            ("a635", "0x6030500", "7c+ Gen 3"),
            ("a660", "0x6060000", "660"),
        ] {
            let Some(text) = info(mesa, chip, &["--summary"]) else {
                continue;
            };
            let names = value(&text, "deviceName");
            assert!(
                names.len() == 1 && names[0].contains(name),
                "{chip}: {text}"
            );
            assert_eq!(value(&text, "deviceID")[0], device);
            assert_eq!(value(&text, "driverName"), ["turnip Mesa driver"]);
        }
    }
}

/// The extensions and accelerated operations that only one of the chips has, in 22.3.
#[test]
fn features_decide_what_vulkan_offers() {
    let all = |chip| {
        let text = info("22.3", chip, &[])?;
        let extensions = text
            .lines()
            .filter_map(|line| line.split_once(": extension"));
        let extensions = extensions.map(|(name, _)| name.trim().to_owned());
        let accelerated = text.lines().filter_map(|line| line.split_once('='));
        let accelerated = accelerated
            .filter(|(name, value)| name.trim().ends_with("Accelerated") && value.trim() == "true");
        let accelerated = accelerated.map(|(name, _)| name.trim().to_owned());
        let all: BTreeSet<String> = extensions.chain(accelerated).collect();
        let stages = value_after(&text, "subgroupSupportedStages");
        Some((all, stages))
    };
    let (Some((a618, few)), Some((a635, many))) = (all("a618"), all("a635")) else {
        return;
    };
    let more: Vec<&str> = a635.difference(&a618).map(String::as_str).collect();
    assert_eq!(
        more,
        [
            "VK_EXT_filter_cubic",
            "VK_EXT_sample_locations",
            "VK_IMG_filter_cubic",
            "VK_KHR_16bit_storage",
            "integerDotProduct4x8BitPackedMixedSignednessAccelerated",
            "integerDotProduct4x8BitPackedUnsignedAccelerated",
            "integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated",
            "integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated",
        ]
    );
    assert_eq!(a618.difference(&a635).count(), 0);
    // Subgroups in other stages need `getfiberid`.
    assert_eq!((few.as_str(), many.as_str()), ("count = 1", "count = 6"));
}

/// The text after `NAME:`.
fn value_after(text: &str, name: &str) -> String {
    let pairs = text.lines().filter_map(|line| line.split_once(':'));
    let of = pairs.filter(|(key, _)| key.trim() == name);
    of.map(|(_, value)| value.trim().to_owned()).collect()
}
