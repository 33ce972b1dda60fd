//! The boards: their properties, test setups and the source of their expected results.

use tilescope_core::Rule;

/// Source of the expected results of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The real board, in Mesa's CI.
    Board,
    /// llvmpipe, limited to the board's versions of GL: Mesa has no piglit results of this board.
    Llvmpipe,
}

impl Reference {
    /// The name in messages, and the first part of the names of the lists.
    pub fn name(self) -> &'static str {
        match self {
            Reference::Board => "board",
            Reference::Llvmpipe => "llvmpipe",
        }
    }
}

/// A board with expected results.
#[derive(Debug)]
pub struct Board {
    /// Its GPU, as in `tilescope exec --gpu`; also the folder of its lists in `tests/piglit`, which
    /// has a folder for each release of Mesa.
    pub gpu: &'static str,
    /// The source of its expected results.
    pub reference: Reference,
    /// The piglit profiles that are run: those of Mesa's CI, where it runs any on the board.
    pub profiles: &'static [&'static str],
    /// The newest versions of GL and GLSL that its driver supports, in piglit's format.
    pub desktop: (f64, f64),
    /// The same for GL ES.
    pub es: (f64, f64),
}

/// The boards, the default first.
pub static BOARDS: &[Board] = &[
    // A Raspberry Pi 3. `quick_shader` by `src/broadcom/ci/deqp-broadcom-rpi3.toml`, `quick_gl` by
    // `gitlab-ci.yml` there. Versions are from `glGetString`.
    Board {
        gpu: "bcm2837",
        reference: Reference::Board,
        profiles: &["quick_gl", "quick_shader"],
        desktop: (2.1, 1.2),
        es: (2.0, 1.0),
    },
    // A CuBox-i with i.MX6Q: `gpu` by `src/etnaviv/ci/gitlab-ci.yml`, which is `quick` without
    // compile-only tests (piglit's `tests/gpu.py`), that is, without `glslparser`. Versions as
    // above.
    Board {
        gpu: "gc2000",
        reference: Reference::Board,
        profiles: &["quick_gl", "quick_shader"],
        desktop: (2.1, 1.2),
        es: (2.0, 1.0),
    },
    // A Mali-T860 as of RK3399. Mesa's CI runs no piglit on it. Versions are from `glGetString`.
    Board {
        gpu: "t860",
        reference: Reference::Llvmpipe,
        profiles: &["quick_gl", "quick_shader"],
        desktop: (3.1, 1.4),
        es: (3.1, 3.1),
    },
];

/// The releases of Mesa with lists, the default first.
pub const RELEASES: &[&str] = &["22.3", "25.0"];

/// The release of this name.
///
/// # Errors
/// One line with the known ones.
pub fn release(name: &str) -> Result<&'static str, String> {
    let found = RELEASES.iter().copied().find(|r| *r == name);
    found.ok_or_else(|| {
        let known = RELEASES.join(", ");
        format!("there are no results for Mesa {name}, only for {known}")
    })
}

impl Board {
    /// The board with this GPU.
    ///
    /// # Errors
    /// One line with the known ones.
    pub fn find(gpu: &str) -> Result<&'static Board, String> {
        let known = || BOARDS.iter().map(|b| b.gpu).collect::<Vec<_>>().join(", ");
        let found = BOARDS.iter().find(|b| b.gpu == gpu);
        found.ok_or_else(|| format!("there are no results for {gpu}, only for {}", known()))
    }
}

/// The rule with this id, of any family.
pub fn rule(id: &str) -> Option<&'static Rule> {
    tilescope_families::ALL.rule(id)
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
                super::super::lists::Lists::read(&folder.join(release), board.reference).unwrap();
            }
        }
        assert_eq!(
            Board::find("gc9").unwrap_err(),
            "there are no results for gc9, only for bcm2837, gc2000, t860"
        );
    }

    #[test]
    fn unknown_releases_are_named() {
        assert_eq!(release("25.0"), Ok("25.0"));
        assert_eq!(
            release("9.2").unwrap_err(),
            "there are no results for Mesa 9.2, only for 22.3, 25.0"
        );
    }

    #[test]
    fn rules_of_all_families_are_known() {
        assert!(rule("VC4-TMU-013").is_some());
        assert!(rule("VIV-RS-001").is_some());
        assert!(rule("VIV-RS-999").is_none());
    }
}
