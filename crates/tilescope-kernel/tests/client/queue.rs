//! Jobs that wait for a worker.

use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::rig::{Client, Rig, Submit, words};
use tilescope_kernel::{Errno, Execution, Queue};

fn pixel(c: Client<'_>, handle: u32) -> u32 {
    let (file, at) = c.map(handle, 4096).unwrap();
    let mut bytes = [0; 4];
    file.read_exact_at(&mut bytes, at).unwrap();
    u32::from_le_bytes(bytes)
}

fn clear(bo: u32, value: u32) -> Submit {
    Submit::clear(bo, (16, 16), value)
}

#[test]
fn submissions_return_before_their_jobs_run() {
    let rig = Rig::queued(8);
    let c = rig.open();
    let bo = c.create(4096);
    assert_eq!(c.submit(&clear(bo, 5)), Ok(1));
    assert_eq!(pixel(c, bo), 0, "a map shows what is there so far");
    assert_eq!(c.wait_bo(bo, 0), Err(Errno::ETIME));
    let start = Instant::now();
    assert_eq!(c.wait_bo(bo, 30_000_000), Err(Errno::ETIME));
    assert_eq!(c.wait_seqno(1, 30_000_000), Err(Errno::ETIME));
    assert!(start.elapsed() >= Duration::from_millis(60));
    let worker = rig.worker();
    assert_eq!(c.wait_bo(bo, u64::MAX), Ok(0));
    assert_eq!(pixel(c, bo), 5);
    // A number that is submitted later.
    let kernel = rig.kernel.clone();
    let file = c.file;
    let waiter = std::thread::spawn(move || {
        let memory = super::rig::Memory::default();
        let arg = memory.put(&words(&[2, 0, u32::MAX, u32::MAX]));
        kernel.ioctl(file, 0xc010_6441, arg, &memory)
    });
    assert_eq!(c.submit(&clear(bo, 6)), Ok(2));
    assert_eq!(waiter.join().unwrap(), Ok(0));
    rig.kernel.end_work();
    worker.join().unwrap();
}

#[test]
fn a_job_keeps_the_buffers_that_its_client_closes() {
    let rig = Rig::queued(8);
    let (c, other) = (rig.open(), rig.open());
    let (bo, shared) = (c.create(4096), c.create(4096));
    let fd = c.prime(shared).unwrap();
    let there = other.unprime(fd).unwrap();
    c.submit(&clear(bo, 1)).unwrap();
    c.submit(&clear(shared, 2)).unwrap();
    // Buffers in use are not purged, even if their owner allows it.
    assert_eq!(c.madvise(bo, 1), Ok(1));
    let used = rig.kernel.usage().1;
    c.close(bo).unwrap();
    rig.kernel.close(c.file).unwrap();
    assert_eq!(rig.kernel.usage(), (1, used), "the job has them");
    // The handle of a closed file's job is not a handle of the next file.
    assert_eq!(other.wait_bo(99, 0), Err(Errno::EINVAL));
    let worker = rig.worker();
    assert_eq!(other.wait_bo(there, u64::MAX), Ok(0));
    assert_eq!(pixel(other, there), 2);
    rig.kernel.end_work();
    worker.join().unwrap();
    rig.kernel.close(other.file).unwrap();
    assert_eq!(rig.kernel.usage(), (0, 0));
    assert_eq!(rig.end().1.jobs, [1, 2]);
}

#[test]
fn memory_of_waiting_jobs_is_waited_for() {
    let rig = Rig::with(|c| {
        c.memory = 64 << 10;
        c.execution = Execution::Worker(Queue {
            limit: 64,
            wake: Arc::new(|| {}),
        });
    });
    let c = rig.open();
    let bo = c.create(48 << 10);
    c.submit(&clear(bo, 1)).unwrap();
    c.close(bo).unwrap();
    // The job owns the buffer until it is done.
    let worker = rig.worker();
    let next = c.create(48 << 10);
    assert_eq!(c.try_create(48 << 10), Err(Errno::ENOMEM));
    c.close(next).unwrap();
    rig.kernel.end_work();
    worker.join().unwrap();
    assert_eq!(rig.end().0, ["VC4-KERNEL-008"]);
}

#[test]
fn a_full_queue_blocks_submissions() {
    let rig = Rig::queued(2);
    let c = rig.open();
    let bo = c.create(4096);
    c.submit(&clear(bo, 1)).unwrap();
    c.submit(&clear(bo, 2)).unwrap();
    let kernel = rig.kernel.clone();
    let file = c.file;
    let third = std::thread::spawn(move || {
        let memory = super::rig::Memory::default();
        let arg = memory.put(&clear(bo, 3).bytes(&memory));
        kernel.ioctl(file, 0xc0b0_6440, arg, &memory)
    });
    std::thread::sleep(Duration::from_millis(20));
    assert!(!third.is_finished());
    let worker = rig.worker();
    assert_eq!(third.join().unwrap(), Ok(0));
    assert_eq!(c.wait_bo(bo, u64::MAX), Ok(0));
    assert_eq!(pixel(c, bo), 3);
    rig.kernel.end_work();
    worker.join().unwrap();
}

/// The same calls, on the submitting thread and with a worker.
#[test]
fn order_findings_and_addresses_do_not_depend_on_the_thread() {
    let run = |rig: Rig, with_worker: bool| {
        let worker = with_worker.then(|| rig.worker());
        let c = rig.open();
        let mut pixels = Vec::new();
        for i in 0..40 {
            let bo = c.create(4096 * (1 + i % 3));
            c.submit(&clear(bo, i)).unwrap();
            if i % 4 == 0 {
                let refused = Submit {
                    handles: vec![bo, 1000 + i],
                    ..clear(bo, i)
                };
                assert_eq!(c.submit(&refused), Err(Errno::EINVAL));
            }
            if i % 5 == 0 {
                c.wait_bo(bo, u64::MAX).unwrap();
                pixels.push(pixel(c, bo));
            }
            c.close(bo).unwrap();
        }
        rig.kernel.end_work();
        if let Some(worker) = worker {
            worker.join().unwrap();
        }
        let (_, seen) = rig.end();
        let findings = seen.recorder.findings.iter();
        let texts: Vec<String> = findings
            .map(|f| format!("{} {}", f.at, f.message))
            .collect();
        (
            pixels,
            seen.jobs,
            texts,
            seen.outputs.iter().map(|o| o.address).collect::<Vec<_>>(),
        )
    };
    let plain = run(Rig::new(), false);
    assert_eq!(plain.1.len(), 40);
    assert_eq!(plain, run(Rig::queued(4), true));
    assert_eq!(plain, run(Rig::queued(64), true));
}
