//! The packet and the instructions, as rows, with the text form and the decoder that read them.

use tilescope_tables::list::{Emitter, Given, Language, Parsed, Parser, Span, Stop, did_you_mean};
use tilescope_tables::listing::{ListingLine, Options, data, layout_line};
use tilescope_tables::packet::Layout;
use tilescope_tables::{Confidence, Source, layout};

const DEMO: Source = Source {
    text: "docs/adding-a-family.md",
    confidence: Confidence::Documented,
};

layout! {
    pub mod triangle = "TRIANGLE", 25, DEMO, "Draws a triangle to a linear surface of 32-bit pixels.";
    INSTRUCTIONS, "instructions", 0, 8, Uint, "", "Instructions of the shader.";
    WIDTH, "width", 8, 16, Uint, "pixels", "Width of the target.";
    HEIGHT, "height", 24, 16, Uint, "pixels", "Height of the target.";
    TARGET, "target", 40, 32, Address(0), "", "Pixels of the target: red, green, blue, alpha.";
    SHADER, "shader", 72, 32, Address(0), "", "The shader.";
    X0, "x0", 104, 16, Int, "1/16 pixel", "Column of the first corner.";
    Y0, "y0", 120, 16, Int, "1/16 pixel", "Row of the first corner.";
    X1, "x1", 136, 16, Int, "1/16 pixel", "Column of the second corner.";
    Y1, "y1", 152, 16, Int, "1/16 pixel", "Row of the second corner.";
    X2, "x2", 168, 16, Int, "1/16 pixel", "Column of the third corner.";
    Y2, "y2", 184, 16, Int, "1/16 pixel", "Row of the third corner.";
}
layout! {
    pub mod set = "SET", 7, DEMO, "A register becomes a number.";
    D, "d", 0, 3, Uint, "", "The register.";
    RESERVED, "reserved", 3, 21, Reserved, "", "Zero.";
    VALUE, "value", 24, 32, Float32, "", "The number.";
}
layout! {
    pub mod place = "PLACE", 7, DEMO, "A register becomes the column or row of the pixel, as a fraction of the target.";
    D, "d", 0, 3, Uint, "", "The register.";
    ROW, "row", 3, 1, Bool, "", "The row.";
    RESERVED, "reserved", 4, 52, Reserved, "", "Zero.";
}
layout! {
    pub mod add = "ADD", 7, DEMO, "d = a + b";
    D, "d", 0, 3, Uint, "", "The sum.";
    A, "a", 3, 3, Uint, "", "The first operand.";
    B, "b", 6, 3, Uint, "", "The second operand.";
    RESERVED, "reserved", 9, 47, Reserved, "", "Zero.";
}
layout! {
    pub mod mul = "MUL", 7, DEMO, "d = a * b";
    D, "d", 0, 3, Uint, "", "The product.";
    A, "a", 3, 3, Uint, "", "The first operand.";
    B, "b", 6, 3, Uint, "", "The second operand.";
    RESERVED, "reserved", 9, 47, Reserved, "", "Zero.";
}
layout! {
    pub mod out = "OUT", 7, DEMO, "Draws the pixel.";
    R, "r", 0, 3, Uint, "", "The register of red.";
    G, "g", 3, 3, Uint, "", "The register of green.";
    B, "b", 6, 3, Uint, "", "The register of blue.";
    RESERVED, "reserved", 9, 47, Reserved, "", "Zero.";
}
layout! {
    pub mod end = "END", 7, DEMO, "The program ends.";
    RESERVED, "reserved", 0, 56, Reserved, "", "Zero.";
}

/// A packet or an instruction: an opcode, and the bytes after it.
#[derive(Debug)]
pub struct Row {
    /// The first byte.
    pub opcode: u8,
    /// The fields of the other bytes.
    pub payload: &'static Layout,
}

impl Row {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.payload.name
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        1 + usize::from(self.payload.size)
    }
}

/// The packets.
pub static PACKETS: [Row; 1] = [row(0x81, &triangle::LAYOUT)];
/// The instructions.
pub static INSTRUCTIONS: [Row; 6] = [
    row(1, &set::LAYOUT),
    row(2, &place::LAYOUT),
    row(3, &add::LAYOUT),
    row(4, &mul::LAYOUT),
    row(5, &out::LAYOUT),
    row(6, &end::LAYOUT),
];

const fn row(opcode: u8, payload: &'static Layout) -> Row {
    Row { opcode, payload }
}

/// Bytes of an instruction.
pub const INSTRUCTION: usize = 8;

/// The row of the first element of `bytes`, if it is known and complete.
pub fn first(rows: &'static [Row], bytes: &[u8]) -> Option<&'static Row> {
    let row = rows.iter().find(|row| bytes.first() == Some(&row.opcode))?;
    (bytes.len() >= row.size()).then_some(row)
}

/// All bytes as lines; bytes without a row are data.
pub fn lines(
    rows: &'static [Row],
    bytes: &[u8],
    base: u64,
    options: &Options<'_>,
) -> Vec<ListingLine> {
    let mut lines = Vec::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let line = match first(rows, rest) {
            Some(row) => ListingLine {
                len: row.size() as u32,
                ..layout_line(row.payload, &rest[1..], at, base, options)
            },
            None => ListingLine {
                offset: at as u32,
                address: base + at as u64,
                len: 1,
                text: data(&rest[..1]),
                ..ListingLine::default()
            },
        };
        at += line.len as usize;
        lines.push(line);
    }
    lines
}

/// The text form: a statement names a row, and its fields in any order.
pub struct Text;

impl Language for Text {
    type Own<'a> = (&'static Row, Vec<(usize, Given<'a>)>);
    type State = ();
    const STATEMENTS: &'static str = "a packet, instruction";
    const DIRECTIVES: &'static [&'static str] = &[];

    fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Self::Own<'a>> {
        let rows = || PACKETS.iter().chain(&INSTRUCTIONS);
        match rows().find(|row| row.name() == name) {
            Some(row) => Ok((row, parser.fields(row.payload, span)?)),
            None => {
                let help = did_you_mean(name, rows().map(Row::name));
                parser.fail(span, format!("unknown statement `{name}`"), help)
            }
        }
    }

    fn directive<'a>(_: &mut Parser<'_, 'a>, _: &str) -> Option<Parsed<Self::Own<'a>>> {
        None
    }

    fn emit(
        (row, given): &Self::Own<'_>,
        _: Span,
        to: &mut Emitter<'_>,
        (): &mut (),
    ) -> Result<(), Stop> {
        to.bytes().push(row.opcode);
        let bytes = to.fields(row.payload, given);
        to.bytes().extend_from_slice(&bytes);
        Ok(())
    }
}
