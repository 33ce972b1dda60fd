//! Primitives of a tiler job: the mode, the indices, and the vertices that they select.

use std::ops::Range;

use tilescope_core::bus::Port as _;
use tilescope_core::{Stopped, Unit};
use tilescope_draw::indices::{RESTART, VertexRuns, instanced, vertex_numbers};
use tilescope_draw::{IndexSize, Provoking, Topology};

use crate::descriptors::job::{primitive as fields, primitive_size, primitive_size_as_array};
use crate::descriptors::{DrawMode, IndexType, PointSizeArrayFormat, PrimitiveRestart};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::{refuse, report_in};
use crate::rules::tiler as rules;
use crate::state::{DrawDescriptor, Payload};

/// The most vertices of a draw, over all instances.
const MAX_VERTICES: u64 = 1 << 24;

/// The primitives of a tiler job.
#[derive(Clone, Copy, Debug)]
pub struct Primitives {
    /// The kind of primitive.
    pub topology: Topology,
    /// The vertex of flat varyings.
    pub provoking: Provoking,
    /// The size of indices, if there are any.
    pub indices: Option<IndexSize>,
    /// The index that restarts.
    pub restart: Option<u32>,
    /// Added to indices.
    pub base: i32,
    /// Indices or vertices of an instance.
    pub count: u32,
    /// The address of the indices.
    pub address: u64,
    /// Instances.
    pub instances: u32,
    /// The size of points and lines.
    pub size: Size,
}

/// The size of points and the width of lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// The same for all.
    Constant(f32),
    /// The address of halves, one for each vertex.
    Halves(u64),
    /// The address of singles, one for each vertex.
    Singles(u64),
}

impl Primitives {
    /// The primitives of the tiler job at `job`.
    ///
    /// # Errors
    /// A fault, if it has an undefined mode.
    pub fn decode(
        job: u64,
        payload: &Payload,
        draw: &DrawDescriptor,
        c: &mut Ctx<'_>,
    ) -> Result<Option<Primitives>, Stopped> {
        let record = ("primitive", job.wrapping_add(Payload::PRIMITIVE));
        let get = |field: &tilescope_tables::packet::Field| field.get(payload.primitive());
        let raw = get(&fields::DRAW_MODE) as u8;
        let topology = match DrawMode::from_bits(raw) {
            DrawMode::Points => Topology::Points,
            DrawMode::Lines => Topology::Lines,
            DrawMode::LinesWithAdjacency => Topology::LinesAdjacency,
            DrawMode::LineStrip => Topology::LineStrip,
            DrawMode::LineStripWithAdjacency => Topology::LineStripAdjacency,
            DrawMode::LineLoop => Topology::LineLoop,
            DrawMode::Triangles => Topology::Triangles,
            DrawMode::TrianglesWithAdjacency => Topology::TrianglesAdjacency,
            DrawMode::TriangleStrip => Topology::TriangleStrip,
            DrawMode::TriangleStripWithAdjacency => Topology::TriangleStripAdjacency,
            DrawMode::TriangleFan => Topology::TriangleFan,
            DrawMode::Polygon => Topology::Polygon,
            DrawMode::Quads => Topology::Quads,
            DrawMode::QuadStrip => Topology::QuadStrip,
            DrawMode::Parallelogram => {
                c.log.unimplemented("parallelograms");
                return Ok(None);
            }
            DrawMode::Unknown(_) => {
                let text = format!("draw mode {raw}");
                return Err(refuse(c, &rules::MODE, job, record, text));
            }
        };
        let indices = match IndexType::from_bits(get(&fields::INDEX_TYPE) as u8) {
            IndexType::None => None,
            IndexType::UINT8 => Some(IndexSize::U8),
            IndexType::UINT16 => Some(IndexSize::U16),
            IndexType::UINT32 => Some(IndexSize::U32),
            IndexType::Unknown(raw) => {
                let text = format!("index type {raw}");
                return Err(refuse(c, &rules::INDEX_TYPE, job, record, text));
            }
        };
        let mut address = get(&fields::INDICES);
        if let Some(size) = indices
            && !address.is_multiple_of(size.bytes().into())
        {
            report_in(c, &rules::INDICES_UNALIGNED, job, record, || {
                format!("indices of {} bytes are at {address:#x}", size.bytes())
            });
            address &= !(u64::from(size.bytes()) - 1);
        }
        let restart = match PrimitiveRestart::from_bits(get(&fields::PRIMITIVE_RESTART) as u8) {
            PrimitiveRestart::None | PrimitiveRestart::Unknown(_) => None,
            PrimitiveRestart::Implicit => Some(u32::MAX),
            PrimitiveRestart::Explicit => Some(get(&fields::PRIMITIVE_RESTART_INDEX) as u32),
        };
        // Lines have a field of their own (Mesa, panfrost_emit_draw).
        let last = match topology.is_lines() {
            true => draw.flat_last,
            false => get(&fields::FIRST_PROVOKING_VERTEX) == 0,
        };
        let size = |field: &tilescope_tables::packet::Field| field.get(payload.size());
        let array = get(&fields::POINT_SIZE_ARRAY_FORMAT) as u8;
        let (_, instances) = payload.invocation().vertices();
        let primitives = Primitives {
            topology,
            provoking: match last {
                true => Provoking::Last,
                false => Provoking::First,
            },
            indices,
            restart,
            base: get(&fields::BASE_VERTEX_OFFSET) as u32 as i32,
            count: (get(&fields::INDEX_COUNT) + 1).min(u32::MAX.into()) as u32,
            address,
            instances,
            size: match PointSizeArrayFormat::from_bits(array) {
                PointSizeArrayFormat::FP16 if topology == Topology::Points => {
                    Size::Halves(size(&primitive_size_as_array::SIZE_ARRAY))
                }
                PointSizeArrayFormat::FP32 if topology == Topology::Points => {
                    Size::Singles(size(&primitive_size_as_array::SIZE_ARRAY))
                }
                _ => Size::Constant(f32::from_bits(size(&primitive_size::CONSTANT) as u32)),
            },
        };
        let vertices = u64::from(primitives.count) * u64::from(instances);
        if vertices > MAX_VERTICES {
            let text = format!("{} indices, {instances} instances", primitives.count);
            return Err(refuse(c, &rules::TOO_MANY, job, record, text));
        }
        Ok(Some(primitives))
    }

    /// Whether primitives are triangles, which have two faces.
    pub fn is_triangles(&self) -> bool {
        self.topology != Topology::Points && !self.topology.is_lines()
    }

    /// Reads the positions of all vertices, as the tiler does on hardware; here the fragment
    /// job uses them. What is not mapped is reported there.
    ///
    /// # Errors
    /// The fuel is used up.
    pub fn touch(&self, draw: &DrawDescriptor, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let total = u64::from(self.count) * u64::from(self.instances);
        c.fuel.take(total / 16)?;
        let memory = c.bus.memory();
        let unit = Unit(Port::Tiler.name());
        let base = draw.position & !15;
        let at = |number: u64| base.wrapping_add(16 * number);
        let read = |run: Range<u64>| {
            let mut positions = [[0; 16]; VertexRuns::LONGEST];
            let positions = &mut positions[..(run.end - run.start) as usize];
            if (memory.read(at(run.start), positions.as_flattened_mut(), unit)).is_err() {
                for (number, position) in run.zip(positions) {
                    let _ = memory.read(at(number), position, unit);
                }
            }
        };
        let Some(size) = self.indices else {
            for n in 0..self.instances {
                let first = u64::from(draw.linear(0, n));
                let end = first + u64::from(self.count);
                // Numbers have 32 bits.
                let (end, wrapped) = (end.min(1 << 32), end.saturating_sub(1 << 32));
                for part in [first..end, 0..wrapped] {
                    let starts = part.clone().step_by(VertexRuns::LONGEST);
                    starts.for_each(|n| read(n..part.end.min(n + VertexRuns::LONGEST as u64)));
                }
            }
            return Ok(());
        };
        let mut runs = VertexRuns::default();
        let mut touch = |vertex: u32| {
            let instances = 0..self.instances;
            let before = instances.filter_map(|n| runs.add(draw.linear(vertex, n)));
            before.for_each(&read);
        };
        let mut chunk = [0; 4096];
        let mut left = self.count as usize * size.bytes() as usize;
        let mut at = self.address;
        while left > 0 {
            let len = left.min(chunk.len());
            let bytes = &mut chunk[..len];
            if memory.read(at, bytes, unit).is_err() {
                break;
            }
            let vertices = vertex_numbers(size, bytes, self.restart, self.base);
            let vertices = vertices.filter(|vertex| *vertex != RESTART);
            vertices.for_each(&mut touch);
            at = at.wrapping_add(len as u64);
            left -= len;
        }
        read(runs.last());
        Ok(())
    }

    /// The linear numbers of the vertices of all instances. Where primitives end, among
    /// instances too, there is [`RESTART`].
    ///
    /// # Errors
    /// A fault, if the indices are not mapped, or the fuel is used up.
    pub fn vertices(&self, draw: &DrawDescriptor, c: &mut Ctx<'_>) -> Result<Vec<u32>, Stopped> {
        let one = match self.indices {
            None => (0..self.count).collect(),
            Some(size) => {
                let mut bytes = vec![0; self.count as usize * size.bytes() as usize];
                if !memory::read_tracked(c, Port::Tiler, self.address, &mut bytes)? {
                    memory::report_unwritten(c, self.address, bytes.len());
                }
                vertex_numbers(size, &bytes, self.restart, self.base).collect::<Vec<u32>>()
            }
        };
        let total = one.len() as u64 * u64::from(self.instances);
        c.fuel.take(total / 4)?;
        let linear = |vertex, instance| draw.linear(vertex, instance);
        Ok(instanced(one, self.instances, linear))
    }
}
