//! Properties of hostile jobs: a device ends whatever it is told to run.
//!
//! Cases are mutations of the base jobs of the rules (`tests/rules/midgard-base`), whose
//! memory is assembled once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use tilescope_core::{
    AddressSpace, Context, Device, Fuel, Outcome, Region, Serial, Silent, Status, Submission, Work,
};
use tilescope_midgard::chips::{CHIPS, Chip};
use tilescope_midgard::shader::ExecMode;
use tilescope_midgard::{Midgard, Options, cmd, isa};
use tilescope_tables::listing::{Options as ListingOptions, to_source};

use crate::source::Bytes;

/// Fuel of a case: some hundred times what the unchanged jobs need.
const FUEL: u64 = 300_000;
/// The address of the first buffer.
const BASE: u64 = 0x1000_0000;
/// Bytes between the starts of buffers.
const STEP: u64 = 0x1_0000;

/// A buffer of a base job.
struct Source {
    name: &'static str,
    from: From,
}

/// The contents of a buffer.
enum From {
    /// Jobs and descriptors as text.
    List(&'static str),
    /// A shader as text.
    Shader(&'static str),
    /// Words.
    Floats(&'static [f32]),
    /// Bytes of zero.
    Zero(usize),
    /// Bytes that were never written.
    Undefined(usize),
}

macro_rules! base {
    ($file:literal) => {
        include_str!(concat!("../../../../tests/rules/midgard-base/", $file))
    };
}

/// The buffers that draws share, with the text of those that differ.
macro_rules! draw {
    ($draw:literal, $fragment:literal, $state:literal, $framebuffer:literal, $fs:literal) => {
        &[
            Source::new("draw", From::List(base!($draw))),
            Source::new("fragment", From::List(base!($fragment))),
            Source::new("state", From::List(base!($state))),
            Source::new("framebuffer", From::List(base!($framebuffer))),
            Source::new("vs", From::Shader(base!("draw/vs.masm"))),
            Source::new("fs", From::Shader(base!($fs))),
            Source::new("vertices", From::Floats(&VERTICES)),
            Source::new("indices", From::Zero(64)),
            Source::new("positions", From::Undefined(64)),
            Source::new("colours", From::Undefined(64)),
            Source::new("texture", From::Zero(4096)),
            Source::new("counter", From::Zero(64)),
            Source::new("list", From::Undefined(16384)),
            Source::new("heap", From::Undefined(4096)),
            Source::new("frame", From::Undefined(8192)),
            Source::new("depth", From::Undefined(8192)),
        ]
    };
}

const VERTICES: [f32; 12] = [
    16.0, 2.0, 0.5, 1.0, 2.0, 30.0, 0.5, 1.0, 30.0, 30.0, 0.5, 1.0,
];

const DRAW: &[Source] = draw!(
    "draw/draw.jobs",
    "draw/fragment.jobs",
    "draw/state.jobs",
    "draw/framebuffer.jobs",
    "draw/fs.masm"
);
const DEPTH: &[Source] = draw!(
    "draw/draw.jobs",
    "depth/fragment.jobs",
    "draw/state.jobs",
    "depth/framebuffer.jobs",
    "draw/fs.masm"
);
const V4: &[Source] = draw!(
    "v4/draw.jobs",
    "v4/fragment.jobs",
    "v4/state.jobs",
    "v4/framebuffer.jobs",
    "v4/fs.masm"
);
const COMPUTE: &[Source] = &[
    Source::new("jobs", From::List(base!("compute/chain.jobs"))),
    Source::new("state", From::List(base!("compute/state.jobs"))),
    Source::new("cs", From::Shader(base!("compute/cs.masm"))),
    Source::new("image", From::Zero(4096)),
    Source::new("out", From::Undefined(4096)),
];

impl Source {
    const fn new(name: &'static str, from: From) -> Source {
        Source { name, from }
    }
}

/// A base job in memory.
struct Scene {
    chip: &'static Chip,
    /// Name, address and contents; the contents of an undefined buffer are its size.
    buffers: Vec<(&'static str, u64, Contents)>,
    /// Slot and buffer of each chain.
    chains: Vec<(u32, &'static str)>,
}

/// The contents of a buffer.
#[derive(Clone)]
enum Contents {
    Bytes(Vec<u8>),
    Undefined(usize),
}

impl Contents {
    fn len(&self) -> usize {
        match self {
            Contents::Bytes(bytes) => bytes.len(),
            Contents::Undefined(size) => *size,
        }
    }
}

fn code(source: &str) -> Vec<u8> {
    let quads = isa::assemble(source).expect("a shader").quads;
    quads
        .iter()
        .flatten()
        .flat_map(|w| w.to_le_bytes())
        .collect()
}

impl Scene {
    /// Assembles `sources`: once for the places of labels and sizes, once for the bytes.
    fn new(chip: &str, sources: &[Source], chains: &[(u32, &'static str)]) -> Scene {
        let mut symbols = BTreeMap::new();
        let mut buffers = Vec::new();
        for pass in 0..2 {
            buffers.clear();
            for (n, source) in (0..).zip(sources) {
                let at = BASE + n * STEP;
                let contents = match source.from {
                    From::List(text) => {
                        let symbol = |name: &str| match (name, pass) {
                            (".", _) => Some(at),
                            (_, 0) => Some(0),
                            (name, _) => symbols.get(name).copied(),
                        };
                        let list = cmd::assemble(text, &symbol).expect(source.name);
                        for (label, offset) in list.labels {
                            let name = format!("{}.{label}", source.name);
                            symbols.insert(name, at + u64::from(offset));
                        }
                        Contents::Bytes(list.bytes)
                    }
                    From::Shader(text) => Contents::Bytes(code(text)),
                    From::Floats(list) => {
                        Contents::Bytes(list.iter().flat_map(|f| f.to_le_bytes()).collect())
                    }
                    From::Zero(size) => Contents::Bytes(vec![0; size]),
                    From::Undefined(size) => Contents::Undefined(size),
                };
                let len = contents.len() as u64;
                symbols.insert(source.name.to_owned(), at);
                symbols.insert(format!("{}.size", source.name), len);
                symbols.insert(format!("{}.end", source.name), at + len);
                buffers.push((source.name, at, contents));
            }
        }
        Scene {
            chip: Chip::named(chip).expect("a chip"),
            buffers,
            chains: chains.to_vec(),
        }
    }

    fn all() -> &'static [Scene] {
        const CHAINS: [(u32, &str); 2] = [(1, "draw"), (0, "fragment")];
        static SCENES: OnceLock<Vec<Scene>> = OnceLock::new();
        SCENES.get_or_init(|| {
            vec![
                Scene::new("t860", DRAW, &CHAINS),
                Scene::new("t760", DEPTH, &CHAINS),
                Scene::new("t720", V4, &CHAINS),
                Scene::new("t880", COMPUTE, &[(1, "jobs")]),
            ]
        })
    }

    /// Runs the chains on `buffers`, the changed ones of the scene.
    fn run(&self, buffers: &[Contents], mode: ExecMode) -> Vec<Outcome> {
        let mut memory = AddressSpace::new();
        for ((name, at, _), contents) in self.buffers.iter().zip(buffers) {
            let region = match contents {
                Contents::Bytes(bytes) => Region::from_bytes(*name, *at, bytes),
                Contents::Undefined(size) => Region::uninitialised(*name, *at, *size as u64),
            };
            memory.map(region).expect("buffers do not overlap");
        }
        let options = Options {
            mode,
            ..Options::default()
        };
        let mut device = Midgard::new(self.chip, options);
        let place = |name: &str| self.buffers.iter().find(|b| b.0 == name).map(|b| b.1);
        let chains = self.chains.iter();
        chains
            .map(|(queue, name)| submit(&mut device, &memory, *queue, place(name).unwrap_or(0)))
            .collect()
    }
}

/// Runs the chain at `start`.
fn submit(device: &mut Midgard, memory: &AddressSpace, queue: u32, start: u64) -> Outcome {
    let submission = Submission {
        work: vec![Work::List {
            queue,
            start,
            end: start,
        }],
        ..Submission::default()
    };
    let outcome = device.submit(
        &submission,
        &mut Context {
            memory,
            observer: &mut Silent,
            fuel: Fuel::new(FUEL),
            workers: &Serial,
        },
    );
    match &outcome.status {
        Status::Done => {}
        Status::Fault(finding) | Status::OutOfFuel(finding) => {
            assert!(!finding.at.frames.is_empty(), "a finding without a place");
            assert!(finding.rule.severity.stops(), "{}", finding.rule.id);
        }
    }
    outcome
}

/// Changes some words of the buffers in `names`.
fn mutate(scene: &Scene, names: &[&str], b: &mut Bytes<'_>) -> Vec<Contents> {
    let mut all: Vec<Contents> = scene.buffers.iter().map(|b| b.2.clone()).collect();
    let chosen: Vec<usize> = (0..all.len())
        .filter(|n| names.contains(&scene.buffers[*n].0))
        .collect();
    for _ in 0..=b.below(6) {
        let Contents::Bytes(bytes) = &mut all[b.pick(&chosen)] else {
            continue;
        };
        let at = b.below(bytes.len());
        match b.below(5) {
            // A bit.
            0 => bytes[at] ^= 1 << b.below(8),
            1 => bytes[at] = b.u8(),
            // A word.
            2 | 3 => {
                let word = b.nasty().to_le_bytes();
                let at = at & !3;
                let end = bytes.len().min(at + 4);
                bytes[at..end].copy_from_slice(&word[..end - at]);
            }
            // An address of something else.
            _ => {
                let (_, place, contents) = b.pick(&(scene.buffers.iter()).collect::<Vec<_>>());
                let inside = b.below(contents.len()) as u64 & !15;
                let address = ((place + inside) | u64::from(b.u8() & 15)).to_le_bytes();
                let at = at & !7;
                let end = bytes.len().min(at + 8);
                bytes[at..end].copy_from_slice(&address[..end - at]);
            }
        }
    }
    all
}

fn all_done(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|o| matches!(o.status, Status::Done))
}

fn changed(names: &[&str], data: &[u8]) -> bool {
    let mut b = Bytes::new(data);
    let scenes = Scene::all();
    let scene = &scenes[b.below(scenes.len())];
    let buffers = mutate(scene, names, &mut b);
    all_done(&scene.run(&buffers, ExecMode::default()))
}

/// Chains with changed jobs end within their fuel, with a located finding if they do not
/// complete. Returns whether they do.
pub fn chains_terminate_in_bounds(data: &[u8]) -> bool {
    changed(&["draw", "fragment", "jobs"], data)
}

/// The same of chains whose descriptors are changed: states, attributes, textures and
/// framebuffers.
pub fn descriptors_terminate_in_bounds(data: &[u8]) -> bool {
    changed(&["state", "framebuffer"], data)
}

/// Chains with changed or random shaders end within their fuel, with single threads too.
/// Returns whether they complete.
pub fn shaders_terminate_in_bounds(data: &[u8]) -> bool {
    let mut b = Bytes::new(data);
    let scenes = Scene::all();
    let scene = &scenes[b.below(scenes.len())];
    let names = ["vs", "fs", "cs"];
    let random = b.once_in(4);
    let mut buffers = mutate(scene, &names, &mut b);
    if random {
        for ((name, _, _), contents) in scene.buffers.iter().zip(&mut buffers) {
            if let (true, Contents::Bytes(bytes)) = (names.contains(name), contents) {
                // The first byte has the tag by which the state comes to the program.
                let new = b.take(bytes.len().saturating_sub(1));
                bytes[1..1 + new.len()].copy_from_slice(new);
            }
        }
    }
    let outcomes = scene.run(&buffers, ExecMode::default());
    scene.run(&buffers, ExecMode::Reference);
    all_done(&outcomes)
}

/// A chain in memory that has any contents ends within its fuel.
pub fn images_terminate_in_bounds(data: &[u8]) -> bool {
    let mut b = Bytes::new(data);
    let (chip, slot) = (b.below(CHIPS.len()), u32::from(b.u8() & 1));
    let mut bytes = b.rest().to_vec();
    if bytes.len() < 64 {
        return false;
    }
    // Most types of jobs do not exist: choose one that does, with a next job in the image.
    let kind = [2, 3, 4, 5, 7, 9][usize::from(bytes[0]) % 6];
    bytes[16] = 1 | kind << 1;
    bytes[..16].fill(0);
    bytes[17..24].fill(0);
    for pointer in (24..bytes.len() - 8).step_by(8) {
        if bytes[pointer + 7] & 1 == 0 {
            let inside = u64::from(bytes[pointer]) * 64 % bytes.len() as u64;
            bytes[pointer..pointer + 8].copy_from_slice(&(BASE + inside).to_le_bytes());
        }
    }
    let mut memory = AddressSpace::new();
    if memory
        .map(Region::from_bytes("image", BASE, &bytes))
        .is_err()
    {
        return false;
    }
    let mut device = Midgard::new(&CHIPS[chip], Options::default());
    let outcome = submit(&mut device, &memory, slot, BASE);
    matches!(outcome.status, Status::Done)
}

/// The text of any bytes assembles to them, as jobs and descriptors and as a program.
pub fn text_round_trips(bytes: &[u8]) -> bool {
    let lines = cmd::describe(bytes, BASE, &ListingOptions::default());
    let source = to_source(&lines);
    match cmd::assemble(&source, &|_| None) {
        Ok(list) => assert_eq!(list.bytes, bytes, "{source}"),
        Err(errors) => panic!("{}", errors[0].render("jobs", &source)),
    }
    let (words, _) = bytes.as_chunks::<16>();
    let quads: Vec<isa::Quad> = words
        .iter()
        .map(|q| std::array::from_fn(|i| u32::from_le_bytes([0, 1, 2, 3].map(|b| q[4 * i + b]))))
        .collect();
    let mut source = String::new();
    for line in isa::disassemble(&quads) {
        if let Some(label) = line.label {
            source += &format!("{label}:\n");
        }
        source += &format!("{}\n", line.text);
    }
    match isa::assemble(&source) {
        Ok(program) => assert_eq!(program.quads, quads, "{source}"),
        Err(errors) => panic!("{}", errors[0].render("program", &source)),
    }
    true
}
