//! Keeps `fork` from copying the process in the middle of a call.
//!
//! A child has one thread and a copy of all memory. Were a lock held by another
//! thread at that moment, it would be held in the child for ever. So calls that
//! take locks go through a gate, and `fork` waits until nobody is inside.
//!
//! Jobs that wait are done before, and the thread that runs them ends: it is
//! started again when there is another.
//!
//! What the child gets: its own copy of the virtual kernel, with the same files,
//! handles and mappings open. Buffers that exist at the fork have the same pages
//! in both, as on a real machine.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};

use crate::device;

/// How many threads are inside.
static INSIDE: AtomicU32 = AtomicU32::new(0);
/// Whether a thread is about to fork.
static FORKING: AtomicBool = AtomicBool::new(false);
/// The process that the state belongs to.
static OWNER: AtomicI32 = AtomicI32::new(0);

thread_local! {
    // Without a destructor, so nothing of a thread's end depends on this library.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Being inside.
pub struct Pass(());

/// Enters; waits while another thread forks. None if this thread is inside
/// already: then a function of the C library was called by this library or by
/// the virtual kernel, and means what it says.
pub fn enter() -> Option<Pass> {
    if WITHIN.replace(true) {
        return None;
    }
    loop {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        if !FORKING.load(Ordering::SeqCst) {
            return Some(Pass(()));
        }
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        std::thread::yield_now();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        WITHIN.set(false);
    }
}

/// Says that this thread is ours: functions of the C library mean what they say.
pub fn stay_within() {
    WITHIN.set(true);
}

/// Whether this process is the one whose state this is: not so in a child of
/// `vfork`, which runs in its parent's memory until it executes a program.
pub fn is_owner() -> bool {
    OWNER.load(Ordering::Relaxed) == process()
}

/// The number of this process.
pub fn process() -> i32 {
    // SAFETY: it cannot fail and touches no memory.
    unsafe { libc::getpid() }
}

/// Registers what `fork` has to do. Called once.
pub fn prepare() {
    own();
    // SAFETY: the functions stay: the library cannot be unloaded.
    unsafe { libc::pthread_atfork(Some(close), Some(open), Some(open_in_child)) };
}

fn own() {
    OWNER.store(process(), Ordering::Relaxed);
}

extern "C" fn close() {
    // Two threads may fork at the same time; they take turns.
    while FORKING.swap(true, Ordering::SeqCst) {
        std::thread::yield_now();
    }
    device::interrupt(true);
    while INSIDE.load(Ordering::SeqCst) > 0 {
        std::thread::yield_now();
    }
    // Handlers of others run in this thread until the fork is done.
    WITHIN.set(true);
    device::quiesce();
}

extern "C" fn open() {
    device::interrupt(false);
    WITHIN.set(false);
    FORKING.store(false, Ordering::SeqCst);
}

extern "C" fn open_in_child() {
    // Threads that were on their way in exist only in the parent.
    INSIDE.store(0, Ordering::SeqCst);
    own();
    open();
}
