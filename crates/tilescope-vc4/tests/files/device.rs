//! The device of programs in files: it takes inputs from the run and records effects.

use std::collections::{BTreeMap, HashMap, VecDeque};
use tilescope_exec::{Lanes, Lanes16};
use tilescope_filetest::{Run, Setting};
use tilescope_vc4::qpu::{
    Dir, PixelFlags, QpuIo, QuadAxis, Scoreboard, SemaphoreOp, Stop, ThreadSwitch, TlbRead,
    TlbWrite, TmuReg, Trap,
};

/// Address of the uniform stream at the start.
pub const UNIFORMS: u32 = 0x1000;

/// Places that give values to reads, one for each read.
const STREAMS: [&str; 11] = [
    "vpm_read",
    "load_tmu0",
    "load_tmu1",
    "coverage_load",
    "color_load",
    "alpha_mask_load",
    "ms_flags",
    "rev_flag",
    "vpm_ld_busy",
    "vpm_st_busy",
    "mutex_acq",
];

/// A varying: the part without C of each lane, and C.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Varying {
    pub value: Lanes16,
    pub c: u32,
}

/// An effect: the value, and the lanes that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    pub value: Lanes16,
    pub mask: u16,
}

#[derive(Clone, Debug, Default)]
pub struct Device {
    uniforms: BTreeMap<u32, u32>,
    uniform: u32,
    varyings: Vec<Varying>,
    varying: usize,
    streams: HashMap<&'static str, VecDeque<Lanes16>>,
    /// By the names of registers, in order.
    pub effects: BTreeMap<&'static str, Vec<Effect>>,
    /// Answer every second call that may block with `Blocked`.
    pub blocking: bool,
    calls: u32,
}

/// A value in lanes.
pub fn lanes(setting: &Setting) -> Result<Lanes16, String> {
    match setting.lane {
        None => setting.single()?.lanes().map(Lanes),
        Some(_) => Err(format!("{} is given for one lane", setting.place)),
    }
}

impl Device {
    /// The device of a run. `loads` are varyings that are read before those of the run.
    pub fn new(run: &Run, loads: &[Varying]) -> Result<Device, String> {
        let mut device = Device {
            uniform: UNIFORMS,
            varyings: loads.to_vec(),
            ..Device::default()
        };
        for setting in &run.before {
            device.take(setting)?;
        }
        Ok(device)
    }

    /// Whether a place is an input of the device.
    pub fn has(place: &str) -> bool {
        STREAMS.contains(&place) || place == "vary" || place.starts_with("uni")
    }

    fn take(&mut self, setting: &Setting) -> Result<(), String> {
        let place = setting.place.as_str();
        let values = || setting.values.iter();
        if let Some(name) = STREAMS.into_iter().find(|name| *name == place) {
            let all: Result<_, _> = values().map(|v| v.lanes().map(Lanes)).collect();
            self.streams.insert(name, all?);
        } else if place == "vary" {
            for pair in setting.values.chunks(2) {
                let [value, c] = pair else {
                    return Err("a varying is a value and C".to_owned());
                };
                self.varyings.push(Varying {
                    value: Lanes(value.lanes()?),
                    c: c.scalar()?,
                });
            }
        } else if let Some(address) = place.strip_prefix("uni") {
            let address = match address.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).map_err(|e| e.to_string())?,
                None if address.is_empty() => UNIFORMS,
                None => return Err(format!("unknown place `{place}`")),
            };
            for (value, n) in values().zip(0..) {
                self.uniforms.insert(address + 4 * n, value.scalar()?);
            }
        }
        Ok(())
    }

    /// Whether the streams that threads of a gang share are the same.
    pub fn shares_streams(&self, other: &Device) -> bool {
        let c = |d: &Device| d.varyings.iter().map(|v| v.c).collect::<Vec<_>>();
        self.uniforms == other.uniforms && c(self) == c(other)
    }

    /// The next varying, if there is one.
    pub fn next_varying(&mut self) -> Option<Varying> {
        let next = self.varyings.get(self.varying).copied();
        self.varying += usize::from(next.is_some());
        next
    }

    /// The uniforms at the start of the stream.
    pub fn words(&self) -> Vec<u32> {
        let address = (0..).map(|n| UNIFORMS + 4 * n);
        address
            .map_while(|at| self.uniforms.get(&at).copied())
            .collect()
    }

    /// The next uniform, if there is one.
    pub fn next_uniform(&mut self) -> Option<u32> {
        let next = self.uniforms.get(&self.uniform).copied();
        self.uniform += 4 * u32::from(next.is_some());
        next
    }

    fn ready(&mut self) -> Result<(), Stop> {
        self.calls += 1;
        match self.blocking && self.calls % 2 == 1 {
            true => Err(Stop::Blocked),
            false => Ok(()),
        }
    }

    fn next(&mut self, name: &'static str) -> Option<Lanes16> {
        self.streams.get_mut(name)?.pop_front()
    }

    fn read(&mut self, name: &'static str, out: &mut Lanes16) -> Result<(), Stop> {
        self.ready()?;
        *out = self.next(name).ok_or(Stop::Trap(Trap::Device))?;
        Ok(())
    }

    fn note(&mut self, name: &'static str, value: &Lanes16, mask: u16) {
        let value = *value;
        self.effects
            .entry(name)
            .or_default()
            .push(Effect { value, mask });
    }

    fn word(&mut self, name: &'static str, word: u32) {
        self.note(name, &Lanes16::splat(word), u16::MAX);
    }
}

fn by(dir: Dir, read: &'static str, write: &'static str) -> &'static str {
    match dir {
        Dir::Read => read,
        Dir::Write => write,
    }
}

impl QpuIo for Device {
    fn uniform(&mut self) -> Result<u32, Stop> {
        self.ready()?;
        self.next_uniform().ok_or(Stop::Trap(Trap::Device))
    }

    fn set_uniforms_address(&mut self, addr: u32) {
        self.uniform = addr;
    }

    fn set_uniforms_position(&mut self, n: u32) {
        self.uniform = UNIFORMS + 4 * n;
    }

    fn varying(&mut self, out: &mut Lanes16) -> Result<u32, Stop> {
        self.ready()?;
        let varying = self.next_varying().ok_or(Stop::Trap(Trap::Device))?;
        *out = varying.value;
        Ok(varying.c)
    }

    fn vpm_read(&mut self, out: &mut Lanes16) -> Result<(), Stop> {
        self.read("vpm_read", out)
    }

    fn vpm_write(&mut self, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        self.note("vpm", v, mask);
        Ok(())
    }

    fn vpm_setup(&mut self, dir: Dir, word: u32) -> Result<(), Stop> {
        self.ready()?;
        self.word(by(dir, "vr_setup", "vw_setup"), word);
        Ok(())
    }

    fn dma_start(&mut self, dir: Dir, addr: u32) -> Result<(), Stop> {
        self.ready()?;
        self.word(by(dir, "vr_addr", "vw_addr"), addr);
        Ok(())
    }

    fn dma_wait(&mut self, dir: Dir) -> Result<(), Stop> {
        self.ready()?;
        self.word(by(dir, "vpm_ld_wait", "vpm_st_wait"), 0);
        Ok(())
    }

    fn dma_busy(&mut self, dir: Dir) -> u32 {
        let value = self.next(by(dir, "vpm_ld_busy", "vpm_st_busy"));
        value.map_or(0, |lanes| lanes[0])
    }

    fn tmu_write(&mut self, unit: u8, reg: TmuReg, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        let name = match (unit, reg) {
            (0, TmuReg::S) => "tmu0_s",
            (0, TmuReg::T) => "tmu0_t",
            (0, TmuReg::R) => "tmu0_r",
            (0, TmuReg::B) => "tmu0_b",
            (_, TmuReg::S) => "tmu1_s",
            (_, TmuReg::T) => "tmu1_t",
            (_, TmuReg::R) => "tmu1_r",
            (_, TmuReg::B) => "tmu1_b",
        };
        self.note(name, v, mask);
        Ok(())
    }

    fn tmu_read(&mut self, unit: u8, out: &mut Lanes16) -> Result<(), Stop> {
        let name = if unit == 0 { "load_tmu0" } else { "load_tmu1" };
        self.read(name, out)
    }

    fn tmu_noswap(&mut self, v: u32) {
        self.word("tmu_noswap", v);
    }

    fn tlb_read(&mut self, what: TlbRead, out: &mut Lanes16) -> Result<(), Stop> {
        let name = match what {
            TlbRead::Coverage => "coverage_load",
            TlbRead::Color => "color_load",
            TlbRead::AlphaMask => "alpha_mask_load",
        };
        self.read(name, out)
    }

    fn tlb_write(&mut self, what: TlbWrite, v: &Lanes16, mask: u16) -> Result<(), Stop> {
        self.ready()?;
        let name = match what {
            TlbWrite::StencilSetup => "tlb_stencil_setup",
            TlbWrite::Z => "tlb_z",
            TlbWrite::ColorMs => "tlb_color_ms",
            TlbWrite::ColorAll => "tlb_color_all",
            TlbWrite::AlphaMask => "tlb_alpha_mask",
        };
        self.note(name, v, mask);
        Ok(())
    }

    fn pixel_flags(&mut self, which: PixelFlags, out: &mut Lanes16) {
        let name = match which {
            PixelFlags::Ms => "ms_flags",
            PixelFlags::Reverse => "rev_flag",
        };
        *out = self.next(name).unwrap_or(Lanes16::ZERO);
    }

    fn set_pixel_flags(&mut self, which: PixelFlags, v: &Lanes16, mask: u16) {
        let name = match which {
            PixelFlags::Ms => "ms_flags",
            PixelFlags::Reverse => "rev_flag",
        };
        self.note(name, v, mask);
    }

    fn set_quad(&mut self, axis: QuadAxis, v: &Lanes16, mask: u16) {
        let name = match axis {
            QuadAxis::X => "quad_x",
            QuadAxis::Y => "quad_y",
        };
        self.note(name, v, mask);
    }

    fn scoreboard(&mut self, op: Scoreboard) -> Result<(), Stop> {
        self.ready()?;
        let name = match op {
            Scoreboard::Wait => "wait_score",
            Scoreboard::Unlock => "unlock_score",
        };
        self.word(name, 0);
        Ok(())
    }

    fn thread_switch(&mut self, which: ThreadSwitch) {
        let name = match which {
            ThreadSwitch::More => "switch",
            ThreadSwitch::Last => "thread_switch",
        };
        self.word(name, 0);
    }

    fn semaphore(&mut self, n: u8, op: SemaphoreOp) -> Result<(), Stop> {
        self.ready()?;
        let name = match op {
            SemaphoreOp::Acquire => "sem_acquire",
            SemaphoreOp::Release => "sem_release",
        };
        self.word(name, n.into());
        Ok(())
    }

    fn mutex_acquire(&mut self) -> Result<u32, Stop> {
        let mut value = Lanes16::ZERO;
        self.read("mutex_acq", &mut value)?;
        Ok(value[0])
    }

    fn mutex_release(&mut self) {
        self.word("mutex_release", 0);
    }

    fn host_interrupt(&mut self, value: u32) {
        self.word("host_int", value);
    }
}
