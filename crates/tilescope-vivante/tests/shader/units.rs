//! Textures, memory, derivatives and kills.

use crate::support::{Notebook, bound, mix, program, run, vector};
use tilescope_exec::Lanes16;
use tilescope_vivante::isa::Component;
use tilescope_vivante::shader::{BATCHES, Group, LANES, Lod, Program, ShaderQuirks, Trap, Why};

const D: ShaderQuirks = ShaderQuirks::DEFAULT;

/// A group whose lanes have their number in t1.x, its square in t1.y.
fn numbered(p: &Program, uniforms: &[[u32; 4]]) -> Group {
    let mut group = bound(p, &[], uniforms);
    for lane in 0..LANES {
        let x = lane as f32;
        group.temp_mut(1, Component::X)[lane / 16].0[lane % 16] = x.to_bits();
        group.temp_mut(1, Component::Y)[lane / 16].0[lane % 16] = (x * x).to_bits();
    }
    group
}

/// Lanes 0 and 1 are beside each other, 2 and 3 below them.
#[test]
fn derivatives_are_differences_in_the_quad() {
    let p = program(
        "dsx t0.xy__, t1.xyyy, void, t1.xyyy\ndsy t0.__zw, -t1.xxxy, void, t1.xxxy",
        &D,
    );
    let mut group = numbered(&p, &[]);
    assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
    for lane in 0..LANES {
        let square = |lane: usize| (lane * lane) as f32;
        let [x, y, z, w] = vector(&group, 0, lane).map(f32::from_bits);
        let (left, above) = (lane & !1, lane & !2);
        assert_eq!((x, z), (1.0, -2.0), "lane {lane}");
        assert_eq!(y, square(left | 1) - square(left), "lane {lane}");
        assert_eq!(w, square(above) - square(above | 2), "lane {lane}");
    }
}

#[test]
fn texture_reads() {
    let source = "
        texld   t0, tex3.wzyx, t1, void, void
        texldb  t2, tex1, t1.xyxy, void, void
        texldl  t3, tex1, t1, t1.yyyy, void
        texldd  t4, tex1, t1.xyyy, t1.xxxx, t1.yyyy
        texld   t5._y__, tex9, t1, void, t1.xxxx";
    let p = program(source, &D);
    let mut group = numbered(&p, &[]);
    let mut io = Notebook::default();
    assert_eq!(run(&p, &mut group, &mut io), Ok(()));
    assert_eq!(io.lookups.len(), 5 * BATCHES);
    let number = |batch: usize, f: fn(f32) -> f32| {
        Lanes16::from_fn(|i| f((batch * 16 + i) as f32).to_bits())
    };
    for (i, (batch, lookup)) in io.lookups.iter().enumerate() {
        assert_eq!((*batch, lookup.lanes), (i % BATCHES, u16::MAX));
        let (x, y) = (number(*batch, |x| x), number(*batch, |x| x * x));
        assert_eq!(lookup.at[..2], [x, y]);
        let (sampler, lod, reference) = match i / BATCHES {
            0 => (3, Lod::Implicit, None),
            // Before HALTI5 the bias is in w, here the swizzled y.
            1 => (1, Lod::Bias(y), None),
            2 => (1, Lod::Explicit(y), None),
            3 => (1, Lod::Gradients([x; 4], [y; 4]), None),
            _ => (9, Lod::Implicit, Some(x)),
        };
        assert_eq!((lookup.sampler, lookup.lod), (sampler, lod), "{i}");
        assert_eq!(lookup.reference, reference, "{i}");
    }
    // The sampler's swizzle reorders the colour.
    let mut again = Notebook::default();
    let p = program("texld t0, tex3, t1, void, void", &D);
    let mut plain = numbered(&p, &[]);
    assert_eq!(run(&p, &mut plain, &mut again), Ok(()));
    for lane in 0..LANES {
        let mut turned = vector(&plain, 0, lane);
        turned.reverse();
        assert_eq!(vector(&group, 0, lane), turned);
    }
}

/// Lookups are grouped by sampler, for running lanes only.
#[test]
fn samplers_by_address() {
    let source = "
        movar a0.x___, void, void, t2
        branch.lt void, t1.xxxx, u0.xxxx, end
        texld t0, tex4[a.x], t1, void, void
        end:
        nop void, void, void, void";
    let p = program(source, &D);
    let mut group = numbered(&p, &[[4f32.to_bits(); 4]]);
    for lane in 0..LANES {
        let which = ((lane % 3) as f32).to_bits();
        group.temp_mut(2, Component::X)[lane / 16].0[lane % 16] = which;
    }
    let mut io = Notebook::default();
    assert_eq!(run(&p, &mut group, &mut io), Ok(()));
    assert_eq!(io.lookups.len(), 3 * BATCHES);
    for (batch, lookup) in &io.lookups {
        for lane in 0..16 {
            let all = batch * 16 + lane;
            let asked = lookup.lanes >> lane & 1 != 0;
            assert_eq!(asked, all >= 4 && all as u32 % 3 == lookup.sampler - 4);
        }
    }
}

/// Words are assigned to the enabled components in order; the offset may be
/// shifted.
#[test]
fn loads_and_stores() {
    let source = "
        load.u32.ls2 t0._yz_, u0.xxxx, t2.xxxx, void
        store.u32 mem.xy__, u0.yyyy, t2.xxxx, t0.yzzz";
    let p = program(source, &D);
    let mut group = bound(
        &p,
        &[[9; 4], [0; 4], [8, 0, 0, 0]],
        &[[0x1000, 0x2000, 0, 0]],
    );
    let mut io = Notebook::default();
    assert_eq!(run(&p, &mut group, &mut io), Ok(()));
    let (a, b) = (mix(&[0x1020]), mix(&[0x1024]));
    assert_eq!(vector(&group, 0, 99), [9, a, b, 9]);
    assert_eq!(io.stores.len(), LANES * 2);
    io.stores.sort_unstable();
    assert_eq!(io.stores[..2], [(0, 0, 0x2008, a), (0, 0, 0x200c, b)]);
}

/// Killed lanes keep running for the others in the quad, but their stores are
/// dropped; likewise for helper lanes.
#[test]
fn kills_and_helpers() {
    let source = "
        texkill.lt void, t1.xxxx, u0.xxxx, void
        dsx t0.x___, t1.xxxx, void, t1.xxxx
        store.u32 mem.x___, u0.yyyy, u0.zzzz, t1.xxxx";
    let p = program(source, &D);
    let mut group = numbered(&p, &[[5f32.to_bits(), 0x100, 0, 0]]);
    let mut io = Notebook::default();
    let mut live = [0; BATCHES];
    live[0] = 0x00ff;
    let mut visible = live;
    visible[0] &= !0x40;
    let mut fuel = 1000;
    let ended = group.run(&p, &live, &visible, &mut io, &mut fuel);
    assert_eq!(ended, Ok(()));
    assert_eq!(group.killed()[0], 0x1f);
    let lanes: Vec<usize> = io.stores.iter().map(|s| s.1).collect();
    assert_eq!(lanes, [5, 7]);
    assert_eq!(f32::from_bits(vector(&group, 0, 4)[0]), 1.0);
    // A kill without a condition kills all.
    let p = program("texkill void, void, void, void", &D);
    group.bind(&p, &[]);
    let ended = group.run(&p, &live, &live, &mut io, &mut fuel);
    assert_eq!((ended, group.killed()[0]), (Ok(()), 0x00ff));
}

#[test]
fn the_front_face_is_internal_register_0() {
    let p = program("mov t0, void, void, i0.xxxx", &D);
    let mut group = bound(&p, &[], &[]);
    group.front_facing_mut()[2].0[3] = 1f32.to_bits();
    assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
    assert_eq!(vector(&group, 0, 35), [1f32.to_bits(); 4]);
    assert_eq!(vector(&group, 0, 34), [0; 4]);
}

#[test]
fn the_device_can_stop_a_program() {
    let p = program(
        "nop void, void, void, void\ntexld t0, tex0, t1, void, void",
        &D,
    );
    let mut group = bound(&p, &[], &[]);
    let mut io = Notebook {
        refuse: true,
        ..Notebook::default()
    };
    let trap = Trap {
        ip: 1,
        why: Why::Device,
    };
    assert_eq!(run(&p, &mut group, &mut io), Err(trap));
}

/// Unimplemented features are reported by name with the instruction, and have no
/// effect.
#[test]
fn unimplemented_features_are_reported() {
    let source = "
        nop void, void, void, void
        popcount.u32 t0, void, void, t1
        mov.s8 t0, void, void, t1
        barrier void, void, void, void";
    let p = program(source, &D);
    let mut group = bound(&p, &[[3; 4]], &[]);
    assert_eq!(run(&p, &mut group, &mut Notebook::default()), Ok(()));
    assert_eq!(vector(&group, 0, 0), [3; 4]);
    assert_eq!(
        group.notes().unimplemented(),
        [
            ("popcount", 1, 1),
            ("operations on 8 and 16 bits", 2, 1),
            ("barrier", 3, 1)
        ]
    );
}
