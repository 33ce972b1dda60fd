//! T69: flushes, waits and invalidations of unmodified turnip, left out of its streams, are missed.
//!
//! Requirements: those of `started`.

#[path = "../../started/adreno.rs"]
mod adreno;
#[path = "../../started/mod.rs"]
mod started;

use adreno::Recorder;
use std::collections::BTreeSet;
use tilescope_adreno::check::Checker;
use tilescope_adreno::chips;
use tilescope_adreno::pm4::Header;
use tilescope_adreno::rd;
use tilescope_adreno::stream::Decoder;

/// A packet of a stream: opcode, first word, if any.
type Packet = (u8, Option<u32>);

const INVALIDATE_DEPTH: Packet = (0x46, Some(0x18));
const FLUSH_DEPTH: Packet = (0x46, Some(0x1c));
const FLUSH_COLOUR: Packet = (0x46, Some(0x1d));
const INVALIDATE_UNIFIED: Packet = (0x46, Some(0x31));
const WAIT_FOR_IDLE: Packet = (0x26, None);

/// The rules of caches that the streams of a recording break without a packet. All packets of the
/// kind become packets of nothing.
fn broken(recording: &rd::Recording<'_>, left_out: Option<Packet>) -> BTreeSet<&'static str> {
    let mut decoder = Decoder::default();
    decoder.checker = chips::named("a618").map(Checker::new);
    for submission in &recording.submissions {
        decoder.submission();
        let read = |address: u64, out: &mut [u32]| {
            let count = submission.read(address, out);
            if let Some(left_out) = left_out {
                leave_out(&mut out[..count], left_out);
            }
            count
        };
        for &stream in &submission.streams {
            decoder.list(stream, &read, &mut |_| {});
        }
    }
    let notes = decoder.checker.unwrap().notes;
    let rules = notes.iter().map(|note| note.rule.id);
    rules.filter(|id| id.starts_with("ADR-CACHE")).collect()
}

/// Replaces packets by `CP_NOP`, with as many words.
fn leave_out(words: &mut [u32], (opcode, first): Packet) {
    for n in 0..words.len() {
        let Some(Header::Packet { opcode: at, count }) = Header::decode(words[n]) else {
            continue;
        };
        let word = words.get(n + 1).map(|word| word & 0xff);
        if at == opcode && (first.is_none() || word == first) {
            let nothing = Header::Packet {
                opcode: 0x10,
                count,
            };
            words[n] = nothing.encode();
        }
    }
}

/// Left out of the streams of a program, this packet is missed by this rule.
const LEFT_OUT: [(&str, Packet, &str); 11] = [
    ("subpasses-depth", FLUSH_COLOUR, "ADR-CACHE-003"),
    ("subpasses-depth", FLUSH_DEPTH, "ADR-CACHE-004"),
    ("subpasses-depth", WAIT_FOR_IDLE, "ADR-CACHE-006"),
    ("subpasses-depth", INVALIDATE_UNIFIED, "ADR-CACHE-007"),
    ("subpasses-depth", INVALIDATE_DEPTH, "ADR-CACHE-008"),
    ("copy-images", FLUSH_COLOUR, "ADR-CACHE-003"),
    ("copy-images", WAIT_FOR_IDLE, "ADR-CACHE-006"),
    ("copy-images", INVALIDATE_UNIFIED, "ADR-CACHE-007"),
    ("blit-levels", FLUSH_COLOUR, "ADR-CACHE-003"),
    ("blit-levels", INVALIDATE_UNIFIED, "ADR-CACHE-007"),
    ("storage-image", INVALIDATE_UNIFIED, "ADR-CACHE-007"),
];

/// Records a program, and returns the recording in the format of freedreno's tools.
fn exported(recorder: &Recorder, program: &str) -> Vec<u8> {
    recorder.record(program, &[], &[0, 1]);
    let exported = recorder.tilescope(&["decode", "run.tscap", "--rd", "run.rd"]);
    assert!(exported.status.success(), "{program}");
    std::fs::read(recorder.path().with_file_name("run.rd")).unwrap()
}

/// Depth that a barrier makes visible to sampled reads is read from old lines, by two bugs of turnip
/// (docs/driver-bugs.md). 22.3 does not know the access; of 25.0 it depends on the compiler.
#[test]
fn depth_is_sampled_without_an_invalidation() {
    for (mesa, is_certain) in [("22.3", true), ("25.0", false)] {
        let Some(recorder) = Recorder::new("caches-depth", "a618", mesa) else {
            continue;
        };
        let bytes = exported(&recorder, "survey-depth");
        let found = broken(&rd::read(&bytes).unwrap(), None);
        let lost = BTreeSet::from(["ADR-CACHE-007"]);
        assert!(
            found == lost || !is_certain && found.is_empty(),
            "{mesa}: {found:?}"
        );
    }
}

#[test]
fn what_is_left_out_is_missed() {
    let Some(recorder) = Recorder::new("caches", "a618", "22.3") else {
        return;
    };
    let (mut last, mut bytes) = (None, Vec::new());
    for (program, packet, rule) in LEFT_OUT {
        if last.replace(program) != Some(program) {
            bytes = exported(&recorder, program);
        }
        let recording = rd::read(&bytes).unwrap();
        assert_eq!(broken(&recording, None), BTreeSet::new(), "{program}");
        let found = broken(&recording, Some(packet));
        assert!(
            found.contains(rule),
            "{program} without {packet:x?}: {found:?}"
        );
    }
}
