//! Index fetch: the vertex numbers of a draw.

use tilescope_draw::indices::vertex_numbers;
use tilescope_draw::{IndexSize, RESTART};

use crate::bus::{Bus, Port};
use crate::fe::DrawCommand;
use crate::log::Log;
use crate::regs::fe::{
    IndexType, index_stream_base_addr, index_stream_control, primitive_restart_index,
};
use crate::rules::mem;
use crate::state::State;
use crate::stopped::{Stopped, at_memory};

/// Vertex numbers of a draw.
#[derive(Clone, Debug)]
pub(super) struct Indices {
    /// In the order of the draw.
    pub numbers: Vec<u32>,
    /// The primitive restart index.
    pub restart: Option<u32>,
    /// Address and size in bytes of the fetched indices.
    pub memory: Option<(u32, u64)>,
}

/// The largest number of vertices of a draw that is executed.
pub(super) const MAX_VERTICES: u64 = 1 << 24;

impl Indices {
    /// Fetches the vertex numbers of `draw`, reusing the memory of `numbers`. The
    /// caller has checked their count.
    ///
    /// # Errors
    /// If indices are outside mapped memory.
    pub(super) fn new(
        draw: &DrawCommand,
        state: &State,
        bus: Bus<'_>,
        log: &mut Log,
        mut numbers: Vec<u32>,
    ) -> Result<Indices, Stopped> {
        numbers.clear();
        let count = draw.vertices.min(MAX_VERTICES) as u32;
        if !draw.indexed {
            numbers.extend((0..count).map(|i| draw.first.wrapping_add(i)));
            return Ok(Indices {
                numbers,
                restart: None,
                memory: None,
            });
        }
        let control = state.word(index_stream_control::AT);
        let kind = IndexType::from_bits(index_stream_control::TYPE.of(control) as u8);
        let size = match kind {
            IndexType::U8 => IndexSize::U8,
            IndexType::U16 => IndexSize::U16,
            IndexType::U32 | IndexType::Unknown(_) => IndexSize::U32,
        };
        let first = draw.first.wrapping_mul(size.bytes());
        let address = state.word(index_stream_base_addr::AT).wrapping_add(first);
        let len = count as usize * size.bytes() as usize;
        let (mut few, mut many) = ([0; 64], Vec::new());
        let bytes = match few.get_mut(..len) {
            Some(few) => few,
            None => {
                many.resize(len, 0);
                &mut many[..]
            }
        };
        let base = Some(("FE.INDEX_STREAM_BASE_ADDR", index_stream_base_addr::AT));
        bus.read(log, Port::Fe, address, bytes)
            .map_err(|fault| at_memory(&mem::READ_OUTSIDE, base, fault, log))?;
        let restarts = index_stream_control::PRIMITIVE_RESTART.of(control) != 0;
        let restart = restarts.then(|| state.word(primitive_restart_index::AT));
        numbers.extend(vertex_numbers(size, bytes, restart, draw.base));
        Ok(Indices {
            numbers,
            restart: restart.map(|_| RESTART),
            memory: Some((address, len as u64)),
        })
    }
}
