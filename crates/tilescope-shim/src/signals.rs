//! Signals in calls of this library, and on its threads.
//!
//! A handler of the program that interrupted a call inside the library would find locks held by its
//! own thread: calls of the device would fail, and `fork` would deadlock. So signals with a handler
//! are deferred: they stay blocked while the thread is inside, and are delivered when it leaves.
//! Waits for jobs end early when such a signal is pending, as waits in Linux do.
//!
//! Signals without a handler keep their default action, which ends or stops the
//! process at once.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::real::next;

/// Signals that have had a handler, one bit each. Set before the handler is
/// installed and never cleared: a child of `vfork` that restores default actions
/// shares this memory.
static HANDLED: AtomicU64 = AtomicU64::new(0);
/// Those of them whose handler makes interrupted calls fail with EINTR, because it
/// was installed without `SA_RESTART`.
static INTERRUPTING: AtomicU64 = AtomicU64::new(0);
/// Whether any handler does not block its own signal (`SA_NODEFER`).
static NESTS: AtomicBool = AtomicBool::new(false);

/// Signals that a thread's own instructions raise: blocking them would end the
/// process.
const SYNCHRONOUS: u64 = bit(libc::SIGSEGV)
    | bit(libc::SIGBUS)
    | bit(libc::SIGFPE)
    | bit(libc::SIGILL)
    | bit(libc::SIGTRAP)
    | bit(libc::SIGSYS)
    | bit(libc::SIGABRT);

/// Size of the kernel's signal sets in bytes. Source: Linux, `_NSIG / 8`.
const SET_SIZE: usize = size_of::<u64>();

thread_local! {
    // Without destructors, so that the end of a thread does not depend on this
    // library.
    /// The signal mask of the thread before the deferral.
    static BEFORE: Cell<u64> = const { Cell::new(0) };
    /// Whether a wait ended early because of an interrupting signal.
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
}

/// The bit of a signal in the kernel's sets.
const fn bit(signal: i32) -> u64 {
    match signal {
        1..=64 => 1 << (signal - 1),
        _ => 0,
    }
}

/// Changes the thread's mask and returns the previous one. A direct system
/// call: the C library's function takes a larger set.
fn change_mask(how: i32, set: u64) -> u64 {
    let mut before = 0_u64;
    // SAFETY: both sets have the size that is passed.
    unsafe {
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            how,
            &raw const set,
            &raw mut before,
            SET_SIZE,
        )
    };
    before
}

/// Signals that are blocked and pending.
fn pending() -> u64 {
    let mut set = 0_u64;
    // SAFETY: the set has the size that is passed.
    unsafe { libc::syscall(libc::SYS_rt_sigpending, &raw mut set, SET_SIZE) };
    set
}

/// Defers handlers of the program until dropped.
pub struct Deferred(Option<u64>);

/// Defers the signals that have a handler.
pub fn defer() -> Deferred {
    let handled = HANDLED.load(Ordering::SeqCst) & !SYNCHRONOUS;
    if handled == 0 {
        return Deferred(None);
    }
    let before = change_mask(libc::SIG_BLOCK, handled);
    BEFORE.set(before);
    Deferred(Some(before))
}

impl Deferred {
    /// Keeps signals deferred after this scope; see [`Deferred::resume`].
    pub fn suspend(self) -> Option<u64> {
        let before = self.0;
        std::mem::forget(self);
        before
    }

    /// Takes over the result of [`Deferred::suspend`].
    pub fn resume(before: Option<u64>) -> Deferred {
        Deferred(before)
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        if let Some(before) = self.0 {
            change_mask(libc::SIG_SETMASK, before);
        }
    }
}

/// Whether a deferred signal is pending for this thread.
pub fn is_pending() -> bool {
    let handled = HANDLED.load(Ordering::SeqCst) & !SYNCHRONOUS;
    if handled == 0 {
        return false;
    }
    let waiting = pending() & handled & !BEFORE.get();
    if waiting & INTERRUPTING.load(Ordering::SeqCst) != 0 {
        INTERRUPTED.set(true);
    }
    waiting != 0
}

/// Whether the last wait of this thread ended because of a signal whose handler
/// requires EINTR. The call resets it.
pub fn take_interrupted() -> bool {
    INTERRUPTED.replace(false)
}

/// Whether this thread may be running a handler of the program: the handler may
/// have interrupted the C library's allocator, which then must not be used.
pub fn may_be_in_handler() -> bool {
    let handled = HANDLED.load(Ordering::SeqCst);
    // A signal is blocked while its handler runs.
    NESTS.load(Ordering::SeqCst) || change_mask(libc::SIG_BLOCK, 0) & handled != 0
}

/// Called before a handler is installed.
pub fn will_handle(signal: i32, handler: libc::sighandler_t) {
    if handler != libc::SIG_DFL && handler != libc::SIG_IGN && handler != libc::SIG_ERR {
        HANDLED.fetch_or(bit(signal), Ordering::SeqCst);
    }
}

/// Called after the action of a signal was changed.
pub fn changed(signal: i32) {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    let done = next!(sigaction: fn(i32, *const libc::sigaction, *mut libc::sigaction) -> i32,
        else -1, (signal, std::ptr::null(), action.as_mut_ptr()));
    if done != 0 {
        return;
    }
    // SAFETY: all zero bits are a valid action, and the C library wrote over them.
    let action = unsafe { action.assume_init() };
    if matches!(action.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN) {
        return;
    }
    will_handle(signal, action.sa_sigaction);
    match action.sa_flags & libc::SA_RESTART {
        0 => INTERRUPTING.fetch_or(bit(signal), Ordering::SeqCst),
        _ => INTERRUPTING.fetch_and(!bit(signal), Ordering::SeqCst),
    };
    if action.sa_flags & libc::SA_NODEFER != 0 {
        NESTS.store(true, Ordering::SeqCst);
    }
}

/// Calls `start` with all signals blocked: a new thread inherits the mask, and
/// handlers of the program expect threads of the program.
pub fn blocked<T>(start: impl FnOnce() -> T) -> T {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: both sets are written before they are read.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let result = start();
    // SAFETY: the mask was written above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    result
}

/// Calls `write` so that reaching the file size limit of the process
/// (`RLIMIT_FSIZE`) is an error and not a signal: the program did not make this
/// write.
pub fn without_size_signal<T>(write: impl FnOnce() -> T) -> T {
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: the structure is valid.
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) };
    if limit.rlim_cur == libc::RLIM_INFINITY {
        return write();
    }
    let signal = bit(libc::SIGXFSZ);
    let before = change_mask(libc::SIG_BLOCK, signal);
    let was_pending = pending() & signal != 0;
    let result = write();
    if !was_pending && pending() & signal != 0 {
        let now = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: set and time are valid, and nothing is written. The signal is pending for this
        // thread only, so no other can take it.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigtimedwait,
                &raw const signal,
                std::ptr::null_mut::<libc::siginfo_t>(),
                &raw const now,
                SET_SIZE,
            )
        };
    }
    change_mask(libc::SIG_SETMASK, before);
    result
}
