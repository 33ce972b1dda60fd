//! A reader of the slices of a trace, which checks that they nest.

use std::collections::BTreeMap;

/// A slice.
#[derive(Debug)]
pub struct Slice {
    pub category: String,
    pub track: u64,
    pub start: u64,
    pub end: u64,
}

/// A field of a message.
enum Field<'m> {
    Uint(u64),
    Bytes(&'m [u8]),
}

/// The fields of a message, with their numbers.
fn fields(mut message: &[u8]) -> Vec<(u64, Field<'_>)> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message);
        let value = varint(&mut message);
        let field = match key & 7 {
            0 => Field::Uint(value),
            2 => {
                let (bytes, rest) = message.split_at(value as usize);
                message = rest;
                Field::Bytes(bytes)
            }
            other => panic!("wire type {other}"),
        };
        fields.push((key >> 3, field));
    }
    fields
}

fn varint(message: &mut &[u8]) -> u64 {
    let mut value = 0;
    for n in 0.. {
        let (byte, rest) = message.split_first().expect("a whole number");
        *message = rest;
        value |= u64::from(byte & 0x7f) << (7 * n);
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

fn uint(fields: &[(u64, Field<'_>)], number: u64) -> Option<u64> {
    fields.iter().find_map(|field| match field {
        (n, Field::Uint(value)) if *n == number => Some(*value),
        _ => None,
    })
}

fn bytes<'m>(fields: &[(u64, Field<'m>)], number: u64) -> Option<&'m [u8]> {
    fields.iter().find_map(|field| match field {
        (n, Field::Bytes(bytes)) if *n == number => Some(*bytes),
        _ => None,
    })
}

/// The slices of a trace. Field numbers are those of Perfetto's `trace_packet.proto` and
/// `track_event.proto`.
///
/// # Panics
/// If a slice has no end, or ends before it begins or before one inside it.
pub fn slices(trace: &[u8]) -> Vec<Slice> {
    let mut open: BTreeMap<u64, Vec<Slice>> = BTreeMap::new();
    let mut last: BTreeMap<u64, u64> = BTreeMap::new();
    let mut done = Vec::new();
    for (number, packet) in fields(trace) {
        let Field::Bytes(packet) = packet else {
            panic!("field {number} of the trace is a number");
        };
        let packet = fields(packet);
        let Some(event) = bytes(&packet, 11) else {
            assert!(bytes(&packet, 60).is_some(), "a packet without content");
            continue;
        };
        let event = fields(event);
        let time = uint(&packet, 8).expect("a time");
        let track = uint(&event, 11).expect("a track");
        let before = last.insert(track, time).unwrap_or(0);
        assert!(before <= time, "events of track {track:#x} are in order");
        let stack = open.entry(track).or_default();
        match uint(&event, 9) {
            Some(1) => stack.push(Slice {
                category: String::from_utf8(bytes(&event, 22).unwrap().to_vec()).unwrap(),
                track,
                start: time,
                end: time,
            }),
            Some(2) => {
                let slice = stack.pop().expect("a slice to end");
                done.push(Slice { end: time, ..slice });
            }
            other => panic!("an event of type {other:?}"),
        }
    }
    let left: usize = open.values().map(Vec::len).sum();
    assert_eq!(left, 0, "slices without an end");
    done
}
