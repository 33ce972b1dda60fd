//! The rows of commands, and their parser.

use tilescope_tables::packet::check;
use tilescope_vivante::cmd::rows::{self, rectangle};
use tilescope_vivante::cmd::{
    COMMANDS, Command, CommandError, MAX_SIZE, Tail, command_at, command_size, from_fixed_point,
};

#[test]
fn the_table_is_sound() {
    for row in &COMMANDS {
        assert_eq!(check::layout(row.layout), Vec::<String>::new());
        let op = row.layout.field("op").unwrap();
        assert_eq!((op.lo, op.width), (27, 5), "{}", row.name());
    }
    assert_eq!(check::layout(&rectangle::LAYOUT), Vec::<String>::new());
    assert!(COMMANDS.is_sorted_by_key(|r| r.opcode));
}

/// Opcodes and lengths in words by Linux etnaviv_cmd_parser.c (`cmd_length`), and
/// by cmdstream.xml of etna_viv for commands that Linux rejects.
#[test]
fn lengths_are_the_kernels() {
    for (name, opcode, words) in [
        ("END", 2, 2),
        ("NOP", 3, 2),
        ("DRAW_PRIMITIVES", 5, 4),
        ("DRAW_INDEXED_PRIMITIVES", 6, 6),
        ("WAIT", 7, 2),
        ("LINK", 8, 2),
        ("STALL", 9, 2),
        ("CALL", 10, 4),
        ("RETURN", 11, 2),
        ("DRAW_INSTANCED", 12, 4),
        ("CHIP_SELECT", 13, 2),
        ("WAIT_FENCE", 15, 2),
        ("DRAW_INDIRECT", 16, 2),
        ("SNAP_PAGES", 19, 2),
    ] {
        let row = rows::find_by_name(name).unwrap();
        assert_eq!((row.opcode, row.tail), (opcode, Tail::Nothing), "{name}");
        assert_eq!(command_size(u32::from(opcode) << 27), Some(words * 4));
    }
    for (count, words) in [(1, 2), (2, 4), (3, 4), (1023, 1024), (0, 1026)] {
        assert_eq!(command_size(1 << 27 | count << 16), Some(words * 4));
    }
    for (rectangles, data, words) in [(1, 0, 4), (3, 0, 8), (0, 0, 514), (1, 1, 6), (1, 2, 6)] {
        let header = 4 << 27 | data << 16 | rectangles << 8;
        assert_eq!(command_size(header), Some(words * 4));
    }
    let greatest = (0..=u32::MAX >> 16)
        .filter_map(|high| command_size(high << 16))
        .max();
    assert_eq!(greatest, Some(MAX_SIZE));
}

#[test]
fn every_opcode_is_in_the_table_or_unknown() {
    for opcode in 0..32u32 {
        let row = COMMANDS.iter().find(|r| u32::from(r.opcode) == opcode);
        assert_eq!(rows::find(opcode << 27), row);
        let bytes = [&(opcode << 27).to_le_bytes()[..], &[0; MAX_SIZE]].concat();
        let typed = command_at(&bytes);
        match row {
            None => assert_eq!(typed, Err(CommandError::Unknown(opcode as u8))),
            Some(row) => {
                let (command, raw, size) = typed.unwrap();
                assert_eq!(raw.row, row);
                assert_eq!(command_size(opcode << 27), Some(size));
                assert_eq!(
                    command == Command::Nop,
                    row.name() == "NOP",
                    "{}",
                    row.name()
                );
            }
        }
    }
    let cut = |need, have| Err(CommandError::Truncated { need, have });
    assert_eq!(command_at(&[]), cut(4, 0));
    assert_eq!(command_at(&[0, 0, 0]), cut(4, 3));
    assert_eq!(command_at(&0x0801_0e05u32.to_le_bytes()), cut(8, 4));
}

#[test]
fn fixed_point_becomes_floats() {
    for (word, float) in [
        (0x0001_0000, 1.0),
        (0xffff_8000, -0.5),
        (0x0190_0000, 400.0),
        (0x0000_0001, 1.0 / 65536.0),
        (0x8000_0000, -32768.0),
        // 31 bits do not fit in a float; the nearest one is 2^15.
        (0x7fff_ffff, 32768.0),
    ] {
        assert_eq!(f32::from_bits(from_fixed_point(word)), float, "{word:#x}");
    }
}
