//! `tilescope gpus`: the chips.

use std::io::Write;

use serde::Serialize;
use tilescope_capture::FAMILIES;

use crate::args::GpusArgs;
use crate::exit::{Failure, Finish};

#[derive(Serialize)]
struct Gpu {
    name: &'static str,
    family: &'static str,
    title: &'static str,
    boards: &'static str,
}

pub fn command(args: &GpusArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let gpus: Vec<Gpu> = FAMILIES
        .iter()
        .flat_map(|f| (f.chips)())
        .map(|c| Gpu {
            name: c.name,
            family: c.family,
            title: c.title,
            boards: c.boards,
        })
        .collect();
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &gpus).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(Finish::Done);
    }
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
    for g in &gpus {
        writeln!(
            out,
            "{:name$}  {:family$}  {:title$}  {}",
            g.name, g.family, g.title, g.boards
        )?;
    }
    Ok(Finish::Done)
}
