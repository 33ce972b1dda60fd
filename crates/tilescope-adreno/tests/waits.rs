//! Waits and flushes of a recording, left out one by one (claim T62): each is missed.

use flate2::read::GzDecoder;
use std::collections::BTreeSet;
use std::io::Read;
use tilescope_adreno::check::Checker;
use tilescope_adreno::chips;
use tilescope_adreno::rd::{self, Recording};
use tilescope_adreno::stream::{Decoder, Kind};

/// A packet of nothing.
const FILLER: u32 = 0x8000_0000;

/// The rules that the first stream breaks if these words are fillers.
fn without(recording: &Recording<'_>, words: &BTreeSet<u64>) -> BTreeSet<&'static str> {
    let submission = &recording.submissions[0];
    let read = |address: u64, out: &mut [u32]| {
        let count = submission.read(address, out);
        for (n, word) in (0u64..).zip(out.iter_mut().take(count)) {
            if words.contains(&(address + n * 4)) {
                *word = FILLER;
            }
        }
        count
    };
    let mut decoder = Decoder::default();
    decoder.checker = chips::named("a630").map(Checker::new);
    decoder.list(submission.streams[0], &read, &mut |_| {});
    let notes = decoder.checker.expect("a checker").notes;
    notes.iter().map(|n| n.rule.id).collect()
}

/// A packet of the first stream: its text, its fields, its address and the number of words.
struct Packet {
    text: String,
    fields: String,
    address: u64,
    words: u64,
}

fn packets(recording: &Recording<'_>) -> Vec<Packet> {
    let submission = &recording.submissions[0];
    let mut packets: Vec<Packet> = Vec::new();
    let mut decoder = Decoder::default();
    let read = |address: u64, out: &mut [u32]| submission.read(address, out);
    decoder.list(submission.streams[0], &read, &mut |line| match line.kind {
        Kind::Packet => {
            let words = line.text.rsplit('(').next().unwrap_or("");
            let words = words.split(' ').next().and_then(|n| n.parse().ok());
            packets.push(Packet {
                text: line.text.to_string(),
                fields: String::new(),
                address: line.address,
                words: words.unwrap_or(1),
            });
        }
        Kind::Fields | Kind::Register => {
            let last = packets.last_mut().expect("a packet");
            last.fields += line.text;
        }
        _ => {}
    });
    packets
}

fn unpacked(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/adreno");
    let file = std::fs::File::open(format!("{folder}/{name}.rd.gz")).expect("the file");
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    bytes
}

#[test]
fn each_wait_after_sorting_is_missed() {
    let bytes = unpacked("fd-clouds");
    let recording = rd::read(&bytes).expect("a recording");
    let packets = packets(&recording);
    let first = |name: &str| {
        let found = packets
            .iter()
            .position(|p| p.fields.contains(name) || p.text.contains(name));
        found.unwrap_or_else(|| panic!("there is no {name}"))
    };
    // From the end of the sorted draws to the first tile that reads the streams.
    let range = first("EVENT = UNK_2D")..first("CP_SET_BIN_DATA5");
    let unchanged = without(&recording, &BTreeSet::new());
    assert!(!unchanged.iter().any(|id| id.starts_with("ADR-VSC")));
    for (name, rule) in [
        ("EVENT = CACHE_FLUSH_TS", "ADR-VSC-005"),
        ("CP_WAIT_FOR_IDLE", "ADR-VSC-006"),
        ("CP_WAIT_FOR_ME", "ADR-VSC-007"),
    ] {
        let found = packets[range.clone()]
            .iter()
            .filter(|p| p.fields.contains(name) || p.text.contains(name));
        let words: BTreeSet<u64> = found
            .flat_map(|p| (0..p.words).map(move |n| p.address + n * 4))
            .collect();
        assert!(!words.is_empty(), "{name}");
        let got = without(&recording, &words);
        let new: Vec<&&str> = got.difference(&unchanged).collect();
        assert!(new.contains(&&rule), "{name}: {new:?}");
    }
}

/// Claim T57: the packets of sorting before the first tile, in order, as freedreno recorded them;
/// one in a row stands for several. `CP_COND_WRITE5` tests the streams for overflow.
#[test]
fn the_order_of_sorting() {
    const WAIT: &str = "CP_WAIT_FOR_IDLE";
    const BINNING: &str = "MODE = RM6_BINNING |";
    const SCISSOR: &str = "GRAS_SC_WINDOW_SCISSOR_BR";
    const DRAWS: &str = "CP_DRAW_INDX_OFFSET";
    const POWER: [&str; 2] = ["PC_POWER_CNTL:", "VFD_POWER_CNTL:"];
    const WANTED: [&str; 27] = [
        SCISSOR,
        WAIT,
        BINNING,
        WAIT,
        "{ OVERRIDE = 1 }",
        "{ MODE = 1 }",
        WAIT,
        "VFD_MODE_CNTL: { RENDER_MODE = BINNING_PASS }",
        "VSC_BIN_SIZE:",
        POWER[0],
        POWER[1],
        "EVENT = UNK_2C",
        "RB_WINDOW_OFFSET:",
        WAIT,
        DRAWS,
        WAIT,
        "EVENT = UNK_2D",
        "EVENT = CACHE_FLUSH_TS",
        WAIT,
        "CP_WAIT_FOR_ME",
        "CP_COND_WRITE5",
        "{ OVERRIDE = 0 }",
        "{ MODE = 0 }",
        WAIT,
        POWER[0],
        POWER[1],
        WAIT,
    ];
    let bytes = unpacked("shadow");
    let recording = rd::read(&bytes).expect("a recording");
    let mut found: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for submission in &recording.submissions {
        let read = |address: u64, out: &mut [u32]| submission.read(address, out);
        for &stream in &submission.streams {
            let text =
                &mut |line: tilescope_adreno::stream::Line<'_>| lines.push(line.text.to_string());
            Decoder::default().list(stream, &read, text);
        }
    }
    let sorting = lines
        .iter()
        .position(|l| l.contains(BINNING))
        .expect("sorting");
    let from = lines[..sorting]
        .iter()
        .rposition(|l| l.contains(SCISSOR))
        .expect("a scissor");
    let tile = lines[sorting..]
        .iter()
        .position(|l| l.contains("MODE = RM6_GMEM"));
    for line in &lines[from..sorting + tile.expect("a tile")] {
        let name = WANTED.iter().find(|n| line.contains(**n));
        found.extend(name.filter(|n| found.last() != Some(n)));
    }
    assert_eq!(
        lines[from].split(": ").nth(1),
        Some("{ X = 3839 | Y = 2159 }")
    );
    assert_eq!(found, WANTED);
}
