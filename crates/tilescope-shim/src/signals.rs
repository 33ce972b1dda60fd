//! Threads of ours get no signals: handlers of the program expect threads of the
//! program.

use std::mem::MaybeUninit;

/// Calls `start` with all signals blocked: threads start with the mask of the one
/// that makes them.
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
