//! Checks of on-chip memory, at draws and copies of tiles.

use super::Checker;
use crate::passes::{color_bytes, depth_bytes};
use crate::rules::gmem;

/// Registers that matter here.
mod register {
    pub const GRAS_BIN_CONTROL: u32 = 0x80a1;
    pub const RB_BIN_CONTROL: u32 = 0x8800;
    pub const RB_DEST_MSAA_CNTL: u32 = 0x8803;
    pub const RB_FS_OUTPUT_CNTL1: u32 = 0x880c;
    pub const RB_MRT_BUF_INFO: u32 = 0x8822;
    pub const RB_MRT_BASE_GMEM: u32 = 0x8827;
    pub const RB_DEPTH_CNTL: u32 = 0x8871;
    pub const RB_STENCIL_CONTROL: u32 = 0x8880;
    pub const RB_DEPTH_BUFFER_INFO: u32 = 0x8872;
    pub const RB_DEPTH_BUFFER_BASE_GMEM: u32 = 0x8877;
    pub const RB_BLIT_SCISSOR_TL: u32 = 0x88d1;
    pub const RB_BLIT_INFO: u32 = 0x88e3;
}

/// `Z_TEST_ENABLE`, `Z_WRITE_ENABLE` and `Z_BOUNDS_ENABLE` of `RB_DEPTH_CNTL`.
const DEPTH_IN_USE: u32 = 1 | 1 << 1 | 1 << 7;
/// A bit of `RB_STENCIL_CONTROL`.
const STENCIL_ENABLE: u32 = 1;

/// An attachment: its name, and its bytes in on-chip memory.
struct Held {
    name: String,
    begin: u64,
    end: u64,
}

impl Checker {
    /// A draw, or a copy of a tile (`BLIT`). `read` is the value of a register.
    pub(crate) fn tile(&mut self, address: u64, read: &dyn Fn(u32) -> u32) {
        let bin = read(register::RB_BIN_CONTROL);
        let gras = read(register::GRAS_BIN_CONTROL);
        let size = |word: u32| {
            (
                u64::from(word & 0x3f) << 5,
                u64::from(word >> 8 & 0x7f) << 4,
            )
        };
        let (width, height) = size(bin);
        // Without a size there are no tiles.
        if width == 0 || height == 0 || bin >> 22 & 3 != 0 {
            return;
        }
        if size(gras) != (width, height) {
            let (w, h) = size(gras);
            let message =
                format!("tiles of {width}x{height} in RB_BIN_CONTROL, {w}x{h} in GRAS_BIN_CONTROL");
            self.note(&gmem::TILES_HAVE_ONE_SIZE, address, message);
            return;
        }
        let samples = 1 << (read(register::RB_DEST_MSAA_CNTL) & 3);
        let mut held = Vec::new();
        let targets = (read(register::RB_FS_OUTPUT_CNTL1) & 0xf).min(8);
        for n in 0..targets {
            let format = read(register::RB_MRT_BUF_INFO + n * 8) & 0xff;
            let Some(bytes) = color_bytes(format).filter(|_| format != 0) else {
                continue;
            };
            let begin = u64::from(read(register::RB_MRT_BASE_GMEM + n * 8) & !0xfff);
            let end = begin + width * height * samples * u64::from(bytes);
            let name = format!("target {n}");
            held.push(Held { name, begin, end });
        }
        // freedreno states the format of a buffer that no draw of the pass tests or writes, and keeps
        // no place for it (Mesa, freedreno_gmem.c).
        let tested = read(register::RB_DEPTH_CNTL) & DEPTH_IN_USE != 0
            || read(register::RB_STENCIL_CONTROL) & STENCIL_ENABLE != 0;
        let format = read(register::RB_DEPTH_BUFFER_INFO) & 7;
        if let Some(bytes) = depth_bytes(format).filter(|_| tested) {
            let begin = u64::from(read(register::RB_DEPTH_BUFFER_BASE_GMEM) & !0xfff);
            let end = begin + width * height * samples * u64::from(bytes);
            let name = "depth".to_string();
            held.push(Held { name, begin, end });
        }
        self.held(address, &held);
    }

    fn held(&mut self, address: u64, held: &[Held]) {
        let size = u64::from(self.chip.gmem_size);
        if let Some(long) = held.iter().find(|h| h.end > size) {
            let message = format!("{} ends at {:#x} of {size:#x} bytes", long.name, long.end);
            self.note(&gmem::ATTACHMENTS_FIT, address, message);
        }
        for (i, a) in held.iter().enumerate() {
            for b in held.iter().skip(i + 1) {
                if a.begin < b.end && b.begin < a.end {
                    let message = format!(
                        "{} is at {:#x}..{:#x}, {} at {:#x}..{:#x}",
                        a.name, a.begin, a.end, b.name, b.begin, b.end
                    );
                    self.note(&gmem::ATTACHMENTS_DO_NOT_OVERLAP, address, message);
                }
            }
        }
    }

    /// The event `BLIT`. Clears of a tile may begin anywhere (Mesa, tu_clear_blit.c:
    /// tu_clear_gmem_attachments).
    pub(crate) fn copy(&mut self, address: u64, read: &dyn Fn(u32) -> u32) {
        let info = read(register::RB_BLIT_INFO);
        if info >> 1 & 1 != 0 && info >> 4 & 0xf != 0 {
            return;
        }
        let place = read(register::RB_BLIT_SCISSOR_TL);
        let (x, y) = (place & 0x3fff, place >> 16 & 0x3fff);
        let align = self.chip.gmem_align;
        if !x.is_multiple_of(align.width) || !y.is_multiple_of(align.height) {
            let message = format!("the area begins at {x},{y}");
            self.note(&gmem::COPIES_ARE_ALIGNED, address, message);
        }
    }
}
