//! Properties of any bytes as a program, a command stream or a recording. The fuzz targets
//! check them too.

use tilescope_adreno::check::{Checker, MAX_NOTES};
use tilescope_adreno::chips::CHIPS;
use tilescope_adreno::cp::CommandProcessor;
use tilescope_adreno::isa::{assemble, disassemble_program};
use tilescope_adreno::passes::{Driver, Tracker};
use tilescope_adreno::plan::explain::explain;
use tilescope_adreno::rd::{self, Stream};
use tilescope_adreno::stream::{Decoder, Draws, MAX_PROBLEMS};
use tilescope_core::{
    AddressSpace, Context, Device, Fuel, Recorder, Region, Serial, Status, Submission, Work,
};

/// The address of a stream's first word.
const BASE: u64 = 0x1000;

/// Words that a listing may visit here.
const FUEL: u64 = 20_000;

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect()
}

/// The text of any program assembles to its words.
pub fn ir3_text_round_trips(bytes: &[u8]) {
    let words = words(bytes);
    let pairs = words.chunks_exact(2);
    let program: Vec<u64> = pairs
        .map(|w| u64::from(w[1]) << 32 | u64::from(w[0]))
        .collect();
    let mut source = String::new();
    for line in disassemble_program(&program) {
        if let Some(label) = line.label {
            source += &format!("{label}:\n");
        }
        source += &format!("  {}\n", line.text);
    }
    match assemble(&source) {
        Ok(assembled) => assert_eq!(assembled.words, program, "{source}"),
        Err(errors) => panic!("{}", errors[0].render("program", &source)),
    }
}

/// A stream that is also the memory that it refers to is listed within its fuel.
pub fn adreno_streams_terminate_in_bounds(bytes: &[u8]) {
    let memory = words(bytes);
    let read = |address: u64, out: &mut [u32]| {
        let first = (address.wrapping_sub(BASE) / 4) as usize;
        let have = memory.get(first..).unwrap_or_default();
        let n = have.len().min(out.len());
        out[..n].copy_from_slice(&have[..n]);
        n
    };
    let stream = Stream {
        address: BASE,
        words: memory.len() as u32,
    };
    let mut decoder = Decoder::with_fuel(FUEL);
    decoder.checker = CHIPS.first().map(Checker::new);
    decoder.tracker = CHIPS.first().map(Tracker::new);
    let mut lines = 0u64;
    decoder.list(stream, &read, &mut |_| lines += 1);
    let passes = decoder.tracker.take().map(Tracker::finish);
    let passes = passes.unwrap_or_default();
    for pass in &passes.passes {
        for driver in [Driver::Turnip, Driver::Freedreno] {
            match explain(&CHIPS[0], driver, pass) {
                Ok(rows) => assert!(!rows.is_empty()),
                Err(why) => assert!(!why.is_empty()),
            }
        }
    }
    let marks = passes.marks();
    // A pass, a tile or a copy has a packet of its own.
    assert!(marks.len() as u64 <= FUEL * 2, "{}", marks.len());
    let mut again = Decoder::with_fuel(FUEL);
    again.marks = marks.into();
    again.draws = Draws::WithShaders;
    let mut remarked = 0u64;
    again.list(stream, &read, &mut |_| remarked += 1);
    assert!(remarked <= FUEL * 7, "{remarked}");
    assert!(decoder.summary.words <= FUEL);
    assert!(decoder.summary.problems.len() <= MAX_PROBLEMS);
    let notes = decoder.checker.map_or(0, |c| c.notes.len());
    assert!(notes <= MAX_NOTES, "{notes}");
    // A word has at most four lines: packet, fields, a register and a buffer.
    assert!(lines <= FUEL * 4, "{lines}");
    executes_in_bounds(bytes);
}

/// The command processor executes a stream that is also the memory that it refers to within its
/// fuel, and the same stream again in the same way.
fn executes_in_bounds(bytes: &[u8]) {
    let len = bytes.len() & !3;
    let mut runs = [(); 2].map(|()| {
        let mut memory = AddressSpace::new();
        let region = Region::from_bytes("stream", BASE, &bytes[..len]);
        memory.map(region).expect("it is the only one");
        let mut device = CommandProcessor::new(&CHIPS[0]);
        let mut recorder = Recorder::default();
        let submission = Submission {
            work: vec![Work::List {
                queue: 0,
                start: BASE,
                end: BASE + len as u64,
            }],
            ..Submission::default()
        };
        let mut context = Context {
            memory: &memory,
            observer: &mut recorder,
            fuel: Fuel::new(FUEL),
            workers: &Serial,
        };
        let outcome = device.submit(&submission, &mut context);
        assert!(outcome.counters.get("cp.words") <= FUEL);
        let stopped = usize::from(outcome.status != Status::Done);
        assert_eq!(recorder.findings.len(), stopped);
        Some((outcome, recorder.unimplemented))
    });
    assert_eq!(runs[0].take(), runs[1].take());
}

/// Any bytes are a recording or are refused at a place inside them; streams of a
/// recording are listed.
pub fn rd_reader_never_panics(bytes: &[u8]) {
    let _ = rd::is_recording(bytes);
    let recording = match rd::read(bytes) {
        Ok(recording) => recording,
        Err(e) => {
            assert!(e.offset <= bytes.len());
            return;
        }
    };
    let mut decoder = Decoder::with_fuel(FUEL);
    for submission in &recording.submissions {
        for &stream in &submission.streams {
            let read = |address, words: &mut [u32]| submission.read(address, words);
            decoder.list(stream, &read, &mut |_| {});
        }
    }
    assert!(decoder.summary.words <= FUEL);
}
