//! Request numbers and structure sizes.

use tilescope_kernel::vc4;

/// Values as computed by a C compiler from `drm.h` and `vc4_drm.h`.
const NUMBERS: &[(&str, u32)] = &[
    ("VERSION", 0xc040_6400),
    ("GET_UNIQUE", 0xc010_6401),
    ("GET_MAGIC", 0x8004_6402),
    ("SET_VERSION", 0xc010_6407),
    ("GEM_CLOSE", 0x4008_6409),
    ("GEM_FLINK", 0xc008_640a),
    ("GEM_OPEN", 0xc010_640b),
    ("GET_CAP", 0xc010_640c),
    ("SET_CLIENT_CAP", 0x4010_640d),
    ("AUTH_MAGIC", 0x4004_6411),
    ("SET_MASTER", 0x641e),
    ("DROP_MASTER", 0x641f),
    ("PRIME_HANDLE_TO_FD", 0xc00c_642d),
    ("PRIME_FD_TO_HANDLE", 0xc00c_642e),
    ("SYNCOBJ_CREATE", 0xc008_64bf),
    ("SYNCOBJ_DESTROY", 0xc008_64c0),
    ("SYNCOBJ_HANDLE_TO_FD", 0xc010_64c1),
    ("SYNCOBJ_FD_TO_HANDLE", 0xc010_64c2),
    ("SYNCOBJ_WAIT", 0xc020_64c3),
    ("SYNCOBJ_RESET", 0xc010_64c4),
    ("SYNCOBJ_SIGNAL", 0xc010_64c5),
    ("SYNCOBJ_TIMELINE_WAIT", 0xc028_64ca),
    ("SYNCOBJ_QUERY", 0xc018_64cb),
    ("SYNCOBJ_TRANSFER", 0xc020_64cc),
    ("SYNCOBJ_TIMELINE_SIGNAL", 0xc018_64cd),
    ("MODE_GETRESOURCES", 0xc040_64a0),
    ("MODE_GETCRTC", 0xc068_64a1),
    ("MODE_SETCRTC", 0xc068_64a2),
    ("MODE_GETENCODER", 0xc014_64a6),
    ("MODE_GETCONNECTOR", 0xc050_64a7),
    ("MODE_GETPROPERTY", 0xc040_64aa),
    ("MODE_GETPROPBLOB", 0xc010_64ac),
    ("MODE_GETFB", 0xc01c_64ad),
    ("MODE_ADDFB", 0xc01c_64ae),
    ("MODE_RMFB", 0xc004_64af),
    ("MODE_PAGE_FLIP", 0xc018_64b0),
    ("MODE_CREATE_DUMB", 0xc020_64b2),
    ("MODE_MAP_DUMB", 0xc010_64b3),
    ("MODE_DESTROY_DUMB", 0xc004_64b4),
    ("MODE_GETPLANERESOURCES", 0xc010_64b5),
    ("MODE_GETPLANE", 0xc020_64b6),
    ("MODE_ADDFB2", 0xc068_64b8),
    ("MODE_OBJ_GETPROPERTIES", 0xc020_64b9),
    ("MODE_ATOMIC", 0xc038_64bc),
    ("VC4_SUBMIT_CL", 0xc0b0_6440),
    ("VC4_WAIT_SEQNO", 0xc010_6441),
    ("VC4_WAIT_BO", 0xc010_6442),
    ("VC4_CREATE_BO", 0xc010_6443),
    ("VC4_MMAP_BO", 0xc010_6444),
    ("VC4_CREATE_SHADER_BO", 0xc018_6445),
    ("VC4_GET_HANG_STATE", 0xc0a0_6446),
    ("VC4_GET_PARAM", 0xc010_6447),
    ("VC4_SET_TILING", 0xc010_6448),
    ("VC4_GET_TILING", 0xc010_6449),
    ("VC4_LABEL_BO", 0xc010_644a),
    ("VC4_GEM_MADVISE", 0xc010_644b),
    ("VC4_PERFMON_CREATE", 0xc018_644c),
    ("VC4_PERFMON_DESTROY", 0xc004_644d),
    ("VC4_PERFMON_GET_VALUES", 0xc010_644e),
];

#[test]
fn requests_are_those_of_the_headers() {
    let rows = vc4::DRIVER.ioctls();
    let ours: Vec<(&str, u32)> = rows.iter().map(|r| (r.name, r.request())).collect();
    assert_eq!(ours, NUMBERS);
}
