//! The contents of synchronisation objects, and the ioctls of timelines. Source of all answers:
//! Linux `drm_syncobj.c`, and `dma-fence-chain.c` for the order of points.

use std::sync::Arc;

use super::args::{Args, structs};
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::fence::{Fence, FenceSet, Until, all_done, merge};
use super::file::FileId;
use super::syncobj::{SyncPoint, Syncobj, WAIT_ALL, WAIT_FOR_SUBMIT, listed};
use super::user::{UserMemory, copy_in};

structs! {
    timeline_wait 40 {
        HANDLES: u64 = 0, POINTS: u64 = 8, TIMEOUT: i64 = 16, COUNT: u32 = 24, FLAGS: u32 = 28,
        FIRST: u32 = 32,
    }
    timeline_array 24 { HANDLES: u64 = 0, POINTS: u64 = 8, COUNT: u32 = 16, FLAGS: u32 = 20, }
    transfer 32 {
        SRC_HANDLE: u32 = 0, DST_HANDLE: u32 = 4, SRC_POINT: u64 = 8, DST_POINT: u64 = 16,
        FLAGS: u32 = 24, PAD: u32 = 28,
    }
}

/// `DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE`: a point counts as soon as it has a fence.
const WAIT_AVAILABLE: u32 = 4;
/// `DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED`.
const LAST_SUBMITTED: u32 = 1;
/// The time for which a transfer waits for a point to be submitted, in nanoseconds.
const SUBMIT_TIMEOUT: u64 = 5_000_000_000;

/// The content of an object that is not empty.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Fences without a point.
    Plain(FenceSet),
    /// Points of a timeline.
    Timeline(Points),
}

/// Points in ascending order. A point is reached when its fences and those of all points before it
/// are signalled.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// The last point that was reached and dropped.
    reached: u64,
    /// Points that are not known to be reached, and the last one.
    waiting: Vec<(u64, FenceSet)>,
}

impl Points {
    fn last(&self) -> u64 {
        self.waiting
            .last()
            .map_or(self.reached, |(point, _)| *point)
    }

    /// Drops points that are reached, but for the last one.
    fn drop_reached(&mut self) {
        let all = self.waiting.len();
        let done = self.waiting.iter().take(all.saturating_sub(1));
        let count = done.take_while(|(_, fences)| all_done(fences)).count();
        if let Some((point, _)) = self.waiting.drain(..count).next_back() {
            self.reached = point;
        }
    }

    /// All fences up to the first point from `point` on.
    fn until(&self, point: u64) -> FenceSet {
        let found = self.waiting.iter().position(|(p, _)| *p >= point);
        let count = found.map_or(self.waiting.len(), |i| i + 1);
        let fences = self.waiting[..count].iter().flat_map(|(_, f)| f.iter());
        fences.cloned().collect()
    }
}

impl Content {
    /// The fences to wait for before `point` is reached, 0 for all of them; `None` if the point has
    /// no fence yet. The set is empty if the point is known to be reached.
    pub fn at(&self, point: u64) -> Option<FenceSet> {
        match self {
            Content::Plain(fences) => (point == 0).then(|| fences.clone()),
            Content::Timeline(points) if point == 0 => Some(points.until(u64::MAX)),
            Content::Timeline(points) if point > points.last() => None,
            Content::Timeline(points) if point <= points.reached => Some(Arc::new([])),
            Content::Timeline(points) => Some(points.until(point)),
        }
    }

    /// Adds a point to what was there before. A point that is not after all others takes the number
    /// of the last one, and is reached after them.
    pub fn add(before: Option<Content>, point: u64, fences: FenceSet) -> Content {
        let first = |point, fences| {
            Content::Timeline(Points {
                reached: 0,
                waiting: vec![(point, fences)],
            })
        };
        match before {
            None => first(point, fences),
            Some(Content::Plain(old)) => first(point, merge(&old, &fences)),
            Some(Content::Timeline(mut points)) => {
                let last = points.last();
                if point <= last {
                    return first(last, merge(&points.until(u64::MAX), &fences));
                }
                points.waiting.push((point, fences));
                points.drop_reached();
                Content::Timeline(points)
            }
        }
    }

    /// The last point that is reached, or that has a fence.
    fn query(&self, flags: u32) -> u64 {
        match self {
            Content::Plain(_) => 0,
            Content::Timeline(points) if flags & LAST_SUBMITTED != 0 => points.last(),
            Content::Timeline(points) => {
                let done = points.waiting.iter();
                let done = done.take_while(|(_, fences)| all_done(fences)).last();
                done.map_or(points.reached, |(point, _)| *point)
            }
        }
    }
}

/// The points of a list of `count`; zeros if there is no list.
fn points(user: &dyn UserMemory, address: u64, count: u32) -> Result<Vec<u64>, Errno> {
    if address == 0 {
        return Ok(vec![0; count as usize]);
    }
    let bytes = copy_in(user, address, u64::from(count) * 8)?;
    let (words, _) = bytes.as_chunks();
    Ok(words.iter().map(|w| u64::from_le_bytes(*w)).collect())
}

impl<D: Driver> DrmDevice<D> {
    /// Waits until one of the objects, or all of them, reach their points, and returns the number of
    /// the first that has.
    pub(super) fn wait_for_points(
        &self,
        objects: &[SyncPoint],
        flags: u32,
        timeout: i64,
    ) -> Result<u32, Errno> {
        // The wait covers the current fences; missing ones are waited for only if the caller
        // requests it.
        let mut fences: Vec<_> = objects.iter().map(SyncPoint::fences).collect();
        let waits = flags & (WAIT_FOR_SUBMIT | WAIT_AVAILABLE) != 0;
        if !waits && fences.iter().any(Option::is_none) {
            return Err(Errno::EINVAL);
        }
        let first = self.fences().wait_until(self.until(timeout), || {
            for (fence, object) in fences.iter_mut().zip(objects) {
                if fence.is_none() {
                    *fence = object.fences();
                }
            }
            let is_done = |set: &FenceSet| flags & WAIT_AVAILABLE != 0 || all_done(set);
            let mut done = fences.iter().map(|f| f.as_ref().is_some_and(is_done));
            match flags & WAIT_ALL {
                0 => done.position(|d| d),
                _ => done.all(|d| d).then_some(0),
            }
        })?;
        Ok(first as u32)
    }
}

pub(super) fn wait<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    use timeline_wait as w;
    let (flags, count) = (a.get(w::FLAGS), a.get(w::COUNT));
    if flags & !(WAIT_ALL | WAIT_FOR_SUBMIT | WAIT_AVAILABLE) != 0 || count == 0 {
        return Err(Errno::EINVAL);
    }
    let objects = listed(k, f, a.get(w::HANDLES), count, user)?;
    let points = points(user, a.get(w::POINTS), count)?;
    let objects: Vec<SyncPoint> = objects
        .into_iter()
        .zip(points)
        .map(|(object, point)| SyncPoint { object, point })
        .collect();
    let first = k.wait_for_points(&objects, flags, a.get(w::TIMEOUT))?;
    a.set(w::FIRST, first);
    Ok(())
}

pub(super) fn query<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    use timeline_array as t;
    let (flags, count) = (a.get(t::FLAGS), a.get(t::COUNT));
    if flags & !LAST_SUBMITTED != 0 || count == 0 {
        return Err(Errno::EINVAL);
    }
    let objects = listed(k, f, a.get(t::HANDLES), count, user)?;
    let values = objects.iter().flat_map(|object| {
        let value = object.content().map_or(0, |content| content.query(flags));
        value.to_le_bytes()
    });
    let bytes: Vec<u8> = values.collect();
    Ok(user.write(a.get(t::POINTS), &bytes)?)
}

pub(super) fn signal<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    use timeline_array as t;
    let count = a.get(t::COUNT);
    if a.get(t::FLAGS) != 0 || count == 0 {
        return Err(Errno::EINVAL);
    }
    let objects = listed(k, f, a.get(t::HANDLES), count, user)?;
    let points = points(user, a.get(t::POINTS), count)?;
    for (object, point) in objects.into_iter().zip(points) {
        object.add(point, Fence::stub(k.fds.monotonic()));
    }
    k.fences().wake();
    Ok(())
}

pub(super) fn transfer<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    use transfer as t;
    if a.get(t::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let to_point = a.get(t::DST_POINT);
    let object = |handle| -> Result<Arc<Syncobj>, Errno> {
        let object = k.state().file(f)?.syncobjs.get(handle);
        object.ok_or(Errno::ENOENT)
    };
    let to = object(a.get(t::DST_HANDLE))?;
    let flags = a.get(t::FLAGS);
    if flags & !WAIT_FOR_SUBMIT != 0 {
        return Err(Errno::EINVAL);
    }
    let from = SyncPoint {
        object: object(a.get(t::SRC_HANDLE))?,
        point: a.get(t::SRC_POINT),
    };
    let fences = match (from.fences(), flags) {
        (Some(fences), _) => fences,
        (None, 0) => return Err(Errno::EINVAL),
        (None, _) => {
            let until = Until::after(SUBMIT_TIMEOUT);
            k.fences().wait_until(until, || from.fences())?
        }
    };
    // A point that was reached before has no fences left.
    let fences = match fences.is_empty() {
        true => Fence::stub(k.fds.monotonic()),
        false => fences,
    };
    match to_point {
        0 => to.set(Some(fences)),
        point => to.add(point, fences),
    }
    k.fences().wake();
    Ok(())
}
