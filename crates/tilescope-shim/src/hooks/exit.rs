//! Functions that end the process without exit handlers.

use std::ffi::c_int;

use crate::device;

macro_rules! exits {
    ($($name:ident)+) => {$(
        /// As in the C library; the activity of the process is reported first.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(code: c_int) -> ! {
            device::at_immediate_exit();
            loop {
                // SAFETY: no memory is passed. It does not return.
                unsafe { libc::syscall(libc::SYS_exit_group, code) };
            }
        }
    )+};
}

exits! { _exit _Exit }
