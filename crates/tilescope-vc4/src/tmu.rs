//! Texture and memory lookup unit: requests, results and the texture cache.

mod gang;
mod source;

use std::collections::VecDeque;

use tilescope_core::profile::Moved;
use tilescope_core::{Rule, Span};
use tilescope_exec::{Lanes, Lanes16, Vectorised, vectorised};
use tilescope_texture::{Address, Image, Lod, Sampler, TexelSource, address16, sample16};

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::io::TmuReg;
use crate::quirks::Quirks;
use crate::rules::{mem, tmu as rules};
use crate::texture::{LodMode, MAX_PARAMETERS, TYPE_NAMES, Texture, is_raster};
use source::{Blocks, Fetcher, Seen, Source, Tiled};

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

/// A decoded texture and its cached blocks.
#[derive(Debug)]
struct Cached {
    texture: Texture,
    blocks: Option<Blocks>,
    seen: Seen,
    /// There is nothing to report about it.
    silent: bool,
}

impl Cached {
    /// A texture of which nothing was read.
    fn new(texture: Texture, silent: bool) -> Self {
        let blocks = texture
            .format
            .map(|format| Blocks::new(format, texture.kind));
        Cached {
            texture,
            blocks,
            seen: Seen::default(),
            silent,
        }
    }

    /// Whether a request with these parameters is for it.
    fn is_for(&self, parameters: &[u32]) -> bool {
        let known = &self.texture.parameters;
        // Not by a comparison of slices, which is a call for a few words.
        self.texture.count == parameters.len() && known.iter().zip(parameters).all(|(a, b)| a == b)
    }

    /// Empties its blocks for another tile of a batch, but keeps what it knows.
    fn renew(&mut self) {
        self.seen.clear();
        match &mut self.blocks {
            Some(Blocks::Tiles(cache)) => cache.renew(),
            Some(Blocks::Wide(cache)) => cache.invalidate(),
            Some(Blocks::Raw(cache)) => cache.invalidate(),
            None => {}
        }
    }
}

/// A write of a coordinate register.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate<'a> {
    /// The unit, 0 or 1.
    pub unit: u8,
    /// The coordinate.
    pub reg: TmuReg,
    /// Its value in each lane.
    pub lanes: &'a Lanes16,
    /// The uniform that accompanies it; `None` if it is an address.
    pub parameter: Option<u32>,
}

/// Requests of a thread to both units, with results that it has not read.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    units: [Unit; 2],
    /// Texture lookups, in vectors of sixteen.
    pub lookups: u64,
    /// Direct memory lookups, in vectors of sixteen.
    pub direct: u64,
    /// Bytes read, as far as the log does not have them.
    pub bytes: u64,
}

impl Requests {
    /// Discards all.
    pub fn clear(&mut self) {
        for u in &mut self.units {
            if u.count > 0 || u.coordinates.iter().any(Option::is_some) {
                u.coordinates = Default::default();
                u.count = 0;
            }
            u.results.clear();
        }
        (self.lookups, self.direct, self.bytes) = (0, 0, 0);
    }

    /// Whether a coordinate was written since the last request, so that S is a
    /// coordinate and not an address.
    pub fn has_coordinates(&self, unit: u8) -> bool {
        self.units[usize::from(unit & 1)].count > 0
    }

    /// The next result of a unit.
    pub fn read(&mut self, unit: u8) -> Option<Lanes16> {
        self.units[usize::from(unit & 1)].results.pop_front()
    }
}

/// Both units of a slice, and their state between threads.
#[derive(Debug, Default)]
pub struct Tmu {
    /// Requests of the thread.
    requests: Requests,
    textures: Vec<Cached>,
    /// Textures of tiles before this one, which memory still has so.
    known: Vec<Cached>,
    /// Texture lookups, in vectors of sixteen.
    pub lookups: u64,
    /// Direct memory lookups, in vectors of sixteen.
    pub direct: u64,
    /// Memory that the frame renders to.
    targets: Vec<Span>,
}

fn note(violations: &mut Vec<Violation>, rule: &'static Rule, message: impl FnOnce() -> String) {
    if violations.iter().all(|t| !std::ptr::eq(t.rule, rule)) {
        violations.push(Violation::new(rule, message()));
    }
}

impl Tmu {
    /// Units of a slice that draws into `targets`.
    pub fn rendering_to(targets: &[Span]) -> Self {
        Tmu {
            targets: targets.to_vec(),
            ..Tmu::default()
        }
    }

    /// Begins another tile of the same batch: what it reads is counted and reported as if nothing
    /// were cached.
    pub fn renew(&mut self) {
        self.requests.clear();
        (self.lookups, self.direct) = (0, 0);
        for mut texture in self.textures.drain(..) {
            if texture.silent && self.known.len() < MAX_TEXTURES {
                texture.renew();
                self.known.push(texture);
            }
        }
    }

    /// Discards requests and results of the last thread. Textures and cached texels are
    /// kept.
    pub fn begin_thread(&mut self) {
        self.requests.clear();
    }

    /// The thread that made these requests in a gang runs alone from here on. Takes them out.
    pub fn resume(&mut self, requests: &mut Requests) {
        std::mem::swap(&mut self.requests, requests);
    }

    /// Counts the requests that a thread made in a gang.
    pub fn count(&mut self, requests: &Requests, log: &mut Log) {
        self.lookups += requests.lookups;
        self.direct += requests.direct;
        log.traffic.read[Port::Tmu as usize] += requests.bytes;
    }

    /// Texture fetches so far, one for each lane of a lookup, also of memory.
    pub fn fetches(&self) -> u64 {
        16 * (self.lookups + self.direct)
    }

    /// The data that a log counts, with the fetches of these units.
    pub fn moved(&self, log: Moved) -> Moved {
        Moved {
            fetches: log.fetches + self.fetches(),
            ..log
        }
    }

    /// Whether a coordinate was written since the last request, so that S is a
    /// coordinate and not an address.
    pub fn has_coordinates(&self, unit: u8) -> bool {
        self.requests.has_coordinates(unit)
    }

    /// Number of unread results.
    pub fn unread(&self) -> usize {
        self.requests.units.iter().map(|u| u.results.len()).sum()
    }

    /// The next result of a unit.
    pub fn read(&mut self, unit: u8) -> Option<Lanes16> {
        self.requests.read(unit)
    }

    /// Takes a coordinate. S sends the request.
    pub fn write(
        &mut self,
        coordinate: &Coordinate<'_>,
        bus: &Bus<'_>,
        log: &mut Log,
        quirks: &Quirks,
    ) -> Vec<Violation> {
        let &Coordinate {
            unit,
            reg,
            lanes: v,
            parameter,
        } = coordinate;
        let mut violations = Vec::new();
        let u = &mut self.requests.units[usize::from(unit & 1)];
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
            u.results.push_back(result);
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
        let found = (&mut violations, &mut Vec::new());
        let results = &mut self.requests.units[usize::from(unit & 1)].results;
        self.textures[place].lookup(&coordinates, results, bus, log, found);
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
        if let Some(place) = self.place(&parameters, count) {
            return place;
        }
        let texture = Texture::decode(parameters, count, quirks);
        let before = violations.len();
        check(&texture, &self.targets, bus, violations);
        let child = texture.format.is_some() && texture.child.is_some();
        if child {
            log.unimplemented("texture child images");
        }
        let silent = violations.len() == before && !child;
        self.keep(Cached::new(texture, silent))
    }

    /// Index of the texture with these parameters, if it is in the cache or known.
    fn place(&mut self, parameters: &[u32; MAX_PARAMETERS], count: usize) -> Option<usize> {
        let parameters = parameters.get(..count)?;
        let find = |among: &[Cached]| among.iter().position(|c| c.is_for(parameters));
        find(&self.textures).or_else(|| {
            let known = self.known.swap_remove(find(&self.known)?);
            Some(self.keep(known))
        })
    }

    /// Adds a texture to the cache. Returns its index.
    fn keep(&mut self, texture: Cached) -> usize {
        if self.textures.len() == MAX_TEXTURES {
            self.textures.remove(0);
        }
        self.textures.push(texture);
        self.textures.len() - 1
    }
}

/// Filtered texels for all lanes.
struct Lookup<'a, S> {
    sampler: &'a Sampler,
    image: &'a Image,
    source: &'a mut S,
    /// S, T and R.
    at: [&'a [f32; 16]; 3],
    lod: Lod<'a>,
}

impl<S: TexelSource> Vectorised for Lookup<'_, S> {
    type Output = [u32; 16];

    #[inline(always)]
    fn run(self) -> [u32; 16] {
        let (at, lod) = (self.at, self.lod);
        sample16(self.sampler, self.image, self.source, at, lod, 0xffff)
    }
}

impl Cached {
    /// Adds what a request reads to the results.
    fn lookup(
        &mut self,
        coordinates: &[Option<Lanes16>; 4],
        results: &mut VecDeque<Lanes16>,
        bus: &Bus<'_>,
        log: &mut Log,
        (violations, reported): (&mut Vec<Violation>, &mut Vec<u64>),
    ) {
        let texture = &self.texture;
        let (Some(format), Some(blocks)) = (texture.format, &mut self.blocks) else {
            results.push_back(Lanes16::ZERO);
            return;
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
        let fetch = Fetcher {
            format,
            bus,
            log,
            violations,
            reported,
            seen: &mut self.seen,
        };
        if texture.filterable() {
            let (at, image) = ([&s, &t, &r], &texture.image);
            let words = match blocks {
                Blocks::Tiles(tiles) => vectorised(Lookup {
                    sampler: &sampler,
                    image,
                    source: &mut Tiled {
                        texture,
                        tiles,
                        fetch,
                    },
                    at,
                    lod,
                }),
                Blocks::Wide(_) | Blocks::Raw(_) => vectorised(Lookup {
                    sampler: &sampler,
                    image,
                    source: &mut Source {
                        texture,
                        blocks,
                        fetch,
                    },
                    at,
                    lod,
                }),
            };
            results.push_back(Lanes(words));
            return;
        }
        let mut words = [Lanes16::ZERO; 2];
        let mut source = Source {
            texture,
            blocks,
            fetch,
        };
        for (i, a) in address16(&sampler, &texture.image, [&s, &t, &r], lod)
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
        results.extend(&words[..texture.words_per_texel().clamp(1, 2)]);
    }
}

fn direct(v: &Lanes16, bus: &Bus<'_>, log: &mut Log, violations: &mut Vec<Violation>) -> Lanes16 {
    let mut out = Lanes16::ZERO;
    let addresses = v.0.map(u64::from);
    if v.0.iter().all(|addr| addr.is_multiple_of(4))
        && bus.gather(log, Port::Tmu, &addresses, &mut out.0)
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
fn check(t: &Texture, targets: &[Span], bus: &Bus<'_>, violations: &mut Vec<Violation>) {
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
        let whole = Span::new(start, need);
        if let Some(r) = targets.iter().find(|r| r.common(&whole).is_some()) {
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
}
