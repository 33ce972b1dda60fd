//! Packets, records and their text against pairs from other projects
//! (`tests/packets/vc4`; each line or file states its source).

use tilescope_vc4::cmd::describe;
use tilescope_vc4::cmd::parse::packet_at;
use tilescope_vc4::cmd::text::{
    Addresses, Options, assemble, disassemble, record_lines, to_source,
};
use tilescope_vc4::packets::{PACKETS, Packet};
use tilescope_vc4::records::{Attribute, GlShaderRecord, VertexStage};

fn data(name: &str) -> String {
    let path = format!(
        "{}/../../tests/packets/vc4/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|b| u8::from_str_radix(b, 16).unwrap())
        .collect()
}

fn bytes_of(source: &str) -> Vec<u8> {
    match assemble(source, &|_| None) {
        Ok(list) => list.bytes,
        Err(errors) => panic!("{}", errors[0].render("golden", source)),
    }
}

#[test]
fn packets_match_the_goldens() {
    let mut seen = Vec::new();
    for line in data("packets.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (bytes, rest) = line.split_once('|').expect("bytes | text ; source");
        let (text, source) = rest.split_once("; source: ").expect("a source");
        let (bytes, text) = (hex(bytes), text.trim());
        let kind = source.split_whitespace().next().unwrap_or_default();
        assert!(["hardware", "mesa", "spec"].contains(&kind), "{line}");
        let lines = disassemble(&bytes, 0, &Options::default());
        assert_eq!(lines.len(), 1, "{line}");
        assert_eq!(lines[0].text, text);
        assert_eq!(bytes_of(text), bytes, "{text}");
        let (packet, raw, len) = packet_at(&bytes).unwrap();
        assert_eq!(len, bytes.len(), "{text}");
        assert!(text.starts_with(raw.name()), "{text}");
        let mut again = Vec::new();
        packet.encode(&mut again);
        assert_eq!(again, bytes, "{text}");
        seen.push(raw.opcode());
    }
    // The compressed primitive packets are tested elsewhere, with their items.
    for row in PACKETS {
        assert!(
            seen.contains(&row.opcode) || [48, 49].contains(&row.opcode),
            "{} has no golden",
            row.name()
        );
    }
}

#[test]
fn fields_match_mesa() {
    let mut lines = 0;
    for line in data("mesa_pack.txt")
        .lines()
        .filter(|l| !l.starts_with('#'))
    {
        let (bytes, text) = line.split_once('|').expect("bytes | text");
        assert_eq!(bytes_of(text), hex(bytes), "{text}");
        lines += 1;
    }
    assert_eq!(lines, 94);
}

#[test]
fn the_shader_record_of_the_seed() {
    let file = data("gl_shader_record.txt");
    let (bytes, text) = file.split_once("----\n").unwrap();
    let bytes: Vec<u8> = bytes
        .lines()
        .filter(|l| !l.starts_with('#'))
        .flat_map(hex)
        .collect();
    let lines = record_lines(&bytes, 0x4044_1500, 2, false, &Options::default()).unwrap();
    assert_eq!(to_source(&lines), text);
    assert_eq!(bytes_of(text), bytes);

    let record = GlShaderRecord::decode(&bytes, 2, false).unwrap();
    let array = |address, size| Attribute {
        address,
        size,
        stride: 0x28,
        ..Attribute::default()
    };
    assert_eq!(
        record,
        GlShaderRecord {
            fs_single_thread: true,
            enable_clipping: true,
            fs_varyings: 3,
            fs_code_address: 0x4041_05b0,
            vertex: VertexStage {
                attributes: 2,
                attributes_size: 0x18,
                code_address: 0x4041_0758,
                ..VertexStage::default()
            },
            coordinate: VertexStage {
                attributes: 1,
                attributes_size: 0x1c,
                code_address: 0x4041_0628,
                ..VertexStage::default()
            },
            attributes: vec![array(0x4041_06e0, 0x1c), array(0x4041_06f0, 0x18)],
            ..GlShaderRecord::default()
        }
    );
    assert_eq!(record.encode(false), bytes);
    for short in 0..bytes.len() {
        assert!(GlShaderRecord::decode(&bytes[..short], 2, false).is_err());
    }
}

/// The list as the published demo builds it, field by field.
fn demo_render_list(frame: u32, tile_alloc: u32) -> Vec<u8> {
    let mut out = vec![114];
    out.extend([0, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0]);
    out.push(113);
    out.extend(frame.to_le_bytes());
    out.extend(640u16.to_le_bytes());
    out.extend(480u16.to_le_bytes());
    out.extend((1u16 << 2).to_le_bytes());
    out.extend([115, 0, 0]);
    out.extend([28, 0, 0, 0, 0, 0, 0]);
    for y in 0..8u8 {
        for x in 0..10u8 {
            out.extend([115, x, y]);
            if (x, y) == (0, 0) {
                out.push(8);
            }
            out.push(17);
            let tile = u32::from(y) * 10 + u32::from(x);
            out.extend((tile_alloc + tile * 32).to_le_bytes());
            out.push(24);
        }
    }
    *out.last_mut().unwrap() = 25;
    out
}

#[test]
fn the_render_list_of_the_demos_takes_a_few_lines() {
    let source = data("render_list.cl");
    let symbols = |name: &str| match name {
        "frame" => Some(0x3c10_0000),
        "tile_alloc" => Some(0x4044_0000),
        _ => None,
    };
    let list = assemble(&source, &symbols).unwrap();
    assert_eq!(list.bytes, demo_render_list(0x3c10_0000, 0x4044_0000));
    assert_eq!(list.line_of(0), Some(3));
    let last = list.bytes.len() as u32 - 1;
    let line = list.line_of(last).unwrap() as usize;
    assert!(source.lines().nth(line - 1).unwrap().contains("AND_EOF"));
}

#[test]
fn errors_match_the_goldens() {
    let file = data("errors.txt");
    let cases: String = file.lines().skip(2).map(|l| format!("{l}\n")).collect();
    let symbols = |name: &str| match name {
        "record" => Some(0x1000),
        "." => Some(0),
        _ => None,
    };
    for case in cases.split("====\n") {
        let (source, expected) = case.split_once("----\n").unwrap();
        match assemble(source, &symbols) {
            Ok(_) => panic!("assembles:\n{source}"),
            Err(errors) => {
                let all: String = errors.iter().map(|e| e.render("list.cl", source)).collect();
                assert_eq!(all, expected, "\n{all}");
            }
        }
    }
}

#[test]
fn listings_point_at_fields() {
    let bytes = hex("66 00 00 00 00 80 02 e0 01  09  73 01 02");
    let lines = describe::describe(&bytes, 0x1000, &Options::default());
    let pad = |text: &str| format!("{text:w$}", w = describe::TEXT_COLUMN);
    assert_eq!(
        describe::render_all(&lines, &bytes, Addresses::Absolute),
        [
            pad("00001000  66 00 00 00 00 80 02 e0 01"),
            "CLIP_WINDOW left=0 px, bottom=0 px, width=640 px, height=480 px\n".to_string(),
            pad("00001009  09"),
            ".u8 0x09  # not a packet\n".to_string(),
            pad("0000100a  73 01 02"),
            "TILE_COORDINATES column=1, row=2\n".to_string(),
        ]
        .concat()
    );
    assert_eq!(
        describe::render(&lines[2], &bytes, Addresses::Relative),
        pad("+000000a  73 01 02") + "TILE_COORDINATES column=1, row=2"
    );
    let width = lines[0].fields.iter().find(|f| f.lo == 32).unwrap();
    let text: String = lines[0]
        .text
        .chars()
        .skip(width.column as usize)
        .take(width.len as usize)
        .collect();
    assert_eq!(text, "width=640 px");
}

#[test]
fn repeated_bytes_become_one_line() {
    let mut bytes = vec![4];
    bytes.extend([0; 4000]);
    bytes.extend([9; 20]);
    let lines = disassemble(&bytes, 0, &Options::default());
    let text: Vec<&str> = lines.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(text[..3], ["FLUSH", "HALT", ".zero 3999"]);
    assert_eq!(text.len(), 5);
    assert_eq!(bytes_of(&to_source(&lines)), bytes);
}

#[test]
fn addresses_become_names() {
    let name = |a: u64| (a >= 0x4000).then(|| format!("tile_alloc+{:#x}", a - 0x4000));
    let options = Options {
        symbolize: Some(&name),
        ..Options::default()
    };
    let bytes = hex("11 20 40 00 00");
    let lines = disassemble(&bytes, 0, &options);
    assert_eq!(lines[0].text, "BRANCH_TO_SUB_LIST address=@tile_alloc+0x20");
    let symbols = |n: &str| (n == "tile_alloc").then_some(0x4000);
    assert_eq!(assemble(&lines[0].text, &symbols).unwrap().bytes, bytes);
}

#[test]
fn compressed_lists_print_as_primitives() {
    let source = "PRIMITIVE_LIST_FORMAT primitive_type=TRIANGLES, data_type=INDEX_16\n\
                  COMPRESSED_PRIMITIVE\n\
                  TRIANGLE 0 1 2\n\
                  TRIANGLE 2 1 3\n\
                  .item 0x81, 0x02, 0x00, 0x01, 0x00, 0x03, 0x00  # TRIANGLE 2 1 3\n\
                  LIST_BRANCH -2  # to 0x00000fc0\n\
                  PRIMITIVE_LIST_FORMAT primitive_type=LINES, data_type=INDEX_16\n\
                  CLIPPED_COMPRESSED_PRIMITIVE clip_flags=0x5, address=0x00002008\n\
                  LINE 7 9\n\
                  END\n\
                  RETURN_FROM_SUB_LIST\n";
    let list = assemble(source, &|_| None).unwrap();
    let lines = disassemble(&list.bytes, 0x1000, &Options::default());
    assert_eq!(to_source(&lines), source);
}

#[test]
fn labels_are_offsets_from_the_address_of_the_text() {
    let source = "NOP\nloop: NOP; NOP\nBRANCH address=@loop\n.u32 @end, @.\nend:\n";
    let symbols = |n: &str| (n == ".").then_some(0x1000);
    let list = assemble(source, &symbols).unwrap();
    assert_eq!(
        list.labels,
        [("loop".to_string(), 1), ("end".to_string(), 16)]
    );
    assert_eq!(list.bytes[3..8], [16, 1, 0x10, 0, 0]);
    assert_eq!(list.bytes[8..], [0x10, 0x10, 0, 0, 0, 0x10, 0, 0]);
}

#[test]
fn data_and_variables() {
    let source = "
        .set n = 3
        .for i in 0..n { .u8 i * i }
        .set n = n + 0x10
        .u16 n, -1
        .align 4
        here: .f32 1.5, -0.0, 0x7fc00001, 2
        .zero 2
        .if n > 18 { .u8 1 } .else { .u8 2 }
        .if 0 || !(n != 19) && 1 { .u8 ~0 & 0xff, 1 << 3 | 1, 7 % 4, (9 - 1) / 2 }
    ";
    let list = assemble(source, &|_| None).unwrap();
    let mut want = vec![0, 1, 4, 19, 0, 0xff, 0xff, 0];
    for word in [0x3fc0_0000u32, 0x8000_0000, 0x7fc0_0001, 0x4000_0000] {
        want.extend(word.to_le_bytes());
    }
    want.extend([0, 0, 1, 0xff, 9, 3, 4]);
    assert_eq!(list.bytes, want);
    assert_eq!(list.labels, [("here".to_string(), 8)]);
}

#[test]
fn typed_values_of_the_demo_lists() {
    let at = |text: &str| packet_at(&hex(text)).unwrap().0;
    assert_eq!(
        at("40 02 15 44 40"),
        Packet::GlShaderState {
            address: 0x4044_1500,
            attributes: 2,
            extended: false
        }
    );
    assert_eq!(
        at("67 00 14 00 0f"),
        Packet::ViewportOffset { x: 5120, y: 3840 }
    );
    assert_eq!(
        at("65 80 3f 00 40"),
        Packet::DepthOffset {
            factor: 1.0,
            units: 2.0
        }
    );
}
