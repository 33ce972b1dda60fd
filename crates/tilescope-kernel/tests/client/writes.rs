//! Reports to a watcher about the memory that a job writes.

use std::sync::{Arc, Mutex};

use tilescope_core::{Observer, Outcome, Silent};
use tilescope_kernel::{Job, Kernel, Node, Notes, Privilege, Watcher};
use tilescope_vc4::chips;

use super::rig::{Machine, Memory, Submit, config, word, words};

/// The file of a job, and the written pages of each buffer.
type Told = (u64, Vec<(String, Vec<u64>)>);
type Seen = Arc<Mutex<Vec<Told>>>;

struct Watch(Notes, Seen, Silent);

impl Watcher for Watch {
    fn observer(&mut self) -> &mut dyn Observer {
        &mut self.2
    }

    fn notes(&self) -> Notes {
        self.0
    }

    fn before(&mut self, job: &Job<'_>) {
        let nothing = |w: &tilescope_core::Written<'_>| {
            let mut regions = job.memory.regions().iter();
            regions.all(|r| w.pages(r.base()).is_empty())
        };
        assert!(job.written.is_none_or(nothing));
    }

    fn after(&mut self, job: &Job<'_>, _: &Outcome) {
        let pages = job.written.iter().flat_map(|w| {
            let regions = job.memory.regions().iter();
            regions.map(|r| (r.name().to_owned(), w.pages(r.base())))
        });
        let pages = pages.filter(|(_, pages)| !pages.is_empty()).collect();
        self.1.lock().unwrap().push((job.file.number(), pages));
    }
}

/// Clears a surface of 32 x 96 pixels, which is three pages, in a buffer of six.
fn clear(notes: Notes) -> Vec<Told> {
    let seen = Seen::default();
    let watch = Watch(notes, seen.clone(), Silent);
    let machine = Arc::new(Machine::default());
    let kernel = Kernel::new(config(&chips::BCM2837), machine, Box::new(watch)).unwrap();
    let memory = Memory::default();
    let file = kernel.open(Node::Render, Privilege::User);
    let create = memory.put(&words(&[6 * 4096, 0, 0, 0]));
    kernel.ioctl(file, 0xc010_6443, create, &memory).unwrap();
    let handle = word(&memory.get(create), 8);
    let job = Submit::clear(handle, (32, 96), 0x1234_5678);
    let submit = memory.put(&job.bytes(&memory));
    kernel.ioctl(file, 0xc0b0_6440, submit, &memory).unwrap();
    drop(kernel);
    Arc::try_unwrap(seen).unwrap().into_inner().unwrap()
}

#[test]
fn written_pages_are_reported_on_request() {
    assert_eq!(clear(Notes::None), [(1, vec![])]);
    let want = vec![("bo 1".to_owned(), vec![0, 1, 2])];
    assert_eq!(clear(Notes::Writes), [(1, want)]);
}
