//! Every program has a text that assembles to the same bits.

use proptest::prelude::*;
use tilescope_midgard::isa::{Body, Quad, Tag, assemble, bundles, decode, disassemble, encode};

fn text(quads: &[Quad]) -> String {
    let lines = disassemble(quads);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn round_trip(quads: &[Quad]) {
    let text = text(quads);
    match assemble(&text) {
        Ok(program) => assert_eq!(program.quads, quads, "{text}"),
        Err(errors) => panic!("{}", errors[0].render("program", &text)),
    }
}

/// A quadword with the tag of every kind of bundle equally often.
fn quad() -> impl Strategy<Value = Quad> {
    let tags = prop_oneof![
        Just(Tag::Texture as u32),
        Just(Tag::TextureBarrier as u32),
        Just(Tag::LoadStore as u32),
        Tag::Alu4 as u32..=Tag::Alu16Writeout as u32,
        0..16u32,
    ];
    (tags, any::<[u32; 4]>()).prop_map(|(tag, [a, b, c, d])| [a & !15 | tag, b, c, d])
}

/// Quadwords of an ALU bundle whose size is that of its instructions.
fn alu() -> impl Strategy<Value = Vec<Quad>> {
    let enables = any::<u32>().prop_map(|bits| bits & 0x0eaa_0000);
    (enables, any::<bool>(), any::<[Quad; 4]>()).prop_map(|(enables, constants, mut quads)| {
        let count = |mask: u32| (enables & mask).count_ones() as usize;
        let halves = 2
            + count(1 << 17 | 1 << 21 | 1 << 25) * 4
            + count(1 << 19 | 1 << 23) * 3
            + count(1 << 26)
            + count(1 << 27) * 3;
        let code = halves.div_ceil(8);
        let total = (code + usize::from(constants)).min(4);
        // Bits after the last instruction are zero in a valid bundle.
        for half in halves..code * 8 {
            quads[half / 8][half / 2 % 4] &= !(0xffff << (half % 2 * 16));
        }
        quads[0][0] = enables | 0x10 | (Tag::Alu4 as u32 + total as u32 - 1);
        quads[..total].to_vec()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_quadwords(quads in prop::collection::vec(quad(), 1..6)) {
        round_trip(&quads);
        for (at, bundle) in bundles(&quads) {
            let encoded = encode(&bundle);
            prop_assert_eq!(&quads[at..at + encoded.len()], &encoded[..]);
            prop_assert_eq!(decode(&encoded).map(|d| d.0), Some(bundle));
        }
    }

    #[test]
    fn any_alu_bundle(quads in alu()) {
        let (bundle, count) = decode(&quads).unwrap();
        let is_alu = matches!(bundle.body, Body::Alu(_));
        prop_assert!(is_alu, "{:?}", bundle);
        prop_assert_eq!(count, quads.len());
        prop_assert_eq!(encode(&bundle), quads.clone());
        round_trip(&quads);
    }

    #[test]
    fn any_source(source in "[a-zA-Z0-9_.,:;#<>{}+\\-=/ \\[\\]\n]{0,80}") {
        errors_are_located(&source);
    }

    #[test]
    fn mutilated_programs(
        quads in prop::collection::vec(quad(), 1..4),
        at in any::<prop::sample::Index>(),
        with in "[ -~\n]{0,3}",
    ) {
        let mut source = text(&quads);
        let at = at.index(source.len());
        source.replace_range(at..at + 1, &with);
        errors_are_located(&source);
    }
}

fn errors_are_located(source: &str) {
    for error in assemble(source).err().into_iter().flatten() {
        let line = source.lines().nth(error.line as usize - 1).expect("a line");
        let end = error.column as usize - 1 + error.len as usize;
        assert!(end <= line.chars().count() + 1, "{error:?} in {line:?}");
    }
}

/// Encodings without a row keep their numbers as names.
#[test]
fn undocumented_operations_are_named_by_number() {
    let ldst = [0x0000_0115, 0, 0x30, 0];
    assert_eq!(
        text(&[ldst]),
        "ldst\n    ldst_op_01 R0.~~~~ {swizzle=0x0}\n"
    );
    let source = "alu/4\n    vmul.alu_op_00.f16 R0, R1, R2\n";
    let program = assemble(source).unwrap();
    assert_eq!(program.quads[0][1] >> 16 & 0xff, 0);
    assert_eq!(text(&program.quads), source);
}

/// A branch names a bundle; the offset and the tag follow from the label.
#[test]
fn labels() {
    let source = "\
alu
    br.cond.true end
loop:
ldst
    LD_UBO.128 R0.xyzw, 3, 0.x + 0x10
alu
    vmul.FMUL.f32 R0, R0, CONST.xxxx
    vadd.FADD.f32 R1, R0, U0
    brx.uncond.always loop
    uconstants 0x3f000000, 0, 0, 0
end:
aluw -> break
    br.write.always -1 -> aluw/4
";
    let program = assemble(source).unwrap_or_else(|e| panic!("{}", e[0].render("source", source)));
    let labels: Vec<_> = program
        .labels
        .iter()
        .map(|(n, at)| (n.as_str(), *at))
        .collect();
    assert_eq!(labels, [("loop", 1), ("end", 5)]);
    let expected = "\
alu/4
    br.cond.true L5
L1:
ldst
    LD_UBO.128 R0.xyzw, 3, 0.x + 0x10
alu/12
    vmul.FMUL.f32 R0, R0, CONST.xxxx ; <0.5, 0.5, 0.5, 0.5>
    vadd.FADD.f32 R1, R0, U0
    brx.uncond.always L1
    uconstants 0x3f000000, 0x0, 0x0, 0x0
L5:
aluw/4
    br.write.always L5
";
    assert_eq!(text(&program.quads), expected);
}

/// The example of the page on assembly.
#[test]
fn example_of_the_documentation() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/midgard-assembly.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let source = page
        .split("```")
        .nth(1)
        .and_then(|b| b.strip_prefix("text"));
    let source = source.expect("an example");
    let program = assemble(source).unwrap_or_else(|e| panic!("{}", e[0].render("page", source)));
    assert_eq!(program.quads.len(), 6);
    round_trip(&program.quads);
}

/// The refused statement, and the message with its place.
#[test]
fn errors() {
    for (source, expected) in [
        (
            "alu\n vmul.FAD.f32 R0, R1, R2",
            "2:7: unknown operation `FAD.f32`",
        ),
        (
            "alu\n vmul.MIN.i32 R0, R1, R2",
            "2:7: unknown operation `MIN.i32`",
        ),
        (
            "alu\n vmul.FADD.f32 R0, AL0, R2",
            "2:20: `AL0` is not a register that is read here",
        ),
        (
            "alu\n vmul.FADD.f32 R0.xy, R1.x, R2.xy",
            "2:26: `x` is not 2 components",
        ),
        (
            "alu\n vmul.FADD.f16 R0, R1.xyzwxyzx, R2",
            "2:23: `xyzwxyzx` cannot be encoded",
        ),
        (
            "alu\n sadd.FADD.f32 R0.x, R1.x, #0.1",
            "2:29: 0.1 is not a half-precision float",
        ),
        (
            "alu\n vmul.ADD.i32 R0, R1, #65536",
            "2:24: 65536 does not fit in 16 bits",
        ),
        (
            "alu/4\n vmul.FMOV.f32 R0, R1, R2\n uconstants 0, 0, 0, 0",
            "1:1: the instructions take 2 quadwords",
        ),
        (
            "alu\n vmul.FMOV.f32 R0, R1, R2\n vmul.FMOV.f32 R0, R1, R2",
            "3:2: the bundle has two of `vmul`",
        ),
        ("alu\n br.uncond nowhere", "2:12: unknown label `nowhere`"),
        (
            "alu\n br.uncond +64 -> tex",
            "2:12: an offset of 64 does not fit in 7 bits",
        ),
        (
            "ldst\n LD.32 R0.xy, AL0.u64.x",
            "2:8: a destination has four components",
        ),
        ("tex", "1:1: expected a texture instruction"),
        (
            "tex\n TEX.2d TA0.f32, texture0, sampler0, AT0.32",
            "2:28: expected a sampler",
        ),
        ("unk1\n", "1:1: no instructions have the tag `unk1`"),
        (
            "vmul.FMOV.f32 R0, R1, R2",
            "1:1: `vmul.FMOV.f32` is not a tag",
        ),
    ] {
        let errors = assemble(source).expect_err(source);
        assert_eq!(errors[0].to_string(), expected, "{source}");
    }
}
