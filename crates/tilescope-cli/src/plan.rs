//! `tilescope plan`: what a driver would decide about a render pass.

mod explain;
mod image;

use std::io::Write;

use serde::Serialize;
use tilescope_families::{Fact, Pass, PassAttachment, PassPlace, Registry, Section};

use crate::args::{PlanArgs, PlanPlace};
use crate::exit::{Failure, Finish};
use crate::screen::Screen;

#[derive(Serialize)]
struct Plan<'a> {
    chip: &'a str,
    driver: &'a str,
    width: u32,
    height: u32,
    sections: Vec<PlanSection<'a>>,
}

#[derive(Serialize)]
struct PlanSection<'a> {
    name: &'static str,
    facts: Vec<PlanFact<'a>>,
}

#[derive(Serialize)]
struct PlanFact<'a> {
    name: &'a str,
    value: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> PlanSection<'a> {
    fn new(section: &'a Section) -> PlanSection<'a> {
        let facts = section.facts.iter().map(|f| PlanFact {
            name: &f.name,
            value: &f.value,
            reason: f.reason.as_deref(),
        });
        PlanSection {
            name: section.name,
            facts: facts.collect(),
        }
    }
}

/// `1920x1080`.
fn size(text: &str) -> Result<(u32, u32), Failure> {
    let parsed = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    parsed.ok_or_else(|| {
        let message = format!("{text:?} is not a size");
        Failure::new(message, Some("write WIDTHxHEIGHT, such as 1920x1080"))
    })
}

/// `R8G8B8A8_UNORM`, or with samples `R8G8B8A8_UNORM:4`.
fn attachment(text: &str) -> Result<PassAttachment, Failure> {
    let (format, samples) = text.split_once(':').unwrap_or((text, "1"));
    let samples = samples.parse().map_err(|_| {
        let message = format!("{samples:?} is not a number of samples");
        Failure::new(message, Some("write FORMAT or FORMAT:SAMPLES"))
    })?;
    Ok(PassAttachment {
        format: format.to_owned(),
        samples,
    })
}

pub fn command(
    args: &PlanArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    if let Some(path) = &args.explain {
        return explain::command(path, args, families, out);
    }
    // The arguments are required without --explain.
    let (Some(chip), Some(size_text)) = (&args.chip, &args.size) else {
        return Err(Failure::new("a chip and a size are needed", None));
    };
    let Some(planner) = families.planner(chip) else {
        let chips: Vec<&str> = families.planners().flat_map(|p| (p.chips)()).collect();
        let help = match chips.is_empty() {
            true => "no driver's decisions are known".to_owned(),
            false => format!("the chips are {}", chips.join(", ")),
        };
        let message = format!("there are no plans for the chip {chip:?}");
        return Err(Failure::new(message, Some(&help)));
    };
    let (width, height) = size(size_text)?;
    let attachments = args.attachments.iter().map(|a| attachment(a));
    let pass = Pass {
        size: (width, height),
        attachments: attachments.collect::<Result<_, _>>()?,
        draws: args.draws,
        place: match args.place {
            PlanPlace::Auto => PassPlace::Chosen,
            PlanPlace::Sysmem => PassPlace::Sysmem,
            PlanPlace::Gmem => PassPlace::Tiles,
        },
        release: args.mesa.clone(),
    };
    let plan = (planner.pass)(chip, &pass).map_err(|e| Failure::new(e, None))?;
    if let Some(path) = &args.image {
        image::write(path, (width, height), &plan.grid)?;
    }
    let sections = plan.sections;
    let usual = planner.releases.first().copied().unwrap_or_default();
    let driver = format!(
        "{} {}",
        planner.driver,
        args.mesa.as_deref().unwrap_or(usual)
    );
    if args.json {
        out.json(&Plan {
            chip,
            driver: &driver,
            width,
            height,
            sections: sections.iter().map(PlanSection::new).collect(),
        })?;
        return Ok(Finish::Done);
    }
    writeln!(out, "{chip}, {driver}, {width}x{height}")?;
    for section in &sections {
        writeln!(out, "\n{}", section.name)?;
        facts(&section.facts, out)?;
    }
    Ok(Finish::Done)
}

fn facts(facts: &[Fact], out: &mut dyn Write) -> Result<(), Failure> {
    let name = facts.iter().map(|f| f.name.len()).max().unwrap_or(0);
    for f in facts {
        match &f.reason {
            Some(reason) => writeln!(out, "  {:name$}  {}  ({reason})", f.name, f.value)?,
            None => writeln!(out, "  {:name$}  {}", f.name, f.value)?,
        }
    }
    Ok(())
}
