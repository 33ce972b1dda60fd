//! Submissions of unmodified Mesa are recorded, and run again with changed words in the jobs,
//! descriptors, shaders and data that the device reads: it ends within its fuel, with a located
//! finding if it does not complete.
//!
//! Requirements: those of `started`. `TILESCOPE_CASES=100000` runs more cases.

#![allow(clippy::unwrap_used, reason = "tests")]

#[expect(
    dead_code,
    reason = "shared with other properties, which use more of it"
)]
#[path = "../../../crates/tilescope-vc4/tests/properties/source.rs"]
mod source;
mod started;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use source::{Bytes, repeat};
use started::{GLES, ready, tilescope};
use tilescope_capture::Capture;
use tilescope_capture::tscap::Replay;
use tilescope_core::{
    AddressSpace, Context, Device, Fuel, GpuAddr, GpuMemory, MemFault, Outcome, Region, Serial,
    Silent, Status, Submission, Unit,
};
use tilescope_midgard::chips::Chip;
use tilescope_midgard::{Midgard, Options};

const CHIP: &str = "t860";
/// The programs that are recorded.
const PROGRAMS: [&str; 12] = [
    "triangle",
    "depth",
    "blend",
    "many",
    "mipmaps",
    "cube",
    "target",
    "loop",
    "compute-buffer",
    "feedback-points",
    "images-fragment",
    "outputs-blend",
];
/// Submissions of each program that are used, from the first on.
const MOST: usize = 6;
/// Bytes of the smallest unit of reads that is told apart.
const LINE: u64 = 16;
const PAGE: usize = 4096;

/// A recorded submission, with the memory that it sees.
struct Scene {
    submission: Submission,
    buffers: Vec<Buffer>,
    /// The lines that each unit reads, by its name.
    reads: Vec<Vec<u64>>,
    /// Some times what it needs.
    fuel: u64,
}

/// A buffer: the pages that have contents.
struct Buffer {
    base: GpuAddr,
    len: u64,
    is_tracked: bool,
    pages: Vec<(u64, Vec<u8>)>,
}

/// Memory that notes which unit reads what.
struct Seen<'m> {
    memory: &'m AddressSpace,
    lines: Mutex<BTreeMap<&'static str, BTreeSet<u64>>>,
}

impl GpuMemory for Seen<'_> {
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault> {
        self.memory.read(addr, out, unit)?;
        let last = addr + (out.len() as u64).max(1) - 1;
        let mut lines = self.lines.lock().unwrap();
        lines
            .entry(unit.0)
            .or_default()
            .extend(addr / LINE..=last / LINE);
        Ok(())
    }

    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault> {
        self.memory.write(addr, data, unit)
    }

    fn mapped(&self, addr: GpuAddr) -> u64 {
        self.memory.mapped(addr)
    }
}

impl Buffer {
    fn of(region: &Region, memory: &AddressSpace) -> Buffer {
        let (mut pages, mut page) = (Vec::new(), [0; PAGE]);
        for offset in (0..region.len()).step_by(PAGE) {
            let len = (region.len() - offset).min(PAGE as u64);
            let at = region.base() + offset;
            region.read(offset, &mut page[..len as usize]).unwrap();
            let bytes = &page[..len as usize];
            let zeros = region.is_tracked() && memory.initialised(at, len);
            // Of pages that are partly written, those of zeros count as not written.
            if zeros || bytes.iter().any(|byte| *byte != 0) {
                pages.push((offset, bytes.to_vec()));
            }
        }
        Buffer {
            base: region.base(),
            len: region.len(),
            is_tracked: region.is_tracked(),
            pages,
        }
    }

    fn region(&self) -> Region {
        let region = match self.is_tracked {
            true => Region::uninitialised("buffer", self.base, self.len),
            false => Region::zeroed("buffer", self.base, self.len),
        };
        for (offset, bytes) in &self.pages {
            region.fill(*offset, bytes).unwrap();
        }
        region
    }
}

fn run(submission: &Submission, memory: &dyn GpuMemory, fuel: u64) -> Outcome {
    let mut device = Midgard::new(Chip::named(CHIP).unwrap(), Options::default());
    let mut context = Context {
        memory,
        observer: &mut Silent,
        fuel: Fuel::new(fuel),
        workers: &Serial,
    };
    device.submit(submission, &mut context)
}

impl Scene {
    fn memory(&self) -> AddressSpace {
        let mut memory = AddressSpace::new();
        for buffer in &self.buffers {
            memory.map(buffer.region()).unwrap();
        }
        memory
    }

    /// The scene of a loaded submission, which then has run.
    fn new(submission: &Submission, memory: &AddressSpace) -> Scene {
        let buffers = memory.regions().iter().map(|r| Buffer::of(r, memory));
        let mut scene = Scene {
            submission: submission.clone(),
            buffers: buffers.collect(),
            reads: Vec::new(),
            fuel: 1 << 12,
        };
        let done = |scene: &Scene| {
            let outcome = run(&scene.submission, &scene.memory(), scene.fuel);
            matches!(outcome.status, Status::Done)
        };
        while !done(&scene) {
            scene.fuel *= 2;
            assert!(scene.fuel < 1 << 40, "a recorded submission does not end");
        }
        scene.fuel *= 4;
        let seen = Seen {
            memory,
            lines: Mutex::default(),
        };
        run(submission, &seen, u64::MAX >> 1);
        let lines = seen.lines.into_inner().unwrap().into_values();
        scene.reads = lines.map(|lines| lines.into_iter().collect()).collect();
        scene
    }

    /// The first submissions of a recording.
    fn of(path: &Path) -> Vec<Scene> {
        let mut capture = Capture::open(path, tilescope_families::ALL).unwrap();
        let mut replay = Replay::new(&mut capture, 0).unwrap();
        let mut scenes = Vec::new();
        while let Some(loaded) = replay.load(&mut capture).unwrap() {
            if scenes.len() == MOST {
                break;
            }
            scenes.push(Scene::new(&loaded.submission, &loaded.memory));
            replay.unload(loaded);
        }
        scenes
    }

    /// Changes some words of what the submission reads.
    fn mutate(&self, memory: &AddressSpace, b: &mut Bytes<'_>) {
        for _ in 0..=b.below(8) {
            let lines = &self.reads[b.below(self.reads.len())];
            let any = |b: &mut Bytes<'_>| lines[b.u32() as usize % lines.len()] * LINE;
            let at = any(b) + b.below(LINE as usize) as u64;
            let regions = memory.regions();
            let region = regions[..regions.partition_point(|r| r.base() <= at)].last();
            let region = region.unwrap();
            let offset = at - region.base();
            let mut byte = [0];
            region.read(offset, &mut byte).unwrap();
            let filled = match b.below(5) {
                0 => region.fill(offset, &[byte[0] ^ 1 << b.below(8)]),
                1 => region.fill(offset, &[b.u8()]),
                2 | 3 => region.fill(offset & !3, &b.nasty().to_le_bytes()),
                // An address of something else that is read.
                _ => {
                    let address = any(b) | u64::from(b.u8() & 15);
                    region.fill(offset & !7, &address.to_le_bytes())
                }
            };
            // The last words of a buffer whose size is no multiple of 8 stay as they are.
            let _ = filled;
        }
    }
}

#[test]
fn recorded_submissions_with_changed_words_end() {
    if !ready(CHIP, &[]) {
        return;
    }
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    let mut scenes = Vec::new();
    for program in PROGRAMS {
        let path = dir.join(format!("{program}.tscap"));
        let args = ["exec", "--gpu", CHIP, "--record", path.to_str().unwrap()];
        let args = [&args[..], &["--", GLES, program]].concat();
        let output = tilescope(&args).current_dir(&dir).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}: {errors}");
        scenes.extend(Scene::of(&path));
    }
    assert!(scenes.len() > PROGRAMS.len(), "{} scenes", scenes.len());
    let cases = repeat(200, 200, |data| {
        let mut b = Bytes::new(data);
        let scene = &scenes[b.below(scenes.len())];
        let memory = scene.memory();
        scene.mutate(&memory, &mut b);
        let outcome = run(&scene.submission, &memory, scene.fuel);
        match &outcome.status {
            Status::Done => return true,
            Status::Fault(finding) | Status::OutOfFuel(finding) => {
                assert!(!finding.at.frames.is_empty(), "a finding without a place");
                assert!(finding.rule.severity.stops(), "{}", finding.rule.id);
            }
        }
        false
    });
    cases.assert_percent(10..=95);
}
