//! Profiles: when parts of the work ran, on which thread, and what they did.
//!
//! A log has a profile if its observer has a [`Clock`]: devices own none. Without one, each
//! place that would add to it costs a branch for a submission, draw, batch or tile.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// Time and the numbers of threads, as the owner of an observer defines them.
pub trait Clock: Debug + Send + Sync {
    /// Nanoseconds since a fixed point.
    fn now(&self) -> u64;

    /// The number of the calling thread.
    fn thread(&self) -> u32;
}

/// A part of the work that a slice of time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// A submission, from its first register write to its last store.
    Submission,
    /// A job of a chain.
    Job,
    /// A draw as the front end executes it: vertices and primitives, but not deferred pixels.
    Draw,
    /// Vertices: fetch and shading.
    Vertices,
    /// Primitives: assembly, clipping, culling, and lists of tiles.
    Primitives,
    /// A tile or area of the screen, with all draws to it.
    Tile,
    /// Fragments of a draw in a tile.
    Fragments,
    /// Transfer of pixels between a tile and memory.
    Transfer,
    /// Threads of a compute job or user program.
    Compute,
    /// Compilation of a shader to native code.
    Compilation,
    /// A call of the kernel.
    Call,
}

impl Stage {
    /// Its name in traces and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Submission => "submission",
            Stage::Job => "job",
            Stage::Draw => "draw",
            Stage::Vertices => "vertices",
            Stage::Primitives => "primitives",
            Stage::Tile => "tile",
            Stage::Fragments => "fragments",
            Stage::Transfer => "transfer",
            Stage::Compute => "compute",
            Stage::Compilation => "compilation",
            Stage::Call => "call",
        }
    }
}

/// Lanes of shader batches, sixteen each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes {
    /// Lanes that ran.
    pub running: u64,
    /// Batches that they were in.
    pub batches: u64,
}

impl Lanes {
    /// Adds the lanes of `other`.
    pub fn add(&mut self, other: Lanes) {
        self.running += other.running;
        self.batches += other.batches;
    }
}

/// Data that work moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Texture fetches: one for each lane of a lookup.
    pub fetches: u64,
    /// Bytes read from memory.
    pub read: u64,
    /// Bytes written to memory.
    pub written: u64,
}

impl Moved {
    /// Adds what `other` counts.
    pub fn add(&mut self, other: Moved) {
        self.fetches += other.fetches;
        self.read += other.read;
        self.written += other.written;
    }

    /// The difference from an earlier state. Counts that were taken back are 0.
    pub fn since(self, earlier: Moved) -> Moved {
        Moved {
            fetches: self.fetches.saturating_sub(earlier.fetches),
            read: self.read.saturating_sub(earlier.read),
            written: self.written.saturating_sub(earlier.written),
        }
    }
}

/// A slice of time on one thread. Slices of a thread nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The part of the work.
    pub stage: Stage,
    /// Its name, if it differs from that of the stage.
    pub name: Option<String>,
    /// The thread.
    pub thread: u32,
    /// Its first nanosecond.
    pub start: u64,
    /// The nanosecond after its last; at least `start`.
    pub end: u64,
    /// The draw, counted from 0 in the submission.
    pub draw: Option<u32>,
    /// Column and row of the tile.
    pub tile: Option<(u32, u32)>,
    /// Lanes that it ran.
    pub lanes: Lanes,
    /// Data that it moved.
    pub moved: Moved,
}

impl Slice {
    /// A slice of `part` from `start` to `end`, which moved no data.
    pub fn of(part: Part, thread: u32, (start, end): (u64, u64)) -> Slice {
        Slice {
            stage: part.stage,
            name: part.name,
            thread,
            start,
            end,
            draw: part.draw,
            tile: part.tile,
            lanes: part.lanes,
            moved: Moved::default(),
        }
    }
}

/// Work of a stage of a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Time on all threads, in nanoseconds.
    pub time: u64,
    /// Lanes of its shader.
    pub lanes: Lanes,
    /// Data that it moved.
    pub moved: Moved,
}

impl Work {
    /// Adds the counts of `other`.
    pub fn add(&mut self, other: Work) {
        self.time += other.time;
        self.lanes.add(other.lanes);
        self.moved.add(other.moved);
    }
}

/// A stage of a draw. Without a draw: of several draws, or of an unknown one.
pub type DrawStage = (Option<u32>, Stage);

/// Runs of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its GPU address.
    pub address: u64,
    /// Lanes that ran it.
    pub lanes: Lanes,
    /// Data that it moved.
    pub moved: Moved,
}

/// A shader: its stage and its GPU address.
pub type ShaderPlace = (&'static str, u64);

/// Slices and counts of work. That of a part is appended to that of the whole.
#[derive(Clone, Debug)]
pub struct Profile {
    clock: Arc<dyn Clock>,
    /// Slices; those inside another before it.
    pub slices: Vec<Slice>,
    /// Slices beyond [`Profile::MAX_SLICES`].
    pub dropped: u64,
    /// Work of draws.
    pub draws: BTreeMap<DrawStage, Work>,
    /// Instructions of shaders, by their number in the program.
    pub shaders: BTreeMap<ShaderPlace, BTreeMap<u32, Line>>,
    /// Texture fetches so far.
    pub fetches: u64,
}

impl Profile {
    /// The number of slices that a submission keeps.
    pub const MAX_SLICES: usize = 1 << 20;

    /// An empty profile.
    pub fn new(clock: Arc<dyn Clock>) -> Profile {
        Profile {
            clock,
            slices: Vec::new(),
            dropped: 0,
            draws: BTreeMap::new(),
            shaders: BTreeMap::new(),
            fetches: 0,
        }
    }

    /// An empty profile with the same clock.
    pub fn child(&self) -> Profile {
        Profile::new(self.clock.clone())
    }

    /// The clock.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Adds a slice.
    pub fn push(&mut self, slice: Slice) {
        match self.slices.len() < Self::MAX_SLICES {
            true => self.slices.push(slice),
            false => self.dropped += 1,
        }
    }

    /// Adds runs of instruction `ip` of a shader.
    pub fn line(&mut self, shader: ShaderPlace, ip: u32, runs: Line) {
        let lines = self.shaders.entry(shader).or_default();
        let line = lines.entry(ip).or_default();
        line.address = runs.address;
        line.lanes.add(runs.lanes);
        line.moved.add(runs.moved);
    }

    /// Adds the contents of `later`.
    pub fn append(&mut self, later: Profile) {
        let room = Self::MAX_SLICES.saturating_sub(self.slices.len());
        self.dropped += later.dropped + later.slices.len().saturating_sub(room) as u64;
        self.slices.extend(later.slices.into_iter().take(room));
        for (of, work) in later.draws {
            self.draws.entry(of).or_default().add(work);
        }
        for (shader, lines) in later.shaders {
            for (ip, runs) in lines {
                self.line(shader, ip, runs);
            }
        }
        self.fetches += later.fetches;
    }
}

/// The state of a log when a slice began; nothing if it has no profile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Began(pub(crate) Option<(u64, Moved)>);

impl Began {
    /// The same of a log that will be made for `profile`.
    #[inline]
    pub fn now(profile: Option<&Profile>) -> Began {
        Began(profile.map(|profile| (profile.clock().now(), Moved::default())))
    }
}

/// The subject of a slice.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part of the work.
    pub stage: Stage,
    /// Its name, if it differs from that of the stage.
    pub name: Option<String>,
    /// The draw.
    pub draw: Option<u32>,
    /// Column and row of the tile.
    pub tile: Option<(u32, u32)>,
    /// Lanes that it ran.
    pub lanes: Lanes,
}

impl From<Stage> for Part {
    fn from(stage: Stage) -> Part {
        Part {
            stage,
            name: None,
            draw: None,
            tile: None,
            lanes: Lanes::default(),
        }
    }
}

impl Part {
    /// A stage of a draw, if that is known.
    pub fn of_draw(stage: Stage, draw: Option<u32>) -> Part {
        Part {
            draw,
            ..Part::from(stage)
        }
    }

    /// Tile `(column, row)`.
    pub fn tile(column: u32, row: u32) -> Part {
        Part {
            tile: Some((column, row)),
            ..Part::from(Stage::Tile)
        }
    }

    /// The same with the lanes that ran.
    pub fn lanes(self, lanes: Lanes) -> Part {
        Part { lanes, ..self }
    }
}
