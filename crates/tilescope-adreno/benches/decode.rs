//! Measures the listing of streams: the recordings in `tests/traces/adreno`, repeated.
//! Run with `cargo bench -p tilescope-adreno`.
//!
//! Lines are written into a buffer of bounded size, with addresses and depth, as a command
//! that prints them would. Megabytes are those of packets, shaders and descriptors; time is
//! that of the processor, where Linux states it, so that other load does not count.

use flate2::read::GzDecoder;
use std::io::{Read, Write};
use std::time::Instant;
use tilescope_adreno::rd::{self, Recording};
use tilescope_adreno::stream::Decoder;
use tilescope_tables::text::hex_digits;

/// Bytes of a stream for one measurement.
const SIZE: u64 = 100 << 20;

/// The size at which the buffer is emptied.
const BUFFER: usize = 64 << 10;

fn unpacked(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/adreno/");
    let file = std::fs::File::open(format!("{folder}{name}.rd.gz")).expect("the file");
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    bytes
}

/// Lists a recording once; returns the bytes of text.
fn list(decoder: &mut Decoder, recording: &Recording<'_>, text: &mut Vec<u8>) -> u64 {
    let mut written = 0;
    for submission in &recording.submissions {
        let read = |address, words: &mut [u32]| submission.read(address, words);
        for &stream in &submission.streams {
            decoder.list(stream, &read, &mut |line| {
                // Digits are stored where they stay: loading them as one would wait for both stores.
                let start = text.len() + line.depth.min(3) * 2;
                text.extend_from_slice(b"                    : ");
                let high = hex_digits((line.address >> 32) as u32);
                text[start..start + 4].copy_from_slice(&high[4..]);
                let low = hex_digits(line.address as u32);
                text[start + 4..start + 12].copy_from_slice(&low);
                text.extend_from_slice(line.text.as_bytes());
                text.push(b'\n');
                if text.len() > BUFFER {
                    written += text.len() as u64;
                    text.clear();
                }
            });
        }
    }
    written
}

/// Seconds that this thread ran, or since `begin` where that is not known.
fn seconds(begin: Instant) -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = nanoseconds.and_then(|s| s.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(begin.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Lists a recording until the size is reached.
fn measure(name: &str, recording: &Recording<'_>, fresh: bool) {
    let mut best = f64::MAX;
    let (mut bytes, mut written) = (0, 0);
    for _ in 0..3 {
        let start = Instant::now();
        let begin = seconds(start);
        let mut text = Vec::with_capacity(2 * BUFFER);
        let mut decoder = Decoder::default();
        (bytes, written) = (0, 0);
        while bytes < SIZE {
            if fresh {
                decoder = Decoder::default();
            }
            let before = decoder.summary.words;
            written += list(&mut decoder, recording, &mut text);
            bytes += (decoder.summary.words - before) * 4;
            decoder.fuel = u64::MAX;
        }
        best = best.min(seconds(start) - begin);
    }
    let which = if fresh { "each anew" } else { "one stream" };
    let rate = bytes as f64 / best / 1e6;
    let text = written as f64 / best / 1e6;
    let mut out = std::io::stdout();
    let line = format!("{name:20} {which:10} {rate:7.1} MB/s of stream, {text:7.1} MB/s of text");
    writeln!(out, "{line}").expect("standard output");
}

fn main() {
    // `cargo test` runs benches without arguments of their own: there is nothing to measure.
    if !std::env::args().any(|a| a == "--bench") {
        return;
    }
    for name in ["fd-clouds", "indirect-draw-count", "shadow"] {
        let bytes = unpacked(name);
        let recording = rd::read(&bytes).expect("a recording");
        measure(name, &recording, false);
        measure(name, &recording, true);
    }
}
