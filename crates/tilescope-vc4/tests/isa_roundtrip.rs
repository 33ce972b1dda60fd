//! Text is lossless: `encode(parse(print(word))) == word` for every word.

use proptest::prelude::*;
use tilescope_vc4::isa::*;

fn again(word: u64) -> Result<(), TestCaseError> {
    let text = disassemble(Inst(word));
    let back = assemble(&text, &|_| None);
    let words = back
        .map(|a| a.words)
        .map_err(|e| e[0].render("text", &text));
    prop_assert_eq!(words, Ok(vec![word]), "{:#018x} {}", word, text);
    Ok(())
}

/// Words that resemble programs: known operations, idle halves, and mostly default
/// addresses and modes.
fn likely() -> impl Strategy<Value = u64> {
    let or = |common: Vec<u64>, width: u32| {
        prop_oneof![
            3 => proptest::sample::select(common),
            1 => 0..1u64 << width,
        ]
    };
    let addr = || or(vec![39, 32, 33, 35, 37, 0, 1, 15, 31], 6);
    let mux = vec![0o0000, 0o6700, 0o0067, 0o6666, 0o7777, 0o4444, 0o1201];
    let low = (
        or(vec![0, 1, 2, 4], 3),
        or(vec![0, 1, 12, 21, 8], 5),
        addr(),
        addr(),
        or(mux, 12),
    );
    let high = (
        or(vec![1, 13, 13, 10, 3, 14, 15], 4),
        or(vec![0], 3),
        or(vec![0], 1),
        or(vec![0], 4),
        or(vec![0o10, 0o01, 0o11, 0], 6),
        or(vec![0], 2),
        addr(),
        addr(),
    );
    (low, high).prop_map(
        |((om, oa, ra, rb, mux), (sig, un, pm, pk, conds, fl, wa, wm))| {
            sig << 60
                | un << 57
                | pm << 56
                | pk << 52
                | conds << 46
                | fl << 44
                | wa << 38
                | wm << 32
                | om << 29
                | oa << 24
                | ra << 18
                | rb << 12
                | mux
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_word(word: u64) {
        again(word)?;
    }

    #[test]
    fn likely_words(word in likely()) {
        again(word)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs(words in proptest::collection::vec(
        prop_oneof![
            likely(),
            // Branches of every kind that stay near.
            (0u64..16, -12i64..12, any::<bool>()).prop_map(|(cond, d, odd)| {
                0xf008_09e7_0000_0000 | cond << 52 | u64::from((d * 8 + i64::from(odd)) as u32)
            }),
        ],
        0..40,
    )) {
        let mut source = String::new();
        for line in disassemble_program(&words, 0x1000) {
            if let Some(label) = line.label {
                source += &format!("{label}:\n");
            }
            source += &format!("\t{}\n", line.text);
        }
        let back = assemble(&source, &|_| None).map(|a| a.words);
        prop_assert_eq!(back.map_err(|e| e[0].render("text", &source)), Ok(words));
    }

    #[test]
    fn no_source_makes_the_assembler_panic(source in "(?s)[a-z0-9 .,;:{}=+\\-@\\[\\]#\nμ_]{0,200}") {
        if let Err(errors) = assemble(&source, &|_| None) {
            for e in errors {
                e.render("text", &source);
            }
        }
    }
}

/// Fragments of lines, valid and invalid.
const PIECES: &[&str] = &[
    "fadd",
    "mov",
    "nop",
    "fmul",
    "v8adds",
    "not",
    "ori",
    "v8asrot13",
    "load_imm",
    "load_imm.i2",
    "li",
    "sem_acquire",
    "branch",
    "branch.any_zs",
    "b",
    "bl",
    "brr",
    ".word",
    ".set",
    ".syntax",
    "x03",
    "sig_end",
    "load_tmu0",
    "pe",
    "usb",
    "r0",
    "r4",
    "r5",
    "ra1",
    "rb2",
    "ra63",
    "a31",
    "uni",
    "vary.b",
    "vpm",
    "tlb_z",
    "r5rep",
    "-",
    "+",
    ",",
    ",",
    ",",
    ";",
    ";",
    ":",
    "{",
    "}",
    "=",
    "[",
    "]",
    "(",
    ")",
    "<<",
    ">>",
    ".sf",
    ".zs",
    ".8a",
    ".sat",
    ".16a",
    "pm8c",
    "sf",
    "0",
    "1",
    "5",
    "16",
    "0x10",
    "1.0",
    "1f",
    "i2f",
    "1e40",
    "0xffffffffffffffff",
    "0x8000000000000000",
    "9223372036854775807",
    "@sym",
    "@",
    "pc",
    "x",
    "raddr_b",
    "sig",
    "imm",
    "#",
    "//",
    "\n",
    "\n",
    "\t",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn errors_point_into_their_lines(
        pieces in proptest::collection::vec((proptest::sample::select(PIECES), any::<bool>()), 0..24)
    ) {
        let source: String = pieces
            .iter()
            .flat_map(|(p, space)| [*p, if *space { " " } else { "" }])
            .collect();
        if let Err(errors) = assemble(&source, &|n| (n == "sym").then_some(u64::MAX)) {
            prop_assert!(!errors.is_empty());
            for e in errors {
                let line = source.lines().nth(e.line as usize - 1);
                let width = line.map_or(0, |l| l.chars().count() as u32);
                prop_assert!(e.column >= 1 && e.column - 1 + e.len <= width, "{e:?} in {source:?}");
                e.render("text", &source);
            }
        }
    }
}

/// Every pair of bits flipped in words of every format, which proptest may miss.
#[test]
fn pairs_of_bits() {
    let load = 0xe002_0827_0000_0000;
    let branch = 0xf0f8_09e7_0000_0000;
    for base in [Inst::NOP.0, load, branch, 0, u64::MAX] {
        for i in 0..64 {
            for j in 0..64 {
                again(base ^ (1 << i) ^ (1 << j)).expect("round trip");
            }
        }
    }
}
