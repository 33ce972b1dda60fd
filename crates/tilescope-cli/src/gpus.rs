//! `tilescope gpus`: the list of chips.

use std::collections::BTreeSet;
use std::io::Write;

use serde::Serialize;
use tilescope_families::{Chip, Paths, Properties, Registry};

use crate::args::GpusArgs;
use crate::exit::{Failure, Finish};
use crate::screen::Screen;

#[derive(Serialize)]
struct Gpu {
    name: &'static str,
    family: &'static str,
    title: &'static str,
    boards: &'static str,
    /// Whether there is a device that executes.
    executed: bool,
    /// The part of the hardware that is executed, if it is not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    /// Present only if chips were named on the command line.
    #[serde(flatten)]
    detail: Option<Detail>,
}

/// Properties of a chip, as far as its family has them.
#[derive(Default, Serialize)]
struct Detail {
    /// Sizes and numbers, in the order of the listing.
    #[serde(serialize_with = "as_map")]
    numbers: Vec<(&'static str, String)>,
    features: Vec<&'static str>,
    bugs: Vec<&'static str>,
}

impl From<Properties> for Detail {
    fn from(p: Properties) -> Detail {
        Detail {
            numbers: p.numbers,
            features: p.features,
            bugs: p.bugs,
        }
    }
}

fn as_map<S: serde::Serializer>(
    numbers: &[(&'static str, String)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(numbers.iter().map(|(name, value)| (name, value)))
}

impl Gpu {
    fn new(chip: Chip, detail: Option<Detail>) -> Gpu {
        let c = chip.info;
        Gpu {
            executed: chip.device(Paths::Fast).is_some() && chip.family.part().is_none(),
            part: chip.family.part(),
            name: c.name,
            family: c.family,
            title: c.title,
            boards: c.boards,
            detail,
        }
    }
}

pub fn command(
    args: &GpusArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let gpus: Vec<Gpu> = match args.chips.is_empty() {
        true => families.chips().map(|c| Gpu::new(c, None)).collect(),
        false => {
            let chips = args.chips.iter().filter_map(|name| families.chip(name));
            let detail = |c: Chip| Detail::from(c.family.properties(c.info));
            chips.map(|c| Gpu::new(c, Some(detail(c)))).collect()
        }
    };
    if args.json {
        out.json(&gpus)?;
    } else if args.chips.is_empty() {
        list(&gpus, out)?;
    } else {
        compare(&gpus, out)?;
    }
    Ok(Finish::Done)
}

fn list(gpus: &[Gpu], out: &mut dyn Write) -> Result<(), Failure> {
    let width = |of: fn(&Gpu) -> &str| gpus.iter().map(|g| of(g).len()).max().unwrap_or(0);
    let (name, family, title) = (
        width(|g| g.name),
        width(|g| g.family).max("family".len()),
        width(|g| g.title),
    );
    writeln!(
        out,
        "{:name$}  {:family$}  {:title$}  boards",
        "chip", "family", "GPU"
    )?;
    for g in gpus {
        writeln!(
            out,
            "{:name$}  {:family$}  {:title$}  {}{}",
            g.name,
            g.family,
            g.title,
            g.boards,
            match (g.executed, g.part) {
                (true, _) => String::new(),
                (false, Some(part)) => format!("; only {part}: draws are not executed"),
                (false, None) => "; not executed".to_owned(),
            }
        )?;
    }
    Ok(())
}

/// One of the lists of names of a chip.
type Names = fn(&Detail) -> Vec<&'static str>;

/// A line for each number, and for each feature and bug that not all have.
fn compare(gpus: &[Gpu], out: &mut dyn Write) -> Result<(), Failure> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let none = Detail::default();
    let details: Vec<&Detail> = gpus
        .iter()
        .map(|g| g.detail.as_ref().unwrap_or(&none))
        .collect();
    let row = |name: &str, of: &dyn Fn(&Gpu, &Detail) -> String| {
        let cells = gpus.iter().zip(&details).map(|(g, d)| of(g, d));
        (name.to_owned(), cells.collect::<Vec<String>>())
    };
    rows.push(row("chip", &|g, _| g.name.to_owned()));
    rows.push(row("family", &|g, _| g.family.to_owned()));
    for name in names(&details, |d| d.numbers.iter().map(|n| n.0).collect()) {
        rows.push(row(name, &|_, d| {
            let found = d.numbers.iter().find(|n| n.0 == name);
            found.map_or("-".to_owned(), |n| n.1.clone())
        }));
    }
    let lists: [(&str, Names); 2] = [
        ("features", |d| d.features.clone()),
        ("bugs", |d| d.bugs.clone()),
    ];
    let mut shared = Vec::new();
    for (what, of) in lists {
        rows.push(row(what, &|_, d| of(d).len().to_string()));
        let mut all = Vec::new();
        for name in names(&details, of) {
            match details.iter().all(|d| of(d).contains(&name)) {
                true => all.push(name),
                false => rows.push(row(&format!("  {name}"), &|_, d| {
                    if of(d).contains(&name) { "yes" } else { "-" }.to_owned()
                })),
            }
        }
        if !all.is_empty() {
            shared.push((what, all));
        }
    }
    let wide = |cells: &mut dyn Iterator<Item = usize>| cells.max().unwrap_or(0);
    let first = wide(&mut rows.iter().map(|r| r.0.len()));
    let columns: Vec<usize> = (0..gpus.len())
        .map(|i| wide(&mut rows.iter().map(|r| r.1[i].len())))
        .collect();
    for (name, cells) in &rows {
        let mut line = format!("{name:first$}");
        for (cell, width) in cells.iter().zip(&columns) {
            line += &format!("  {cell:width$}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    for (what, all) in shared {
        let who = if gpus.len() == 1 { "" } else { " of all" };
        writeln!(out, "\n{what}{who}: {}", all.join(", "))?;
    }
    Ok(())
}

/// All names, in the order of their first occurrence.
fn names(details: &[&Detail], of: impl Fn(&Detail) -> Vec<&'static str>) -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    let all = details.iter().flat_map(|d| of(d));
    all.filter(|name| seen.insert(*name)).collect()
}
