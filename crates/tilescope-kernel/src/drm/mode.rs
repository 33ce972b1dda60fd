//! Mode setting: a device without display hardware, and the dumb buffers that
//! programs draw framebuffers into.
//!
//! A board has CRTCs, planes and connectors. Nothing is scanned out here, so none are listed, and
//! every call that names one fails. Numbers and structures: Linux `drm.h`, `drm_mode.h`; answers:
//! `drm_mode_config.c`, `drm_mode_object.c`, `drm_dumb_buffers.c`.

use super::args::{Args, structs};
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::file::FileId;
use super::ioctl::{Direction, Permit, Row, row};
use super::user::UserMemory;

structs! {
    card_res 64 {
        COUNT_FBS: u32 = 32, COUNT_CRTCS: u32 = 36, COUNT_CONNECTORS: u32 = 40, COUNT_ENCODERS: u32 = 44,
        MIN_WIDTH: u32 = 48, MAX_WIDTH: u32 = 52, MIN_HEIGHT: u32 = 56, MAX_HEIGHT: u32 = 60,
    }
    crtc 104 { }
    get_encoder 20 { }
    get_connector 80 { }
    get_property 64 { }
    get_blob 16 { }
    fb_cmd 28 { }
    fb_cmd2 104 { }
    fb_id 4 { }
    page_flip 24 { }
    get_plane_res 16 { COUNT_PLANES: u32 = 8, }
    get_plane 32 { }
    obj_get_properties 32 { }
    atomic 56 { FLAGS: u32 = 0, COUNT_OBJS: u32 = 4, RESERVED: u64 = 40, }
    create_dumb 32 {
        HEIGHT: u32 = 0, WIDTH: u32 = 4, BPP: u32 = 8, FLAGS: u32 = 12,
        HANDLE: u32 = 16, PITCH: u32 = 20, BYTES: u64 = 24,
    }
    map_dumb 16 { HANDLE: u32 = 0, PAD: u32 = 4, OFFSET: u64 = 8, }
    destroy_dumb 4 { HANDLE: u32 = 0, }
}

/// All ioctls of mode setting.
pub(crate) const fn ioctls<D: Driver>() -> [Row<D>; 19] {
    use Direction::Both;
    use Permit::{Master, Primary};
    const fn primary<D: Driver>(
        name: &'static str,
        nr: u8,
        size: usize,
        call: super::ioctl::Call<D>,
    ) -> Row<D> {
        row(name, nr, Both, size, Primary, call)
    }
    [
        primary("MODE_GETRESOURCES", 0xa0, card_res::SIZE, resources),
        primary("MODE_GETCRTC", 0xa1, crtc::SIZE, none_such),
        row("MODE_SETCRTC", 0xa2, Both, crtc::SIZE, Master, none_such),
        primary("MODE_GETENCODER", 0xa6, get_encoder::SIZE, none_such),
        primary("MODE_GETCONNECTOR", 0xa7, get_connector::SIZE, none_such),
        primary("MODE_GETPROPERTY", 0xaa, get_property::SIZE, none_such),
        primary("MODE_GETPROPBLOB", 0xac, get_blob::SIZE, none_such),
        primary("MODE_GETFB", 0xad, fb_cmd::SIZE, none_such),
        primary("MODE_ADDFB", 0xae, fb_cmd::SIZE, no_plane_shows_it),
        primary("MODE_RMFB", 0xaf, fb_id::SIZE, none_such),
        row(
            "MODE_PAGE_FLIP",
            0xb0,
            Both,
            page_flip::SIZE,
            Master,
            none_such,
        ),
        primary("MODE_CREATE_DUMB", 0xb2, create_dumb::SIZE, create),
        primary("MODE_MAP_DUMB", 0xb3, map_dumb::SIZE, map),
        primary("MODE_DESTROY_DUMB", 0xb4, destroy_dumb::SIZE, destroy),
        primary("MODE_GETPLANERESOURCES", 0xb5, get_plane_res::SIZE, planes),
        primary("MODE_GETPLANE", 0xb6, get_plane::SIZE, none_such),
        primary("MODE_ADDFB2", 0xb8, fb_cmd2::SIZE, no_plane_shows_it),
        primary(
            "MODE_OBJ_GETPROPERTIES",
            0xb9,
            obj_get_properties::SIZE,
            none_such,
        ),
        row("MODE_ATOMIC", 0xbc, Both, atomic::SIZE, Master, commit),
    ]
}

fn resources<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    use card_res as r;
    let max = D::FEATURES.display.ok_or(Errno::EOPNOTSUPP)?;
    for count in [
        r::COUNT_FBS,
        r::COUNT_CRTCS,
        r::COUNT_CONNECTORS,
        r::COUNT_ENCODERS,
    ] {
        a.set(count, 0);
    }
    for (field, pixels) in [
        (r::MIN_WIDTH, 0),
        (r::MAX_WIDTH, max),
        (r::MIN_HEIGHT, 0),
        (r::MAX_HEIGHT, max),
    ] {
        a.set(field, pixels);
    }
    Ok(())
}

fn planes<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    a.set(get_plane_res::COUNT_PLANES, 0);
    Ok(())
}

/// An ioctl that names a display object, of which there are none.
fn none_such<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    _: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    Err(Errno::ENOENT)
}

/// Source of the error: Linux `drm_gem_framebuffer_helper.c`, no plane has the format.
fn no_plane_shows_it<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    _: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    Err(Errno::EINVAL)
}

/// Source: Linux `drm_atomic_uapi.c`.
fn commit<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    /// Page flip event and asynchronous flip; test only, nonblocking, allow modeset.
    const FLAGS: u32 = 0x0703;
    let unknown = a.get(atomic::FLAGS) & !FLAGS != 0 || a.get(atomic::RESERVED) != 0;
    if !k.state().file(f)?.client.atomic || unknown {
        return Err(Errno::EINVAL);
    }
    match a.get(atomic::COUNT_OBJS) {
        0 => Ok(()),
        _ => Err(Errno::ENOENT),
    }
}

/// Source: Linux `drm_dumb_buffers.c`, and `vc4_bo.c` for the pitch.
fn create<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    use create_dumb as d;
    let (width, height, bpp) = (a.get(d::WIDTH), a.get(d::HEIGHT), a.get(d::BPP));
    if width == 0 || height == 0 || bpp == 0 || bpp > u32::MAX - 8 {
        return Err(Errno::EINVAL);
    }
    // The size in bytes must not overflow 32 bits, with each pixel rounded up
    // to whole bytes.
    let stride = bpp.div_ceil(8).checked_mul(width);
    let size = stride.and_then(|s| s.checked_mul(height));
    let whole = size.and_then(|s| s.checked_next_multiple_of(super::pages::PAGE as u32));
    if whole.is_none() {
        return Err(Errno::EINVAL);
    }
    let pitch = (u64::from(width) * u64::from(bpp)).div_ceil(8);
    let bytes = pitch * u64::from(height);
    let handle = D::create_dumb(k, f, bytes as u32)?;
    a.set(d::HANDLE, handle);
    a.set(d::PITCH, pitch as u32);
    a.set(d::BYTES, bytes);
    Ok(())
}

fn map<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let object = state.file(f)?.handles.get(a.get(map_dumb::HANDLE));
    let object = object.ok_or(Errno::ENOENT)?;
    if D::is_imported(&object.driver) {
        return Err(Errno::EINVAL);
    }
    a.set(map_dumb::OFFSET, object.mmap_offset);
    Ok(())
}

fn destroy<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let (file, gem) = state.with_gem(f)?;
    let closed = file.handles.close(gem, a.get(destroy_dumb::HANDLE));
    closed.map(|_| ()).ok_or(Errno::EINVAL)
}
