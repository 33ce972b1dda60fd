//! The static checker of Midgard shaders.

use tilescope_midgard::chips::Chip;
use tilescope_midgard::shader::{Stage as Kind, check_code, inferred_stage};

use super::{DEFAULT, quads};
use crate::{Checker, Stage, Violation};

/// Rules that depend on the chip are those of [`DEFAULT`].
pub(super) static CHECKER: Checker = Checker {
    stages: &[
        Stage::new("vertex", "A vertex shader"),
        Stage::new("fragment", "A fragment shader"),
        Stage::new("compute", "A compute shader"),
        Stage::new("blend", "A blend shader"),
    ],
    infer: |code| {
        let (kind, why) = inferred_stage(&quads(code))?;
        Some((KINDS.iter().position(|k| *k == kind)?, why))
    },
    check: |code, stage| {
        let Some(chip) = Chip::named(DEFAULT) else {
            return Vec::new();
        };
        let kind = KINDS.get(stage).copied().unwrap_or(Kind::Fragment);
        let notes = check_code(&quads(code), kind, chip).into_iter();
        notes
            .map(|note| Violation {
                rule: note.problem.rule(),
                instruction: note.ip,
                offset: note.address as u32,
                bits: None,
                message: note.problem.to_string(),
            })
            .collect()
    },
};

/// The stages in the order of [`CHECKER`].
const KINDS: [Kind; 4] = [Kind::Vertex, Kind::Fragment, Kind::Compute, Kind::Blend];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_in_the_order_of_the_checker() {
        let names: Vec<&str> = CHECKER.stages.iter().map(|s| s.name).collect();
        assert_eq!(names, KINDS.map(Kind::name));
    }
}
