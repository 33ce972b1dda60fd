//! Atoms of Arm's kernel driver, with literal bytes.

#![allow(clippy::unwrap_used, reason = "tests")]

use tilescope_core::observe::Recorder;
use tilescope_core::{AddressSpace, Context, Fuel, GpuMemory, Region, Serial, Unit};
use tilescope_kernel::kbase::{Atom, Client, Event, Kind, SoftJob, run};
use tilescope_midgard::chips::Chip;
use tilescope_midgard::descriptors::job::{job_header, write_value_job_payload};
use tilescope_midgard::{Midgard, Options};

/// The address of the memory.
const BASE: u64 = 0x200_0000;
const DATA: u64 = BASE + 0x8000;
const SOFT: u32 = 0x200;

/// A device with a megabyte of memory.
struct Machine {
    device: Midgard,
    memory: AddressSpace,
    seen: Recorder,
}

impl Machine {
    fn new(chip: &str) -> Machine {
        let mut memory = AddressSpace::new();
        memory.map(Region::zeroed("memory", BASE, 1 << 20)).unwrap();
        Machine {
            device: Midgard::new(Chip::named(chip).unwrap(), Options::default()),
            memory,
            seen: Recorder::default(),
        }
    }

    fn write(&self, addr: u64, data: &[u8]) {
        self.memory.write(addr, data, Unit("test")).unwrap();
    }

    fn read<const N: usize>(&self, addr: u64) -> [u8; N] {
        let mut out = [0; N];
        self.memory.read(addr, &mut out, Unit("test")).unwrap();
        out
    }

    fn word(&self, addr: u64) -> u64 {
        u64::from_le_bytes(self.read(addr))
    }

    /// The rules that were broken.
    fn rules(&self) -> Vec<&'static str> {
        self.seen.findings.iter().map(|f| f.rule.id).collect()
    }
}

/// The bytes of the header of a job that waits for none and is the last.
fn header(kind: u64, index: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    job_header::IS_64B.set(&mut bytes, 1);
    job_header::TYPE.set(&mut bytes, kind);
    job_header::INDEX.set(&mut bytes, index);
    bytes
}

/// The payload of a job that writes 0.
fn zero(address: u64) -> [u8; 12] {
    let mut bytes = [0; 12];
    write_value_job_payload::ADDRESS.set(&mut bytes, address);
    write_value_job_payload::TYPE.set(&mut bytes, 3);
    bytes
}

/// The bytes of an atom: `jc` at 0, `nr_extres` at 32, dependencies at 36, the number at
/// 40, requirements at 44.
fn bytes(number: u8, requirements: u32, jc: u64, dependency: [u8; 2]) -> [u8; 48] {
    let mut bytes = [0; 48];
    bytes[..8].copy_from_slice(&jc.to_le_bytes());
    bytes[36..38].copy_from_slice(&dependency);
    bytes[40] = number;
    bytes[44..].copy_from_slice(&requirements.to_le_bytes());
    bytes
}

fn atom(number: u8, requirements: u32, jc: u64) -> Atom {
    Atom::decode(&bytes(number, requirements, jc, [0, 0]))
}

/// The codes of events.
fn codes(m: &mut Machine, atoms: &[Atom]) -> Vec<u32> {
    codes_of(m, atoms, &Client::default())
}

fn codes_of(m: &mut Machine, atoms: &[Atom], client: &Client<'_>) -> Vec<u32> {
    let mut ctx = Context {
        memory: &m.memory,
        observer: &mut m.seen,
        fuel: Fuel::DEFAULT,
        workers: &Serial,
    };
    let events = run(&mut m.device, atoms, client, &mut ctx);
    events.iter().map(|e| e.code).collect()
}

#[test]
fn requirements_state_what_an_atom_is() {
    let kind = |requirements| atom(1, requirements, BASE).kind();
    assert_eq!(kind(0), Kind::Dependencies);
    assert_eq!(kind(0x100), Kind::Dependencies);
    // Fragment jobs; a vertex and a tiler job.
    assert_eq!((kind(1), kind(6)), (Kind::Chain(0), Kind::Chain(1)));
    assert_eq!(kind(SOFT | 6), Kind::Soft(SoftJob::EventSet));
    assert_eq!(kind(SOFT | 4), Kind::Soft(SoftJob::Unknown(4)));
    let decoded = Atom::decode(&bytes(7, 6, BASE, [3, 1]));
    assert_eq!((decoded.number, decoded.jc), (7, BASE));
    assert_eq!(decoded.dependencies, [Some((3, true)), None]);
}

#[test]
fn an_atom_runs_its_chain() {
    let mut m = Machine::new("t860");
    m.write(DATA, &[0xff; 8]);
    m.write(BASE, &header(2, 1));
    m.write(BASE + 32, &zero(DATA));
    assert_eq!(codes(&mut m, &[atom(1, 0x10, BASE)]), [1]);
    assert_eq!((m.word(DATA), m.word(BASE)), (0, 1));
}

#[test]
fn soft_jobs_never_reach_the_device() {
    let mut m = Machine::new("t860");
    // Not a job: the device would refuse it.
    m.write(DATA, &[0; 8]);
    let [wait, set, reset] = [5, 6, 7].map(|kind| atom(1, SOFT | kind, DATA));
    assert_eq!(codes(&mut m, &[set]), [1]);
    assert_eq!(m.word(DATA), 1);
    assert_eq!(
        codes(&mut m, &[wait, reset, wait]),
        [1, 1, Event::JOB_INVALID]
    );
    assert_eq!(m.word(DATA), 0);
    assert_eq!(m.rules(), [""; 0]);
    // JIT_ALLOC.
    assert_eq!(
        codes(&mut m, &[atom(1, SOFT | 9, DATA)]),
        [Event::JOB_INVALID]
    );
    let missing = m.seen.unimplemented.len();
    assert_eq!(missing, 1, "memory is not allocated silently");
}

#[test]
fn times_are_written_by_the_driver() {
    let mut m = Machine::new("t860");
    m.write(DATA, &[0xff; 72]);
    let bad = atom(2, SOFT | 1, 0x40);
    let codes = codes(&mut m, &[atom(1, SOFT | 1, DATA), bad]);
    assert_eq!(codes, [1, Event::JOB_INVALID]);
    // 64 bytes, and none more.
    assert_eq!(m.read::<64>(DATA), [0; 64]);
    assert_eq!(m.word(DATA + 64), u64::MAX);
}

#[test]
fn a_fence_is_triggered_before_the_atom_that_waits_for_it() {
    let mut m = Machine::new("t860");
    let client = Client {
        fences: &[(0x1000, false), (0x1008, true)],
        ..Client::default()
    };
    let [trigger, wait] = [2, 3].map(|kind| move |at| atom(1, SOFT | kind, at));
    let all = [
        wait(0x1000),
        wait(0x1008),
        trigger(0x1000),
        wait(0x1000),
        trigger(0x2000),
    ];
    let codes = codes_of(&mut m, &all, &client);
    assert_eq!(codes, [Event::JOB_CANCELLED, 1, 1, 1, Event::JOB_INVALID]);
}

/// Write value jobs to imported memory between soft jobs that map and unmap it.
#[test]
fn resources_stay_mapped_until_they_are_unmapped() {
    const LIST: u64 = 0x7fff_1000;
    let imported = DATA..DATA + 4096;
    let client = Client {
        lists: &[(LIST, &[DATA | 1]), (LIST + 64, &[0x40])],
        imported: std::slice::from_ref(&imported),
        ..Client::default()
    };
    let chain = atom(1, 0x10, BASE);
    let [map, unmap] = [11, 12].map(|kind| move |at| atom(1, SOFT | kind, at));
    let mut m = Machine::new("t860");
    m.write(BASE, &header(2, 1));
    m.write(BASE + 32, &zero(DATA));
    let all = [map(LIST), chain, chain, unmap(LIST), chain];
    // JOB_WRITE_FAULT.
    assert_eq!(codes_of(&mut m, &all, &client), [1, 1, 1, 1, 0x43]);
    let refused = [unmap(LIST), map(LIST + 64), map(LIST + 128)];
    let invalid = [Event::JOB_INVALID; 3];
    assert_eq!(codes_of(&mut m, &refused, &client), invalid);
}

#[test]
fn atoms_that_are_refused() {
    for (refused, rule) in [
        (atom(1, 6, 0), "MALI-KERNEL-007"),
        (atom(1, SOFT | 6, 0), "MALI-KERNEL-007"),
        (atom(1, SOFT | 4, DATA), "MALI-KERNEL-008"),
        (atom(1, 0x120, 0), "MALI-KERNEL-009"),
    ] {
        let mut m = Machine::new("t860");
        assert_eq!(codes(&mut m, &[refused]), [Event::JOB_INVALID]);
        assert_eq!(m.rules(), [rule]);
    }
}

#[test]
fn a_bad_chain_is_an_event_with_its_exception() {
    let mut m = Machine::new("t860");
    // JOB_READ_FAULT, JOB_CONFIG_FAULT.
    let bad = [atom(1, 6, 0x40), atom(2, 6, BASE + 8)];
    assert_eq!(codes(&mut m, &bad), [0x42, 0x40]);
    assert_eq!(m.rules(), ["MALI-MMU-001", "MALI-JOB-003"]);
}

/// A write value job to imported memory: at most one atom has it mapped.
#[test]
fn imported_memory_is_mapped_for_the_atoms_that_list_it() {
    const LIST: u64 = 0x7fff_1000;
    const EXTERNAL: u32 = 0x100;
    let listing = |number, count: u16, list: u64| {
        let mut bytes = bytes(number, 0x10 | EXTERNAL, BASE, [0, 0]);
        bytes[24..32].copy_from_slice(&list.to_le_bytes());
        bytes[32..34].copy_from_slice(&count.to_le_bytes());
        Atom::decode(&bytes)
    };
    let imported = DATA..DATA + 4096;
    let client = |lists: &'static [(u64, &'static [u64])]| (lists, [imported.clone()]);
    let run = |lists, atom: Atom| {
        let (lists, imported) = client(lists);
        let client = Client {
            lists,
            imported: &imported,
            ..Client::default()
        };
        let mut m = Machine::new("t860");
        m.write(DATA, &[0xff; 8]);
        m.write(BASE, &header(2, 1));
        m.write(BASE + 32, &zero(DATA));
        let codes = codes_of(&mut m, &[atom], &client);
        (codes[0], m.word(DATA), m.rules())
    };
    // Bit 0 is exclusive access; any address inside names the memory.
    let good = run(&[(LIST, &[DATA + 0x11])], listing(1, 1, LIST));
    assert_eq!(good, (1, 0, vec![]));
    // Without it the GPU does not see the memory: JOB_WRITE_FAULT.
    let unlisted = run(&[], atom(1, 0x10, BASE));
    assert_eq!(unlisted, (0x43, u64::MAX, vec!["MALI-MMU-002"]));
    let other = run(&[(LIST, &[BASE])], listing(1, 1, LIST));
    assert_eq!(other, (0x43, u64::MAX, vec!["MALI-MMU-002"]));
    // Refused: none, a list that is too short or nowhere, memory that does not exist.
    const ONE: &[(u64, &[u64])] = &[(LIST, &[DATA])];
    const NOWHERE: &[(u64, &[u64])] = &[(LIST, &[0x40])];
    for (lists, atom) in [
        (ONE, listing(1, 0, LIST)),
        (ONE, listing(1, 2, LIST)),
        (ONE, listing(1, 1, LIST + 8)),
        (NOWHERE, listing(1, 1, LIST)),
    ] {
        let refused = run(lists, atom);
        let rule = vec!["MALI-KERNEL-010"];
        assert_eq!(refused, (Event::JOB_INVALID, u64::MAX, rule));
    }
}

#[test]
fn failures_go_to_the_atoms_that_need_the_data() {
    let mut m = Machine::new("t860");
    m.write(BASE, &header(1, 1));
    let data = Atom::decode(&bytes(2, 6, BASE, [1, 1]));
    let order = Atom::decode(&bytes(3, 6, BASE, [1, 2]));
    let all = [atom(1, 6, 0x40), data, order];
    assert_eq!(codes(&mut m, &all), [0x42, 0x42, 1]);
    assert_eq!(m.word(BASE), 1, "the last atom has run");
}
