//! A library between Mesa and the virtual devices: before every DRM ioctl of
//! the program it makes the same ioctl with bits flipped, in the argument or in
//! the data that a submission points to, and ignores the result. The program's
//! own call follows unchanged.
//!
//! Preloaded before the shim. `TILESCOPE_MUTATION` is the seed. A crash is reported with the
//! library and the offset in it that it is at, because Mesa may crash when its buffers disappear.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_ulong, c_void};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// The exit code of a program that crashed.
const CRASHED: c_int = 99;
/// The largest argument, in bytes. Source: Linux `asm-generic/ioctl.h`, 14
/// bits.
const MAX_ARGUMENT: usize = 1 << 14;
/// The largest list that is copied, in bytes.
const MAX_LIST: usize = 1 << 20;

/// Submission ioctls, with the offsets of pointers and counts in their
/// arguments, and the sizes of the elements. Source: Linux `vc4_drm.h`
/// (`drm_vc4_submit_cl`), `etnaviv_drm.h` (`drm_etnaviv_gem_submit`).
type Lists = &'static [(usize, usize, usize)];
const SUBMITS: [(c_ulong, Lists); 2] = [
    (
        0xc0b0_6440,
        &[(0, 32, 1), (8, 36, 1), (16, 44, 1), (24, 48, 4)],
    ),
    (0xc048_6446, &[(24, 12, 16), (32, 16, 24), (40, 20, 1)]),
];
/// `DRM_IOCTL_GEM_CLOSE`: Mesa does not expect a handle to disappear, and all
/// later calls would be refused.
const GEM_CLOSE: c_ulong = 0x4008_6409;
/// `DRM_IOCTL_VC4_WAIT_SEQNO`, and the offset of its timeout. Linux waits without end for a
/// number that no job has, so mutated waits have no timeout.
const WAIT_SEQNO: (c_ulong, usize) = (0xc010_6441, 8);
/// Calls that write to memory the argument points to, and the offsets of these pointers: they are
/// kept. A flipped one may be valid, and what is there would be overwritten, as on Linux. Source:
/// Linux `drm.h` (`drm_version`, `drm_unique`), `vc4_drm.h` (`drm_vc4_perfmon_get_values`).
const WRITERS: [(c_ulong, &[usize]); 3] = [
    (0xc040_6400, &[24, 40, 56]),
    (0xc010_6401, &[8]),
    (0xc010_644e, &[8]),
];

static SEED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// xorshift64*.
fn random(below: usize) -> usize {
    let step = |s: u64| {
        let s = s ^ s >> 12;
        let s = s ^ s << 25;
        s ^ s >> 27
    };
    let state = SEED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |s| Some(step(s)));
    let mixed = state.unwrap_or(1).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
    mixed as usize % below.max(1)
}

fn flip(bytes: &mut [u8]) {
    if !bytes.is_empty() {
        for _ in 0..1 + random(4) {
            bytes[random(bytes.len())] ^= 1 << random(8);
        }
    }
}

fn next() -> unsafe extern "C" fn(c_int, c_ulong, *mut c_void) -> c_int {
    static NEXT: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
    let mut found = NEXT.load(Ordering::Acquire);
    if found.is_null() {
        // SAFETY: the name ends in a zero byte.
        found = unsafe { libc::dlsym(libc::RTLD_NEXT, c"ioctl".as_ptr()) };
        NEXT.store(found, Ordering::Release);
    }
    // SAFETY: the next `ioctl` has this type.
    unsafe { std::mem::transmute(found) }
}

fn word(bytes: &[u8], at: usize) -> usize {
    let word = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    u32::from_le_bytes(word.unwrap_or_default()) as usize
}

/// Makes a mutated copy of this call.
///
/// # Safety
/// The arguments are those of a call by the program.
unsafe fn attack(fd: c_int, request: c_ulong, argument: *const c_void) {
    let size = (request >> 16) as usize & (MAX_ARGUMENT - 1);
    if size == 0 || argument.is_null() || request & 0xffff_ffff == GEM_CLOSE {
        return;
    }
    let mut copy = vec![0_u8; size];
    // SAFETY: the request has the size of its argument, and the kernel would
    // read that many bytes.
    unsafe { std::ptr::copy_nonoverlapping(argument.cast(), copy.as_mut_ptr(), size) };
    let lists = SUBMITS.iter().find(|s| s.0 == request & 0xffff_ffff);
    let mut kept = Vec::new();
    match lists {
        // The data of a submission, as often as the argument itself.
        Some((_, lists)) if random(4) > 0 => {
            let (pointer, count, unit) = lists[random(lists.len())];
            let from = word(&copy, pointer) | word(&copy, pointer + 4) << 32;
            let len = (word(&copy, count) * unit).min(MAX_LIST);
            if from != 0 && len > 0 {
                let mut list = vec![0_u8; len];
                // SAFETY: the program declares that it is there.
                unsafe {
                    std::ptr::copy_nonoverlapping(from as *const u8, list.as_mut_ptr(), len);
                }
                flip(&mut list);
                let at = list.as_ptr() as u64;
                copy[pointer..pointer + 8].copy_from_slice(&at.to_le_bytes());
                kept = list;
            }
        }
        _ => {
            let before = copy.clone();
            flip(&mut copy);
            let kept = WRITERS.iter().find(|w| w.0 == request & 0xffff_ffff);
            for &at in kept.iter().flat_map(|w| w.1) {
                copy[at..at + 8].copy_from_slice(&before[at..at + 8]);
            }
        }
    }
    if request & 0xffff_ffff == WAIT_SEQNO.0 {
        copy[WAIT_SEQNO.1..].fill(0);
    }
    // SAFETY: the argument is ours and as large as the request declares. The
    // virtual kernel checks the pointers in it.
    unsafe { next()(fd, request, copy.as_mut_ptr().cast()) };
    drop(kept);
}

/// As in the C library, after a mutated copy of the call.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ioctl(fd: c_int, request: c_ulong, argument: *mut c_void) -> c_int {
    let is_drm = (request >> 8) as u8 == b'd';
    if is_drm && SEED.load(Ordering::Relaxed) != 0 && !WITHIN.replace(true) {
        // SAFETY: the caller's promise.
        unsafe { attack(fd, request, argument) };
        WITHIN.set(false);
    }
    // SAFETY: the caller's promise.
    unsafe { next()(fd, request, argument) }
}

/// The address of the instruction that crashed.
fn instruction(context: *const c_void) -> *const c_void {
    let context: *const libc::ucontext_t = context.cast();
    // SAFETY: the system passes such a structure to handlers.
    #[cfg(target_arch = "x86_64")]
    let at = unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] };
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    let at = unsafe { (*context).uc_mcontext.pc };
    at as *const c_void
}

extern "C" fn crashed(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: all zero bits are valid, and the text has its length. Nothing here
    // needs a lock that the crash may hold.
    unsafe {
        let mut place: libc::Dl_info = std::mem::zeroed();
        let known = libc::dladdr(instruction(context), &mut place) != 0;
        let name = match known && !place.dli_fname.is_null() {
            true => CStr::from_ptr(place.dli_fname),
            false => c"unknown code",
        };
        let offset = (instruction(context) as usize).wrapping_sub(place.dli_fbase as usize);
        let mut digits = *b"+0x0000000000000000\n";
        for (i, digit) in digits[3..19].iter_mut().enumerate() {
            *digit = b"0123456789abcdef"[offset >> (60 - 4 * i) & 15];
        }
        for text in [b"crashed in ", name.to_bytes(), &digits] {
            libc::write(2, text.as_ptr().cast(), text.len());
        }
        libc::_exit(CRASHED);
    }
}

extern "C" fn at_start() {
    // SAFETY: nothing changes the environment before the program runs, and the
    // structures are valid.
    unsafe {
        let seed = libc::getenv(c"TILESCOPE_MUTATION".as_ptr());
        if seed.is_null() {
            return;
        }
        let seed = libc::strtoull(seed, std::ptr::null_mut(), 10);
        let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        SEED.store(mixed | 1, Ordering::Relaxed);
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = crashed as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL] {
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

/// Runs when the library is loaded.
#[used]
// SAFETY: the section holds pointers to functions without arguments that are used.
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = at_start;
