//! The same image in whatever layout Panfrost stores textures and render targets: compressed
//! (AFBC), tiled or linear, with and without checksums of tiles; and on a chip of the same
//! architecture. Programs name neither, so each image must be the same, byte for byte.

use std::collections::BTreeMap;
use std::path::Path;

use super::midgard::{T760, T860, T860_MESA_25};
use super::{Board, add_counters, programs, read_image, ready, reported};

/// Width, height and pixels of each program's image.
type Images = BTreeMap<String, (u32, u32, Vec<u8>)>;

/// Draws every program on `board`, and sums the counters.
fn draw(board: &Board, dir: &Path) -> (Images, BTreeMap<String, u64>) {
    std::fs::create_dir_all(dir).unwrap();
    let (mut images, mut sums) = (BTreeMap::new(), BTreeMap::new());
    for name in programs() {
        if board.refused.iter().any(|(n, _)| *n == name) {
            continue;
        }
        let image = dir.join(format!("{name}.png"));
        let report = dir.join(format!("{name}.json"));
        reported(board, &[&name, image.to_str().unwrap()], &report);
        add_counters(&report, &mut sums);
        images.insert(name, read_image(&image));
    }
    std::fs::remove_dir_all(dir).unwrap();
    (images, sums)
}

fn images_are_those_of(reference: &Board, others: &[(&str, &Board)]) {
    if !ready(reference) {
        return;
    }
    let dir = std::env::temp_dir().join(format!(
        "tilescope-layouts-{}-{}",
        reference.mesa,
        std::process::id()
    ));
    let (images, sums) = draw(reference, &dir.join("reference"));
    assert!(images.len() >= 190, "{}", images.len());
    let mut wrong = Vec::new();
    for (what, board) in others {
        let (theirs, counted) = draw(board, &dir.join("other"));
        for (name, image) in &images {
            if theirs.get(name) != Some(image) {
                wrong.push(format!("{what}: {name}"));
            }
        }
        // A variable that the driver does not know would change nothing.
        let bytes = |of: &BTreeMap<String, u64>| of.get("memory.TEX.read_bytes").copied();
        if board.environment.iter().any(|(_, v)| *v != "nocrc") {
            assert_ne!(bytes(&sums), bytes(&counted), "{what}");
        }
    }
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join(", "));
}

const fn with(board: Board, flags: &'static [(&'static str, &'static str)]) -> Board {
    Board {
        environment: flags,
        ..board
    }
}

#[test]
fn layouts_and_chips_of_v5_draw_the_same() {
    let linear = with(T860, &[("PAN_MESA_DEBUG", "linear")]);
    let tiled = with(T860, &[("PAN_MESA_DEBUG", "noafbc")]);
    let without_crc = with(T860, &[("PAN_MESA_DEBUG", "nocrc")]);
    let others = [
        ("linear", &linear),
        ("without AFBC", &tiled),
        ("without CRC", &without_crc),
        ("T760", &T760),
    ];
    images_are_those_of(&T860, &others);
}

#[test]
fn layouts_draw_the_same_with_mesa_25() {
    let linear = with(T860_MESA_25, &[("PAN_MESA_DEBUG", "linear")]);
    let tiled = with(T860_MESA_25, &[("PAN_MESA_DEBUG", "noafbc")]);
    let others = [("linear", &linear), ("without AFBC", &tiled)];
    images_are_those_of(&T860_MESA_25, &others);
}
