//! One shader, checked without executing it.

use std::path::Path;

use tilescope_capture::Source;
use tilescope_families::{Checker, Family, Registry, Stage, TextKind, Violation};
use tilescope_session::show::excerpt;
use tilescope_session::show::listing::Excerpt;
use tilescope_tables::list::Assembled;

use super::Checked;
use crate::assemble::whole;
use crate::exit::Failure;
use crate::report::Finding;
use crate::{input, place};

/// A shader, and the text that it was assembled from if there is one.
struct Shader {
    family: &'static dyn Family,
    file: String,
    code: Vec<u8>,
    text: Option<(String, Assembled)>,
}

pub fn check(path: &Path, stage: Option<&str>, families: Registry) -> Result<Checked, Failure> {
    let (family, checker) = checker(path, families)?;
    let shader = Shader::read(path, family)?;
    let (index, note) = match stage {
        Some(name) => {
            let found = checker.stages.iter().position(|s| s.option == name);
            let unknown = || format!("{} has no stage {name}", family.title());
            (found.ok_or_else(|| Failure::new(unknown(), None))?, None)
        }
        None => {
            let Some((index, why)) = (checker.infer)(&shader.code) else {
                return Err(Failure::new(
                    format!("{} could be a shader of any stage", shader.file),
                    Some(&format!("add --stage {}", names(checker))),
                ));
            };
            let stage = &checker.stages[index];
            let note = format!(
                "{} is checked as a {} shader{}, because it {why}; --stage overrides this",
                shader.file, stage.name, stage.suffix
            );
            (index, Some(note))
        }
    };
    let stage = &checker.stages[index];
    let found = (checker.check)(&shader.code, index);
    let findings = found.iter().map(|v| shader.finding(v, stage)).collect();
    Ok(Checked {
        note,
        ..Checked::new(findings)
    })
}

/// The names of all stages, in words.
fn names(checker: &Checker) -> String {
    let mut names: Vec<&str> = checker.stages.iter().map(|s| s.name).collect();
    names.dedup();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The family that the extension of a file belongs to, or else the first one with a checker.
fn checker(
    path: &Path,
    families: Registry,
) -> Result<(&'static dyn Family, &'static Checker), Failure> {
    let ending = path.extension().and_then(|e| e.to_str());
    let named = ending.and_then(|e| families.text(e)).map(|(f, _)| f);
    let mut candidates = named.into_iter().chain(families.families());
    let found = candidates.find_map(|f| Some((f, f.checker()?)));
    found.ok_or_else(|| Failure::new("no family has a checker of single shaders", None))
}

impl Shader {
    fn read(path: &Path, family: &'static dyn Family) -> Result<Shader, Failure> {
        let file = place::of_file(Path::new(""), &input::shown(path));
        let ending = family.ending(TextKind::Shader);
        if path.extension().is_none_or(|e| e != ending) {
            let code = input::read(path)?;
            whole(path, &code, family.instruction_bytes())?;
            return Ok(Shader {
                family,
                file,
                code,
                text: None,
            });
        }
        let source = input::read_text(path)?;
        // Addresses do not matter to the rules, so every name can be 0.
        let assembled = family
            .assemble(TextKind::Shader, &source, &|_| Some(0), &|_| None)
            .map_err(|errors| input::text_errors(path, &source, &errors))?;
        Ok(Shader {
            family,
            file,
            code: assembled.bytes.clone(),
            text: Some((source, assembled)),
        })
    }

    fn finding(&self, v: &Violation, stage: &Stage) -> Finding {
        let listing = excerpt::program(self.family, &self.code, v.offset, v.bits);
        let mut finding = Finding {
            message: v.message.clone(),
            location: format!("{} shader > instruction {}", stage.name, v.instruction),
            bits: v.bits.map(|(lo, hi)| [lo, hi]),
            excerpt: listing.as_ref().map(Excerpt::render),
            ..excerpt::of_rule(v.rule)
        };
        if let Some(place) = self.source(v) {
            finding.excerpt = listing.map(|l| l.fault_only().render());
            finding = excerpt::at_source(finding, &place);
        }
        finding
    }

    fn source(&self, v: &Violation) -> Option<Source<'_>> {
        let (source, assembled) = self.text.as_ref()?;
        let span = match v.bits {
            Some((lo, hi)) => assembled
                .map
                .span_of_bits(v.offset, (lo.into(), hi.into()))?,
            None => assembled.map.span(v.offset)?,
        };
        Some(Source {
            file: &self.file,
            span,
            line: source.lines().nth(span.line.checked_sub(1)? as usize)?,
        })
    }
}
