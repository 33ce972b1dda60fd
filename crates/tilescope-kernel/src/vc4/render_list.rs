//! The rendering list that the kernel creates for a submission. Source: Linux
//! `vc4_render_cl.c`.

use tilescope_core::{Frame, Location, Rule};
use tilescope_vc4::rules::{cl, kernel as rules};

use super::bin_list::{FIRST_BLOCK, Tiles};
use super::refuse::Refusal;
use super::submit::{BoView, Buffers, SurfaceArgs};
use super::texture::{Surface, Tiling};

/// Opcodes, as numbered by Linux.
mod op {
    pub const WAIT_ON_SEMAPHORE: u8 = 8;
    pub const BRANCH_TO_SUB_LIST: u8 = 17;
    pub const STORE_MS: u8 = 24;
    pub const STORE_MS_AND_EOF: u8 = 25;
    pub const STORE_FULL_RES: u8 = 26;
    pub const LOAD_FULL_RES: u8 = 27;
    pub const STORE_GENERAL: u8 = 28;
    pub const LOAD_GENERAL: u8 = 29;
    pub const TILE_RENDERING_MODE_CONFIG: u8 = 113;
    pub const CLEAR_COLORS: u8 = 114;
    pub const TILE_COORDINATES: u8 = 115;
}

/// Bits of records. Source: Linux `vc4_packet.h`.
mod bits {
    pub const FULL_RES_DISABLE_COLOR: u32 = 1;
    pub const FULL_RES_DISABLE_ZS: u32 = 1 << 1;
    pub const FULL_RES_DISABLE_CLEAR: u32 = 1 << 2;
    pub const EOF: u32 = 1 << 3;
    pub const DISABLE_COLOR_CLEAR: u16 = 1 << 13;
    pub const DISABLE_ZS_CLEAR: u16 = 1 << 14;
    pub const DISABLE_VG_MASK_CLEAR: u16 = 1 << 15;
    pub const GENERAL_BUFFER: u16 = 7;
    pub const GENERAL_TILING: u16 = 3 << 4;
    pub const GENERAL_FORMAT: u16 = 3 << 8;
    pub const RENDER_MS: u16 = 1;
    pub const RENDER_FORMAT: u16 = 3 << 2;
    pub const RENDER_DECIMATE_4X: u16 = 1 << 4;
    pub const RENDER_TILING: u16 = 3 << 6;
}

/// Flags of a submission. Source: Linux `vc4_drm.h`.
pub mod flag {
    /// The tile buffer is cleared first.
    pub const USE_CLEAR_COLOR: u32 = 1;
    /// The two below give the order in which tiles are rendered.
    pub const FIXED_RCL_ORDER: u32 = 1 << 1;
    /// From left to right.
    pub const INCREASING_X: u32 = 1 << 2;
    /// From the first row to the last.
    pub const INCREASING_Y: u32 = 1 << 3;
    /// All valid flags.
    pub const ALL: u32 = USE_CLEAR_COLOR | FIXED_RCL_ORDER | INCREASING_X | INCREASING_Y;
    /// Flag of a surface: all samples are loaded.
    pub const READ_IS_FULL_RES: u16 = 1;
}

/// Bytes of a tile with all samples, or of a whole tile without.
const TILE_BYTES: u32 = 64 * 64 * 4;

/// The rendering arguments of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderArgs {
    /// Width of the frame in pixels.
    pub width: u16,
    /// Height of the frame in pixels.
    pub height: u16,
    /// First and last column of tiles.
    pub x_tiles: (u8, u8),
    /// First and last row of tiles.
    pub y_tiles: (u8, u8),
    /// Loaded before a tile is drawn: colour.
    pub color_read: SurfaceArgs,
    /// Written afterwards: colour.
    pub color_write: SurfaceArgs,
    /// Loaded: depth and stencil.
    pub zs_read: SurfaceArgs,
    /// Written: depth and stencil.
    pub zs_write: SurfaceArgs,
    /// Written: colour of all samples.
    pub msaa_color_write: SurfaceArgs,
    /// Written: depth and stencil of all samples.
    pub msaa_zs_write: SurfaceArgs,
    /// Clear values: two words of colour.
    pub clear_color: [u32; 2],
    /// Clear value: depth.
    pub clear_z: u32,
    /// Clear value: stencil.
    pub clear_s: u8,
    /// Flags; see [`flag`].
    pub flags: u32,
}

/// The position of a tile in the frame.
#[derive(Clone, Copy)]
struct Place {
    x: u8,
    y: u8,
    /// The first waits for the binner.
    first: bool,
    /// The last ends the frame.
    last: bool,
}

/// Whether other stores of the same tile follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Following {
    More,
    None,
}

impl Following {
    fn any(stores: &[Option<u32>]) -> Self {
        if stores.iter().any(Option::is_some) {
            Following::More
        } else {
            Following::None
        }
    }
}

struct Setup<'a> {
    args: &'a RenderArgs,
    tiles: Option<Tiles>,
    /// Tiles in a row of the frame.
    stride: u32,
    color_read: Option<u32>,
    color_write: Option<u32>,
    zs_read: Option<u32>,
    zs_write: Option<u32>,
    msaa_color_write: Option<u32>,
    msaa_zs_write: Option<u32>,
    list: Vec<u8>,
}

/// Checks the arguments and creates the list. `tiles` describes the binning
/// list, if there is one.
pub fn generate(
    args: &RenderArgs,
    tiles: Option<Tiles>,
    buffers: &Buffers<'_>,
    at: &Location,
) -> Result<Vec<u8>, Refusal> {
    let refuse = |rule: &'static Rule, message: String| Err(Refusal::by(rule, at.clone(), message));
    let (x, y) = (args.x_tiles, args.y_tiles);
    if x.0 > x.1 || y.0 > y.1 {
        let message = format!("({}, {}) to ({}, {})", x.0, y.0, x.1, y.1);
        return refuse(&rules::TILE_RANGE, message);
    }
    if let Some(t) = tiles.filter(|t| x.1 > t.x || y.1 > t.y) {
        let message = format!("tile ({}, {}) of {}x{} tiles", x.1, y.1, t.x, t.y);
        return refuse(&cl::TILE_OUTSIDE_BIN, message);
    }
    let tile = if args.color_write.bits & bits::RENDER_MS != 0 {
        32
    } else {
        64
    };
    let stride = u32::from(args.width).div_ceil(tile);
    let mut setup = Setup {
        args,
        tiles,
        stride,
        color_read: None,
        color_write: None,
        zs_read: None,
        zs_write: None,
        msaa_color_write: None,
        msaa_zs_write: None,
        list: Vec::new(),
    };
    let place = |name| at.inside(Frame::Record(name, 0));
    setup.color_write = setup.render_target(buffers, &place("color_write"))?;
    setup.color_read = setup.general(&args.color_read, buffers, &place("color_read"))?;
    setup.zs_read = setup.general(&args.zs_read, buffers, &place("zs_read"))?;
    let zs_at = place("zs_write");
    if args.zs_write.is_present() && args.zs_write.flags & flag::READ_IS_FULL_RES != 0 {
        buffers.data(args.zs_write.hindex, &zs_at)?;
        let message = "depth and stencil cannot be written at full resolution here";
        return Err(Refusal::by(&rules::SURFACE_BITS, zs_at, message));
    }
    setup.zs_write = setup.general(&args.zs_write, buffers, &zs_at)?;
    let msaa = (&args.msaa_color_write, place("msaa_color_write"));
    setup.msaa_color_write = setup.msaa(msaa.0, buffers, &msaa.1)?;
    let msaa = (&args.msaa_zs_write, place("msaa_zs_write"));
    setup.msaa_zs_write = setup.msaa(msaa.0, buffers, &msaa.1)?;
    let writes = [
        setup.color_write,
        setup.zs_write,
        setup.msaa_color_write,
        setup.msaa_zs_write,
    ];
    if writes.iter().all(Option::is_none) {
        return refuse(&rules::NO_OUTPUT, "no surface is written".to_owned());
    }
    setup.emit();
    Ok(setup.list)
}

impl Setup<'_> {
    fn frame(&self, offset: u32, tiling: Tiling, cpp: u32) -> Surface {
        Surface {
            offset,
            tiling,
            width: self.args.width.into(),
            height: self.args.height.into(),
            cpp,
        }
    }

    fn render_target(&self, buffers: &Buffers<'_>, at: &Location) -> Result<Option<u32>, Refusal> {
        let s = &self.args.color_write;
        let known =
            bits::RENDER_TILING | bits::RENDER_FORMAT | bits::RENDER_MS | bits::RENDER_DECIMATE_4X;
        if s.flags != 0 || s.bits & !known != 0 {
            return Err(s.unknown_bits(at));
        }
        if !s.is_present() {
            return Ok(None);
        }
        let buffer = buffers.data(s.hindex, at)?;
        let tiling = s.tiling(6, at)?;
        let cpp = match (s.bits & bits::RENDER_FORMAT) >> 2 {
            1 => 4,
            0 | 2 => 2,
            other => {
                let message = format!("colour format {other}");
                return Err(Refusal::by(&rules::SURFACE_FORMAT, at.clone(), message));
            }
        };
        let surface = self.frame(s.offset, tiling, cpp);
        surface.check(buffer.size, &rules::SURFACE_OUTSIDE, at)?;
        Ok(Some(buffer.address.wrapping_add(s.offset)))
    }

    /// A surface of a general load or store, or of a load of all samples.
    fn general(
        &self,
        s: &SurfaceArgs,
        buffers: &Buffers<'_>,
        at: &Location,
    ) -> Result<Option<u32>, Refusal> {
        if s.flags & !flag::READ_IS_FULL_RES != 0 {
            return Err(s.unknown_bits(at));
        }
        if !s.is_present() {
            return Ok(None);
        }
        let buffer = buffers.data(s.hindex, at)?;
        let address = Some(buffer.address.wrapping_add(s.offset));
        if s.flags & flag::READ_IS_FULL_RES != 0 {
            if s.bits != 0 {
                return Err(s.unknown_bits(at));
            }
            // Linux computes bounds here and ignores the result.
            return Ok(address);
        }
        if s.bits & !(bits::GENERAL_TILING | bits::GENERAL_BUFFER | bits::GENERAL_FORMAT) != 0 {
            return Err(s.unknown_bits(at));
        }
        let tiling = s.tiling(4, at)?;
        let (kind, format) = (
            s.bits & bits::GENERAL_BUFFER,
            (s.bits & bits::GENERAL_FORMAT) >> 8,
        );
        let cpp = match (kind, format) {
            (2, 0) | (1, 0) => 4,
            (1, 1 | 2) => 2,
            _ => {
                let message = format!("buffer {kind} with format {format}");
                return Err(Refusal::by(&rules::SURFACE_FORMAT, at.clone(), message));
            }
        };
        s.aligned(at)?;
        let surface = self.frame(s.offset, tiling, cpp);
        surface.check(buffer.size, &rules::SURFACE_OUTSIDE, at)?;
        Ok(address)
    }

    /// A surface that gets all samples.
    fn msaa(
        &self,
        s: &SurfaceArgs,
        buffers: &Buffers<'_>,
        at: &Location,
    ) -> Result<Option<u32>, Refusal> {
        if s.flags != 0 || s.bits != 0 {
            return Err(s.unknown_bits(at));
        }
        if !s.is_present() {
            return Ok(None);
        }
        let buffer: BoView<'_> = buffers.data(s.hindex, at)?;
        s.aligned(at)?;
        let (x, y) = (
            u32::from(self.args.x_tiles.1),
            u32::from(self.args.y_tiles.1),
        );
        let room = buffer.size.checked_sub(s.offset).map(|n| n / TILE_BYTES);
        if room.is_none_or(|n| n < self.stride * y + x) {
            let message = format!(
                "tile ({x}, {y}) of 16 KiB tiles from offset {}, in a buffer of {}",
                s.offset, buffer.size
            );
            return Err(Refusal::by(&rules::SURFACE_OUTSIDE, at.clone(), message));
        }
        Ok(Some(buffer.address.wrapping_add(s.offset)))
    }

    fn u8(&mut self, v: u8) {
        self.list.push(v);
    }

    fn u16(&mut self, v: u16) {
        self.list.extend(v.to_le_bytes());
    }

    fn u32(&mut self, v: u32) {
        self.list.extend(v.to_le_bytes());
    }

    fn coordinates(&mut self, x: u8, y: u8) {
        self.list.extend([op::TILE_COORDINATES, x, y]);
    }

    fn store_nothing(&mut self, bits: u16) {
        self.u8(op::STORE_GENERAL);
        self.u16(bits);
        self.u32(0);
    }

    /// Addresses of full-resolution tiles do not depend on tile coordinates.
    fn tile_address(&self, base: u32, tile: Place) -> u32 {
        let index = self.stride * u32::from(tile.y) + u32::from(tile.x);
        base.wrapping_add(TILE_BYTES.wrapping_mul(index))
    }

    fn emit(&mut self) {
        let args = self.args;
        self.u8(op::TILE_RENDERING_MODE_CONFIG);
        self.u32(self.color_write.unwrap_or(0));
        self.u16(args.width);
        self.u16(args.height);
        self.u16(args.color_write.bits);
        if args.flags & flag::USE_CLEAR_COLOR != 0 {
            self.u8(op::CLEAR_COLORS);
            self.u32(args.clear_color[0]);
            self.u32(args.clear_color[1]);
            self.u32(args.clear_z);
            self.u8(args.clear_s);
            // A store clears the tile buffer for the next tile; the first tile
            // needs one, too.
            self.coordinates(0, 0);
            self.store_nothing(0);
        }
        let fixed = args.flags & flag::FIXED_RCL_ORDER != 0;
        let forward = |order: u32| !fixed || args.flags & order != 0;
        // 256 columns or rows wrap around to 0, as in Linux.
        let count = |range: (u8, u8)| (range.1 - range.0).wrapping_add(1);
        let (columns, rows) = (count(args.x_tiles), count(args.y_tiles));
        let at = |range: (u8, u8), i: u8, order: u32| match forward(order) {
            true => range.0 + i,
            false => range.1 - i,
        };
        for row in 0..rows {
            let y = at(args.y_tiles, row, flag::INCREASING_Y);
            for column in 0..columns {
                self.tile(Place {
                    x: at(args.x_tiles, column, flag::INCREASING_X),
                    y,
                    first: row == 0 && column == 0,
                    last: row == rows - 1 && column == columns - 1,
                });
            }
        }
    }

    fn tile(&mut self, tile: Place) {
        let args = self.args;
        if let Some(address) = self.color_read {
            self.load(&args.color_read, address, bits::FULL_RES_DISABLE_ZS, tile);
        }
        if let Some(address) = self.zs_read {
            if self.color_read.is_some() {
                // A load is executed at the next tile coordinates; a store has
                // to be between them and the next load.
                self.coordinates(tile.x, tile.y);
                let keep = bits::DISABLE_COLOR_CLEAR
                    | bits::DISABLE_ZS_CLEAR
                    | bits::DISABLE_VG_MASK_CLEAR;
                self.store_nothing(keep);
            }
            self.load(&args.zs_read, address, bits::FULL_RES_DISABLE_COLOR, tile);
        }
        self.coordinates(tile.x, tile.y);
        if let Some(tiles) = self.tiles {
            if tile.first {
                self.u8(op::WAIT_ON_SEMAPHORE);
            }
            let index = u32::from(tile.y) * u32::from(tiles.x) + u32::from(tile.x);
            self.u8(op::BRANCH_TO_SUB_LIST);
            self.u32(tiles.lists.wrapping_add(index * FIRST_BLOCK));
        }
        self.stores(tile);
    }

    fn load(&mut self, s: &SurfaceArgs, address: u32, without: u32, tile: Place) {
        if s.flags & flag::READ_IS_FULL_RES != 0 {
            self.u8(op::LOAD_FULL_RES);
            self.u32(self.tile_address(address, tile) | without);
        } else {
            self.u8(op::LOAD_GENERAL);
            self.u16(s.bits);
            self.u32(address);
        }
    }

    /// The stores of a tile. Only the last one clears, and only the last one of
    /// the last tile ends the frame; tile coordinates separate two stores.
    fn stores(&mut self, tile: Place) {
        let (zs, color) = (self.zs_write, self.color_write);
        let mut written = false;
        let mut between = |list: &mut Vec<u8>| {
            if std::mem::replace(&mut written, true) {
                list.extend([op::TILE_COORDINATES, tile.x, tile.y]);
            }
        };
        if let Some(base) = self.msaa_color_write {
            between(&mut self.list);
            let following = Following::any(&[self.msaa_zs_write, zs, color]);
            self.store_samples(base, bits::FULL_RES_DISABLE_ZS, following, tile);
        }
        if let Some(base) = self.msaa_zs_write {
            between(&mut self.list);
            let following = Following::any(&[zs, color]);
            self.store_samples(base, bits::FULL_RES_DISABLE_COLOR, following, tile);
        }
        if let Some(address) = zs {
            between(&mut self.list);
            let (keep, end) = match (Following::any(&[color]), tile.last) {
                (Following::More, _) => (bits::DISABLE_COLOR_CLEAR, 0),
                (Following::None, true) => (0, bits::EOF),
                (Following::None, false) => (0, 0),
            };
            self.u8(op::STORE_GENERAL);
            self.u16(self.args.zs_write.bits | keep);
            self.u32(address | end);
        }
        if color.is_some() {
            between(&mut self.list);
            self.u8(match tile.last {
                true => op::STORE_MS_AND_EOF,
                false => op::STORE_MS,
            });
        }
    }

    fn store_samples(&mut self, base: u32, without: u32, following: Following, tile: Place) {
        let end = match (following, tile.last) {
            (Following::More, _) => bits::FULL_RES_DISABLE_CLEAR,
            (Following::None, true) => bits::EOF,
            (Following::None, false) => 0,
        };
        self.u8(op::STORE_FULL_RES);
        self.u32(self.tile_address(base, tile) | without | end);
    }
}
