//! Texture and memory lookup unit: requests, results and the texture cache.

use std::collections::VecDeque;
use std::rc::Rc;

use tilescope_core::Rule;
use tilescope_exec::Lanes16;
use tilescope_pixel::{Format, Widen};
use tilescope_texture::{Address, BlockCache, Lod, TexelSource, address16, sample16};

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::io::TmuReg;
use crate::quirks::Quirks;
use crate::rules::{mem, tmu as rules};
use crate::texture::{LodMode, MAX_PARAMETERS, Texture};

/// Requests that may wait for their result to be read. Source: the kernel's and
/// Mesa's limit; vc4asm found more to be unreliable on hardware.
const FIFO: usize = 4;
/// Results kept when a program overruns the FIFO.
const MAX_RESULTS: usize = 64;
/// Textures remembered in decoded form.
const MAX_TEXTURES: usize = 16;

/// A rule that a request broke.
#[derive(Clone, Debug)]
pub struct Trouble {
    rule: &'static Rule,
    message: String,
}

impl Trouble {
    fn new(rule: &'static Rule, message: String) -> Self {
        Trouble { rule, message }
    }

    /// The rule, and what was found.
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

#[derive(Debug)]
struct Caches {
    blocks: BlockCache<[u8; 64]>,
    etc1: BlockCache<[u32; 16]>,
}

/// Both units of a slice, and what they keep between threads.
#[derive(Debug, Default)]
pub struct Tmu {
    units: [Unit; 2],
    textures: Vec<Rc<Texture>>,
    caches: Option<Box<Caches>>,
    /// Texture lookups, in vectors of sixteen.
    pub lookups: u64,
    /// Direct memory lookups, in vectors of sixteen.
    pub direct: u64,
}

struct Source<'a, 'l> {
    texture: &'a Texture,
    format: Format,
    caches: &'a mut Caches,
    bus: &'a Bus<'a>,
    log: &'l mut Log,
    trouble: &'l mut Vec<Trouble>,
}

impl Source<'_, '_> {
    fn note(trouble: &mut Vec<Trouble>, rule: &'static Rule, message: impl FnOnce() -> String) {
        if trouble.iter().all(|t| !std::ptr::eq(t.rule, rule)) {
            trouble.push(Trouble::new(rule, message()));
        }
    }

    /// Up to 64 bits of the block that holds a texel.
    fn block(&mut self, face: u32, level: u32, bx: u32, by: u32, bytes: usize) -> u64 {
        let Some(l) = self.texture.levels.get(level as usize) else {
            return 0;
        };
        let face = face.wrapping_mul(self.texture.face_stride);
        let at = l
            .base
            .wrapping_add(face)
            .wrapping_add(l.surface.offset(bx, by) as u32);
        let (bus, log, trouble) = (self.bus, &mut *self.log, &mut *self.trouble);
        let got = self
            .caches
            .blocks
            .get(at.into(), |addr, out: &mut [u8; 64]| {
                if let Err(fault) = bus.read(log, Port::Tmu, addr as u32, out) {
                    Self::note(trouble, &mem::TEXTURE_READ, || {
                        format!("{fault}; zeros were used")
                    });
                    return Err(());
                }
                if !bus.initialised(addr as u32, 64) {
                    Self::note(trouble, &mem::UNINITIALISED_TEXEL, || {
                        format!("texels at {addr:#010x} were never written")
                    });
                }
                Ok(())
            });
        let Ok(block) = got else { return 0 };
        let from = at as usize % 64;
        let mut b = [0; 8];
        b[..bytes].copy_from_slice(&block[from..from + bytes]);
        u64::from_le_bytes(b)
    }

    fn wide(&mut self, face: u32, level: u32, x: u32, y: u32) -> u64 {
        let bits = usize::from(self.format.row().block_bits);
        match bits {
            1 | 4 => {
                let per_byte = 8 / bits as u32;
                let byte = self.block(face, level, x / per_byte, y, 1);
                let texel = byte >> (x % per_byte * bits as u32) & ((1 << bits) - 1);
                self.format.unpack_texel(texel, Widen::Replicate)
            }
            _ => {
                let raw = self.block(face, level, x, y, bits / 8);
                self.format.unpack_texel(raw, Widen::Replicate)
            }
        }
    }
}

impl TexelSource for Source<'_, '_> {
    #[inline]
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        match self.format {
            Format::Etc1Rgb8 => {
                let raw = self.block(face, level, x / 4, y / 4, 8);
                let key = raw.rotate_left(3) & !7;
                let block = self.caches.etc1.get(key, |_, out| {
                    let mut words = [0; 16];
                    self.format
                        .unpack(&raw.to_le_bytes(), Widen::Replicate, &mut words);
                    *out = words;
                    Ok::<(), ()>(())
                });
                block.map_or(0, |b| b[(y % 4 * 4 + x % 4) as usize])
            }
            Format::Y8U8Y8V8 => {
                let raw = self.block(face, level, x / 2, y, 4);
                let mut words = [0; 2];
                self.format
                    .unpack(&(raw as u32).to_le_bytes(), Widen::Replicate, &mut words);
                words[x as usize % 2]
            }
            _ => self.wide(face, level, x, y) as u32,
        }
    }
}

impl Tmu {
    /// Forgets requests and results of the last thread. Textures and cached
    /// texels stay.
    pub fn begin_thread(&mut self) {
        for u in &mut self.units {
            if u.count > 0 || u.coordinates.iter().any(Option::is_some) {
                u.coordinates = Default::default();
                u.count = 0;
            }
            u.results.clear();
        }
    }

    /// Whether a coordinate was written since the last request, so that S is one
    /// too and not an address.
    pub fn has_coordinates(&self, unit: u8) -> bool {
        self.units[usize::from(unit & 1)].count > 0
    }

    /// Results that nobody read.
    pub fn unread(&self) -> usize {
        self.units.iter().map(|u| u.results.len()).sum()
    }

    /// The next result of a unit.
    pub fn read(&mut self, unit: u8) -> Option<Lanes16> {
        self.units[usize::from(unit & 1)].results.pop_front()
    }

    /// Takes a coordinate, with the uniform that goes with it unless it is an
    /// address. S sends the request.
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
    ) -> Vec<Trouble> {
        let mut trouble = Vec::new();
        let u = &mut self.units[usize::from(unit & 1)];
        if let Some(p) = parameter {
            match u.parameters.get_mut(u.count) {
                Some(slot) => {
                    *slot = p;
                    u.count += 1;
                }
                None => trouble.push(Trouble::new(
                    &rules::MISSING_PARAMETERS,
                    format!("a request has more than {MAX_PARAMETERS} parameters"),
                )),
            }
        }
        if reg != TmuReg::S {
            u.coordinates[reg as usize] = Some(*v);
            return trouble;
        }
        if u.results.len() >= FIFO {
            trouble.push(Trouble::new(
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
            let result = direct(v, bus, log, &mut trouble);
            self.units[usize::from(unit & 1)].results.push_back(result);
            return trouble;
        }
        u.coordinates[TmuReg::S as usize] = Some(*v);
        let coordinates = std::mem::take(&mut u.coordinates);
        let (parameters, count) = (u.parameters, std::mem::take(&mut u.count));
        self.lookups += 1;
        let texture = self.texture(parameters, count, quirks, bus, log, &mut trouble);
        let results = self.lookup(&texture, &coordinates, bus, log, &mut trouble);
        self.units[usize::from(unit & 1)].results.extend(results);
        trouble
    }

    fn texture(
        &mut self,
        parameters: [u32; MAX_PARAMETERS],
        count: usize,
        quirks: &Quirks,
        bus: &Bus<'_>,
        log: &mut Log,
        trouble: &mut Vec<Trouble>,
    ) -> Rc<Texture> {
        let same =
            |t: &&Rc<Texture>| t.count == count && t.parameters[..count] == parameters[..count];
        if let Some(t) = self.textures.iter().find(same) {
            return t.clone();
        }
        let t = Rc::new(Texture::decode(parameters, count, quirks.texture_precision));
        check(&t, bus, log, trouble);
        if self.textures.len() == MAX_TEXTURES {
            self.textures.remove(0);
        }
        self.textures.push(t.clone());
        t
    }

    fn lookup(
        &mut self,
        texture: &Texture,
        coordinates: &[Option<Lanes16>; 4],
        bus: &Bus<'_>,
        log: &mut Log,
        trouble: &mut Vec<Trouble>,
    ) -> Vec<Lanes16> {
        let Some(format) = texture.format else {
            return vec![Lanes16::ZERO];
        };
        let float = |r: TmuReg| coordinates[r as usize].unwrap_or_default().to_f32();
        let (s, mut t, r) = (float(TmuReg::S), float(TmuReg::T), float(TmuReg::R));
        if texture.flip_y {
            t = t.map(|t| 1.0 - t);
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
        let caches = self.caches.get_or_insert_with(|| {
            Box::new(Caches {
                blocks: BlockCache::new(8, 6, [0; 64]),
                etc1: BlockCache::new(7, 3, [0; 16]),
            })
        });
        let mut source = Source {
            texture,
            format,
            caches,
            bus,
            log,
            trouble,
        };
        if texture.filterable() {
            return vec![tilescope_exec::Lanes(sample16(
                &sampler,
                &texture.image,
                &mut source,
                &s,
                &t,
                &r,
                lod,
                0xffff,
            ))];
        }
        let mut words = [Lanes16::ZERO; 2];
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
        words[..texture.words_per_texel().clamp(1, 2)].to_vec()
    }
}

fn direct(v: &Lanes16, bus: &Bus<'_>, log: &mut Log, trouble: &mut Vec<Trouble>) -> Lanes16 {
    let mut out = Lanes16::ZERO;
    for i in 0..16 {
        let addr = v.0[i];
        if !addr.is_multiple_of(4) {
            Source::note(trouble, &rules::DIRECT_READ_UNALIGNED, || {
                format!("lane {i} reads {addr:#010x}")
            });
        }
        let addr = addr & !3;
        match bus.read_u32(log, Port::Tmu, addr) {
            Ok(w) => {
                out.0[i] = w;
                if !bus.initialised(addr, 4) {
                    Source::note(trouble, &mem::UNINITIALISED_TEXEL, || {
                        format!("lane {i} reads {addr:#010x}, which was never written")
                    });
                }
            }
            Err(_) => Source::note(trouble, &rules::DIRECT_READ_OUTSIDE, || {
                format!("lane {i} reads {addr:#010x}, which is in no buffer; 0 was used")
            }),
        }
    }
    out
}

/// What is wrong with a texture as its parameters describe it.
fn check(t: &Texture, bus: &Bus<'_>, log: &mut Log, trouble: &mut Vec<Trouble>) {
    let mut add = |rule, message| trouble.push(Trouble::new(rule, message));
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
    if t.is_cube() && t.strides != 1 {
        add(
            &rules::CUBE_STRIDE,
            format!("a cube map has its stride set {} times", t.strides),
        );
    }
    if t.levels_asked > t.image.levels() {
        let (w, h) = t.image.size(0);
        add(
            &rules::TOO_MANY_LEVELS,
            format!(
                "{} levels are asked for, and {w}x{h} texels have {}",
                t.levels_asked,
                t.image.levels()
            ),
        );
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
        if last.base > first.base || have < need {
            add(
                &rules::TEXTURE_OUTSIDE_BUFFER,
                format!("it needs {need} bytes from {start:#010x}, and the buffer has {have}"),
            );
        }
    }
    for (yes, what) in [
        (t.swizzle != 0, "texture colour swizzles"),
        (t.flip_etc, "flipped ETC1 textures"),
        (t.child, "texture child images"),
    ] {
        if yes {
            log.unimplemented(what);
        }
    }
}
