//! Vertices of many shader records, shaded at the same time: most draws have few.

use std::sync::Arc;

use tilescope_core::{Frame, Location, ordered};

use super::RenderThread;
use super::batch::FragmentCode;
use crate::bin_thread::Units;
use crate::binned::BinnedRecord;
use crate::binner::VertexFormat;
use crate::cle::{ListPlace, Stopped};
use crate::code::Shader;
use crate::log::Ctx;
use crate::ports::StageKind;
use crate::records::GlShaderRecord;
use crate::rules::bin;
use crate::state::ShaderRef;
use crate::vertex::{VertexShader, VertexUnits};
use crate::vertex_batches::{FUEL_PER_GROUP, GROUP};

/// Records that are shaded one after the other, with one VPM: the result does not depend on the
/// number of threads.
const TOGETHER: usize = 32;
/// Maximum number of records that wait.
const MAX_WAITING: usize = 32 * TOGETHER;

/// A record whose vertices wait to be shaded.
pub(super) struct Waiting {
    /// The record.
    pub shader: ShaderRef,
    /// Its contents.
    pub record: GlShaderRecord,
    /// Its first use.
    pub place: ListPlace,
    /// The same, as binning knows it.
    pub binned: Option<BinnedRecord>,
    /// The program of its vertices.
    pub program: Arc<Shader>,
    /// Indices of the vertices.
    pub new: Vec<u16>,
    /// Whether a problem with the record was reported.
    pub suspect: bool,
    /// The fragment shader.
    pub fragment: FragmentCode,
}

/// The result for a record.
struct Done {
    /// The end of its words in those of its part.
    end: usize,
    /// Whether a problem with its vertices was reported.
    suspect: bool,
    ended: Result<(), Stopped>,
}

impl Waiting {
    fn shader(&self) -> VertexShader<'_> {
        VertexShader {
            stage: StageKind::Vertex,
            record: &self.record,
            shader: &self.program,
            format: VertexFormat {
                clip: false,
                point_size: self.record.point_size,
                varyings: self.record.fs_varyings.into(),
            },
            inside: None,
        }
    }

    /// Sets the location of findings about it.
    fn enter(&self, outer: &Location, here: &mut Location) {
        self.place.enter(outer, here);
        self.shader.enter(here, self.fragment.draw);
    }

    /// Shades all vertices, which are of one group, and appends their words to `words`.
    fn shade(&self, units: &mut VertexUnits<'_>, words: &mut Vec<u32>, c: &mut Ctx<'_>) -> Done {
        let before = c.log.occurrences();
        let ended = self.shader().group(&self.new, 0, units, words, c);
        Done {
            end: words.len(),
            suspect: self.suspect || self.program.suspect || c.log.occurrences() != before,
            ended,
        }
    }
}

impl RenderThread {
    /// Checks a record, and lets its vertices wait until they are shaded.
    pub(super) fn wait(
        &mut self,
        waiting: Waiting,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let shader = waiting.shader();
        let before = c.log.occurrences();
        shader.check(c.log);
        let checked = Stopped::noted(c.log).map_or(Ok(()), Err);
        let alone = waiting.new.len() > GROUP || !shader.is_independent(c.log);
        if checked.is_err() || alone || self.waiting.len() == MAX_WAITING {
            self.shade_waiting(units, c)?;
        }
        checked?;
        let suspect = c.log.occurrences() != before;
        if !alone {
            self.waiting.push(Waiting { suspect, ..waiting });
            return Ok(());
        }
        let mut words = Vec::new();
        waiting
            .shader()
            .shade_all(&waiting.new, units, &mut words, c)?;
        let suspect = waiting.program.suspect || c.log.occurrences() != before;
        self.shaded(&waiting, &words, suspect, units, c)
    }

    /// Shades the vertices that wait.
    pub(super) fn shade_waiting(
        &mut self,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        let parts: Vec<&[Waiting]> = waiting.chunks(TOGETHER).collect();
        let (machine, first_row) = (units.machine, units.first_row);
        let (before, idle) = (units.vpm.clone(), units.idle);
        let here = c.log.at.clone();
        let outer = self.outer.clone();
        c.log.at.clone_from(&outer);
        let ran = ordered(
            c,
            &parts,
            FUEL_PER_GROUP,
            |_, part, c| {
                let mut state = idle.vertex_state(&before);
                let vu = &mut VertexUnits {
                    machine,
                    vpm: &mut state.vpm,
                    first_row,
                    thread: &mut state.thread,
                    uniforms: &mut state.uniforms,
                };
                let (mut words, mut done) = (Vec::new(), Vec::with_capacity(part.len()));
                for waiting in *part {
                    waiting.enter(&outer, &mut c.log.at);
                    done.push(waiting.shade(vu, &mut words, c));
                    if done.last().is_some_and(|d| d.ended.is_err()) {
                        break;
                    }
                }
                (done, words, state)
            },
            |i, (done, words, mut state), paid, c| {
                std::mem::swap(units.vpm, &mut state.vpm);
                idle.put_vertex_state(state);
                let mut start = 0;
                for (waiting, done) in parts[i].iter().zip(done) {
                    waiting.enter(&outer, &mut c.log.at);
                    done.ended?;
                    let words = &words[start..done.end];
                    start = done.end;
                    self.shaded(waiting, words, done.suspect, units, c)?;
                }
                paid.map_err(|_| parts[i][0].shader().out_of_fuel(c.log))
            },
        );
        c.log.at = here;
        // Their allocations are used again.
        for done in waiting.drain(..) {
            self.spare_new.push(done.new);
            self.spare_records.push(done.record);
        }
        self.waiting = waiting;
        ran
    }

    /// Keeps the vertices of a record.
    fn shaded(
        &mut self,
        waiting: &Waiting,
        words: &[u32],
        suspect: bool,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let (shader, program, new) = (waiting.shader, &waiting.program, &waiting.new);
        let format = waiting.shader().format;
        let binned = waiting.binned.filter(|_| !suspect);
        let records = &*units.binned_records;
        let differing = binned.and_then(|binned| records.differing(binned, new, words, format));
        if let Some((i, binned, now)) = differing {
            let pixels =
                |[x, y]: [i16; 2]| format!("({}, {})", f32::from(x) / 16.0, f32::from(y) / 16.0);
            c.log
                .find(&bin::PASSES_DISAGREE, (shader.address(), 0), |outer| {
                    let at = outer.inside(Frame::Shader("vertex", program.address.into()));
                    let message = format!(
                        "the coordinate shader places vertex {i} at {}, the vertex shader at {}",
                        pixels(binned),
                        pixels(now)
                    );
                    (at, message)
                });
        }
        self.add(shader, waiting.fragment, format, (new, words), units, c)
    }
}
