//! Tiler jobs.

use tilescope_core::Stopped;

use super::list::{self, Entry};
use super::primitive::Primitives;
use crate::descriptors::Arch;
use crate::device::Units;
use crate::fragment::{Tagged, Tiler};
use crate::jobs::Header;
use crate::log::Ctx;
use crate::memory;
use crate::report::refuse;
use crate::rules::tiler as rules;
use crate::state::Payload;

/// Runs a tiler job: appends its draw to the polygon list of its framebuffer.
///
/// # Errors
/// The reason why it stopped.
pub(crate) fn run(header: &Header, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let payload = Payload::of_primitives(header.address, c)?;
    let draw = payload.draw();
    let Some(primitives) = Primitives::decode(header.address, &payload, &draw, c)? else {
        return Ok(());
    };
    c.log.counters.add("draws", 1);
    if let Some(size) = primitives.indices {
        let len = u64::from(primitives.count) * u64::from(size.bytes());
        if c.bus.mapped(primitives.address) < len {
            // The fault is that of the first byte outside.
            let mut last = [0];
            memory::read(
                c,
                crate::log::Port::Tiler,
                primitives.address + len - 1,
                &mut last,
            )?;
        }
    }
    let tagged = Tagged(draw.storage);
    let tiler = read_tiler(units.chip.arch, tagged, c)?;
    if list::is_disabled(&tiler) {
        let text = format!(
            "the hierarchy mask is {:#x}, the heap {:#x} to {:#x}",
            tiler.mask, tiler.heap.0, tiler.heap.1
        );
        let record = ("tiler context", tagged.address());
        return Err(refuse(c, &rules::DISABLED, tiler.list, record, text));
    }
    primitives.touch(&draw, c)?;
    let entry = Entry {
        job: header.address,
        framebuffer: draw.storage,
    };
    list::append(&tiler, entry, c)
}

/// The tiler context of a framebuffer.
fn read_tiler(arch: Arch, tagged: Tagged, c: &mut Ctx<'_>) -> Result<Tiler, Stopped> {
    let offset = match arch {
        Arch::V4 => 192,
        Arch::V5 => 56,
    };
    let address = tagged.address().wrapping_add(offset);
    let bytes: [u8; 40] = memory::descriptor(c, "tiler context", address)?;
    Ok(Tiler::from_bytes(&bytes))
}
