//! Weights of texels, from those around them in the grid.

use super::Size;
use super::mode::Mode;

/// The place of a coordinate in the grid: the point below it, and sixteenths.
fn along(at: u32, size: u32, grid: u32) -> (u32, u32) {
    let step = (1024 + size / 2) / (size - 1).max(1);
    let place = (step * at * (grid - 1) + 32) >> 6;
    (place >> 4, place & 15)
}

/// The weight of a texel in a plane: of the four points around it, or, in three dimensions,
/// of the four corners of the tetrahedron that it is in.
pub(super) fn weight(
    weights: &[u32; 64],
    mode: &Mode,
    (x, y, z): Size,
    (width, height, depth): Size,
    plane: u32,
) -> u32 {
    let (column, right) = along(x, width, mode.width);
    let (row, below) = along(y, height, mode.height);
    let (slice, behind) = along(z, depth, mode.depth);
    let planes = if mode.dual { 2 } else { 1 };
    let at = |number: u32| {
        let weight = weights.get((planes * number + plane) as usize);
        weight.copied().unwrap_or(0)
    };
    let whole = mode.width * mode.height;
    let first = slice * whole + row * mode.width + column;
    if depth == 1 {
        let both = (right * below + 8) >> 4;
        let sum = at(first) * (16 + both - right - below)
            + at(first + 1) * (right - both)
            + at(first + mode.width) * (below - both)
            + at(first + mode.width + 1) * both;
        return (sum + 8) >> 4;
    }
    // The axes in the order of their fractions are the way from corner to corner.
    let mut axes = [(right, 1), (below, mode.width), (behind, whole)];
    axes.sort_by_key(|(fraction, _)| std::cmp::Reverse(*fraction));
    let (mut sum, mut number, mut before) = (0, first, 16);
    for (fraction, step) in axes {
        sum += at(number) * (before - fraction);
        (number, before) = (number + step, fraction);
    }
    (sum + at(number) * before + 8) >> 4
}
