//! Texture and memory lookup unit: requests, results and the texture cache.

use std::collections::VecDeque;
use std::ops::Range;

use tilescope_core::Rule;
use tilescope_exec::{Lanes16, Vectorised, vectorised};
use tilescope_pixel::{Format, Widen};
use tilescope_texture::{
    Address, BlockCache, Image, Lod, Sampler, TexelSource, address16, sample16,
};

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::io::TmuReg;
use crate::quirks::{Etc1Rows, Quirks};
use crate::rules::{mem, tmu as rules};
use crate::texture::{LodMode, MAX_PARAMETERS, TYPE_NAMES, Texture, is_raster};

/// Maximum number of requests whose result is not read yet. Source: the kernel's and
/// Mesa's limit; more are unreliable on hardware according to vc4asm.
const FIFO: usize = 4;
/// Maximum number of results stored when a program overruns the FIFO.
const MAX_RESULTS: usize = 64;
/// Maximum number of cached decoded textures.
const MAX_TEXTURES: usize = 16;

/// A rule that a request broke.
#[derive(Clone, Debug)]
pub struct Violation {
    rule: &'static Rule,
    message: String,
}

impl Violation {
    fn new(rule: &'static Rule, message: String) -> Self {
        Violation { rule, message }
    }

    /// Whether it is about texels, and so may be a consequence of an error in the
    /// texture.
    pub fn follows(&self) -> bool {
        let texels: [&Rule; 2] = [&mem::TEXTURE_READ, &mem::UNINITIALISED_TEXEL];
        texels.iter().any(|r| std::ptr::eq(*r, self.rule))
    }

    /// The rule and the diagnosis.
    pub fn describe(self) -> (&'static Rule, String) {
        (self.rule, self.message)
    }
}

#[derive(Clone, Debug, Default)]
struct Unit {
    coordinates: [Option<Lanes16>; 4],
    parameters: [u32; MAX_PARAMETERS],
    count: usize,
    results: VecDeque<Lanes16>,
}

/// Bytes that the texture cache fetches at a time: a micro-tile.
const BLOCK: usize = 64;
/// Texels per block of the smallest filtered format.
const TEXELS: usize = 64;
/// Texels per block of 32-bit formats.
const WIDE_TEXELS: usize = 16;
/// Number of cached blocks of a texture, as a power of two: enough for the pixels of a
/// tile and their smaller levels, with a margin for rotated textures and overdraw.
const KEPT_LOG2: u32 = 9;
/// Texels per block of ETC1: eight blocks of 4x4.
const ETC1_TEXELS: usize = 128;

/// Cached blocks of a texture, depending on its format: colour words by position in the
/// block, or raw bytes.
#[derive(Debug)]
enum Blocks {
    Texels(BlockCache<[u32; TEXELS]>),
    Wide(BlockCache<[u32; WIDE_TEXELS]>),
    Etc1(BlockCache<[u32; ETC1_TEXELS]>),
    Raw(BlockCache<[u8; BLOCK]>),
}

impl Blocks {
    fn new(format: Format) -> Self {
        let log2 = BLOCK.ilog2();
        match format {
            Format::Etc1Rgb8 => Blocks::Etc1(BlockCache::new(5, log2, [0; ETC1_TEXELS])),
            _ => match format.row().block_bits {
                32 => Blocks::Wide(BlockCache::new(KEPT_LOG2, log2, [0; WIDE_TEXELS])),
                8 | 16 => Blocks::Texels(BlockCache::new(KEPT_LOG2 - 1, log2, [0; TEXELS])),
                _ => Blocks::Raw(BlockCache::new(7, log2, [0; BLOCK])),
            },
        }
    }
}

/// A decoded texture and its cached blocks.
#[derive(Debug)]
struct Cached {
    texture: Texture,
    blocks: Option<Blocks>,
}

/// Both units of a slice, and their state between threads.
#[derive(Debug, Default)]
pub struct Tmu {
    units: [Unit; 2],
    textures: Vec<Cached>,
    /// Texture lookups, in vectors of sixteen.
    pub lookups: u64,
    /// Direct memory lookups, in vectors of sixteen.
    pub direct: u64,
    /// Memory that the frame renders to.
    targets: Vec<Range<u64>>,
}

fn note(violations: &mut Vec<Violation>, rule: &'static Rule, message: impl FnOnce() -> String) {
    if violations.iter().all(|t| !std::ptr::eq(t.rule, rule)) {
        violations.push(Violation::new(rule, message()));
    }
}

/// Fetches blocks of one texture.
struct Fetcher<'a, 'l> {
    format: Format,
    bus: &'a Bus<'a>,
    log: &'l mut Log,
    violations: &'l mut Vec<Violation>,
}

impl Fetcher<'_, '_> {
    /// The bytes of the block at `addr`; bytes past the end of its buffer are 0.
    fn bytes(&mut self, addr: u64) -> Result<[u8; BLOCK], ()> {
        let mut out = [0; BLOCK];
        let len = self.bus.memory().mapped(addr).clamp(1, BLOCK as u64) as usize;
        if let Err(fault) = self
            .bus
            .read(self.log, Port::Tmu, addr as u32, &mut out[..len])
        {
            note(self.violations, &mem::TEXTURE_READ, || {
                format!("{fault}; zeros were used")
            });
            return Err(());
        }
        if !self.bus.initialised(addr as u32, len as u32) {
            note(self.violations, &mem::UNINITIALISED_TEXEL, || {
                format!("texels at {addr:#010x} were never written")
            });
        }
        Ok(out)
    }

    fn words(&mut self, addr: u64, out: &mut [u32]) -> Result<(), ()> {
        let bytes = self.bytes(addr)?;
        self.format.unpack(&bytes, Widen::Replicate, out);
        Ok(())
    }
}

struct Source<'a, 'l> {
    texture: &'a Texture,
    blocks: &'a mut Blocks,
    fetch: Fetcher<'a, 'l>,
}

impl Source<'_, '_> {
    /// Address of the element (texel, or block of texels) at (x, y).
    #[inline]
    fn address(&self, face: u32, level: u32, x: u32, y: u32) -> Option<u32> {
        let l = self.texture.levels.get(level as usize)?;
        let face = face.wrapping_mul(self.texture.face_stride);
        let at = l.surface.offset(x, y) as u32;
        Some(l.base.wrapping_add(face).wrapping_add(at))
    }

    /// A texel of an unfiltered format, up to 64 bits.
    fn wide(&mut self, face: u32, level: u32, x: u32, y: u32) -> u64 {
        let Blocks::Raw(cache) = &mut self.blocks else {
            return self.texel(face, level, x, y).into();
        };
        let bits = u32::from(self.fetch.format.row().block_bits);
        let per_byte = if bits < 8 { 8 / bits } else { 1 };
        let bytes = (bits as usize).div_ceil(8);
        let Some(l) = self.texture.levels.get(level as usize) else {
            return 0;
        };
        let at = l
            .base
            .wrapping_add(face.wrapping_mul(self.texture.face_stride))
            .wrapping_add(l.surface.offset(x / per_byte, y) as u32);
        let fetch = &mut self.fetch;
        let Ok(block) = cache.get(at.into(), |addr, out| fetch.bytes(addr).map(|b| *out = b))
        else {
            return 0;
        };
        let from = at as usize % BLOCK;
        let mut b = [0; 8];
        b[..bytes].copy_from_slice(&block[from..from + bytes]);
        let raw = u64::from_le_bytes(b);
        let texel = if bits < 8 {
            (raw >> (x % per_byte * bits)) & ((1 << bits) - 1)
        } else {
            raw
        };
        self.fetch.format.unpack_texel(texel, Widen::Replicate)
    }
}

impl TexelSource for Source<'_, '_> {
    #[inline]
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        let row = self.fetch.format.row();
        let (bw, bh) = (u32::from(row.block.0), u32::from(row.block.1));
        let Some(at) = self.address(face, level, x / bw, y / bh) else {
            return 0;
        };
        let within = at as usize % BLOCK / (usize::from(row.block_bits) / 8).max(1);
        let fetch = &mut self.fetch;
        match &mut self.blocks {
            Blocks::Texels(cache) => {
                let i = within * bw as usize + (x % bw) as usize;
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[i % TEXELS])
            }
            Blocks::Wide(cache) => {
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[within % WIDE_TEXELS])
            }
            Blocks::Etc1(cache) => {
                let row = match self.texture.etc1_rows {
                    Etc1Rows::Downwards => y % 4,
                    Etc1Rows::Upwards => 3 - y % 4,
                };
                let i = within * 16 + (row * 4 + x % 4) as usize;
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[i % ETC1_TEXELS])
            }
            Blocks::Raw(_) => self.wide(face, level, x, y) as u32,
        }
    }

    #[inline(always)]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        let row = self.fetch.format.row();
        if row.block == (1, 1)
            && let Some(l) = self.texture.levels.get(level as usize)
        {
            let base = l
                .base
                .wrapping_add(face.wrapping_mul(self.texture.face_stride));
            // Loops, because closures of array methods are not inlined.
            let mut at = [0; 4];
            for (at, offset) in at.iter_mut().zip(l.surface.corners(x, y)) {
                *at = base.wrapping_add(offset as u32);
            }
            let fetch = &mut self.fetch;
            match &mut self.blocks {
                Blocks::Wide(cache) => {
                    return four(cache, at, fetch, |a| a / 4 % WIDE_TEXELS);
                }
                Blocks::Texels(cache) => {
                    let shift = (row.block_bits / 8).ilog2();
                    return four(cache, at, fetch, |a| (a % BLOCK) >> shift & (TEXELS - 1));
                }
                Blocks::Etc1(_) | Blocks::Raw(_) => {}
            }
        }
        let places = [(x[0], y[0]), (x[1], y[0]), (x[0], y[1]), (x[1], y[1])];
        places.map(|(x, y)| self.texel(face, level, x, y))
    }
}

/// Four texels by address, which are mostly in one block. `within` is the position in
/// the block.
#[inline(always)]
fn four<const N: usize>(
    cache: &mut BlockCache<[u32; N]>,
    at: [u32; 4],
    fetch: &mut Fetcher<'_, '_>,
    within: impl Fn(usize) -> usize,
) -> [u32; 4] {
    let block = |a: u32| a / BLOCK as u32;
    let [first, ..] = at;
    let mut texels = [0; 4];
    if at.iter().all(|a| block(*a) == block(first)) {
        if let Ok(words) = cache.get(first.into(), |addr, out| fetch.words(addr, out)) {
            for (texel, at) in texels.iter_mut().zip(at) {
                *texel = words[within(at as usize)];
            }
        }
        return texels;
    }
    for (texel, at) in texels.iter_mut().zip(at) {
        if let Ok(words) = cache.get(at.into(), |addr, out| fetch.words(addr, out)) {
            *texel = words[within(at as usize)];
        }
    }
    texels
}

impl Tmu {
    /// Units of a slice that draws into `targets`.
    pub fn rendering_to(targets: &[Range<u64>]) -> Self {
        Tmu {
            targets: targets.to_vec(),
            ..Tmu::default()
        }
    }

    /// Discards requests and results of the last thread. Textures and cached texels are
    /// kept.
    pub fn begin_thread(&mut self) {
        for u in &mut self.units {
            if u.count > 0 || u.coordinates.iter().any(Option::is_some) {
                u.coordinates = Default::default();
                u.count = 0;
            }
            u.results.clear();
        }
    }

    /// Whether a coordinate was written since the last request, so that S is a
    /// coordinate and not an address.
    pub fn has_coordinates(&self, unit: u8) -> bool {
        self.units[usize::from(unit & 1)].count > 0
    }

    /// Number of unread results.
    pub fn unread(&self) -> usize {
        self.units.iter().map(|u| u.results.len()).sum()
    }

    /// The next result of a unit.
    pub fn read(&mut self, unit: u8) -> Option<Lanes16> {
        self.units[usize::from(unit & 1)].results.pop_front()
    }

    /// Takes a coordinate, with its uniform unless it is an address. S sends the
    /// request.
    #[expect(clippy::too_many_arguments, reason = "what the unit is wired to")]
    pub fn write(
        &mut self,
        unit: u8,
        reg: TmuReg,
        v: &Lanes16,
        parameter: Option<u32>,
        bus: &Bus<'_>,
        log: &mut Log,
        quirks: &Quirks,
    ) -> Vec<Violation> {
        let mut violations = Vec::new();
        let u = &mut self.units[usize::from(unit & 1)];
        if let Some(p) = parameter {
            match u.parameters.get_mut(u.count) {
                Some(slot) => {
                    *slot = p;
                    u.count += 1;
                }
                None => violations.push(Violation::new(
                    &rules::MISSING_PARAMETERS,
                    format!("a request has more than {MAX_PARAMETERS} parameters"),
                )),
            }
        }
        if reg != TmuReg::S {
            u.coordinates[reg as usize] = Some(*v);
            return violations;
        }
        if u.results.len() >= FIFO {
            violations.push(Violation::new(
                &rules::FIFO_OVERRUN,
                format!(
                    "{} results of TMU{unit} are waiting to be read",
                    u.results.len()
                ),
            ));
            if u.results.len() >= MAX_RESULTS {
                u.results.pop_front();
            }
        }
        if parameter.is_none() {
            self.direct += 1;
            let result = direct(v, bus, log, &mut violations);
            self.units[usize::from(unit & 1)].results.push_back(result);
            return violations;
        }
        u.coordinates[TmuReg::S as usize] = Some(*v);
        let coordinates = std::mem::take(&mut u.coordinates);
        let (parameters, count) = (u.parameters, std::mem::take(&mut u.count));
        self.lookups += 1;
        let place = self.texture(parameters, count, quirks, bus, log, &mut violations);
        let texture = &self.textures[place].texture;
        let missing = |r: TmuReg| coordinates[r as usize].is_none();
        if missing(TmuReg::T) || texture.is_cube() && missing(TmuReg::R) {
            let which = if missing(TmuReg::T) { "T" } else { "R" };
            let what = if texture.is_cube() { "cube map" } else { "2D" };
            violations.push(Violation::new(
                &rules::MISSING_PARAMETERS,
                format!("a {what} request has no {which}"),
            ));
        }
        let results = self.textures[place].lookup(&coordinates, bus, log, &mut violations);
        self.units[usize::from(unit & 1)].results.extend(results);
        violations
    }

    /// Index of a texture in the cache.
    fn texture(
        &mut self,
        parameters: [u32; MAX_PARAMETERS],
        count: usize,
        quirks: &Quirks,
        bus: &Bus<'_>,
        log: &mut Log,
        violations: &mut Vec<Violation>,
    ) -> usize {
        let same = |c: &Cached| {
            c.texture.count == count && c.texture.parameters[..count] == parameters[..count]
        };
        if let Some(place) = self.textures.iter().position(same) {
            return place;
        }
        let texture = Texture::decode(parameters, count, quirks);
        check(&texture, &self.targets, bus, log, violations);
        if self.textures.len() == MAX_TEXTURES {
            self.textures.remove(0);
        }
        let blocks = texture.format.map(Blocks::new);
        self.textures.push(Cached { texture, blocks });
        self.textures.len() - 1
    }
}

/// Filtered texels for all lanes.
struct Lookup<'a, 'b, 'l> {
    sampler: &'a Sampler,
    image: &'a Image,
    source: &'a mut Source<'b, 'l>,
    /// S, T and R.
    at: [&'a [f32; 16]; 3],
    lod: Lod<'a>,
}

impl Vectorised for Lookup<'_, '_, '_> {
    type Output = [u32; 16];

    #[inline(always)]
    fn run(self) -> [u32; 16] {
        let ([s, t, r], lod) = (self.at, self.lod);
        sample16(self.sampler, self.image, self.source, s, t, r, lod, 0xffff)
    }
}

impl Cached {
    fn lookup(
        &mut self,
        coordinates: &[Option<Lanes16>; 4],
        bus: &Bus<'_>,
        log: &mut Log,
        violations: &mut Vec<Violation>,
    ) -> impl Iterator<Item = Lanes16> + use<> {
        let texture = &self.texture;
        let (Some(format), Some(blocks)) = (texture.format, &mut self.blocks) else {
            return [Lanes16::ZERO; 2].into_iter().take(1);
        };
        let float = |r: TmuReg| coordinates[r as usize].unwrap_or_default().to_f32();
        let (s, mut t, r) = (float(TmuReg::S), float(TmuReg::T), float(TmuReg::R));
        if texture.flip_y {
            for t in &mut t {
                *t = 1.0 - *t;
            }
        }
        let b = coordinates[TmuReg::B as usize].map(Lanes16::to_f32);
        let lod = match (&b, texture.lod) {
            (None, _) => Lod::Implicit,
            (Some(b), LodMode::Bias) => Lod::Bias(b),
            (Some(b), LodMode::Absolute) => Lod::Absolute(b),
        };
        let mut sampler = texture.sampler;
        if !texture.is_cube() {
            sampler.border = coordinates[TmuReg::R as usize].map_or(0, |r| r.0[0]);
        }
        let mut source = Source {
            texture,
            blocks,
            fetch: Fetcher {
                format,
                bus,
                log,
                violations,
            },
        };
        let mut words = [Lanes16::ZERO; 2];
        if texture.filterable() {
            words[0].0 = vectorised(Lookup {
                sampler: &sampler,
                image: &texture.image,
                source: &mut source,
                at: [&s, &t, &r],
                lod,
            });
            return words.into_iter().take(1);
        }
        for (i, a) in address16(&sampler, &texture.image, &s, &t, &r, lod)
            .into_iter()
            .enumerate()
        {
            let word = match a {
                Address::Border => sampler.border.into(),
                Address::Texel { face, level, x, y } => source.wide(face, level, x, y),
            };
            words[0].0[i] = word as u32;
            words[1].0[i] = (word >> 32) as u32;
        }
        words
            .into_iter()
            .take(texture.words_per_texel().clamp(1, 2))
    }
}

fn direct(v: &Lanes16, bus: &Bus<'_>, log: &mut Log, violations: &mut Vec<Violation>) -> Lanes16 {
    let mut out = Lanes16::ZERO;
    if v.0.iter().all(|addr| addr.is_multiple_of(4)) && bus.gather(log, Port::Tmu, &v.0, &mut out.0)
    {
        return out;
    }
    out = Lanes16::ZERO;
    for i in 0..16 {
        let addr = v.0[i];
        if !addr.is_multiple_of(4) {
            note(violations, &rules::DIRECT_READ_UNALIGNED, || {
                format!("lane {i} reads {addr:#010x}")
            });
        }
        let addr = addr & !3;
        match bus.read_u32(log, Port::Tmu, addr) {
            Ok(w) => {
                out.0[i] = w;
                if !bus.initialised(addr, 4) {
                    note(violations, &mem::UNINITIALISED_TEXEL, || {
                        format!("lane {i} reads {addr:#010x}, which was never written")
                    });
                }
            }
            Err(_) => note(violations, &rules::DIRECT_READ_OUTSIDE, || {
                format!("lane {i} reads {addr:#010x}, which is not in any buffer; 0 was used")
            }),
        }
    }
    out
}

/// Problems of a texture that its parameters show.
fn check(
    t: &Texture,
    targets: &[Range<u64>],
    bus: &Bus<'_>,
    log: &mut Log,
    violations: &mut Vec<Violation>,
) {
    let mut add = |rule, message| violations.push(Violation::new(rule, message));
    if t.count < 2 {
        add(
            &rules::MISSING_PARAMETERS,
            format!("a texture request has {} parameters", t.count),
        );
    }
    if t.format.is_none() {
        add(
            &rules::UNSUPPORTED_TYPE,
            format!("texture type {} does not exist", t.kind),
        );
        return;
    }
    if is_raster(t.kind) {
        let name = TYPE_NAMES[usize::from(t.kind)];
        add(
            &rules::LINEAR_TEXTURE,
            format!("the type is {name}, whose texels are in raster order"),
        );
    }
    if t.is_cube() && t.strides != 1 {
        add(
            &rules::CUBE_STRIDE,
            format!("a cube map has its stride set {} times", t.strides),
        );
    }
    if t.level_count > t.image.levels() {
        let (w, h) = t.image.size(0);
        add(
            &rules::TOO_MANY_LEVELS,
            format!(
                "{} levels are requested, but {w}x{h} texels have {}",
                t.level_count,
                t.image.levels()
            ),
        );
    }
    if let Some(c) = t.child {
        let (w, h) = t.image.size(0);
        if c.x + c.width > w || c.y + c.height > h {
            add(
                &rules::CHILD_IMAGE,
                format!(
                    "{}x{} texels at ({}, {}) are not inside {w}x{h}",
                    c.width, c.height, c.x, c.y
                ),
            );
        }
    }
    let uses_levels = t.sampler.min.between().is_some();
    let levels = if uses_levels { t.levels.len() } else { 1 };
    if let (Some(last), Some(first)) = (t.levels.get(levels - 1), t.levels.first()) {
        let faces = if t.is_cube() {
            5 * u64::from(t.face_stride)
        } else {
            0
        };
        let start = last.base;
        let end = u64::from(first.base) + faces + first.surface.size_bytes();
        let need = end.saturating_sub(start.into());
        let have = bus.memory().mapped(start.into());
        let whole = u64::from(start)..end;
        if let Some(r) = targets
            .iter()
            .find(|r| r.start < whole.end && whole.start < r.end)
        {
            add(
                &rules::RENDER_TO_SAMPLED,
                format!(
                    "the texture from {start:#010x} on is rendered to at {:#010x}",
                    r.start
                ),
            );
        }
        // A texture outside every buffer is reported when its texels are read.
        if last.base > first.base || (have > 0 && have < need) {
            add(
                &rules::TEXTURE_OUTSIDE_BUFFER,
                format!("it needs {need} bytes from {start:#010x}, but the buffer has {have}"),
            );
        }
    }
    if t.child.is_some() {
        log.unimplemented("texture child images");
    }
}
