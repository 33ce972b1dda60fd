//! Recordings of drivers against the decodes of Mesa's tools.

use flate2::read::GzDecoder;
use std::io::Read;
use tilescope_adreno::check::Checker;
use tilescope_adreno::chips;
use tilescope_adreno::rd::{self, Recording};
use tilescope_adreno::stream::{Decoder, Kind, Line, Problem, Repeats, Summary};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/adreno/");

fn unpacked(name: &str) -> Vec<u8> {
    let file = std::fs::File::open(format!("{FOLDER}{name}")).expect("the file");
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    bytes
}

struct Listed {
    kind: Kind,
    text: String,
}

/// Lists the first streams of a recording.
fn list(recording: &Recording<'_>, repeats: Repeats, streams: usize) -> (Vec<Listed>, Summary) {
    let mut decoder = Decoder::default();
    decoder.repeats = repeats;
    let mut lines = Vec::new();
    let all = recording.submissions.iter();
    let all = all.flat_map(|s| s.streams.iter().map(move |&stream| (s, stream)));
    for (submission, stream) in all.take(streams) {
        let read = |address, words: &mut [u32]| submission.read(address, words);
        decoder.list(stream, &read, &mut |Line { kind, text, .. }| {
            let text = text.to_string();
            lines.push(Listed { kind, text });
        });
    }
    (lines, decoder.summary)
}

/// Packets whose layout Mesa's database does not have, so that the reference shows
/// nothing of it.
const OURS: [&str; 8] = [
    "CP_INDIRECT_BUFFER",
    "CP_SET_MODE",
    "CP_SET_VISIBILITY_OVERRIDE",
    "CP_SKIP_IB2_ENABLE_GLOBAL",
    "CP_SKIP_IB2_ENABLE_LOCAL",
    "CP_SET_SUBDRAW_SIZE",
    "CP_DRAW_AUTO",
    "CP_CONTEXT_REG_BUNCH",
];

/// Mesa prints immediate floats with six decimals, which is not always the number.
fn as_mesa(text: &str) -> String {
    let word = text
        .get(1..17)
        .and_then(|w| u64::from_str_radix(w, 16).ok());
    let Some(word) = word else {
        return text.to_string();
    };
    let immediate_float = word >> 53 & 3 == 2 && word >> 50 & 7 == 1 && word >> 61 == 1;
    match text.rfind(", (") {
        Some(at) if immediate_float => {
            let number = f32::from_bits(word as u32);
            format!("{}, ({number:.6})", &text[..at])
        }
        _ => text.to_string(),
    }
}

fn first_difference(what: &str, got: &[String], want: &[String]) {
    let n = got.iter().zip(want).take_while(|(a, b)| a == b).count();
    if n < got.len().max(want.len()) {
        let around = |lines: &[String]| {
            let end = (n + 4).min(lines.len());
            lines[n.saturating_sub(3).min(end)..end].join("\n")
        };
        let (a, b) = (around(got), around(want));
        panic!(
            "{what}: {} and {} lines differ at {n}\ngot:\n{a}\nwant:\n{b}",
            got.len(),
            want.len()
        );
    }
}

/// Compares a listing with the reference, packets and their contents apart from
/// shaders: Mesa lists a shader between the two words of its address.
fn compare(name: &str) -> Summary {
    let bytes = unpacked(&format!("{name}.rd.gz"));
    let recording = rd::read(&bytes).expect("a recording");
    // The reference has the first stream, and buffers that tiles repeat once.
    let (lines, summary) = list(&recording, Repeats::Once, 1);
    let expected = String::from_utf8(unpacked(&format!("{name}.expected.gz"))).expect("text");
    let is_shader = |line: &str| line.starts_with('[') || line.starts_with('l');
    let want: Vec<String> = expected.lines().map(str::to_string).collect();
    let (shaders, packets): (Vec<String>, Vec<String>) =
        want.into_iter().partition(|line| is_shader(line));
    let of = |kinds: &[Kind]| -> Vec<String> {
        let mut ours = false;
        let lines = lines.iter().filter(|line| {
            if line.kind == Kind::Packet {
                let name = line.text.split(' ').nth(1).unwrap_or("");
                ours = OURS.contains(&name);
            }
            kinds.contains(&line.kind) && !(ours && line.kind == Kind::Fields)
        });
        lines.map(|line| as_mesa(&line.text)).collect()
    };
    first_difference(
        "packets",
        &of(&[Kind::Packet, Kind::Register, Kind::Fields]),
        &packets,
    );
    first_difference("shaders", &of(&[Kind::Shader]), &shaders);
    assert_eq!(summary.problems, []);
    let (_, whole) = list(&recording, Repeats::All, usize::MAX);
    assert!(whole.unknown_packets.is_empty(), "{whole:?}");
    assert_eq!(whole.unknown_instructions, 0);
    // Some streams of the recordings refer to buffers that were not recorded.
    let absent = |p: &Problem| p.message.starts_with("0 of ") && p.message.ends_with("in memory");
    assert!(whole.problems.iter().all(absent), "{:?}", whole.problems);
    summary
}

#[test]
fn clouds() {
    let summary = compare("fd-clouds");
    // Mesa's database does not have it either.
    assert_eq!(
        summary
            .unknown_registers
            .keys()
            .copied()
            .collect::<Vec<_>>(),
        [0x9990]
    );
    assert_eq!(summary.packets.len(), 26);
}

#[test]
fn indirect_draw_count() {
    let summary = compare("indirect-draw-count");
    assert_eq!(summary.packets.len(), 16);
}

/// Mesa's reference is a summary of render passes: addresses, sizes and formats of the
/// targets, and the size of tiles.
#[test]
fn shadow() {
    let bytes = unpacked("shadow.rd.gz");
    let recording = rd::read(&bytes).expect("a recording");
    assert_eq!(recording.gpu_id, Some(630));
    let (lines, summary) = list(&recording, Repeats::All, usize::MAX);
    assert!(summary.unknown_packets.is_empty(), "{summary:?}");
    assert_eq!(summary.unknown_instructions, 0);
    let reference = std::fs::read_to_string(format!("{FOLDER}shadow.expected")).expect("text");
    let registers: Vec<&str> = lines
        .iter()
        .filter(|l| l.kind == Kind::Register)
        .map(|l| l.text.as_str())
        .collect();
    let written = |wanted: &str| registers.iter().any(|text| text.contains(wanted));
    let mut checked = 0;
    for line in reference.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("MRT[0x") {
            let address = rest.split(':').next().expect("an address");
            let format = rest.split("FMT6").nth(1).expect("a format");
            let format = format.split(' ').next().expect("a format");
            if address != "0" {
                assert!(written(&format!(": 0x{address}")), "{line}");
            }
            assert!(written(&format!("FMT6{format}")), "{line}");
            checked += 1;
        } else if let Some(rest) = line.strip_prefix("bin size: ") {
            let size = rest.split(' ').next().expect("a size");
            let (width, height) = size.split_once('x').expect("a size");
            assert!(
                written(&format!("{{ BINW = {width} | BINH = {height}")),
                "{line}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

/// Streams of Mesa's drivers break few rules: a register and bits that the database does not
/// have, and buffers that were not recorded.
#[test]
fn rules_of_recordings() {
    let unknown = ["ADR-REG-004"].as_slice();
    for (name, wanted) in [
        (
            "fd-clouds",
            ["ADR-CP-006", "ADR-REG-003", "ADR-REG-004"].as_slice(),
        ),
        ("indirect-draw-count", unknown),
        ("shadow", unknown),
    ] {
        let bytes = unpacked(&format!("{name}.rd.gz"));
        let recording = rd::read(&bytes).expect("a recording");
        let mut decoder = Decoder::default();
        decoder.checker = chips::named("a630").map(Checker::new);
        for submission in &recording.submissions {
            let read = |address, words: &mut [u32]| submission.read(address, words);
            for &stream in &submission.streams {
                decoder.list(stream, &read, &mut |_| {});
            }
        }
        let notes = decoder.checker.expect("a checker").notes;
        let ids: std::collections::BTreeSet<&str> = notes.iter().map(|n| n.rule.id).collect();
        assert_eq!(
            ids.into_iter().collect::<Vec<_>>(),
            wanted,
            "{name}: {notes:?}"
        );
    }
}
