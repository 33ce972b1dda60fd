//! Recordings that are written and read again, and dumps of hung GPUs.

use flate2::read::GzDecoder;
use proptest::prelude::*;
use std::io::Read;
use tilescope_adreno::devcore::{self, is_devcore};
use tilescope_adreno::rd::{self, Recording, Stream, Writer};
use tilescope_adreno::regs;
use tilescope_adreno::stream::{Decoder, Kind};

fn unpacked(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/adreno/");
    let file = std::fs::File::open(format!("{folder}{name}")).expect("the file");
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    bytes
}

fn same(a: &Recording<'_>, b: &Recording<'_>) {
    assert_eq!((a.gpu_id, a.chip_id), (b.gpu_id, b.chip_id));
    assert_eq!(a.submissions.len(), b.submissions.len());
    for (a, b) in a.submissions.iter().zip(&b.submissions) {
        assert_eq!((&a.name, &a.streams), (&b.name, &b.streams));
        assert!(a.contents().eq(b.contents()));
    }
}

/// Recordings of drivers are written as they were read.
#[test]
fn recordings_are_written_as_they_were_read() {
    for name in ["fd-clouds", "indirect-draw-count", "shadow"] {
        let bytes = unpacked(&format!("{name}.rd.gz"));
        let recording = rd::read(&bytes).expect("a recording");
        assert!(!recording.submissions.is_empty());
        let written = rd::write(&recording, Vec::new()).expect("memory");
        assert!(rd::is_recording(&written));
        same(&recording, &rd::read(&written).expect("a recording"));
    }
}

/// The bytes of a recording, one section after another: type, size, contents. The layout is
/// that of Mesa's `redump.h` and of the recordings in `tests/traces/adreno`.
#[test]
fn bytes_of_a_recording() {
    let mut writer = Writer::new(Vec::new(), Some(618), Some(0x0601_0800)).expect("memory");
    writer.submission("x").expect("memory");
    writer.buffer(0x1_0000_1000, &[1, 2, 3, 4]).expect("memory");
    let stream = Stream {
        address: 0x1_0000_1000,
        words: 1,
    };
    writer.stream(stream).expect("memory");
    let bytes = writer.finish().expect("memory");
    let words: Vec<u32> = [
        [13, 4, 618].as_slice(),
        &[14, 8, 0x0601_0800, 0],
        // The name "x" has two bytes with its end.
        &[2, 2],
    ]
    .concat();
    let mut wanted: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    wanted.extend(b"x\0");
    let words = [3, 12, 0x1000, 4, 1, 12, 4, 0x0403_0201, 6, 12, 0x1000, 1, 1];
    wanted.extend(words.iter().flat_map(|w: &u32| w.to_le_bytes()));
    assert_eq!(bytes, wanted);
    let mut writer = Writer::new(Vec::new(), None, None).expect("memory");
    assert!(writer.buffer(u64::MAX, &[0, 0]).is_err());
}

/// The registers of a dump have the values and texts that Mesa's `crashdec` prints, where both
/// databases have a name; and the ring ends in the words that hung it.
#[test]
fn a_dump_of_a_hung_gpu() {
    let bytes = unpacked("crash.devcore.gz");
    assert!(is_devcore(&bytes));
    assert!(!rd::is_recording(&bytes));
    let text = String::from_utf8(bytes).expect("text");
    let dump = devcore::read(&text).expect("a dump");
    // What is written is read again, but for sections that are passed over.
    let again = devcore::read(&devcore::write(&dump)).expect("a dump");
    let same = devcore::Devcore {
        others: Vec::new(),
        ..dump.clone()
    };
    assert_eq!(again, same);
    assert_eq!((dump.gpu_id, dump.version), (630, [6, 3, 0, 2]));
    assert_eq!(dump.comm, "crashit");
    assert_eq!(dump.cmdline, "./crashit IB1 4 5");
    let others = [
        "registers-gmu",
        "indexed-registers",
        "shader-blocks",
        "clusters",
        "debugbus",
    ];
    assert_eq!(dump.others, others);
    let expected = String::from_utf8(unpacked("crash.expected.gz")).expect("text");
    let expected: Vec<&str> = expected.lines().collect();
    assert_eq!(dump.registers.len(), expected.len());
    let mut named = 0;
    for (&(number, value), line) in dump.registers.iter().zip(expected) {
        let (word, text) = line.split_once('\t').expect("a value and a text");
        assert_eq!(format!("{value:08x}"), word, "{text}");
        let Some((row, element, at)) = regs::at(number) else {
            continue;
        };
        // A number in place of a name: only this crate knows the register.
        if text.starts_with("0x") {
            continue;
        }
        let (name, text) = text.split_once(": ").expect("a name");
        assert_eq!(row.name(element, at), name);
        // Mesa prints registers without a type as eight digits.
        if text != format!("{value:08x}") {
            assert_eq!(regs::text(&row.value, value.into()), text, "{name}");
        }
        named += 1;
    }
    assert_eq!(named, 841);
    let [ring] = dump.rings.as_slice() else {
        panic!("{}", dump.rings.len())
    };
    assert_eq!((ring.last_fence, ring.retired_fence), (1, 0));
    assert_eq!(
        ring.stream(),
        Stream {
            address: 0x1_0000_0000_1000 + 160,
            words: 16
        }
    );
    let whole = Stream {
        address: ring.memory.address,
        words: ring.write,
    };
    let mut decoder = Decoder::default();
    let mut packets = Vec::new();
    decoder.list(
        whole,
        &|address, words| dump.read(address, words),
        &mut |line| {
            if line.kind == Kind::Packet {
                packets.push(line.text.to_string());
            }
        },
    );
    assert!(packets.contains(&"opcode: CP_INDIRECT_BUFFER (3f) (4 dwords)".to_string()));
    // The buffer that the ring refers to has words that are no packets.
    let bad = decoder.summary.problems.first().expect("a problem");
    assert!(
        (0x1_0000_0000..0x1_0000_1000).contains(&bad.address),
        "{bad:?}"
    );
    assert!(
        bad.message.ends_with("is not the header of a packet"),
        "{bad:?}"
    );
}

#[test]
fn dumps_that_are_broken_are_refused() {
    let head = "---\nkernel: 6\nmodule: msm\n";
    let error = |rest: &str| {
        let text = format!("{head}{rest}");
        devcore::read(&text).expect_err("is refused").to_string()
    };
    assert_eq!(
        devcore::read("kernel").expect_err("no dump").to_string(),
        "line 1: this is not a dump of msm"
    );
    for (rest, wanted) in [
        ("revision: x", "line 4: \"x\" is not a number"),
        ("bos:\n    size: 4", "line 5: a buffer without an address"),
        (
            "ringbuffer:\n  - id: 0\n    data: !!ascii85 |",
            "line 6: the data is missing",
        ),
        (
            "bos:\n  - iova: 0x0\n    size: 4\n    data: !!ascii85 |\n     zz\n",
            "line 8: the data is not Ascii85, or longer than the memory",
        ),
        (
            "bos:\n  - iova: 0x0\n    size: 8\n    data: !!ascii85 |\n     !!!!\n",
            "line 8: the data is not Ascii85, or longer than the memory",
        ),
        (
            "registers:\n  - x\n",
            "line 5: not a register and its value",
        ),
    ] {
        assert_eq!(error(rest), wanted);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_a_dump_or_refused(
        lines in prop::collection::vec("(bos:|ringbuffer:|registers:|  - iova: 0x1000|    size: [0-9]{1,20}|    data: x|     [!-z]{0,20}|  - [{] offset: 0x[0-9a-f]{1,9}, value: 1 [}]|.{0,30})", 0..30),
    ) {
        let text = format!("---\nmodule: msm\n{}", lines.join("\n"));
        if let Ok(dump) = devcore::read(&text) {
            let mut words = [0; 16];
            for memory in dump.buffers.iter().chain(dump.rings.iter().map(|r| &r.memory)) {
                prop_assert!(dump.read(memory.address, &mut words) <= 16);
            }
            for ring in &dump.rings {
                let _ = ring.stream();
            }
        }
    }

    /// Any recording is read as it was written, as long as buffers do not share an address.
    #[test]
    fn recordings_round_trip(
        gpu_id in proptest::option::of(any::<u32>()),
        name in "[a-z]{0,9}",
        buffers in prop::collection::btree_map(0u64..1 << 40, prop::collection::vec(any::<u8>(), 0..20), 0..6),
        streams in prop::collection::vec((any::<u64>(), any::<u32>()), 1..4),
    ) {
        let mut writer = Writer::new(Vec::new(), gpu_id, Some(7)).unwrap();
        writer.submission(&name).unwrap();
        let buffers: Vec<(u64, Vec<u8>)> = buffers.into_iter().filter(|b| !b.1.is_empty()).collect();
        for (address, bytes) in &buffers {
            writer.buffer(*address, bytes).unwrap();
        }
        let streams: Vec<Stream> =
            streams.into_iter().map(|(address, words)| Stream { address, words }).collect();
        for &stream in &streams {
            writer.stream(stream).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let read = rd::read(&bytes).unwrap();
        prop_assert_eq!(read.gpu_id, gpu_id);
        prop_assert_eq!(read.submissions.len(), 1);
        prop_assert_eq!(&read.submissions[0].streams, &streams);
        let got: Vec<(u64, Vec<u8>)> =
            read.submissions[0].contents().map(|(a, b)| (a, b.to_vec())).collect();
        prop_assert_eq!(got, buffers);
    }
}
