//! Every rule about submissions, kept and broken.

use std::collections::BTreeSet;

use tilescope_core::Frame;
use tilescope_kernel::Errno;
use tilescope_vivante::chips::{Chip, GC600, GC2000, GC3000};
use tilescope_vivante::rules::kernel;

use super::rig::*;
use crate::rig::{Client, Seen};

/// Submits a changed job on a new machine.
fn change(
    chip: &'static Chip,
    change: impl FnOnce(&mut Submit, Client<'_>),
) -> (Result<u32, Errno>, Vec<&'static str>, Seen) {
    let (rig, _) = machine(chip, |_| {});
    let c = rig.open();
    let mut job = Submit::one(new(c, 4096));
    change(&mut job, c);
    let result = job.submit(c);
    let (ids, seen) = rig.end();
    (result, ids, seen)
}

/// The job is refused by a rule.
fn broken(
    rule: &tilescope_core::Rule,
    errno: Errno,
    chip: &'static Chip,
    how: impl FnOnce(&mut Submit, Client<'_>),
) -> &'static str {
    let (result, ids, seen) = change(chip, how);
    assert_eq!((result, ids.as_slice()), (Err(errno), [rule.id].as_slice()));
    assert_eq!(seen.jobs.len(), 0);
    ids[0]
}

fn kept(chip: &'static Chip, how: impl FnOnce(&mut Submit, Client<'_>)) {
    let (result, ids, _) = change(chip, how);
    assert_eq!((result, ids.as_slice()), (Ok(0), [].as_slice()));
}

/// A job with client-assigned addresses.
fn softpin(job: &mut Submit) {
    job.flags = 8;
    job.relocs = Vec::new();
    job.bos[0].2 = 4 << 20;
}

#[test]
fn each_rule_is_kept_and_broken() {
    use Errno as E;
    let old = &GC2000;
    let mut seen = BTreeSet::new();
    let mut breaks = |id| {
        seen.insert(id);
    };
    kept(old, |_, _| {});

    let r = &kernel::ARGUMENTS;
    breaks(broken(r, E::EINVAL, old, |j, _| j.flags = 16));
    breaks(broken(r, E::EINVAL, old, |j, _| j.pipe = 3));
    breaks(broken(r, E::EINVAL, old, |j, _| j.sizes[0] = Some(6)));
    breaks(broken(r, E::EINVAL, old, |j, _| {
        j.sizes[0] = Some((128 << 10) + 4)
    }));
    breaks(broken(r, E::EINVAL, old, |j, _| {
        j.sizes[1] = Some((128 << 10) + 1)
    }));
    breaks(broken(r, E::EINVAL, old, |j, _| {
        j.sizes[2] = Some(u32::MAX)
    }));
    breaks(broken(r, E::EINVAL, old, |j, _| j.sizes[3] = Some(129)));
    kept(old, |j, _| (j.flags, j.pipe) = (1, 2));

    let r = &kernel::BUFFER_HANDLE;
    breaks(broken(r, E::EINVAL, old, |j, _| j.bos[0].1 += 1));
    let r = &kernel::BUFFER_FLAGS;
    breaks(broken(r, E::EINVAL, old, |j, _| j.bos[0].0 = 4));
    kept(old, |j, _| j.bos[0].0 = 0);

    let r = &kernel::BUFFER_TWICE;
    breaks(broken(r, E::EALREADY, old, |j, _| j.bos.push(j.bos[0])));
    kept(old, |j, c| j.bos.push((1, new(c, 4096), 0)));

    let r = &kernel::BUFFER_INDEX;
    breaks(broken(r, E::EINVAL, old, |j, _| j.relocs[0].1 = 1));
    breaks(broken(r, E::EINVAL, old, |j, _| {
        j.requests = vec![(1, 0, 0, 0, 4, 1)]
    }));

    let r = &kernel::RELOCATION;
    breaks(broken(r, E::EINVAL, &GC3000, |j, _| j.relocs[0].0 = 8));
    breaks(broken(r, E::EINVAL, &GC3000, |j, _| j.relocs[0].0 = 5));
    breaks(broken(r, E::EINVAL, old, |j, _| j.relocs[0].3 = 1));
    breaks(broken(r, E::EINVAL, &GC3000, |j, _| {
        j.relocs.push((0, 0, 0, 0))
    }));
    kept(&GC3000, |j, _| j.relocs.push((4, 0, 0, 0)));

    let r = &kernel::RELOCATION_OUTSIDE;
    breaks(broken(r, E::EINVAL, old, |j, _| j.relocs[0].2 = 4093));
    breaks(broken(r, E::EINVAL, old, |j, _| j.relocs[0].2 = u64::MAX));
    kept(old, |j, _| j.relocs[0].2 = 4092);

    let r = &kernel::SOFTPIN_ABSENT;
    breaks(broken(r, E::EINVAL, old, |j, _| softpin(j)));
    kept(&GC3000, |j, _| softpin(j));
    let r = &kernel::SOFTPIN_ADDRESS;
    breaks(broken(r, E::EINVAL, &GC3000, |j, _| {
        softpin(j);
        j.bos[0].2 -= 4096;
    }));
    let r = &kernel::SOFTPIN_RELOCATION;
    breaks(broken(r, E::EINVAL, &GC3000, |j, _| {
        softpin(j);
        j.relocs = vec![(4, 0, 0, 0)];
    }));

    let r = &kernel::FENCE;
    breaks(broken(r, E::EINVAL, old, |j, _| j.flags = 2));

    let r = &kernel::PERFORMANCE_REQUEST;
    for request in [
        (1, 0, 0, 0, 0, 0),
        (1, 0, 0, 0, 4092, 0),
        (4, 0, 0, 0, 4, 0),
        (1, 8, 0, 0, 4, 0),
        (1, 0, 7, 0, 4, 0),
        (1, 0, 0x100, 0, 4, 0),
    ] {
        breaks(broken(r, E::EINVAL, old, |j, _| j.requests = vec![request]));
    }
    kept(old, |j, _| j.requests = vec![(3, 7, 2, 0, 4091, 0)]);

    let r = &kernel::COMMAND;
    for opcode in [0, 2, 7, 8, 10, 11, 13, 15, 16, 19, 31] {
        let stream = vec![opcode << 27, 0];
        breaks(broken(r, E::EINVAL, old, |j, _| {
            (j.stream, j.relocs) = (stream.clone(), Vec::new());
        }));
        // With the second MMU nothing is checked.
        kept(&GC3000, |j, _| (j.stream, j.relocs) = (stream, Vec::new()));
    }
    for (opcode, words) in [(3, 2), (5, 4), (6, 6), (9, 2), (12, 4)] {
        let stream = |len: usize| {
            let mut stream = vec![0; len];
            stream[0] = opcode << 27;
            stream
        };
        kept(old, |j, _| {
            (j.stream, j.relocs) = (stream(words), Vec::new())
        });
        let r = &kernel::TRUNCATED;
        breaks(broken(r, E::EINVAL, old, |j, _| {
            (j.stream, j.relocs) = (stream(words - 1), Vec::new());
        }));
    }
    // DRAW_2D: 0 rectangles are 256.
    for (count, words) in [(1u32, 4), (3, 8), (0, 514)] {
        let stream = |len: usize| [vec![4 << 27 | count << 8], vec![0; len - 1]].concat();
        kept(&GC600, |j, _| {
            (j.stream, j.relocs) = (stream(words), Vec::new())
        });
        let r = &kernel::TRUNCATED;
        breaks(broken(r, E::EINVAL, &GC600, |j, _| {
            (j.stream, j.relocs) = (stream(words - 2), Vec::new());
        }));
    }

    let r = &kernel::RELOCATION_MISSING;
    breaks(broken(r, E::EINVAL, old, |j, _| j.relocs.clear()));
    breaks(broken(r, E::EINVAL, old, |j, _| {
        j.stream = load(COLOR_ADDR - 4, &[0, 0])
    }));
    kept(old, |j, _| {
        j.stream = load(COLOR_ADDR - 4, &[0, 0]);
        j.relocs[0].0 = 8;
    });
    // Up to the end of the state, without wrapping around.
    kept(old, |j, _| {
        (j.stream, j.relocs) = (load(0x3_fffc, &[0, 0, 0]), Vec::new());
    });

    let (result, ids, _) = change(old, |j, _| {
        j.stream.extend(load(0x1400, &[0]));
        j.relocs.push((12, 0, 0, 0));
    });
    assert_eq!(
        (result, ids.as_slice()),
        (Ok(0), ["VIV-KERNEL-023"].as_slice())
    );
    breaks(ids[0]);
    // Running out of memory is tested with buffers.
    breaks(kernel::OUT_OF_MEMORY.id);

    let all: BTreeSet<&str> = kernel::ALL.iter().map(|r| r.id).collect();
    assert_eq!(seen, all, "no rule is left out");
}

#[test]
fn a_finding_names_the_command_and_shows_the_stream() {
    let (_, _, seen) = change(&GC2000, |j, _| {
        j.stream.extend(load(0x1410, &[0]));
    });
    let finding = &seen.recorder.findings[0];
    assert_eq!(finding.rule.id, "VIV-KERNEL-021");
    assert_eq!(
        finding.message,
        "PE.DEPTH_ADDR (0x01410) at byte 0xc has no relocation"
    );
    let [submission, list, packet] = finding.at.frames.as_slice() else {
        panic!("{finding:?}");
    };
    assert_eq!(*submission, Frame::Submission(0, "".into()));
    assert_eq!(*list, Frame::List("command stream", 0x0800_1000));
    assert_eq!(*packet, Frame::Packet("LOAD_STATE", 0x0800_1008, 8));
}

#[test]
fn there_is_one_core() {
    let core = |n| change(&GC2000, |j, _| j.core = n).0;
    assert_eq!(
        (core(0), core(1), core(3)),
        (Ok(0), Err(Errno::ENXIO), Err(Errno::ENXIO))
    );
    assert_eq!(core(4), Err(Errno::EINVAL));
}

#[test]
fn bad_pointers_are_faults() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let mut job = Submit::one(new(c, 4096));
    job.requests = vec![(1, 0, 0, 0, 4, 0)];
    for pointer in [24, 32, 40, 56] {
        let mut bytes = job.bytes(&rig.memory);
        bytes[pointer..pointer + 8].copy_from_slice(&8u64.to_le_bytes());
        assert_eq!(c.ioctl(SUBMIT, &bytes).0, Err(Errno::EFAULT), "{pointer}");
    }
    assert!(job.submit(c).is_ok());
}
