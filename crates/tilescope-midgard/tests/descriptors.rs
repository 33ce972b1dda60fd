//! Tables of descriptors: complete, and equal to what Mesa's packing code writes.

use std::collections::BTreeSet;
use std::path::Path;
use tilescope_midgard::descriptors::{
    AGGREGATES, Arch, DESCRIPTORS, Descriptor, JobType, aggregate, descriptor, padded,
};
use tilescope_tables::packet::{Field, Kind, Layout, Number, check};

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("a byte");
    (0..hex.len()).step_by(2).map(byte).collect()
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    }
    .expect("a number")
}

#[test]
fn layouts_cover_their_bytes() {
    let layouts = DESCRIPTORS
        .iter()
        .flat_map(|d| std::iter::once(d.layout).chain(d.views.iter().map(|v| v.layout)));
    let problems: Vec<String> = layouts.flat_map(check::layout).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The structures, jobs and framebuffers of Mesa's databases.
#[test]
fn every_structure_is_here() {
    let count = |arch| {
        DESCRIPTORS
            .iter()
            .filter(|d| d.arches.contains(&arch))
            .count()
    };
    assert_eq!([Arch::V4, Arch::V5].map(count), [37, 40]);
    let names: BTreeSet<_> = DESCRIPTORS.iter().map(|d| d.name).collect();
    assert_eq!(names.len(), 42);
    let jobs = |arch| AGGREGATES.iter().filter(|a| a.arch == arch).count();
    assert_eq!([Arch::V4, Arch::V5].map(jobs), [6, 6]);
    assert_eq!(aggregate("Tiler Job", Arch::V5).map(|a| a.size), Some(192));
    assert_eq!(
        aggregate("Framebuffer", Arch::V4).map(|a| a.size),
        Some(320)
    );
    assert_eq!(
        aggregate("Framebuffer", Arch::V5).map(|a| a.size),
        Some(128)
    );
}

#[test]
fn sections_follow_each_other() {
    for a in AGGREGATES {
        let mut end = 0;
        for s in a.sections {
            let of = descriptor(s.of, a.arch).unwrap_or_else(|| panic!("{} has {}", a.name, s.of));
            assert!(s.offset >= end, "{}: {}", a.name, s.name);
            end = s.offset + of.layout.size;
        }
        assert!(end <= a.size, "{}", a.name);
    }
}

#[test]
fn defaults_name_fields() {
    for d in DESCRIPTORS {
        for (name, raw) in d.defaults {
            let field = d
                .layout
                .field(name)
                .unwrap_or_else(|| panic!("{}.{name}", d.name));
            assert!(*raw <= field.mask(), "{}.{name}", d.name);
        }
    }
}

/// The descriptor whose layout has this name.
fn named(name: &str, arch: Arch) -> &'static Descriptor {
    let mut all = DESCRIPTORS.iter();
    all.find(|d| d.layout.name == name && d.arches.contains(&arch))
        .unwrap_or_else(|| panic!("no {name}"))
}

/// The encoding of a value of a golden: numbers as drivers write them, all others
/// as bits.
fn encoding(field: &Field, value: u64) -> u64 {
    match field.kind {
        Kind::MinusOne | Kind::ShiftOf(_) | Kind::Address(_) => field
            .encode(Number::Bits(value))
            .expect("a value that fits"),
        _ => value,
    }
}

#[test]
fn goldens_of_the_driver() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packets/midgard/descriptors.txt");
    let text = std::fs::read_to_string(path).expect("the goldens");
    let mut seen = BTreeSet::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let (head, values) = line.split_once('|').expect("values");
        let head: Vec<&str> = head.split_whitespace().collect();
        let arch = if head[0] == "v4" { Arch::V4 } else { Arch::V5 };
        let (name, view) = head[1].split_once('/').unwrap_or((head[1], ""));
        let row = named(name, arch);
        seen.insert((name.to_string(), view.to_string(), head[0].to_string()));
        if head[2] == "default" {
            assert_eq!(row.packed(), bytes(head[3]), "{line}");
            continue;
        }
        let want = bytes(head[2]);
        let view = row.views.iter().find(|v| v.name == view).map(|v| v.layout);
        let mut have = vec![0; want.len()];
        for value in values.split_whitespace() {
            let (name, value) = value.split_once('=').expect("a value");
            let of = |l: &'static Layout| l.field(name).filter(|f| f.kind != Kind::Reserved);
            let field = view.and_then(of).or_else(|| of(row.layout));
            let field = field.unwrap_or_else(|| panic!("no field {name}: {line}"));
            let raw = encoding(field, number(value));
            assert_eq!(field.get(&want), raw, "{name}: {line}");
            field.set(&mut have, raw);
        }
        assert_eq!(have, want, "{line}");
        if view.is_none() {
            assert_eq!(row.unknown(&want).count(), 0, "{line}");
            let again: Vec<u64> = row.read(&have).map(|(_, raw)| raw).collect();
            let fields = row
                .layout
                .fields
                .iter()
                .filter(|f| f.kind != Kind::Reserved);
            assert_eq!(again, fields.map(|f| f.get(&want)).collect::<Vec<_>>());
        }
    }
    let paddings = ["FRAMEBUFFER_PADDING_1", "FRAMEBUFFER_PADDING_2"];
    for d in DESCRIPTORS {
        // Only a part of others, which have goldens; and structures without fields.
        if d.name == "Blend Function" || paddings.contains(&d.layout.name) {
            continue;
        }
        for (arch, view) in d.arches.iter().flat_map(|a| {
            let views = std::iter::once("").chain(d.views.iter().map(|v| v.name));
            views.map(move |v| (a.name(), v))
        }) {
            let key = (
                d.layout.name.to_string(),
                view.to_string(),
                arch.to_string(),
            );
            assert!(seen.contains(&key), "no golden of {key:?}");
        }
    }
}

/// The kinds of jobs that the notes list, in both directions, among all values.
#[test]
fn job_types() {
    let known = [
        (0, "NOT_STARTED"),
        (1, "NULL"),
        (2, "WRITE_VALUE"),
        (3, "CACHE_FLUSH"),
        (4, "COMPUTE"),
        (5, "VERTEX"),
        (6, "GEOMETRY"),
        (7, "TILER"),
        (8, "FUSED"),
        (9, "FRAGMENT"),
    ];
    for bits in 0..=255 {
        let name = known.iter().find(|k| k.0 == bits).map(|k| k.1);
        assert_eq!(JobType::from_bits(bits).name(), name);
        assert_eq!(JobType::from_bits(bits).bits(), bits);
    }
    for (bits, name) in known {
        assert_eq!(JobType::TABLE.value(name), Some(bits.into()));
    }
}

#[test]
fn padded_numbers() {
    assert_eq!([0, 1, 0x20, 0x61, 0xe0].map(padded), [1, 2, 3, 14, 15]);
    assert_eq!(padded(0xff), 15 << 31);
}
