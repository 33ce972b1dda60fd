//! Areas of the target: parts that share no byte, and the primitives in each.

use std::collections::{BTreeMap, BTreeSet};

use tilescope_output::AREA;
use tilescope_raster::Rect;

use crate::prims::{Prims, both};

/// The pixels that are in areas: more than any target has.
const SCREEN: Rect = Rect::new(0, 0, 1 << 16, 1 << 16);

/// The number of a draw, and of one of its primitives.
pub type Numbered = (u32, u32);

/// The place of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaPlace {
    /// The layer of the targets.
    pub layer: u16,
    /// Its row of areas.
    pub row: u32,
    /// Its column of areas.
    pub column: u32,
}

/// An area, and the primitives that may cover pixels of it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaList {
    /// Its place.
    pub place: AreaPlace,
    /// The primitives.
    pub list: Vec<Numbered>,
}

/// The division of the screen into areas.
#[derive(Clone, Copy, Debug)]
pub struct Areas {
    /// Pixels of memory per pixel, across and down: more than one where samples are
    /// adjacent pixels.
    scale: (u32, u32),
    /// The logarithms of the width and height of an area in pixels of the screen.
    size: (u32, u32),
}

impl Areas {
    /// Areas of at most [`AREA`] pixels of memory, of which a pixel of the screen has `scale`,
    /// across and down.
    pub fn new(scale: (u32, u32)) -> Areas {
        let scale = (scale.0.clamp(1, AREA), scale.1.clamp(1, AREA));
        let size = |scale: u32| (AREA / scale).ilog2();
        Areas {
            scale,
            size: (size(scale.0), size(scale.1)),
        }
    }

    /// The primitives of `draws` in each area that has any, in the order of areas, and the
    /// number of pixels in their bounds.
    pub fn sort<'p>(&self, draws: impl Iterator<Item = &'p Prims> + Clone) -> (Vec<AreaList>, u64) {
        let prims = || {
            let draws = (0..).zip(draws.clone());
            draws.flat_map(|(d, prims)| prims.iter().map(move |(n, prim)| ((d, n), prim)))
        };
        let mut lists = Vec::new();
        let mut pixels = 0;
        if !draws.clone().any(Prims::is_layered) {
            let Some(all) = draws.clone().filter_map(Prims::bounds).reduce(both) else {
                return (lists, pixels);
            };
            let bounds = prims().map(|(numbered, prim)| (numbered, prim.bounds));
            pixels += self.sort_layer((0, all), bounds, &mut lists);
            return (lists, pixels);
        }
        let mut layers: BTreeMap<u16, Vec<(Numbered, Rect)>> = BTreeMap::new();
        for (numbered, prim) in prims() {
            let layer = layers.entry(prim.layer).or_default();
            layer.push((numbered, prim.bounds));
        }
        for (layer, bounds) in layers {
            let all = bounds.iter().map(|(_, bounds)| *bounds).reduce(both);
            let all = all.unwrap_or(Rect::new(0, 0, 0, 0));
            pixels += self.sort_layer((layer, all), bounds.iter().copied(), &mut lists);
        }
        (lists, pixels)
    }

    /// Adds the areas of a layer, where all `bounds` are in a rectangle. Returns the number of
    /// pixels in the bounds.
    fn sort_layer(
        &self,
        (layer, all): (u16, Rect),
        bounds: impl Iterator<Item = (Numbered, Rect)>,
        lists: &mut Vec<AreaList>,
    ) -> u64 {
        let all = all.intersect(&SCREEN);
        if all.is_empty() {
            return 0;
        }
        let all = self.touched(&all);
        let across = all.x1 - all.x0;
        let mut bins = vec![Vec::new(); across as usize * (all.y1 - all.y0) as usize];
        let mut pixels = 0;
        for (numbered, b) in bounds {
            let b = b.intersect(&SCREEN);
            if b.is_empty() {
                continue;
            }
            pixels += (b.x1 - b.x0) as u64 * (b.y1 - b.y0) as u64;
            let b = self.touched(&b);
            for y in b.y0 - all.y0..b.y1 - all.y0 {
                for x in b.x0 - all.x0..b.x1 - all.x0 {
                    bins[(y * across + x) as usize].push(numbered);
                }
            }
        }
        for (n, list) in (0..).zip(bins) {
            if !list.is_empty() {
                let place = AreaPlace {
                    layer,
                    row: (all.y0 + n / across) as u32,
                    column: (all.x0 + n % across) as u32,
                };
                lists.push(AreaList { place, list });
            }
        }
        pixels
    }

    /// Adds the areas of layer 0 with pixels of `rect` that are not in `lists`, without
    /// primitives. Returns the number of pixels.
    pub fn add_empty(&self, lists: &mut Vec<AreaList>, rect: Rect) -> u64 {
        let rect = rect.intersect(&SCREEN);
        if rect.is_empty() {
            return 0;
        }
        let known: BTreeSet<AreaPlace> = lists.iter().map(|area| area.place).collect();
        let touched = self.touched(&rect);
        for row in touched.y0..touched.y1 {
            for column in touched.x0..touched.x1 {
                let place = AreaPlace {
                    layer: 0,
                    row: row as u32,
                    column: column as u32,
                };
                if !known.contains(&place) {
                    let list = Vec::new();
                    lists.push(AreaList { place, list });
                }
            }
        }
        lists.sort_by_key(|area| area.place);
        (rect.x1 - rect.x0) as u64 * (rect.y1 - rect.y0) as u64
    }

    /// The columns and rows of areas that `bounds` touches, which is not empty.
    fn touched(&self, bounds: &Rect) -> Rect {
        Rect {
            x0: bounds.x0 >> self.size.0,
            y0: bounds.y0 >> self.size.1,
            x1: ((bounds.x1 - 1) >> self.size.0) + 1,
            y1: ((bounds.y1 - 1) >> self.size.1) + 1,
        }
    }

    /// The pixels of an area.
    pub fn rect(&self, place: AreaPlace) -> Rect {
        let (x, y) = (place.column as i32, place.row as i32);
        Rect {
            x0: x << self.size.0,
            y0: y << self.size.1,
            x1: (x + 1) << self.size.0,
            y1: (y + 1) << self.size.1,
        }
    }

    /// A rectangle of the screen in pixels of memory, from the corner of an area.
    pub fn in_memory(&self, place: AreaPlace, rect: Rect) -> Rect {
        let area = self.rect(place);
        let (sx, sy) = (self.scale.0 as i32, self.scale.1 as i32);
        Rect {
            x0: (rect.x0 - area.x0) * sx,
            y0: (rect.y0 - area.y0) * sy,
            x1: (rect.x1 - area.x0) * sx,
            y1: (rect.y1 - area.y0) * sy,
        }
    }
}
