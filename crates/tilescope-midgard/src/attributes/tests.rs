//! Loads and stores of attributes, through memory.

use tilescope_core::bus::Bus;
use tilescope_core::{AddressSpace, Fuel, GpuMemory, Region, Unit};
use tilescope_exec::Lanes16;

use super::*;
use crate::descriptors::attributes as fields;
use crate::log::Log;

const RECORDS: u64 = 0x1000;
const BUFFERS: u64 = 0x2000;
const DATA: u64 = 0x4000;

/// Records, buffer records, and a buffer whose byte `n` is `n`.
struct Memory {
    records: Vec<u8>,
    buffers: Vec<u8>,
}

/// Bytes of the data buffer.
const SIZE: u32 = 256;

impl Memory {
    fn new() -> Memory {
        Memory {
            records: Vec::new(),
            buffers: Vec::new(),
        }
    }

    /// Adds a record of a format word, and returns the buffer record after it.
    fn record(&mut self, format: u32, offset: i32) -> &mut [u8] {
        let index = self.buffers.len() as u64 / 16;
        let mut bytes = [0; 8];
        fields::attribute::BUFFER_INDEX.set(&mut bytes, index);
        fields::attribute::OFFSET_ENABLE.set(&mut bytes, 1);
        fields::attribute::OFFSET.set(&mut bytes, offset as u32 as u64);
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) | format << 10;
        bytes[..4].copy_from_slice(&word.to_le_bytes());
        self.records.extend(bytes);
        // Room for a continuation.
        self.buffers.extend([0; 32]);
        let from = self.buffers.len() - 32;
        &mut self.buffers[from..]
    }

    /// Adds a record of a buffer of a kind.
    fn buffer(&mut self, format: u32, offset: i32, kind: u64, stride: u64) -> &mut [u8] {
        let buffer = self.record(format, offset);
        fields::attribute_buffer::TYPE.set(buffer, kind);
        fields::attribute_buffer::POINTER.set(buffer, DATA >> 6);
        fields::attribute_buffer::STRIDE.set(buffer, stride);
        fields::attribute_buffer::SIZE.set(buffer, SIZE.into());
        buffer
    }

    /// Runs `f` with the decoded attributes; returns its result, the ids of findings and
    /// the data afterwards.
    fn run<R>(
        &self,
        first: u32,
        f: impl FnOnce(&Attributes, &mut Ctx<'_>) -> R,
    ) -> (R, Vec<&'static str>, Vec<u8>) {
        let mut space = AddressSpace::new();
        let data: Vec<u8> = (0..SIZE).map(|n| n as u8).collect();
        for (name, base, bytes) in [
            ("records", RECORDS, &self.records),
            ("buffers", BUFFERS, &self.buffers),
            ("data", DATA, &data),
        ] {
            space.map(Region::from_bytes(name, base, bytes)).unwrap();
        }
        let (mut log, mut fuel) = (Log::default(), Fuel::new(1000));
        let mut c = Ctx::serial(Bus::new(&space), &mut log, &mut fuel);
        let arrays = Arrays {
            records: RECORDS,
            count: self.records.len() as u32 / 8,
            buffers: BUFFERS,
            first,
        };
        let attributes = Attributes::decode(arrays, &mut c).unwrap();
        let result = f(&attributes, &mut c);
        let mut recorder = tilescope_core::Recorder::default();
        log.deliver(&mut recorder);
        let mut after = vec![0; SIZE as usize];
        space.read(DATA, &mut after, Unit("test")).unwrap();
        let ids = recorder.findings.iter().map(|f| f.rule.id).collect();
        (result, ids, after)
    }

    /// The first components of attribute 0 in the lanes with these linear numbers.
    fn loaded(&self, first: u32, linear: [u32; 4]) -> ([u32; 4], Vec<&'static str>) {
        let mut all = [0; 16];
        all[..4].copy_from_slice(&linear);
        let (values, ids, _) = self.run(first, |attributes, c| {
            let threads = Threads {
                linear: &all,
                mask: 15,
                fragment: None,
            };
            attributes
                .load(0, &threads, RegisterType::Format, c)
                .unwrap()
        });
        (std::array::from_fn(|i| values[0][i]), ids)
    }
}

/// R8UI with the swizzle R001.
const BYTE: u32 = 131 << 12 | 5 << 9 | 4 << 6 | 4 << 3;
const NONE: [&str; 0] = [];

#[test]
fn elements_are_counted_by_kind_of_buffer() {
    let mut plain = Memory::new();
    plain.buffer(BYTE, 3, 1, 8);
    assert_eq!(
        plain.loaded(0, [0, 1, 2, 5]),
        ([3, 11, 19, 43], NONE.into())
    );
    assert_eq!(plain.loaded(2, [0, 1, 2, 5]).0, [19, 27, 35, 59]);

    let mut shifted = Memory::new();
    let record = shifted.buffer(BYTE, 0, 2, 4);
    fields::attribute_buffer_as_modulus::DIVISOR_R.set(record, 3);
    assert_eq!(shifted.loaded(0, [0, 7, 8, 25]).0, [0, 0, 4, 12]);

    // 5 << 2 is 20 vertices.
    let mut modulus = Memory::new();
    let record = modulus.buffer(BYTE, 0, 3, 2);
    fields::attribute_buffer_as_modulus::DIVISOR_R.set(record, 2);
    fields::attribute_buffer_as_modulus::DIVISOR_P.set(record, 2);
    assert_eq!(modulus.loaded(1, [0, 19, 20, 41]).0, [2, 40, 2, 4]);

    // Divided by 12: 2^35 / 12 rounded up is 0xaaaaaaab, e = 4 <= 8.
    let mut magic = Memory::new();
    let record = magic.buffer(BYTE, 0, 4, 1);
    fields::attribute_buffer_as_npot::DIVISOR_R.set(record, 3);
    fields::attribute_buffer_as_npot::DIVISOR_E.set(record, 1);
    fields::attribute_buffer_continuation_npot::TYPE.set(&mut record[16..], 32);
    fields::attribute_buffer_continuation_npot::DIVISOR_NUMERATOR
        .set(&mut record[16..], 0x2aaa_aaaa);
    assert_eq!(
        magic.loaded(0, [11, 12, 35, 36]),
        ([0, 1, 2, 3], NONE.into())
    );
}

#[test]
fn special_attributes() {
    let one = |kind: u64| {
        let mut memory = Memory::new();
        let record = memory.record(133 << 12 | 5 << 9 | 4 << 6 | 4 << 3, 0);
        fields::attribute_buffer_as_special::SPECIAL.set(record, kind);
        memory
    };
    let mut vertex = one(34);
    fields::attribute_vertex_id::DIVISOR_R.set(&mut vertex.buffers, 2);
    assert_eq!(vertex.loaded(10, [0, 3, 4, 9]).0, [0, 3, 0, 1]);
    let mut instance = one(36);
    fields::attribute_instance_id::DIVISOR_R.set(&mut instance.buffers, 1);
    assert_eq!(instance.loaded(10, [0, 3, 4, 9]).0, [0, 0, 1, 2]);
    for kind in [33, 37, 38, 97] {
        assert_eq!(one(kind).loaded(0, [0; 4]).1, ["MALI-ATTR-010"]);
        let mut fragment = FragmentValues {
            front: 0b10,
            ..FragmentValues::default()
        };
        fragment.coordinates[0] = Lanes16::numbers();
        fragment.point[1] = Lanes16::splat(0.25f32.to_bits());
        let (values, ids, _) = one(kind).run(0, |attributes, c| {
            let threads = Threads {
                linear: &[0; 16],
                mask: 0xffff,
                fragment: Some(&fragment),
            };
            let mut record = attributes.clone();
            record.records[0].format = crate::formats::Format::from_bits(191 << 12 | 0x688);
            record.load(0, &threads, RegisterType::Format, c).unwrap()
        });
        assert_eq!(ids, NONE);
        let got = values.map(|v| v[1]);
        match kind {
            33 => assert_eq!(got[1], 0.25f32.to_bits()),
            97 => assert_eq!(got[1], 0.75f32.to_bits()),
            37 => assert_eq!(got[0], 1),
            _ => assert_eq!((got[0], values[0][0]), (u32::MAX, 0)),
        }
    }
}

#[test]
fn stores_write_elements_and_nothing_else() {
    let mut memory = Memory::new();
    memory.buffer(191 << 12 | 0x688, 16, 1, 32);
    memory.record(95 << 12, 0);
    let linear = std::array::from_fn(|i| i as u32);
    let values = [Lanes16::splat(0x0102_0304); 4];
    let ((), ids, after) = memory.run(0, |attributes, c| {
        let threads = Threads {
            linear: &linear,
            mask: 0b101,
            fragment: None,
        };
        attributes
            .store(0, &threads, &values, RegisterType::Unsigned, c)
            .unwrap();
        // Nothing is stored, whatever its buffer.
        attributes
            .store(1, &threads, &values, RegisterType::Unsigned, c)
            .unwrap();
    });
    assert_eq!(ids, NONE);
    for (n, byte) in after.into_iter().enumerate() {
        let written = (16..32).contains(&n) || (80..96).contains(&n);
        let want = if written { 4 - n as u8 % 4 } else { n as u8 };
        assert_eq!(byte, want, "{n}");
    }
}

/// The ids of the findings of a load of attribute 0 with element 0, after `change` of its
/// buffer record.
fn broken(
    kind: u64,
    format: u32,
    offset: i32,
    change: impl FnOnce(&mut [u8]),
) -> Vec<&'static str> {
    let mut memory = Memory::new();
    let record = memory.buffer(format, offset, kind, 4);
    change(record);
    memory.loaded(0, [0; 4]).1
}

#[test]
fn broken_records_are_reported() {
    assert_eq!(broken(1, BYTE, 0, |_| ()), NONE);
    assert_eq!(broken(9, BYTE, 0, |_| ()), ["MALI-ATTR-003"]);
    assert_eq!(broken(7, BYTE, 0, |_| ()), ["MALI-ATTR-003"]);
    assert_eq!(broken(5, BYTE, 0, |r| r[16] = 32), ["MALI-ATTR-003"]);
    assert_eq!(broken(1, 1 << 12, 0, |_| ()), ["MALI-ATTR-004"]);
    assert_eq!(broken(1, BYTE, -1, |_| ()), ["MALI-ATTR-005"]);
    assert_eq!(broken(1, BYTE, SIZE as i32, |_| ()), ["MALI-ATTR-005"]);
    assert_eq!(broken(4, BYTE, 0, |_| ()), ["MALI-ATTR-008"]);
    assert_eq!(broken(1, BYTE | 1 << 21, 0, |_| ()), ["MALI-ATTR-013"]);
    let (_, ids, _) = Memory::new().run(0, |attributes, c| {
        let threads = Threads {
            linear: &[0; 16],
            mask: 1,
            fragment: None,
        };
        attributes
            .load(3, &threads, RegisterType::Format, c)
            .unwrap();
    });
    assert_eq!(ids, ["MALI-ATTR-002"]);
}

#[test]
fn broken_stores_are_reported() {
    let store = |format: u32, linear: u32, stride: u64, kind: u64| {
        let mut memory = Memory::new();
        memory.buffer(format, 0, kind, stride);
        let threads = Threads {
            linear: &[linear; 16],
            mask: 1,
            fragment: None,
        };
        let values = [Lanes16::ZERO; 4];
        let (done, ids, _) = memory.run(0, |attributes, c| {
            attributes.store(0, &threads, &values, RegisterType::Format, c)
        });
        assert!(done.is_ok());
        ids
    };
    assert_eq!(store(BYTE, 3, 8, 1), NONE);
    assert_eq!(store(BYTE, 32, 8, 1), ["MALI-ATTR-006"]);
    assert_eq!(store(191 << 12 | 0x688, 1, 8, 1), ["MALI-ATTR-007"]);
    assert_eq!(store(BYTE, 0, 8, 38), ["MALI-ATTR-011"]);
}

#[test]
fn memory_that_is_not_mapped_is_a_fault() {
    let mut memory = Memory::new();
    let record = memory.buffer(BYTE, 0, 1, 4);
    fields::attribute_buffer::POINTER.set(record, 0x10_0000 >> 6);
    let threads = Threads {
        linear: &[0; 16],
        mask: 1,
        fragment: None,
    };
    let (done, ids, _) = memory.run(0, |attributes, c| {
        attributes
            .load(0, &threads, RegisterType::Format, c)
            .is_err()
    });
    assert_eq!((done, ids), (true, vec!["MALI-MMU-001"]));
}

/// An image of 4x3x2 texels of R8UI, whose record is number 0.
fn image(kind: u64, row_stride: u64, slice_stride: u64) -> Memory {
    let mut memory = Memory::new();
    let record = memory.buffer(BYTE, 0, kind, 1);
    use fields::attribute_buffer_continuation_3d as size;
    let next = &mut record[16..];
    size::TYPE.set(next, 32);
    size::S_DIMENSION.set(next, 3);
    size::T_DIMENSION.set(next, 2);
    size::R_DIMENSION.set(next, 1);
    size::ROW_STRIDE.set(next, row_stride);
    size::SLICE_STRIDE.set(next, slice_stride);
    memory
}

#[test]
fn images_are_read_and_written_by_coordinates() {
    use crate::image::{Texels, access};
    use crate::shader::ImageOp;
    let at = [
        Lanes16::from_fn(|i| i as u32),
        Lanes16::splat(2),
        Lanes16::splat(1),
        Lanes16::ZERO,
    ];
    let texels = Texels {
        image: 0,
        at: &at,
        mask: 0b11111,
    };
    let value = [Lanes16::splat(0xee); 4];
    // Tiled: y = 2 is 8 and 4 of the offset, x = 1 is 1 and x = 2 is 4.
    for (kind, row, slice, places) in [
        (5, 8, 64, [80, 81, 82, 83]),
        (6, 256, 100, [112, 113, 108, 109]),
    ] {
        let memory = image(kind, row, slice);
        let ((loaded, addresses), ids, after) = memory.run(0, |attributes, c| {
            let mut done = |op| access(attributes, &texels, &op, RegisterType::Format, c).unwrap();
            let (loaded, addresses) = (done(ImageOp::Load), done(ImageOp::Address));
            done(ImageOp::Store(value));
            (loaded, addresses)
        });
        assert_eq!(ids, NONE);
        let loaded: [u32; 5] = std::array::from_fn(|i| loaded[0][i]);
        assert_eq!(loaded, [places[0], places[1], places[2], places[3], 0]);
        assert_eq!(addresses[0][1], DATA as u32 + places[1]);
        assert_eq!((addresses[0][4], addresses[1][1]), (0, 0));
        let written = (0..SIZE).filter(|n| after[*n as usize] != *n as u8 || *n == 0xee);
        let mut places = places.to_vec();
        places.push(0xee);
        places.sort_unstable();
        assert_eq!(written.collect::<Vec<_>>(), places);
    }
}

#[test]
fn broken_images_are_reported() {
    use crate::image::{Texels, access};
    use crate::shader::ImageOp;
    let ids = |memory: &Memory| {
        let at = [1, 2, 1, 0].map(Lanes16::splat);
        let texels = Texels {
            image: 0,
            at: &at,
            mask: 1,
        };
        let (done, ids, _) = memory.run(0, |attributes, c| {
            access(attributes, &texels, &ImageOp::Load, RegisterType::Format, c)
        });
        assert!(done.is_ok());
        ids
    };
    assert_eq!(ids(&image(5, 8, 64)), NONE);
    assert_eq!(ids(&image(1, 8, 64)), ["MALI-ATTR-014"]);
    let mut wide = image(5, 8, 64);
    fields::attribute_buffer::STRIDE.set(&mut wide.buffers, 2);
    assert_eq!(ids(&wide), ["MALI-ATTR-015"]);
    assert_eq!(ids(&image(5, 3, 64)), ["MALI-ATTR-016"]);
    assert_eq!(ids(&image(6, 255, 64)), ["MALI-ATTR-016"]);
    assert_eq!(ids(&image(5, 8, 256)), ["MALI-ATTR-017"]);
}
