//! Vertex fetch and shading: batches of up to sixteen vertices through the VPM.

use tilescope_core::{Dump, Frame, Location};

use crate::binner::VertexFormat;
use crate::bus::Port;
use crate::dumps;
use tilescope_tables::packet::{Field, Layout};

use crate::cle::{Stopped, out_of_fuel};
use crate::code::Shader;
use crate::log::{Ctx, Log};
use crate::ports::{Ports, StageKind, ThreadId, VpmPort};
use crate::qpu::thread::{RunEnd, Thread, ThreadInit};
use crate::quirks::{AttributeTail, Quirks};
use crate::records::{Attribute, GlShaderRecord, VertexStage, attribute, gl_shader_record};
use crate::rules::{mem, vpm as rules};
use crate::run::{HANG_CHECK, Machine, check_duration};
use crate::sync::Semaphores;
use crate::tmu::Tmu;
use crate::uniforms::{UniformWindow, Uniforms};
use crate::vpm::{ROW, Vpm, Window};

/// Vertices in a batch: one per lane.
pub const BATCH: usize = ROW;

/// One shader of a GL shader record, ready to shade vertices.
pub struct VertexShader<'a> {
    /// [`StageKind::Coordinate`] or [`StageKind::Vertex`].
    pub stage: StageKind,
    /// The record.
    pub record: &'a GlShaderRecord,
    /// Its program.
    pub shader: &'a Shader,
    /// Format of its output.
    pub format: VertexFormat,
    /// The step from the location of the log to the record, if it is not the last one of
    /// that. Locations are built when there is a finding.
    pub inside: Option<Frame>,
}

/// Parts of the device that vertex shading uses, and state that it keeps between batches.
pub struct VertexUnits<'a> {
    /// Unknowns and modes.
    pub machine: &'a Machine,
    /// Vertex pipe memory.
    pub vpm: &'a mut Vpm,
    /// First row that is not reserved for user programs.
    pub first_row: u32,
    /// A QPU thread.
    pub thread: &'a mut Thread,
    /// Its uniforms.
    pub uniforms: &'a mut UniformWindow,
}

/// Fetches an array for a batch, word by word of all its vertices, into rows from a
/// row and column on as far as they are kept. False if there is anything to report, or
/// words are not whole; then the rows hold anything.
fn gather(
    array: &Attribute,
    batch: &[u16],
    (row, column): (u32, usize),
    kept: u32,
    vpm: &mut Vpm,
    c: &mut Ctx<'_>,
) -> bool {
    let count = batch.len();
    let mut addresses = [0; BATCH];
    let mut values = [0; BATCH];
    let (Some(addresses), Some(values)) = (addresses.get_mut(..count), values.get_mut(..count))
    else {
        return false;
    };
    if !array.size.is_multiple_of(4) {
        return false;
    }
    for (to, index) in addresses.iter_mut().zip(batch) {
        let offset = u32::from(*index).wrapping_mul(array.stride);
        *to = array.address.wrapping_add(offset).into();
    }
    for row in row..row + u32::from(array.size / 4) {
        if !c.bus.memory().gather(addresses, values) {
            return false;
        }
        if row < kept {
            vpm.set_row(row, column, values);
        }
        addresses.iter_mut().for_each(|address| *address += 4);
    }
    c.log.traffic.read[Port::Vcd as usize] += u64::from(array.size) * count as u64;
    true
}

impl VertexShader<'_> {
    fn stage_record(&self) -> &VertexStage {
        match self.stage {
            StageKind::Coordinate => &self.record.coordinate,
            _ => &self.record.vertex,
        }
    }

    /// Location of the record, given that of the log.
    fn at(&self, outer: &Location) -> Location {
        match &self.inside {
            Some(record) => outer.inside(record.clone()),
            None => outer.clone(),
        }
    }

    /// Checks the attributes of the record.
    pub fn check(&self, log: &mut Log) {
        let stage = self.stage_record();
        let site = (stage.code_address, self.stage as u32);
        let mut find = |rule, at: &dyn Fn(&Location) -> Location, message: String| {
            log.find(rule, site, |outer| (at(outer), message));
        };
        let (select, size, offset) = match self.stage {
            StageKind::Coordinate => (
                &gl_shader_record::CS_ATTRIBUTES,
                &gl_shader_record::CS_ATTRIBUTES_SIZE,
                &attribute::CS_OFFSET,
            ),
            _ => (
                &gl_shader_record::VS_ATTRIBUTES,
                &gl_shader_record::VS_ATTRIBUTES_SIZE,
                &attribute::VS_OFFSET,
            ),
        };
        let at = |outer: &Location, f: &Field| self.at(outer).at_bits(f.lo, f.hi());
        if stage.attributes == 0 || stage.attributes_size == 0 {
            find(
                &rules::NO_ATTRIBUTES,
                &|outer| {
                    let empty = match stage.attributes {
                        0 => select,
                        _ => size,
                    };
                    at(outer, empty)
                },
                format!("the {} shader selects no attributes", self.stage.name()),
            );
        }
        let n = self.record.attributes.len();
        let absent = u32::from(stage.attributes) >> n;
        if absent != 0 {
            find(
                &rules::ATTRIBUTE_NOT_IN_RECORD,
                &|outer| at(outer, select),
                format!(
                    "the {} shader selects arrays {:#04x}, but the record has {n}",
                    self.stage.name(),
                    stage.attributes
                ),
            );
        }
        let selected = |i: &usize| stage.attributes >> i & 1 != 0;
        for i in (0..n).filter(selected) {
            let (start, end) = self.span(i);
            let under = (0..i).filter(selected).find(|&j| {
                let (earlier, earlier_end) = self.span(j);
                start <= earlier && earlier < end && earlier < earlier_end
            });
            if let Some(j) = under {
                find(
                    &rules::ATTRIBUTES_OVERLAP,
                    &|outer| self.attribute(outer, i, offset),
                    format!(
                        "array {i} starts at byte {start} of the {} shader's rows and overlaps array {j}",
                        self.stage.name()
                    ),
                );
            }
            if start >= usize::from(stage.attributes_size) {
                find(
                    &rules::TOTAL_SIZE_MISMATCH,
                    &|outer| self.attribute(outer, i, offset),
                    format!(
                        "array {i} starts at byte {start}, but the total size is {}",
                        stage.attributes_size
                    ),
                );
            }
        }
    }

    /// Field `field` of array `i` in the record, given the location of the log.
    fn attribute(&self, outer: &Location, i: usize, field: &Field) -> Location {
        let at = self.at(outer);
        let record = match at.frames.last() {
            Some(Frame::Record(_, address)) => *address,
            _ => 0,
        };
        let size = |layout: &Layout| u64::from(layout.size);
        let before = size(&gl_shader_record::LAYOUT) + i as u64 * size(&attribute::LAYOUT);
        at.inside(Frame::Record("attribute", record + before))
            .at_bits(field.lo, field.hi())
    }

    /// The byte range of array `i` in a batch's rows.
    fn span(&self, i: usize) -> (usize, usize) {
        let start = usize::from(self.offset(i));
        let size = usize::from(self.record.attributes[i].size);
        (start, start + size.next_multiple_of(4))
    }

    fn offset(&self, i: usize) -> u8 {
        let a = &self.record.attributes[i];
        match self.stage {
            StageKind::Coordinate => a.cs_offset,
            _ => a.vs_offset,
        }
    }

    /// Fetches the attributes of `batch` into the rows at `first`.
    fn fetch(&self, batch: &[u16], first: u32, units: &mut VertexUnits<'_>, c: &mut Ctx<'_>) {
        let stage = self.stage_record();
        let kept = match units.machine.quirks.attribute_tail {
            AttributeTail::Dropped => first + u32::from(stage.attributes_size).div_ceil(4),
            AttributeTail::Fetched => u32::MAX,
        };
        for (i, a) in self.record.attributes.iter().enumerate() {
            if stage.attributes >> i & 1 == 0 {
                continue;
            }
            let row = first + u32::from(self.offset(i)) / 4;
            let column = units.machine.quirks.vpm_first.1;
            if gather(a, batch, (row, column), kept, units.vpm, c) {
                continue;
            }
            let len = usize::from(a.size);
            let mut bytes = [0u8; 256 + 4];
            for (lane, index) in batch.iter().enumerate() {
                let addr = a
                    .address
                    .wrapping_add(u32::from(*index).wrapping_mul(a.stride));
                let bytes = &mut bytes[..len.next_multiple_of(4)];
                bytes.fill(0);
                if let Err(fault) = c.bus.read(c.log, Port::Vcd, addr, &mut bytes[..len]) {
                    c.log
                        .find(&mem::ATTRIBUTE_READ, (a.address, i as u32), |outer| {
                            (
                                self.attribute(outer, i, &attribute::STRIDE),
                                format!(
                                    "array {i} of vertex {index} is at {:#010x} + {index} * {} = \
                                 {addr:#010x}: {fault}; zeros were used",
                                    a.address, a.stride
                                ),
                            )
                        });
                } else if !c.bus.initialised(addr, len as u32) {
                    c.log.find(
                        &mem::UNINITIALISED_ATTRIBUTE,
                        (a.address, i as u32),
                        |outer| {
                            (
                                self.attribute(outer, i, &attribute::STRIDE),
                                format!(
                                    "array {i} of vertex {index} at {addr:#010x} was never written"
                                ),
                            )
                        },
                    );
                }
                for (row, w) in (row..kept).zip(bytes.chunks_exact(4)) {
                    let word = u32::from_le_bytes([w[0], w[1], w[2], w[3]]);
                    units.vpm.set(row, ((lane + column) % ROW) as u32, word);
                }
            }
        }
    }

    /// Cost of fetching and storing `vertices`, in units of fuel.
    fn cost(&self, vertices: usize) -> u64 {
        let selected = self.stage_record().attributes;
        let arrays = self.record.attributes.iter().enumerate();
        let bytes = arrays
            .filter(|(i, _)| selected >> i & 1 != 0)
            .map(|(_, a)| 16 + u64::from(a.size) / 4);
        let per_vertex = bytes.sum::<u64>() + self.format.rows() as u64;
        256 + per_vertex * vertices as u64
    }

    /// Reports that the fuel ran out.
    pub(crate) fn out_of_fuel(&self, log: &mut Log) -> Stopped {
        let site = (self.shader.address, self.stage as u32);
        let what = "vertices were still being shaded";
        out_of_fuel(what, self.at(&log.at), site, log)
    }

    /// Shades up to sixteen vertices and appends their words to `out`.
    pub fn shade(
        &self,
        batch: &[u16],
        qpu: u8,
        units: &mut VertexUnits<'_>,
        out: &mut Vec<u32>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let quirks: &Quirks = &units.machine.quirks;
        let stage = self.stage_record();
        if c.fuel.take(self.cost(batch.len())).is_err() {
            return Err(self.out_of_fuel(c.log));
        }
        let rows_in = u32::from(stage.attributes_size).div_ceil(4);
        let rows_out = self.format.rows() as u32;
        let (row, column) = quirks.vpm_first;
        let read = units.first_row + row;
        let write = read + rows_in.next_multiple_of(quirks.vpm_segment_rows);
        units
            .vpm
            .poison(read, write - read + rows_out, quirks.poison);
        self.fetch(batch, read, units, c);

        let id = ThreadId {
            stage: self.stage,
            code: self.shader.address,
            qpu,
        };
        let max = self.shader.summary.uniforms.max;
        (units.uniforms).refetch(stage.uniforms_address, max, &c.bus, c.log);
        let mut uniforms = Uniforms::new(units.uniforms);
        let mut port = VpmPort::new(Window { read, write }).with_shares(rows_in, rows_out);
        let mut tmu = Tmu::default();
        let mut sync = Semaphores::default();
        let init = ThreadInit {
            qpu_number: qpu.into(),
            ..ThreadInit::default()
        };
        let stream = units.uniforms.stream();
        (units.thread).start(&self.shader.program, &init, stream);
        let limit = c.fuel.left();
        let mut left = limit;
        let mut ports = Ports {
            bus: c.bus,
            log: c.log,
            quirks,
            thread: id,
            uniforms: &mut uniforms,
            tmu: &mut tmu,
            vpm: Some((units.vpm, &mut port)),
            fragments: None,
            sync: &mut sync,
            ip: 0,
            budget: limit,
            suspect: self.shader.suspect,
        };
        let mode = units.machine.mode;
        let end = units
            .thread
            .run(&self.shader.program, &mut ports, &mut left, mode);
        let used = limit - left;
        let spent = limit - ports.budget;
        c.log.count_fetches(tmu.fetches());
        let _ = c.fuel.take(used + spent);
        for (counter, n) in self
            .counters()
            .into_iter()
            .zip([1, used, batch.len() as u64])
        {
            c.log.counters.add(counter, n);
        }
        if end != RunEnd::Ended || units.thread.executed() > HANG_CHECK {
            let record = self.at(&c.log.at);
            let saved = std::mem::replace(&mut c.log.at, record);
            check_duration(id, units.thread, c.log);
            let stopped = (end != RunEnd::Ended)
                .then(|| crate::run::stopped(&end, id, self.shader, units.thread, c.log));
            c.log.at = saved;
            stopped.map_or(Ok(()), Err)?;
        }
        self.check_use(&port, rows_in, rows_out, c.log);
        let rows = self.format.rows();
        let first = out.len();
        out.resize(first + batch.len() * rows, 0);
        for k in 0..rows {
            let row = units.vpm.row(write + k as u32);
            for (i, vertex) in out[first..].chunks_exact_mut(rows).enumerate() {
                vertex[k] = row[(i + column) % ROW];
            }
        }
        if c.log.wants(dumps::VPM) {
            let rows = (read..read + rows_in).chain(write..write + rows_out);
            let title = format!(
                "VPM after {} shader {:#010x}, {} vertices: input from row {read:#04x}, output from row {write:#04x}",
                self.stage.name(),
                self.shader.address,
                batch.len()
            );
            let written = |r: u32| {
                let mask = units.vpm.row_written(r);
                let words = (0..).zip(units.vpm.row(r));
                words.map(move |(lane, word)| (mask >> lane & 1 != 0).then_some(*word))
            };
            let rows = rows
                .map(|r| (format!("[{r:#04x}]"), written(r).collect()))
                .collect();
            c.log.dump(Dump {
                kind: dumps::VPM,
                title,
                rows,
            });
        }
        if c.log.wants(dumps::QPU) {
            c.log.dump(crate::run::registers(
                id,
                &self.shader.program,
                units.thread,
            ));
        }
        Ok(())
    }

    fn check_use(&self, port: &VpmPort, rows_in: u32, rows_out: u32, log: &mut Log) {
        if self.shader.suspect {
            return;
        }
        let site = (self.shader.address, self.stage as u32);
        let id = ThreadId {
            stage: self.stage,
            code: self.shader.address,
            qpu: 0,
        };
        if port.reads < rows_in {
            log.find(&rules::UNREAD_ATTRIBUTES, site, |outer| {
                (
                    id.locate(&self.at(outer), port.last_read),
                    format!(
                        "{} of {rows_in} attribute vectors were read, the last of them here",
                        port.reads
                    ),
                )
            });
        }
        if port.writes < rows_out {
            log.find(&rules::OUTPUT_INCOMPLETE, site, |outer| {
                let message = match port.last_write {
                    Some(_) => format!(
                        "{} of {rows_out} rows of the shaded vertex were written, the last of \
                         them here",
                        port.writes
                    ),
                    None => format!("none of {rows_out} rows of the shaded vertex was written"),
                };
                let ip = port.last_write.unwrap_or(0);
                (id.locate(&self.at(outer), ip), message)
            });
        }
        if port.writes > rows_out {
            log.find(&rules::OUTPUT_EXCESS, site, |outer| {
                (
                    id.locate(&self.at(outer), port.last_write.unwrap_or(0)),
                    format!(
                        "{} rows were written, but the shaded vertex has {rows_out}",
                        port.writes
                    ),
                )
            });
        }
        if port.dma_pending() {
            log.find(&rules::DMA_NOT_WAITED, site, |outer| {
                let program = Frame::Shader(self.stage.name(), self.shader.address.into());
                (
                    self.at(outer).inside(program),
                    "the program ended without waiting for its DMA".to_owned(),
                )
            });
        }
    }

    /// Counters of threads, instructions and vertices.
    fn counters(&self) -> [&'static str; 3] {
        match self.stage {
            StageKind::Coordinate => [
                "qpu.coordinate.threads",
                "qpu.coordinate.instructions",
                "vertices.coordinate",
            ],
            _ => [
                "qpu.vertex.threads",
                "qpu.vertex.instructions",
                "vertices.vertex",
            ],
        }
    }
}
