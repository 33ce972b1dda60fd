//! Tile status: a few bits for each 64 bytes of a surface.
//!
//! | code | 2 bits | 4 bits | |
//! | --- | --- | --- | --- |
//! | 0 | normal | normal | memory holds the pixels (inferred) |
//! | 1 | cleared | cleared | the pixels have the clear value, memory is ignored |
//! | others | | | compressed, if compression is on |
//!
//! On chips with DEC400 the cleared code is all ones. A word of the status of a
//! cleared surface is 0x55555555, 0x11111111 or 0xffffffff.
//!
//! An entry is found by the address of the pixel: its distance to the surface's
//! base, in entries of 64, 128 or 256 bytes. The first entry of a byte is in its
//! lowest bits; this is undocumented, and only visible in dumps of partly drawn
//! surfaces.
//!
//! Sources: etna_viv doc/hardware.md, tile status; Mesa etnaviv_screen.c and
//! etnaviv_screen.h, `etna_screen_get_tile_size`.

mod access;

use tilescope_core::{Frame, Location};

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::regs::enums::TsMode;
use crate::regs::gl::{MsaaSamples, multi_sample_config};
use crate::regs::{pe, ts as regs};
use crate::rules::ts as rules;
use crate::state::State;

/// The status of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Memory holds the pixels.
    Normal,
    /// Every pixel is the clear value.
    Cleared,
    /// Another code: memory holds compressed pixels.
    Other(u8),
}

/// A chip's encoding of tile status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// Bits of an entry: 2 or 4.
    pub bits: u32,
    /// The code of cleared entries.
    pub cleared: u8,
}

impl Coding {
    /// The coding of `chip`.
    pub fn of(chip: &Chip) -> Coding {
        let derived = chip.derived();
        let bits = if derived.ts_bits == 2 { 2 } else { 4 };
        Coding {
            bits,
            cleared: derived.ts_cleared as u8 & ((1 << bits) - 1),
        }
    }

    fn status(self, code: u8) -> Status {
        match code {
            0 => Status::Normal,
            code if code == self.cleared => Status::Cleared,
            code => Status::Other(code),
        }
    }
}

/// Tile status of one surface.
#[derive(Clone, Copy, Debug)]
pub struct TileStatus {
    /// The encoding.
    pub coding: Coding,
    /// Address of the status.
    pub status_base: u32,
    /// Address of the surface.
    pub surface_base: u32,
    /// The value of cleared pixels: eight bytes, repeated.
    pub clear_value: [u8; 8],
    /// Bytes of the surface for one entry: 64, 128 or 256.
    pub entry_bytes: u32,
    /// Other codes are compressed pixels.
    pub compressed: bool,
    /// The number of cleared entries left until tile status is disabled, if the
    /// surface counts them.
    pub auto_disable: Option<u32>,
    /// The register of the status address, for messages.
    register: (&'static str, u32),
}

/// Bytes of a surface for one entry.
///
/// Source: Mesa `etna_screen_get_tile_size`.
fn entry_bytes(chip: &Chip, mode: u32, samples: MsaaSamples) -> u32 {
    let large = TsMode::from_bits(mode as u8) == TsMode::B256;
    match chip.features.has(Feature::Cache128b256bperline) {
        true if large => 256,
        true => 128,
        false if samples != MsaaSamples::None && chip.features.has(Feature::SmallMsaa) => 256,
        false => 64,
    }
}

fn samples(state: &State) -> MsaaSamples {
    let bits = state.field(multi_sample_config::AT, &multi_sample_config::MSAA_SAMPLES);
    MsaaSamples::from_bits(bits as u8)
}

/// Two words as bytes; the first word twice for pixels of up to 32 bits.
fn pattern(low: u32, high: u32, wide: u32) -> [u8; 8] {
    let high = if wide != 0 { high } else { low };
    (u64::from(high) << 32 | u64::from(low)).to_le_bytes()
}

impl TileStatus {
    /// Tile status of the colour buffer; `None` if it has none.
    pub fn color(state: &State, chip: &Chip) -> Option<TileStatus> {
        let mode = pe::mem_config::COLOR_TS_MODE.of(state.optional(pe::mem_config::AT));
        Self::of_color(state, chip, entry_bytes(chip, mode, samples(state)))
    }

    /// Tile status of the source of RS, which uses the colour buffer's registers.
    /// `mode` is from `RS.SOURCE_STRIDE`; Mesa sets it for multisampled sources on
    /// chips with SMALL_MSAA.
    pub fn resolved(state: &State, chip: &Chip, mode: u32) -> Option<TileStatus> {
        let samples = match TsMode::from_bits(mode as u8) {
            TsMode::B256 => MsaaSamples::X4,
            _ => MsaaSamples::None,
        };
        Self::of_color(state, chip, entry_bytes(chip, mode, samples))
    }

    fn of_color(state: &State, chip: &Chip, entry_bytes: u32) -> Option<TileStatus> {
        let config = state.word(regs::mem_config::AT);
        let counts = regs::mem_config::COLOR_AUTO_DISABLE.of(config) != 0;
        (regs::mem_config::COLOR_FAST_CLEAR.of(config) != 0).then(|| TileStatus {
            coding: Coding::of(chip),
            status_base: state.word(regs::color_status_base::AT),
            surface_base: state.word(regs::color_surface_base::AT),
            clear_value: pattern(
                state.word(regs::color_clear_value::AT),
                state.optional(regs::color_clear_value_ext::AT),
                regs::mem_config::N64BPP_FORMAT.of(config),
            ),
            entry_bytes,
            compressed: regs::mem_config::COLOR_COMPRESSION.of(config) != 0,
            auto_disable: counts.then(|| state.word(regs::color_auto_disable_count::AT)),
            register: ("TS.COLOR_STATUS_BASE", regs::color_status_base::AT),
        })
    }

    /// Tile status of the depth buffer; `None` if it has none.
    pub fn depth(state: &State, chip: &Chip) -> Option<TileStatus> {
        let config = state.word(regs::mem_config::AT);
        let mode = pe::mem_config::DEPTH_TS_MODE.of(state.optional(pe::mem_config::AT));
        let counts = regs::mem_config::DEPTH_AUTO_DISABLE.of(config) != 0;
        (regs::mem_config::DEPTH_FAST_CLEAR.of(config) != 0).then(|| TileStatus {
            coding: Coding::of(chip),
            status_base: state.word(regs::depth_status_base::AT),
            surface_base: state.word(regs::depth_surface_base::AT),
            clear_value: pattern(state.word(regs::depth_clear_value::AT), 0, 0),
            entry_bytes: entry_bytes(chip, mode, samples(state)),
            compressed: regs::mem_config::DEPTH_COMPRESSION.of(config) != 0,
            auto_disable: counts.then(|| state.word(regs::depth_auto_disable_count::AT)),
            register: ("TS.DEPTH_STATUS_BASE", regs::depth_status_base::AT),
        })
    }

    /// Tile status of render target `n` >= 1 on chips with HALTI2.
    pub fn target(state: &State, chip: &Chip, n: u32) -> Option<TileStatus> {
        let at = 4 * n.checked_sub(1).filter(|i| *i < 8)?;
        let config = state.word(regs::rt_config::AT + at);
        let mode = pe::mem_config::COLOR_TS_MODE.of(state.optional(pe::mem_config::AT));
        let counts = regs::rt_config::COLOR_AUTO_DISABLE.of(config) != 0;
        (regs::rt_config::ENABLE.of(config) != 0).then(|| TileStatus {
            coding: Coding::of(chip),
            status_base: state.word(regs::rt_status_base::AT + at),
            surface_base: state.word(regs::rt_surface_base::AT + at),
            clear_value: pattern(
                state.word(regs::rt_clear_value::AT + at),
                state.optional(regs::rt_clear_value2::AT + at),
                regs::rt_config::N64BPP_FORMAT.of(config),
            ),
            entry_bytes: entry_bytes(chip, mode, samples(state)),
            compressed: regs::rt_config::COMPRESSION.of(config) != 0,
            auto_disable: counts.then(|| state.word(regs::rt_color_auto_disable_count::AT + at)),
            register: ("TS.RT.STATUS_BASE", regs::rt_status_base::AT + at),
        })
    }

    /// Tile status of the texture of sampler `n`, whose first level is at `base`;
    /// `None` if it has none, or if the sampler does not support tile status.
    /// `mode` is the `TS_MODE` of the sampler or of its descriptor.
    pub fn sampler(state: &State, chip: &Chip, n: u32, base: u32, mode: u32) -> Option<TileStatus> {
        let at = 4 * Some(n).filter(|n| *n < 8)?;
        let config = state.word(regs::sampler_config::AT + at);
        (regs::sampler_config::ENABLE.of(config) != 0).then(|| TileStatus {
            coding: Coding::of(chip),
            status_base: state.word(regs::sampler_status_base::AT + at),
            surface_base: base,
            clear_value: pattern(
                state.word(regs::sampler_clear_value::AT + at),
                state.word(regs::sampler_clear_value2::AT + at),
                regs::sampler_config::N64BPP_FORMAT.of(config),
            ),
            entry_bytes: entry_bytes(chip, mode, MsaaSamples::None),
            compressed: regs::sampler_config::COMPRESSION.of(config) != 0,
            auto_disable: None,
            register: ("TS.SAMPLER.STATUS_BASE", regs::sampler_status_base::AT + at),
        })
    }

    /// Tile status from BLT's own registers.
    pub(crate) fn of_blt(
        chip: &Chip,
        [status_base, surface_base]: [u32; 2],
        clear_value: [u8; 8],
        mode: u32,
        register: (&'static str, u32),
    ) -> TileStatus {
        TileStatus {
            coding: Coding::of(chip),
            status_base,
            surface_base,
            clear_value,
            entry_bytes: entry_bytes(chip, mode, MsaaSamples::None),
            compressed: false,
            auto_disable: None,
            register,
        }
    }

    /// Bytes of status for `entries` entries.
    pub fn status_bytes(&self, entries: u32) -> u64 {
        (u64::from(entries) * u64::from(self.coding.bits)).div_ceil(8)
    }

    /// Reports violations by the addresses.
    pub fn check(&self, log: &mut Log) {
        let (name, offset) = self.register;
        let mut note = |rule, what: &str, address: u32| {
            log.find(rule, (offset, address), |at| {
                let text = format!("the {what} is at {address:#010x}");
                (at.inside(Frame::Register(name, offset)), text)
            });
        };
        if !self.status_base.is_multiple_of(64) {
            note(&rules::STATUS_UNALIGNED, "status", self.status_base);
        }
        if !self.surface_base.is_multiple_of(64) {
            note(&rules::SURFACE_UNALIGNED, "surface", self.surface_base);
        }
    }

    fn place(&self, log: &Log) -> Location {
        log.at
            .inside(Frame::Register(self.register.0, self.register.1))
    }
}
