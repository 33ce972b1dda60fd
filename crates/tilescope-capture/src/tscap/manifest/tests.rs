//! Tests of the text forms of a manifest.

use super::*;

#[test]
fn ranges_of_frames_are_read_as_they_are_written() {
    for (text, first, last, shown) in [
        ("3", 3, Some(3), "3..3"),
        ("3..5", 3, Some(5), "3..5"),
        ("3..", 3, None, "3.."),
        ("..5", 1, Some(5), "1..5"),
    ] {
        let frames: Frames = text.parse().unwrap();
        assert_eq!((frames.first, frames.last), (first, last), "{text}");
        assert_eq!(frames.to_string(), shown);
        assert_eq!(shown.parse::<Frames>(), Ok(frames));
    }
    for bad in ["", "..", "0", "5..3", "x", "-1", "1...3"] {
        assert!(bad.parse::<Frames>().is_err(), "{bad}");
    }
    let f = Frames {
        first: 2,
        last: Some(3),
    };
    let inside: Vec<u64> = (0..6).filter(|n| f.contains(*n)).collect();
    assert_eq!(inside, [2, 3]);
}

#[test]
fn addresses_are_hexadecimal_text() {
    let json = serde_json::to_string(&Address(0x1000)).unwrap();
    assert_eq!(json, "\"0x00001000\"");
    assert_eq!(
        serde_json::from_str::<Address>(&json).unwrap(),
        Address(0x1000)
    );
    let error = serde_json::from_str::<Address>("\"4096\"").unwrap_err();
    assert!(
        error.to_string().starts_with("\"4096\" is not an address"),
        "{error}"
    );
}
