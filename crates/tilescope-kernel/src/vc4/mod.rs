//! The vc4 driver: ioctls of Linux `vc4_drm.h` into submissions for a
//! VideoCore IV.
//!
//! | file | what |
//! | --- | --- |
//! | [`bo`] | buffers: creating, mapping, labels, tiling, purging |
//! | [`memory`] | addresses and how much memory there is |
//! | [`shader`] | checks of shaders |
//! | [`submit`] | submissions: arguments, buffers, order |
//! | [`bin_list`], [`shader_record`], [`texture`] | checks and relocation |
//! | [`render_list`] | the rendering list that the kernel makes |
//! | [`gpu`] | running jobs, waiting for them, hang state |
//! | [`perfmon`] | performance monitors |

pub mod bin_list;
pub mod bo;
pub mod gpu;
pub mod memory;
pub mod perfmon;
pub mod refuse;
pub mod render_list;
pub mod shader;
pub mod shader_record;
pub mod submit;
pub mod texture;

use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::ioctl::{DRIVER_BASE, Direction, Permit, Row, row};
use crate::drm::user::UserMemory;
use crate::kernel::{FileId, Kernel};

structs! {
    get_param 16 { PARAM: u32 = 0, PAD: u32 = 4, VALUE: u64 = 8, }
}

/// All of them.
pub static IOCTLS: [Row; 15] = {
    use Direction::Both;
    use Permit::{Anyone, PrimaryRoot};
    const B: u8 = DRIVER_BASE;
    [
        row(
            "VC4_SUBMIT_CL",
            B,
            Both,
            submit::submit_cl::SIZE,
            Anyone,
            submit::submit,
        ),
        row(
            "VC4_WAIT_SEQNO",
            B + 1,
            Both,
            gpu::wait_seqno::SIZE,
            Anyone,
            gpu::wait_seqno,
        ),
        row(
            "VC4_WAIT_BO",
            B + 2,
            Both,
            gpu::wait_bo::SIZE,
            Anyone,
            gpu::wait_bo,
        ),
        row(
            "VC4_CREATE_BO",
            B + 3,
            Both,
            bo::create_bo::SIZE,
            Anyone,
            bo::create,
        ),
        row(
            "VC4_MMAP_BO",
            B + 4,
            Both,
            bo::mmap_bo::SIZE,
            Anyone,
            bo::mmap,
        ),
        row(
            "VC4_CREATE_SHADER_BO",
            B + 5,
            Both,
            bo::create_shader_bo::SIZE,
            Anyone,
            bo::create_shader,
        ),
        row(
            "VC4_GET_HANG_STATE",
            B + 6,
            Both,
            gpu::get_hang_state::SIZE,
            PrimaryRoot,
            gpu::hang_state,
        ),
        row("VC4_GET_PARAM", B + 7, Both, get_param::SIZE, Anyone, param),
        row(
            "VC4_SET_TILING",
            B + 8,
            Both,
            bo::tiling::SIZE,
            Anyone,
            bo::set_tiling,
        ),
        row(
            "VC4_GET_TILING",
            B + 9,
            Both,
            bo::tiling::SIZE,
            Anyone,
            bo::get_tiling,
        ),
        row(
            "VC4_LABEL_BO",
            B + 10,
            Both,
            bo::label_bo::SIZE,
            Anyone,
            bo::label,
        ),
        row(
            "VC4_GEM_MADVISE",
            B + 11,
            Both,
            bo::gem_madvise::SIZE,
            Anyone,
            bo::madvise,
        ),
        row(
            "VC4_PERFMON_CREATE",
            B + 12,
            Both,
            perfmon::create::SIZE,
            Anyone,
            perfmon::create,
        ),
        row(
            "VC4_PERFMON_DESTROY",
            B + 13,
            Both,
            perfmon::destroy::SIZE,
            Anyone,
            perfmon::destroy,
        ),
        row(
            "VC4_PERFMON_GET_VALUES",
            B + 14,
            Both,
            perfmon::get_values::SIZE,
            Anyone,
            perfmon::get_values,
        ),
    ]
};

/// What belongs to an open file.
#[derive(Default)]
pub(crate) struct FileState {
    pub perfmons: perfmon::Monitors,
}

/// What belongs to the device and is not the hardware.
#[derive(Default)]
pub(crate) struct Vc4State {
    /// Number of the last job that was taken.
    pub emitted: u64,
    /// Number of the last job that is done.
    pub finished: u64,
    pub hang: Option<gpu::HangState>,
}

/// Source: Linux `vc4_drv.c`, and `vc4_drm.h` for the numbers.
fn param(k: &Kernel, _: FileId, a: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    if a.get(get_param::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let chip = k.config.chip;
    let value = match a.get(get_param::PARAM) {
        0 => chip.ident0.into(),
        1 => chip.ident1.into(),
        2 => chip.ident2.into(),
        // Branches, ETC1, threaded fragment shaders, fixed order of the
        // rendering list, madvise and performance monitors.
        3..=8 => 1,
        _ => return Err(Errno::EINVAL),
    };
    a.set(get_param::VALUE, value);
    Ok(())
}
