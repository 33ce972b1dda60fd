//! Vertices of many shader records, shaded at the same time: most draws have few.

use std::sync::Arc;

use tilescope_core::{Frame, Location, ordered};

use super::RenderThread;
use super::batch::FragmentCode;
use crate::bin_thread::Units;
use crate::binner::VertexFormat;
use crate::cle::Stopped;
use crate::code::Shader;
use crate::log::Ctx;
use crate::ports::StageKind;
use crate::qpu::thread::Thread;
use crate::records::GlShaderRecord;
use crate::rules::bin;
use crate::shaded::Shaded;
use crate::state::ShaderRef;
use crate::uniforms::UniformWindow;
use crate::vertex::{VertexShader, VertexUnits};
use crate::vertex_batches::{FUEL_PER_GROUP, GROUP};

/// Records that are shaded one after the other, with one VPM: the result does not depend on the
/// number of threads.
const TOGETHER: usize = 16;
/// Maximum number of records that wait.
const MAX_WAITING: usize = 64 * TOGETHER;

/// A record whose vertices wait to be shaded.
pub(super) struct Waiting {
    /// The record.
    pub shader: ShaderRef,
    /// Its contents.
    pub record: GlShaderRecord,
    /// Its first use.
    pub place: Location,
    /// The program of its vertices.
    pub program: Arc<Shader>,
    /// Indices of the vertices.
    pub new: Vec<u16>,
    /// Whether a problem with the record was reported.
    pub suspect: bool,
    /// The fragment shader.
    pub fragment: FragmentCode,
}

/// The vertices of a record.
struct Done {
    vertices: Shaded,
    /// Whether a problem with them was reported.
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

    /// Shades all vertices, which are of one group.
    fn shade(&self, units: &mut VertexUnits<'_>, c: &mut Ctx<'_>) -> Done {
        let shader = self.shader();
        let rows = shader.format.rows();
        let before = c.log.occurrences();
        let mut words = Vec::with_capacity(self.new.len() * rows);
        let ended = shader.group(&self.new, 0, units, &mut words, c);
        let mut vertices = Shaded::new(rows);
        vertices.insert_all(&self.new, words);
        Done {
            vertices,
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
        let vertices = waiting.shader().shade_all(&waiting.new, units, c)?;
        let done = Done {
            vertices,
            suspect: waiting.program.suspect || c.log.occurrences() != before,
            ended: Ok(()),
        };
        self.shaded(&waiting, done, units, c)
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
        let before = units.vpm.clone();
        let outer = c.log.at.clone();
        let ran = ordered(
            c,
            &parts,
            FUEL_PER_GROUP,
            |_, part, c| {
                let mut vpm = before.clone();
                let vu = &mut VertexUnits {
                    machine,
                    vpm: &mut vpm,
                    first_row,
                    thread: &mut Thread::default(),
                    uniforms: &mut UniformWindow::default(),
                };
                let mut done = Vec::with_capacity(part.len());
                for waiting in *part {
                    c.log.at.clone_from(&waiting.place);
                    done.push(waiting.shade(vu, c));
                    if done.last().is_some_and(|d| d.ended.is_err()) {
                        break;
                    }
                }
                (done, vpm)
            },
            |i, (done, vpm), paid, c| {
                *units.vpm = vpm;
                for (waiting, done) in parts[i].iter().zip(done) {
                    c.log.at.clone_from(&waiting.place);
                    self.shaded(waiting, done, units, c)?;
                }
                paid.map_err(|_| parts[i][0].shader().out_of_fuel(c.log))
            },
        );
        c.log.at = outer;
        // Their allocations are used again.
        for done in waiting.drain(..) {
            self.spare.push(done.place);
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
        done: Done,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        done.ended?;
        let (shader, program) = (waiting.shader, &waiting.program);
        let (out, format) = (done.vertices, waiting.shader().format);
        let differing = match done.suspect {
            true => None,
            false => units
                .positions
                .differing(shader, &waiting.new, &out, format),
        };
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
        self.add(shader, waiting.fragment, format, out, units, c)
    }
}
