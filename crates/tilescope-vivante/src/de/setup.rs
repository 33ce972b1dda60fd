//! Decoded state of a command.

use tilescope_tables::packet::Field;

use super::pixels::{Plane, Source, Walk, format};
use super::{Blend, Pattern, Rop, colour};
use crate::chips::Chip;
use crate::fe::Work;
use crate::features::Feature;
use crate::log::{Register, report};
use crate::regs::de::{self, DeCommand};
use crate::regs::enums::DeFormat;
use crate::rules::de as rules;

/// The source of pixels.
pub(super) enum Fill {
    /// A clear, without reading the destination.
    Clear(Clear),
    /// A single colour, combined with the destination.
    Colour(u32),
    /// Pixels of the source, combined with the destination.
    Copy(Source),
}

/// The value of a clear.
pub(super) enum Clear {
    /// The bits of a pixel.
    Colour(u64),
    /// Eight bytes by their address.
    Bytes(tilescope_pixel::Pattern),
}

/// A command of the 2D engine.
pub(super) struct Setup {
    pub command: DeCommand,
    pub destination: Plane,
    pub fill: Fill,
    pub rop: Rop,
    pub pattern: Pattern,
    pub blend: Option<Blend>,
    clip: [u16; 4],
}

/// A field that requests an unimplemented feature, the register that has it, and the feature.
type Unimplemented = (u32, &'static Field, &'static str);

macro_rules! unimplemented_fields {
    ($($register:ident $field:ident $what:literal;)*) => {
        &[$((de::$register::AT, &de::$register::$field, $what)),*]
    };
}

const UNIMPLEMENTED: &[Unimplemented] = unimplemented_fields! {
    dest_config TILED "2D: tiled destination";
    dest_config MINOR_TILED "2D: tiled destination";
    dest_config SWIZZLE "2D: component orders other than ARGB";
    dest_config ENDIAN_CONTROL "2D: swapped bytes";
    dest_config GDI_STRE "2D: GDI stretch";
    src_config TILED "2D: tiled source";
    src_config SWIZZLE "2D: component orders other than ARGB";
    src_config ENDIAN_CONTROL "2D: swapped bytes";
    src_config TRANSPARENCY "2D: colour keys";
    src_rotation_config ROTATION "2D: rotation";
    dest_rotation_config ROTATION "2D: rotation";
    config MIRROR_BLT_ENABLE "2D: mirroring";
    rot_angle SRC "2D: rotation";
    rot_angle DST "2D: rotation";
    rot_angle SRC_MIRROR "2D: mirroring";
    rot_angle DST_MIRROR "2D: mirroring";
};

/// The same for pixel engines of version 2.0.
const UNIMPLEMENTED_PE20: &[Unimplemented] = unimplemented_fields! {
    pe_transparency SOURCE "2D: colour keys";
    pe_transparency PATTERN "2D: colour keys";
    pe_transparency DESTINATION "2D: colour keys";
    deyuv_conversion ENABLE "2D: YUV planes";
};

impl Setup {
    /// Decodes the state; `None` if it requests an unimplemented feature, which is
    /// counted.
    pub fn read(chip: &Chip, work: &mut Work<'_, '_>) -> Option<Setup> {
        let pe20 = chip.features.has(Feature::G2dPe20);
        let get = |work: &Work<'_, '_>, at: u32, field: &Field| work.state.field(at, field);
        let newer = UNIMPLEMENTED_PE20.iter().filter(|_| pe20);
        let asked = UNIMPLEMENTED.iter().chain(newer);
        let what = asked
            .filter(|(at, field, _)| get(work, *at, field) != 0)
            .map(|n| n.2)
            .next();
        if let Some(what) = what {
            work.log.unimplemented(what);
            return None;
        }
        let config = work.state.word(de::dest_config::AT);
        let command = DeCommand::from_bits(de::dest_config::COMMAND.of(config) as u8);
        let destination = plane(
            DeFormat::from_bits(de::dest_config::FORMAT.of(config) as u8),
            [
                (de::dest_address::LAYOUT.name, de::dest_address::AT),
                (de::dest_stride::LAYOUT.name, de::dest_stride::AT),
                (de::dest_config::LAYOUT.name, de::dest_config::AT),
            ],
            work,
        )?;
        let rop_word = work.state.word(de::rop::AT);
        let rop = Rop::new(
            de::rop::TYPE.of(rop_word),
            de::rop::ROP_FG.of(rop_word) as u8,
            de::rop::ROP_BG.of(rop_word) as u8,
        );
        let [reads_destination, reads_source, reads_pattern] = rop.reads();
        let fill = match command {
            DeCommand::Clear => {
                if reads_pattern || reads_destination {
                    let text = format!("the raster operation is {rop_word:#010x}");
                    let register = (de::rop::LAYOUT.name, de::rop::AT);
                    report(work.log, &rules::CLEAR_WITH_ROP, register, text);
                }
                Fill::Clear(clear(pe20, destination, work))
            }
            DeCommand::Line => Fill::Colour(colour(work.state.word(de::src_color_fg::AT))),
            // Hardware does not read a source that the operation does not use.
            DeCommand::BitBlt if !reads_source && Blend::read(chip, work.state).is_none() => {
                Fill::Colour(0)
            }
            DeCommand::BitBlt | DeCommand::StretchBlt => Fill::Copy(source(command, pe20, work)?),
            DeCommand::BitBltReversed
            | DeCommand::HorFilterBlt
            | DeCommand::VerFilterBlt
            | DeCommand::OnePassFilterBlt
            | DeCommand::MultiSourceBlt
            | DeCommand::Unknown(_) => {
                work.log.unimplemented("2D: filters and multiple sources");
                return None;
            }
        };
        let pattern = match reads_pattern && !matches!(fill, Fill::Clear(_)) {
            true => pattern(work)?,
            false => Pattern::Solid(0),
        };
        let (low, high) = (
            work.state.word(de::clip_top_left::AT),
            work.state.word(de::clip_bottom_right::AT),
        );
        Some(Setup {
            command,
            destination,
            fill,
            rop,
            pattern,
            blend: Blend::read(chip, work.state),
            clip: [
                de::clip_top_left::X.of(low) as u16,
                de::clip_top_left::Y.of(low) as u16,
                de::clip_bottom_right::X.of(high) as u16,
                de::clip_bottom_right::Y.of(high) as u16,
            ],
        })
    }

    /// The columns of a rectangle inside the clip.
    pub fn clip_x(&self, left: u16, right: u16) -> (u16, u16) {
        (left.max(self.clip[0]), right.min(self.clip[2]))
    }

    /// The rows of a rectangle inside the clip.
    pub fn clip_y(&self, top: u16, bottom: u16) -> (u16, u16) {
        (top.max(self.clip[1]), bottom.min(self.clip[3]))
    }

    /// Whether a pixel is inside the clip.
    pub fn inside(&self, x: u16, y: u16) -> bool {
        let [left, top, right, bottom] = self.clip;
        (left..right).contains(&x) && (top..bottom).contains(&y)
    }
}

/// The surface described by registers of address, stride and format.
fn plane(
    of: DeFormat,
    [address, stride, config]: [Register; 3],
    work: &mut Work<'_, '_>,
) -> Option<Plane> {
    let Some(format) = format(of) else {
        match of {
            DeFormat::Unknown(bits) => {
                let text = format!("the format is {bits}");
                report(work.log, &rules::UNKNOWN_FORMAT, config, text);
            }
            _ => work
                .log
                .unimplemented("2D: YUV, palettes and one-bit sources"),
        }
        return None;
    };
    let plane = Plane {
        address: work.state.word(address.1) & !3,
        // Both stride fields have the same width.
        stride: work.state.field(stride.1, &de::dest_stride::STRIDE),
        format,
        register: address,
    };
    let given = work.state.word(address.1);
    if !given.is_multiple_of(4) {
        report(
            work.log,
            &rules::UNALIGNED_SURFACE,
            address,
            format!("the address is {given:#010x}"),
        );
    }
    if !plane.stride.is_multiple_of(8 * plane.bytes() as u32) {
        let text = format!(
            "a row has {} bytes, a pixel {}",
            plane.stride,
            plane.bytes()
        );
        report(work.log, &rules::UNALIGNED_STRIDE, stride, text);
    }
    Some(plane)
}

fn clear(pe20: bool, destination: Plane, work: &Work<'_, '_>) -> Clear {
    let state = &work.state;
    if pe20 {
        let word = colour(state.word(de::clear_pixel_value32::AT));
        return Clear::Colour(destination.format.pack(word, super::NARROW));
    }
    let low = u64::from(state.word(de::clear_pixel_value_low::AT));
    let high = u64::from(state.word(de::clear_pixel_value_high::AT));
    let mask = state.word(de::clear_byte_mask::AT);
    Clear::Bytes(tilescope_pixel::Pattern {
        value: (low | high << 32).to_le_bytes(),
        mask: std::array::from_fn(|i| 0u8.wrapping_sub((mask >> i & 1) as u8)),
    })
}

fn source(command: DeCommand, pe20: bool, work: &mut Work<'_, '_>) -> Option<Source> {
    let config = work.state.word(de::src_config::AT);
    if de::src_config::LOCATION.of(config) != 0 {
        work.log.unimplemented("pixels in the stream of DRAW_2D");
        return None;
    }
    let format = match pe20 {
        true => de::src_config::SOURCE_FORMAT.of(config),
        false => de::src_config::PE10_SOURCE_FORMAT.of(config),
    };
    let plane = plane(
        DeFormat::from_bits(format as u8),
        [
            (de::src_address::LAYOUT.name, de::src_address::AT),
            (de::src_stride::LAYOUT.name, de::src_stride::AT),
            (de::src_config::LAYOUT.name, de::src_config::AT),
        ],
        work,
    )?;
    let walk = match command {
        DeCommand::StretchBlt => {
            let x = work
                .state
                .field(de::stretch_factor_low::AT, &de::stretch_factor_low::X);
            let y = work
                .state
                .field(de::stretch_factor_high::AT, &de::stretch_factor_high::Y);
            let size = work.state.word(de::src_size::AT);
            let wide = |factor: u32, size: u32| factor == 0 && size > 1;
            if wide(x, de::src_size::X.of(size)) || wide(y, de::src_size::Y.of(size)) {
                let text = format!("the factors are {x:#x} and {y:#x}");
                let register = (
                    de::stretch_factor_low::LAYOUT.name,
                    de::stretch_factor_low::AT,
                );
                report(work.log, &rules::STRETCH_WITHOUT_FACTOR, register, text);
            }
            Walk::Stretch { x, y }
        }
        _ if de::src_config::SRC_RELATIVE.of(config) != 0 => Walk::Relative,
        _ => Walk::Absolute,
    };
    let origin = work.state.word(de::src_origin::AT);
    Some(Source {
        plane,
        tint: colour(work.state.word(de::global_src_color::AT)),
        origin: (
            de::src_origin::X.of(origin) as i16,
            de::src_origin::Y.of(origin) as i16,
        ),
        walk,
    })
}

/// The pattern; `None` if it is unimplemented.
fn pattern(work: &mut Work<'_, '_>) -> Option<Pattern> {
    let config = work.state.word(de::pattern_config::AT);
    let ones = colour(work.state.word(de::pattern_fg_color::AT));
    if de::pattern_config::TYPE.of(config) == 0 {
        return Some(Pattern::Solid(ones));
    }
    let format = de::pattern_config::FORMAT.of(config);
    if DeFormat::from_bits(format as u8) != DeFormat::Monochrome {
        work.log.unimplemented("2D: patterns in memory");
        return None;
    }
    let state = &work.state;
    let pair = |low: u32, high: u32| u64::from(state.word(low)) | u64::from(state.word(high)) << 32;
    Some(Pattern::Bits {
        bits: pair(de::pattern_low::AT, de::pattern_high::AT),
        mask: pair(de::pattern_mask_low::AT, de::pattern_mask_high::AT),
        ones,
        zeros: colour(work.state.word(de::pattern_bg_color::AT)),
        origin: (
            de::pattern_config::ORIGIN_X.of(config) as u16,
            de::pattern_config::ORIGIN_Y.of(config) as u16,
        ),
    })
}
