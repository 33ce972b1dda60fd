//! Profiles of logs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tilescope_core::bus::Port as _;
use tilescope_core::ctx::Ctx;
use tilescope_core::log::Log;
use tilescope_core::profile::{Clock, Lanes, Line, Moved, Part, Profile, Stage};
use tilescope_core::{AddressSpace, Frame, Fuel, Location, Recorder, Silent, ordered};

tilescope_core::ports! {
    Unit = "unit", "A unit.";
}

/// Each question takes a nanosecond.
#[derive(Debug, Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }

    fn thread(&self) -> u32 {
        3
    }
}

fn observer() -> Recorder {
    Recorder {
        clock: Some(Arc::new(Ticks::default())),
        ..Recorder::default()
    }
}

fn submission() -> Location {
    Location::new().inside(Frame::Submission(4, "frame".into()))
}

#[test]
fn without_a_clock_there_is_no_profile() {
    let mut log = Log::<Port>::new(submission(), &Silent);
    let began = log.begin();
    log.end(began, || panic!("a part of no profile"));
    log.end_work(began, || panic!("a part of no profile"));
    assert!(log.profile().is_none() && log.child().profile().is_none());
    let mut observer = Recorder::default();
    log.deliver(&mut observer);
    assert!(observer.profiles.is_empty());
}

#[test]
fn slices_have_their_time_and_what_was_moved_in_it() {
    let mut observer = observer();
    let mut log = Log::<Port>::new(submission(), &observer);
    log.traffic.read[Port::Unit.index()] += 100;
    let tile = log.begin();
    let began = log.begin();
    log.traffic.read[Port::Unit.index()] += 16;
    log.traffic.written[Port::Unit.index()] += 8;
    log.profile_mut().unwrap().fetches += 2;
    let lanes = Lanes {
        running: 5,
        batches: 1,
    };
    log.end_work(began, || {
        Part::of_draw(Stage::Fragments, Some(1)).lanes(lanes)
    });
    log.end(tile, || Part::tile(6, 7));
    log.deliver(&mut observer);
    let [profile] = &observer.profiles[..] else {
        panic!("{} profiles", observer.profiles.len());
    };
    let [fragments, tile, whole] = &profile.slices[..] else {
        panic!("{:?}", profile.slices);
    };
    let moved = Moved {
        fetches: 2,
        read: 16,
        written: 8,
    };
    assert_eq!(
        (fragments.start, fragments.end, fragments.thread),
        (2, 3, 3)
    );
    assert_eq!((fragments.draw, fragments.lanes), (Some(1), lanes));
    assert_eq!(fragments.moved, moved);
    assert_eq!((tile.start, tile.end, tile.tile), (1, 4, Some((6, 7))));
    assert_eq!((whole.start, whole.end), (0, 5));
    assert_eq!(whole.name.as_deref(), Some("submission 4 (frame)"));
    assert_eq!(whole.moved.read, 116);
    let work = profile.draws[&(Some(1), Stage::Fragments)];
    assert_eq!((work.time, work.lanes, work.moved), (1, lanes, moved));
    assert_eq!(profile.draws.len(), 1, "only work is counted");
}

#[test]
fn parts_are_appended_in_the_order_of_the_work() {
    let mut observer = observer();
    let space = AddressSpace::new();
    let (mut log, mut fuel) = (Log::<Port>::new(submission(), &observer), Fuel::new(100));
    let bus = tilescope_core::bus::Bus::new(&space);
    let c = &mut Ctx::serial(bus, &mut log, &mut fuel);
    let result = ordered(
        c,
        &[0u32, 1, 2],
        1,
        |_, draw, c| {
            let began = c.log.begin();
            let line = Line {
                address: 8,
                lanes: Lanes {
                    running: 16,
                    batches: 1,
                },
                ..Line::default()
            };
            let profile = c.log.profile_mut().unwrap();
            profile.line(("vertex", 0), 1, line);
            c.log
                .end_work(began, || Part::of_draw(Stage::Vertices, Some(*draw)));
        },
        |_, (), _, _| Ok::<(), ()>(()),
    );
    assert_eq!(result, Ok(()));
    log.deliver(&mut observer);
    let profile = &observer.profiles[0];
    let draws: Vec<Option<u32>> = profile.slices.iter().map(|slice| slice.draw).collect();
    assert_eq!(draws, [Some(0), Some(1), Some(2), None]);
    assert_eq!(profile.draws.len(), 3);
    let line = profile.shaders[&("vertex", 0)][&1];
    assert_eq!((line.lanes.running, line.address), (48, 8));
}

#[test]
fn slices_beyond_the_limit_are_counted() {
    let clock: Arc<dyn Clock> = Arc::new(Ticks::default());
    let mut profile = Profile::new(clock.clone());
    let log = |slices: usize| {
        let profile = Profile::new(clock.clone());
        let mut log = Log::<Port>::within(Location::new(), Some(&profile));
        for _ in 0..slices {
            let began = log.begin();
            log.end(began, || Stage::Call.into());
        }
        log.profile().unwrap().clone()
    };
    profile.append(log(Profile::MAX_SLICES - 1));
    profile.append(log(3));
    assert_eq!(profile.slices.len(), Profile::MAX_SLICES);
    assert_eq!(profile.dropped, 2);
}
