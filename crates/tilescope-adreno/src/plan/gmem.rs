//! Places of attachments in on-chip memory.
//!
//! Sources: turnip of Mesa 22.3.6, `tu_pass.c` (`tu_render_pass_gmem_config`), `tu_clear_blit.c`
//! (`tu_choose_gmem_layout`); 25.0.7, `tu_pass.cc`, which draws several views to tiles too.

use super::Reason;
use crate::chips::{Chip, Release};
use std::num::NonZeroU32;

/// The part of on-chip memory that attachments use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GmemLayout {
    /// All of it: the colour cache is not used while tiles are drawn.
    Full,
    /// All but the part of the colour cache, which stores that are not fast need.
    AvoidCcu,
}

impl GmemLayout {
    /// The bytes that attachments can use.
    pub const fn size(self, chip: &Chip) -> u32 {
        match self {
            GmemLayout::Full => chip.gmem_size,
            GmemLayout::AvoidCcu => chip.ccu_offset_gmem(),
        }
    }
}

/// The property of an attachment's store that needs the colour cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheNeed {
    /// A store begins or ends inside a block of 16x4 pixels.
    UnalignedStore,
    /// The event that copies tiles cannot resolve the format.
    ResolveOfFormat,
}

impl Reason for CacheNeed {
    fn text(&self) -> &'static str {
        match self {
            CacheNeed::UnalignedStore => "a store is not aligned to the blocks of fast copies",
            CacheNeed::ResolveOfFormat => "the fast copy cannot resolve samples of the format",
        }
    }
}

/// The layout for the needs of a render pass's attachments.
///
/// ```
/// use tilescope_adreno::plan::gmem::{CacheNeed, GmemLayout, layout};
/// assert_eq!(layout(&[]), GmemLayout::Full);
/// assert_eq!(layout(&[CacheNeed::UnalignedStore]), GmemLayout::AvoidCcu);
/// ```
pub const fn layout(needs: &[CacheNeed]) -> GmemLayout {
    if needs.is_empty() {
        GmemLayout::Full
    } else {
        GmemLayout::AvoidCcu
    }
}

/// An attachment of a render pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Bytes of a pixel with all its samples, without a separate stencil.
    pub cpp: NonZeroU32,
    /// Samples of a pixel.
    pub samples: NonZeroU32,
    /// Whether stencil has a plane of its own, one byte a sample.
    pub separate_stencil: bool,
    /// Whether subpasses use it, so that tiles hold it.
    pub in_gmem: bool,
}

impl Attachment {
    /// An attachment that tiles hold. `None` if a size is 0.
    pub const fn new(bytes: u32, samples: u32) -> Option<Attachment> {
        let (Some(bytes), Some(samples)) = (NonZeroU32::new(bytes), NonZeroU32::new(samples))
        else {
            return None;
        };
        let Some(cpp) = bytes.checked_mul(samples) else {
            return None;
        };
        Some(Attachment {
            cpp,
            samples,
            separate_stencil: false,
            in_gmem: true,
        })
    }

    /// The attachment with a separate stencil.
    #[must_use]
    pub const fn with_stencil(mut self) -> Attachment {
        self.separate_stencil = true;
        self
    }
}

/// A plane of an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Colour, or depth with or without stencil.
    Main,
    /// Separate stencil.
    Stencil,
}

/// The place of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the attachment.
    pub attachment: usize,
    /// The plane.
    pub plane: Plane,
    /// The offset in on-chip memory in bytes.
    pub offset: u32,
    /// The number of blocks.
    pub blocks: u32,
    /// The number of pixels that fit.
    pub pixels: u32,
}

/// The cause of a pass that cannot draw to tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGmem {
    /// The subpasses have masks of views.
    Multiview,
    /// There are not enough blocks for the attachment of this index.
    Full(usize),
}

impl Reason for NoGmem {
    fn text(&self) -> &'static str {
        match self {
            NoGmem::Multiview => "several views are drawn to system memory only",
            NoGmem::Full(_) => "the attachments do not fit into on-chip memory",
        }
    }
}

/// The cause of a number of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// There is no attachment to hold.
    NoAttachments,
    /// The plane with the fewest pixels limits all.
    Smallest(Place),
}

/// The places of all attachments of a render pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GmemPlan {
    /// The part of on-chip memory.
    pub layout: GmemLayout,
    /// Bytes of a block: places begin at a multiple.
    pub block_bytes: u32,
    /// The number of blocks.
    pub blocks: u32,
    /// The alignment of the width of tiles, which attachments of one byte a pixel double so
    /// that they can be input attachments.
    pub tile_align_width: u32,
    /// The places, in order.
    pub places: Vec<Place>,
    /// The number of pixels of the largest tile; 0 if tiles cannot be used.
    pub pixels: u32,
    /// The reason for the number.
    pub limit: Result<Pixels, NoGmem>,
}

/// The pixels of a tile if no attachment limits them.
const NO_ATTACHMENTS: u32 = 1024 * 1024;

/// The number of attachments that a render pass may have here.
pub const MAX_ATTACHMENTS: usize = 64;

/// The places of attachments, of which those after [`MAX_ATTACHMENTS`] are left out.
pub fn places(
    chip: &Chip,
    layout: GmemLayout,
    attachments: &[Attachment],
    multiview: bool,
) -> GmemPlan {
    // A block has 8 bytes for each pixel of the smallest tile.
    let mut block_shift = 3u32;
    let mut plan = GmemPlan {
        layout,
        block_bytes: (chip.tile_align.width * chip.tile_align.height) << block_shift,
        blocks: 0,
        tile_align_width: chip.tile_align.width,
        places: Vec::new(),
        pixels: 0,
        limit: Err(NoGmem::Multiview),
    };
    plan.blocks = layout.size(chip) / plan.block_bytes;
    if multiview && chip.release == Release::Mesa22_3 {
        return plan;
    }
    let attachments = &attachments[..attachments.len().min(MAX_ATTACHMENTS)];
    let mut cpp_total = 0u64;
    for attachment in attachments.iter().filter(|a| a.in_gmem) {
        cpp_total += u64::from(attachment.cpp.get());
        let mut one_byte = attachment.cpp.get() == 1;
        if attachment.separate_stencil {
            one_byte = attachment.samples.get() == 1;
            cpp_total += u64::from(attachment.samples.get());
        }
        // The pitch of a texture is a multiple of 64 bytes.
        if one_byte && !plan.tile_align_width.is_multiple_of(64) {
            plan.tile_align_width *= 2;
            block_shift = block_shift.saturating_sub(1);
        }
    }
    if cpp_total == 0 {
        plan.pixels = NO_ATTACHMENTS;
        plan.limit = Ok(Pixels::NoAttachments);
        return plan;
    }
    let mut left = Left {
        blocks: u64::from(plan.blocks),
        cpp: cpp_total,
        offset: 0,
        block_bytes: u64::from(plan.block_bytes),
    };
    for (index, attachment) in attachments.iter().enumerate() {
        if !attachment.in_gmem {
            continue;
        }
        let cpp = attachment.cpp.get();
        let align = (cpp >> block_shift).max(1);
        let mut planes = vec![(Plane::Main, cpp, align)];
        if attachment.separate_stencil {
            planes.push((Plane::Stencil, attachment.samples.get(), 0));
        }
        for (plane, cpp, align) in planes {
            let Some((offset, blocks, pixels)) = left.take(cpp, align) else {
                plan.limit = Err(NoGmem::Full(index));
                return plan;
            };
            plan.places.push(Place {
                attachment: index,
                plane,
                offset,
                blocks,
                pixels,
            });
        }
    }
    if let Some(smallest) = plan.places.iter().min_by_key(|p| p.pixels) {
        plan.pixels = smallest.pixels;
        plan.limit = Ok(Pixels::Smallest(*smallest));
    }
    if plan.pixels == 0 {
        let full = plan.places.iter().find(|p| p.pixels == 0);
        plan.limit = Err(NoGmem::Full(full.map_or(0, |p| p.attachment)));
    }
    plan
}

/// The memory left while attachments take blocks.
struct Left {
    blocks: u64,
    cpp: u64,
    offset: u64,
    block_bytes: u64,
}

impl Left {
    /// Takes the share of a plane: offset, blocks and pixels. An `align` of 0 is that of
    /// separate stencil, which gets what its share rounds down to.
    fn take(&mut self, cpp: u32, align: u32) -> Option<(u32, u32, u32)> {
        let bytes = u64::from(cpp);
        let share = self.blocks * bytes / self.cpp.max(1);
        let blocks = match u64::from(align) {
            0 => share,
            align => (share & !(align - 1)).max(align),
        };
        if blocks > self.blocks {
            return None;
        }
        let offset = self.offset;
        self.blocks -= blocks;
        self.cpp -= bytes;
        self.offset += blocks * self.block_bytes;
        // They are not more than the bytes of on-chip memory.
        let pixels = blocks * self.block_bytes / bytes;
        Some((offset as u32, blocks as u32, pixels as u32))
    }
}
