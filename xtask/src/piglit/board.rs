//! The boards: what is known of each real one, and how it was tested.

use tilescope_core::Rule;

/// A board whose results Mesa keeps.
#[derive(Debug)]
pub struct Board {
    /// Its GPU, by the name that `tilescope exec --gpu` knows; also the folder of its
    /// lists in `tests/piglit`, where each release of Mesa has a folder of its own.
    pub gpu: &'static str,
    /// The profiles of piglit that Mesa's runner gave to it.
    pub profiles: &'static [&'static str],
    /// The newest versions of GL and GLSL that its driver has, as piglit writes them.
    pub desktop: (f64, f64),
    /// The same of GL ES.
    pub es: (f64, f64),
}

/// The boards, the default first.
pub static BOARDS: &[Board] = &[
    // A Raspberry Pi 3. `quick_shader` by `src/broadcom/ci/deqp-broadcom-rpi3.toml`,
    // `quick_gl` by `gitlab-ci.yml` there. Versions are what `glGetString` says.
    Board {
        gpu: "bcm2837",
        profiles: &["quick_gl", "quick_shader"],
        desktop: (2.1, 1.2),
        es: (2.0, 1.0),
    },
    // A CuBox-i with i.MX6Q: `gpu` by `src/etnaviv/ci/gitlab-ci.yml`, which is `quick`
    // without what only compiles (piglit's `tests/gpu.py`), so without `glslparser`:
    // these two. Versions as above.
    Board {
        gpu: "gc2000",
        profiles: &["quick_gl", "quick_shader"],
        desktop: (2.1, 1.2),
        es: (2.0, 1.0),
    },
];

/// The releases of Mesa that there are lists of, the default first.
pub const RELEASES: &[&str] = &["22.3", "25.0"];

/// The release of that name.
///
/// # Errors
/// One line that names the known ones.
pub fn release(name: &str) -> Result<&'static str, String> {
    let found = RELEASES.iter().copied().find(|r| *r == name);
    found.ok_or_else(|| {
        let known = RELEASES.join(", ");
        format!("there are no results of Mesa {name}, only of {known}")
    })
}

impl Board {
    /// By the name of its GPU.
    ///
    /// # Errors
    /// One line that says which there are.
    pub fn find(gpu: &str) -> Result<&'static Board, String> {
        let known = || BOARDS.iter().map(|b| b.gpu).collect::<Vec<_>>().join(", ");
        let found = BOARDS.iter().find(|b| b.gpu == gpu);
        found.ok_or_else(|| format!("no results of {gpu} are known, only of {}", known()))
    }
}

/// The rule of that name, of any family.
pub fn rule(id: &str) -> Option<&'static Rule> {
    tilescope_vc4::rules::by_id(id).or_else(|| tilescope_vivante::rules::by_id(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_a_gpu_with_lists() {
        for board in BOARDS {
            assert!(std::ptr::eq(Board::find(board.gpu).unwrap(), board));
            let folder = crate::root().join("tests/piglit").join(board.gpu);
            for release in RELEASES {
                super::super::lists::Lists::read(&folder.join(release)).unwrap();
            }
        }
        assert_eq!(
            Board::find("gc9").unwrap_err(),
            "no results of gc9 are known, only of bcm2837, gc2000"
        );
    }

    #[test]
    fn unknown_releases_are_named() {
        assert_eq!(release("25.0"), Ok("25.0"));
        assert_eq!(
            release("9.2").unwrap_err(),
            "there are no results of Mesa 9.2, only of 22.3, 25.0"
        );
    }

    #[test]
    fn rules_of_all_families_are_known() {
        assert!(rule("VC4-TMU-013").is_some());
        assert!(rule("VIV-RS-001").is_some());
        assert!(rule("VIV-RS-999").is_none());
    }
}
