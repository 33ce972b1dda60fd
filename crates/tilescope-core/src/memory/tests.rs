//! Tests of the address space and its buffers.

use super::*;

const T: Unit = Unit("test");

fn space() -> AddressSpace {
    let mut s = AddressSpace::new();
    s.map(Region::from_bytes(
        "a",
        0x1000,
        &(0..64).collect::<Vec<u8>>(),
    ))
    .unwrap();
    s.map(Region::uninitialised("b", 0x2000, 37)).unwrap();
    s
}

#[test]
fn reads_any_alignment_and_length() {
    let s = space();
    for start in 0..20 {
        for len in 0..20 {
            let mut out = vec![0; len];
            s.read(0x1000 + start as u64, &mut out, T).unwrap();
            let want: Vec<u8> = (start as u8..(start + len) as u8).collect();
            assert_eq!(out, want, "{start} {len}");
        }
    }
}

#[test]
fn writes_touch_only_their_bytes() {
    for start in 0..12usize {
        for len in 0..12usize {
            let s = space();
            s.write(0x1000 + start as u64, &vec![0xee; len], T).unwrap();
            let mut out = [0; 32];
            s.read(0x1000, &mut out, T).unwrap();
            for (i, b) in out.iter().enumerate() {
                let want = if (start..start + len).contains(&i) {
                    0xee
                } else {
                    i as u8
                };
                assert_eq!(*b, want);
            }
        }
    }
}

#[test]
fn faults_name_access_and_unit() {
    let s = space();
    let e = s.read_u32(0x103e, T).unwrap_err();
    assert_eq!(
        e.to_string(),
        "test accessed 4 bytes at 0x0000103e, which are outside all buffers"
    );
    assert!(s.write(u64::MAX, &[0; 8], T).is_err());
    assert_eq!(s.mapped(0x2024), 1);
    assert_eq!(s.mapped(0x2025), 0);
}

#[test]
fn tracks_initialisation_by_byte() {
    let s = space();
    assert!(s.initialised(0x1000, 64));
    assert!(!s.initialised(0x2000, 1));
    s.write(0x2003, &[1; 30], T).unwrap();
    assert!(s.initialised(0x2003, 30));
    assert!(!s.initialised(0x2002, 2));
    assert!(!s.initialised(0x2003, 31));
}

#[test]
fn a_client_may_write_buffers_that_are_read_only_for_the_gpu() {
    let r = Region::zeroed("z", 0x3000, 37).with(Rights::ReadOnly);
    assert!(r.rights() == Rights::ReadOnly && !r.is_tracked());
    assert_eq!(r.fill(30, &[1; 7]), Some(()));
    assert_eq!(r.fill(30, &[1; 8]), None);
    assert_eq!(r.fill(u64::MAX, &[1]), None);
    let mut out = [9; 8];
    assert_eq!(r.read(29, &mut out), Some(()));
    assert_eq!(out, [0, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(r.read(30, &mut out), None);
    let u = Region::uninitialised("u", 0, 8);
    assert!(u.is_tracked());
    u.fill(0, &[1; 4]).unwrap();
    let mut s = AddressSpace::new();
    s.map(u).unwrap();
    assert!(s.initialised(0, 4) && !s.initialised(0, 5));
    assert_eq!(s.into_regions().len(), 1);
}

#[test]
fn words_are_gathered_from_one_buffer_only() {
    let s = space();
    let mut out = [0; 3];
    assert!(s.gather(&[0x103c, 0x1000, 0x1004], &mut out));
    assert_eq!(out, [0x3f3e_3d3c, 0x0302_0100, 0x0706_0504]);
    for outside in [0xffc, 0x103d, 0x1040, 0x2000, u64::MAX] {
        assert!(!s.gather(&[0x1000, outside], &mut out), "{outside:#x}");
        assert!(!s.gather(&[outside, 0x1000], &mut out), "{outside:#x}");
    }
    s.write(0x2000, &[1, 2, 3], T).unwrap();
    assert!(!s.gather(&[0x2000], &mut out), "one byte is not written");
    s.write(0x2003, &[4], T).unwrap();
    assert!(s.gather(&[0x2000], &mut out));
    assert_eq!(out[0], 0x0403_0201);
    assert!(!s.gather(&[0x2000, 0x2004], &mut out));
    assert!(s.gather(&[], &mut out));
}

#[test]
fn refuses_overlap() {
    let mut s = space();
    assert!(s.map(Region::uninitialised("c", 0x103f, 1)).is_err());
    assert!(s.map(Region::uninitialised("c", 0xff0, 0x11)).is_err());
    assert!(s.map(Region::uninitialised("c", 0x1040, 1)).is_ok());
}

#[test]
fn shared_pages_are_seen_by_both_sides() {
    use std::io::{Read, Seek, Write};
    let mut file = tempfile::tempfile().unwrap();
    file.set_len(8192).unwrap();
    let pages = Arc::new(Mapping::new(&file, 0, 8192).unwrap());
    let region = |base, offset, len| Region::shared("s", base, pages.clone(), offset, len);
    let mut s = AddressSpace::new();
    s.map(region(0x1000, 4096, 4096).unwrap()).unwrap();
    s.map(region(0x3000, 0, 4096).unwrap().with(Rights::ReadOnly))
        .unwrap();
    s.write(0x1001, &[1, 2, 3, 4, 5], T).unwrap();
    assert!(s.write(0x3000, &[1], T).is_err());
    assert!(s.write(0x1ffd, &[0; 4], T).is_err());
    file.seek(io::SeekFrom::Start(4096)).unwrap();
    let mut seen = [0; 8];
    file.read_exact(&mut seen).unwrap();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5, 0, 0]);
    file.seek(io::SeekFrom::Start(4)).unwrap();
    file.write_all(&0x1234_5678u32.to_le_bytes()).unwrap();
    assert_eq!(s.read_u32(0x3004, T), Ok(0x1234_5678));
    assert_eq!(s.mapped(0x1004), 4092);
    assert_eq!(pages.write(8190, &[7, 8]), Some(()));
    assert_eq!(pages.write(8190, &[7, 8, 9]), None);
    let mut out = [0; 3];
    assert_eq!(pages.read(8189, &mut out), Some(()));
    assert_eq!(out, [0, 7, 8]);
    assert_eq!(pages.read(usize::MAX, &mut out), None);
    assert!(region(0, 4096, 4100).is_none());
    assert!(region(0, 2, 4).is_none());
    assert!(region(0, usize::MAX - 3, 8).is_none());
}

#[test]
fn mappings_stay_inside_their_file() {
    let file = tempfile::tempfile().unwrap();
    file.set_len(4096).unwrap();
    assert!(Mapping::new(&file, 0, 4096).is_ok());
    assert!(Mapping::new(&file, 0, 8192).is_err());
    assert!(Mapping::new(&file, 4096, 4096).is_err());
    assert!(Mapping::new(&file, 0, 4095).is_err());
    assert!(Mapping::new(&file, u64::MAX, 4096).is_err());
}
