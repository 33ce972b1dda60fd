//! Programs whose positions in the uniform stream are known, and others.

use crate::device::Recorder;
use tilescope_exec::Lanes16;
use tilescope_vc4::isa::assemble;
use tilescope_vc4::qpu::{ExecMode, Program, QpuQuirks, RunEnd, Stream, Thread, ThreadInit};

/// A program with `text`.
fn program(text: &str) -> Program {
    let text = format!("{text}\nsig_end nop\nnop\nnop");
    let assembled = assemble(&text, &|_| None).unwrap_or_else(|e| panic!("{e:?}"));
    Program::new(&assembled.words, 0x4000, QpuQuirks::DEFAULT)
}

/// Registers and log after a run.
type Ran = (Vec<Lanes16>, Vec<(String, Lanes16, u16)>);

fn run(p: &Program, mode: ExecMode, stream: Stream<'_>, fuel: u64) -> (RunEnd, Ran) {
    let mut t = Thread::default();
    t.start_clean(p, &ThreadInit::default(), stream);
    let mut io = Recorder::default();
    let mut left = fuel;
    let end = t.run(p, &mut io, &mut left, mode);
    t.drain();
    let registers = t.registers().map(|(_, _, v)| *v);
    (end, (registers.collect(), io.log))
}

/// Whether the positions are known. If so, a run that does not read the stream is the same as one
/// that does, wherever its fuel ends.
fn is_known(text: &str) -> bool {
    let p = program(text);
    let words = Recorder::words();
    let stream = Stream {
        base: 0,
        words: &words,
    };
    for fuel in [1, 7, 20, 33, 46, 10_000] {
        let model = run(&p, ExecMode::Reference, Stream::default(), fuel);
        assert_eq!(model, run(&p, ExecMode::Normal, stream, fuel), "{fuel}");
    }
    p.knows_uniforms(stream)
}

/// Continues at word 7. Words 6 and 11 are the address of the stream.
const TO_SEVEN: &str = "
    load_imm r1, 28
    add uniforms_addr, r1, unif
    nop
    nop
";

#[test]
fn straight_programs() {
    assert!(is_known(
        "mov r0, unif\nadd r1, r0, unif\nmov tmu0_t, r0\nmov tmu0_s, r1\nmov r2, unif"
    ));
    // A direct lookup reads no word.
    assert!(is_known("mov tmu0_s, unif\nmov r2, unif"));
    assert!(!is_known("mov r0, 1"));
}

#[test]
fn loops_that_start_again_at_an_offset() {
    // The first round comes from word 6, others from word 11.
    let text = format!(
        "mov ra0, 5\nmov r0, unif; mov r2, unif\nmov r0, unif\nmov r0, unif\nmov r0, unif\nmov r0, unif\n\
         mov r0, unif\nagain:\n{TO_SEVEN}mov r2, unif\nadd r3, r2, unif\nmov r0, unif\nmov r0, unif\n\
         sub.sf ra0, ra0, 1\nnop\nbrr.any_zc again\nnop\nnop\nnop"
    );
    assert!(is_known(&text));
    // The word at which a later round arrives is not the address.
    assert!(!is_known(&text.replace("mov r0, unif\nsub", "sub")));
    // The word is used for something else too.
    assert!(!is_known(&text.replace(
        "add uniforms_addr, r1, unif",
        "add uniforms_addr, r1, unif; mov r3, unif"
    )));
}

#[test]
fn branches_that_read_different_numbers_of_words() {
    let parts = |then: &str| {
        format!("mov.sf r0, unif\nnop\nbrr.all_zs end\nnop\nnop\nnop\n{then}\nend:\nmov r2, unif")
    };
    assert!(is_known(&parts("mov r3, 1")));
    assert!(!is_known(&parts("mov r3, unif")));
    // One that does not return.
    assert!(!is_known("loop:\nmov r0, unif\nbrr loop\nnop\nnop\nnop"));
}

#[test]
fn other_moves_of_the_stream() {
    assert!(!is_known(
        "load_imm r1, 28\nmov uniforms_addr, r1\nnop\nnop\nmov r0, unif"
    ));
    // Word 0 is not the address of the stream.
    assert!(!is_known(&format!("{TO_SEVEN}mov r0, unif")));
    assert!(!is_known(
        "load_imm r1, 26\nadd uniforms_addr, r1, unif\nnop\nnop\nmov r0, unif"
    ));
}

#[test]
fn streams_that_are_too_short() {
    let p = program("mov r0, unif\nmov r1, unif");
    let known = |words: &[u32]| p.knows_uniforms(Stream { base: 0, words });
    assert!(known(&[1, 2]) && !known(&[1]) && !known(&[]));
}
