//! Tile lists in text: the packets and compressed primitives that the binner wrote.

use tilescope_core::{Dump, Fuel};

use crate::binned::BinnedRecords;
use crate::binner::Binner;
use crate::bus::Bus;
use crate::cle::Cursor;
use crate::cmd::compressed::{Decoder, Item};
use crate::describe::fields;
use crate::dumps;
use crate::log::{Ctx, Log};
use crate::packets::Packet;
use crate::state::DrawState;

/// Maximum number of lines of all lists together.
const MAX_LINES: usize = 200_000;
/// Limit for reading one list, in units of fuel.
const FUEL: u64 = 1 << 32;

/// A row of a dump, without words.
type Line = (String, Vec<Option<u32>>);

/// Every tile list that holds primitives.
pub(super) fn dump(binner: &Binner, bus: &Bus<'_>, records: &BinnedRecords) -> Dump {
    let columns = usize::from(binner.config().width);
    let mut rows: Vec<Line> = Vec::new();
    let mut touched = 0;
    for (i, list) in binner.lists().iter().enumerate() {
        if list.primitives == 0 {
            continue;
        }
        touched += 1;
        if rows.len() > MAX_LINES {
            continue;
        }
        let count = match list.primitives {
            1 => "1 primitive".to_owned(),
            n => format!("{n} primitives"),
        };
        let (x, y) = (i % columns, i / columns);
        rows.push((
            format!("tile ({x}, {y}) at {:#010x}, {count}", list.start),
            Vec::new(),
        ));
        lines(list.start, bus, records, &mut rows);
    }
    if rows.len() > MAX_LINES {
        rows.push((
            format!("more than {MAX_LINES} lines; the rest is left out"),
            Vec::new(),
        ));
    }
    let all = binner.lists().len();
    Dump {
        kind: dumps::TILES,
        title: format!("tile lists, {touched} of {all} tiles touched"),
        rows,
    }
}

/// The list at `start`, through its branches.
fn lines(start: u32, bus: &Bus<'_>, records: &BinnedRecords, rows: &mut Vec<Line>) {
    let mut log = Log::default();
    let mut fuel = Fuel::new(FUEL);
    let c = &mut Ctx::serial(*bus, &mut log, &mut fuel);
    let mut cursor = Cursor::tile_list(start);
    let mut state = DrawState::default();
    let mut decoder = Decoder::default();
    while rows.len() <= MAX_LINES {
        let (at, packet) = match cursor.next(c) {
            Ok(Some(next)) => next,
            Ok(None) => return,
            Err(stopped) => {
                rows.push((format!("  {stopped}"), Vec::new()));
                return;
            }
        };
        state.apply(&packet);
        let draw = match packet {
            Packet::GlShaderState { .. } | Packet::NvShaderState { .. } => {
                let record = state.shader.and_then(|s| records.find(s));
                record.and_then(|record| records.draw_of(record))
            }
            _ => None,
        };
        let draw = draw.map_or(String::new(), |n| format!("  # draw {n}"));
        let text = format!("  {:#010x}  {} {}", at.address, at.name, fields(&packet));
        rows.push((format!("{}{draw}", text.trim_end()), Vec::new()));
        match packet {
            Packet::PrimitiveListFormat { data, prim } => decoder = Decoder::new(prim, data),
            Packet::CompressedPrimitives | Packet::ClippedPrimitives { .. } => {
                let mut items = Vec::new();
                let read = cursor.primitives(at, &mut decoder, c, &mut |item, _| {
                    if items.len() <= MAX_LINES {
                        items.push((format!("                {}", item_text(item)), Vec::new()));
                    }
                    Ok(())
                });
                rows.append(&mut items);
                if let Err(stopped) = read {
                    rows.push((format!("  {stopped}"), Vec::new()));
                    return;
                }
            }
            _ => {}
        }
    }
}

fn item_text(item: Item) -> String {
    match item {
        Item::Point(a) => format!("POINT {a}"),
        Item::Line([a, b]) => format!("LINE {a} {b}"),
        Item::Rht([a, b]) => format!("RHT {a} {b}"),
        Item::Triangle([a, b, c]) => format!("TRIANGLE {a} {b} {c}"),
        Item::Xy { coding } => format!("x/y primitive, coding {coding}"),
        Item::End => "END".to_owned(),
        Item::Branch { to } => format!("branch to {to:#010x}"),
    }
}
