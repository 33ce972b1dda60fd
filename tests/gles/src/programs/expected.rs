//! Comparison of a drawn image with one computed from the specification.

use crate::context::Context;

/// The number of mismatches that are described individually.
const SHOWN: usize = 4;

/// Fails unless every pixel is one of the colours that `allowed` returns for it, each channel
/// within `tolerance`. Rows count from the bottom. A pixel without allowed colours may have any
/// colour.
pub fn check(
    c: &Context,
    tolerance: u8,
    allowed: impl Fn(u32, u32) -> Vec<[u8; 3]>,
) -> Result<(), String> {
    let image = c.read()?;
    let (mut wrong, mut text) = (0, String::new());
    let (width, height) = (image.width as usize, image.height as usize);
    for (i, pixel) in image.rgba.chunks_exact(4).enumerate() {
        let (x, y) = ((i % width) as u32, (height - 1 - i / width) as u32);
        let wanted = allowed(x, y);
        let is = |colour: &[u8; 3]| {
            let mut channels = colour.iter().zip(pixel);
            channels.all(|(a, b)| a.abs_diff(*b) <= tolerance)
        };
        if wanted.is_empty() || wanted.iter().any(is) {
            continue;
        }
        wrong += 1;
        if wrong <= SHOWN {
            text += &format!("pixel {x}, {y} is {:?}, not {wanted:?}\n", &pixel[..3]);
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!(
            "{wrong} pixels differ from the specification\n{text}"
        )),
    }
}
