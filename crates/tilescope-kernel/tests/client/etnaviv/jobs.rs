//! Jobs: the submissions to the device, their order, and their results.

use tilescope_kernel::{CloseOnExec, Errno, Fds};
use tilescope_vivante::chips::{GC600, GC2000, GC7000L};

use super::rig::*;
use crate::rig::{waiting, word};

/// A wait of the front end for PE.
const WAIT: [u32; 4] = [0x0801_0e02, 0x0701, 0x4800_0000, 0x0701];

/// The commands that Linux executes after a 3D stream: caches, tile status,
/// wait, event.
fn end_3d() -> Vec<u32> {
    let flush = [0x0801_0e03, 3, 0x0801_0594, 1];
    [flush.as_slice(), &WAIT, &[0x0801_0e01, 0x40]].concat()
}

#[test]
fn the_device_gets_the_stream_and_what_linux_adds() {
    let (rig, given) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 8192);
    assert_eq!(Submit::one(bo).submit(c), Ok(0));
    assert_eq!(Submit::one(bo).submit(c), Ok(1));
    let runs = &given.lock().unwrap().runs;
    let address = 0x8000_0000 + 0x40;
    let stream = [load(COLOR_ADDR, &[address]), end_3d()].concat();
    // At first the table is new and no engine is selected; then neither
    // changes.
    let first = [
        [0x0801_0e04, 0x1f, 0x0801_0e03, 0].as_slice(),
        &WAIT,
        &[0x0801_0e00, 0],
    ];
    assert_eq!(runs[0].lists.len(), 2);
    assert_eq!(runs[0].lists[0], (0, 0x0800_0000, first.concat()));
    assert_eq!(runs[0].lists[1].2, stream);
    assert_eq!(runs[1].lists.len(), 1);
    assert_eq!(runs[1].lists[0].2, stream);
    assert!(
        runs[1].lists[0].1 > runs[0].lists[1].1,
        "behind the last one"
    );
}

#[test]
fn engines_are_selected_when_they_change() {
    let (rig, given) = machine(&GC600, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    let nop = vec![3 << 27, 0];
    let mut job = Submit::plain(bo, nop);
    for pipe in [0, 1, 1, 0, 2] {
        job.pipe = pipe;
        job.submit(c).unwrap();
    }
    let runs = &given.lock().unwrap().runs;
    let queues: Vec<u32> = runs.iter().map(|r| r.lists.last().unwrap().0).collect();
    assert_eq!(queues, [0, 1, 1, 0, 2]);
    let flushes: Vec<Option<u32>> = runs
        .iter()
        .map(|r| {
            let (_, _, words) = r.lists.first().filter(|_| r.lists.len() > 1)?;
            let at = words.iter().position(|w| *w == 0x0801_0e03)?;
            words.get(at + 1).copied()
        })
        .collect();
    // Nothing; 3D caches; none; 2D cache; 3D caches.
    assert_eq!(flushes, [Some(0), Some(3), None, Some(8), Some(3)]);
    let (_, _, words) = &runs[1].lists[1];
    assert_eq!(words[2..4], [0x0801_0e03, 8], "2D ends with its own cache");
}

#[test]
fn chips_with_blt_flush_by_it() {
    let (rig, given) = machine(&GC7000L, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    let mut job = Submit::plain(bo, vec![3 << 27, 0]);
    job.bos[0].2 = 4 << 20;
    job.flags = 8;
    job.submit(c).unwrap();
    let runs = &given.lock().unwrap().runs;
    let (_, at, words) = runs[0].lists.last().unwrap();
    assert!((0x2000..4 << 20).contains(at));
    let blt = [0x0801_502e, 1, 0x0801_502b, 1, 0x0801_502e, 0];
    assert!(words.windows(6).any(|w| w == blt), "{words:x?}");
}

#[test]
fn streams_end_on_whole_pairs() {
    let (rig, given) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    // Linux takes a count of 0 as empty, and the next word as another command.
    let job = Submit::plain(bo, vec![1 << 27, 0, 3 << 27]);
    assert_eq!(job.submit(c), Err(Errno::EINVAL), "half a NOP");
    Submit::plain(bo, vec![]).submit(c).unwrap();
    let runs = &given.lock().unwrap().runs;
    assert_eq!(runs[0].lists.last().unwrap().2, end_3d());
}

#[test]
fn a_stopped_device_is_reset() {
    let (rig, given) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    Submit::plain(bo, vec![3 << 27, 0]).submit(c).unwrap();
    let hung = Submit::plain(bo, vec![STOP, 0]).submit(c).unwrap();
    assert_eq!(wait_fence(c, hung, 0, OVER), Ok(0), "it counts as done");
    Submit::plain(bo, vec![3 << 27, 0]).submit(c).unwrap();
    let given = given.lock().unwrap();
    assert_eq!(given.resets, 1);
    let lists: Vec<usize> = given.runs.iter().map(|r| r.lists.len()).collect();
    assert_eq!(lists, [2, 1, 2], "an engine has to be selected again");
}

/// The first job that hangs is kept, as on Linux.
#[test]
fn the_first_job_that_hangs_is_kept() {
    use tilescope_vivante::etdump::{self, Kind};
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let [bo, other] = [4096, 8192].map(|size| new(c, size));
    let mut job = Submit::plain(bo, vec![STOP, 0]);
    job.bos.push((1, other, 0));
    job.submit(c).unwrap();
    Submit::plain(bo, vec![STOP, 7]).submit(c).unwrap();
    let (_, seen) = rig.end();
    assert_eq!(seen.dumps.len(), 1);
    let objects = etdump::read(&seen.dumps[0]).unwrap();
    let kinds: Vec<Kind> = objects.iter().map(|o| o.kind).collect();
    use Kind::*;
    assert_eq!(
        kinds,
        [Registers, Mmu, Ring, Stream, PageMap, Buffer, Buffer]
    );
    assert_eq!(etdump::chip(&objects[0].bytes), Ok(&GC2000));
    assert_eq!(objects[0].bytes.len(), 37 * 8);
    let word = |i: usize, at: usize| word(&objects[i].bytes, at);
    // The stream ends in a link to the commands of Linux, after which the front
    // end waits.
    assert_eq!((word(3, 0), objects[3].address), (STOP, 0x0800_1000));
    assert_eq!(objects[3].bytes.len(), 16);
    assert_eq!((word(3, 8), word(3, 12)), (8 << 27 | 7, 0x0800_0800));
    assert_eq!((word(2, 0), word(2, 0x800)), (0x0801_0e04, 0x0801_0e03));
    assert_eq!(
        (word(2, 0x828), word(2, 0x830)),
        (7 << 27 | 200, 8 << 27 | 2)
    );
    assert_eq!(word(2, 0x834), 0x0800_0828);
    let bos = [&objects[5], &objects[6]];
    assert_eq!(bos.map(|o| (o.page, o.bytes.len())), [(0, 4096), (1, 8192)]);
    assert_eq!(objects[4].bytes.len(), 3 * 8);
}

#[test]
fn fences_have_numbers() {
    let (rig, _) = machine(&GC2000, |c| c.execution = waiting(8));
    let c = rig.open();
    let bo = new(c, 4096);
    assert_eq!(wait_fence(c, 0, 0, OVER), Ok(0), "an unknown number");
    assert_eq!(Submit::one(bo).submit(c), Ok(0));
    assert_eq!(Submit::one(bo).submit(c), Ok(1));
    assert_eq!(wait_fence(c, 1, 0, OVER), Err(Errno::ETIMEDOUT));
    assert_eq!(wait_fence(c, 1, 1, LATER), Err(Errno::EBUSY));
    assert_eq!(wait_fence(c, 2, 0, OVER), Ok(0));
    assert_eq!(wait_fence(c, u32::MAX, 1, OVER), Ok(0));
    assert_eq!(wait_fence(c, 1, 2, OVER), Err(Errno::EINVAL));
    let arg = crate::rig::words(&[1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(c.ioctl(WAIT_FENCE, &arg).0, Err(Errno::ENXIO));
    let worker = rig.worker();
    assert_eq!(wait_fence(c, 1, 0, LATER), Ok(0));
    assert_eq!(wait_fence(c, 0, 1, OVER), Ok(0));
    rig.kernel.end_work();
    worker.join().unwrap();
}

#[test]
fn fences_go_out_and_in_as_descriptors() {
    let (rig, _) = machine(&GC2000, |c| c.execution = waiting(8));
    let c = rig.open();
    let bo = new(c, 4096);
    let (result, out) = Submit::one(bo).ask(c);
    assert_eq!((result, word(&out, 52) as i32), (Ok(0), -1));
    let mut job = Submit::one(bo);
    job.flags = 4;
    let (result, out) = job.ask(c);
    assert_eq!(result, Ok(0));
    let fd = word(&out, 52) as i32;
    assert!(!rig.machine.is_readable(fd));
    // A job of the same device need not wait.
    job.flags = 2 | 4 | 1;
    job.fence_fd = fd;
    assert!(job.submit(c).is_ok());
    let worker = rig.worker();
    let file = tempfile::tempfile().unwrap();
    job.fence_fd = rig.machine.export(&file, CloseOnExec::Yes).unwrap();
    assert_eq!(job.submit(c), Err(Errno::EINVAL), "no fence");
    job.fence_fd = -1;
    assert_eq!(job.submit(c), Err(Errno::EINVAL));
    assert_eq!(wait_fence(c, 2, 0, LATER), Ok(0));
    assert!(rig.machine.is_readable(fd));
    rig.kernel.end_work();
    worker.join().unwrap();
}

#[test]
fn a_job_keeps_the_buffers_that_its_client_closes() {
    let (rig, given) = machine(&GC2000, |c| c.execution = waiting(8));
    let c = rig.open();
    let bo = new(c, 4096);
    Submit::one(bo).submit(c).unwrap();
    c.close(bo).unwrap();
    rig.kernel.close(c.file).unwrap();
    assert_eq!(rig.kernel.usage(), (0, 4096));
    let worker = rig.worker();
    rig.kernel.end_work();
    worker.join().unwrap();
    assert_eq!(rig.kernel.usage(), (0, 0));
    assert_eq!(given.lock().unwrap().runs.len(), 1);
}

/// The addresses of streams are reused in order, whichever jobs are done by
/// then.
#[test]
fn addresses_of_streams_do_not_depend_on_timing() {
    let places = |queued: bool| {
        let (rig, given) = machine(&GC7000L, |c| {
            if queued {
                c.execution = waiting(8);
            }
        });
        let worker = queued.then(|| rig.worker());
        let c = rig.open();
        let bo = new(c, 4096);
        let mut job = Submit::plain(bo, vec![3 << 27; 32 << 10]);
        job.bos[0].2 = 4 << 20;
        job.flags = 8;
        for _ in 0..100 {
            job.submit(c).unwrap();
        }
        rig.kernel.end_work();
        if let Some(worker) = worker {
            worker.join().unwrap();
        }
        let runs = std::mem::take(&mut given.lock().unwrap().runs);
        let at = |r: Run| r.lists.last().map(|l| l.1);
        runs.into_iter().map(at).collect::<Vec<_>>()
    };
    let (now, later) = (places(false), places(true));
    assert_eq!(now.len(), 100);
    assert_eq!(now, later);
    assert!(now.windows(2).any(|w| w[1] < w[0]), "they come round");
}

/// RS copies are reported as outputs.
#[test]
fn rs_copies_are_reported() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 1 << 20);
    // A8R8G8B8 from supertiled to linear; both pixel pipes, one above the other.
    let copy = [
        load(0x1604, &[6 | 1 << 7 | 6 << 8]),
        load(0x1614, &[256]),
        load(0x1620, &[64 | 32 << 16]),
        load(0x163c, &[0]),
        load(0x1704, &[32 << 16]),
        load(0x16e0, &[0, 0]),
        load(0x1600, &[0xbeeb_beeb]),
    ];
    let fill = [load(0x163c, &[1 << 16]), load(0x1600, &[1])];
    let mut job = Submit::plain(bo, [copy.concat(), fill.concat()].concat());
    let at = job
        .stream
        .windows(3)
        .position(|w| w[0] & 0xffff == 0x16e0 / 4);
    let at = at.unwrap() as u32 * 4;
    job.relocs = vec![(at + 4, 0, 0x100, 0), (at + 8, 0, 0x2100, 0)];
    job.submit(c).unwrap();
    // Only a fill, and a stream that ends anywhere.
    let job = Submit::plain(bo, fill.concat());
    job.submit(c).unwrap();
    let (_, seen) = rig.end();
    let outputs: Vec<_> = seen.outputs.iter().collect();
    assert_eq!(outputs.len(), 1);
    assert_eq!(
        (outputs[0].name, outputs[0].address),
        ("rs_copy", 0x8000_0100)
    );
    assert_eq!((outputs[0].width, outputs[0].height), (64, 64));
    assert_eq!((outputs[0].bits, outputs[0].stride), (6, 256));
}
