//! Memory of native code. Tests of one process share it, so that numbers are bounds.

use tilescope_exec::{Exec, Lanes16};
use tilescope_jit::{Function, Target, compile, supported};

fn double() -> Function {
    compile(Target::of_host().unwrap(), |b| {
        let x = b.load(0u8);
        let sum = b.add(x, x);
        b.store(0u8, sum);
    })
    .unwrap()
}

/// Permissions of mappings that are no file.
#[cfg(target_os = "linux")]
fn anonymous() -> Vec<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let fields = maps
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    fields
        .filter(|fields| fields.len() == 5)
        .map(|fields| fields[1].to_owned())
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn pages_are_never_writable_and_executable() {
    if !supported() {
        return;
    }
    for _ in 0..50 {
        let f = double();
        let all = anonymous();
        assert!(all.iter().any(|p| p.starts_with("r-x")), "{all:?}");
        let both = |p: &String| p.contains('w') && p.contains('x');
        assert!(!all.iter().any(both), "{all:?}");
        let mut registers = [Lanes16::splat(21)];
        f.call(&mut registers);
        assert_eq!(registers[0], Lanes16::splat(42));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_freed() {
    if !supported() {
        return;
    }
    for _ in 0..300 {
        double();
    }
    let code = anonymous();
    let code = code.iter().filter(|p| p.starts_with("r-x")).count();
    assert!(code < 100, "{code} mappings");
}

/// Code moves to other threads, and several call it at a time.
#[test]
fn threads_share_code() {
    if !supported() {
        return;
    }
    let f = double();
    std::thread::scope(|scope| {
        for n in 0..4 {
            let f = &f;
            scope.spawn(move || {
                let mut registers = [Lanes16::splat(n)];
                f.call(&mut registers);
                assert_eq!(registers[0], Lanes16::splat(2 * n));
            });
        }
    });
}
