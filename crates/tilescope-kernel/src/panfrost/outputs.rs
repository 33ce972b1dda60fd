//! The surfaces that a chain of fragment jobs writes. The kernel interface does not state them, so
//! they are read from the framebuffer descriptors, as they are when the job is submitted.

use std::collections::BTreeSet;

use tilescope_core::{AddressSpace, GpuMemory, Unit};
use tilescope_midgard::descriptors::job::job_header;
use tilescope_midgard::descriptors::v5::fragment_job_payload;
use tilescope_midgard::descriptors::{Arch, JobType, v4_framebuffer as v4, v5_framebuffer as v5};

use crate::drm::watcher::Output;

const UNIT: Unit = Unit("kernel");
/// The largest number of jobs that are followed.
const JOBS: usize = 64;
/// Offset of the parameters in a framebuffer, after its local storage.
const PARAMETERS: u64 = 32;
/// Bytes of a framebuffer of v5 before its extension and targets.
const FRAMEBUFFER: u64 = 128;
/// Bytes of an extension and of a target.
const PART: u64 = 64;

/// [`Output::bits`] of a format, a layout of blocks and a swizzle of four channels.
fn bits(format: u64, layout: u64, swizzle: u64) -> u16 {
    let is_swapped = swizzle & 7 == 2 && swizzle >> 6 & 7 == 0;
    let is_opaque = swizzle >> 9 & 7 >= 4;
    (format & 0x1f | (layout & 3) << 5 | u64::from(is_swapped) << 7 | u64::from(is_opaque) << 8)
        as u16
}

fn bytes<const N: usize>(memory: &AddressSpace, at: u64) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    memory.read(at, &mut bytes, UNIT).ok()?;
    Some(bytes)
}

/// The surfaces of the chain that begins at `chain`.
pub(super) fn outputs(memory: &AddressSpace, chain: u64, arch: Arch) -> Vec<Output> {
    let mut outputs = Vec::new();
    let mut seen = BTreeSet::new();
    let mut at = chain;
    while at != 0 && seen.len() < JOBS && seen.insert(at) {
        let Some(header) = bytes::<32>(memory, at) else {
            break;
        };
        let kind = JobType::from_bits(job_header::TYPE.get(&header) as u8);
        // Both architectures have the framebuffer at the same place.
        let payload = bytes::<16>(memory, at.saturating_add(32));
        if let (JobType::Fragment, Some(payload)) = (kind, payload) {
            let tagged = fragment_job_payload::FRAMEBUFFER.get(&payload);
            let found = match arch {
                Arch::V4 => single(memory, tagged & !63),
                Arch::V5 => multiple(memory, tagged & !63),
            };
            outputs.extend(found.into_iter().flatten());
        }
        at = job_header::NEXT.get(&header);
    }
    outputs
}

/// The target of a framebuffer of v4.
fn single(memory: &AddressSpace, framebuffer: u64) -> Option<Vec<Output>> {
    use v4::framebuffer_parameters as f;
    let p = bytes::<160>(memory, framebuffer.saturating_add(PARAMETERS))?;
    let get = |name: &str| f::LAYOUT.field(name).map_or(0, |field| field.get(&p));
    if !f::COLOR_WRITE_ENABLE.is_set(&p) {
        return Some(Vec::new());
    }
    let output = Output {
        name: "color_writeback",
        address: f::COLOR_WRITEBACK_BASE.get(&p),
        width: get("width") as u32 + 1,
        height: get("height") as u32 + 1,
        bits: bits(
            f::COLOR_WRITEBACK_FORMAT.get(&p),
            get("color_block_format"),
            f::SWIZZLE.get(&p),
        ),
        stride: f::COLOR_WRITEBACK_ROW_STRIDE.get(&p) as u32,
        source: None,
    };
    Some(vec![output])
}

/// The targets of a framebuffer of v5.
fn multiple(memory: &AddressSpace, framebuffer: u64) -> Option<Vec<Output>> {
    use v5::framebuffer_parameters as f;
    use v5::render_target as rt;
    let p = bytes::<24>(memory, framebuffer.saturating_add(PARAMETERS))?;
    let extension = match f::HAS_ZS_CRC_EXTENSION.is_set(&p) {
        true => PART,
        false => 0,
    };
    let first = framebuffer.saturating_add(FRAMEBUFFER + extension);
    let count = f::RENDER_TARGET_COUNT.get(&p) + 1;
    let target = |i: u64| {
        let t = bytes::<64>(memory, first.saturating_add(i * PART))?;
        rt::WRITE_ENABLE.is_set(&t).then(|| Output {
            name: "color_writeback",
            address: rt::RGB_BASE.get(&t),
            width: f::WIDTH.get(&p) as u32 + 1,
            height: f::HEIGHT.get(&p) as u32 + 1,
            bits: bits(
                rt::WRITEBACK_FORMAT.get(&t),
                rt::WRITEBACK_BLOCK_FORMAT.get(&t),
                rt::SWIZZLE.get(&t),
            ),
            stride: rt::RGB_ROW_STRIDE.get(&t) as u32,
            source: None,
        })
    };
    Some((0..count).filter_map(target).collect())
}
