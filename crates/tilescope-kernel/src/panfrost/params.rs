//! Properties of the chip. Source of numbers and answers: Linux `panfrost_drm.h` and
//! `panfrost_drv.c`, `panfrost_ioctl_get_param`.

use tilescope_midgard::chips::{Chip, Quirk};

use super::PanfrostDevice;
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::file::FileId;
use crate::drm::user::UserMemory;

structs! {
    get_param 16 { PARAM: u32 = 0, PAD: u32 = 4, VALUE: u64 = 8, }
}

/// Formats of compressed textures that the chip samples, a bit each: ETC2, EAC and ASTC. Source:
/// Mesa `pan_props.c`, `panfrost_query_compressed_formats`: the default of any Mali.
const TEXTURE_FEATURES: u64 = 0x00fe_001e;

/// The revision r2p0, as in the low half of `GPU_ID`.
pub(super) const REVISION: u32 = 0x2000;

/// The value of a parameter; `None` if there is none of this number.
///
/// Sizes of caches and the versions of units are those that Linux reports for T860 of RK3399,
/// with what differs in [`Chip`]. Registers without a meaning for clients are zero.
fn value(chip: &Chip, param: u32) -> Option<u64> {
    let cores = (1 << chip.cores) - 1;
    Some(match param {
        // Product and revision.
        0 => chip.product.into(),
        1 => REVISION.into(),
        // Present: shader cores, tiler, L2, stacks, address spaces, job slots.
        2 => cores,
        3 | 4 => 1,
        5 => 0,
        6 => 0xff,
        7 => 0x7,
        // Features: L2, cores, tiler, memory, MMU with 48 address bits.
        8 => 0x0712_0206,
        9 => 0,
        10 if chip.has(Quirk::NoHierarchicalTiling) => 0x409,
        10 => 0x809,
        11 => 0x1,
        12 => 0x2830,
        // Threads: 1024 registers and 16 in a queue; most threads, of a workgroup, at a barrier.
        13 => 0x0a04_0400,
        14..=16 => Chip::THREADS.into(),
        17 => 0,
        18 => TEXTURE_FEATURES,
        19..=21 => 0,
        // Job slots: fragment; vertex, tiler, compute and others; compute.
        22 => 0x20e,
        23 => 0x1fe,
        24 => 0x7e,
        25..=37 => 0,
        // Core groups.
        38 => 1,
        // Threads with local storage: 0 is as many as there are.
        39 => 0,
        // Compressed framebuffers: 0 is all modes of the architecture.
        40 => 0,
        _ => return None,
    })
}

pub(super) fn get(
    k: &PanfrostDevice,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(get_param::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let value = value(k.driver.chip, a.get(get_param::PARAM)).ok_or(Errno::EINVAL)?;
    a.set(get_param::VALUE, value);
    Ok(())
}
