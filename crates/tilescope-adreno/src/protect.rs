//! Registers that streams of clients must not access: the ranges that Linux protects.
//!
//! The command processor refuses a write of a register in any range, and a read of one
//! in a closed range. Source: Linux, `drivers/gpu/drm/msm/adreno/a6xx_catalog.c`
//! (`a630_protect`, `a660_protect`).

/// A range of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtectedRange {
    /// The first register.
    pub first: u32,
    /// The last register.
    pub last: u32,
    /// The accesses that remain.
    pub access: Access,
}

/// Accesses to registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads and writes.
    ReadWrite,
    /// Reads only.
    ReadOnly,
    /// None.
    Closed,
}

/// The last register number that a packet can state.
const LAST: u32 = 0x3ffff;

const fn read_only(first: u32, last: u32) -> ProtectedRange {
    ProtectedRange {
        first,
        last,
        access: Access::ReadOnly,
    }
}

const fn closed(first: u32, last: u32) -> ProtectedRange {
    ProtectedRange {
        first,
        last,
        access: Access::Closed,
    }
}

/// The ranges of A618 and A630.
#[rustfmt::skip]
pub static A630: &[ProtectedRange] = &[
    read_only(0x00000, 0x004ff),
    read_only(0x00501, 0x00506),
    read_only(0x0050b, 0x007ff),
    closed(0x0050e, 0x0050e),
    closed(0x00510, 0x00510),
    closed(0x00534, 0x00534),
    closed(0x00800, 0x00882),
    closed(0x008a0, 0x008a8),
    closed(0x008ab, 0x008cf),
    read_only(0x008de, 0x0098c),
    closed(0x00900, 0x0094d),
    closed(0x0098d, 0x00bff),
    closed(0x00e00, 0x00e01),
    closed(0x00e03, 0x00e0f),
    closed(0x03c00, 0x03cc3),
    read_only(0x03cc4, 0x05cc3),
    closed(0x08630, 0x087ff),
    closed(0x08e00, 0x08e00),
    closed(0x08e08, 0x08e08),
    closed(0x08e50, 0x08e6f),
    closed(0x09624, 0x097ff),
    closed(0x09e70, 0x09e71),
    closed(0x09e78, 0x09fff),
    closed(0x0a630, 0x0a7ff),
    closed(0x0ae02, 0x0ae02),
    closed(0x0ae50, 0x0b17f),
    closed(0x0b604, 0x0b604),
    closed(0x0be02, 0x0be03),
    closed(0x0be20, 0x0d5ff),
    closed(0x0f000, 0x0fbff),
    read_only(0x0fc00, 0x11bff),
    closed(0x11c00, LAST),
];

/// The ranges of A635 and A660.
#[rustfmt::skip]
pub static A660: &[ProtectedRange] = &[
    read_only(0x00000, 0x004ff),
    read_only(0x00501, 0x00506),
    read_only(0x0050b, 0x007ff),
    closed(0x0050e, 0x0050e),
    closed(0x00510, 0x00510),
    closed(0x00534, 0x00534),
    closed(0x00800, 0x00882),
    closed(0x008a0, 0x008a8),
    closed(0x008ab, 0x008cf),
    read_only(0x008de, 0x0098c),
    closed(0x00900, 0x0094d),
    closed(0x0098d, 0x00bff),
    closed(0x00e00, 0x00e01),
    closed(0x00e03, 0x00e0f),
    closed(0x03c00, 0x03cc3),
    read_only(0x03cc4, 0x05cc3),
    closed(0x08630, 0x087ff),
    closed(0x08e00, 0x08e00),
    closed(0x08e08, 0x08e08),
    closed(0x08e50, 0x08e6f),
    closed(0x08e80, 0x090ff),
    closed(0x09624, 0x097ff),
    closed(0x09e60, 0x09e71),
    closed(0x09e78, 0x09fff),
    closed(0x0a630, 0x0a7ff),
    closed(0x0ae02, 0x0ae02),
    closed(0x0ae50, 0x0af7f),
    closed(0x0b604, 0x0b604),
    closed(0x0b608, 0x0b60e),
    closed(0x0be02, 0x0be03),
    closed(0x0be20, 0x0bf7f),
    closed(0x0d000, 0x0d5ff),
    closed(0x0f000, 0x0fbff),
    read_only(0x0fc00, 0x11bff),
    closed(0x18400, 0x1a3ff),
    closed(0x1a400, 0x1c3ff),
    closed(0x1f400, 0x1f843),
    read_only(0x1f844, 0x1f8bf),
    closed(0x1f860, 0x1f860),
    closed(0x1f887, 0x1f8a2),
    closed(0x1f8c0, LAST),
];

/// The accesses that ranges leave to a register.
///
/// ```
/// use tilescope_adreno::protect::{A660, Access, access};
/// assert_eq!(access(A660, 0x8000), Access::ReadWrite); // GRAS_CL_CNTL
/// assert_eq!(access(A660, 0x0210), Access::ReadOnly); // RBBM_STATUS
/// assert_eq!(access(A660, 0x8e08), Access::Closed); // RB_NC_MODE_CNTL
/// ```
pub fn access(ranges: &[ProtectedRange], register: u32) -> Access {
    let mut access = Access::ReadWrite;
    for range in ranges {
        if (range.first..=range.last).contains(&register) {
            match range.access {
                Access::Closed => return Access::Closed,
                Access::ReadOnly => access = Access::ReadOnly,
                Access::ReadWrite => {}
            }
        }
    }
    access
}
