//! Fences as descriptors (`EGL_ANDROID_native_fence_sync`): one program draws and exports a
//! descriptor, which is polled, imported again and waited for on the GPU. Prints one line for each
//! step.

#[allow(dead_code, reason = "shared with programs that use more of it")]
#[path = "../context.rs"]
mod context;
#[allow(dead_code, reason = "shared with programs that use more of it")]
#[path = "../image.rs"]
mod image;

use std::ffi::{c_int, c_void};
use std::process::ExitCode;

use context::{Context, Kind};
use glow::HasContext;
use khronos_egl as egl;

/// Source: the extension's text in the Khronos registry.
const NATIVE_FENCE: u32 = 0x3144;
const NATIVE_FENCE_FD: i32 = 0x3145;
const CONDITION_SATISFIED: i32 = 0x30f6;
const NO_FD: i32 = -1;

type Display = *mut c_void;
type Sync = *mut c_void;
type Create = unsafe extern "system" fn(Display, u32, *const i32) -> Sync;
type Destroy = unsafe extern "system" fn(Display, Sync) -> u32;
type Dup = unsafe extern "system" fn(Display, Sync) -> c_int;
type ClientWait = unsafe extern "system" fn(Display, Sync, i32, u64) -> i32;
type Wait = unsafe extern "system" fn(Display, Sync, i32) -> i32;

/// The functions of `EGL_KHR_fence_sync`, `EGL_KHR_wait_sync` and the extension.
struct Functions {
    display: Display,
    create: Create,
    destroy: Destroy,
    dup: Dup,
    client_wait: ClientWait,
    wait: Wait,
}

/// `struct pollfd`.
#[repr(C)]
struct Poll {
    fd: c_int,
    events: i16,
    revents: i16,
}

unsafe extern "C" {
    fn poll(fds: *mut Poll, count: u64, timeout: c_int) -> c_int;
}

impl Functions {
    fn load() -> Result<Functions, String> {
        // SAFETY: the library is the system's EGL.
        let egl = unsafe { egl::DynamicInstance::<egl::EGL1_4>::load_required() }
            .map_err(|e| format!("no libEGL: {e}"))?;
        // SAFETY: the default display is valid; the context has initialised it.
        let display = unsafe { egl.get_display(egl::DEFAULT_DISPLAY) }.ok_or("no display")?;
        let extensions = egl
            .query_string(Some(display), egl::EXTENSIONS)
            .map_err(|e| e.to_string())?;
        let wanted = "EGL_ANDROID_native_fence_sync";
        if !extensions.to_string_lossy().split(' ').any(|e| e == wanted) {
            return Err(format!("there is no {wanted}"));
        }
        macro_rules! function {
            ($type:ty, $name:literal) => {{
                let found = egl.get_proc_address($name).ok_or(concat!("no ", $name))?;
                // SAFETY: the extensions give the function this type.
                unsafe { std::mem::transmute::<extern "system" fn(), $type>(found) }
            }};
        }
        Ok(Functions {
            display: display.as_ptr(),
            create: function!(Create, "eglCreateSyncKHR"),
            destroy: function!(Destroy, "eglDestroySyncKHR"),
            dup: function!(Dup, "eglDupNativeFenceFDANDROID"),
            client_wait: function!(ClientWait, "eglClientWaitSyncKHR"),
            wait: function!(Wait, "eglWaitSyncKHR"),
        })
    }

    fn fence(&self, fd: i32) -> Result<Sync, String> {
        let list = [NATIVE_FENCE_FD, fd, egl::NONE];
        // SAFETY: the list is terminated; the display is initialised.
        let sync = unsafe { (self.create)(self.display, NATIVE_FENCE, list.as_ptr()) };
        match sync.is_null() {
            true => Err(format!("eglCreateSyncKHR of descriptor {fd} failed")),
            false => Ok(sync),
        }
    }

    fn descriptor(&self, sync: Sync) -> Result<i32, String> {
        // SAFETY: the fence is valid.
        match unsafe { (self.dup)(self.display, sync) } {
            NO_FD => Err("eglDupNativeFenceFDANDROID failed".into()),
            fd => Ok(fd),
        }
    }

    fn is_ready(fd: i32, timeout: i32) -> bool {
        let mut one = Poll {
            fd,
            events: 1,
            revents: 0,
        };
        // SAFETY: one structure.
        let ready = unsafe { poll(&mut one, 1, timeout) };
        ready == 1 && one.revents == 1
    }
}

fn colour(context: &Context, red: f32) {
    // SAFETY: the context is current.
    unsafe {
        context.gl.clear_color(red, 0.5, 0.0, 1.0);
        context.gl.clear(glow::COLOR_BUFFER_BIT);
    }
}

fn run() -> Result<String, String> {
    let context = Context::new(Kind::Es2, 512, 512)?;
    let functions = Functions::load()?;
    let mut out = String::new();
    colour(&context, 1.0);
    let first = functions.fence(NO_FD)?;
    // SAFETY: the context is current.
    unsafe { context.gl.flush() };
    let fd = functions.descriptor(first)?;
    if !Functions::is_ready(fd, 60_000) {
        return Err("the descriptor never became ready".into());
    }
    out += "polled\n";
    // SAFETY: the fence is valid.
    let waited = unsafe { (functions.client_wait)(functions.display, first, 0, u64::MAX) };
    if waited != CONDITION_SATISFIED {
        return Err(format!("eglClientWaitSyncKHR: {waited:#x}"));
    }
    out += "waited\n";
    // EGL takes the descriptor.
    let second = functions.fence(fd)?;
    // SAFETY: the fence is valid.
    if unsafe { (functions.wait)(functions.display, second, 0) } != 1 {
        return Err("eglWaitSyncKHR failed".into());
    }
    colour(&context, 0.0);
    let image = context.read()?;
    out += &format!("drew {:?}\n", &image.rgba[..4]);
    for sync in [first, second] {
        // SAFETY: both are fences, and destroyed once.
        unsafe { (functions.destroy)(functions.display, sync) };
    }
    Ok(out)
}

fn main() -> ExitCode {
    let (text, code) = match run() {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text + "\n", ExitCode::FAILURE),
    };
    // Errors of standard output cannot be reported.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
    code
}
