//! The checker of layouts finds the faults that it is for.

use tilescope_tables::packet::{Field, Kind, Layout, Number, check};
use tilescope_tables::{Confidence, Source};

const fn field(name: &'static str, lo: u16, width: u8, kind: Kind) -> Field {
    Field {
        name,
        lo,
        width,
        kind,
        unit: "",
        doc: "x",
    }
}

fn complaints(fields: &'static [Field]) -> String {
    let layout = Layout {
        name: "X",
        size: 1,
        fields,
        doc: "x",
        source: Source {
            text: "x",
            confidence: Confidence::Inferred,
        },
    };
    check::layout(&layout).join("; ")
}

#[test]
fn complaints_name_what_is_wrong() {
    const OVERLAP: &[Field] = &[field("a", 0, 5, Kind::Uint), field("b", 4, 4, Kind::Uint)];
    const GAP: &[Field] = &[field("a", 0, 3, Kind::Uint), field("b", 4, 4, Kind::Uint)];
    const LONG: &[Field] = &[field("a", 0, 9, Kind::Uint)];
    const TWICE: &[Field] = &[field("a", 0, 4, Kind::Uint), field("a", 4, 4, Kind::Uint)];
    const WIDE: &[Field] = &[field("a", 0, 8, Kind::Bool)];
    const GOOD: &[Field] = &[
        field("a", 0, 3, Kind::Uint),
        field("b", 3, 1, Kind::Bool),
        field("reserved", 4, 4, Kind::Reserved),
    ];
    assert!(complaints(OVERLAP).contains("X.b starts at bit 4, but bits up to 5 are taken"));
    assert!(complaints(GAP).contains("X: bits 3 to 3 are not declared"));
    assert!(complaints(LONG).contains("fields end at bit 9"));
    assert!(complaints(TWICE).contains("X.a is defined twice"));
    assert!(complaints(WIDE).contains("do not suit"));
    assert_eq!(complaints(GOOD), "");
}

#[test]
fn fields_cross_bytes_and_stop_at_the_end() {
    let f = field("a", 6, 12, Kind::Hex);
    let mut bytes = [0xff; 3];
    f.set(&mut bytes, 0);
    assert_eq!(bytes, [0x3f, 0x00, 0xfc]);
    f.set(&mut bytes, 0xabc);
    assert_eq!(f.get(&bytes), 0xabc);
    assert_eq!(f.get(&bytes[..1]), 0);
    let wide = field("a", 3, 64, Kind::Hex);
    let mut bytes = [0; 9];
    wide.set(&mut bytes, u64::MAX);
    assert_eq!(bytes, [0xf8, 255, 255, 255, 255, 255, 255, 255, 7]);
    assert_eq!(wide.get(&bytes), u64::MAX);
}

#[test]
fn a_field_of_a_word_is_that_of_its_bytes() {
    let fields = [(0, 1), (0, 32), (31, 1), (5, 7), (16, 16), (28, 8), (32, 4)];
    for (lo, width) in fields {
        let f = field("a", lo, width, Kind::Hex);
        for word in [0, u32::MAX, 0x0123_4567, 0xfedc_ba98] {
            assert_eq!(u64::from(f.of(word)), f.get(&word.to_le_bytes()));
            let mut bytes = word.to_le_bytes();
            f.set(&mut bytes, 0x1_5a5a_a5a5);
            assert_eq!(f.with(word, 0x5a5a_a5a5), u32::from_le_bytes(bytes));
        }
    }
    const WORD: u32 = field("a", 4, 8, Kind::Hex).with(0xffff_ffff, 0x12);
    assert_eq!(WORD, 0xffff_f12f);
}

#[test]
fn mask_bits_name_what_they_keep() {
    const A: Field = field("a", 0, 3, Kind::Uint);
    const B: Field = field("b", 8, 16, Kind::Uint);
    const LAYOUT: Layout = Layout {
        name: "X",
        size: 4,
        fields: &[
            A,
            field("a_mask", 3, 1, Kind::Keeps(&[&A])),
            field("both_mask", 4, 1, Kind::Keeps(&[&A, &B])),
            field("reserved", 5, 3, Kind::Reserved),
            B,
            field("reserved2", 24, 8, Kind::Reserved),
        ],
        doc: "x",
        source: Source {
            text: "x",
            confidence: Confidence::Inferred,
        },
    };
    assert_eq!(check::layout(&LAYOUT), Vec::<String>::new());
    assert_eq!(LAYOUT.keep_bits(), 0x18);
    assert_eq!(LAYOUT.preserved(0xffff_ffe7), 0);
    assert_eq!(LAYOUT.preserved(0x08), 0x07);
    assert_eq!(LAYOUT.preserved(0x10), 0x00ff_ff07);
}

#[test]
fn the_greatest_number_less_one_fits_its_field() {
    let count = field("count", 3, 4, Kind::MinusOne);
    assert_eq!(
        [1, 15, 16].map(|n| count.encode(Number::Int(n))),
        [Ok(0), Ok(14), Ok(15)]
    );
    assert!(count.encode(Number::Int(0)).is_err() && count.encode(Number::Int(17)).is_err());
}
