//! The disassembler.

use super::alu::Unit;
use super::branch::Compact;
use super::bundle::{AluBundle, Body, Bundle, Quad, bundles};
use super::constants::{scalar_constant, vector_constants};
use super::control::CONTROL;
use super::ldst::LoadStore;
use super::tag::Tag;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use tilescope_tables::asm::word::{complete, in_braces};
use tilescope_tables::word::Word;

/// One line of a disassembled program: the head of a bundle, or an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the first quadword of the bundle.
    pub quad: usize,
    /// The label of the bundle, at its first line, if it is the target of a branch.
    pub label: Option<String>,
    /// The text, indented if it is an instruction.
    pub text: String,
    /// Values of constants, or the reason why quadwords are no bundle.
    pub comment: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            writeln!(f, "{label}:")?;
        }
        f.write_str(&self.text)?;
        match self.comment.is_empty() {
            true => Ok(()),
            false => write!(f, " ; {}", self.comment),
        }
    }
}

/// Disassembles a program without loss: [`super::assemble`] of the lines returns the
/// same quadwords. Targets of branches become labels: `L` and the index of the
/// quadword.
///
/// ```
/// use tilescope_midgard::isa::disassemble;
/// let lines = disassemble(&[[0x0100_3f53, 0x1b00_0000, 0, 0]]);
/// assert_eq!(lines[0].text, "tex -> ldst");
/// ```
pub fn disassemble(quads: &[Quad]) -> Vec<Line> {
    let program: Vec<(usize, Bundle)> = bundles(quads).collect();
    let mut writer = Writer {
        at: 0,
        end: 0,
        lines: Vec::new(),
        tags: program.iter().map(|(at, b)| (*at, b.tag)).collect(),
        used: BTreeSet::new(),
    };
    for (i, (at, bundle)) in program.iter().enumerate() {
        let after = program.get(i + 1);
        writer.at = *at;
        writer.end = after.map_or(quads.len(), |next| next.0);
        writer.bundle(bundle, after.map_or(Tag::Break, |next| next.1.tag));
    }
    let mut last = None;
    for line in &mut writer.lines {
        let first = last.replace(line.quad) != Some(line.quad);
        line.label = (first && writer.used.contains(&line.quad)).then(|| label(line.quad));
    }
    writer.lines
}

fn label(quad: usize) -> String {
    format!("L{quad}")
}

/// The lines of a program, and the state of a bundle.
struct Writer {
    /// The first quadword of the bundle.
    at: usize,
    /// The quadword after the bundle.
    end: usize,
    lines: Vec<Line>,
    /// The bundles that branches can name.
    tags: BTreeMap<usize, Tag>,
    /// Those that branches name.
    used: BTreeSet<usize>,
}

impl Writer {
    fn line(&mut self, text: String, comment: String) {
        self.lines.push(Line {
            quad: self.at,
            label: None,
            text,
            comment,
        });
    }

    fn instruction(&mut self, text: &str) {
        self.line(format!("    {text}"), String::new());
    }

    fn bundle(&mut self, bundle: &Bundle, next: Tag) {
        if let Body::Raw(raw) = &bundle.body {
            for [a, b, c, d] in &raw.quads {
                let text = format!(".word {a:#010x}, {b:#010x}, {c:#010x}, {d:#010x}");
                self.line(text, raw.reason.to_string());
            }
            return;
        }
        let mut head = bundle.tag.name().to_string();
        if bundle.next != next {
            let _ = write!(head, " -> {}", bundle.next.name());
        }
        if let Body::Alu(alu) = &bundle.body {
            let word = u64::from(alu.unknown);
            let set = CONTROL.fields.iter().filter(|f| f.get(word) != 0);
            head.push_str(&in_braces(set.map(|field| (field, word))));
        }
        self.line(head, String::new());
        match &bundle.body {
            Body::Texture(texture) => self.instruction(&complete(texture)),
            Body::LoadStore(words) => self.load_store(words),
            Body::Alu(alu) => self.alu(alu),
            Body::Raw(_) => {}
        }
    }

    /// Instructions that do nothing are left out at the end of the bundle.
    fn load_store(&mut self, words: &[LoadStore; 2]) {
        let acts = |word: &LoadStore| word.bits()[0] != LoadStore::NOP;
        let shown = words.iter().rposition(acts).map_or(0, |last| last + 1);
        for word in &words[..shown] {
            self.instruction(&complete(word));
        }
    }

    fn alu(&mut self, alu: &AluBundle) {
        for &unit in Unit::ALL {
            let (text, values) = match (alu.vector(unit), alu.scalar(unit)) {
                (Some(v), _) => (complete(v), values(alu, |i, c| vector_constants(v, i, c))),
                (_, Some(s)) => (complete(s), values(alu, |i, c| scalar_constant(s, i, c))),
                (None, None) => continue,
            };
            self.line(format!("    {}.{text}", unit.name()), values);
        }
        let short = alu
            .branch
            .map(|branch| (branch, complete(&Compact(branch))));
        let long = alu.extended.map(|branch| (branch, complete(&branch)));
        for (branch, text) in short.into_iter().chain(long) {
            let text = self.target(text, branch.offset, branch.tag);
            self.instruction(&text);
        }
        if let Some([a, b, c, d]) = alu.constants {
            let text = format!("uconstants {a:#x}, {b:#x}, {c:#x}, {d:#x}");
            self.instruction(&text);
        }
    }

    /// The text of a branch with a label as its target, if there is such a bundle.
    fn target(&mut self, text: String, offset: i32, tag: Tag) -> String {
        let quad = self.end.checked_add_signed(offset as isize);
        let found = quad.filter(|quad| self.tags.get(quad) == Some(&tag));
        match (found, text.split_once(' ')) {
            (Some(quad), Some((name, _))) if name != "raw" => {
                self.used.insert(quad);
                format!("{name} {}", label(quad))
            }
            _ => text,
        }
    }
}

/// Values that an instruction reads from the constants of its bundle.
fn values(alu: &AluBundle, of: impl Fn(usize, Quad) -> Option<String>) -> String {
    let Some(constants) = alu.constants else {
        return String::new();
    };
    let found: Vec<String> = (0..2).filter_map(|i| of(i, constants)).collect();
    found.join(", ")
}
