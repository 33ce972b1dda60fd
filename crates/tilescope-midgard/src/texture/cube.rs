//! Positions on cube maps, in the 64 bits that a texture instruction takes.
//!
//! The load/store pipe converts a direction to a position (`ld_cubemap_coords`, and a
//! modifier of varyings). The encoding is undocumented; only the GPU sees it. Here it is
//! that of two floats from 0 to 1, whose two highest bits are free: the face is in these.

use tilescope_texture::{cube_direction, cube_face, on_face};

/// The position that the direction hits: two words, x and y of the coordinates.
pub fn pack([s, t, r]: [u32; 3]) -> [u32; 2] {
    let [s, t, r] = [s, t, r].map(f32::from_bits);
    let face = cube_face(s, t, r);
    let (x, y) = on_face(face, s, t, r);
    // NaN is 0, as in other coordinates.
    let within = |v: f32| if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) };
    // An exact 0, not a negative one.
    let bits = |v: f32| (within(v) + 0.0).to_bits() & 0x3fff_ffff;
    [bits(x) | (face & 1) << 31, bits(y) | (face >> 1) << 30]
}

/// A direction that hits the position.
pub fn unpack([x, y]: [u32; 2]) -> [f32; 3] {
    let face = x >> 31 | (y >> 30) << 1;
    let centred = |v: u32| 2.0 * f32::from_bits(v & 0x3fff_ffff) - 1.0;
    // The encoding has room for two faces more than there are.
    cube_direction(face.min(5), centred(x), centred(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_their_directions() {
        for s in -8..=8 {
            for t in -8..=8 {
                for r in -8..=8 {
                    let at = [s as f32 * 0.3, t as f32 * 0.7, r as f32 * 0.5];
                    if at == [0.0; 3] {
                        continue;
                    }
                    let again = unpack(pack(at.map(f32::to_bits)));
                    let [a, b, c] = again;
                    let face = cube_face(at[0], at[1], at[2]);
                    let (x, y) = on_face(face, at[0], at[1], at[2]);
                    let (u, v) = on_face(face, a, b, c);
                    assert!((x - u).abs() < 1e-6 && (y - v).abs() < 1e-6, "{at:?}");
                }
            }
        }
        // The middle of each face.
        for (at, face) in [[1.0f32, 0.0, 0.0], [-1.0, 0.0, 0.0]].into_iter().zip(0..) {
            let [x, y] = pack(at.map(f32::to_bits));
            assert_eq!((x >> 31, y >> 30), (face, 0));
        }
        let _ = unpack(pack([f32::NAN.to_bits(); 3]));
    }
}
