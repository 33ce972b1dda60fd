//! Bytes of traces.

use tilescope_core::profile::{Moved, Slice, Stage};

use super::Trace;

fn slice(stage: Stage, start: u64, end: u64) -> Slice {
    Slice::of(stage.into(), 1, (start, end))
}

/// The trace after `before` bytes, in which the process and the thread have their tracks.
fn added(slices: &[Slice]) -> Vec<u8> {
    let mut trace = Trace::new(Vec::new(), 2, "p").unwrap();
    trace.add(&[slice(Stage::Job, 0, 0)]).unwrap();
    let before = trace.out.len();
    trace.add(slices).unwrap();
    trace.out.split_off(before)
}

#[test]
fn a_slice_is_two_events() {
    let draw = Slice {
        draw: Some(3),
        moved: Moved {
            read: 300,
            ..Moved::default()
        },
        ..slice(Stage::Draw, 5, 7)
    };
    let track = [88, 0x81, 0x80, 0x80, 0x80, 0x20];
    let begin = [
        &[72, 1][..],
        &track,
        &[178, 1, 4],
        b"draw",
        &[186, 1, 6],
        b"draw 3",
        &[34, 8, 82, 4],
        b"draw",
        &[24, 3],
        &[34, 15, 82, 10],
        b"read_bytes",
        &[24, 172, 2],
    ]
    .concat();
    let end = [&[72, 2][..], &track].concat();
    let event = |time: u8, event: &[u8]| {
        let inner = [&[64, time, 90, event.len() as u8][..], event, &[80, 2]].concat();
        [&[10, inner.len() as u8][..], &inner].concat()
    };
    assert_eq!(added(&[draw]), [event(5, &begin), event(7, &end)].concat());
}

/// The type and the time of each event: its packet has two bytes before the time.
fn events(mut trace: &[u8]) -> Vec<(u8, u8)> {
    let mut events = Vec::new();
    while let [10, len, packet @ ..] = trace {
        let (packet, rest) = packet.split_at(usize::from(*len));
        events.push((packet[5], packet[1]));
        trace = rest;
    }
    events
}

#[test]
fn slices_nest_in_any_order_of_arrival() {
    let (tile, first, second) = (
        slice(Stage::Tile, 1, 9),
        slice(Stage::Fragments, 1, 4),
        slice(Stage::Fragments, 4, 9),
    );
    let expected = [(1, 1), (1, 1), (2, 4), (1, 4), (2, 9), (2, 9)];
    let slices = [first.clone(), second.clone(), tile.clone()];
    assert_eq!(events(&added(&slices)), expected);
    assert_eq!(events(&added(&[tile, second, first])), expected);
}
