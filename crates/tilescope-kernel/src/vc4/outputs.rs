//! The surfaces that a job draws: those that its arguments name for stores.

use super::render_list::RenderArgs;
use super::submit::{Pinned, SurfaceArgs};
use crate::drm::watcher::Output;

pub(super) fn outputs(pinned: &Pinned, render: &RenderArgs) -> Vec<Output> {
    let surfaces = [
        ("color_write", &render.color_write),
        ("zs_write", &render.zs_write),
        ("msaa_color_write", &render.msaa_color_write),
        ("msaa_zs_write", &render.msaa_zs_write),
    ];
    let output = |(name, s): (&'static str, &SurfaceArgs)| {
        let buffer = pinned.0.get(s.hindex as usize)?;
        Some(Output {
            name,
            address: u64::from(buffer.driver.address()) + u64::from(s.offset),
            width: render.width.into(),
            height: render.height.into(),
            bits: s.bits,
            stride: 0,
            source: None,
        })
    };
    surfaces.into_iter().filter_map(output).collect()
}
