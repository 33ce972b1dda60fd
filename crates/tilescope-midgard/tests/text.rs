//! Jobs and descriptors as text: lines assemble to the bytes that they are of.

use proptest::collection::vec;
use proptest::prelude::*;
use tilescope_core::{AddressSpace, Region};
use tilescope_midgard::cmd::{self, Target};
use tilescope_midgard::descriptors::{Arch, DESCRIPTORS, job::job_header};
use tilescope_midgard::isa::quads;
use tilescope_midgard::state::Invocation;
use tilescope_tables::listing::{ListingLine, Options, to_source};

fn assembled(lines: &[ListingLine]) -> Vec<u8> {
    let source = to_source(lines);
    match cmd::assemble(&source, &|_| None) {
        Ok(assembled) => assembled.bytes,
        Err(errors) => panic!("{errors:?}\n{source}"),
    }
}

#[test]
fn names_are_unique() {
    for d in DESCRIPTORS {
        for &arch in d.arches {
            let row = cmd::row(d.name, arch).expect("a row");
            assert!(
                std::ptr::eq(row.descriptor, d),
                "{} in {}",
                d.name,
                arch.name()
            );
            assert_eq!(cmd::find(&row.name), Some(&row.layout));
        }
    }
    assert_eq!(cmd::find("v4_draw").map(|l| l.size), Some(120));
    assert!(cmd::find("V5_DRAW").is_none());
}

/// Fields of views are written with those of the descriptor.
#[test]
fn a_descriptor_takes_the_fields_of_its_views() {
    let text =
        "BLEND enable, equation_rgb_a=2, equation_rgb_b=SRC, equation_color_mask=0xf, constant=1.0";
    let bytes = cmd::assemble(text, &|_| None).map(|a| a.bytes);
    let bytes = bytes.unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!((bytes[1], bytes[8] & 3, bytes[11] >> 4), (2, 2, 15));
    assert_eq!(bytes[12..], 1f32.to_le_bytes());
    let row = cmd::row("Blend", Arch::V5).expect("a row");
    let line = &cmd::elements(&bytes, 0, row, &Options::default())[0];
    assert!(line.text.contains("equation_rgb_b=SRC"), "{}", line.text);
    assert!(!line.text.contains("shader_pc"), "{}", line.text);
}

#[test]
fn mistakes_are_explained() {
    let errors = cmd::assemble("JOB_HEADR next=0", &|_| None).unwrap_err();
    assert_eq!(errors[0].message, "unknown statement `JOB_HEADR`");
    assert_eq!(
        errors[0].help.as_deref(),
        Some("did you mean `JOB_HEADER`?")
    );
    let errors = cmd::assemble(".u64 1.5", &|_| None).unwrap_err();
    assert_eq!(errors[0].message, "1.5 has a fraction");
}

/// A chain of a write value job and a fragment job.
const CHAIN: &str = "\
JOB_HEADER is_64b, type=WRITE_VALUE, index=1, next=@.+0x40
WRITE_VALUE_JOB_PAYLOAD address=@.+0x100, type=ZERO
.align 64
JOB_HEADER is_64b, type=FRAGMENT, index=2, dependency_1=1
FRAGMENT_JOB_PAYLOAD bound_max_x=3, bound_max_y=3, framebuffer=@.+0x81
.align 64
";

#[test]
fn references_of_jobs_are_found() {
    const BASE: u64 = 0x200_0000;
    let symbol = |name: &str| (name == ".").then_some(BASE);
    let bytes = cmd::assemble(CHAIN, &symbol).map(|a| a.bytes);
    let mut bytes = bytes.unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(bytes.len(), 128);
    let lines = cmd::describe(&bytes, BASE, &Options::default());
    let starts: Vec<&str> = lines
        .iter()
        .filter_map(|l| l.text.split(' ').next())
        .collect();
    assert_eq!(
        starts,
        [
            "JOB_HEADER",
            "WRITE_VALUE_JOB_PAYLOAD",
            ".zero",
            "JOB_HEADER",
            "FRAGMENT_JOB_PAYLOAD"
        ]
    );
    bytes.resize(0x200, 0);
    let mut memory = AddressSpace::new();
    memory
        .map(Region::from_bytes("chain", BASE, &bytes))
        .expect("alone");
    let found = |at| cmd::references(Target::Job, at, &memory, Arch::V5);
    let names = |at| {
        let found = found(at).into_iter();
        found
            .map(|r| (r.what, r.address - BASE))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(BASE), [("value", 0x100), ("job", 0x40)]);
    assert_eq!(names(BASE + 0x40), [("framebuffer", 0x80)]);
    assert_eq!(found(0xdead_0000), []);
}

fn bytes_of_jobs() -> impl Strategy<Value = Vec<u8>> {
    let kinds = (any::<u8>(), vec(any::<u8>(), 0..300), any::<bool>());
    kinds.prop_map(|(kind, mut bytes, is_job)| {
        if is_job && bytes.len() >= 32 {
            bytes[16..18].fill(0);
            job_header::IS_64B.set(&mut bytes, 1);
            job_header::TYPE.set(&mut bytes, (kind % 12).into());
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_round_trip(bytes in bytes_of_jobs(), v4 in any::<bool>()) {
        let arch = if v4 { Arch::V4 } else { Arch::V5 };
        let lines = cmd::describe_jobs(&bytes, 0x1000, arch, &Options::default());
        prop_assert_eq!(assembled(&lines), bytes);
    }

    #[test]
    fn descriptors_round_trip(
        index in 0..DESCRIPTORS.len(),
        bytes in vec(prop_oneof![Just(0u8), any::<u8>()], 0..400),
    ) {
        let d = &DESCRIPTORS[index];
        let row = cmd::row(d.name, d.arches[0]).expect("a row");
        let lines = cmd::elements(&bytes, 0, row, &Options::default());
        prop_assert_eq!(assembled(&lines), bytes);
    }

    #[test]
    fn framebuffers_and_textures_round_trip(bytes in vec(any::<u8>(), 0..900), v4 in any::<bool>()) {
        let arch = if v4 { Arch::V4 } else { Arch::V5 };
        let options = Options::default();
        let lines = cmd::framebuffer(&bytes, 0, arch, &options);
        prop_assert_eq!(&assembled(&lines), &bytes);
        let lines = cmd::texture(&bytes, 0, arch, &options);
        prop_assert_eq!(&assembled(&lines), &bytes);
        let lines = cmd::addresses(&bytes, 0, &options);
        prop_assert_eq!(&assembled(&lines), &bytes);
    }

    /// Hostile memory has references that end, and programs an extent inside of it.
    #[test]
    fn references_are_bounded(bytes in bytes_of_jobs()) {
        let mut memory = AddressSpace::new();
        memory.map(Region::from_bytes("jobs", 0, &bytes)).expect("alone");
        for &arch in Arch::ALL {
            for target in [Target::Job, Target::Textures(1 << 40), Target::Elements("Blend", 1 << 40)] {
                prop_assert!(cmd::references(target, 0, &memory, arch).len() <= 1024);
            }
        }
        prop_assert!(cmd::texture_size(&bytes) > 0);
        if let Some(numbers) = bytes.get(32..).and_then(|b| b.first_chunk::<8>()) {
            let threads = Invocation::decode(numbers);
            prop_assert!(threads.local.iter().chain(&threads.groups).all(|n| *n > 0));
        }
        let quads = quads(&bytes);
        prop_assert!(cmd::program_len(&quads) <= quads.len());
    }
}
