//! Submissions.

use tilescope_adreno::devcore;
use tilescope_kernel::Errno;

use super::rig::*;
use crate::rig::waiting;

/// All of a submission's buffers, and no other, are in its memory.
#[test]
fn streams_reach_the_device() {
    let (rig, given) = machine("a618", |_| {});
    let c = rig.open();
    let (stream, data) = (new(c, 4096), new(c, 4096));
    write(c, stream, 0x7000);
    let at = iova(c, stream);
    let job = Submit {
        bos: vec![[1, data], [3, stream]],
        cmds: vec![[1, 1, 0, 8, 0], [2, 0, 0, 8, 0], [1, 1, 0x80, 16, 0]],
        ..Submit::of(stream)
    };
    assert_eq!(job.submit(c), Ok((1, -1)));
    assert_eq!(job.submit(c), Ok((2, -1)));
    assert_eq!(iova(c, stream), at, "the address stays");
    let expected = vec![(at, 8, Some(0x7000)), (at + 0x80, 16, Some(0))];
    assert_eq!(given.lock().unwrap().runs, vec![expected; 2]);
}

/// A submission without streams carries fences.
#[test]
fn submissions_may_be_empty() {
    let (rig, given) = machine("a618", |_| {});
    let c = rig.open();
    let job = Submit {
        bos: Vec::new(),
        cmds: Vec::new(),
        ..Submit::of(0)
    };
    assert_eq!(job.submit(c), Ok((1, -1)));
    assert_eq!(given.lock().unwrap().runs, [[]]);
}

#[test]
fn contexts_are_restored_after_jobs_of_others() {
    let (rig, given) = machine("a618", |_| {});
    let (a, b) = (rig.open(), rig.open());
    let jobs = [a, b].map(|c| {
        let bo = new(c, 4096);
        Submit {
            cmds: vec![[3, 0, 0, 4, 0], [1, 0, 0, 8, 0]],
            ..Submit::of(bo)
        }
    });
    for (c, job) in [(a, 0), (a, 0), (b, 1), (a, 0)] {
        jobs[job].submit(c).unwrap();
    }
    let counts: Vec<usize> = given.lock().unwrap().runs.iter().map(Vec::len).collect();
    assert_eq!(counts, [2, 1, 2, 2]);
}

#[test]
fn queues_count_their_jobs() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    let second = queue(c, 0, 0).unwrap();
    let on = |queue| Submit {
        queue,
        ..Submit::of(bo)
    };
    let ids = [0, second, 0, second, second].map(|q| on(q).submit(c).unwrap().0);
    assert_eq!(ids, [1, 1, 2, 2, 3]);
    assert_eq!(wait(c, 0, 2, 1000), Ok(0));
    assert_eq!(wait(c, 0, 3, 1000), Err(Errno::EINVAL), "not submitted");
    assert_eq!(wait(c, second, 3, 1000), Ok(0));
    assert_eq!(wait(c, 9, 1, 0), Err(Errno::ENOENT));
}

#[test]
fn clients_number_fences() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let job = |fence| Submit {
        flags: 0x10 | Submit::FENCE_SN_IN,
        fence,
        ..Submit::of(0)
    };
    let empty = |fence| Submit {
        bos: Vec::new(),
        cmds: Vec::new(),
        ..job(fence)
    };
    assert_eq!(empty(70).submit(c), Ok((70, -1)));
    assert_eq!(wait(c, 0, 70, 1000), Ok(0));
    assert_eq!(empty(0).submit(c), Err(Errno::EINVAL));
}

#[test]
fn waits_end_when_jobs_do() {
    let (rig, _) = machine("a618", |c| c.execution = waiting(8));
    let c = rig.open();
    let (bo, read) = (new(c, 4096), new(c, 4096));
    let job = Submit {
        flags: 0x10 | Submit::FENCE_FD_OUT,
        bos: vec![[3, bo], [1, read]],
        ..Submit::of(bo)
    };
    let (fence, fd) = job.submit(c).unwrap();
    assert!(!rig.machine.is_readable(fd), "a sync file");
    assert_eq!(wait(c, 0, fence, 0), Err(Errno::ETIMEDOUT));
    assert_eq!(wait(c, 0, fence, 10), Err(Errno::ETIMEDOUT));
    assert_eq!(prep(c, bo, 1 | 4, 0), Err(Errno::EBUSY));
    assert_eq!(prep(c, bo, 1, 10), Err(Errno::ETIMEDOUT));
    assert_eq!(prep(c, read, 1 | 4, 0), Ok(0), "it is only read");
    assert_eq!(prep(c, read, 2 | 4, 0), Err(Errno::EBUSY));
    let worker = rig.worker();
    assert_eq!(wait(c, 0, fence, 10_000), Ok(0));
    assert_eq!(prep(c, bo, 2, 10_000), Ok(0));
    assert!(rig.machine.is_readable(fd));
    assert_eq!(set_iova(c, bo, 0), Ok(()));
    let with_fence = Submit {
        flags: 0x10 | Submit::FENCE_FD_IN,
        fence_fd: fd,
        ..Submit::of(bo)
    };
    assert!(with_fence.submit(c).is_ok());
    rig.kernel.end_work();
    worker.join().unwrap();
}

/// The last writer of a shared buffer is waited for by the other client too.
#[test]
fn buffers_are_synchronised_between_clients() {
    let (rig, _) = machine("a618", |c| c.execution = waiting(8));
    let (a, b) = (rig.open(), rig.open());
    let bo = new(a, 4096);
    let (result, out) = a.ioctl(0xc00c_642d, &crate::rig::words(&[bo, 0o2_000_002, 0]));
    assert_eq!(result, Ok(0));
    let fd = crate::rig::word(&out, 8);
    let (result, out) = b.ioctl(0xc00c_642e, &crate::rig::words(&[0, 0, fd]));
    assert_eq!(result, Ok(0));
    let shared = crate::rig::word(&out, 0);
    Submit::of(bo).submit(a).unwrap();
    assert_eq!(prep(b, shared, 1 | 4, 0), Err(Errno::EBUSY));
    let worker = rig.worker();
    assert_eq!(prep(b, shared, 1, 10_000), Ok(0));
    rig.kernel.end_work();
    worker.join().unwrap();
}

/// A hung job counts as done, and as a fault of its file and queue.
#[test]
fn faults_are_counted() {
    let (rig, given) = machine("a618", |_| {});
    let (c, other) = (rig.open(), rig.open());
    let bo = new(c, 4096);
    write(c, bo, STOP);
    let (fence, _) = Submit::of(bo).submit(c).unwrap();
    assert_eq!(wait(c, 0, fence, 1000), Ok(0));
    assert_eq!((param(c, 9), param(other, 9)), (Ok(1), Ok(0)));
    let to = rig.memory.put(&[0xff; 4]);
    let [low, up] = high(to);
    let query = c.ioctl(QUEUE_QUERY, &crate::rig::words(&[low, up, 0, 0, 4, 0]));
    assert_eq!(query.0, Ok(0));
    assert_eq!(rig.memory.get(to), [1, 0, 0, 0]);
    assert_eq!(given.lock().unwrap().resets, 1);
}

#[test]
fn the_first_job_that_stops_is_dumped() {
    let (rig, given) = machine("a635", |_| {});
    let c = rig.open();
    let stream = new(c, 8192);
    let at = iova(c, stream);
    assert_eq!(Submit::of(stream).submit(c), Ok((1, -1)));
    write(c, stream, STOP);
    for fence in [2, 3] {
        assert_eq!(Submit::of(stream).submit(c), Ok((fence, -1)));
    }
    assert_eq!(given.lock().unwrap().resets, 2);
    let (_, seen) = rig.end();
    assert_eq!(seen.dumps.len(), 1);
    let text = std::str::from_utf8(&seen.dumps[0]).unwrap();
    let dump = devcore::read(text).unwrap();
    assert_eq!((dump.gpu_id, dump.version), (0, [6, 3, 5, 0]));
    let ring = &dump.rings[0];
    assert_eq!((ring.last_fence, ring.retired_fence), (2, 1));
    // CP_INDIRECT_BUFFER to the stream.
    let words = [0x70bf_8003, at as u32, (at >> 32) as u32];
    assert_eq!(ring.memory.words[..3], words);
    assert_eq!((ring.read, ring.write), (0, ring.memory.words.len() as u32));
    let [buffer] = dump.buffers.as_slice() else {
        panic!("{} buffers", dump.buffers.len());
    };
    assert_eq!((buffer.address, buffer.size), (at, 8192));
    assert_eq!(buffer.words, [STOP]);
}
