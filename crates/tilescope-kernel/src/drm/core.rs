//! The ioctls of the DRM core. Numbers and structures: Linux `drm.h`; answers:
//! `drm_ioctl.c`, `drm_gem.c`, `drm_prime.c`, `drm_auth.c`.

use super::args::{Args, Field, structs};
use super::auth;
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::fds::CloseOnExec;
use super::file::FileId;
use super::ioctl::{Direction, Permit, Row, row};
use super::pages::FileKey;
use super::syncobj;
use super::timeline;
use super::user::UserMemory;

structs! {
    version 64 {
        MAJOR: i32 = 0, MINOR: i32 = 4, PATCHLEVEL: i32 = 8,
        NAME_LEN: u64 = 16, NAME: u64 = 24,
        DATE_LEN: u64 = 32, DATE: u64 = 40,
        DESC_LEN: u64 = 48, DESC: u64 = 56,
    }
    gem_close 8 { HANDLE: u32 = 0, PAD: u32 = 4, }
    gem_flink 8 { HANDLE: u32 = 0, NAME: u32 = 4, }
    gem_open 16 { NAME: u32 = 0, HANDLE: u32 = 4, BYTES: u64 = 8, }
    get_cap 16 { CAPABILITY: u64 = 0, VALUE: u64 = 8, }
    set_client_cap 16 { CAPABILITY: u64 = 0, VALUE: u64 = 8, }
    prime_handle 12 { HANDLE: u32 = 0, FLAGS: u32 = 4, FD: i32 = 8, }
}

/// All ioctls of the core.
pub(crate) const fn ioctls<D: Driver>() -> [Row<D>; 25] {
    use Direction::{Both, None, Read, Write};
    use Permit::{Anyone, Master, Primary, PrimaryTrusted};
    [
        row("VERSION", 0x00, Both, version::SIZE, Anyone, version),
        row(
            "GET_UNIQUE",
            0x01,
            Both,
            auth::unique::SIZE,
            Primary,
            auth::unique,
        ),
        row(
            "GET_MAGIC",
            0x02,
            Read,
            auth::magic::SIZE,
            Primary,
            auth::get_magic,
        ),
        row(
            "SET_VERSION",
            0x07,
            Both,
            auth::set_version::SIZE,
            Master,
            auth::set_version,
        ),
        row("GEM_CLOSE", 0x09, Write, gem_close::SIZE, Anyone, gem_close),
        row(
            "GEM_FLINK",
            0x0a,
            Both,
            gem_flink::SIZE,
            PrimaryTrusted,
            gem_flink,
        ),
        row(
            "GEM_OPEN",
            0x0b,
            Both,
            gem_open::SIZE,
            PrimaryTrusted,
            gem_open,
        ),
        row("GET_CAP", 0x0c, Both, get_cap::SIZE, Anyone, get_cap),
        row(
            "SET_CLIENT_CAP",
            0x0d,
            Write,
            set_client_cap::SIZE,
            Primary,
            set_client_cap,
        ),
        row(
            "AUTH_MAGIC",
            0x11,
            Write,
            auth::magic::SIZE,
            Master,
            auth::auth_magic,
        ),
        row("SET_MASTER", 0x1e, None, 0, Primary, auth::set_master),
        row("DROP_MASTER", 0x1f, None, 0, Primary, auth::drop_master),
        row(
            "PRIME_HANDLE_TO_FD",
            0x2d,
            Both,
            prime_handle::SIZE,
            Anyone,
            handle_to_fd,
        ),
        row(
            "PRIME_FD_TO_HANDLE",
            0x2e,
            Both,
            prime_handle::SIZE,
            Anyone,
            fd_to_handle,
        ),
        row(
            "SYNCOBJ_CREATE",
            0xbf,
            Both,
            syncobj::create::SIZE,
            Anyone,
            syncobj::create,
        ),
        row(
            "SYNCOBJ_DESTROY",
            0xc0,
            Both,
            syncobj::destroy::SIZE,
            Anyone,
            syncobj::destroy,
        ),
        row(
            "SYNCOBJ_HANDLE_TO_FD",
            0xc1,
            Both,
            syncobj::handle::SIZE,
            Anyone,
            syncobj::handle_to_fd,
        ),
        row(
            "SYNCOBJ_FD_TO_HANDLE",
            0xc2,
            Both,
            syncobj::handle::SIZE,
            Anyone,
            syncobj::fd_to_handle,
        ),
        row(
            "SYNCOBJ_WAIT",
            0xc3,
            Both,
            syncobj::wait::SIZE,
            Anyone,
            syncobj::wait,
        ),
        row(
            "SYNCOBJ_RESET",
            0xc4,
            Both,
            syncobj::array::SIZE,
            Anyone,
            syncobj::reset,
        ),
        row(
            "SYNCOBJ_SIGNAL",
            0xc5,
            Both,
            syncobj::array::SIZE,
            Anyone,
            syncobj::signal,
        ),
        row(
            "SYNCOBJ_TIMELINE_WAIT",
            0xca,
            Both,
            timeline::timeline_wait::SIZE,
            Anyone,
            timeline::wait,
        ),
        row(
            "SYNCOBJ_QUERY",
            0xcb,
            Both,
            timeline::timeline_array::SIZE,
            Anyone,
            timeline::query,
        ),
        row(
            "SYNCOBJ_TRANSFER",
            0xcc,
            Both,
            timeline::transfer::SIZE,
            Anyone,
            timeline::transfer,
        ),
        row(
            "SYNCOBJ_TIMELINE_SIGNAL",
            0xcd,
            Both,
            timeline::timeline_array::SIZE,
            Anyone,
            timeline::signal,
        ),
    ]
}

/// Copies a string into the client's buffer of `len` bytes, and sets `len` to
/// the size of the string.
pub(super) fn string(
    args: &mut Args,
    len: Field<u64>,
    at: Field<u64>,
    text: &str,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let (room, address) = (args.get(len), args.get(at));
    args.set(len, text.len() as u64);
    let n = usize::try_from(room).unwrap_or(usize::MAX).min(text.len());
    if n > 0 && address != 0 {
        user.write(address, &text.as_bytes()[..n])?;
    }
    Ok(())
}

fn version<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let d = D::DESCRIPTION;
    for (field, value) in [version::MAJOR, version::MINOR, version::PATCHLEVEL]
        .into_iter()
        .zip(d.version)
    {
        a.set(field, value);
    }
    string(a, version::NAME_LEN, version::NAME, d.driver, user)?;
    string(a, version::DATE_LEN, version::DATE, d.date, user)?;
    string(a, version::DESC_LEN, version::DESC, d.title, user)
}

fn gem_close<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let closed = file.handles.close(gem, a.get(gem_close::HANDLE));
    closed.map(|_| ()).ok_or(Errno::EINVAL)
}

fn gem_flink<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let object = file.handles.get(a.get(gem_flink::HANDLE));
    let id = object.ok_or(Errno::ENOENT)?.id;
    a.set(gem_flink::NAME, gem.name(id)?);
    Ok(())
}

fn gem_open<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let object = gem.named(a.get(gem_open::NAME)).ok_or(Errno::ENOENT)?;
    a.set(gem_open::HANDLE, file.handles.create(gem, &object)?);
    a.set(gem_open::BYTES, object.size);
    Ok(())
}

/// Source: Linux `drm_ioctl.c` for the capabilities, `vc4_kms.c` for the values
/// of the driver.
fn get_cap<D: Driver>(
    k: &DrmDevice<D>,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    /// Import and export.
    const PRIME_BOTH: u64 = 3;
    let value = match a.get(get_cap::CAPABILITY) {
        5 => PRIME_BOTH,
        // Monotonic timestamps.
        6 => 1,
        0x13 => syncobj::supported::<D>(),
        0x14 => syncobj::timelines(k),
        _ if D::FEATURES.display.is_none() => return Err(Errno::EOPNOTSUPP),
        // Dumb buffers, and 24 as their preferred depth, without a shadow buffer.
        1 => 1,
        3 => 24,
        4 => 0,
        // Vblank events of any CRTC, with the CRTC's number in the event.
        2 | 0x12 => 1,
        // Asynchronous page flips; modifiers.
        7 | 0x10 => 1,
        // Cursor width and height when the driver does not set them.
        8 | 9 => 64,
        // Page flips at a given frame.
        0x11 => 0,
        _ => return Err(Errno::EINVAL),
    };
    a.set(get_cap::VALUE, value);
    Ok(())
}

fn set_client_cap<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    const ATOMIC: u64 = 3;
    if D::FEATURES.display.is_none() {
        return Err(Errno::EOPNOTSUPP);
    }
    let (capability, value) = (
        a.get(set_client_cap::CAPABILITY),
        a.get(set_client_cap::VALUE),
    );
    // Stereo modes, planes, aspect ratios and writeback connectors change the
    // lists, which are empty here.
    let most = match capability {
        1 | 2 | 4 | 5 => 1,
        ATOMIC => 2,
        _ => return Err(Errno::EINVAL),
    };
    if value > most {
        return Err(Errno::EINVAL);
    }
    if capability == ATOMIC {
        k.state().file(f)?.client.atomic = value > 0;
    }
    Ok(())
}

/// `O_CLOEXEC` and `O_RDWR`. Source: Linux `asm-generic/fcntl.h`.
const CLOEXEC: u32 = 0o2_000_000;
const RDWR: u32 = 2;

fn handle_to_fd<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let flags = a.get(prime_handle::FLAGS);
    if flags & !(CLOEXEC | RDWR) != 0 {
        return Err(Errno::EINVAL);
    }
    let close = if flags & CLOEXEC != 0 {
        CloseOnExec::Yes
    } else {
        CloseOnExec::No
    };
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let object = file.handles.get(a.get(prime_handle::HANDLE));
    let object = object.ok_or(Errno::ENOENT)?;
    D::may_share(&object.driver)?;
    let mut pages = object.pages();
    if pages.whole_file().is_none() {
        // A client that mapped the pool's pages would continue to write there.
        if object.was_mapped() {
            return Err(Errno::EMFILE);
        }
        let own = k.pages.own(object.size)?;
        let mut page = vec![0; super::pages::PAGE as usize];
        for at in (0..object.size).step_by(page.len()) {
            pages.read(at, &mut page);
            own.write(at, &page);
        }
        object.set_pages(own.clone());
        pages = own;
    }
    let whole = pages.whole_file().ok_or(Errno::EINVAL)?;
    gem.share(object.id, FileKey::of(whole)?);
    a.set(prime_handle::FD, k.fds.export(whole, close)?);
    Ok(())
}

fn fd_to_handle<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let imported = k.fds.import(a.get(prime_handle::FD))?;
    let key = FileKey::of(&imported)?;
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let object = match gem.shared(key) {
        Some(object) => object,
        None => D::import(k, gem, imported)?,
    };
    let handle = match file.handles.of(object.id) {
        Some(handle) => handle,
        None => file.handles.create(gem, &object)?,
    };
    gem.share(object.id, key);
    a.set(prime_handle::HANDLE, handle);
    Ok(())
}
