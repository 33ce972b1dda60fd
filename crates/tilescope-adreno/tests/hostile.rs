//! Random and malicious streams and recordings: located problems, bounded work, no panic.

#[path = "properties/anything.rs"]
mod anything;

use proptest::prelude::*;
use tilescope_adreno::pm4::{Header, PACKETS};
use tilescope_adreno::rd::{self, Stream};
use tilescope_adreno::stream::{Decoder, MAX_DEPTH, MAX_PROBLEMS};

/// Memory: words from `BASE` on.
const BASE: u64 = 0x1000;

/// Lists `words` as a stream of itself, and returns the decoder and the number of lines.
fn list(words: &[u32], fuel: u64) -> (Decoder, u64) {
    let read = |address: u64, out: &mut [u32]| {
        let first = (address.wrapping_sub(BASE) / 4) as usize;
        let have = words.get(first..).unwrap_or_default();
        let n = have.len().min(out.len());
        out[..n].copy_from_slice(&have[..n]);
        n
    };
    let mut decoder = Decoder::with_fuel(fuel);
    let mut lines = 0;
    let stream = Stream {
        address: BASE,
        words: words.len() as u32,
    };
    decoder.list(stream, &read, &mut |_| lines += 1);
    (decoder, lines)
}

fn buffer(words: u32) -> [u32; 4] {
    let header = Header::Packet {
        opcode: 0x3f,
        count: 3,
    };
    [header.encode(), BASE as u32, 0, words]
}

#[test]
fn a_buffer_that_contains_itself_ends() {
    let (decoder, _) = list(&buffer(4), 1 << 20);
    let [problem] = decoder.summary.problems.as_slice() else {
        panic!("{:?}", decoder.summary.problems);
    };
    assert_eq!(problem.address, BASE);
    assert_eq!(
        problem.message,
        format!("more than {MAX_DEPTH} nested buffers")
    );
}

/// `CP_MEMCPY` of far more words than there is fuel for: none of them is copied or counted.
#[test]
fn fuel_bounds_copies() {
    let header = Header::Packet {
        opcode: 0x75,
        count: 5,
    };
    let words = [header.encode(), 0x7004_8000, 0, 0, 0, 0];
    anything::adreno_streams_terminate_in_bounds(&bytes(&words));
}

/// Each of many buffers refers to all of them: only fuel ends the walk.
#[test]
fn fuel_bounds_the_walk() {
    let words: Vec<u32> = (0..200).flat_map(|_| buffer(800)).collect();
    let (decoder, lines) = list(&words, 100_000);
    assert_eq!(decoder.fuel, 0);
    assert!(decoder.summary.words <= 100_000 && lines <= 400_000);
    assert!(decoder.summary.problem_count > 0);
    assert!(decoder.summary.problems.len() <= MAX_PROBLEMS);
}

#[test]
fn problems_have_places() {
    let cut = Header::Registers {
        register: 0x8000,
        count: 2,
    };
    let words = [0x80000000, 0x12345678, 0x9abcdef0, cut.encode(), 1];
    let (decoder, _) = list(&words, 1000);
    let found: Vec<(u64, &str)> = decoder
        .summary
        .problems
        .iter()
        .map(|p| (p.address - BASE, p.message.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (4, "0x12345678 is not the header of a packet"),
            (12, "the packet has 2 words, of which 1 are in the buffer"),
        ]
    );
    let huge = [buffer(u32::MAX).as_slice(), &[0x80000000]].concat();
    let (decoder, _) = list(&huge, 1000);
    let message = &decoder.summary.problems[0].message;
    assert_eq!(message, "5 of 1048575 words are in memory");
}

#[test]
fn unknown_things_are_counted() {
    let unknown = (0..0x80).find(|op| PACKETS.iter().all(|p| p.opcode != *op));
    let opcode = unknown.expect("an opcode without a name");
    let words = [
        Header::Packet { opcode, count: 1 }.encode(),
        7,
        Header::Registers {
            register: 0x9990,
            count: 1,
        }
        .encode(),
        3,
    ];
    let (decoder, _) = list(&words, 1000);
    assert_eq!(decoder.summary.unknown_packets.get(&opcode), Some(&1));
    assert_eq!(decoder.summary.unknown_registers.get(&0x9990), Some(&1));
    assert!(decoder.summary.problems.is_empty());
}

#[test]
fn recordings_that_are_cut_are_refused() {
    let mut bytes = Vec::new();
    for word in [13u32, 4, 630, 3, 12, 0x1000, 8, 0, 12, 8, 0x70268000, 0] {
        bytes.extend(word.to_le_bytes());
    }
    assert!(rd::is_recording(&bytes));
    assert!(rd::read(&bytes).is_ok());
    for (cut, want) in [
        (
            4,
            "at byte 0x0: the recording ends inside the head of a section",
        ),
        (
            10,
            "at byte 0x0: the section has 4 bytes, of which 2 follow",
        ),
        (
            20,
            "at byte 0xc: the section has 12 bytes, of which 0 follow",
        ),
    ] {
        let error = rd::read(&bytes[..cut]).expect_err("is cut");
        assert_eq!(error.to_string(), want);
    }
    let unknown = [99u32, 0].map(u32::to_le_bytes).concat();
    let error = rd::read(&unknown).expect_err("unknown");
    assert_eq!(
        error.to_string(),
        "at byte 0x0: section type 99 does not exist"
    );
    let alone = [12u32, 0].map(u32::to_le_bytes).concat();
    let error = rd::read(&alone).expect_err("no address");
    assert_eq!(
        error.to_string(),
        "at byte 0x0: contents without an address before them"
    );
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Words that are headers more often than by chance.
fn word() -> impl Strategy<Value = u32> {
    let opcodes: Vec<u8> = PACKETS.iter().map(|p| p.opcode).collect();
    prop_oneof![
        any::<u32>(),
        0u32..64,
        Just(BASE as u32),
        (0usize..opcodes.len(), 0u32..12).prop_map(move |(i, count)| {
            let opcode = opcodes[i];
            Header::Packet { opcode, count }.encode()
        }),
        (0u32..0x10000, 0u32..6).prop_map(|(register, count)| Header::Registers {
            register,
            count
        }
        .encode()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_stream_is_listed(words in prop::collection::vec(word(), 0..200)) {
        anything::adreno_streams_terminate_in_bounds(&bytes(&words));
    }

    #[test]
    fn any_program_round_trips(words in prop::collection::vec(any::<u32>(), 0..200)) {
        anything::ir3_text_round_trips(&bytes(&words));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        anything::rd_reader_never_panics(&bytes);
    }

    #[test]
    fn mutated_recordings_are_read_or_refused(
        stream in prop::collection::vec(word(), 1..20),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let size = stream.len() as u32;
        let head = [13, 4, 630, 3, 12, BASE as u32, size * 4, 0, 12, size * 4];
        let tail = [6, 12, BASE as u32, size, 0];
        let mut recording = bytes(&[&head, stream.as_slice(), &tail].concat());
        anything::rd_reader_never_panics(&recording);
        let at = at.index(recording.len());
        recording[at] = byte;
        anything::rd_reader_never_panics(&recording);
    }
}
