//! Instructions of the vendor's driver, with Mesa's text.

use super::{corpus, lines, takes, words};
use tilescope_vivante::isa::{Dst, Src, decode, disassemble};

/// An intended difference from Mesa's text.
struct Difference {
    why: &'static str,
    /// Converts Mesa's text to ours with respect to this difference.
    ours: fn(&str, &str) -> String,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        why: "constants carry their kind, without which they cannot be read back; \
              Mesa's own reader wants it too",
        ours: kinds,
    },
    Difference {
        why: "Mesa writes the enabled components 5 and 6 as `.zx` and `.zy`, all others in order \
              with `_` for those that are not",
        ours: |text, _| text.replace(".zy", "._yz_").replace(".zx", ".x_z_"),
    },
    Difference {
        why: "Mesa leaves the destination out of moves to the address register",
        ours: |text, ours| match text.split_once("void") {
            Some((head, tail)) if text.starts_with("mova") => {
                let dst = ours[18..].split(',').next().unwrap_or("");
                format!("{head}{dst}{tail}")
            }
            _ => text.into(),
        },
    },
    Difference {
        why: "Mesa shows one NaN for all, and reads it back as another one",
        ours: |text, _| text.replace("-nan:f16", "0x0ffff:f16"),
    },
    Difference {
        why: "floats are written so that they can be read back; Mesa shows six digits",
        ours: digits,
    },
    Difference {
        why: "ignored bits are preserved, in braces",
        ours: |text, ours| match ours.find(" {") {
            Some(i) => format!("{text}{}", &ours[i..]),
            None => text.into(),
        },
    },
];

/// Replaces floats that Mesa shows with six digits by ours.
fn digits(text: &str, ours: &str) -> String {
    let pieces = text.split(", ").zip(ours.split(", "));
    let each = pieces.map(|(mesa, ours)| match ours.split_once(":f") {
        Some((x, kind))
            if x.parse()
                .is_ok_and(|x: f32| format!("{x:.6}:f{kind}") == mesa) =>
        {
            ours
        }
        _ => mesa,
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Appends the types of immediates to Mesa's.
fn kinds(text: &str, ours: &str) -> String {
    let pieces = text.split(", ").zip(ours.split(", "));
    let each =
        pieces.map(
            |(mesa, ours)| match ours.split(' ').next().and_then(|o| o.split_once(':')) {
                Some((_, kind)) => format!("{mesa}:{kind}"),
                None => mesa.to_string(),
            },
        );
    each.collect::<Vec<_>>().join(", ")
}

#[test]
fn text_equals_mesas_except_for_listed_differences() {
    let file = corpus("blob.txt");
    let all = lines(&file);
    let mut exact = 0;
    let mut used = vec![0; DIFFERENCES.len()];
    for (inst, mesa) in &all {
        let ours = disassemble(*inst);
        if ours == *mesa {
            exact += 1;
            continue;
        }
        let mut text = (*mesa).to_string();
        for (difference, used) in DIFFERENCES.iter().zip(&mut used) {
            let next = (difference.ours)(&text, &ours);
            *used += usize::from(next != text);
            text = next;
        }
        assert_eq!(text, ours, "{inst:?}");
    }
    for (difference, used) in DIFFERENCES.iter().zip(&used) {
        assert!(*used > 0, "no longer needed: {}", difference.why);
    }
    assert_eq!((all.len(), exact), (153, 111));
}

#[test]
fn text_assembles_to_the_words() {
    for (inst, mesa) in lines(&corpus("blob.txt")) {
        assert_eq!(words(&disassemble(inst)), [inst], "{mesa}");
    }
}

/// Mesa's text is accepted, too. It is incomplete, so that only some instructions
/// round-trip.
#[test]
fn mesas_text_is_read() {
    let file = corpus("blob.txt");
    let mut same = 0;
    for (inst, mesa) in lines(&file) {
        let [got] = words(mesa)[..] else {
            panic!("{mesa}: one instruction");
        };
        if got == inst {
            same += 1;
            continue;
        }
        let decoded = decode(inst);
        let immediate = decoded.src.iter().any(|s| matches!(s, Src::Imm(_)));
        let address = matches!(decoded.dst, Dst::Address { .. });
        assert!(immediate || address || !decoded.rest.is_zero(), "{mesa}");
    }
    assert_eq!(same, 128);
}

/// The vendor's driver emits no reserved values.
#[test]
fn nothing_is_reserved() {
    for (inst, mesa) in lines(&corpus("blob.txt")) {
        assert_eq!(decode(inst).reserved, None, "{mesa}");
    }
}

/// The sources in the rows agree with those emitted by the driver.
#[test]
fn rows_have_the_sources_of_operations() {
    takes("blob.txt");
}
