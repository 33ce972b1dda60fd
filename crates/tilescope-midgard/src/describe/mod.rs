//! Descriptions of draws, without execution.
//!
//! ```text
//! chain --> tiler job --> state, framebuffer, fragment shader, textures, varyings
//!               \-------> vertex job that it waits for: vertex shader, attributes, vertices
//! ```
//!
//! A draw is a tiler job. Descriptors are decoded by the device's own decoders, and shown by
//! the names of their fields.

mod vertices;

use std::collections::{BTreeMap, BTreeSet};

use tilescope_core::bus::Bus;
use tilescope_core::{Fuel, GpuMemory, Serial, Stopped, Work};
use tilescope_tables::draws::{
    Draw, Form, Record, Relevance, Section, Table, Topic, Value, Visitor, Word, mapped_bytes,
    mapped_pointer,
};

use crate::attributes::Attributes;
use crate::chips::Chip;
use crate::cmd::{self, program_len};
use crate::descriptors::attributes::uniform_buffer;
use crate::descriptors::{Arch, JobType, v4, v5};
use crate::fragment::Tagged;
use crate::isa::{Tag, bundles, quads};
use crate::jobs::Header;
use crate::log::{Ctx, Log};
use crate::state::{Blending, DrawDescriptor, Payload, Renderer};

/// Jobs of a chain that are looked at.
const MOST_JOBS: usize = 1 << 20;
/// Quadwords of a shader that are looked at, as its end is in its tags.
const MOST_QUADS: u64 = 4096;
/// Entries of a table, uniforms for example, that are shown.
const MOST_ENTRIES: u64 = 256;

/// A walk over the submissions of one process. Nothing is carried from one to the next.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    chip: &'static Chip,
}

impl Walk {
    /// A walk on `chip`.
    pub fn new(chip: &'static Chip) -> Walk {
        Walk { chip }
    }

    /// Walks the chains of a submission, and describes the draws that `visitor` asks for.
    pub fn submission(&self, work: &[Work], memory: &dyn GpuMemory, visitor: &mut dyn Visitor) {
        let mut log = Log::default();
        let mut fuel = Fuel::DEFAULT;
        let mut c = Ctx {
            bus: Bus::new(memory),
            log: &mut log,
            fuel: &mut fuel,
            workers: &Serial,
        };
        let mut number = 0;
        for task in work {
            let Work::List { start, .. } = *task else {
                continue;
            };
            // A chain that stops the hardware also ends here.
            let _ = self.chain(start, &mut number, visitor, &mut c);
        }
    }

    fn chain(
        &self,
        first: u64,
        number: &mut u32,
        visitor: &mut dyn Visitor,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let mut visited = BTreeSet::new();
        let mut vertex_jobs = BTreeMap::new();
        let mut address = first;
        while address != 0 && visited.len() < MOST_JOBS && visited.insert(address) {
            let header = Header::read(address, c)?;
            match header.kind {
                JobType::Vertex => {
                    vertex_jobs.insert(header.index, address);
                }
                JobType::Tiler => {
                    if visitor.wants() {
                        let waits = header.dependencies.iter();
                        let vertex = waits.filter_map(|index| vertex_jobs.get(index)).next();
                        let one = One {
                            chip: self.chip,
                            job: address,
                            vertex_job: vertex.copied(),
                            shown: visitor.vertices(),
                        };
                        visitor.draw(one.describe(*number, c));
                    }
                    *number += 1;
                }
                _ => {}
            }
            address = header.next;
        }
        Ok(())
    }
}

/// One draw.
struct One {
    chip: &'static Chip,
    /// The address of the tiler job.
    job: u64,
    /// The address of the vertex job that it waits for.
    vertex_job: Option<u64>,
    /// Vertices that are shown.
    shown: u32,
}

impl One {
    fn arch(&self) -> Arch {
        self.chip.arch
    }

    fn describe(&self, number: u32, c: &mut Ctx<'_>) -> Draw {
        let mut sections = Vec::new();
        // What is not mapped ends the description.
        let title = self
            .sections(&mut sections, c)
            .unwrap_or_else(|_| "a draw that leads to unmapped memory".to_owned());
        Draw {
            number,
            address: self.job,
            command: "tiler job",
            title,
            sections,
        }
    }

    fn sections(&self, out: &mut Vec<Section>, c: &mut Ctx<'_>) -> Result<String, Stopped> {
        let arch = self.arch();
        let draw = Payload::of_primitives(self.job, c)?.draw();
        let tagged = Tagged(draw.storage);
        let targets = match arch {
            Arch::V4 => 0,
            Arch::V5 => tagged.targets(),
        };
        out.push(self.state(&draw, targets, c));
        self.targets(tagged, out, c);
        let vertex = match self.vertex_job {
            Some(job) => {
                let draw = Payload::of_threads(job, c)?.draw();
                Some(Shaded {
                    stage: "vertex",
                    renderer: Renderer::read(arch, draw.state, 0, c)?,
                    draw,
                })
            }
            None => None,
        };
        let fragment = Shaded {
            stage: "fragment",
            renderer: Renderer::read(arch, draw.state, targets as usize, c)?,
            draw,
        };
        for shaded in vertex.iter().chain([&fragment]) {
            shaded.shader(out, c);
        }
        for (target, state) in fragment.renderer.targets.iter().enumerate() {
            if let Blending::Shader(code) = state.blending {
                let title = format!("blend shader of target {target}");
                out.push(code_section(title, code, c));
            }
        }
        for shaded in vertex.iter().chain([&fragment]) {
            shaded.textures(arch, out, c);
        }
        let attributes = match &vertex {
            Some(shaded) => {
                let arrays = shaded
                    .draw
                    .attribute_arrays(shaded.renderer.counts.attributes);
                let attributes = Attributes::decode(arrays, c)?;
                out.extend(vertices::records("attributes", &attributes));
                out.extend(shaded.varyings(c)?);
                Some(attributes)
            }
            None => None,
        };
        out.extend(fragment.varyings(c)?);
        let primitives = record("Primitive", arch, self.job.wrapping_add(40), c);
        let size = record("Invocation", arch, self.job.wrapping_add(32), c);
        out.extend(vertices::indices(&primitives, self.shown, c));
        out.push(match (self.vertex_job, &attributes) {
            (Some(job), Some(attributes)) => vertices::values(job, attributes, self.shown, c),
            _ => vertices::positions(draw.position, &primitives, self.shown, c),
        });
        Ok(vertices::title(&primitives, &size))
    }

    /// Fixed functions: a row for each structure.
    fn state(&self, draw: &DrawDescriptor, targets: u64, c: &mut Ctx<'_>) -> Section {
        let mut section = Section::new(Topic::State, "state");
        let after = match self.arch() {
            Arch::V4 => v4::renderer_state::LAYOUT.size,
            Arch::V5 => v5::renderer_state::LAYOUT.size,
        };
        let blend = |n: u64| draw.state.wrapping_add(u64::from(after) + 16 * n);
        let mut parts = vec![
            ("Primitive", self.job.wrapping_add(40)),
            ("Primitive Size", self.job.wrapping_add(184)),
            ("Draw", self.job.wrapping_add(64)),
            ("Viewport", draw.viewport),
            ("Renderer State", draw.state),
        ];
        parts.extend((0..targets).map(|n| ("Blend", blend(n))));
        for (name, address) in parts {
            let structure = record(name, self.arch(), address, c);
            let text = structure.text();
            section.push(structure.name, text, Relevance::Used, Some(address));
        }
        section
    }

    /// The framebuffer, and what follows it in v5.
    fn targets(&self, tagged: Tagged, out: &mut Vec<Section>, c: &mut Ctx<'_>) {
        let (arch, address) = (self.arch(), tagged.address());
        let mut parts = record("Framebuffer Parameters", arch, address.wrapping_add(32), c);
        parts.address = address;
        out.push(parts.section(Topic::Target, "framebuffer"));
        let (tiler, targets) = match arch {
            Arch::V4 => (192, 0),
            Arch::V5 => (56, tagged.targets()),
        };
        let tiler = record("Tiler Context", arch, address.wrapping_add(tiler), c);
        out.push(tiler.section(Topic::Target, "tiler"));
        let mut next = address.wrapping_add(128);
        if arch == Arch::V5 && tagged.has_extension() {
            let extension = record("ZS CRC Extension", arch, next, c);
            out.push(extension.section(Topic::Target, "depth, stencil and checksums"));
            next = next.wrapping_add(64);
        }
        for n in 0..targets {
            let target = record("Render Target", arch, next.wrapping_add(64 * n), c);
            out.push(target.section(Topic::Target, format!("render target {n}")));
        }
    }
}

/// A shader with its resources.
struct Shaded {
    stage: &'static str,
    draw: DrawDescriptor,
    renderer: Renderer,
}

impl Shaded {
    /// The program, and its uniforms.
    fn shader(&self, out: &mut Vec<Section>, c: &mut Ctx<'_>) {
        let renderer = &self.renderer;
        let title = format!("{} shader", self.stage);
        let mut section = code_section(title, renderer.shader, c);
        let counts = renderer.counts;
        section.row("work registers", u32::from(renderer.work_registers));
        for (name, count) in [
            ("uniform registers", renderer.uniform_registers.into()),
            ("uniform buffers", renderer.uniform_buffers),
            ("attributes", counts.attributes),
            ("varyings", counts.varyings),
            ("textures", counts.textures),
            ("samplers", counts.samplers),
        ] {
            section.row_if(count != 0, name, count);
        }
        out.push(section);
        let registers = u64::from(renderer.uniform_registers);
        if registers != 0 {
            let title = format!("uniform registers of the {} shader", self.stage);
            let base = self.draw.push_uniforms;
            let mut table = Table::new(&["#", "register", "value", "bits"]);
            for n in 0..registers {
                let words = Word::read(c.bus.memory(), base.wrapping_add(16 * n), 4, Form::Float);
                let bits: Vec<String> = words.iter().map(|w| w.hex()).collect();
                let name = format!("r{}", 23u64.saturating_sub(n));
                table.line(vec![
                    format!("U{n}").into(),
                    name.into(),
                    Value::Words(words),
                    bits.join(" ").into(),
                ]);
            }
            out.push(Section::of(Topic::Uniforms, title, table).at(base));
        }
        let buffers = u64::from(renderer.uniform_buffers);
        if buffers != 0 {
            let title = format!("uniform buffers of the {} shader", self.stage);
            let base = self.draw.uniform_buffers;
            let mut table = Table::new(&["#", "address", "bytes", "first words"]);
            for n in 0..buffers.min(MOST_ENTRIES) {
                let word = mapped_bytes(c.bus.memory(), base.wrapping_add(8 * n), 8);
                let address = uniform_buffer::POINTER.get(&word) << 4;
                let bytes = (uniform_buffer::ENTRIES.get(&word) + 1) * 16;
                table.line(vec![
                    Value::Count(n),
                    Value::Address(address),
                    Value::Count(bytes),
                    Value::Words(Word::read(c.bus.memory(), address, 4, Form::Float)),
                ]);
            }
            table.more = buffers.saturating_sub(MOST_ENTRIES);
            out.push(Section::of(Topic::Uniforms, title, table).at(base));
        }
    }

    /// The varyings that the shader stores or loads; `None` if there are none.
    fn varyings(&self, c: &mut Ctx<'_>) -> Result<Option<Section>, Stopped> {
        let arrays = self.draw.varying_arrays(self.renderer.counts.varyings);
        let title = format!("varyings of the {} shader", self.stage);
        Ok(vertices::records(&title, &Attributes::decode(arrays, c)?))
    }

    fn textures(&self, arch: Arch, out: &mut Vec<Section>, c: &mut Ctx<'_>) {
        let counts = self.renderer.counts;
        for n in 0..u64::from(counts.textures).min(MOST_ENTRIES) {
            let address =
                mapped_pointer(c.bus.memory(), self.draw.textures.wrapping_add(8 * n)) & !63;
            let texture = record("Texture", arch, address, c);
            let title = format!("texture {n} of the {} shader", self.stage);
            let mut section = texture.section(Topic::Texture, title);
            let image = mapped_pointer(c.bus.memory(), address.wrapping_add(32));
            // The low bits of the first image are a tag.
            section.address("image 0", image & !63);
            out.push(section);
        }
        for n in 0..u64::from(counts.samplers).min(MOST_ENTRIES) {
            let address = self.draw.samplers.wrapping_add(32 * n);
            let sampler = record("Sampler", arch, address, c);
            let title = format!("sampler {n} of the {} shader", self.stage);
            out.push(sampler.section(Topic::Texture, title));
        }
    }
}

/// The record at `address`, by its name in Mesa.
fn record(name: &str, arch: Arch, address: u64, c: &Ctx<'_>) -> Record {
    Record::read(c.bus.memory(), address, cmd::row(name, arch))
}

/// A program: `pointer` is its address with the tag of its first bundle.
fn code_section(title: String, pointer: u64, c: &mut Ctx<'_>) -> Section {
    let address = pointer & !15;
    let len = c.bus.memory().mapped(address).min(16 * MOST_QUADS);
    let bytes = mapped_bytes(c.bus.memory(), address, len as usize / 16 * 16);
    let quads = quads(&bytes);
    let quads = &quads[..program_len(&quads).min(quads.len())];
    let mut section = Section::new(Topic::Shader, title).at(address);
    section.row("bundles", bundles(quads).count() as u32);
    section.row("bytes", 16 * quads.len() as u32);
    section.row("first tag", Tag::of(pointer as u32 & 15).name());
    section
}
