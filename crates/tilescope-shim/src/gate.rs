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
//!
//! Handlers of the program do not run inside; see [`signals`]. A handler that was
//! installed by a system call is not known and may: a child that it forks has no
//! virtual device.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};

use crate::device;
use crate::signals::{self, Deferred};

/// The number of threads that are inside.
static INSIDE: AtomicU32 = AtomicU32::new(0);
/// Whether a thread is about to fork.
static FORKING: AtomicBool = AtomicBool::new(false);
/// The process that the state belongs to.
static OWNER: AtomicI32 = AtomicI32::new(0);
/// Whether this process was forked in the middle of a call, so that nobody can get
/// inside any more.
static LOST: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Without a destructor, so nothing of a thread's end depends on this library.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread forks in the middle of a call.
    static NESTED: Cell<bool> = const { Cell::new(false) };
    /// The signal mask to restore after a fork.
    static MASK: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Being inside, with the program's handlers deferred.
pub struct Pass {
    /// Dropped after the thread has left.
    _deferred: Deferred,
}

/// Enters; waits while another thread forks. None if this thread is inside
/// already: then a function of the C library was called by this library or by
/// the virtual kernel, and means what it says.
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

/// Marks this thread as one of the library: functions of the C library mean what
/// they say.
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
    let deferred = signals::defer();
    if WITHIN.get() || LOST.load(Ordering::SeqCst) {
        // In a handler that could not be deferred: waiting for everybody to leave
        // would be waiting for this thread.
        NESTED.set(true);
        return;
    }
    MASK.set(deferred.suspend());
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
    // Threads that were on their way in exist only in the parent.
    INSIDE.store(0, Ordering::SeqCst);
    own();
    open();
}
