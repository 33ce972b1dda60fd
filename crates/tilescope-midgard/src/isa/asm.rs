//! The assembler.
//!
//! A line is the head of a bundle, an instruction of the bundle above it, or
//! `.word` and four words. The head is the tag, then `-> tag` if the next bundle
//! has another tag than the one below, then unknown bits of an ALU bundle in
//! braces. The heads `alu` and `aluw` stand for the tag of the right size. Labels
//! end with a colon, comments begin with `;` or `//`.

use super::alu::{Scalar, Unit, Vector};
use super::branch::{Branch, Compact, Labels, read_tag};
use super::bundle::{AluBundle, Body, Bundle, CONTROL, PARTS, Quad, encode, unknown_bits};
use super::ldst::LoadStore;
use super::tag::{TAG, Tag};
use super::word::{self, Word};
use std::collections::HashMap;
use tilescope_tables::asm::{Cursor, Parsed, is_name, only_ascii, without_comment};
use tilescope_tables::text::{MAX_ERRORS, MAX_SUGGESTIONS, meant};
use tilescope_tables::{SourceMap, Span, TextError};

/// An assembled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The quadwords.
    pub quads: Vec<Quad>,
    /// The heads of the bundles, by byte offset.
    pub map: SourceMap,
    /// Labels and the indices of the quadwords after them, in source order.
    pub labels: Vec<(String, u32)>,
}

/// A line of the source, without label and comment.
#[derive(Clone, Copy)]
struct Statement<'s> {
    line: u32,
    text: Cursor<'s>,
}

/// A bundle of the source.
struct Block<'s> {
    head: Statement<'s>,
    /// `.word`: all bits.
    raw: Option<Quad>,
    tag: Tag,
    /// The stated tag of the next bundle.
    next: Option<Tag>,
    unknown: u32,
    statements: Vec<Statement<'s>>,
    /// Index of the first quadword.
    at: usize,
    quads: usize,
}

#[derive(Default)]
struct Program<'s> {
    blocks: Vec<Block<'s>>,
    labels: Vec<(&'s str, usize)>,
    by_label: HashMap<&'s str, usize>,
    errors: Vec<TextError>,
}

/// Assembles a program.
///
/// # Errors
/// The errors of the source in line order, up to 100.
///
/// ```
/// use tilescope_midgard::isa::assemble;
/// let text = "alu\n    vmul.FMOV.f32 R0, TMP0, U0";
/// let program = assemble(text).unwrap();
/// assert_eq!(program.quads, [[0x0002_0018, 0x0230_02f8, 0xff2e_4072, 0]]);
/// ```
pub fn assemble(source: &str) -> Result<Assembled, Vec<TextError>> {
    let mut p = Program::default();
    for (i, line) in source.lines().enumerate() {
        let number = i as u32 + 1;
        let read = p.line(line, number);
        p.note(read, number);
        if p.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    p.finish()
}

/// Whether a line is an instruction, not the head of a bundle or `.word`.
fn is_instruction(text: &str) -> bool {
    let name = text.split([' ', '.', '{', '\t']).next().unwrap_or("");
    !matches!(name, "" | "alu" | "aluw") && TAG.named(name).is_none()
}

impl<'s> Program<'s> {
    fn note<T>(&mut self, result: Parsed<T>, line: u32) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(e) => {
                if self.errors.len() < MAX_ERRORS {
                    self.errors.push(e.in_line(line));
                }
                None
            }
        }
    }

    fn line(&mut self, line: &'s str, number: u32) -> Parsed<()> {
        let code = without_comment(line, &[";", "//"]);
        only_ascii(code)?;
        let mut rest = Cursor::new(code);
        while let Some(name) = rest.label() {
            let block = self.blocks.len();
            if self.by_label.insert(name.text, block).is_some() {
                return name.refuse(format!("duplicate label `{}`", name.text), "");
            }
            self.labels.push((name.text, block));
        }
        let rest = rest.trimmed();
        if rest.is_empty() {
            return Ok(());
        }
        let statement = Statement {
            line: number,
            text: rest,
        };
        let blocks = self.blocks.len();
        let labelled = self.labels.last().is_some_and(|l| l.1 == blocks);
        let open = self.blocks.last_mut().filter(|b| b.raw.is_none());
        match open {
            Some(block) if is_instruction(rest.text) => {
                if labelled {
                    return rest.refuse(
                        "a label names a bundle, not an instruction",
                        "put it before the head of the bundle",
                    );
                }
                block.statements.push(statement);
                Ok(())
            }
            _ => {
                let block = head(statement)?;
                self.blocks.push(block);
                Ok(())
            }
        }
    }

    fn finish(mut self) -> Result<Assembled, Vec<TextError>> {
        let mut at = 0;
        for i in 0..self.blocks.len() {
            let sized = self.blocks[i].size();
            let line = self.blocks[i].head.line;
            self.note(sized, line);
            let block = &mut self.blocks[i];
            block.at = at;
            at += block.quads;
        }
        let mut out = Assembled::default();
        // After an error the places of labels may be wrong: further errors would
        // be noise.
        if self.errors.is_empty() {
            for i in 0..self.blocks.len() {
                let quads = self.block(i);
                let block = &self.blocks[i];
                let text = block.head.text;
                let span = Span {
                    line: block.head.line,
                    column: text.column,
                    len: text.text.chars().count() as u32,
                };
                out.map.begin((block.at * 16) as u32, span);
                out.quads.extend(quads.unwrap_or_default());
            }
        }
        let quad = |block: usize| self.blocks.get(block).map_or(at, |b| b.at) as u32;
        out.labels = self
            .labels
            .iter()
            .map(|(n, b)| (n.to_string(), quad(*b)))
            .collect();
        match self.errors.is_empty() {
            true => Ok(out),
            false => {
                self.errors.sort_by_key(|e| e.line);
                Err(self.errors)
            }
        }
    }

    /// The quadwords of a bundle; errors are noted.
    fn block(&mut self, i: usize) -> Option<Vec<Quad>> {
        let block = &self.blocks[i];
        if let Some(quad) = block.raw {
            return Some(vec![quad]);
        }
        let next = self.blocks.get(i + 1).map_or(Tag::Break, |b| b.tag);
        let (tag, next) = (block.tag, block.next.unwrap_or(next));
        let (end, unknown) = (block.at + block.quads, block.unknown);
        let statements = block.statements.clone();
        let mut errors = Vec::new();
        let labels = |name: Cursor<'_>| self.target(name, end);
        let mut each = |read: &mut dyn FnMut(Cursor<'_>) -> Parsed<()>| {
            for statement in &statements {
                if let Err(e) = read(statement.text) {
                    errors.push(e.in_line(statement.line));
                }
            }
        };
        let body = if tag.alu_quads().is_some() {
            let mut alu = AluBundle {
                unknown,
                ..AluBundle::default()
            };
            each(&mut |text| alu_instruction(&mut alu, text, &labels));
            Body::Alu(Box::new(alu))
        } else if tag == Tag::LoadStore {
            let nop = LoadStore::from_bits([LoadStore::NOP, 0]);
            let mut words = Vec::new();
            each(&mut |text| match words.len() {
                2 => text.refuse("a bundle has at most two load/store instructions", ""),
                _ => word::read(text).map(|w: LoadStore| words.push(w)),
            });
            Body::LoadStore([0, 1].map(|i| words.get(i).copied().unwrap_or(nop)))
        } else {
            let mut texture = None;
            each(&mut |text| match texture {
                Some(_) => text.refuse("a bundle has one texture instruction", ""),
                None => word::read(text).map(|t| texture = Some(t)),
            });
            match texture {
                Some(texture) => Body::Texture(texture),
                None => {
                    let head = self.blocks[i].head;
                    if errors.is_empty() {
                        let missing: Parsed<()> =
                            head.text.refuse("expected a texture instruction", "");
                        self.note(missing, head.line);
                    }
                    self.errors.extend(errors);
                    return None;
                }
            }
        };
        let room = MAX_ERRORS.saturating_sub(self.errors.len());
        self.errors.extend(errors.into_iter().take(room));
        Some(encode(&Bundle { tag, next, body }))
    }

    /// The offset of a label from the end of a bundle, and its tag.
    fn target(&self, name: Cursor<'_>, end: usize) -> Parsed<(i32, Tag)> {
        let block = self.by_label.get(name.text).map(|&i| self.blocks.get(i));
        match block {
            Some(Some(block)) => {
                let offset = block.at as i64 - end as i64;
                Ok((i32::try_from(offset).unwrap_or(i32::MAX), block.tag))
            }
            Some(None) => name.refuse("there is no bundle after this label", ""),
            None => {
                let labels = self.labels.iter().take(MAX_SUGGESTIONS);
                let help = meant(name.text, labels.map(|(l, _)| *l));
                name.refuse(format!("unknown label `{}`", name.text), &help)
            }
        }
    }
}

/// Reads the head of a bundle, or `.word`.
fn head(statement: Statement<'_>) -> Parsed<Block<'_>> {
    let mut rest = statement.text;
    let name = rest.take_while(|c| !c.is_ascii_whitespace() && c != '{');
    let mut block = Block {
        head: statement,
        raw: None,
        tag: Tag::Invalid,
        next: None,
        unknown: 0,
        statements: Vec::new(),
        at: 0,
        quads: 1,
    };
    if name.text == ".word" {
        let mut quad = [0; 4];
        for word in &mut quad {
            *word = rest.operand("four words")?.number(32)? as u32;
        }
        rest.end()?;
        block.raw = Some(quad);
        block.tag = Tag::of(quad[0]);
        return Ok(block);
    }
    block.tag = match name.text {
        // The size is not known yet.
        "alu" => Tag::Alu4,
        "aluw" => Tag::Alu4Writeout,
        _ => read_tag(name)?,
    };
    if block.tag.alu_quads().is_none() && !block.tag.is_texture() && block.tag != Tag::LoadStore {
        return name.refuse(
            format!("no instructions have the tag `{}`", name.text),
            "`.word` and four words",
        );
    }
    rest.skip_spaces();
    if rest.take("->") {
        rest.skip_spaces();
        let tag = rest.take_while(|c| !c.is_ascii_whitespace() && c != '{');
        block.next = Some(read_tag(tag)?);
        rest.skip_spaces();
    }
    if rest.text.starts_with('{') && block.tag.alu_quads().is_some() {
        let mut bits = [0];
        word::braces(rest, &[&CONTROL], &mut bits)?;
        block.unknown = bits[0] as u32;
        if unknown_bits(block.unknown) != block.unknown {
            return rest.refuse("this field follows from the instructions", "");
        }
        return Ok(block);
    }
    rest.end()?;
    Ok(block)
}

/// The first word of an ALU statement, and the half-words of its instruction.
fn kind(text: Cursor<'_>) -> Option<(&'static str, usize)> {
    let name = text.text.split(['.', ' ', '\t']).next()?;
    let parts = PARTS.iter().map(|part| (part.name, part.halves));
    let mut kinds = parts.chain([("uconstants", 0)]);
    kinds.find(|kind| kind.0 == name)
}

impl Block<'_> {
    /// Sets the number of quadwords, and compares it with the tag.
    fn size(&mut self) -> Parsed<()> {
        let (Some(stated), None) = (self.tag.alu_quads(), self.raw) else {
            return Ok(());
        };
        let kinds = self.statements.iter().filter_map(|s| kind(s.text));
        let (mut halves, mut constants) = (2, 0);
        for (name, size) in kinds {
            halves += size;
            constants |= usize::from(name == "uconstants");
        }
        let quads = usize::div_ceil(halves, 8) + constants;
        let name = self
            .head
            .text
            .text
            .split([' ', '\t', '{'])
            .next()
            .unwrap_or("");
        if quads > 4 {
            let text = self.head.text;
            return text.refuse("the instructions are longer than four quadwords", "");
        }
        let tag = self.tag.with_quads(quads);
        if name.contains('/') && quads != stated {
            let plural = if quads == 1 { "" } else { "s" };
            return self.head.text.refuse(
                format!("the instructions take {quads} quadword{plural}"),
                &format!("`{}`", tag.name()),
            );
        }
        self.tag = tag;
        self.quads = quads;
        Ok(())
    }
}

/// Puts a value into an empty place.
fn place<T>(slot: &mut Option<T>, value: T, text: Cursor<'_>) -> Parsed<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => {
            let name = kind(text).map_or("", |k| k.0);
            text.refuse(format!("the bundle has two of `{name}`"), "")
        }
    }
}

/// Reads an instruction of an ALU bundle.
fn alu_instruction(alu: &mut AluBundle, text: Cursor<'_>, labels: &Labels<'_>) -> Parsed<()> {
    let Some((name, _)) = kind(text) else {
        let mut rest = text;
        let name = rest.take_while(is_name);
        let help = "vmul, sadd, vadd, smul, lut, br, brx or uconstants";
        return name.refuse(format!("`{}` is not a unit", name.text), help);
    };
    let mut rest = text;
    rest.split(name.len());
    match Unit::ALL.iter().find(|u| u.name() == name) {
        Some(unit) => {
            if !rest.take(".") {
                return text.refuse("expected an operation", "as in `vmul.FMUL.f32`");
            }
            match unit {
                Unit::Vmul => place(&mut alu.vmul, word::read::<Vector>(rest)?, text),
                Unit::Vadd => place(&mut alu.vadd, word::read::<Vector>(rest)?, text),
                Unit::Lut => place(&mut alu.lut, word::read::<Vector>(rest)?, text),
                Unit::Sadd => place(&mut alu.sadd, word::read::<Scalar>(rest)?, text),
                Unit::Smul => place(&mut alu.smul, word::read::<Scalar>(rest)?, text),
            }
        }
        None if name == "br" => place(&mut alu.branch, Compact::read_with(text, labels)?, text),
        None if name == "brx" => place(&mut alu.extended, Branch::read_with(text, labels)?, text),
        None => {
            let mut words = [0; 4];
            for word in &mut words {
                *word = rest.operand("four words")?.number(32)? as u32;
            }
            rest.end()?;
            place(&mut alu.constants, words, text)
        }
    }
}
