//! Primitive setup engine of one tile: from list items to quads.

use tilescope_core::{Frame, Fuel, Location, MemFault};
use tilescope_draw::Assembler;
use tilescope_exec::{Vectorised, vectorised};
use tilescope_raster::offset::offset_steps;
use tilescope_raster::{Gradients, Plane, Quad, RasterRules, Rect};

use super::flat::Alike;
use super::{Prepared, Segment, Worker};
use crate::binner::CLIPPED_VERTEX_BYTES;
use crate::bus::Port;
use crate::cle::{Cursor, ListPlace, Stopped};
use crate::cmd::compressed::{Decoder, Item};
use crate::fragment::{Primitive, Surface, depth_test};
use crate::indices::{DrawCommand, Fetch, topology};
use crate::log::{Ctx, Log};
use crate::packets::Packet;
use crate::prim::{self, Face, Indices, ScreenVertex, Shape};
use crate::quirks::Quirks;
use crate::rules::{cl, mem};
use crate::state::{Applied, DrawState};

/// Cost of setting up a primitive and finding its quads, in units of fuel.
const FUEL_PER_PRIMITIVE: u64 = 128;

/// A record that draws, and the state at it.
#[derive(Clone, Copy)]
struct Record<'r, 'a> {
    state: &'r DrawState,
    place: Place<'r>,
    /// The shader record of the state.
    prepared: Option<&'a Prepared>,
}

/// The place of a record, of which a location is built when there is a finding.
#[derive(Clone, Copy)]
struct Place<'r> {
    outer: &'r Location,
    inner: &'r ListPlace,
}

impl Place<'_> {
    fn location(self) -> Location {
        Cursor::locate_in(self.inner.list.clone(), self.outer, self.inner.at)
    }

    /// Address of the record.
    fn address(self) -> u32 {
        self.inner.at.address
    }
}

/// Setup that is the same for all primitives until the state changes.
pub(super) struct Setup<'a> {
    pub prepared: &'a Prepared,
    pub rules: RasterRules,
    clip: Rect,
    pub code: u32,
    /// Knowledge of the threads.
    pub alike: Alike,
    /// Whether threads wait for others.
    pub waits: bool,
}

/// The quads of a primitive.
struct Walk<'w> {
    rules: &'w RasterRules,
    clip: Rect,
    quirks: &'w Quirks,
    state: &'w DrawState,
    vertices: &'w [ScreenVertex],
    point_size: Option<f32>,
    quads: &'w mut Vec<Quad>,
}

/// A primitive whose quads are known.
struct Walked {
    gradients: Gradients,
    face: Face,
    /// Varyings before those of the vertices.
    implicit: ([Plane; 2], usize),
    is_triangle: bool,
}

impl Vectorised for Walk<'_> {
    type Output = Option<Walked>;

    #[inline(always)]
    fn run(self) -> Option<Walked> {
        let shape = Shape::new(
            self.rules,
            self.quirks,
            self.state,
            self.vertices,
            self.point_size,
        );
        let (shape, face) = shape.as_ref().ok()?;
        shape.walk(self.clip, |quad| self.quads.push(quad));
        Some(Walked {
            gradients: shape.gradients(self.rules),
            face: *face,
            implicit: shape.implicit_varyings(),
            is_triangle: matches!(shape, Shape::Triangle(_)),
        })
    }
}

impl<'a> Worker<'a> {
    /// Walks a segment again and draws its primitives.
    pub(super) fn draw(&mut self, segment: &Segment) -> Result<(), Stopped> {
        // A vertex shader may have changed the list since it was first walked, and even
        // made it endless.
        let before = self.fuel.left();
        let mut walk_fuel = self.fuel;
        let outer = self.log.at.clone();
        self.outer.clone_from(&outer);
        let result = self.walk(segment, &outer, &mut walk_fuel);
        self.log.at = outer;
        let _ = self.fuel.take(before - walk_fuel.left());
        if let Err(Stopped::By(f)) = &result {
            self.log.ensure(f);
        }
        result
    }

    /// Attributes findings from here on to primitives of the record at `place`.
    /// Returns their shader record.
    fn set_location(&mut self, place: Place<'_>, state: &DrawState) -> Option<&'a Prepared> {
        let records = self.shared.records;
        let prepared = state.shader.and_then(|shader| records.get(shader));
        self.record = Some(place.inner.clone());
        let (x, y) = self.coordinates;
        let here = &mut self.log.at;
        place.inner.enter(place.outer, here);
        here.frames.push(Frame::Tile(x.into(), y.into()));
        if let Some(shader) = state.shader {
            shader.enter(here, prepared.and_then(|p| p.draw));
        }
        prepared
    }

    fn walk(
        &mut self,
        segment: &Segment,
        outer: &Location,
        walk_fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let mut setup = None;
        let walked = self.records(segment, outer, walk_fuel, &mut setup);
        // Threads that wait are before what stopped the walk.
        let ran = self.run_setup(&setup);
        self.end_drawing();
        ran?;
        walked
    }

    /// Runs the threads of a setup that wait.
    fn run_setup(&mut self, setup: &Option<Setup<'a>>) -> Result<(), Stopped> {
        setup.as_ref().map_or(Ok(()), |s| self.run_waiting(s))
    }

    /// Walks the records of a segment.
    fn records(
        &mut self,
        segment: &Segment,
        outer: &Location,
        walk_fuel: &mut Fuel,
        setup: &mut Option<Setup<'a>>,
    ) -> Result<(), Stopped> {
        let mut cursor = segment.cursor.clone();
        let mut state = segment.state.clone();
        let mut decoder = segment.decoder;
        // Prefetched bytes may be older than the binner's writes.
        cursor.refetch();
        let bus = self.shared.bus;
        // Findings of the walk were reported when the list was first walked.
        let mut walk = Log::default();
        walk.at = outer.clone();
        let c = &mut Ctx::serial(bus, &mut walk, walk_fuel);
        for _ in 0..segment.records {
            let Some((at, packet)) = cursor.next(c)? else {
                break;
            };
            if state.apply(&packet) != Applied::Nothing {
                self.run_setup(setup)?;
                *setup = None;
            }
            if let Packet::PrimitiveListFormat { data, prim } = packet {
                decoder = Some(Decoder::new(prim, data));
            }
            let draw = DrawCommand::of(&packet);
            let clipped = match packet {
                Packet::ClippedPrimitives { address, flags } => Some((address, flags)),
                Packet::CompressedPrimitives => None,
                _ if draw.is_some() => None,
                _ => continue,
            };
            if draw.is_none() && decoder.is_none() {
                continue;
            }
            let inner = &cursor.place(at);
            let place = Place { outer, inner };
            self.run_setup(setup)?;
            let prepared = self.set_location(place, &state);
            self.begin_drawing(prepared);
            let record = Record {
                state: &state,
                place,
                prepared,
            };
            match (draw, &mut decoder) {
                (Some(draw), _) => self.direct(record, setup, draw)?,
                (None, Some(decoder)) => cursor.primitives(at, decoder, c, &mut |item, _| {
                    let indices = match item {
                        Item::Point(i) => Indices::Point(i),
                        Item::Line(i) => Indices::Line(i),
                        Item::Triangle(i) => Indices::Triangle(i),
                        _ => return Ok(()),
                    };
                    self.primitive(record, setup, indices, clipped)
                })?,
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Primitives of draws in the rendering list itself.
    fn direct(
        &mut self,
        record: Record<'_, 'a>,
        setup: &mut Option<Setup<'a>>,
        draw: DrawCommand,
    ) -> Result<(), Stopped> {
        let Some(topology) = topology(draw.mode) else {
            return Ok(());
        };
        let fetch = Fetch::new(draw.source, draw.length, self.shared.bus);
        let provoking = self.shared.machine.quirks.provoking_vertex;
        for p in Assembler::new(topology, provoking, None, fetch) {
            let indices = p.map(|i| i as u16);
            self.primitive(record, setup, indices, None)?;
        }
        Ok(())
    }

    fn set_up(&self, state: &DrawState, prepared: &'a Prepared) -> Setup<'a> {
        let samples = prim::draw_samples(&state.config(), self.tile.samples);
        let size = self.tile.samples.tile_size() as i32;
        let (x, y) = (
            i32::from(self.coordinates.0) * size,
            i32::from(self.coordinates.1) * size,
        );
        Setup {
            prepared,
            rules: prim::rules(&self.shared.machine.quirks, samples),
            clip: state
                .clip_rect()
                .intersect(&Rect::new(x, y, x + size, y + size)),
            code: prepared.shader.address,
            alike: self.may_be_alike(&prepared.shader),
            waits: self.may_wait(&prepared.shader.program),
        }
    }

    fn primitive(
        &mut self,
        record: Record<'_, 'a>,
        setup: &mut Option<Setup<'a>>,
        indices: Indices,
        clipped: Option<(u32, u8)>,
    ) -> Result<(), Stopped> {
        let Record {
            state,
            place,
            prepared,
        } = record;
        let varyings = setup.as_ref().map_or(0, |s| s.prepared.format.varyings);
        let cost = FUEL_PER_PRIMITIVE + 4 * varyings as u64;
        if !self.defer(cost) {
            self.run_setup(setup)?;
            if self.fuel.take(cost).is_err() {
                return Err(self.out_of_fuel());
            }
        }
        if setup.is_none() {
            *setup = prepared.map(|p| self.set_up(state, p));
        }
        let Some(s) = setup else { return Ok(()) };
        let format = s.prepared.format;
        let mut words: [&[u32]; 3] = [&[]; 3];
        let list = indices.vertices();
        for (w, i) in words.iter_mut().zip(list) {
            match self.shared.records.vertex(s.prepared, *i) {
                Some(v) => *w = v,
                None => return Ok(()),
            }
        }
        let words = &words[..list.len()];
        let mut screen = [ScreenVertex::default(); 3];
        for (v, w) in screen.iter_mut().zip(words) {
            *v = format.screen_of(w);
        }
        let mut weights = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        if let Some((address, flags)) = clipped
            && let Err(fault) =
                self.clipped_vertices(address, flags, &mut screen, &mut weights, list.len())
        {
            self.run_waiting(s)?;
            self.log.find(&mem::LIST_READ, (place.address(), 0), |_| {
                (place.location(), fault.to_string())
            });
            return Ok(());
        }
        let quirks = &self.shared.machine.quirks;
        let size = format.size_of(words[0]);
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        let drawn = vectorised(Walk {
            rules: &s.rules,
            clip: s.clip,
            quirks,
            state,
            vertices: &screen[..list.len()],
            point_size: size,
            quads: &mut pending,
        });
        let Some(drawn) = drawn else {
            self.pending = pending;
            return Ok(());
        };
        self.begin_primitive();
        let gradients = &drawn.gradients;
        let rw = screen.map(|v| v.rw);
        let flat = state.flat_shade.unwrap_or(0);
        let provoking = quirks.provoking_vertex.place(list.len());
        let mut varyings = std::mem::take(&mut self.varyings);
        varyings.clear();
        let (implicit, n) = drawn.implicit;
        varyings.extend_from_slice(&implicit[..n]);
        let first = format.rows() - format.varyings;
        for v in 0..format.varyings {
            let value = |k: usize| words.get(k).map_or(0.0, |w| f32::from_bits(w[first + v]));
            if flat >> (v & 31) & 1 != 0 {
                varyings.push(Plane::flat(value(provoking)));
            } else if clipped.is_some() {
                let source = [value(0), value(1), value(2)];
                let at = weights.map(|w| w[0] * source[0] + w[1] * source[1] + w[2] * source[2]);
                varyings.push(gradients.perspective(at, rw));
            } else {
                varyings.push(gradients.perspective([value(0), value(1), value(2)], rw));
            }
        }
        let config = state.config();
        let z = gradients.linear(screen.map(|v| v.zs));
        let z_offset = match state.depth_offset {
            Some((factor, units)) if config.enable_depth_offset && drawn.is_triangle => {
                offset_steps(&z, factor, units)
            }
            _ => 0.0,
        };
        let surface = Surface {
            z,
            z_offset,
            rw: gradients.linear(rw),
            face: drawn.face,
            depth: depth_test(&config),
        };
        let result = self.shade(
            s,
            Primitive {
                surface: &surface,
                varyings: &varyings,
            },
            &pending,
        );
        self.pending = pending;
        self.varyings = varyings;
        result
    }

    /// Reports that the fuel ran out at the last record.
    pub(super) fn out_of_fuel(&mut self) -> Stopped {
        let message = "the tile was still being drawn when the fuel ran out".to_owned();
        let outer = &self.outer;
        let (here, address) = match &self.record {
            Some(ListPlace { list, at }) => {
                (Cursor::locate_in(list.clone(), outer, *at), at.address)
            }
            None => (outer.clone(), 0),
        };
        let site = (address, 0);
        Stopped::by(&cl::TOO_MANY_RECORDS, here, message, site, &mut self.log)
    }

    fn clipped_vertices(
        &mut self,
        address: u32,
        flags: u8,
        screen: &mut [ScreenVertex; 3],
        weights: &mut [[f32; 3]; 3],
        n: usize,
    ) -> Result<(), MemFault> {
        let mut bytes = [0; 3 * CLIPPED_VERTEX_BYTES as usize];
        let bytes = &mut bytes[..n * CLIPPED_VERTEX_BYTES as usize];
        self.shared
            .bus
            .read(&mut self.log, Port::Pse, address, bytes)?;
        for (k, b) in bytes
            .chunks_exact(CLIPPED_VERTEX_BYTES as usize)
            .enumerate()
        {
            let word =
                |i: usize| u32::from_le_bytes([b[i * 4], b[i * 4 + 1], b[i * 4 + 2], b[i * 4 + 3]]);
            if flags >> k & 1 != 0 {
                screen[k] = ScreenVertex::from_words([word(0), word(1), word(2)]);
                weights[k] = [3, 4, 5].map(|i| f32::from_bits(word(i)));
            }
        }
        Ok(())
    }
}
