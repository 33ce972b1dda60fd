//! Single texts of a job: the job is executed, and findings in its other texts are left out.

use std::path::Path;

use tilescope_capture::Job;
use tilescope_families::Registry;

use super::{Checked, job};
use crate::args::LintArgs;
use crate::exit::Failure;
use crate::{place, run};

pub fn check(args: &LintArgs, families: Registry) -> Result<Checked, Failure> {
    let path = &args.path;
    if let Err(e) = std::fs::metadata(path) {
        let message = format!("cannot read {}: {e}", path.display());
        return Err(Failure::new(message, None));
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.join("job.toml").is_file() {
        return Err(Failure::new(
            format!("{} cannot be checked without a job", path.display()),
            Some(
                "its effect depends on the memory that it refers to: write a job.toml next to \
                 it, as docs/jobs.md describes, or print it with `tilescope decode`",
            ),
        ));
    }
    let loaded = run::load(folder, families)?;
    let name = path
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    if !uses(&loaded, name) {
        return Err(Failure::new(
            format!("the job {} does not use {name}", folder.display()),
            Some("add a [[buffer]] with this file to its job.toml"),
        ));
    }
    let mut checked = job(&loaded, args, families)?;
    let file = place::of_file(&loaded.folder, name);
    let all = checked.findings.len();
    checked.findings.retain(|f| f.file.as_ref() == Some(&file));
    let others = match all - checked.findings.len() {
        0 => String::new(),
        1 => "; 1 finding elsewhere in the job is not shown".to_owned(),
        n => format!("; {n} findings elsewhere in the job are not shown"),
    };
    checked.note = Some(format!(
        "{name} is checked as a part of the job {}{others}",
        folder.display()
    ));
    Ok(checked)
}

fn uses(job: &Job, name: &str) -> bool {
    let mut texts = job.buffers.iter().filter_map(|b| b.text.as_ref());
    texts.any(|text| text.file == name)
}
