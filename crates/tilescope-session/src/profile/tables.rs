//! Tables of a profile: the work of each draw, and of each instruction of the shaders.

use serde::{Deserialize, Serialize};
use tilescope_core::profile::{Lanes, Line, Moved, Profile};
use tilescope_core::{GpuMemory, Unit};
use tilescope_families::Family;

/// The largest number of rows of draws.
const MAX_DRAWS: usize = 10_000;
/// The largest number of shaders.
const MAX_SHADERS: usize = 1000;
/// Bytes that hold any instruction.
const INSTRUCTION: u64 = 256;

/// The tables of a run. Counts do not depend on the host or on the number of threads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Draws, in order, each with its stages.
    pub draws: Vec<DrawRow>,
    /// The number of rows that were not kept.
    pub draws_dropped: u64,
    /// Shaders, in the order of their first use.
    pub shaders: Vec<ShaderRow>,
    /// The number of shaders that were not kept.
    pub shaders_dropped: u64,
    /// The number of slices that are not in the trace.
    pub slices_dropped: u64,
}

/// A stage of a draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRow {
    /// The submission, from 0.
    pub submission: u64,
    /// The draw, from 0 in the submission; absent for work of no single draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<u32>,
    /// The stage.
    pub stage: String,
    /// Lanes that ran: vertices, fragments or threads.
    pub lanes: u64,
    /// Batches of sixteen lanes that they were in.
    pub batches: u64,
    /// Texture fetches.
    pub fetches: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
}

/// A shader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShaderRow {
    /// Its stage.
    pub stage: String,
    /// Its GPU address, where it was used first.
    pub address: u64,
    /// The instructions that ran, by number.
    pub lines: Vec<LineRow>,
}

/// An instruction of a shader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRow {
    /// Its number in the program.
    pub instruction: u32,
    /// Its text; empty if the code is not in GPU memory.
    pub text: String,
    /// The file that it was assembled from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Lanes that ran it, summed over its runs.
    pub lanes: u64,
    /// Batches of sixteen lanes that they were in.
    pub batches: u64,
    /// Texture fetches.
    pub fetches: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
}

/// The file and line that an instruction at an address was assembled from.
pub type Source<'a> = &'a dyn Fn(u64) -> Option<(String, u32)>;

/// Code in memory, and how it is shown.
struct Code<'a> {
    family: &'a dyn Family,
    memory: &'a dyn GpuMemory,
    source: Source<'a>,
}

impl Tables {
    /// Adds the profile of a submission, whose code is in `memory`.
    pub fn add(
        &mut self,
        submission: u64,
        profile: &Profile,
        family: &dyn Family,
        memory: &dyn GpuMemory,
        source: Source<'_>,
    ) {
        // Work of no single draw is last.
        let draws = profile.draws.iter();
        let (several, single): (Vec<_>, Vec<_>) = draws.partition(|(of, _)| of.0.is_none());
        for ((draw, stage), work) in single.into_iter().chain(several) {
            if self.draws.len() == MAX_DRAWS {
                self.draws_dropped += 1;
                continue;
            }
            self.draws.push(DrawRow {
                submission,
                draw: *draw,
                stage: stage.name().to_owned(),
                lanes: work.lanes.running,
                batches: work.lanes.batches,
                fetches: work.moved.fetches,
                read_bytes: work.moved.read,
                written_bytes: work.moved.written,
            });
        }
        let code = Code {
            family,
            memory,
            source,
        };
        for ((stage, address), lines) in &profile.shaders {
            let lines = lines.iter().map(|(ip, line)| code.line(*ip, line));
            self.shader(stage, *address, lines.collect());
        }
        self.slices_dropped += profile.dropped;
    }

    /// Adds runs of a shader. One at the same address with other instructions is another one.
    fn shader(&mut self, stage: &str, address: u64, lines: Vec<LineRow>) {
        let same =
            |row: &ShaderRow| row.stage == stage && row.address == address && row.agrees(&lines);
        match self.shaders.iter().position(same) {
            Some(place) => self.shaders[place].add(lines),
            None if self.shaders.len() == MAX_SHADERS => self.shaders_dropped += 1,
            None => self.shaders.push(ShaderRow {
                stage: stage.to_owned(),
                address,
                lines,
            }),
        }
    }
}

impl ShaderRow {
    /// Whether instructions with the same number have the same text.
    fn agrees(&self, lines: &[LineRow]) -> bool {
        let known = |line: &LineRow| {
            let place = self.place(line.instruction).ok()?;
            Some(&self.lines[place])
        };
        let mut lines = lines.iter();
        lines.all(|line| known(line).is_none_or(|known| known.text == line.text))
    }

    fn place(&self, instruction: u32) -> Result<usize, usize> {
        let lines = &self.lines;
        lines.binary_search_by_key(&instruction, |line| line.instruction)
    }

    fn add(&mut self, lines: Vec<LineRow>) {
        for line in lines {
            match self.place(line.instruction) {
                Ok(place) => self.lines[place].add(&line),
                Err(place) => self.lines.insert(place, line),
            }
        }
    }
}

impl LineRow {
    fn add(&mut self, other: &LineRow) {
        self.lanes += other.lanes;
        self.batches += other.batches;
        self.fetches += other.fetches;
        self.read_bytes += other.read_bytes;
        self.written_bytes += other.written_bytes;
    }
}

impl Code<'_> {
    fn line(&self, instruction: u32, line: &Line) -> LineRow {
        let Lanes { running, batches } = line.lanes;
        let Moved {
            fetches,
            read,
            written,
        } = line.moved;
        let source = (self.source)(line.address);
        let (file, number) = source.unzip();
        LineRow {
            instruction,
            text: self.text(line.address),
            file,
            line: number,
            lanes: running,
            batches,
            fetches,
            read_bytes: read,
            written_bytes: written,
        }
    }

    /// The instruction at an address.
    fn text(&self, address: u64) -> String {
        let len = self.memory.mapped(address).min(INSTRUCTION);
        let mut bytes = vec![0; len as usize];
        let read = self.memory.read(address, &mut bytes, Unit("listing"));
        let least = self.family.instruction_bytes();
        if read.is_err() || bytes.len() < least {
            return String::new();
        }
        let len = self.family.instruction_len(&bytes).unwrap_or(least);
        let text = self.family.instruction(&bytes[..len.min(bytes.len())]);
        text.trim().replace('\n', "; ")
    }
}
