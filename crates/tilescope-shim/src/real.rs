//! The C library functions that this library replaces.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// One function, looked up when first needed.
pub struct Next {
    name: &'static CStr,
    pointer: AtomicPtr<c_void>,
}

impl Next {
    /// The function of this name in the libraries loaded after this one.
    pub const fn new(name: &'static CStr) -> Next {
        Next {
            name,
            pointer: AtomicPtr::new(std::ptr::null_mut()),
        }
    }

    /// Its address; null if there is none, for example `stat` in an old C
    /// library.
    pub fn address(&self) -> *mut c_void {
        let known = self.pointer.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        // SAFETY: the name ends in a zero byte. Looking it up twice in two
        // threads gives the same address.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.pointer.store(found, Ordering::Release);
        found
    }
}

/// Calls the next function of a name: `next!(name: fn(types) -> type, else value, (arguments))`.
/// Without such a function the value is returned, with `errno` ENOSYS.
macro_rules! next {
    ($name:ident: fn($($ty:ty),*) -> $ret:ty, else $none:expr, ($($arg:expr),*)) => {{
        static NEXT: $crate::real::Next = {
            const NAME: &str = concat!(stringify!($name), "\0");
            match std::ffi::CStr::from_bytes_with_nul(NAME.as_bytes()) {
                Ok(name) => $crate::real::Next::new(name),
                Err(_) => panic!("a name has no zero byte"),
            }
        };
        let address = NEXT.address();
        if address.is_null() {
            $crate::real::set_errno(libc::ENOSYS);
            $none
        } else {
            #[allow(unused_unsafe, reason = "some uses are in unsafe blocks, some are not")]
            // SAFETY: the C library's function of this name has this type, and
            // the caller passes its own arguments.
            let result = unsafe {
                let function: unsafe extern "C" fn($($ty),*) -> $ret =
                    std::mem::transmute(address);
                function($($arg),*)
            };
            result
        }
    }};
}
pub(crate) use next;

/// Sets this thread's error number.
pub fn set_errno(number: i32) {
    // SAFETY: the location belongs to this thread during its lifetime.
    unsafe { *libc::__errno_location() = number }
}

/// This thread's error number.
pub fn errno() -> i32 {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() }
}

/// -1 with an error number.
pub fn fail(number: i32) -> i32 {
    set_errno(number);
    -1
}
