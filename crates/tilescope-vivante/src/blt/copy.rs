//! COPY_IMAGE.

use super::image::format_of;
use super::{Blit, BlitImage};
use crate::log::report;
use crate::regs::blt::{
    config, dest_config, dest_stride, src_config, src_stride, swizzle, unk1405c, unk14058,
};
use crate::regs::enums::EndianMode;
use crate::rules::blt as rules;
use crate::stopped::{Incomplete, Missing};
use crate::surface::copier::Flip;
use crate::surface::{CONVERSION, byte_swap};
use tilescope_pixel::transform::{ByteSwap, Sampling, Transform, Wanted};

impl Blit<'_, '_> {
    pub(super) fn copy(&mut self) -> Result<(), Incomplete> {
        let state = self.state;
        let log = &mut *self.engine.log;
        let (source_word, dest_word) = (state.word(src_stride::AT), state.word(dest_stride::AT));
        let from = format_of(src_stride::FORMAT.of(source_word), "source", log)?;
        let to = format_of(dest_stride::FORMAT.of(dest_word), "destination", log)?;
        let bytes = |f: tilescope_pixel::Format| f.bits_per_texel() / 8;
        let source = BlitImage::source(state, self.chip, bytes(from), log)?;
        let dest = BlitImage::dest(state, self.chip, bytes(to), log)?;
        if dest.status.is_some() {
            let register = ("BLT.DEST_CONFIG", dest_config::AT);
            let text = "DEST_CONFIG.TS is set".to_string();
            report(log, &rules::COPY_TO_STATUS, register, text);
        }
        let (left, right) = (state.word(src_config::AT), state.word(dest_config::AT));
        if src_config::SRGB.of(left) != dest_config::SRGB.of(right) {
            return Err(Missing("BLT copies with sRGB conversion").into());
        }
        if [unk14058::AT, unk1405c::AT]
            .into_iter()
            .any(|at| state.word(at) != u32::MAX)
        {
            return Err(Missing("BLT copies with a bit mask").into());
        }
        let word = state.word(config::AT);
        let halve = (
            src_stride::DOWNSAMPLE_X.of(source_word),
            src_stride::DOWNSAMPLE_Y.of(source_word),
        );
        let transform = Transform::new(Wanted {
            from,
            to,
            swizzle: components(state.word(swizzle::AT)),
            halve,
            sampling: match config::DOWNSAMPLE_ONE_SAMPLE.of(word) {
                0 => Sampling::Mean(self.quirks.mean),
                _ => Sampling::First,
            },
            dither: None,
            swap: swap(word)?,
        })
        .ok_or(CONVERSION)?;
        let rect = source.rect;
        let (width, height) = (rect.width >> halve.0, rect.height >> halve.1);
        let (x, y) = (dest.rect.x, dest.rect.y);
        source.check_width(rect.x + rect.width, ("BLT.SRC_STRIDE", src_stride::AT), log);
        dest.check_width(x + width, ("BLT.DEST_STRIDE", dest_stride::AT), log);
        let flip = (dest_config::FLIP_Y.of(right) != 0).then_some(Flip { top: y, height });
        Ok(self.engine.copy(
            (source.surface, source.status.as_ref()),
            rect,
            dest.surface,
            (x, y),
            &transform,
            flip,
        )?)
    }
}

/// The source of each destination component: the destination's swizzle applied to
/// the source's.
fn components(word: u32) -> [u8; 4] {
    let field = |f: &tilescope_tables::packet::Field| f.of(word) as u8;
    let source = [
        &swizzle::SRC_R,
        &swizzle::SRC_G,
        &swizzle::SRC_B,
        &swizzle::SRC_A,
    ]
    .map(field);
    let dest = [
        &swizzle::DEST_R,
        &swizzle::DEST_G,
        &swizzle::DEST_B,
        &swizzle::DEST_A,
    ]
    .map(field);
    dest.map(|d| source.get(usize::from(d)).copied().unwrap_or(d))
}

/// The combined byte swap of source and destination.
fn swap(word: u32) -> Result<ByteSwap, Missing> {
    match EndianMode::from_bits(config::SRC_ENDIAN.of(word) as u8) {
        EndianMode::NoSwap => byte_swap(EndianMode::from_bits(config::DEST_ENDIAN.of(word) as u8)),
        _ => Err(Missing("BLT copies with a byte swap of the source")),
    }
}
