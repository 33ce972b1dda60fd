//! The statements of control lists: packets, records and compressed primitives.

use crate::cmd::compressed::Encoder;
use crate::packets::{self, ListPrimitive, Packet};
use crate::records;
use tilescope_tables::list::{
    Emitter, Expr, Given, Language, Parsed, Parser, Span, Stop, did_you_mean,
};
use tilescope_tables::packet::Layout;

/// A compressed primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Point,
    Line,
    Triangle,
    Rht,
    End,
    Branch,
    /// `.item`: literal bytes.
    Raw,
}

impl ItemKind {
    const NAMES: [(&'static str, ItemKind, usize); 6] = [
        ("POINT", ItemKind::Point, 1),
        ("LINE", ItemKind::Line, 2),
        ("TRIANGLE", ItemKind::Triangle, 3),
        ("RHT", ItemKind::Rht, 2),
        ("END", ItemKind::End, 0),
        ("LIST_BRANCH", ItemKind::Branch, 1),
    ];
}

/// Control lists as a language.
pub(super) struct ControlLists;

/// A statement of control lists.
pub(super) enum Statement<'a> {
    /// A packet or a record: opcode, layout, and for each given field its index in
    /// `fields` and its value.
    Fields(Option<u8>, &'static Layout, Vec<(usize, Given<'a>)>),
    Item(ItemKind, Vec<Expr<'a>>),
}

impl Language for ControlLists {
    type Own<'a> = Statement<'a>;
    type State = Encoder;
    const STATEMENTS: &'static str = "a packet, record";
    const DIRECTIVES: &'static [&'static str] = &[".item"];

    fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Statement<'a>> {
        let item = ItemKind::NAMES
            .iter()
            .find(|n| n.0.eq_ignore_ascii_case(name));
        if let Some(&(_, kind, count)) = item {
            let values = parser.values(count, name, span)?;
            return Ok(Statement::Item(kind, values));
        }
        if let Some(row) = packets::find_by_name(name) {
            let given = parser.fields(row.payload, span)?;
            return Ok(Statement::Fields(Some(row.opcode), row.payload, given));
        }
        if let Some(layout) = records::find_by_name(name) {
            let given = parser.fields(layout, span)?;
            return Ok(Statement::Fields(None, layout, given));
        }
        let known = packets::PACKETS
            .iter()
            .map(|r| r.name())
            .chain(records::RECORDS.iter().map(|r| r.name))
            .chain(ItemKind::NAMES.iter().map(|n| n.0));
        let help = did_you_mean(name, known);
        parser.fail(span, format!("unknown packet `{name}`"), help)
    }

    fn directive<'a>(parser: &mut Parser<'_, 'a>, name: &str) -> Option<Parsed<Statement<'a>>> {
        (name == "item").then(|| {
            let bytes = parser.list()?;
            for byte in &bytes {
                parser.must_be_constant(byte)?;
            }
            Ok(Statement::Item(ItemKind::Raw, bytes))
        })
    }

    fn emit(
        own: &Statement<'_>,
        span: Span,
        to: &mut Emitter<'_>,
        encoder: &mut Encoder,
    ) -> Result<(), Stop> {
        match own {
            Statement::Fields(opcode, layout, given) => {
                to.bytes().extend(*opcode);
                let bytes = to.fields(layout, given);
                if let Some(opcode) = *opcode {
                    let packet = Packet::decode(opcode, &bytes);
                    if let Some(Packet::PrimitiveListFormat { data, prim }) = packet {
                        *encoder = Encoder::new(prim, data);
                    }
                }
                to.bytes().extend_from_slice(&bytes);
            }
            Statement::Item(kind, values) => item(*kind, values, span, to, encoder),
        }
        Ok(())
    }
}

fn item(
    kind: ItemKind,
    values: &[Expr<'_>],
    span: Span,
    to: &mut Emitter<'_>,
    encoder: &mut Encoder,
) {
    let most = match kind {
        ItemKind::Raw => 0..=0xff,
        ItemKind::Branch => -0x8000..=0x7fff,
        _ => 0..=0xffff,
    };
    let mut numbers = Vec::new();
    for expr in values {
        match to.whole(expr) {
            Some(n) if most.contains(&n) => numbers.push(n),
            Some(n) => to.error(
                expr.span,
                format!("{n} is not {} to {}", most.start(), most.end()),
            ),
            None => {}
        }
    }
    if numbers.len() != values.len() {
        return;
    }
    let index = |i: usize| numbers.get(i).map_or(0, |&n| n as u16);
    let out = to.bytes();
    let encoded = match kind {
        ItemKind::Point => encoder.point(index(0), out),
        ItemKind::Line | ItemKind::Rht
            if (encoder.primitive() == ListPrimitive::Rht) != (kind == ItemKind::Rht) =>
        {
            false
        }
        ItemKind::Line | ItemKind::Rht => encoder.line([index(0), index(1)], out),
        ItemKind::Triangle => encoder.triangle([index(0), index(1), index(2)], out),
        ItemKind::End => {
            Encoder::end(out);
            true
        }
        ItemKind::Branch => {
            Encoder::branch(index(0) as i16, out);
            true
        }
        ItemKind::Raw => {
            let bytes: Vec<u8> = numbers.iter().map(|&n| n as u8).collect();
            encoder.raw(&bytes, out).is_some()
        }
    };
    if !encoded {
        let (message, help) = if kind == ItemKind::Raw {
            ("these bytes are not a single item of the list", None)
        } else {
            (
                "the primitive does not match the format of the list",
                Some("PRIMITIVE_LIST_FORMAT sets the format; the default is triangles with 16-bit indices".to_string()),
            )
        };
        to.report(span, message, help);
    }
}
