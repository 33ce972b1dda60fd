//! Performance counters: their list, and sampling before and after a job.
//! Source of domains, signals and registers: Linux `etnaviv_perfmon.c`; the
//! selections are those of rnndb by the same names.

use std::sync::Arc;

use tilescope_core::{Context, Device};
use tilescope_tables::packet::{EnumTable, Field};
use tilescope_vivante::chips::Chip;
use tilescope_vivante::features::Feature;
use tilescope_vivante::regs::{hi, mc};

use super::EtnavivDevice;
use super::bo::Buffer;
use super::stream::Pipe;
use crate::drm::args::{Args, Field as Arg, structs};
use crate::drm::errno::Errno;
use crate::drm::file::FileId;
use crate::drm::user::UserMemory;

structs! {
    domain 72 { PIPE: u32 = 0, ITER: u8 = 4, ID: u8 = 5, NR_SIGNALS: u16 = 6, NAME: u8 = 8, }
    signal 76 { PIPE: u32 = 0, DOMAIN: u8 = 4, ITER: u16 = 6, ID: u16 = 8, NAME: u8 = 10, }
}

/// Bytes of a name.
const NAME: usize = 64;

/// The way a signal is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sample {
    /// From a separate register: this one, or that of GC880, GC2000 and GC2100.
    Register(u32, u32),
    /// Selected in the domain's register.
    Selected,
    /// Selected in every pixel pipe, and summed.
    Pipes,
}

/// A group of signals, selected by one register.
pub struct Domain {
    name: &'static str,
    config: u32,
    field: Field,
    selections: &'static EnumTable,
    read: u32,
    signals: &'static [(&'static str, Sample)],
}

use Sample::{Pipes, Register, Selected};

const HI: Domain = Domain {
    name: "HI",
    config: mc::profile_config2::AT,
    field: mc::profile_config2::HI,
    selections: &mc::MC_PROFILE_CONFIG2_HI,
    read: mc::profile_hi_read::AT,
    signals: &[
        (
            "TOTAL_READ_BYTES8",
            Register(hi::profile_read_bytes8::AT, hi::profile_read_bytes8::AT),
        ),
        (
            "TOTAL_WRITE_BYTES8",
            Register(hi::profile_write_bytes8::AT, hi::profile_write_bytes8::AT),
        ),
        (
            "TOTAL_CYCLES",
            Register(hi::profile_total_cycles::AT, mc::profile_cycle_counter::AT),
        ),
        (
            "IDLE_CYCLES",
            Register(hi::profile_idle_cycles::AT, hi::profile_total_cycles::AT),
        ),
        ("AXI_CYCLES_READ_REQUEST_STALLED", Selected),
        ("AXI_CYCLES_WRITE_REQUEST_STALLED", Selected),
        ("AXI_CYCLES_WRITE_DATA_STALLED", Selected),
    ],
};

const PE: Domain = Domain {
    name: "PE",
    config: mc::profile_config0::AT,
    field: mc::profile_config0::PE,
    selections: &mc::MC_PROFILE_CONFIG0_PE,
    read: mc::profile_pe_read::AT,
    signals: &[
        ("PIXEL_COUNT_KILLED_BY_COLOR_PIPE", Pipes),
        ("PIXEL_COUNT_KILLED_BY_DEPTH_PIPE", Pipes),
        ("PIXEL_COUNT_DRAWN_BY_COLOR_PIPE", Pipes),
        ("PIXEL_COUNT_DRAWN_BY_DEPTH_PIPE", Pipes),
    ],
};

/// The domains of 3D engines.
static THREE_D: [Domain; 8] = [
    HI,
    PE,
    Domain {
        name: "SH",
        config: mc::profile_config0::AT,
        field: mc::profile_config0::SH,
        selections: &mc::MC_PROFILE_CONFIG0_SH,
        read: mc::profile_sh_read::AT,
        signals: &[
            ("SHADER_CYCLES", Selected),
            ("PS_INST_COUNTER", Selected),
            ("RENDERED_PIXEL_COUNTER", Selected),
            ("VS_INST_COUNTER", Pipes),
            ("RENDERED_VERTICE_COUNTER", Pipes),
            ("VTX_BRANCH_INST_COUNTER", Pipes),
            ("VTX_TEXLD_INST_COUNTER", Pipes),
            ("PXL_BRANCH_INST_COUNTER", Pipes),
            ("PXL_TEXLD_INST_COUNTER", Pipes),
        ],
    },
    Domain {
        name: "PA",
        config: mc::profile_config1::AT,
        field: mc::profile_config1::PA,
        selections: &mc::MC_PROFILE_CONFIG1_PA,
        read: mc::profile_pa_read::AT,
        signals: &[
            ("INPUT_VTX_COUNTER", Selected),
            ("INPUT_PRIM_COUNTER", Selected),
            ("OUTPUT_PRIM_COUNTER", Selected),
            ("DEPTH_CLIPPED_COUNTER", Pipes),
            ("TRIVIAL_REJECTED_COUNTER", Pipes),
            ("CULLED_COUNTER", Pipes),
        ],
    },
    Domain {
        name: "SE",
        config: mc::profile_config1::AT,
        field: mc::profile_config1::SE,
        selections: &mc::MC_PROFILE_CONFIG1_SE,
        read: mc::profile_se_read::AT,
        signals: &[
            ("CULLED_TRIANGLE_COUNT", Selected),
            ("CULLED_LINES_COUNT", Selected),
        ],
    },
    Domain {
        name: "RA",
        config: mc::profile_config1::AT,
        field: mc::profile_config1::RA,
        selections: &mc::MC_PROFILE_CONFIG1_RA,
        read: mc::profile_ra_read::AT,
        signals: &[
            ("VALID_PIXEL_COUNT", Selected),
            ("TOTAL_QUAD_COUNT", Selected),
            ("VALID_QUAD_COUNT_AFTER_EARLY_Z", Selected),
            ("TOTAL_PRIMITIVE_COUNT", Selected),
            ("PIPE_CACHE_MISS_COUNTER", Selected),
            ("PREFETCH_CACHE_MISS_COUNTER", Selected),
            ("CULLED_QUAD_COUNT", Selected),
        ],
    },
    Domain {
        name: "TX",
        config: mc::profile_config1::AT,
        field: mc::profile_config1::TX,
        selections: &mc::MC_PROFILE_CONFIG1_TX,
        read: mc::profile_tx_read::AT,
        signals: &[
            ("TOTAL_BILINEAR_REQUESTS", Selected),
            ("TOTAL_TRILINEAR_REQUESTS", Selected),
            ("TOTAL_DISCARDED_TEXTURE_REQUESTS", Selected),
            ("TOTAL_TEXTURE_REQUESTS", Selected),
            ("MEM_READ_COUNT", Selected),
            ("MEM_READ_IN_8B_COUNT", Selected),
            ("CACHE_MISS_COUNT", Selected),
            ("CACHE_HIT_TEXEL_COUNT", Selected),
            ("CACHE_MISS_TEXEL_COUNT", Selected),
        ],
    },
    Domain {
        name: "MC",
        config: mc::profile_config2::AT,
        field: mc::profile_config2::MC,
        selections: &mc::MC_PROFILE_CONFIG2_MC,
        read: mc::profile_mc_read::AT,
        signals: &[
            ("TOTAL_READ_REQ_8B_FROM_PIPELINE", Selected),
            ("TOTAL_READ_REQ_8B_FROM_IP", Selected),
            ("TOTAL_WRITE_REQ_8B_FROM_PIPELINE", Selected),
        ],
    },
];

/// The domain of 2D engines.
static TWO_D: [Domain; 1] = [Domain {
    signals: &[("PIXELS_RENDERED_2D", Pipes)],
    ..PE
}];

/// The domains available to jobs of an engine.
fn of_pipe(pipe: Pipe) -> &'static [Domain] {
    match pipe {
        Pipe::ThreeD => &THREE_D,
        Pipe::TwoD => &TWO_D,
        Pipe::Vg => &[],
    }
}

/// The domains that a chip lists: those of all its engines.
fn listed(chip: &Chip) -> impl Iterator<Item = &'static Domain> {
    let engines = [
        (Feature::Pipe3d, Pipe::ThreeD),
        (Feature::Pipe2d, Pipe::TwoD),
    ];
    let has = engines.into_iter().filter(|(f, _)| chip.features.has(*f));
    has.flat_map(|(_, pipe)| of_pipe(pipe))
}

/// A signal that a submission requests.
pub struct Request {
    domain: &'static Domain,
    signal: usize,
    /// The time to read it.
    pub when: When,
    /// The value for word 0 once it was read after the job.
    pub sequence: u32,
    /// The word for the value. Linux counts words where it checks bytes.
    pub word: u32,
    /// The buffer for both.
    pub object: Arc<Buffer>,
}

/// The time to read a signal: `ETNA_PM_PROCESS_PRE` and `ETNA_PM_PROCESS_POST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u32);

impl When {
    /// Before the job.
    pub const BEFORE: u32 = 1;
    /// After it.
    pub const AFTER: u32 = 2;

    /// The flags of a request, if they are valid.
    pub fn from_bits(bits: u32) -> Option<When> {
        (bits & !(When::BEFORE | When::AFTER) == 0).then_some(When(bits))
    }

    /// Whether it is read then.
    pub fn is(self, then: u32) -> bool {
        self.0 & then != 0
    }
}

/// A signal of a domain, as jobs for `pipe` number them.
pub struct Signal(&'static Domain, usize);

impl Signal {
    /// The signal, if it exists.
    pub fn find(pipe: Pipe, domain: u8, signal: u16) -> Option<Signal> {
        let domain = of_pipe(pipe).get(usize::from(domain))?;
        let signal = usize::from(signal);
        (signal < domain.signals.len()).then_some(Signal(domain, signal))
    }

    /// Requests it.
    pub fn request(self, when: When, sequence: u32, word: u32, object: Arc<Buffer>) -> Request {
        Request {
            domain: self.0,
            signal: self.1,
            when,
            sequence,
            word,
            object,
        }
    }
}

fn read(
    chip: &Chip,
    domain: &Domain,
    signal: usize,
    device: &mut dyn Device,
    ctx: &mut Context<'_>,
) -> u32 {
    let Some((name, sample)) = domain.signals.get(signal) else {
        return 0;
    };
    let select = domain.selections.value(name).unwrap_or(0) as u32;
    let select = domain.field.with(0, select);
    match sample {
        Register(newer, older) => match chip.model {
            0x880 | 0x2000 | 0x2100 => device.mmio_read(*older),
            _ => device.mmio_read(*newer),
        },
        Selected => {
            device.mmio_write(domain.config, select, ctx);
            device.mmio_read(domain.read)
        }
        Pipes => {
            use hi::clock_control::{AT, DEBUG_PIXEL_PIPE};
            let clock = device.mmio_read(AT);
            let mut value = 0u32;
            for pipe in 0..chip.specs.pixel_pipes {
                device.mmio_write(AT, DEBUG_PIXEL_PIPE.with(clock, pipe), ctx);
                device.mmio_write(domain.config, select, ctx);
                value = value.wrapping_add(device.mmio_read(domain.read));
            }
            device.mmio_write(AT, DEBUG_PIXEL_PIPE.with(clock, 0), ctx);
            value
        }
    }
}

/// Reads the signals requested for this time, and writes their values to the
/// client's buffer.
pub fn sample(
    chip: &Chip,
    requests: &[Request],
    then: u32,
    device: &mut dyn Device,
    ctx: &mut Context<'_>,
) {
    for r in requests.iter().filter(|r| r.when.is(then)) {
        let value = read(chip, r.domain, r.signal, device, ctx);
        let pages = r.object.pages();
        pages.write(u64::from(r.word) * 4, &value.to_le_bytes());
    }
    if then == When::AFTER {
        for r in requests {
            r.object.pages().write(0, &r.sequence.to_le_bytes());
        }
    }
}

/// Fills a name, truncated to the size of the field.
fn put_name(a: &mut Args, at: Arg<u8>, name: &str) {
    let bytes = name.bytes().chain(std::iter::repeat(0)).take(NAME);
    for (i, byte) in bytes.enumerate() {
        a.set(Arg::<u8>::at(at.offset() + i), byte);
    }
}

pub(super) fn query_domain(
    k: &EtnavivDevice,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.core(a.get(domain::PIPE))?;
    let iter = a.get(domain::ITER);
    let found = listed(k.driver.chip).nth(iter.into());
    let found = found.ok_or(Errno::EINVAL)?;
    a.set(domain::ID, iter);
    a.set(domain::NR_SIGNALS, found.signals.len() as u16);
    put_name(a, domain::NAME, found.name);
    let is_last = listed(k.driver.chip).count() == usize::from(iter) + 1;
    a.set(domain::ITER, if is_last { 0xff } else { iter + 1 });
    Ok(())
}

pub(super) fn query_signal(
    k: &EtnavivDevice,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.core(a.get(signal::PIPE))?;
    let iter = a.get(signal::ITER);
    let domain = listed(k.driver.chip).nth(a.get(signal::DOMAIN).into());
    let domain = domain.ok_or(Errno::EINVAL)?;
    let found = domain.signals.get(usize::from(iter));
    let (name, _) = found.ok_or(Errno::EINVAL)?;
    a.set(signal::ID, iter);
    put_name(a, signal::NAME, name);
    let is_last = domain.signals.len() == usize::from(iter) + 1;
    a.set(signal::ITER, if is_last { 0xffff } else { iter + 1 });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_selection_has_a_number() {
        for domain in THREE_D.iter().chain(&TWO_D) {
            for (name, sample) in domain.signals {
                if matches!(sample, Selected | Pipes) {
                    assert!(domain.selections.value(name).is_some(), "{name}");
                }
            }
        }
    }
}
