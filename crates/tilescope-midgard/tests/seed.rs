//! Structures of the seed `midgard-jobs`: bytes by hand, and text, in both directions.

use tilescope_midgard::cmd::{self, Row};
use tilescope_midgard::descriptors::v5::fragment_job_payload as fragment;
use tilescope_midgard::descriptors::{Arch, DESCRIPTORS, DrawMode};
use tilescope_tables::listing::{Options, to_source};

const GOLDEN: &str = include_str!("../../../tests/packets/midgard/seed.txt");

fn assembled(text: &str) -> Vec<u8> {
    let done = cmd::assemble(text, &|_| None).map(|a| a.bytes);
    done.unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// The row of the statement that a text begins with.
fn row(text: &str) -> &'static Row {
    let name = text.split(' ').next().expect("a statement");
    let mut rows = DESCRIPTORS
        .iter()
        .filter_map(|d| cmd::row(d.name, Arch::V5));
    rows.find(|row| row.name == name).expect("a structure")
}

#[test]
fn structures_have_the_bytes_of_the_seed_in_both_directions() {
    let cases = GOLDEN.lines().filter_map(|line| {
        let (text, hex) = line.split_once(" | ")?;
        (!line.starts_with('#')).then_some((text, hex))
    });
    let mut count = 0;
    for (text, hex) in cases {
        let bytes: Vec<u8> = hex
            .split_whitespace()
            .map(|b| u8::from_str_radix(b, 16).expect("a byte"))
            .collect();
        assert_eq!(assembled(&text.replace("; ", "\n")), bytes, "{text}");
        let lines = cmd::elements(&bytes, 0, row(text), &Options::default());
        let fields = text.split("; ").next().expect("a statement");
        for field in fields.split_once(' ').expect("fields").1.split(", ") {
            // Numbers are shown in a notation of their own.
            let is_number = field.split_once("=0x").is_some();
            let shown = &lines[0].text;
            assert!(is_number || shown.contains(field), "{field} in {shown}");
        }
        assert_eq!(assembled(&to_source(&lines)), bytes, "{text}");
        count += 1;
    }
    assert_eq!(count, 15);
}

/// X in bits 0 to 11, y in bits 16 to 27; the rest is reserved.
#[test]
fn coordinates_of_tiles_have_twelve_bits() {
    for value in 0..4096u64 {
        let mut bytes = [0; 8];
        fragment::BOUND_MIN_X.set(&mut bytes, value);
        fragment::BOUND_MAX_Y.set(&mut bytes, value ^ 0xfff);
        let word = value | (value ^ 0xfff) << 48;
        assert_eq!(u64::from_le_bytes(bytes), word);
        assert_eq!(fragment::BOUND_MIN_X.get(&bytes), value);
        assert_eq!(fragment::BOUND_MAX_Y.get(&bytes), value ^ 0xfff);
    }
    let reserved = [&fragment::RESERVED_12, &fragment::RESERVED_28];
    assert_eq!(reserved.map(|f| (f.lo, f.hi())), [(12, 15), (28, 31)]);
}

/// The five modes of the seed keep their numbers, and no other number has their names.
#[test]
fn drawing_modes_have_names_in_both_directions() {
    let seed = [
        (0x01, "POINTS"),
        (0x02, "LINES"),
        (0x08, "TRIANGLES"),
        (0x0a, "TRIANGLE_STRIP"),
        (0x0c, "TRIANGLE_FAN"),
    ];
    for (number, name) in seed {
        assert_eq!(DrawMode::from_bits(number).name(), Some(name));
        let text = format!("PRIMITIVE draw_mode={name}, index_count=1");
        assert_eq!(assembled(&text)[0], number);
    }
    let named = (0..=255u8).filter(|n| {
        let name = DrawMode::from_bits(*n).name();
        seed.iter().any(|(_, of)| Some(*of) == name)
    });
    assert_eq!(named.collect::<Vec<u8>>(), [1, 2, 8, 10, 12]);
}
