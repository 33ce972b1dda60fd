//! Submissions.

use std::collections::BTreeSet;
use std::os::unix::fs::FileExt;

use tilescope_kernel::panfrost::pandump;
use tilescope_kernel::{Access, Errno};
use tilescope_midgard::rules::kernel;

use super::rig::*;
use crate::rig::{Client, words};

/// Writes the first word of a buffer.
fn write(c: Client<'_>, handle: u32, value: u32) {
    let at = mmap(c, handle, 0).unwrap();
    let target = c.rig.kernel.mmap(c.file, at, 4096, Access::Write).unwrap();
    target
        .file
        .write_all_at(&value.to_le_bytes(), target.offset)
        .unwrap();
}

#[test]
fn chains_go_to_the_slot_of_their_requirements() {
    let (rig, given) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, at) = new(c, 4096);
    write(c, bo, 0x1234);
    for requirements in [0, 1] {
        let job = Submit {
            chain: at,
            bos: vec![bo],
            requirements,
            ..Submit::default()
        };
        assert_eq!(job.submit(c), Ok(0));
    }
    let first = Some(0x1234);
    assert_eq!(given.lock().unwrap().runs, [(1, at, first), (0, at, first)]);
}

/// All buffers of a file are in its address space; those of others are not.
#[test]
fn files_have_address_spaces() {
    let (rig, given) = machine("t860", |_| {});
    let (a, b) = (rig.open(), rig.open());
    let (bo, at) = new(a, 4096);
    write(a, bo, 0x1234);
    let job = Submit {
        chain: at,
        ..Submit::default()
    };
    job.submit(a).unwrap();
    job.submit(b).unwrap();
    let runs = std::mem::take(&mut given.lock().unwrap().runs);
    assert_eq!(runs, [(1, at, Some(0x1234)), (1, at, None)]);
}

#[test]
fn only_buffers_without_the_flag_are_executable() {
    let (rig, given) = machine("t860", |_| {});
    let c = rig.open();
    for flags in [0, NOEXEC] {
        let (bo, at) = try_new(c, 4096, flags).unwrap();
        write(c, bo, 0x1234);
        let job = Submit {
            chain: at,
            ..Submit::default()
        };
        job.submit(c).unwrap();
    }
    assert_eq!(given.lock().unwrap().executable, [true, false]);
}

#[test]
fn a_heap_keeps_its_contents_between_jobs() {
    let (rig, given) = machine("t860", |_| {});
    let c = rig.open();
    let (_, heap) = try_new(c, 128 << 20, NOEXEC | HEAP).unwrap();
    assert_eq!(heap, HEAP_WORD - 0x1000);
    let (bo, at) = new(c, 4096);
    let job = Submit {
        chain: at,
        bos: vec![bo],
        ..Submit::default()
    };
    for value in [7, 0] {
        write(c, bo, value);
        job.submit(c).unwrap();
    }
    let runs = std::mem::take(&mut given.lock().unwrap().runs);
    assert_eq!(runs, [(1, at, Some(7)), (1, at, Some(7))]);
}

#[test]
fn fences_are_signalled() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, at) = new(c, 4096);
    let (first, out) = (sync(c, 1), sync(c, 0));
    let job = Submit {
        chain: at,
        bos: vec![bo],
        in_syncs: vec![first],
        out_sync: out,
        ..Submit::default()
    };
    assert_eq!(job.submit(c), Ok(0));
    // Exported as a descriptor, which is readable.
    let (result, arg) = c.ioctl(0xc010_64c1, &words(&[out, 1, 0, 0]));
    assert_eq!(result, Ok(0));
    assert!(rig.machine.is_readable(crate::rig::word(&arg, 8) as i32));
}

#[test]
fn the_first_job_that_stops_is_dumped() {
    let (rig, given) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, at) = new(c, 4096);
    write(c, bo, STOP);
    let job = Submit {
        chain: at,
        bos: vec![bo],
        ..Submit::default()
    };
    for _ in 0..2 {
        assert_eq!(job.submit(c), Ok(0));
    }
    assert_eq!(given.lock().unwrap().resets, 2);
    let (_, seen) = rig.end();
    assert_eq!(seen.dumps.len(), 1);
    let dump = pandump::read(&seen.dumps[0]).unwrap();
    assert_eq!((dump.chain, dump.product), (at, 0x860));
    assert_eq!(dump.registers[1], (0x1880, at as u32), "head of slot 1");
    assert_eq!((dump.buffers.len(), dump.buffers[0].0), (1, at));
    assert_eq!(dump.buffers[0].1[..2], [0xad, 0xde]);
}

#[test]
fn each_rule_is_kept_and_broken() {
    use Errno as E;
    let mut seen = BTreeSet::new();
    let mut case = |rule: &tilescope_core::Rule, errno, how: fn(&mut Submit, Client<'_>)| {
        let (rig, _) = machine("t860", |_| {});
        let c = rig.open();
        let (bo, at) = new(c, 4096);
        let mut job = Submit {
            chain: at,
            bos: vec![bo],
            out_sync: sync(c, 0),
            in_syncs: vec![sync(c, 1)],
            requirements: 0,
        };
        assert_eq!(job.submit(c), Ok(0));
        how(&mut job, c);
        assert_eq!(job.submit(c), Err(errno), "{}", rule.id);
        let (ids, seen_jobs) = rig.end();
        assert_eq!(
            (ids.as_slice(), seen_jobs.jobs.len()),
            ([rule.id].as_slice(), 1)
        );
        seen.insert(rule.id);
    };
    case(&kernel::ARGUMENTS, E::EINVAL, |j, _| j.chain = 0);
    case(&kernel::ARGUMENTS, E::EINVAL, |j, _| j.requirements = 2);
    case(&kernel::ARGUMENTS, E::EINVAL, |j, _| j.requirements = 3);
    case(&kernel::OUT_SYNC, E::ENODEV, |j, _| j.out_sync = 99);
    case(&kernel::IN_SYNC, E::ENOENT, |j, _| j.in_syncs.push(99));
    case(&kernel::IN_SYNC, E::EINVAL, |j, c| {
        j.in_syncs.push(sync(c, 0))
    });
    case(&kernel::BUFFER_HANDLE, E::ENOENT, |j, _| j.bos.push(99));
    case(&kernel::BUFFER_TWICE, E::EALREADY, |j, _| {
        j.bos.push(j.bos[0])
    });
    // Running out of memory is tested with buffers.
    seen.insert(kernel::OUT_OF_MEMORY.id);
    // Arm's driver, which has atoms, is no part of this crate: `tilescope-midgard` tests them.
    seen.insert(kernel::ATOM_CHAIN.id);
    seen.insert(kernel::ATOM_SOFT_JOB.id);
    seen.insert(kernel::ATOM_REQUIREMENTS.id);
    seen.insert(kernel::ATOM_RESOURCES.id);
    let all: BTreeSet<&str> = kernel::ALL.iter().map(|r| r.id).collect();
    assert_eq!(seen, all, "no rule is left out");
}

#[test]
fn bad_pointers_are_faults() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, at) = new(c, 4096);
    let job = Submit {
        chain: at,
        bos: vec![bo],
        in_syncs: vec![sync(c, 1)],
        ..Submit::default()
    };
    for pointer in [8, 24] {
        let mut bytes = job.bytes(&rig.memory);
        bytes[pointer..pointer + 8].copy_from_slice(&8u64.to_le_bytes());
        assert_eq!(c.ioctl(SUBMIT, &bytes).0, Err(Errno::EFAULT), "{pointer}");
    }
    let mut bytes = job.bytes(&rig.memory);
    bytes[32..36].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(c.ioctl(SUBMIT, &bytes).0, Err(Errno::ENOMEM));
}

/// A fragment job with a framebuffer of v5: 64 x 32, linear, red and blue swapped.
#[test]
fn targets_are_those_of_framebuffer_descriptors() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, at) = new(c, 4096);
    let mut bytes = vec![0u8; 512];
    let mut put = |offset: usize, value: u64| {
        bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
    };
    // Header: 64-bit, type 9. Payload: the framebuffer at 0x80, tagged.
    put(16, 1 | 9 << 1);
    put(40, (at + 0x80) | 1);
    // Parameters: width and height less one.
    put(0x80 + 32, 63 | 31 << 16);
    // The target: write enable, format 19, linear, swizzle z y x w; address and stride.
    put(0x100 + 4, 1 | 19 << 3 | 2 << 10 | 0o3012 << 16);
    put(0x100 + 32, 0x1234_0000);
    put(0x100 + 40, 256);
    let offset = mmap(c, bo, 0).unwrap();
    let target = rig
        .kernel
        .mmap(c.file, offset, 4096, Access::Write)
        .unwrap();
    target.file.write_all_at(&bytes, target.offset).unwrap();
    let job = Submit {
        chain: at,
        bos: vec![bo],
        requirements: 1,
        ..Submit::default()
    };
    job.submit(c).unwrap();
    let (_, seen) = rig.end();
    let [output] = seen.outputs.as_slice() else {
        panic!("{:?}", seen.outputs);
    };
    assert_eq!(
        (output.name, output.address),
        ("color_writeback", 0x1234_0000)
    );
    assert_eq!((output.width, output.height, output.stride), (64, 32, 256));
    assert_eq!(output.bits, 19 | 2 << 5 | 1 << 7);
}
