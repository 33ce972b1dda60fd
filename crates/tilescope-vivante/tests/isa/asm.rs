//! The assembler: syntax and errors.

use super::words;
use tilescope_vivante::isa::{Inst, assemble};

fn messages(source: &str) -> Vec<String> {
    let errors = assemble(source, &|_| None).expect_err("must not assemble");
    errors
        .into_iter()
        .map(|e| match &e.help {
            Some(help) => format!("{e} ({help})"),
            None => e.to_string(),
        })
        .collect()
}

fn same(a: &str, b: &str) {
    assert_eq!(words(a), words(b), "{a} / {b}");
}

#[test]
fn shorter_forms() {
    same("nop", "nop void, void, void, void");
    same("mul t0, t1, t2", "mul t0.xyzw, t1.xyzw, t2.xyzw, void");
    same(
        "mov t0.x, void, void, t1.y",
        "mov t0.x___, void, void, t1.yyyy",
    );
    same(
        "mov t0.xw, void, void, t1.xy",
        "mov t0.x__w, void, void, t1.xyyy",
    );
    same("add.true.f32 t0, t1, void, t2", "add t0, t1, void, t2");
    same("call 7", "call void, void, void, 7");
    same(
        "ADD.SAT.GT t0, t1, void, t2",
        "add.sat.gt.pack t0, t1, void, t2",
    );
    same("ATOM_ADD t0, t1, t2, t3", "atomic_add.pack t0, t1, t2, t3");
    same(
        "ADD SEL_0 DST_FULL t0, th1, void, u3",
        "add.hp.pack.t0 t0, th1, void, u3",
    );
    same(
        "movar void, void, void, t1.x",
        "movar a0.____, void, void, t1.xxxx",
    );
    same("or t0, 1, void, -1", "or t0, 1:u20, void, -1:s20");
    same(
        "or t0, 0.5, void, 0x3f000:f20",
        "or t0, 0.500000:f20, void, 0.5:f20",
    );
}

#[test]
fn labels_constants_and_symbols() {
    let source = "\
        .set one, 1 ; a comment\n\
        start:\n\
        loop: # another\n\
            iaddsat.s32 t0, t0, void, one // and one more\n\
            branch.lt void, t0.x, @limit, loop\n\
            branch end\n\
        end: nop\n";
    let a = assemble(source, &|n| (n == "limit").then_some(9)).expect("assembles");
    let labels: Vec<(&str, u32)> = a.labels.iter().map(|(l, i)| (l.as_str(), *i)).collect();
    assert_eq!(labels, [("start", 0), ("loop", 0), ("end", 3)]);
    let lines = [0, 16, 32, 48].map(|offset| a.map.span(offset).map(|s| s.line));
    assert_eq!(lines, [4, 5, 6, 7].map(Some));
    let plain = "iaddsat.s32 t0, t0, void, 1:u20\n\
                 branch.lt void, t0.x, 9:u20, 0\nbranch 3\nnop";
    assert_eq!(a.words, words(plain));
    same(
        ".set w, 0x10\n.word w, 2, 0b11, 0xffff_ffff",
        ".word 16, 2, 3, 0xffffffff",
    );
    same(
        ".set n1, 3\nor t0, n1, void, n1:s20",
        "or t0, 3:u20, void, 3:s20",
    );
    assert_eq!(words(".word 1, 2, 3, 4"), [Inst([1, 2, 3, 4])]);
}

#[test]
fn fields_in_braces() {
    let plain = words("mul t0, t1, t2")[0];
    let with = words("mul t0, t1, t2 {tex_id=3, bits_35_38=0xf}")[0];
    let difference = plain ^ with;
    assert_eq!(difference.0, [3 << 27, 0xf << 3, 0, 0]);
}

#[test]
fn errors_are_located_and_helpful() {
    assert_eq!(
        messages("nop\n  mull t0, t1, t2"),
        ["2:3: unknown operation `mull` (did you mean `mul`?)"]
    );
    assert_eq!(
        messages("mul.sta t0, t1, t2"),
        ["1:5: unknown suffix `.sta` (did you mean `sat`?)"]
    );
    assert_eq!(messages("mul.gt.lt t0, t1"), ["1:8: duplicate condition"]);
    assert_eq!(
        messages("mul.denorm t0, t1"),
        ["1:5: `mul` has no preserving of denormals"]
    );
    assert_eq!(
        messages("texld.pack t0, tex0, t1"),
        ["1:7: `texld` has no packing"]
    );
    assert_eq!(
        messages("a: mov t0, void, void, t1\nbranch b\na: nop"),
        ["3:1: duplicate label `a`"]
    );
    assert_eq!(
        messages("main: branch mian\nbranch.eq void, t0, t1, man"),
        [
            "1:14: unknown label `mian` (did you mean `main`?)",
            "2:25: unknown label `man` (did you mean `main`?)"
        ]
    );
    assert_eq!(
        messages("mul t128, t1, t2\nmul t0, t512, t2\ntexld t0, tex32, t1"),
        [
            "1:6: `128` is out of range: the last is 127",
            "2:10: `512` is out of range: the last is 511",
            "3:14: `32` is out of range: the last is 31"
        ]
    );
    assert_eq!(
        messages("mul t0, t1, t2, t3, t4"),
        ["1:21: too many operands: at most 4"]
    );
    assert_eq!(
        messages("mul t0,, t2")[0],
        "1:8: an operand is missing (write `void` for an unused operand)"
    );
    assert_eq!(
        messages("add t0, t1, void, 0.1")[0],
        "1:19: 0.1 needs more than the 20 bits of an immediate (the next value towards 0 is 0.099975586)"
    );
    assert_eq!(
        messages("add t0, 1048576:u20")[0],
        "1:9: 1048576 does not fit in 20 bits"
    );
    assert!(messages("add t0, tex1, t2")[0].starts_with("1:9: `tex1` cannot be read"));
    assert!(messages("add t0, n1, t2")[0].starts_with("1:9: `n1` is not an operand"));
    assert_eq!(messages("add t0, |t1.x, t2")[0], "1:9: `|` is not closed");
    assert_eq!(
        messages("add t0, t1.q, t2")[0],
        "1:12: `.q` is not a swizzle (one to four of x, y, z and w)"
    );
    assert_eq!(
        messages("add t0[a.q], t1")[0],
        "1:8: `a.q` is not a component of the address register \
         (one of `[a.x]`, `[a.y]`, `[a.z]`, `[a.w]`)"
    );
    assert_eq!(
        messages("nop {tex_di=1}"),
        ["1:6: unknown field `tex_di` (did you mean `tex_id`?)"]
    );
    assert_eq!(
        messages("nop {tex_id=32}"),
        ["1:13: 32 does not fit in the 5 bits of tex_id"]
    );
    assert_eq!(
        messages("store t0, t1, t2, t3")[0],
        "1:7: `t0` cannot be written by this operation (the destination is `void` or `mem...`)"
    );
    assert_eq!(messages("add mem, t1"), ["1:5: only stores write memory"]);
    assert_eq!(
        messages(".wrd 1"),
        ["1:1: unknown directive `.wrd` (did you mean `.word`?)"]
    );
    assert_eq!(messages("mul t0, tü, t1"), ["1:10: unexpected 'ü'"]);
}

#[test]
fn many_errors_of_a_run() {
    assert_eq!(messages("x\ny\nnop\nz").len(), 3);
    assert_eq!(messages(&"x\n".repeat(1000)).len(), 100);
    // Unknown labels are not reported if other lines have errors.
    assert_eq!(messages("branch nowhere\nx").len(), 1);
}

#[test]
fn targets_have_fifteen_bits() {
    assert_eq!(words("branch 32767").len(), 1);
    assert_eq!(
        messages("branch 32768"),
        ["1:8: targets must be below 32768"]
    );
    let source = format!("{}end: branch end", "nop\n".repeat(1 << 15));
    assert_eq!(
        messages(&source),
        ["32769:13: the label is too far away: targets are below 32768"]
    );
}
