//! Cube maps: from a direction to a face and coordinates on it.

/// The face that the direction (s, t, r) hits, in the order +x, -x, +y, -y, +z, -z.
/// Ties go to the earlier axis of z, y, x; OpenGL ES leaves them open.
#[inline]
pub fn cube_face(s: f32, t: f32, r: f32) -> u32 {
    let (a, b, c) = (s.abs(), t.abs(), r.abs());
    let (axis, major) = if c >= a && c >= b {
        (2, r)
    } else if b >= a {
        (1, t)
    } else {
        (0, s)
    };
    axis * 2 + u32::from(major < 0.0)
}

/// The point at which the direction meets the plane of `face`, in its texture coordinates (OpenGL
/// ES 2.0, table 3.21). Infinite or NaN if it never does.
#[inline]
pub(crate) fn on_face(face: u32, s: f32, t: f32, r: f32) -> (f32, f32) {
    let (sc, tc, major) = match face {
        0 => (-r, -t, s),
        1 => (r, -t, s),
        2 => (s, r, t),
        3 => (s, -r, t),
        4 => (s, -t, r),
        _ => (-s, -t, r),
    };
    let scale = 0.5 / major.abs();
    (sc * scale + 0.5, tc * scale + 0.5)
}

/// The direction of a point in the plane of a face, from -1 to 1 within the face:
/// `on_face` backwards.
#[inline]
pub fn cube_direction(face: u32, sc: f32, tc: f32) -> [f32; 3] {
    match face {
        0 => [1.0, -tc, -sc],
        1 => [-1.0, -tc, sc],
        2 => [sc, 1.0, tc],
        3 => [sc, -1.0, -tc],
        4 => [sc, -tc, 1.0],
        _ => [-sc, -tc, -1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners of table 3.21, worked by hand.
    #[test]
    fn faces_and_their_axes() {
        let cases = [
            ((1.0, 0.0, 0.0), 0),
            ((-1.0, 0.0, 0.0), 1),
            ((0.0, 1.0, 0.0), 2),
            ((0.0, -1.0, 0.0), 3),
            ((0.0, 0.0, 1.0), 4),
            ((0.0, 0.0, -1.0), 5),
        ];
        for ((s, t, r), face) in cases {
            assert_eq!(cube_face(s, t, r), face);
            assert_eq!(on_face(face, s, t, r), (0.5, 0.5));
        }
        assert_eq!(on_face(0, 1.0, -1.0, -1.0), (1.0, 1.0));
        assert_eq!(on_face(1, -1.0, -1.0, 1.0), (1.0, 1.0));
        assert_eq!(on_face(2, 1.0, 1.0, 1.0), (1.0, 1.0));
        assert_eq!(on_face(3, 1.0, -1.0, -1.0), (1.0, 1.0));
        assert_eq!(on_face(4, 1.0, -1.0, 1.0), (1.0, 1.0));
        assert_eq!(on_face(5, -1.0, -1.0, -1.0), (1.0, 1.0));
    }
}
