//! Polygon offset against the wording of OpenGL ES 2.0, section 3.5.2.

use tilescope_raster::Plane;
use tilescope_raster::offset::offset_steps;

#[test]
fn polygon_offset_takes_the_steeper_slope() {
    let plane = Plane {
        a: 0.25,
        b: -0.5,
        c: 0.125,
        x0: 1.0,
        y0: 2.0,
    };
    let steps = offset_steps(&plane, 2.0, 4.0);
    assert_eq!(steps, 2.0 * 0.5 * 16_777_215.0 + 4.0);
}
