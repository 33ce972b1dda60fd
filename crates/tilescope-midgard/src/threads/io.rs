//! The shaders' view of the device.

use tilescope_core::Stopped;
use tilescope_core::profile::Moved;
use tilescope_draw::{
    BatchQuad, Coverage, Interpolated, Output, Outputs, Places, Prims, QuadGroup,
};
use tilescope_exec::atomic::Atomic;
use tilescope_exec::halves::{Packed, Unpacked};
use tilescope_exec::lanes::set_lane;
use tilescope_exec::{Lanes, Lanes16, Vectorised, bytes, vectorised};
use tilescope_output::{Bound, Fragments};
use tilescope_shader::{allowed, each_lane};

use super::resources::Resources;
use crate::attributes::{self, FragmentValues, varyings};
use crate::formats::RegisterType;
use crate::fragment::Framebuffer;
use crate::image;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::memory as rules;
use crate::shader::{
    Access, BATCHES, Components, Entry, ImageOp, Interpolation, Lookup, Refused, ShaderIo, Tile,
    Write,
};

use crate::texture::{self, Cache};

/// The kind of the threads.
pub(crate) enum Threads<'t> {
    /// Threads with numbers: of vertices, or of invocations.
    Numbered(&'t [[u32; 16]; BATCHES]),
    /// Fragments.
    Fragments(FragmentThreads<'t>),
}

/// Fragments, and what they read and write.
pub(crate) struct FragmentThreads<'t> {
    pub prims: &'t Prims,
    pub quads: &'t QuadGroup<BATCHES>,
    pub layout: &'t varyings::Layout,
    /// Values of special varyings.
    pub values: &'t [FragmentValues; BATCHES],
    /// The positions at which varyings are evaluated, and w there.
    pub at: &'t [Places; BATCHES],
    /// The positions of centroid interpolation.
    pub centroids: &'t [Places; BATCHES],
    /// The bits of coverage of the quads.
    pub coverage: Coverage,
    /// The sample, if the program runs for each.
    pub sample: Option<u32>,
    /// The pixels, for loads from the tile buffer.
    pub fragments: &'t [Fragments; BATCHES],
    /// The tile buffer.
    pub area: Bound<'t>,
    pub origin: (u32, u32),
    pub framebuffer: &'t Framebuffer,
    /// The second colour is used.
    pub dual: bool,
    /// Results.
    pub outputs: &'t mut Outputs<BATCHES>,
}

/// The device as seen by a group of threads.
pub(crate) struct Io<'i, 'c, 't> {
    pub c: &'i mut Ctx<'c>,
    pub resources: &'i Resources,
    pub threads: Threads<'t>,
    /// Texels.
    pub cache: &'i mut Cache,
    /// The reason why the threads cannot continue.
    pub stopped: Option<Stopped>,
}

/// The covered samples of each lane.
fn covered(quads: &[BatchQuad], coverage: Coverage) -> Lanes16 {
    Lanes16::from_fn(|lane| {
        let pixel = lane as u32 % 4;
        quads.get(lane / 4).map_or(0, |quad| match coverage {
            Coverage::Pixels => u32::from(quad.pixels(coverage) >> pixel & 1),
            Coverage::Samples => u32::from(quad.samples(pixel)),
        })
    })
}

fn register_type(entry: &Entry) -> RegisterType {
    match entry.components {
        _ if entry.infers => RegisterType::Format,
        Components::F32 | Components::F16 => RegisterType::Float,
        Components::U32 => RegisterType::Unsigned,
        Components::S32 => RegisterType::Signed,
        Components::Raw => RegisterType::Format,
    }
}

/// Values as the register has them: halves are two in a word.
#[inline(always)]
fn registers(components: Components, values: [Lanes16; 4]) -> [Lanes16; 4] {
    match components {
        Components::F16 => vectorised(Packed(&values)),
        _ => values,
    }
}

/// The components of a register: halves are two in a word.
fn components(components: Components, values: &[Lanes16; 4]) -> [Lanes16; 4] {
    match components {
        Components::F16 => vectorised(Unpacked(values)),
        _ => *values,
    }
}

impl Io<'_, '_, '_> {
    /// The threads of a batch for attributes.
    fn attribute_threads<'x>(
        threads: &'x Threads<'_>,
        batch: usize,
        linear: &'x [u32; 16],
        mask: u16,
    ) -> attributes::Threads<'x> {
        match threads {
            Threads::Numbered(numbers) => attributes::Threads {
                linear: numbers.get(batch).unwrap_or(linear),
                mask,
                fragment: None,
            },
            Threads::Fragments(f) => attributes::Threads {
                linear,
                mask,
                fragment: f.values.get(batch),
            },
        }
    }

    /// The words at an address, and whether each of their bytes was written.
    fn read(&mut self, address: u64, bytes: u32) -> Result<([u32; 4], bool), Refused> {
        let mut data = [0; 16];
        let len = bytes.min(16) as usize;
        let read = memory::read_tracked(self.c, Port::Ls, address, &mut data[..len]);
        let written = allowed(read, &mut self.stopped)?;
        Ok((memory::words(&data), written))
    }

    /// The words that a lane loads.
    fn words(&mut self, lane: usize, address: u64, bytes: u32) -> Result<[u32; 4], Refused> {
        let (words, written) = self.read(address, bytes)?;
        if !written {
            report(self.c, &rules::UNWRITTEN_DATA, address >> 6, || {
                format!("lane {lane} reads {bytes} bytes at {address:#010x}")
            });
        }
        Ok(words)
    }
}

impl ShaderIo for Io<'_, '_, '_> {
    fn moved(&self) -> Moved {
        self.c.log.moved()
    }

    fn load(&mut self, _: usize, access: &Access, bytes: u32) -> Result<[Lanes16; 4], Refused> {
        let mut out = [Lanes16::ZERO; 4];
        for lane in each_lane(access.lanes) {
            let words = self.words(lane, access.addresses[lane], bytes)?;
            set_lane(&mut out, lane, words);
        }
        Ok(out)
    }

    fn store(
        &mut self,
        _: usize,
        access: &Access,
        words: &[Lanes16; 4],
        enabled: u16,
    ) -> Result<(), Refused> {
        for lane in each_lane(access.lanes) {
            let data = bytes::of_lane(words, lane);
            for range in bytes::ranges(enabled) {
                let address = access.addresses[lane].wrapping_add(range.start as u64);
                let written = memory::write(self.c, Port::Ls, address, &data[range]);
                allowed(written, &mut self.stopped)?;
            }
        }
        Ok(())
    }

    fn atomic(&mut self, _: usize, access: &Access, atomic: &Atomic) -> Result<[u64; 16], Refused> {
        let mut out = [0; 16];
        for lane in each_lane(access.lanes) {
            let mut data = [0; 8];
            let (address, data) = (access.addresses[lane], &mut data[..atomic.bytes()]);
            let read = memory::read(self.c, Port::Ls, address, data);
            allowed(read, &mut self.stopped)?;
            out[lane] = atomic.replace(lane, data);
            let written = memory::write(self.c, Port::Ls, address, data);
            allowed(written, &mut self.stopped)?;
        }
        Ok(out)
    }

    fn uniform(
        &mut self,
        batch: usize,
        buffer: u32,
        access: &Access,
        bytes: u32,
    ) -> Result<[Lanes16; 4], Refused> {
        let first = access.lanes.trailing_zeros() as usize & 15;
        let offset = access.addresses[first];
        let differs = access.addresses.iter().fold(0, |all, o| all | (o ^ offset));
        // Most programs read the same words in all lanes.
        if differs == 0
            && let Some(address) = self.resources.uniform(buffer, offset, bytes)
            && let (words, true) = self.read(address, bytes)?
        {
            let others = u64::from(access.lanes.count_ones().saturating_sub(1));
            self.c.log.traffic.read[Port::Ls as usize] += others * u64::from(bytes.min(16));
            return Ok(words.map(Lanes16::splat));
        }
        let mut inside = *access;
        for lane in each_lane(access.lanes) {
            let offset = access.addresses[lane];
            match self.resources.uniform(buffer, offset, bytes) {
                Some(address) => inside.addresses[lane] = address,
                None => {
                    inside.lanes &= !(1 << lane);
                    report(self.c, &rules::UNIFORM_OUTSIDE, buffer.into(), || {
                        format!("{bytes} bytes at {offset:#x} of buffer {buffer}")
                    });
                }
            }
        }
        self.load(batch, &inside, bytes)
    }

    fn load_attribute(
        &mut self,
        batch: usize,
        entry: &Entry,
        vertex: Option<&Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        let none = [0; 16];
        let mut threads = Self::attribute_threads(&self.threads, batch, &none, entry.lanes);
        if let Some(vertex) = vertex {
            threads.linear = &vertex.0;
        }
        let table = match entry.secondary {
            true => &self.resources.varyings,
            false => &self.resources.attributes,
        };
        let loaded = table.load(entry.index, &threads, register_type(entry), self.c);
        let values = allowed(loaded, &mut self.stopped)?;
        Ok(registers(entry.components, values))
    }

    #[inline(always)]
    fn load_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        how: Interpolation,
    ) -> Result<[Lanes16; 4], Refused> {
        let Threads::Fragments(f) = &self.threads else {
            return self.load_attribute(batch, entry, None);
        };
        let used = varyings::Use {
            record: entry.index,
            interpolation: varyings::interpolation(&how),
        };
        let empty = f.quads.batch(batch).is_empty();
        let positions = if how.centroid { f.centroids } else { f.at };
        if let (false, Some((at, w))) = (empty, positions.get(batch)) {
            let at = Interpolated::new(f.quads, batch, *at);
            if let Some(values) = f.layout.load(used, f.prims, &at, w) {
                // As `registers`, but part of the caller's loop over batches.
                return Ok(match entry.components {
                    Components::F16 => Packed(&values).run(),
                    _ => values,
                });
            }
        }
        let secondary = Entry {
            secondary: true,
            ..*entry
        };
        self.load_attribute(batch, &secondary, None)
    }

    fn store_varying(
        &mut self,
        batch: usize,
        entry: &Entry,
        value: &[Lanes16; 4],
    ) -> Result<(), Refused> {
        let none = [0; 16];
        let threads = Self::attribute_threads(&self.threads, batch, &none, entry.lanes);
        let values = components(entry.components, value);
        let to = register_type(entry);
        let table = &self.resources.varyings;
        let stored = table.store(entry.index, &threads, &values, to, self.c);
        allowed(stored, &mut self.stopped)
    }

    #[inline(always)]
    fn texture(&mut self, _: usize, of: &Lookup, out: &mut [Lanes16; 4]) -> Result<(), Refused> {
        self.c.log.count_fetches(of.lanes.count_ones().into());
        let done = texture::sample(&self.resources.textures, self.cache, of, self.c, out);
        allowed(done, &mut self.stopped)
    }

    fn image(
        &mut self,
        _: usize,
        entry: &Entry,
        at: &[Lanes16; 4],
        op: &ImageOp<Lanes16>,
    ) -> Result<[Lanes16; 4], Refused> {
        let op = match op {
            ImageOp::Store(values) => ImageOp::Store(components(entry.components, values)),
            other => *other,
        };
        let texels = image::Texels {
            image: entry.index,
            at,
            mask: entry.lanes,
        };
        let attributes = &self.resources.attributes;
        let done = image::access(attributes, &texels, &op, register_type(entry), self.c);
        let words = allowed(done, &mut self.stopped)?;
        Ok(match op {
            ImageOp::Load => registers(entry.components, words),
            _ => words,
        })
    }

    fn load_tile(&mut self, batch: usize, tile: &Tile) -> Result<[Lanes16; 4], Refused> {
        let Threads::Fragments(f) = &mut self.threads else {
            self.c
                .log
                .unimplemented("loads from the tile buffer outside of fragment shaders");
            return Ok([Lanes16::ZERO; 4]);
        };
        if tile.target >= 8 {
            self.c
                .log
                .unimplemented("loads of depth and stencil from the tile buffer");
            return Ok([Lanes16::ZERO; 4]);
        }
        let n = tile.target as usize;
        let Some(fragments) = f.fragments.get(batch) else {
            return Ok([Lanes16::ZERO; 4]);
        };
        let sample = each_lane(tile.lanes)
            .next()
            .map_or(0, |lane| tile.sample[lane]);
        let part = Fragments {
            sample: f.sample.unwrap_or(sample).min(15),
            mask: tile.lanes,
            ..*fragments
        };
        let mut buffers = f.framebuffer.tiles(f.origin, self.c.bus, self.c.log);
        let internal = f.framebuffer.targets.get(n).copied();
        let loaded = match tile.components {
            Components::Raw | Components::U32 | Components::S32 => {
                f.area.load_words(n, &part, &mut buffers).map(|mut words| {
                    if let Some(internal) = internal.filter(|format| !format.raw) {
                        words[0] = words[0].map(|pixel| internal.shader_word(pixel));
                    }
                    words.map(Lanes)
                })
            }
            Components::F32 | Components::F16 => f
                .area
                .load(n, &part, &mut buffers)
                .map(|colors| registers(tile.components, colors.map(Lanes16::from_f32))),
        };
        allowed(loaded, &mut self.stopped)
    }

    fn special(&mut self, batch: usize, selector: u32, _: u16) -> Result<Option<Lanes16>, Refused> {
        let Threads::Fragments(f) = &self.threads else {
            return Ok(None);
        };
        Ok(match selector {
            96 => Some(covered(f.quads.batch(batch), f.coverage)),
            97 => Some(Lanes16::splat(f.sample.unwrap_or(0))),
            _ => None,
        })
    }

    #[inline(always)]
    fn write(&mut self, batch: usize, write: &Write<'_>) -> Result<(), Refused> {
        let Threads::Fragments(f) = &mut self.threads else {
            self.c
                .log
                .unimplemented("writes to the tile buffer outside of fragment shaders");
            return Ok(());
        };
        let output = Output {
            lanes: write.lanes,
            target: write.target,
            first: write.colour,
            second: write.second,
            depth: write.depth,
            stencil: write.stencil,
        };
        f.outputs.write(batch, &output, f.dual);
        Ok(())
    }
}
