//! Decoding is total, and text round-trips.

use tilescope_vc4::check::{Options as CheckOptions, Stage, Threads, check_program};
use tilescope_vc4::cmd::describe::{describe, render_all};
use tilescope_vc4::cmd::parse::{Elements, packet_at};
use tilescope_vc4::cmd::text::{Addresses, Options, assemble, disassemble, to_source};
use tilescope_vc4::isa::{self, Inst};
use tilescope_vc4::qpu::Program;
use tilescope_vc4::qpu::quirks::QpuQuirks;
use tilescope_vc4::records::{Attribute, GlShaderRecord, NvShaderRecord, VgShaderRecord};

use super::source::Bytes;

/// True if the bytes are a whole list.
pub fn decode_never_panics(data: &[u8]) -> bool {
    let base = 0xffff_fff0;
    let lines = describe(data, base, &Options::default());
    let total: u64 = lines.iter().map(|l| u64::from(l.len)).sum();
    assert_eq!(total, data.len() as u64, "every byte is in one line");
    let _ = render_all(&lines, data, Addresses::Relative);
    let elements = Elements::new(data, base).take(data.len() + 1).count();
    assert!(elements <= data.len(), "every element has bytes");
    let mut at = 0;
    while let Ok((packet, _, len)) = packet_at(&data[at..]) {
        let mut again = Vec::new();
        packet.encode(&mut again);
        assert_eq!(again.len(), len);
        at += len;
    }
    let words = data
        .chunks_exact(8)
        .map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()));
    let words: Vec<u64> = words.collect();
    let lines = isa::disassemble_program(&words, base);
    assert_eq!(lines.len(), words.len());
    let _ = Program::new(&words, base, QpuQuirks::DEFAULT);
    at == data.len()
}

/// Any bytes disassemble to text that assembles to them.
pub fn cl_text_round_trips(data: &[u8]) -> bool {
    let source = to_source(&disassemble(data, 0x1000, &Options::default()));
    match assemble(&source, &|_| None) {
        Ok(list) => assert_eq!(list.bytes, data, "{source}"),
        Err(errors) => panic!("{}", errors[0].render("list", &source)),
    }
    // Any text assembles to a list or gives errors.
    let _ = assemble(&String::from_utf8_lossy(data), &|_| None);
    true
}

/// Any words disassemble to text that assembles to them.
pub fn qpu_text_round_trips(data: &[u8]) -> bool {
    let words = data
        .chunks_exact(8)
        .map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()));
    for word in words {
        let text = isa::disassemble(Inst(word));
        match isa::assemble(&text, &|_| None) {
            Ok(a) => assert_eq!(a.words, [word], "{text}"),
            Err(e) => panic!("{word:#018x} `{text}`: {}", e[0].message),
        }
    }
    let _ = isa::assemble(&String::from_utf8_lossy(data), &|_| None);
    true
}

/// The checker accepts any program. Returns true if it finds nothing.
pub fn checker_never_panics(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let stage = bytes.pick(&[
        Stage::Coordinate,
        Stage::Vertex,
        Stage::Fragment(Threads::One),
        Stage::Fragment(Threads::Two),
        Stage::User,
    ]);
    let base = bytes.pick(&[None, Some(0), Some(0x1000_0000), Some(0xffff_ff00)]);
    let start = bytes.nasty();
    let words = bytes.rest().chunks_exact(8);
    let words: Vec<u64> = words
        .map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()))
        .collect();
    let clean = check_program(&words, stage, CheckOptions { start: 0, base });
    check_program(&words, stage, CheckOptions { start, base });
    clean.violations.is_empty()
}

/// Records decode from any bytes of sufficient length, and encode to the same length.
pub fn records_never_panic(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let (attributes, extended) = (bytes.u8(), bytes.once_in(2));
    let rest = bytes.rest();
    let gl = GlShaderRecord::decode(rest, attributes, extended);
    if let Ok(r) = &gl {
        let again = GlShaderRecord::decode(&r.encode(extended), r.attributes.len() as u8, extended);
        assert_eq!(again.as_ref(), Ok(r));
    }
    if let Ok(r) = NvShaderRecord::decode(rest) {
        assert_eq!(NvShaderRecord::decode(&r.encode()), Ok(r));
    }
    if let Ok(r) = VgShaderRecord::decode(rest) {
        assert_eq!(VgShaderRecord::decode(&r.encode()), Ok(r));
    }
    if let Ok(r) = Attribute::decode(rest) {
        assert_eq!(Attribute::decode(&r.encode()), Ok(r));
    }
    gl.is_ok()
}
