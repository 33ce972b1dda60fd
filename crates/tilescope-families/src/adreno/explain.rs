//! Recorded render passes beside the decisions of the driver that made them.

use tilescope_adreno::chips::Chip;
use tilescope_adreno::passes::{Driver, Passes};
use tilescope_adreno::plan::explain::{Compared, explain};

use super::PLANNER;
use crate::{Decision, ExplainedPass, Explanation};

/// The decisions about all passes, with the limits of `chip`.
pub(super) fn explanation(chip: &Chip, passes: &Passes, mut notes: Vec<String>) -> Explanation {
    let driver = match passes.driver {
        Driver::Turnip => PLANNER.driver,
        Driver::Freedreno => "freedreno",
    };
    let driver = format!("{driver} {}", chip.release.name());
    if passes.more_passes > 0 {
        notes.push(format!(
            "{} more render passes are left out",
            passes.more_passes
        ));
    }
    let explained = passes.passes.iter().map(|pass| ExplainedPass {
        summary: pass.summary(),
        address: pass.address,
        decisions: explain(chip, passes.driver, pass)
            .map(|rows| rows.into_iter().map(decision).collect()),
    });
    Explanation {
        driver: (!passes.passes.is_empty()).then_some(driver),
        chip: chip.name,
        notes,
        passes: explained.collect(),
    }
}

fn decision(row: Compared) -> Decision {
    let Compared {
        name,
        planned,
        found,
        reason,
    } = row;
    Decision {
        name,
        planned,
        found,
        reason,
    }
}
