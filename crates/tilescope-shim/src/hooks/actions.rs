//! Functions that install signal handlers, which the library defers; see
//! [`signals`].

use std::ffi::c_int;

use libc::sighandler_t;

use crate::real::next;
use crate::signals;

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sigaction(
    signal: c_int,
    action: *const libc::sigaction,
    before: *mut libc::sigaction,
) -> c_int {
    // SAFETY: the caller's promise.
    if let Some(action) = unsafe { action.as_ref() } {
        signals::will_handle(signal, action.sa_sigaction);
    }
    let result = next!(sigaction: fn(c_int, *const libc::sigaction, *mut libc::sigaction) -> c_int,
        else -1, (signal, action, before));
    if result == 0 && !action.is_null() {
        signals::changed(signal);
    }
    result
}

macro_rules! handlers {
    ($($name:ident)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(signal: c_int, handler: sighandler_t) -> sighandler_t {
            signals::will_handle(signal, handler);
            let before = next!($name: fn(c_int, sighandler_t) -> sighandler_t, else libc::SIG_ERR,
                (signal, handler));
            if before != libc::SIG_ERR {
                signals::changed(signal);
            }
            before
        }
    )+};
}

handlers! { signal ssignal bsd_signal sysv_signal __sysv_signal sigset }

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn siginterrupt(signal: c_int, interrupt: c_int) -> c_int {
    let result = next!(siginterrupt: fn(c_int, c_int) -> c_int, else -1, (signal, interrupt));
    if result == 0 {
        signals::changed(signal);
    }
    result
}
