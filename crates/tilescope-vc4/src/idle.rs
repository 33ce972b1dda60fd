//! Threads and allocations that no unit uses, for the next one.

use std::sync::Mutex;

use crate::qpu::gang::Gang;
use crate::qpu::thread::Thread;
use crate::tile::Stores;
use crate::uniforms::UniformWindow;
use crate::vpm::Vpm;

/// Maximum number of allocations of a kind.
const MAX_IDLE: usize = 128;
/// The largest stores in bytes.
const MAX_STORES: usize = 64 << 10;

/// A thread that shades vertices, with a memory of its own.
pub struct VertexState {
    /// A copy of the vertex pipe memory.
    pub vpm: Vpm,
    /// A thread.
    pub thread: Thread,
    /// Its uniforms.
    pub uniforms: UniformWindow,
}

/// Threads and allocations that are not in use.
#[derive(Default)]
pub struct Idle {
    gangs: Mutex<Vec<Box<Gang>>>,
    stores: Mutex<Vec<Stores>>,
    vertex: Mutex<Vec<VertexState>>,
}

fn take<T>(from: &Mutex<Vec<T>>) -> Option<T> {
    from.lock().ok()?.pop()
}

fn put<T>(what: T, to: &Mutex<Vec<T>>) {
    if let Ok(mut to) = to.lock()
        && to.len() < MAX_IDLE
    {
        to.push(what);
    }
}

impl Idle {
    /// Reset threads, except for registers that no program can read.
    pub fn gang(&self) -> Box<Gang> {
        let idle = take(&self.gangs);
        idle.map_or_else(Default::default, |mut gang| {
            gang.forget();
            gang
        })
    }

    /// Keeps threads.
    pub fn put_gang(&self, gang: Box<Gang>) {
        put(gang, &self.gangs);
    }

    /// Stores without contents.
    pub fn stores(&self) -> Stores {
        take(&self.stores).unwrap_or_default()
    }

    /// Keeps the allocation of stores that were written.
    pub fn put_stores(&self, mut written: Stores) {
        written.clear();
        if written.allocated() <= MAX_STORES {
            put(written, &self.stores);
        }
    }

    /// A thread with a copy of `vpm`. Its registers are reset, except for those that no
    /// program can read.
    pub fn vertex_state(&self, vpm: &Vpm) -> VertexState {
        match take(&self.vertex) {
            Some(mut idle) => {
                idle.vpm.clone_from(vpm);
                idle
            }
            None => VertexState {
                vpm: vpm.clone(),
                thread: Thread::default(),
                uniforms: UniformWindow::default(),
            },
        }
    }

    /// Keeps a thread and a memory.
    pub fn put_vertex_state(&self, state: VertexState) {
        put(state, &self.vertex);
    }
}
