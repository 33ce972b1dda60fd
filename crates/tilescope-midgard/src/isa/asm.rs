//! The assembler.
//!
//! A line is the head of a bundle, an instruction of the bundle above it, or
//! `.word` and four words. The head is the tag, then `-> tag` if the next bundle
//! has another tag than the one below, then unknown bits of an ALU bundle in
//! braces. The heads `alu` and `aluw` stand for the tag of the right size. Labels
//! end with a colon, comments begin with `;` or `//`.

use super::alu::Unit;
use super::branch::{Branch, Labels, read_tag};
use super::bundle::{AluBundle, Body, Bundle, Quad, encode};
use super::control::{CONTROL, PARTS, unknown_bits};
use super::ldst::LoadStore;
use super::tag::{TAG, Tag};
use super::texture::Texture;
use tilescope_tables::asm::{self, Cursor, Parsed, is_name, only_ascii, without_comment, word};
use tilescope_tables::text::MAX_ERRORS;
use tilescope_tables::word::Word;
use tilescope_tables::{SourceMap, TextError};

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
    /// Labels, by the index of a block.
    labels: asm::Labels<'s>,
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
    for (line, number) in source.lines().zip(1..) {
        if let Err(e) = p.line(line, number) {
            p.errors.push(e.in_line(number));
        }
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
    fn line(&mut self, line: &'s str, number: u32) -> Parsed<()> {
        let code = without_comment(line, &[";", "//"]);
        only_ascii(code)?;
        let mut rest = Cursor::new(code);
        let next = self.blocks.len() as u32;
        let duplicate = |name: &str| format!("duplicate label `{name}`");
        self.labels.take(&mut rest, next, duplicate)?;
        let rest = rest.trimmed();
        if rest.is_empty() {
            return Ok(());
        }
        let statement = Statement {
            line: number,
            text: rest,
        };
        let open = self.blocks.last_mut().filter(|b| b.raw.is_none());
        match open.filter(|_| is_instruction(rest.text)) {
            None => self.blocks.push(head(statement)?),
            Some(_) if self.labels.in_order().last().is_some_and(|l| l.1 == next) => {
                return rest.refuse(
                    "a label names a bundle, not an instruction",
                    "put it before the head of the bundle",
                );
            }
            Some(block) => block.statements.push(statement),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Assembled, Vec<TextError>> {
        let mut at = 0;
        for block in &mut self.blocks {
            if let Err(e) = block.size() {
                self.errors.push(e.in_line(block.head.line));
            }
            block.at = at;
            at += block.quads;
        }
        let mut out = Assembled::default();
        // After an error the places of labels may be wrong: further errors would
        // be noise.
        let complete = self.errors.is_empty();
        for i in 0..if complete { self.blocks.len() } else { 0 } {
            let block = &self.blocks[i];
            let head = block.head;
            out.map
                .begin((block.at * 16) as u32, head.text.at().span(head.line));
            match self.block(i) {
                Ok(quads) => out.quads.extend(quads),
                Err(errors) => self.errors.extend(errors),
            }
        }
        if !self.errors.is_empty() {
            self.errors.truncate(MAX_ERRORS);
            self.errors.sort_by_key(|e| e.line);
            return Err(self.errors);
        }
        let quad = |block: u32| self.blocks.get(block as usize).map_or(at, |b| b.at) as u32;
        let labels = self.labels.in_order().iter();
        out.labels = labels.map(|(n, b)| (n.clone(), quad(*b))).collect();
        Ok(out)
    }

    /// The quadwords of a bundle.
    fn block(&self, i: usize) -> Result<Vec<Quad>, Vec<TextError>> {
        let block = &self.blocks[i];
        if let Some(quad) = block.raw {
            return Ok(vec![quad]);
        }
        let next = self.blocks.get(i + 1).map_or(Tag::Break, |b| b.tag);
        let (tag, next) = (block.tag, block.next.unwrap_or(next));
        let labels = |name: Cursor<'_>| self.target(name, block.at + block.quads);
        let mut alu = AluBundle {
            unknown: block.unknown,
            ..AluBundle::default()
        };
        let (mut words, mut texture) = (Vec::new(), None);
        let mut errors = Vec::new();
        for statement in &block.statements {
            let text = statement.text;
            let read = match tag {
                _ if tag.alu_quads().is_some() => alu_instruction(&mut alu, text, &labels),
                Tag::LoadStore if words.len() == 2 => {
                    text.refuse("a bundle has at most two load/store instructions", "")
                }
                Tag::LoadStore => word::read(text).map(|w: LoadStore| words.push(w)),
                _ if texture.is_some() => text.refuse("a bundle has one texture instruction", ""),
                _ => word::read(text).map(|t: Texture| texture = Some(t)),
            };
            errors.extend(read.err().map(|e| e.in_line(statement.line)));
        }
        let body = match (tag, texture) {
            _ if tag.alu_quads().is_some() => Body::Alu(Box::new(alu)),
            (Tag::LoadStore, _) => {
                let nop = LoadStore::from_bits([LoadStore::NOP, 0]);
                Body::LoadStore([0, 1].map(|i| words.get(i).copied().unwrap_or(nop)))
            }
            (_, Some(texture)) => Body::Texture(texture),
            (_, None) => {
                let missing: Parsed<()> =
                    block.head.text.refuse("expected a texture instruction", "");
                let missing = missing.err().filter(|_| errors.is_empty());
                errors.extend(missing.map(|e| e.in_line(block.head.line)));
                return Err(errors);
            }
        };
        match errors.is_empty() {
            true => Ok(encode(&Bundle { tag, next, body })),
            false => Err(errors),
        }
    }

    /// The offset of a label from the end of a bundle, and its tag.
    fn target(&self, name: Cursor<'_>, end: usize) -> Parsed<(i32, Tag)> {
        let Some(block) = self.labels.find(name.text) else {
            let help = self.labels.meant(name.text);
            return name.refuse(format!("unknown label `{}`", name.text), &help);
        };
        let Some(block) = self.blocks.get(block as usize) else {
            return name.refuse("there is no bundle after this label", "");
        };
        let offset = block.at as i64 - end as i64;
        Ok((i32::try_from(offset).unwrap_or(i32::MAX), block.tag))
    }
}

/// Reads the rest of a line: the words of a quadword.
fn four_words(mut rest: Cursor<'_>) -> Parsed<Quad> {
    let mut quad = [0; 4];
    for word in &mut quad {
        *word = rest.operand("four words")?.number(32)? as u32;
    }
    rest.end()?;
    Ok(quad)
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
        let quad = four_words(rest)?;
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
    let parts = PARTS.iter().map(|part| (part.name, part.halves()));
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
        let name = self.head.text.text.split([' ', '\t', '{']).next();
        let states_size = name.is_some_and(|name| name.contains('/'));
        if quads > 4 {
            let text = self.head.text;
            return text.refuse("the instructions are longer than four quadwords", "");
        }
        let tag = self.tag.with_quads(quads);
        if states_size && quads != stated {
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
    if Unit::ALL.iter().any(|unit| unit.name() == name) && !rest.take(".") {
        return text.refuse("expected an operation", "as in `vmul.FMUL.f32`");
    }
    match name {
        "vmul" => place(&mut alu.vmul, word::read(rest)?, text),
        "sadd" => place(&mut alu.sadd, word::read(rest)?, text),
        "vadd" => place(&mut alu.vadd, word::read(rest)?, text),
        "smul" => place(&mut alu.smul, word::read(rest)?, text),
        "lut" => place(&mut alu.lut, word::read(rest)?, text),
        "br" => {
            let branch = Branch::read_with(text, true, labels)?;
            place(&mut alu.branch, branch, text)
        }
        "brx" => {
            let branch = Branch::read_with(text, false, labels)?;
            place(&mut alu.extended, branch, text)
        }
        _ => place(&mut alu.constants, four_words(rest)?, text),
    }
}
