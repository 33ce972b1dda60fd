//! Properties of the chip. Source of numbers and answers: Linux 6.12, `msm_drm.h`, `msm_drv.c` and
//! `adreno_gpu.c`, `adreno_get_param`.

use super::MsmDevice;
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::file::FileId;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    param 24 { PIPE: u32 = 0, PARAM: u32 = 4, VALUE: u64 = 8, LEN: u32 = 16, PAD: u32 = 20, }
}

/// `MSM_PIPE_3D0`.
pub(super) const PIPE_3D0: u32 = 0x10;

/// Priorities: three of the scheduler on one ring. Source: Linux `msm_gpu.h`,
/// `NR_SCHED_PRIORITIES`; preemption with more rings is for the a7xx.
pub(super) const PRIORITIES: u32 = 3;

/// First address of the buffers of a file. Source: Linux `adreno_gpu.h`, `ADRENO_VM_START`.
pub(super) const VA_START: u64 = 1 << 32;

/// The register of the time, in ticks of 19.2 MHz: `CP_ALWAYS_ON_COUNTER`.
const ALWAYS_ON: u32 = 0x980 * 4;

/// A grade of a chip: a fuse, and the highest frequency in Hz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The value of the fuse.
    pub fuse: u16,
    /// The highest frequency that the device tree has for it.
    pub max_freq: u64,
}

const fn bin(fuse: u16, mhz: u64) -> Bin {
    Bin {
        fuse,
        max_freq: mhz * 1_000_000,
    }
}

/// Properties that Linux knows of a chip, beyond those of its tables.
#[derive(Debug)]
pub struct Board {
    /// The chip.
    pub chip: &'static str,
    /// Its grades, the one of this machine first. Sources: `a6xx_catalog.c`, speed bins; the device
    /// trees `sc7180.dtsi`, `sc7280.dtsi`, `sdm845.dtsi` and `sm8350.dtsi`.
    pub bins: &'static [Bin],
    /// Bytes of addresses for buffers. Source: `a6xx_catalog.c`, `address_space_size`; 4 GiB without.
    pub va_size: u64,
    /// Whether buffers may be cached and coherent. Source: `a6xx_catalog.c`,
    /// `ADRENO_QUIRK_HAS_CACHED_COHERENT`.
    pub has_cached_coherent: bool,
    /// The layout of tiled and compressed images: `highest_bank_bit`, and `macrotile_mode`. Source:
    /// `a6xx_gpu.c`, `a6xx_calc_ubwc_config`.
    pub bank_bit: u64,
    /// See `bank_bit`.
    pub macrotile: u64,
}

/// `ubwc_swizzle` of all these chips: levels 2 and 3.
const UBWC_SWIZZLE: u64 = 6;

/// The boards.
pub static BOARDS: [Board; 4] = [
    Board {
        chip: "a618",
        bins: &[bin(0, 800), bin(169, 800), bin(174, 825)],
        va_size: 4 << 30,
        has_cached_coherent: true,
        bank_bit: 14,
        macrotile: 0,
    },
    Board {
        chip: "a630",
        bins: &[bin(0, 710)],
        va_size: 4 << 30,
        has_cached_coherent: false,
        bank_bit: 15,
        macrotile: 0,
    },
    Board {
        chip: "a635",
        bins: &[bin(117, 550), bin(0, 550), bin(172, 812), bin(190, 900)],
        va_size: 16 << 30,
        has_cached_coherent: true,
        bank_bit: 14,
        macrotile: 1,
    },
    Board {
        chip: "a660",
        bins: &[bin(0, 840)],
        va_size: 16 << 30,
        has_cached_coherent: true,
        bank_bit: 16,
        macrotile: 1,
    },
];

/// The board of a chip.
pub(super) fn board(chip: &str) -> Option<&'static Board> {
    BOARDS.iter().find(|board| board.chip == chip)
}

/// The chip id. Chips without a number of their own have the fuse in the upper half.
fn chip_id(gpu_id: u32, chip_id: u32, bin: Bin) -> u64 {
    match gpu_id {
        0 => u64::from(bin.fuse) << 32 | u64::from(chip_id),
        _ => chip_id.into(),
    }
}

/// The value of a parameter; `None` if there is none of this number.
fn value(k: &MsmDevice, f: FileId, number: u32) -> Result<u64, Errno> {
    let (chip, board) = (k.driver.chip, k.driver.board);
    let bin = *board.bins.first().ok_or(Errno::EINVAL)?;
    Ok(match number {
        // GPU_ID, GMEM_SIZE, CHIP_ID, MAX_FREQ.
        1 => chip.gpu_id.into(),
        2 => chip.gmem_size.into(),
        3 => chip_id(chip.gpu_id, chip.chip_id, bin),
        4 => bin.max_freq,
        // TIMESTAMP: reading two registers costs time too.
        5 => {
            let mut gpu = k.gpu.lock().map_err(|_| Errno::EINVAL)?;
            let low = gpu.mmio_read(ALWAYS_ON);
            u64::from(gpu.mmio_read(ALWAYS_ON + 4)) << 32 | u64::from(low)
        }
        // GMEM_BASE, PRIORITIES, PP_PGTABLE.
        6 => chip.gmem_base,
        7 => PRIORITIES.into(),
        8 => 0,
        // FAULTS and SUSPENDS.
        9 => k.state().file(f)?.driver.faults,
        10 => 0,
        // VA_START and VA_SIZE.
        0xe => VA_START,
        0xf => board.va_size,
        // HIGHEST_BANK_BIT, RAYTRACING, UBWC_SWIZZLE, MACROTILE_MODE.
        0x10 => board.bank_bit,
        0x11 => 0,
        0x12 => UBWC_SWIZZLE,
        0x13 => board.macrotile,
        _ => return Err(Errno::EINVAL),
    })
}

pub(super) fn get(k: &MsmDevice, f: FileId, a: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    if a.get(param::PIPE) != PIPE_3D0 || a.get(param::PAD) != 0 || a.get(param::LEN) != 0 {
        return Err(Errno::EINVAL);
    }
    let value = value(k, f, a.get(param::PARAM))?;
    a.set(param::VALUE, value);
    Ok(())
}

/// `MSM_PARAM_SYSPROF`, `MSM_PARAM_COMM` and `MSM_PARAM_CMDLINE`.
const SYSPROF: u32 = 0xb;
const COMM: u32 = 0xc;
const CMDLINE: u32 = 0xd;

/// The largest text of a parameter, in bytes: a page.
const MAX_TEXT: u32 = 4096;

/// Source: Linux `adreno_gpu.c`, `adreno_set_param`: profiling is for root; names of processes are
/// for messages, of which there are none.
pub(super) fn set(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(param::PIPE) != PIPE_3D0 || a.get(param::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let (number, value, len) = (a.get(param::PARAM), a.get(param::VALUE), a.get(param::LEN));
    let is_text = matches!(number, COMM | CMDLINE);
    if len > if is_text { MAX_TEXT } else { 0 } {
        return Err(Errno::EINVAL);
    }
    match number {
        COMM | CMDLINE => copy_in(user, value, len.into()).map(|_| ()),
        SYSPROF => {
            use crate::drm::node::Privilege;
            match (k.client(f)?.0.privilege, value) {
                (Privilege::Root, 0..=2) => Ok(()),
                (Privilege::Root, _) => Err(Errno::EINVAL),
                _ => Err(Errno::EPERM),
            }
        }
        _ => Err(Errno::EINVAL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits 31:0 are the four numbers of the chip, 47:32 the fuse.
    #[test]
    fn the_speed_bin_is_in_the_chip_id_and_decides_the_frequency() {
        let bins = board("a635").unwrap().bins;
        let found = bins
            .iter()
            .map(|b| (chip_id(0, 0x0603_0500, *b), b.max_freq));
        let expected = [
            (0x75_0603_0500, 550_000_000),
            (0x0603_0500, 550_000_000),
            (0xac_0603_0500, 812_000_000),
            (0xbe_0603_0500, 900_000_000),
        ];
        assert!(found.eq(expected));
        let fast = board("a618").unwrap().bins[2];
        assert_eq!(chip_id(618, 0x0601_0800, fast), 0x0601_0800);
        assert_eq!(fast.max_freq, 825_000_000);
    }

    #[test]
    fn every_chip_has_a_board() {
        let chips = tilescope_adreno::chips::CHIPS.iter();
        assert!(chips.map(|c| c.name).eq(["a618", "a630", "a635", "a660"]));
        assert!(
            BOARDS
                .iter()
                .all(|b| tilescope_adreno::chips::named(b.chip).is_some())
        );
    }
}
