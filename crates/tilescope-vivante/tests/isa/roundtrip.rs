//! Words, decoded instructions and text round-trip.

use proptest::prelude::*;
use tilescope_vivante::isa::*;

/// Words with a valid operation and sources mostly enabled: uniformly random bits
/// rarely resemble an instruction.
fn word() -> impl Strategy<Value = Inst> {
    let likely = any::<[u32; 4]>().prop_map(|[a, b, c, d]| {
        // Rarely used fields are empty.
        Inst([a & 0x07ff_17ff, b & 0xffff_fc87, c, d & 0x7eff_dfff | 8])
    });
    prop_oneof![any::<[u32; 4]>().prop_map(Inst), likely]
}

fn same(inst: Inst) -> Result<(), TestCaseError> {
    let decoded = decode(inst);
    prop_assert_eq!(encode(&decoded), inst);
    let text = disassemble(inst);
    match assemble(&text, &|_| None) {
        Ok(a) => prop_assert_eq!(&a.words, &[inst], "{}", text),
        Err(e) => prop_assert!(false, "{}", e[0].render("text", &text)),
    }
    // Reserved values are in the rest.
    if decoded.reserved.is_some() {
        prop_assert!(!decoded.rest.is_zero());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_word(inst in word()) {
        same(inst)?;
    }

    #[test]
    fn any_program(words in prop::collection::vec(word(), 1..20)) {
        let text: String = disassemble_program(&words)
            .into_iter()
            .map(|l| match l.label {
                Some(label) => format!("{label}: {}\n", l.text),
                None => format!("{}\n", l.text),
            })
            .collect();
        let a = assemble(&text, &|_| None).expect("own text assembles");
        prop_assert_eq!(a.words, words);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,80}(\n\\PC{0,40}){0,3}") {
        let _ = assemble(&text, &|_| None);
    }

    /// Text of valid characters gets further into the parser.
    #[test]
    fn text_like_assembly_is_answered(
        op in "(mul|texld|branch|movar|store|ext|\\.word|\\.set|x:)",
        rest in "[a-z0-9.,:|{}=@\\[\\] _-]{0,60}",
    ) {
        let source = format!("{op} {rest}");
        if let Err(errors) = assemble(&source, &|_| Some(u64::MAX)) {
            for e in errors {
                let end = e.column as usize + e.len as usize;
                prop_assert!(e.line == 1 && e.column >= 1 && end <= source.len() + 2, "{e:?} {source}");
            }
        }
    }

    #[test]
    fn damaged_text_is_answered(
        inst in word(),
        at in any::<prop::sample::Index>(),
        with in "[ -~]{0,2}",
    ) {
        let mut text = disassemble(inst);
        let i = at.index(text.len());
        text.replace_range(i..=i, &with);
        let _ = assemble(&text, &|_| Some(7));
    }
}

/// Each field alone, all ones and each bit.
#[test]
fn single_bits() {
    for bit in 0..128 {
        let mut words = [0u32; 4];
        words[bit / 32] = 1 << (bit % 32);
        same(Inst(words)).expect("a single bit");
        same(Inst(words.map(|w| !w))).expect("all but one bit");
    }
}

/// Every operation with empty fields and with full ones.
#[test]
fn every_operation() {
    for code in 0..128u32 {
        for (low, high, rest) in [(0, 0, 0), (0x07ff_1000, 0, 8), (!0, !0, !0)] {
            let w0 = low & !0x3f | code & 0x3f;
            let w2 = high & !0x1_0000 | (code >> 6) << 16;
            same(Inst([w0, rest, w2, rest])).expect("an operation");
        }
    }
}

#[test]
fn every_immediate() {
    for amode in 0..8u32 {
        for low in (0..1 << 19).step_by(37).chain([0, 1, (1 << 19) - 1]) {
            let source = 8 | (low & 0x1ff) << 4 | (low >> 9 & 0x3ff) << 14;
            let word = Inst([0x0080_1009, 4, 0, source | amode << 25 | 7 << 28]);
            same(word).expect("an immediate");
        }
    }
}
