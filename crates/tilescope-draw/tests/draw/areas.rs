//! Areas: which primitives are in each, in which order.

use proptest::prelude::*;
use tilescope_draw::{Areas, Prim, PrimBlock, Prims, Shape};
use tilescope_output::AREA;
use tilescope_raster::{Plane, RasterRules, Rect, Triangle, Xy};

/// A primitive of which only the bounds and the layer matter.
fn prim((bounds, layer): (Rect, u16)) -> Prim {
    let corners = [Xy::new(0, 0), Xy::new(16, 0), Xy::new(0, 16)];
    let triangle = Triangle::new(&RasterRules::S12_4, corners).unwrap();
    Prim {
        shape: Shape::Triangle(*triangle.shape()),
        bounds,
        clockwise: false,
        viewport: 0,
        layer,
        z: Plane::default(),
        inv_w: Plane::default(),
        planes: 0,
    }
}

/// Primitives that were set up one by one.
fn prims(all: impl Iterator<Item = (Rect, u16)>) -> Prims {
    Prims::concatenate(all.map(|one| {
        let mut block = PrimBlock::default();
        block.push(prim(one));
        block
    }))
}

proptest! {
    /// Numbers are in order, and find the primitives with their planes, whatever blocks they
    /// were set up in.
    #[test]
    fn numbers_find_primitives(sizes in prop::collection::vec(0..200usize, 0..8)) {
        let (mut all, mut set_up) = (Prims::default(), 0);
        for size in sizes {
            let mut block = PrimBlock::default();
            for _ in 0..size {
                let n = set_up as f32;
                let x = set_up as i32;
                block.push(Prim {
                    z: Plane::flat(n),
                    planes: block.planes.len() as u32,
                    ..prim((Rect::new(x, 7, x + 1, 9), 0))
                });
                block.planes.extend([Plane::flat(n), Plane::flat(n + 0.5)]);
                set_up += 1;
            }
            all.push(block);
        }
        prop_assert_eq!(all.len(), set_up);
        prop_assert_eq!(all.is_empty(), set_up == 0);
        prop_assert!(all.iter().map(|(n, _)| n).is_sorted_by(|a, b| a < b));
        for (n, (number, prim)) in all.iter().enumerate() {
            prop_assert_eq!(prim.z.c, n as f32);
            prop_assert_eq!(all.get(number).map(|p| p.z.c), Some(n as f32));
            prop_assert_eq!(all.prim(number).z.c, n as f32);
            prop_assert_eq!(all.plane(number, 1).c, n as f32 + 0.5);
        }
        let bounds = (set_up > 0).then(|| Rect::new(0, 7, set_up as i32, 9));
        prop_assert_eq!(all.bounds(), bounds);
    }
}

fn bounds() -> impl Strategy<Value = Rect> {
    let from = || prop_oneof![-70..300i32, (0..4i32).prop_map(|n| 64 * n)];
    let size = || prop_oneof![0..9i32, 0..200i32, Just(64)];
    (from(), from(), size(), size()).prop_map(|(x, y, w, h)| Rect::new(x, y, x + w, y + h))
}

/// Bounds and layers of the primitives of some draws.
type Draws = Vec<Vec<(Rect, u16)>>;

fn draws() -> impl Strategy<Value = Draws> {
    let layer = prop_oneof![4 => Just(0u16), 1 => 0..3u16, 1 => any::<u16>()];
    prop::collection::vec(prop::collection::vec((bounds(), layer), 0..5), 0..4)
}

fn pixels(rect: &Rect) -> u64 {
    let side = |from: i32, to: i32| u64::from((to.max(0) - from.max(0)).max(0) as u32);
    side(rect.x0, rect.x1) * side(rect.y0, rect.y1)
}

proptest! {
    /// Every pixel of a primitive is in an area that lists it, and only those areas list
    /// it; lists are in the order of draws and primitives.
    #[test]
    fn areas_list_what_is_in_them(
        draws in draws(), scale in prop_oneof![Just((1, 1)), Just((2, 1)), Just((2, 2)), Just((4, 4))]
    ) {
        let all: Vec<Prims> = draws
            .iter()
            .map(|d| prims(d.iter().copied()))
            .collect();
        let areas = Areas::new(scale);
        let (lists, count) = areas.sort(all.iter());
        prop_assert_eq!(count, draws.iter().flatten().map(|(b, _)| pixels(b)).sum::<u64>());
        let mut listed = 0;
        for pair in lists.windows(2) {
            prop_assert!(pair[0].place < pair[1].place, "areas are in order, and none twice");
        }
        for area in &lists {
            let rect = areas.rect(area.place);
            prop_assert_eq!(rect.x1 - rect.x0, (AREA / scale.0) as i32);
            prop_assert_eq!(rect.x0, area.place.column as i32 * (rect.x1 - rect.x0));
            prop_assert_eq!(rect.y1 - rect.y0, (AREA / scale.1) as i32);
            prop_assert_eq!(rect.y0, area.place.row as i32 * (rect.y1 - rect.y0));
            let whole = areas.in_memory(area.place, rect);
            prop_assert_eq!(whole, Rect::new(0, 0, AREA as i32, AREA as i32));
            prop_assert!(area.list.is_sorted());
            for (d, i) in &area.list {
                let n = all[*d as usize].iter().position(|(n, _)| n == *i).unwrap();
                let (bounds, layer) = draws[*d as usize][n];
                prop_assert_eq!(layer, area.place.layer);
                let inside = pixels(&bounds.intersect(&rect));
                prop_assert_ne!(inside, 0, "it is not in the area");
                listed += inside;
            }
        }
        // Areas are disjoint, so the parts are whole if their sum is.
        prop_assert_eq!(listed, count);
    }
}

#[test]
fn bounds_without_limits_are_cut() {
    let all = Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
    let prims = prims(std::iter::once((all, 0)));
    let (lists, count) = Areas::new((1, 1)).sort(std::iter::once(&prims));
    assert_eq!((lists.len(), count), (1 << 20, 1 << 32));
}

#[test]
fn areas_without_primitives_are_added_once() {
    let one = |x, y| prims(std::iter::once((Rect::new(x, y, x + 4, y + 4), 0)));
    let draws = [one(70, 5), one(300, 300)];
    let areas = Areas::new((1, 1));
    let (mut lists, _) = areas.sort(draws.iter());
    let before: Vec<_> = lists.iter().map(|area| area.place).collect();
    let pixels = areas.add_empty(&mut lists, Rect::new(10, 0, 129, 65));
    assert_eq!(pixels, 119 * 65);
    let empty = lists.iter().filter(|area| area.list.is_empty());
    let places: Vec<_> = empty.map(|a| (a.place.column, a.place.row)).collect();
    assert_eq!(places, [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    assert!(lists.windows(2).all(|pair| pair[0].place < pair[1].place));
    let drawn = lists.iter().filter(|area| !area.list.is_empty());
    assert!(drawn.map(|area| area.place).eq(before));
    assert_eq!(areas.add_empty(&mut lists, Rect::new(5, 5, 5, 9)), 0);
}
