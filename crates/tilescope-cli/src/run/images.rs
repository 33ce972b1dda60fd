//! The surfaces of a capture as images.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tilescope_capture::Capture;
use tilescope_capture::tscap::manifest::{Address, NoImage, Submission, Surface};
use tilescope_capture::tscap::{Buffers, Frames, Loaded};
use tilescope_families::{Channels, Family};

use super::capture::Executed;
use super::image;
use crate::exit::Failure;
use crate::report::{self, Unimplemented};

/// The largest number of pixels of all images written after one submission: that of the largest
/// surface that any chip draws.
const MAX_PIXELS: u64 = 8192 * 8192;
/// The largest number of kinds of missing images that are reported.
const MAX_MISSING: usize = 100;

/// The identity of a surface: the surface and the index of its buffer.
type Key = (usize, Surface);

/// The surfaces to write as images, with their times and names.
pub struct Images<'a> {
    family: &'static dyn Family,
    processes: usize,
    /// The surfaces of each process: a number in the order of first use, and
    /// the last submission that draws it.
    surfaces: Vec<BTreeMap<Key, (usize, usize)>>,
    frames: Option<Frames>,
    channels: Channels,
    /// None if images are only reported.
    folder: Option<&'a Path>,
    /// The reason why no more images are written.
    failed: Option<Failure>,
    written: Vec<report::Target>,
    missing: BTreeMap<String, Unimplemented>,
}

/// The keys of the surfaces of `s`, with the buffers that `buffer_at` finds.
fn keys(s: &Submission, buffer_at: impl Fn(Address) -> Option<usize>) -> Vec<Key> {
    let key = |t: &Surface| Some((buffer_at(t.address)?, t.clone()));
    s.targets.iter().filter_map(key).collect()
}

/// The keys of the surfaces of an executed submission.
fn keys_of(loaded: &Loaded) -> Vec<Key> {
    keys(&loaded.recorded, |address| {
        let mut buffers = loaded.buffers.iter();
        buffers.find(|(_, b)| b.holds(address)).map(|(i, _)| *i)
    })
}

impl<'a> Images<'a> {
    /// Reads the surfaces of all submissions of `capture`.
    pub fn new(
        capture: &mut Capture,
        frames: Option<Frames>,
        channels: Channels,
        folder: Option<&'a Path>,
    ) -> Result<Images<'a>, Failure> {
        let mut surfaces = Vec::new();
        for process in 0..capture.manifest.processes.len() {
            let mut of: BTreeMap<Key, (usize, usize)> = BTreeMap::new();
            let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
            let mut buffers = Buffers::default();
            for (i, s) in capture.submissions(process)?.enumerate() {
                let s = s?;
                buffers.enter(&s);
                let found = keys(&s, |address| {
                    let holds = |i: &&usize| buffers.get(**i).is_some_and(|b| b.holds(address));
                    s.buffers.iter().find(holds).copied()
                });
                for key in found {
                    let number = numbers.entry(key.1.name.clone()).or_default();
                    let entry = of.entry(key).or_insert_with(|| {
                        *number += 1;
                        (*number, i)
                    });
                    entry.1 = i;
                }
                buffers.leave(&s);
            }
            surfaces.push(of);
        }
        Ok(Images {
            family: capture.chip.family,
            processes: capture.manifest.processes.len(),
            surfaces,
            frames,
            channels,
            folder,
            failed: None,
            written: Vec::new(),
            missing: BTreeMap::new(),
        })
    }

    /// Writes the images that are due after a submission.
    pub fn write_after(&mut self, executed: &Executed<'_>) {
        let s = &executed.loaded.recorded;
        let mut seen = BTreeSet::new();
        let mut pixels = 0_u64;
        for key in keys_of(executed.loaded) {
            let Some(name) = self.name(executed, &key) else {
                continue;
            };
            if !seen.insert(name.clone()) {
                continue;
            }
            let surface = &key.1;
            let place = format!("submission {} ({})", executed.number, s.label);
            let target = match surface.image(self.family, self.channels, name) {
                Ok(target) => target,
                // Every sample is stored separately: there is no image to show.
                Err(NoImage::Multisampled) => continue,
                Err(e) => {
                    self.missing(format!("an image of a surface: {e}"), place);
                    continue;
                }
            };
            let size = u64::from(target.width) * u64::from(target.height);
            if pixels + size > MAX_PIXELS {
                let what = format!("images of more than {MAX_PIXELS} pixels after a submission");
                self.missing(what, place);
                continue;
            }
            pixels += size;
            let Some(folder) = self.folder.filter(|_| self.failed.is_none()) else {
                self.written.push(report::Target::unwritten(&target));
                continue;
            };
            match image::write_if_there(&target, &executed.loaded.memory, folder) {
                Ok(Ok(written)) => self.written.push(written),
                Err(failure) => {
                    self.written.push(report::Target::unwritten(&target));
                    self.failed = Some(failure);
                }
                Ok(Err(fault)) => {
                    let what = "images of surfaces that are not in one buffer".to_owned();
                    self.missing(what, format!("target {}: {fault}", target.name));
                }
            }
        }
    }

    /// The images, the reasons why others are missing, and the first failure.
    pub fn finish(self) -> (Vec<report::Target>, Vec<Unimplemented>, Result<(), Failure>) {
        let missing = self.missing.into_values().collect();
        (self.written, missing, self.failed.map_or(Ok(()), Err))
    }

    fn missing(&mut self, what: String, location: String) {
        if self.missing.len() < MAX_MISSING || self.missing.contains_key(&what) {
            let first = || Unimplemented {
                what: what.clone(),
                location,
                count: 0,
            };
            self.missing.entry(what.clone()).or_insert_with(first).count += 1;
        }
    }

    /// The name of the image of a surface after a submission; `None` if it is
    /// not written then.
    fn name(&self, executed: &Executed<'_>, key: &Key) -> Option<String> {
        let prefix = match self.processes {
            1 => String::new(),
            _ => format!("process-{}-", executed.process + 1),
        };
        let (number, last) = self.surfaces.get(executed.process)?.get(key)?;
        match (self.frames, executed.loaded.recorded.frame) {
            (None, _) if *last == executed.loaded.index => {
                Some(format!("{prefix}{}-{number}", key.1.name))
            }
            (Some(frames), Some(frame)) if frames.contains(frame) => {
                Some(format!("{prefix}frame-{frame:05}-{}", key.1.name))
            }
            _ => None,
        }
    }
}
