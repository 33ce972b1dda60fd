//! A draw of a binning list: indices, vertices, primitives.

use tilescope_core::profile::{Part, Stage};
use tilescope_core::{Frame, Location};
use tilescope_draw::Assembler;

use super::{BinThread, Pause, Units, checks};
use crate::binner::{Binner, Draw, PlacedAhead, VertexFormat};
use crate::check::Stage as ShaderStage;
use crate::cle::{At, Cursor, Stopped, out_of_fuel};
use crate::indices::{DrawCommand, Fetch, IndexProblems, Source, topology};
use crate::log::{Ctx, Log};
use crate::packets::PrimitiveMode;
use crate::ports::StageKind;
use crate::rules::{cl, mem};
use crate::shaded::Shaded;
use crate::shader_records::{gl_record, nv_format, nv_record, nv_vertices};
use crate::state::{DrawState, ShaderRef};
use crate::tile_lists::NoRoom;
use crate::vertex::VertexShader;
use tilescope_draw::IndexSet;

/// Number of draws after which the hardware's counter of state changes wraps.
/// Source: HW-2116, as Mesa `vc4_draw.c` guards against it.
const MAX_DRAWS: u32 = 0x1ef0;

/// A draw whose vertices are shaded.
pub(super) struct Pending {
    at: At,
    location: Location,
    command: DrawCommand,
    state: DrawState,
    clipping: bool,
    vertices: Shaded,
    /// Whether a problem with the vertices was reported.
    suspect: bool,
    format: VertexFormat,
    /// Primitives already in the lists.
    binned: u64,
}

/// Cost of a draw in units of fuel, besides its vertices and primitives.
const FUEL_PER_DRAW: u64 = 2048;
/// Primitives that are assembled before any is binned.
const AHEAD: usize = 1 << 13;
/// Cost of clipping and setting up a primitive, in units of fuel.
const FUEL_PER_PRIMITIVE: u64 = 64;

impl BinThread {
    /// Fetches and shades a draw, and makes it pending.
    pub(super) fn draw(
        &mut self,
        at: At,
        draw: DrawCommand,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Pause> {
        let index = self.draws;
        self.draws += 1;
        let mut location = std::mem::take(&mut self.spare);
        Cursor::enter(self.cursor.list(), &c.log.at, at, &mut location);
        location.frames.push(Frame::Draw(index));
        let outer = std::mem::replace(&mut c.log.at, location);
        let began = c.log.begin();
        let prepared = self.prepare(at, draw, units, c);
        c.log.end(began, || Part::of_draw(Stage::Draw, Some(index)));
        let location = std::mem::replace(&mut c.log.at, outer);
        self.pending = prepared?.map(|mut draw| {
            draw.location = location;
            draw
        });
        Ok(())
    }

    fn prepare(
        &mut self,
        at: At,
        command: DrawCommand,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<Option<Box<Pending>>, Pause> {
        let DrawCommand {
            mode,
            source,
            length,
        } = command;
        let site = (at.address, 0);
        if !self.binner.as_ref().is_some_and(Binner::started) {
            let here = c.log.at.clone();
            let message = "this draw comes before START_TILE_BINNING".to_owned();
            return Err(Stopped::by(&cl::NO_START_TILE_BINNING, here, message, site, c.log).into());
        }
        let missing: Vec<&str> = [
            (self.state.shader.is_none(), "shader state"),
            (self.state.config.is_none(), "configuration bits"),
            (self.state.clip_window.is_none(), "clip window"),
            (self.state.viewport.is_none(), "viewport offset"),
        ]
        .into_iter()
        .filter_map(|(m, what)| m.then_some(what))
        .collect();
        if !missing.is_empty() {
            let message = format!("no record in this list sets the {}", missing.join(", the "));
            c.log
                .find(&cl::DRAW_BEFORE_STATE, site, |here| (here.clone(), message));
        }
        let Some(shader) = self.state.shader else {
            return Ok(None);
        };
        let binned = units.binned_records.note_draw(shader, self.draws - 1);
        if topology(mode).is_none() {
            c.log.find(&cl::PRIMITIVE_TYPE, site, |here| {
                (
                    here.clone(),
                    format!("the primitive mode is {}", mode.bits()),
                )
            });
            return Ok(None);
        }
        if mode == PrimitiveMode::LineLoop && length == 2 {
            c.log.find(&cl::LINE_LOOP_OF_TWO, site, |here| {
                (here.clone(), "the loop has 2 vertices".to_owned())
            });
        }
        if self.draws == MAX_DRAWS + 1 {
            c.log.find(&cl::TOO_MANY_DRAWS, site, |here| {
                (
                    here.clone(),
                    format!("this is draw {} of the list", self.draws),
                )
            });
        }
        let least = match mode {
            PrimitiveMode::Points => 1,
            PrimitiveMode::Lines | PrimitiveMode::LineLoop | PrimitiveMode::LineStrip => 2,
            _ => 3,
        };
        if length < least {
            c.log.find(&cl::EMPTY_DRAW, site, |here| {
                (here.clone(), format!("the draw has {length} vertices"))
            });
        }
        let samples = self
            .binner
            .as_ref()
            .map(Binner::samples)
            .unwrap_or_default();
        // The opposite is `GL_MULTISAMPLE` off: a fragment covers all samples.
        let oversample = self.state.config().oversample.bits() != 0;
        if oversample && samples.count() != 4 {
            c.log.find(&cl::MS_MODE_MISMATCH, site, |here| {
                let message = format!(
                    "the rasteriser oversamples; samples per pixel in binning: {}",
                    samples.count()
                );
                (here.clone(), message)
            });
        }

        let mut used = IndexSet::default();
        let mut all = std::mem::take(&mut self.indices);
        all.clear();
        let generated = matches!(source, Source::Array { .. });
        let mut fetch = Fetch::new(source, length, c.bus);
        units.shaders.make_room();
        let mut enough = c.fuel.take(FUEL_PER_DRAW).is_ok();
        while let (true, Some(i)) = (enough, fetch.next()) {
            match generated {
                // In order, and each once.
                true => all.push(i as u16),
                false => used.insert(i as u16),
            }
            enough = c.fuel.take(1).is_ok();
        }
        all.extend(used.iter());
        let problems = fetch.problems;
        fetch.count_bytes(c.log);
        if !enough {
            let (what, here) = ("the indices were still being fetched", c.log.at.clone());
            return Err(out_of_fuel(what, here, site, c.log).into());
        }
        report_indices(&problems, source, length, site, c.log);

        let suspect;
        let (format, clipping, vertices) = match shader {
            ShaderRef::Gl {
                address,
                attributes,
                extended,
            } => {
                let spare = std::mem::take(&mut units.record);
                let record = (address, attributes, extended);
                let record = gl_record(spare, record, &c.bus, c.log)?;
                let program = units.shaders.load(
                    ShaderStage::Coordinate,
                    record.coordinate.code_address,
                    &units.machine.qpu_quirks,
                    c,
                )?;
                let format = VertexFormat {
                    clip: true,
                    point_size: record.point_size,
                    varyings: 0,
                };
                let before = c.log.occurrences();
                let coordinate = VertexShader {
                    stage: StageKind::Coordinate,
                    record: &record,
                    shader: &program,
                    format,
                    inside: Some(shader.frame()),
                };
                coordinate.check(c.log);
                Stopped::check(c.log)?;
                let mut words = std::mem::take(&mut self.words);
                words.clear();
                coordinate.shade_all(&all, units, &mut words, c)?;
                let mut vertices = Shaded::new(format.rows());
                vertices.insert_all(&all, words);
                suspect = program.suspect || c.log.occurrences() != before;
                if !suspect {
                    let records = &mut *units.binned_records;
                    records.note_positions(binned, &all, &vertices, format);
                }
                let clipping = record.enable_clipping;
                units.record = record;
                (format, clipping, vertices)
            }
            ShaderRef::Nv { address } => {
                let record = nv_record(address, &c.bus, c.log)?;
                let format = nv_format(&record);
                let before = c.log.occurrences();
                let words = nv_vertices(&record, format, all.iter().copied(), address, c)?;
                let mut vertices = Shaded::new(format.rows());
                vertices.insert_all(&all, words);
                suspect = c.log.occurrences() != before;
                (format, record.enable_clipping, vertices)
            }
            ShaderRef::Vg { .. } => {
                c.log.unimplemented("VG shader state");
                return Ok(None);
            }
        };
        self.indices = all;
        let unset = checks::unset(&self.state, mode, format.point_size, clipping);
        if !unset.is_empty() {
            let message = format!("no record in this list sets the {}", unset.join(", the "));
            c.log
                .find(&cl::STALE_STATE, site, |here| (here.clone(), message));
        }
        let draw = Pending {
            at,
            location: Location::default(),
            command,
            state: self.state.clone(),
            clipping,
            vertices,
            suspect,
            format,
            binned: 0,
        };
        Ok(Some(match self.drawn.take() {
            Some(mut last) => {
                *last = draw;
                last
            }
            None => Box::new(draw),
        }))
    }

    /// Bins the pending draw, from where it stopped.
    pub(super) fn bin(&mut self, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Pause> {
        let (Some(mut p), Some(binner)) = (self.pending.take(), &mut self.binner) else {
            return Ok(());
        };
        let Some(topology) = topology(p.command.mode) else {
            return Ok(());
        };
        let began = c.log.begin();
        let quirks = &units.machine.quirks;
        let (provoking, bus) = (quirks.provoking_vertex, c.bus);
        let indices = || Fetch::new(p.command.source, p.command.length, bus);
        let draw = Draw {
            state: &p.state,
            placing: binner.placing(&p.state, quirks),
            quirks,
            clipping: p.clipping,
            vertices: &p.vertices,
            suspect: p.suspect,
            format: p.format,
            at: &p.location,
            site: p.at.address,
        };
        let mut fetch = indices();
        let mut primitives = Assembler::new(topology, provoking, None, &mut fetch);
        let mut batch = std::mem::take(&mut self.batch);
        let (mut failed, mut count) = (None, 0);
        loop {
            batch.clear();
            let next = primitives.by_ref().take(AHEAD);
            batch.extend(next.map(|primitive| primitive.map(|i| i as u16)));
            let ahead = match count + (batch.len() as u64) > p.binned {
                true => draw.place_ahead(&batch, c.workers),
                false => PlacedAhead::default(),
            };
            for (n, indices) in batch.iter().enumerate() {
                count += 1;
                let paid = c.fuel.take(FUEL_PER_PRIMITIVE);
                let binned = match paid {
                    Ok(()) if count <= p.binned => Ok(()),
                    Ok(()) => binner.primitive(&draw, *indices, ahead.get(n), c),
                    Err(_) => Err(NoRoom::OutOfFuel),
                };
                if let Err(e) = binned {
                    failed = Some(e);
                    break;
                }
            }
            if failed.is_some() || batch.len() < AHEAD {
                break;
            }
        }
        if failed.is_some() {
            // Those ahead are fetched again.
            fetch = indices();
            let again = Assembler::new(topology, provoking, None, &mut fetch);
            again.take(count as usize).for_each(drop);
        }
        self.batch = batch;
        fetch.count_bytes(c.log);
        c.log.end_work(began, || {
            Part::of_draw(Stage::Primitives, p.location.draw())
        });
        let at = p.at;
        match failed {
            None => {
                self.spare = std::mem::take(&mut p.location);
                self.words = std::mem::take(&mut p.vertices).into_words();
                self.drawn = Some(p);
                Ok(())
            }
            Some(e) => {
                p.binned = count - 1;
                self.pending = Some(p);
                Err(self.no_room(at, e, c.log))
            }
        }
    }
}

fn report_indices(t: &IndexProblems, source: Source, length: u32, site: (u32, u32), log: &mut Log) {
    let mut find = |rule, message: String| log.find(rule, site, |here| (here.clone(), message));
    if let Some((at, index)) = t.above_max {
        let Source::List { max, .. } = source else {
            return;
        };
        find(
            &cl::MAX_INDEX_EXCEEDED,
            format!("index {at} is {index}, and the maximum is {max}"),
        );
    }
    if let Some(at) = t.unreadable {
        find(
            &mem::INDEX_READ,
            format!("index {at} of {length} is not in any buffer; the draw ends there"),
        );
    }
    if let Some(at) = t.unwritten {
        find(
            &mem::UNINITIALISED_INDEX,
            format!("the indices from {at} on were never written"),
        );
    }
    if t.above_16_bits {
        let draw = match source {
            Source::Array { first } => format!("{length} vertices from vertex {first} on"),
            Source::List { address, .. } => format!("{length} indices at {address:#010x}"),
        };
        find(
            &cl::ARRAYS_OVER_65535,
            format!("{draw} extend past index 65535; the draw ends there"),
        );
    }
}
