//! A gate that keeps `fork` from copying the process during a call.
//!
//! A child has one thread and a copy of all memory. A lock held by another
//! thread at that moment would be held in the child for ever. So calls that
//! take locks go through a gate, and `fork` waits until no thread is inside.
//!
//! Queued jobs are completed before a fork, and the worker thread ends: it is
//! started again for the next job.
//!
//! The child gets its own copy of the virtual kernel, with the same files,
//! handles and mappings open. Buffers that exist at the fork have the same
//! pages in both, as on a real machine.
//!
//! Signal handlers of the program do not run inside; see [`signals`]. A handler
//! that was installed by a direct system call is unknown and may run: a child
//! that it forks has no virtual device.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};

use crate::device;
use crate::signals::{self, Deferred};

/// The number of threads inside.
static INSIDE: AtomicU32 = AtomicU32::new(0);
/// Whether a thread is about to fork.
static FORKING: AtomicBool = AtomicBool::new(false);
/// The process that owns the state.
static OWNER: AtomicI32 = AtomicI32::new(0);
/// Whether this process was forked during a call, so that the gate stays closed.
static LOST: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Without a destructor, so that the end of a thread does not depend on this
    // library.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread forks during a call.
    static NESTED: Cell<bool> = const { Cell::new(false) };
    /// The signal mask to restore after a fork.
    static MASK: Cell<Option<u64>> = const { Cell::new(None) };
}

/// A pass through the gate, with the program's handlers deferred.
pub struct Pass {
    /// Dropped after the thread has left.
    _deferred: Deferred,
}

/// Enters; waits while another thread forks. `None` if this thread is already
/// inside: then this library or the virtual kernel called a function of the C
/// library, which must not be intercepted.
pub fn enter() -> Option<Pass> {
    if WITHIN.get() || LOST.load(Ordering::SeqCst) {
        return None;
    }
    let deferred = signals::defer();
    WITHIN.set(true);
    loop {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        if !FORKING.load(Ordering::SeqCst) {
            return Some(Pass {
                _deferred: deferred,
            });
        }
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        if LOST.load(Ordering::SeqCst) {
            WITHIN.set(false);
            return None;
        }
        std::thread::yield_now();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        WITHIN.set(false);
    }
}

/// Marks this thread as one of the library: its calls of the C library are not
/// intercepted.
pub fn mark_library_thread() {
    WITHIN.set(true);
}

/// Whether this process owns the state: false in a child of `vfork`, which runs
/// in its parent's memory until it executes a program.
pub fn is_owner() -> bool {
    OWNER.load(Ordering::Relaxed) == process()
}

/// The number of this process.
pub fn process() -> i32 {
    // SAFETY: it cannot fail and touches no memory.
    unsafe { libc::getpid() }
}

/// Registers the fork handlers. Called once.
pub fn prepare() {
    own();
    // SAFETY: the functions stay: the library cannot be unloaded.
    unsafe { libc::pthread_atfork(Some(close), Some(open), Some(open_in_child)) };
}

fn own() {
    OWNER.store(process(), Ordering::Relaxed);
}

extern "C" fn close() {
    let deferred = signals::defer();
    if WITHIN.get() || LOST.load(Ordering::SeqCst) {
        // In a handler that could not be deferred: waiting for all threads to
        // leave would include this thread.
        NESTED.set(true);
        return;
    }
    MASK.set(deferred.suspend());
    // If two threads fork at the same time, one waits for the other.
    while FORKING.swap(true, Ordering::SeqCst) {
        std::thread::yield_now();
    }
    device::interrupt(true);
    while INSIDE.load(Ordering::SeqCst) > 0 {
        std::thread::yield_now();
    }
    // Fork handlers of others run in this thread until the fork is done.
    WITHIN.set(true);
    device::quiesce();
}

extern "C" fn open() {
    if NESTED.take() {
        return;
    }
    device::interrupt(false);
    WITHIN.set(false);
    FORKING.store(false, Ordering::SeqCst);
    drop(Deferred::resume(MASK.take()));
}

extern "C" fn open_in_child() {
    if NESTED.take() {
        LOST.store(true, Ordering::SeqCst);
        return;
    }
    // Threads that were entering exist only in the parent.
    INSIDE.store(0, Ordering::SeqCst);
    own();
    open();
}
