//! A texture in memory, registers as in Mesa's etnaviv_texture_state.c, and
//! lookups.

use tilescope_core::{AddressSpace, GpuMemory, Recorder, Region, Unit};
use tilescope_exec::Lanes16;
use tilescope_vivante::bus::Bus;
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::log::Log;
use tilescope_vivante::regs::{nte, te};
use tilescope_vivante::shader::{Lod, Lookup, Stage};
use tilescope_vivante::state::State;
use tilescope_vivante::stopped::Stopped;
use tilescope_vivante::surface::texture::{Layers1d, Texture, Words};
use tilescope_vivante::te::{Quirks, Samplers, TextureUnits};

pub const BASE: u32 = 0x10_0000;
pub const LEVEL_BYTES: u32 = 0x1_0000;
pub const MEMORY: usize = 0x10_0000;

/// Values of TE's fields.
pub const D2: u32 = 2;
pub const D3: u32 = 3;
pub const CUBE: u32 = 5;
pub const REPEAT: u32 = 0;
pub const MIRROR: u32 = 1;
pub const CLAMP: u32 = 2;
pub const NONE: u32 = 0;
pub const NEAREST: u32 = 1;
pub const LINEAR: u32 = 2;
pub const A8B8G8R8: u32 = 9;

/// State of the driver's objects.
#[derive(Clone, Copy)]
pub struct Scene {
    pub chip: &'static Chip,
    pub sampler: u32,
    pub kind: u32,
    pub format: u32,
    pub ext: u32,
    pub size: (u32, u32, u32),
    pub levels: u32,
    pub linear: bool,
    pub halign: u32,
    pub array: bool,
    pub wrap: (u32, u32, u32),
    pub min: u32,
    pub mip: u32,
    pub mag: u32,
    pub swizzle: [u32; 4],
    pub seamless: bool,
    pub int_filter: bool,
    pub srgb: bool,
    pub lod_bias: f32,
    /// The largest number of lookups for a pixel.
    pub anisotropy: u32,
    /// `COMPARE_FUNC`, if it compares.
    pub compare: Option<u32>,
}

impl Scene {
    pub fn new(chip: &'static Chip) -> Scene {
        Scene {
            chip,
            sampler: 0,
            kind: D2,
            format: A8B8G8R8,
            ext: 0,
            size: (16, 8, 1),
            levels: 1,
            linear: false,
            halign: 0,
            array: false,
            wrap: (REPEAT, REPEAT, REPEAT),
            min: NEAREST,
            mip: NONE,
            mag: NEAREST,
            swizzle: [0, 1, 2, 3],
            seamless: false,
            int_filter: true,
            srgb: false,
            lod_bias: 0.0,
            anisotropy: 1,
            compare: None,
        }
    }

    pub fn stride(&self) -> u32 {
        self.size.0.next_multiple_of(16) * 16
    }

    /// `etna_create_sampler_view_state`, `etna_create_sampler_state_state` and
    /// their conversion in `etna_emit_texture_state`.
    pub fn words(&self) -> (Words, u32, u32) {
        let log2 = |v: u32| ((v as f32).log2() * 32.0 + 0.5) as u32;
        let mut config0 = self.kind | self.format << 13;
        config0 |= log2(self.anisotropy) << 24;
        config0 |= self.wrap.0 << 3 | self.wrap.1 << 5;
        config0 |= self.min << 7 | self.mip << 9 | self.mag << 11;
        if self.min != NEAREST && self.mag != NEAREST {
            config0 |= 1 << 19;
        }
        if self.linear {
            config0 |= 3 << 20;
        }
        let mut config1 = self.ext | self.halign << 26;
        for (i, s) in self.swizzle.into_iter().enumerate() {
            config1 |= s << (8 + 4 * i);
        }
        config1 |= u32::from(self.array) << 24 | u32::from(self.seamless) << 25;
        let (w, h, d) = self.size;
        let (min_lod, mut max_lod) = match self.mip {
            NONE => (0, 0),
            _ => (0, 511.min((self.levels - 1) << 5)),
        };
        if self.min != self.mag {
            max_lod = max_lod.max(1);
        }
        let bias = (self.lod_bias * 32.0) as i32 as u32 & 0x3ff;
        let enable = u32::from(bias != 0 && self.mip != NONE);
        let lod_config = enable | max_lod << 1 | min_lod << 11 | bias << 21;
        let mut log_size = log2(w) | log2(h) << 10;
        log_size |= u32::from(self.int_filter) << 29 | u32::from(self.srgb) << 31;
        let words = Words {
            config0,
            config1,
            size: w | h << 16,
            config_3d: d | log2(d) << 16 | self.wrap.2 << 28,
            linear_stride: if self.linear { self.stride() } else { 0 },
            addresses: std::array::from_fn(|level| match (level as u32) < self.levels {
                true => BASE + level as u32 * LEVEL_BYTES,
                false => 0,
            }),
        };
        (words, lod_config, log_size)
    }

    pub fn state(&self) -> State {
        let mut state = State::new();
        let (words, lod_config, log_size) = self.words();
        let (n, at) = (self.sampler, 4 * self.sampler);
        let old = [
            te::sampler_config0::AT,
            te::sampler_size::AT,
            te::sampler_log_size::AT,
            te::sampler_lod_config::AT,
            te::sampler_3d_config::AT,
            te::sampler_config1::AT,
            te::sampler_linear_stride::AT,
        ];
        let new = [
            nte::sampler_config0::AT,
            nte::sampler_size::AT,
            nte::sampler_log_size::AT,
            nte::sampler_lod_config::AT,
            nte::sampler_3d_config::AT,
            nte::sampler_config1::AT,
            nte::sampler_linear_stride::AT,
        ];
        let is_new = self.chip.features.halti() >= Some(1);
        let registers = if is_new { new } else { old };
        let values = [
            words.config0,
            words.size,
            log_size,
            lod_config,
            words.config_3d,
            words.config1,
            words.linear_stride,
        ];
        for (register, value) in registers.into_iter().zip(values) {
            state.write(register + at, value);
        }
        for (level, address) in (0..).zip(words.addresses) {
            let register = match is_new {
                true => nte::sampler_addr_lod::AT + 0x40 * n + 4 * level,
                false => te::sampler_lod_addr::AT + at + 0x40 * level,
            };
            state.write(register, address);
        }
        if let Some(func) = self.compare {
            state.write(nte::sampler_baselod::AT + at, 1 << 16 | func << 20);
        }
        state
    }

    /// Addresses of texels; surfaces have separate tests.
    pub fn texture(&self) -> Texture {
        Texture::new(&self.words().0, self.chip, Layers1d::Rows).unwrap()
    }
}

/// Memory with pseudo-random bytes.
pub fn memory() -> AddressSpace {
    let mut seed = 0x1234_5678u32;
    let bytes: Vec<u8> = (0..MEMORY)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .collect();
    let mut space = AddressSpace::new();
    space
        .map(Region::from_bytes("texture", BASE.into(), &bytes))
        .unwrap();
    space
}

pub fn bytes(memory: &AddressSpace, at: u32, len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    memory.read(at.into(), &mut out, Unit("test")).unwrap();
    out
}

pub fn lookup(s: [f32; 16], t: [f32; 16], r: [f32; 16], lod: Lod) -> Lookup {
    Lookup {
        sampler: 0,
        at: [
            Lanes16::from_f32(s),
            Lanes16::from_f32(t),
            Lanes16::from_f32(r),
            Lanes16::ZERO,
        ],
        lod,
        reference: None,
        lanes: 0xffff,
    }
}

pub struct Done {
    pub result: Result<[Lanes16; 4], Stopped>,
    pub log: Log,
}

impl Done {
    /// Four floats of each lane.
    pub fn texels(&self) -> [[f32; 4]; 16] {
        let out = self.result.as_ref().unwrap();
        std::array::from_fn(|i| std::array::from_fn(|c| f32::from_bits(out[c][i])))
    }

    pub fn findings(self) -> Vec<String> {
        let mut seen = Recorder::default();
        self.log.deliver(&mut seen);
        seen.findings.iter().map(|f| f.rule.id.into()).collect()
    }
}

pub const DESCRIPTOR: u32 = BASE + 0x8_0000;

/// A texture by descriptor, as etnaviv_texture_desc.c writes it: addresses of its
/// first two levels, and the range of levels.
pub fn described(addresses: [u32; 2], range: u32) -> (AddressSpace, State) {
    let memory = memory();
    let (words, ..) = Scene::new(&chips::GC7000L).words();
    let mut raw = [0u32; 64];
    raw[..2].copy_from_slice(&addresses);
    raw[0x40 / 4] = words.config0 & !(0x7f << 3);
    raw[0x44 / 4] = words.size;
    raw[0x4c / 4] = words.config1;
    raw[0x68 / 4] = range;
    let bytes: Vec<u8> = raw.iter().flat_map(|w| w.to_le_bytes()).collect();
    memory
        .write(DESCRIPTOR.into(), &bytes, Unit("test"))
        .unwrap();
    let mut state = State::new();
    state.write(nte::descriptor_addr::AT, DESCRIPTOR);
    state.write(nte::descriptor_samp_ctrl0::AT, 1 << 21 | 1 << 9 | 1 << 13);
    state.write(nte::descriptor_samp_lod_minmax::AT, 0xfff);
    (memory, state)
}

/// One lookup with an empty cache.
pub fn sample(
    memory: &AddressSpace,
    chip: &Chip,
    state: &State,
    stage: Stage,
    lookup: &Lookup,
) -> Done {
    sample_by(&Quirks::DEFAULT, memory, chip, state, stage, lookup)
}

/// The same with other quirks.
pub fn sample_by(
    quirks: &Quirks,
    memory: &AddressSpace,
    chip: &Chip,
    state: &State,
    stage: Stage,
    lookup: &Lookup,
) -> Done {
    let mut log = Log::default();
    let samplers = Samplers::new(state, chip, quirks, Bus::new(memory));
    let mut units = TextureUnits::default();
    let mut out = [Lanes16::ZERO; 4];
    let done = units.sample(&samplers, stage, lookup, &mut log, &mut out);
    let result = done.map(|()| out);
    Done { result, log }
}
