//! Properties of any bytes and any commands.

use proptest::prelude::*;
use tilescope_tables::listing::{Options, to_source};
use tilescope_vivante::cmd::listing::disassemble;
use tilescope_vivante::cmd::text::assemble;
use tilescope_vivante::cmd::{COMMANDS, command_size};
use tilescope_vivante::regs::STATES;

use crate::streams::{command_text_round_trips, streams_terminate_in_bounds};

/// A command with sparse words, as in real streams.
fn command() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec((any::<u32>(), any::<u32>()), 44);
    (0..COMMANDS.len(), any::<u32>(), words).prop_map(|(i, header, words)| {
        let row = &COMMANDS[i];
        let op = u32::from(row.opcode) << 27;
        // Counts of up to 16, so that there are enough words; any bits elsewhere.
        let rest = match row.name() {
            "LOAD_STATE" => {
                (header >> 5 & 1) << 26 | (1 + header % 16) << 16 | header >> 16 & 0xffff
            }
            "DRAW_2D" => (header >> 28) << 16 | (1 + header % 12) << 8,
            _ => header & 0x07ff_ffff & words[0].1,
        };
        let header = op | rest;
        let size = command_size(header).unwrap();
        let tail = words[1..].iter().map(|(a, b)| a & b);
        let stream: Vec<u32> = std::iter::once(header).chain(tail).collect();
        stream[..size / 4]
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect()
    })
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => command(),
        1 => prop::collection::vec(any::<u8>(), 0..9),
        1 => Just(vec![0; 24]),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_round_trip(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        command_text_round_trips(&bytes);
    }

    #[test]
    fn any_stream_round_trips(bytes in stream()) {
        command_text_round_trips(&bytes);
    }

    #[test]
    fn any_words_of_a_state_round_trip(offset in 0u32..0x10000, fixp: bool, words in prop::collection::vec(any::<u32>(), 1..70)) {
        let header = 1 << 27 | u32::from(fixp) << 26 | (words.len() as u32) << 16 | offset;
        let mut stream = vec![header];
        stream.extend(&words);
        if stream.len() % 2 == 1 {
            stream.push(words[0]);
        }
        let bytes: Vec<u8> = stream.iter().flat_map(|w| w.to_le_bytes()).collect();
        command_text_round_trips(&bytes);
    }

    #[test]
    fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        streams_terminate_in_bounds(&bytes);
    }

    #[test]
    fn any_stream_ends(bytes in stream()) {
        streams_terminate_in_bounds(&bytes);
    }

    /// Jumps within the stream.
    #[test]
    fn any_jumps_end(jumps in prop::collection::vec((0u32..3, 0u32..20, 0u32..8, 0u32..20), 1..10)) {
        let words = jumps.iter().flat_map(|&(op, to, prefetch, back)| {
            let target = |n: u32| 0x1000 + n * 8;
            match op {
                0 => vec![8 << 27 | prefetch, target(to)],
                1 => vec![10 << 27 | prefetch, target(to), prefetch, target(back)],
                _ => vec![11 << 27, 0],
            }
        });
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        streams_terminate_in_bounds(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ -~\n]{0,200}") {
        let _ = assemble(&text, &|_| Some(0x1000));
    }

    #[test]
    fn any_words_of_the_language_are_read_or_refused(words in prop::collection::vec(prop::sample::select(vec![
        "LOAD_STATE", "DRAW_2D", "RECTANGLE", "NOP", "PE.COLOR_FORMAT", "VS.UNIFORMS", "[", "]", "{", "}", "0", "1.5",
        "@x", "fixp", "padding", "=", ",", "overwrite", "left", "\n", ".for", "i", "in", "..", ".u32", ".u8", "label", ":",
    ]), 0..40)) {
        let _ = assemble(&words.join(" "), &|_| Some(0x1000));
    }
}

/// Every register, since few random offsets hit one.
#[test]
fn every_state_round_trips() {
    let patterns = [0, u32::MAX, 0x0123_4567, 0xfedc_ba98, 0x8421_1248];
    for row in STATES.iter().copied().flatten() {
        let offsets: Vec<u32> = row.offsets().collect();
        for offset in [offsets[0], offsets[offsets.len() - 1]] {
            for word in patterns {
                for fixp in [0, 1 << 26] {
                    let header = 1 << 27 | fixp | 1 << 16 | offset >> 2;
                    let bytes = [header, word].map(u32::to_le_bytes).concat();
                    command_text_round_trips(&bytes);
                }
            }
        }
    }
}

#[test]
fn the_longest_load_round_trips() {
    let mut bytes = (1u32 << 27 | 0x1000).to_le_bytes().to_vec();
    bytes.extend((0..1025u32).flat_map(|i| (i * 77).to_le_bytes()));
    assert_eq!(command_size(1 << 27), Some(bytes.len()));
    let source = to_source(&disassemble(&bytes, 0, &Options::default()));
    assert_eq!(assemble(&source, &|_| None).unwrap().bytes, bytes);
}

/// A LOAD_STATE at the last state: one word is within the state, more are not.
#[test]
fn loads_beyond_the_end_of_the_state_round_trip() {
    for count in 1..=4u32 {
        let words = std::iter::once(1 << 27 | count << 16 | 0xffff);
        let words: Vec<u32> = words.chain(vec![0x3232_3232; count as usize | 1]).collect();
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        command_text_round_trips(&bytes);
    }
}
