//! The dump of the first job that hung, as Linux provides it in `/sys/class/devcoredump`.
//! Source of its contents: Linux `panfrost_dump.c`.

use tilescope_core::Work;
use tilescope_midgard::chips::Chip;

use super::Panfrost;
use super::pandump::{self, Dump};
use crate::drm::job::Built;

/// `GPU_ID`: the product and the revision.
const GPU_ID: u32 = 0;
/// `JS_HEAD_LO` and `JS_HEAD_HI` of slot 0, and bytes of a slot's registers.
const JS_HEAD: [u32; 2] = [0x1800, 0x1804];
const JS_SIZE: u32 = 0x80;

/// The dump of a job: the buffers that it lists, and the registers that the driver knows.
pub(super) fn dump(chip: &Chip, job: &Built<Panfrost>) -> Vec<u8> {
    let (slot, chain) = match job.submission.work.first() {
        Some(Work::List { queue, start, .. }) => (*queue, *start),
        _ => (0, 0),
    };
    let head = [chain as u32, (chain >> 32) as u32];
    let mut registers = vec![(
        GPU_ID,
        u32::from(chip.product) << 16 | super::params::REVISION,
    )];
    registers.extend(JS_HEAD.map(|at| at + JS_SIZE * slot).into_iter().zip(head));
    let buffers = job.own.listed.buffers().iter().filter_map(|object| {
        let address = object.driver.address();
        // A heap has no contents in Linux's dump either: it is not mapped as a whole.
        let region = job.memory.regions().iter().find(|r| r.base() == address)?;
        let mut bytes = vec![0; (!region.is_tracked()).then(|| region.len() as usize)?];
        region.read(0, &mut bytes)?;
        Some((address, bytes))
    });
    pandump::write(&Dump {
        chain,
        product: chip.product.into(),
        registers,
        buffers: buffers.collect(),
    })
}
