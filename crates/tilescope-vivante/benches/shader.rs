//! Speed of shaders on one core: an escape-time fractal of 512 x 512 pixels and 48
//! iterations, and lane operations a second of straight loops (lanes times
//! components that are written).
//!
//! `cargo bench -p tilescope-vivante --bench shader`

#![expect(clippy::print_stdout, reason = "the result of a benchmark")]

use std::time::{Duration, Instant};
use tilescope_exec::Lanes16;
use tilescope_shader::{NativeUse, set_native_use};
use tilescope_vivante::isa::{Component, Comps, assemble};
use tilescope_vivante::shader::{
    Access, BATCHES, Group, LANES, Lookup, Program, Refused, Setup, ShaderIo, ShaderQuirks, Stage,
};

/// A device without units.
struct Bare;

impl ShaderIo for Bare {
    fn texture(&mut self, _: usize, _: &Lookup, _: &mut [Lanes16; 4]) -> Result<(), Refused> {
        Err(Refused)
    }
    fn load(&mut self, _: usize, _: &Access) -> Result<Lanes16, Refused> {
        Err(Refused)
    }
    fn store(&mut self, _: usize, _: &Access, _: &Lanes16) -> Result<(), Refused> {
        Err(Refused)
    }
}

const SIZE: usize = 512;

/// c in t1.xy; z in t2.xy, the count in t2.z. u0 = 0, 48, 1, 4, u1 = 2, 1/48.
/// As Mesa compiles for GC2000: truth is 1.0 or 0.0, and branches are taken where it is not.
const FRACTAL: &str = "
    mov     t2.xyz_, void, void, u0.xxxx
loop:
    set.lt  t3.x___, t2.zzzz, u0.yyyy, void
    branch.not void, t3.xxxx, void, end
    mul     t3.xy__, t2.xyyy, t2.xyyy, void
    add     t3.__z_, t3.xxxx, void, t3.yyyy
    set.ge  t3.___w, u0.wwww, t3.zzzz, void
    branch.not void, t3.wwww, void, end
    add     t3.x___, t3.xxxx, void, -t3.yyyy
    mul     t3._y__, t2.xxxx, t2.yyyy, void
    mad     t2._y__, t3.yyyy, u1.xxxx, t1.yyyy
    add     t2.x___, t3.xxxx, void, t1.xxxx
    add     t2.__z_, t2.zzzz, void, u0.zzzz
    branch  void, void, void, loop
end:
    mul     t0, t2.zzzz, u1.yyyy, void
";

const UNIFORMS: [[f32; 4]; 2] = [[0.0, 48.0, 1.0, 4.0], [2.0, 1.0 / 48.0, 0.999, 0.5]];

fn load(source: &str) -> Program {
    let words = match assemble(source, &|_| None) {
        Ok(assembled) => assembled.words,
        Err(errors) => panic!("{errors:?}"),
    };
    let setup = Setup {
        stage: Stage::Pixel,
        start: 0,
        end: words.len() as u32,
        num_temps: 8,
        inputs: &[(0, Comps::XYZW), (1, Comps::XYZW)],
        outputs: &[(0, Comps::XYZW)],
    };
    let program = Program::new(&words, &setup, &ShaderQuirks::DEFAULT);
    assert!(program.notes().is_empty(), "{:?}", program.notes());
    program
}

/// The pixel of a lane: quads in blocks of 4 x 4 in a block of 16 x 8.
fn pixel(group: usize, batch: usize, lane: usize) -> (usize, usize) {
    let across = SIZE / 16;
    let (gx, gy) = (group % across * 16, group / across * 8);
    let (bx, by) = (batch % 4 * 4, batch / 4 * 4);
    let (qx, qy) = (lane / 4 % 2 * 2, lane / 8 * 2);
    (gx + bx + qx + lane % 2, gy + by + qy + lane / 2 % 2)
}

fn fractal(name: &str, at: (f32, f32), width: f32) {
    let program = load(FRACTAL);
    let uniforms = UNIFORMS.map(|v| v.map(f32::to_bits));
    let mut group = Group::default();
    group.bind(&program, &uniforms);
    let live = [u16::MAX; BATCHES];
    let mut best = Duration::MAX;
    let (mut executed, mut sum) = (0, 0.0);
    for _ in 0..10 {
        let start = Instant::now();
        (executed, sum) = (0, 0.0);
        for g in 0..SIZE * SIZE / LANES {
            for n in 0..BATCHES {
                for lane in 0..16 {
                    let (x, y) = pixel(g, n, lane);
                    let step = width / SIZE as f32;
                    let c = (at.0 + x as f32 * step, at.1 + y as f32 * step);
                    group.temp_mut(1, Component::X)[n].0[lane] = c.0.to_bits();
                    group.temp_mut(1, Component::Y)[n].0[lane] = c.1.to_bits();
                }
            }
            let mut fuel = u64::MAX;
            assert_eq!(
                group.run(&program, &live, &live, &mut Bare, &mut fuel),
                Ok(())
            );
            executed += group.executed();
            sum += f32::from_bits(group.temp(0, Component::X)[0].0[0]);
        }
        best = best.min(start.elapsed());
    }
    println!(
        "{name:12} {:6.1} ms, {:.1} instructions a pixel, {:5.2} G lane-instructions/s ({sum})",
        best.as_secs_f64() * 1e3,
        executed as f64 / (SIZE * SIZE) as f64,
        executed as f64 / best.as_secs_f64() / 1e9,
    );
}

fn straight(name: &str, body: &str, operations: f64) {
    const COUNT: f64 = 1000.0;
    let source = format!(
        "mov t4.x___, void, void, u0.xxxx
        mov t2, void, void, t0
        mov t3, void, void, t1
        top:
        {body}
        add t4.x___, t4.xxxx, void, u0.zzzz
        branch.lt void, t4.xxxx, u2.xxxx, top
        add t0, t2, void, t3"
    );
    let program = load(&source);
    let [a, b] = UNIFORMS.map(|v| v.map(f32::to_bits));
    let mut group = Group::default();
    group.bind(&program, &[a, b, [(COUNT as f32).to_bits(); 4]]);
    let live = [u16::MAX; BATCHES];
    let mut best = Duration::MAX;
    for _ in 0..20 {
        for c in Component::ALL {
            *group.temp_mut(0, *c) = [Lanes16::splat(0.3f32.to_bits()); BATCHES];
            *group.temp_mut(1, *c) = [Lanes16::splat(0.7f32.to_bits()); BATCHES];
        }
        let start = Instant::now();
        let mut fuel = u64::MAX;
        assert_eq!(
            group.run(&program, &live, &live, &mut Bare, &mut fuel),
            Ok(())
        );
        best = best.min(start.elapsed());
    }
    let lanes = LANES as f64 * COUNT * operations;
    println!(
        "{name:12} {:6.2} G lane-operations/s",
        lanes / best.as_secs_f64() / 1e9
    );
}

fn main() {
    for native in [NativeUse::Never, NativeUse::Hot] {
        println!("native code: {native:?}");
        set_native_use(native);
        all();
    }
}

fn all() {
    fractal("fractal", (-2.2, -1.5), 3.0);
    fractal("inside", (-0.1, -0.1), 0.2);
    fractal("border", (-0.75, 0.1), 0.01);
    straight(
        "vectors",
        "mad t2, t2, u1.zzzz, t0
        mul t3, t3, u1.wwww, void
        add t3, t3, void, t1
        mad t2, t3, u1.wwww, -t2
        dp3 t3.x___, t2.xyzz, t3.xyzz, void
        frc t2, void, void, t2",
        21.0 + 1.0,
    );
    straight(
        "functions",
        "rcp t2.x___, void, void, t2.xxxx
        rsq t2._y__, void, void, |t2.yyyy|
        exp t2.__z_, void, void, t3.xxxx
        log t2.___w, void, void, |t2.zzzz|
        sin t3.x___, void, void, t2.wwww",
        6.0,
    );
}
