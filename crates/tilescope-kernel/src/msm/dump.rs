//! The dump of the first job that hung, as Linux provides it in `/sys/class/devcoredump`.
//! Source of its contents: Linux `msm_gpu.c` (`msm_gpu_crashstate_capture`), `adreno_gpu.c`.

use tilescope_adreno::chips::Chip;
use tilescope_adreno::devcore::{self, Devcore, Memory, Ring};
use tilescope_adreno::pm4::Header;
use tilescope_core::Work;

use super::Msm;
use crate::drm::job::Built;

/// The address of the ring, which is the kernel's and not in the space of clients.
const RING: u64 = 0x1_0000_0000_1000;
/// Bytes of a ring (`MSM_GPU_RINGBUFFER_SZ`).
const RING_BYTES: u64 = 32 << 10;
/// `CP_INDIRECT_BUFFER`.
const INDIRECT_BUFFER: u8 = 0x3f;

/// The dump of the job with this number, counted from 1: a ring with its command buffers, and the
/// buffers that it lists. Registers are unknown after the fact, and left out.
pub(super) fn dump(chip: &Chip, job: &Built<Msm>, number: u32) -> Vec<u8> {
    let mut words = Vec::new();
    for work in &job.submission.work {
        if let Work::List { start, end, .. } = *work {
            let header = Header::Packet {
                opcode: INDIRECT_BUFFER,
                count: 3,
            };
            let size = (end - start) / 4;
            words.extend([
                header.encode(),
                start as u32,
                (start >> 32) as u32,
                size as u32,
            ]);
        }
    }
    words.truncate((RING_BYTES / 4) as usize);
    let buffers = job.memory.regions().iter().filter_map(|region| {
        let mut bytes = vec![0; usize::try_from(region.len()).ok()?];
        region.read(0, &mut bytes)?;
        let chunks = bytes.chunks_exact(4);
        Some(Memory {
            address: region.base(),
            size: region.len(),
            words: chunks
                .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
                .collect(),
        })
    });
    let ring = Ring {
        id: 0,
        last_fence: number,
        retired_fence: number.saturating_sub(1),
        read: 0,
        write: words.len() as u32,
        memory: Memory {
            address: RING,
            size: RING_BYTES,
            words,
        },
    };
    let text = devcore::write(&Devcore {
        kernel: "virtual".to_owned(),
        gpu_id: chip.gpu_id,
        version: chip.chip_id.to_be_bytes(),
        rings: vec![ring],
        buffers: buffers.collect(),
        ..Devcore::default()
    });
    text.into_bytes()
}
