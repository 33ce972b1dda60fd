//! One QPU shader, checked without executing it.

use std::path::Path;

use tilescope_capture::Source;
use tilescope_session::show::excerpt;
use tilescope_session::show::listing::Excerpt;
use tilescope_tables::SourceMap;
use tilescope_vc4::check::{Count, Options, Stage, Summary, Threads, Violation, check_program};
use tilescope_vc4::isa;

use super::Checked;
use crate::args::StageArg;
use crate::assemble::bytes_words;
use crate::exit::Failure;
use crate::report::Finding;
use crate::{input, place};

impl StageArg {
    fn stage(self) -> Stage {
        match self {
            StageArg::Fragment => Stage::Fragment(Threads::One),
            StageArg::FragmentThreaded => Stage::Fragment(Threads::Two),
            StageArg::Vertex => Stage::Vertex,
            StageArg::Coordinate => Stage::Coordinate,
            StageArg::User => Stage::User,
        }
    }
}

/// A shader, and the text that it was assembled from if there is one.
struct Shader {
    file: String,
    words: Vec<u64>,
    text: Option<(String, SourceMap)>,
}

pub fn check(path: &Path, stage: Option<StageArg>) -> Result<Checked, Failure> {
    let shader = Shader::read(path)?;
    let (stage, note) = match stage {
        Some(stage) => (stage.stage(), None),
        None => {
            // The resources that a program uses do not depend on its stage.
            let summary = check_program(&shader.words, Stage::User, Options::default()).summary;
            let Some((stage, why)) = inferred(&summary) else {
                return Err(Failure::new(
                    format!("{} could be a shader of any stage", shader.file),
                    Some("add --stage fragment, vertex, coordinate or user"),
                ));
            };
            let threads = match stage {
                Stage::Fragment(Threads::Two) => " with two threads",
                _ => "",
            };
            let note = format!(
                "{} is checked as a {} shader{threads}, because it {why}; --stage overrides this",
                shader.file,
                stage.name()
            );
            (stage, Some(note))
        }
    };
    let found = check_program(&shader.words, stage, Options::default());
    let findings = found.violations.iter();
    let findings = findings.map(|v| shader.finding(v, stage)).collect();
    Ok(Checked {
        note,
        ..Checked::new(findings)
    })
}

/// The stage that matches the resources a program uses, and the reason.
fn inferred(s: &Summary) -> Option<(Stage, &'static str)> {
    // Branch targets are not always known; then the upper bounds are unknown too.
    let some = |count: Count| match count.max {
        Some(n) => n > 0,
        None => count.min > 0 || !s.has_unknown_branches,
    };
    let fragment = Stage::Fragment(Threads::One);
    Some(match () {
        () if s.switches_threads => (Stage::Fragment(Threads::Two), "signals thread switches"),
        () if s.writes_tlb_color => (fragment, "writes colour to the tile buffer"),
        () if s.writes_tlb_z => (fragment, "writes depth to the tile buffer"),
        () if s.reads_tlb_color => (fragment, "loads colour from the tile buffer"),
        () if some(s.varyings) => (fragment, "reads varyings"),
        () if s.uses_dma => (Stage::User, "starts DMA of the VPM"),
        () if s.uses_semaphores => (Stage::User, "uses semaphores"),
        () if s.uses_mutex => (Stage::User, "uses the mutex"),
        () if some(s.vpm_writes) => (Stage::Vertex, "writes the VPM and starts no DMA"),
        () if s.interrupts_host => (Stage::User, "interrupts the host"),
        () => return None,
    })
}

impl Shader {
    fn read(path: &Path) -> Result<Shader, Failure> {
        let file = place::of_file(Path::new(""), &input::shown(path));
        if path.extension().is_none_or(|e| e != "qasm") {
            return Ok(Shader {
                file,
                words: bytes_words(path, &input::read(path)?)?,
                text: None,
            });
        }
        let source = input::read_text(path)?;
        // Addresses do not matter to the rules, so every name can be 0.
        let assembled = isa::assemble(&source, &|_| Some(0))
            .map_err(|errors| input::text_errors(path, &source, &errors))?;
        Ok(Shader {
            file,
            words: assembled.words,
            text: Some((source, assembled.map)),
        })
    }

    fn finding(&self, v: &Violation, stage: Stage) -> Finding {
        let listing = excerpt::program(&self.words, v.ip, v.bits);
        let mut finding = Finding {
            message: v.message.clone(),
            location: format!("{} shader > instruction {}", stage.name(), v.ip),
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
        let (source, map) = self.text.as_ref()?;
        let offset = v.ip * size_of::<u64>() as u32;
        let span = match v.bits {
            Some((lo, hi)) => map.span_of_bits(offset, (lo.into(), hi.into()))?,
            None => map.span(offset)?,
        };
        Some(Source {
            file: &self.file,
            span,
            line: source.lines().nth(span.line.checked_sub(1)? as usize)?,
        })
    }
}
