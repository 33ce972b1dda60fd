//! Properties of every table, every packet and any bytes.

use proptest::prelude::*;
use tilescope_tables::packet::{Kind, Number, check};
use tilescope_vc4::cmd::compressed::{Decoder, Encoder, Item, ItemError};
use tilescope_vc4::cmd::describe;
use tilescope_vc4::cmd::parse::{Elements, PacketError, packet_at};
use tilescope_vc4::cmd::text::{Addresses, Options, assemble, disassemble, to_source};
use tilescope_vc4::packets::{self, ListData, ListPrimitive, PACKETS, Packet};
use tilescope_vc4::records::{Attribute, GlShaderRecord, NvShaderRecord, RECORDS, VgShaderRecord};
use tilescope_vc4::regs;

#[test]
fn tables_are_sound() {
    assert_eq!(check::packets(PACKETS), Vec::<String>::new());
    assert_eq!(check::registers(regs::REGISTERS), Vec::<String>::new());
    for record in RECORDS {
        assert_eq!(check::layout(record), Vec::<String>::new());
    }
    assert!(regs::REGISTERS.is_sorted_by_key(|r| r.offset));
    assert!(PACKETS.is_sorted_by_key(|r| r.opcode));
}

/// Opcode and size from `kernel/vc4_packet.h` (source: mesa). The header has 1
/// for packet 49, whose vertex word is documented elsewhere.
const HEADER_SIZES: [(u8, usize); 38] = [
    (0, 1),
    (1, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
    (16, 5),
    (17, 5),
    (24, 1),
    (25, 1),
    (26, 5),
    (27, 5),
    (28, 7),
    (29, 7),
    (32, 14),
    (33, 10),
    (48, 1),
    (56, 2),
    (64, 5),
    (65, 5),
    (66, 5),
    (96, 4),
    (97, 5),
    (98, 5),
    (99, 5),
    (100, 3),
    (101, 5),
    (102, 9),
    (103, 5),
    (104, 9),
    (105, 9),
    (106, 9),
    (112, 16),
    (113, 11),
    (114, 14),
    (115, 3),
    (254, 9),
];

#[test]
fn sizes_match_the_header() {
    for (opcode, size) in HEADER_SIZES {
        assert_eq!(packets::find(opcode).unwrap().size(), size, "{opcode}");
        assert_eq!(usize::from(packets::SIZES[usize::from(opcode)]), size);
    }
}

#[test]
fn every_opcode_is_in_the_table_or_unknown() {
    for opcode in 0..=255u8 {
        let row = PACKETS.iter().find(|r| r.opcode == opcode);
        assert_eq!(packets::find(opcode), row);
        let typed = Packet::decode(opcode, &[0; 16]);
        assert_eq!(typed.is_some(), row.is_some(), "{opcode}");
        match row {
            Some(row) => assert_eq!(typed.unwrap().name(), row.name()),
            None => assert_eq!(packet_at(&[opcode]), Err(PacketError::Unknown(opcode))),
        }
    }
    let cut = |need, have| Err(PacketError::Truncated { need, have });
    assert_eq!(packet_at(&[]), cut(1, 0));
    assert_eq!(packet_at(&[102, 0]), cut(9, 2));
}

#[test]
fn registers_are_found() {
    assert_eq!(regs::find(0x110).unwrap().name(), "CT0CA");
    assert_eq!(regs::find_by_name("v3d_srqpc").unwrap().offset, 0x430);
    assert_eq!(regs::find_by_name("PCTRS15").unwrap().offset, 0x6fc);
    assert_eq!(regs::find(0x0).unwrap().reset, Some(0x0244_3356));
    assert_eq!(regs::find(0x14), None);
    assert_eq!(regs::find_by_name("V3"), None);
    assert_eq!(regs::PERFORMANCE_EVENTS[13], "QPU_TOTAL_IDLE_CYCLES");
    assert_eq!(regs::PERFORMANCE_EVENTS[29], "L2C_TOTAL_L2_CACHE_MISS");
}

/// The payload of a packet with its reserved bits cleared.
fn without_reserved(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = payload.to_vec();
    for field in packets::find(opcode).unwrap().payload.fields {
        if field.kind == Kind::Reserved {
            field.set(&mut out, 0);
        }
    }
    out
}

fn packet() -> impl Strategy<Value = Vec<u8>> {
    let parts = (0..PACKETS.len(), any::<[u8; 15]>(), any::<[bool; 15]>());
    parts.prop_map(|(i, payload, keep)| {
        let row = &PACKETS[i];
        let mut out = vec![row.opcode];
        // Real lists have sparse payloads.
        let payload = payload
            .iter()
            .zip(keep)
            .map(|(b, k)| if k { *b } else { 0 });
        out.extend(payload.take(row.size() - 1));
        out
    })
}

fn list() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => packet(),
        1 => prop::collection::vec(any::<u8>(), 0..8),
        1 => Just(vec![56, 0x12, 48]),
        1 => Just(vec![56, 0x11, 48]),
        1 => Just(vec![56, 0x10, 48]),
        1 => Just(vec![0x80]),
        1 => Just(vec![0; 5]),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn assert_round_trip(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = disassemble(bytes, 0x1000, &Options::default());
    let total: u64 = lines.iter().map(|l| u64::from(l.len)).sum();
    prop_assert_eq!(total, bytes.len() as u64);
    let source = to_source(&lines);
    match assemble(&source, &|_| None) {
        Ok(list) => prop_assert_eq!(list.bytes, bytes, "{}", source),
        Err(errors) => prop_assert!(false, "{}", errors[0].render("list", &source)),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn typed_packets_keep_all_but_reserved_bits(bytes in packet()) {
        let (packet, raw, len) = packet_at(&bytes).unwrap();
        prop_assert_eq!(len, bytes.len());
        let mut again = Vec::new();
        packet.encode(&mut again);
        prop_assert_eq!(again[0], bytes[0]);
        prop_assert_eq!(&again[1..], &without_reserved(bytes[0], &bytes[1..])[..]);
        let mut from_fields = vec![0; raw.payload.len()];
        for (field, value) in raw.fields() {
            field.set(&mut from_fields, value);
        }
        prop_assert_eq!(&from_fields[..], raw.payload);
    }

    #[test]
    fn any_bytes_print_and_assemble_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_round_trip(&bytes)?;
    }

    #[test]
    fn lists_print_and_assemble_back(bytes in list()) {
        assert_round_trip(&bytes)?;
        for line in describe::describe(&bytes, 0, &Options::default()) {
            let _ = describe::render(&line, &bytes, Addresses::Relative);
        }
    }

    #[test]
    fn elements_cover_the_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), base: u32) {
        let offsets: Vec<usize> = Elements::new(&bytes, base).map(|e| e.0).collect();
        prop_assert!(offsets.is_sorted());
        prop_assert_eq!(offsets.first().copied(), (!bytes.is_empty()).then_some(0));
        prop_assert!(offsets.len() <= bytes.len());
    }

    #[test]
    fn any_text_is_refused_or_assembled(
        source in "([A-Z_]{0,12}|(\\.(for|if|set|u8) )?[a-z@x0-9{}()=,.;+*#: \n-]{0,60})"
    ) {
        let _ = assemble(&source, &|_| Some(0x1000));
    }

    #[test]
    fn field_values_print_and_read_back(i in 0..PACKETS.len(), raw: u64) {
        for field in PACKETS[i].payload.fields {
            let raw = raw & field.mask();
            let text = field.format(raw);
            let number = if let Some(hex) = text.strip_prefix("0x") {
                Number::Bits(u64::from_str_radix(hex, 16).unwrap())
            } else if let Ok(n) = text.parse::<i64>() {
                Number::Int(n)
            } else if let Ok(n) = text.parse::<f64>() {
                Number::Float(n)
            } else {
                continue;
            };
            prop_assert_eq!(field.encode(number), Ok(raw), "{} = {}", field.name, text);
        }
    }

    #[test]
    fn triangles_encode_and_decode(list in indices(3)) {
        let mut encoder = Encoder::new(ListPrimitive::Triangles, ListData::Index16);
        let mut bytes = Vec::new();
        for t in &list {
            let before = bytes.len();
            prop_assert!(encoder.triangle([t[0], t[1], t[2]], &mut bytes));
            prop_assert!(bytes.len() - before <= 7);
        }
        Encoder::end(&mut bytes);
        let wanted: Vec<Item> = list.iter().map(|t| Item::Triangle([t[0], t[1], t[2]])).collect();
        prop_assert_eq!(read_back(ListPrimitive::Triangles, &bytes)?, wanted);
    }

    #[test]
    fn lines_encode_and_decode(list in indices(2), rht: bool) {
        let prim = if rht { ListPrimitive::Rht } else { ListPrimitive::Lines };
        let mut encoder = Encoder::new(prim, ListData::Index16);
        let mut bytes = Vec::new();
        for t in &list {
            prop_assert!(encoder.line([t[0], t[1]], &mut bytes));
        }
        Encoder::end(&mut bytes);
        let item = if rht { Item::Rht } else { Item::Line };
        let wanted: Vec<Item> = list.iter().map(|t| item([t[0], t[1]])).collect();
        prop_assert_eq!(read_back(prim, &bytes)?, wanted);
    }

    #[test]
    fn points_encode_and_decode(list in indices(1)) {
        let mut encoder = Encoder::new(ListPrimitive::Points, ListData::Index16);
        let mut bytes = Vec::new();
        for t in &list {
            prop_assert!(encoder.point(t[0], &mut bytes));
        }
        Encoder::end(&mut bytes);
        let wanted: Vec<Item> = list.iter().map(|t| Item::Point(t[0])).collect();
        prop_assert_eq!(read_back(ListPrimitive::Points, &bytes)?, wanted);
    }

    #[test]
    fn no_item_reads_more_than_its_size(prim in 0u8..16, data in 0u8..16, bytes: [u8; 16]) {
        let mut decoder = Decoder::new(ListPrimitive::from_bits(prim), ListData::from_bits(data));
        decoder.set_position(100);
        let mut touched = 0;
        let read = decoder.next(&mut |at, out: &mut [u8]| {
            let from = at as usize - 100;
            touched = touched.max(from + out.len());
            out.copy_from_slice(&bytes[from..from + out.len()]);
            Ok::<(), ()>(())
        });
        match read {
            Ok((_, size)) => {
                prop_assert!((1..=13).contains(&size));
                prop_assert_eq!(touched, size);
            }
            Err(e) => {
                prop_assert_eq!(e, ItemError::Format);
                prop_assert_eq!(decoder.position(), 100);
            }
        }
    }

    #[test]
    fn records_keep_every_bit(
        bytes in prop::collection::vec(any::<u8>(), 132..=132),
        attributes in 1u8..=8,
    ) {
        let nv = NvShaderRecord::decode(&bytes).unwrap();
        prop_assert_eq!(&nv.encode()[..], &bytes[..16]);
        let vg = VgShaderRecord::decode(&bytes).unwrap();
        prop_assert_eq!(&vg.encode()[..], &bytes[..12]);
        let array = Attribute::decode(&bytes).unwrap();
        prop_assert_eq!(&array.encode()[..], &bytes[..8]);
        let size = GlShaderRecord::size(attributes, false);
        let gl = GlShaderRecord::decode(&bytes, attributes, false).unwrap();
        prop_assert_eq!(&gl.encode(false)[..], &bytes[..size]);
        let long = GlShaderRecord::decode(&bytes, attributes, true).unwrap();
        let again = long.encode(true);
        prop_assert_eq!(again.len(), 100 + 4 * usize::from(attributes));
        prop_assert_eq!(GlShaderRecord::decode(&again, attributes, true), Ok(long));
    }
}

/// Runs of primitives: near each other, sharing vertices, and far apart.
fn indices(per: usize) -> impl Strategy<Value = Vec<Vec<u16>>> {
    let near = prop::collection::vec(0u16..70, per);
    let small = prop::collection::vec(0u16..6, per);
    let far = prop::collection::vec(any::<u16>(), per);
    prop::collection::vec(prop_oneof![near, small, far], 0..60)
}

fn read_back(prim: ListPrimitive, bytes: &[u8]) -> Result<Vec<Item>, TestCaseError> {
    let mut decoder = Decoder::new(prim, ListData::Index16);
    let mut out = Vec::new();
    loop {
        let next = decoder.next(&mut |at, to: &mut [u8]| {
            let from = at as usize;
            to.copy_from_slice(bytes.get(from..from + to.len()).ok_or(())?);
            Ok::<(), ()>(())
        });
        match next {
            Ok((Item::End, _)) => break,
            Ok((item, _)) => out.push(item),
            Err(e) => prop_assert!(false, "{e:?}"),
        }
    }
    prop_assert_eq!(decoder.position() as usize, bytes.len());
    Ok(out)
}

/// Items built by hand from the layouts in Broadcom's control-list dumper (source:
/// spec).
#[test]
fn triangle_codings() {
    let bytes: &[u8] = &[
        0x81, 10, 0, 11, 0, 12, 0,    // whole
        0x04, // flag 0, +1: last, middle, 13
        0x09, // flag 1, +2: first, last, 15
        0xfe, // flag 2, -1: middle, first, 14
        0x13, 0xf2, // +1, +2, -1
        0x1f, 0xfc, 0x00, 0x01, // 256, +1, -1
        0x82, 0xfe, 0xff, // two blocks back
    ];
    let mut decoder = Decoder::new(ListPrimitive::Triangles, ListData::Index16);
    decoder.set_position(0x1000);
    let mut items = Vec::new();
    for _ in 0..7 {
        let (item, _) = decoder
            .next(&mut |at, to: &mut [u8]| {
                let from = at as usize - 0x1000;
                to.copy_from_slice(&bytes[from..from + to.len()]);
                Ok::<(), ()>(())
            })
            .unwrap();
        items.push(item);
    }
    assert_eq!(
        items,
        [
            Item::Triangle([10, 11, 12]),
            Item::Triangle([12, 11, 13]),
            Item::Triangle([12, 13, 15]),
            Item::Triangle([13, 12, 14]),
            Item::Triangle([14, 14, 13]),
            Item::Triangle([256, 257, 255]),
            Item::Branch { to: 0xfc0 },
        ]
    );
    assert_eq!(decoder.position(), 0xfc0);
}

#[test]
fn one_byte_items_are_never_control_bytes() {
    // The difference -32 with selectors 0, 1, 2 would be 0x80, 0x81, 0x82.
    for pair in [[40, 41], [42, 40], [41, 42]] {
        let mut encoder = Encoder::new(ListPrimitive::Triangles, ListData::Index16);
        let mut bytes = Vec::new();
        encoder.triangle([42, 41, 40], &mut bytes);
        let start = bytes.len();
        encoder.triangle([pair[0], pair[1], 8], &mut bytes);
        assert!(bytes.len() - start > 1, "{pair:?}");
    }
}

#[test]
fn loops_count_each_statement_once() {
    let max = tilescope_tables::list::MAX_STATEMENTS - 1;
    // The loop itself is a statement, too.
    let list = assemble(&format!(".for i in 0..{max} {{ NOP }}"), &|_| None);
    assert_eq!(list.unwrap().bytes.len() as u64, max);
    let more = assemble(&format!(".for i in 0..{} {{ NOP }}", max + 1), &|_| None);
    let message = &more.unwrap_err()[0].message;
    assert_eq!(
        message,
        "more than 1048576 statements once loops are unrolled"
    );
    // Iterations without statements are not counted, and take no time.
    let nothing = assemble(".for i in 0..0x7fffffffffffffff { }", &|_| None);
    assert!(nothing.unwrap().bytes.is_empty());
}

#[test]
fn hostile_texts_terminate_quickly() {
    let deep = format!(".u8 {}", "(".repeat(100_000));
    let blocks = ".if 1 { ".repeat(100_000);
    let sum = format!(".u8 {}0", "1+".repeat(100_000));
    let loops = ".for a in 0..1000000 { ".repeat(8) + &"}".repeat(8);
    let zeros = ".for i in 0..1000000 { .zero 60000000 }".to_string();
    for source in [deep, blocks, sum, loops, zeros] {
        assert!(assemble(&source, &|_| None).is_err());
    }
    let labels: String = (0..100_000).map(|i| format!("l{i}:\n")).collect();
    assert!(assemble(&labels, &|_| None).is_ok());
}
