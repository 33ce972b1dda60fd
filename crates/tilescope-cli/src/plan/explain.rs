//! `tilescope plan --explain`: recorded render passes beside the decisions of their driver.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use tilescope_families::{Decision, ExplainedPass, Registry};

use crate::args::PlanArgs;
use crate::exit::{Failure, Finish};
use crate::recording;
use crate::screen::Screen;

#[derive(Serialize)]
struct Explained<'a> {
    chip: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    driver: Option<&'a str>,
    notes: &'a [String],
    passes: Vec<Pass<'a>>,
    decisions: usize,
    differing: usize,
}

#[derive(Serialize)]
struct Pass<'a> {
    summary: &'a str,
    address: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<&'a str>,
    decisions: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    planned: &'a str,
    found: &'a str,
    agrees: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

fn rows(pass: &ExplainedPass) -> &[Decision] {
    pass.decisions.as_deref().unwrap_or_default()
}

fn object(pass: &ExplainedPass) -> Pass<'_> {
    let decisions = rows(pass).iter().map(|d| Row {
        name: &d.name,
        planned: &d.planned,
        found: &d.found,
        agrees: d.agrees(),
        reason: d.reason.as_deref(),
    });
    Pass {
        summary: &pass.summary,
        address: pass.address,
        unknown: pass.decisions.as_ref().err().map(String::as_str),
        decisions: decisions.collect(),
    }
}

/// Explains the recording `path`.
pub fn command(
    path: &Path,
    args: &PlanArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let shown = path.display();
    if let Err(e) = File::open(path) {
        return Err(Failure::new(format!("{shown}: cannot be read: {e}"), None));
    }
    let Some(format) = recording::format(path, families) else {
        let message = format!("{shown} is no recording of a driver whose decisions are known");
        let formats = families.families().flat_map(|f| f.recordings());
        let known: Vec<&str> = formats.map(|f| f.name).collect();
        let help = format!("known are {}", known.join(" and "));
        return Err(Failure::new(message, Some(&help)));
    };
    let recording = recording::open(path, format)?;
    let explanation = recording.explain(args.mesa.as_deref());
    let explanation = explanation.map_err(|e| Failure::new(e, None))?;
    let all = || explanation.passes.iter().flat_map(rows);
    let decisions = all().count();
    let differing = all().filter(|d| !d.agrees()).count();
    if args.json {
        out.json(&Explained {
            chip: explanation.chip,
            driver: explanation.driver.as_deref(),
            notes: &explanation.notes,
            passes: explanation.passes.iter().map(object).collect(),
            decisions,
            differing,
        })?;
        return Ok(Finish::Done);
    }
    match &explanation.driver {
        Some(driver) => writeln!(out, "{}, {driver}", explanation.chip)?,
        None => writeln!(out, "{}", explanation.chip)?,
    }
    for note in &explanation.notes {
        writeln!(out, "note: {note}")?;
    }
    for (n, pass) in explanation.passes.iter().enumerate() {
        writeln!(
            out,
            "\nrender pass {n} at {:#x}: {}",
            pass.address, pass.summary
        )?;
        match &pass.decisions {
            Ok(rows) => list(rows, out)?,
            Err(why) => writeln!(out, "  not compared: {why}")?,
        }
    }
    match explanation.passes.len() {
        0 => writeln!(out, "\nno render passes")?,
        n => writeln!(
            out,
            "\n{decisions} decisions about {n} render pass{}, {differing} differ",
            if n == 1 { "" } else { "es" }
        )?,
    }
    Ok(Finish::Done)
}

fn list(rows: &[Decision], out: &mut dyn Write) -> Result<(), Failure> {
    let name = rows.iter().map(|d| d.name.len()).max().unwrap_or(0);
    for d in rows {
        let reason = match &d.reason {
            Some(reason) => format!("  ({reason})"),
            None => String::new(),
        };
        match d.agrees() {
            true => writeln!(out, "  {:name$}  {}{reason}", d.name, d.planned)?,
            false => writeln!(
                out,
                "  {:name$}  planned {}{reason}, recorded {}",
                d.name, d.planned, d.found
            )?,
        }
    }
    Ok(())
}
