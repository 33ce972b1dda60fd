//! Every refusal is a finding: a submission that breaks the rule, and one that barely does not.

use tilescope_adreno::rules::kernel;
use tilescope_core::Rule;
use tilescope_kernel::Errno;

use super::rig::*;
use crate::rig::Client;

/// A buffer, one that is not needed, an empty synchronisation object, one with a
/// fence.
#[derive(Clone, Copy)]
struct There {
    bo: u32,
    unneeded: u32,
    empty: u32,
    signalled: u32,
}

/// A rule, its error, and changes of a good submission to a broken and to another good one.
type Case = (
    &'static Rule,
    Errno,
    fn(&mut Submit, There),
    fn(&mut Submit, There),
);

const CASES: &[Case] = &[
    (
        &kernel::ARGUMENTS,
        Errno::EINVAL,
        |s, _| s.flags = 0x11,
        |s, _| s.flags |= Submit::NO_IMPLICIT,
    ),
    (
        &kernel::ARGUMENTS,
        Errno::EINVAL,
        |s, _| s.pad = 1,
        |s, _| s.pad = 0,
    ),
    (
        &kernel::ARGUMENTS,
        Errno::EINVAL,
        |s, _| s.flags |= Submit::SUDO,
        |s, _| s.flags = 0x10,
    ),
    (
        &kernel::ARGUMENTS,
        Errno::EINVAL,
        |s, _| s.flags |= 0x0100_0000,
        |s, _| s.flags = 0x10,
    ),
    (
        &kernel::QUEUE,
        Errno::ENOENT,
        |s, _| s.queue = 1,
        |s, _| s.queue = 0,
    ),
    (
        &kernel::FENCE,
        Errno::EINVAL,
        |s, _| s.flags |= Submit::FENCE_FD_IN,
        |s, _| s.fence_fd = 9,
    ),
    (
        &kernel::IN_SYNC,
        Errno::EINVAL,
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 0, 0), (t.empty, 0, 0)];
        },
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 0, 0), (t.signalled, 0, 0)];
        },
    ),
    (
        &kernel::IN_SYNC,
        Errno::ENOENT,
        |s, _| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(9, 0, 0)];
        },
        |s, _| s.in_syncs = vec![(9, 0, 0)],
    ),
    (
        &kernel::IN_SYNC,
        Errno::EINVAL,
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 2, 0)];
        },
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 0, 0)];
        },
    ),
    (
        &kernel::IN_SYNC,
        Errno::EOPNOTSUPP,
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 0, 1)];
        },
        |s, t| {
            s.flags |= Submit::SYNCOBJ_IN;
            s.in_syncs = vec![(t.signalled, 0, 0)];
        },
    ),
    (
        &kernel::OUT_SYNC,
        Errno::EINVAL,
        |s, _| {
            s.flags |= Submit::SYNCOBJ_OUT;
            s.out_syncs = vec![(9, 0, 0)];
        },
        |s, t| {
            s.flags |= Submit::SYNCOBJ_OUT;
            s.out_syncs = vec![(t.empty, 0, 0)];
        },
    ),
    (
        &kernel::OUT_SYNC,
        Errno::EINVAL,
        |s, t| {
            s.flags |= Submit::SYNCOBJ_OUT;
            s.out_syncs = vec![(t.empty, 1, 0)];
        },
        |s, t| {
            s.flags |= Submit::SYNCOBJ_OUT;
            s.out_syncs = vec![(t.empty, 0, 0), (t.signalled, 0, 0)];
        },
    ),
    (
        &kernel::BUFFER_FLAGS,
        Errno::EINVAL,
        |s, _| s.bos[0][0] = 4,
        |s, _| s.bos[0][0] = 13,
    ),
    (
        &kernel::BUFFER_FLAGS,
        Errno::EINVAL,
        |s, _| s.bos[0][0] = 0x11,
        |s, _| s.bos[0][0] = 1,
    ),
    (
        &kernel::BUFFER_HANDLE,
        Errno::EINVAL,
        |s, _| s.bos.push([3, 77]),
        |s, _| s.bos.truncate(1),
    ),
    (
        &kernel::BUFFER_TWICE,
        Errno::EALREADY,
        |s, t| s.bos.push([3, t.bo]),
        |s, _| s.bos.truncate(1),
    ),
    (
        &kernel::COMMAND_TYPE,
        Errno::EINVAL,
        |s, _| s.cmds[0][0] = 4,
        |s, _| s.cmds[0][0] = 3,
    ),
    (
        &kernel::COMMAND_SIZE,
        Errno::EINVAL,
        |s, _| s.cmds[0][3] = 6,
        |s, _| s.cmds[0][3] = 8,
    ),
    (
        &kernel::COMMAND_SIZE,
        Errno::EINVAL,
        |s, _| s.cmds[0][3] = 0,
        |s, _| s.cmds[0][3] = 4,
    ),
    (
        &kernel::COMMAND_SIZE,
        Errno::EINVAL,
        |s, _| s.cmds[0][2..4].copy_from_slice(&[4092, 8]),
        |s, _| s.cmds[0][2..4].copy_from_slice(&[4092, 4]),
    ),
    (
        &kernel::COMMAND_INDEX,
        Errno::EINVAL,
        |s, _| s.cmds[0][1] = 1,
        |s, _| s.cmds[0][1] = 0,
    ),
    (
        &kernel::RELOCATION,
        Errno::EINVAL,
        |s, _| s.cmds[0][4] = 1,
        |s, _| s.cmds[0][4] = 0,
    ),
    (
        &kernel::FENCE_NUMBER,
        Errno::EINVAL,
        |s, _| s.flags |= Submit::FENCE_SN_IN,
        |s, _| {
            s.flags |= Submit::FENCE_SN_IN;
            s.fence = 1;
        },
    ),
    (
        &kernel::NOT_NEEDED,
        Errno::EBUSY,
        |s, t| s.bos.push([1, t.unneeded]),
        |s, _| s.bos.truncate(1),
    ),
];

/// Rules of single calls, which other tests break.
const ELSEWHERE: &[&Rule] = &[&kernel::OUT_OF_MEMORY, &kernel::ADDRESS];

fn there(c: Client<'_>) -> There {
    let there = There {
        bo: new(c, 4096),
        unneeded: new(c, 4096),
        empty: sync(c, 0),
        signalled: sync(c, 1),
    };
    advise(c, there.unneeded, 1).unwrap();
    there
}

#[test]
fn refusals_are_findings() {
    for (i, (rule, errno, broken, good)) in CASES.iter().enumerate() {
        let run = |change: fn(&mut Submit, There)| {
            let (rig, _) = machine("a618", |_| {});
            let c = rig.open();
            let there = there(c);
            let mut job = Submit::of(there.bo);
            change(&mut job, there);
            let result = job.submit(c);
            (result.map(|_| ()), rig.end().0)
        };
        assert_eq!(run(*broken), (Err(*errno), vec![rule.id]), "case {i}");
        assert_eq!(run(*good), (Ok(()), Vec::new()), "case {i}, {}", rule.id);
    }
}

#[test]
fn every_rule_is_broken() {
    for rule in kernel::ALL {
        let is_case = CASES.iter().any(|(broken, ..)| broken.id == rule.id);
        let is_elsewhere = ELSEWHERE.iter().any(|r| r.id == rule.id);
        assert!(is_case != is_elsewhere, "{}", rule.id);
    }
}
