//! The part of the tile buffer that a fragment shader thread accesses: sixteen pixels
//! in four quads, their coverage, depth/stencil test and colour.

use tilescope_core::Rule;
use tilescope_exec::{Lanes16, sixteen};
use tilescope_output::depth::{DepthRounding, z24};
use tilescope_output::{CompareFunc, DepthStencil, DepthTest, StencilFace, StencilOp};
use tilescope_raster::Plane;
use tilescope_raster::interp::Positions;

use crate::packets::{CompareFunc as Func, ConfigBits};
use crate::prim::Face;
use crate::qpu::{PixelFlags, QuadAxis};
use crate::quirks::{QuadWrites, Quirks, ReverseWrites, SampleZ, ZRounding};
use crate::rules::tlb;
use crate::tlb::{Samples, TileBuffer};

/// Up to four quads of one primitive.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quads {
    /// Index of each quad's first word in the tile buffer.
    pub base: [usize; 4],
    /// Number of quads, 1 to 4.
    pub len: usize,
    /// Pixel centres, relative to the frame.
    pub at: Positions,
    /// Column of each lane's pixel.
    pub x: Lanes16,
    /// Row of each lane's pixel.
    pub y: Lanes16,
    /// Samples covered, a bit each, per lane.
    pub covered: Lanes16,
    /// 24-bit Z of each lane.
    pub z: Lanes16,
}

/// A primitive that is shaded.
#[derive(Clone, Copy, Debug)]
pub struct Primitive<'a> {
    /// Its surface.
    pub surface: &'a Surface,
    /// Its varyings, in the order they are read.
    pub varyings: &'a [Plane],
}

/// Inputs shared by all fragments of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// Zs, before depth offset.
    pub z: Plane,
    /// Depth offset, in steps of 24-bit Z.
    pub z_offset: f64,
    /// 1/Wc.
    pub rw: Plane,
    /// The visible side.
    pub face: Face,
    /// Depth test.
    pub depth: DepthTest,
}

impl Default for Surface {
    /// One that is tested against nothing.
    fn default() -> Self {
        Surface {
            z: Plane::default(),
            z_offset: 0.0,
            rw: Plane::default(),
            face: Face::Front,
            depth: DepthTest {
                func: CompareFunc::Always,
                write: false,
            },
        }
    }
}

impl Surface {
    /// The W of each lane, for ra15.
    #[inline(always)]
    pub fn w(&self, at: &Positions) -> Lanes16 {
        let rw = self.rw.eval(at);
        let mut w = Lanes16::ZERO;
        for (w, rw) in w.0.iter_mut().zip(rw) {
            *w = (1.0 / rw).to_bits();
        }
        w
    }

    /// The 24-bit Z of each lane, for rb15.
    #[inline(always)]
    pub fn z24(&self, at: &Positions, quirks: &Quirks) -> Lanes16 {
        let rounding = match quirks.z_rounding {
            ZRounding::Truncate => DepthRounding::Truncate,
            ZRounding::Nearest => DepthRounding::Nearest,
        };
        let z = self.z.eval(at);
        let mut out = Lanes16::ZERO;
        for (out, z) in out.0.iter_mut().zip(z) {
            *out = z24(z, self.z_offset, rounding);
        }
        out
    }
}

/// The depth test of the configuration bits.
pub fn depth_test(config: &ConfigBits) -> DepthTest {
    let func = match config.depth_func {
        Func::Never => CompareFunc::Never,
        Func::Less => CompareFunc::Less,
        Func::Equal => CompareFunc::Equal,
        Func::Lequal => CompareFunc::LessEqual,
        Func::Greater => CompareFunc::Greater,
        Func::Notequal => CompareFunc::NotEqual,
        Func::Gequal => CompareFunc::GreaterEqual,
        Func::Always | Func::Unknown(_) => CompareFunc::Always,
    };
    DepthTest {
        func,
        write: config.z_update,
    }
}

/// The state of a thread in its access to the tile buffer.
#[derive(Clone, Copy, Debug, Default)]
pub struct FragmentState {
    flags: Lanes16,
    z: Lanes16,
    /// Front and back.
    stencil: [Option<StencilFace>; 2],
    /// Lanes that are tested as back faces.
    back_lanes: u16,
    /// Index of each quad's first word in the tile buffer, which programs can move.
    base: [usize; 4],
    reverse: Lanes16,
    next_varying: usize,
    next_color_ms: usize,
    next_color_load: usize,
    stencil_words: u32,
    color_writes: u32,
    z_writes: u32,
    /// Pixels whose colour was written.
    pub colored: u16,
    /// The colours that were written last.
    pub colour: Lanes16,
}

impl FragmentState {
    /// The state of a thread for `quads` on `surface` that begins.
    pub fn new(surface: &Surface, quads: &Quads) -> Self {
        FragmentState {
            z: quads.z,
            flags: quads.covered,
            back_lanes: match surface.face {
                Face::Front => 0,
                Face::Back => u16::MAX,
            },
            base: quads.base,
            reverse: Lanes16::splat(u32::from(surface.face == Face::Back)),
            ..FragmentState::default()
        }
    }
}

/// A shader thread's view of the tile buffer.
pub struct Fragments<'a> {
    /// The tile buffer.
    pub tile: &'a mut TileBuffer,
    /// The inputs.
    pub of: Primitive<'a>,
    /// Unknowns.
    pub quirks: &'a Quirks,
    /// The pixels.
    pub quads: &'a Quads,
    /// The state of the thread.
    pub state: &'a mut FragmentState,
}

impl Fragments<'_> {
    /// The multisample flags of each lane, or 1 in every lane of a back face.
    pub fn pixel_flags(&self, which: PixelFlags) -> Lanes16 {
        match which {
            PixelFlags::Ms => self.state.flags,
            PixelFlags::Reverse => self.state.reverse,
        }
    }

    /// Sets these flags of the lanes in `mask`.
    pub fn set_pixel_flags(&mut self, which: PixelFlags, v: &Lanes16, mask: u16) {
        match which {
            PixelFlags::Ms => self.set_flags(v, mask),
            PixelFlags::Reverse => self.set_reverse(v, mask),
        }
    }

    /// Sets the reverse flag of the lanes in `mask`.
    fn set_reverse(&mut self, v: &Lanes16, mask: u16) {
        for i in 0..16 {
            if mask >> i & 1 != 0 {
                self.state.reverse.0[i] = v.0[i] & 1;
                if self.quirks.reverse_writes == ReverseWrites::SelectFace {
                    self.state.back_lanes =
                        self.state.back_lanes & !(1 << i) | ((v.0[i] & 1) as u16) << i;
                }
            }
        }
    }

    /// Moves quads to the columns or rows in their first lane, in pixels. The tile does
    /// not change.
    pub fn move_quads(&mut self, axis: QuadAxis, v: &Lanes16, mask: u16) {
        if self.quirks.quad_writes == QuadWrites::ReadBack {
            return;
        }
        let samples = self.tile.samples;
        let quads = samples.tile_size() as usize / 2;
        for q in 0..self.quads.len {
            if mask >> (q * 4) & 1 == 0 {
                continue;
            }
            let to = v.0[q * 4] as usize / 2 % quads;
            let at = self.state.base[q] / (samples.count() * 4);
            let (x, y) = match axis {
                QuadAxis::X => (to, at / quads),
                QuadAxis::Y => (at % quads, to),
            };
            self.state.base[q] = (y * quads + x) * samples.count() * 4;
        }
    }

    /// Sets the flags of the lanes in `mask`.
    fn set_flags(&mut self, v: &Lanes16, mask: u16) {
        for i in 0..16 {
            if mask >> i & 1 != 0 {
                self.state.flags.0[i] = v.0[i] & 0xf;
            }
        }
    }

    /// The next varying and its constant, or `None` if there is none left.
    #[inline(always)]
    pub fn varying(&mut self, out: &mut Lanes16) -> Option<u32> {
        let plane = self.of.varyings.get(self.state.next_varying)?;
        self.state.next_varying += 1;
        let slope = plane.slope(&self.quads.at);
        for (out, slope) in out.0.iter_mut().zip(slope) {
            *out = slope.to_bits();
        }
        Some(plane.c.to_bits())
    }

    /// Whether there is another varying.
    #[inline(always)]
    pub fn has_varying(&self) -> bool {
        self.state.next_varying < self.of.varyings.len()
    }

    /// Whether undefined depth/stencil words are compared.
    #[inline(always)]
    pub fn tests_undefined(&self) -> bool {
        if self.tile.zs_defined {
            return false;
        }
        let reads = |f| !matches!(f, CompareFunc::Always | CompareFunc::Never);
        let faces = self
            .state
            .stencil
            .iter()
            .zip([!self.state.back_lanes, self.state.back_lanes]);
        let mut tested = faces.filter(|(_, lanes)| *lanes != 0);
        let depth = reads(self.of.surface.depth.func);
        depth || tested.any(|(s, _)| s.is_some_and(|s| reads(s.func)))
    }

    /// Takes a stencil setup word.
    pub fn stencil_setup(&mut self, word: u32) {
        self.state.stencil_words += 1;
        match StencilSetup::decode(word) {
            StencilSetup::WriteMasks(masks) => {
                for (s, mask) in self.state.stencil.iter_mut().zip(masks) {
                    if let Some(s) = s {
                        s.write_mask = mask;
                    }
                }
            }
            StencilSetup::Faces { chosen, face } => {
                for (s, _) in self
                    .state
                    .stencil
                    .iter_mut()
                    .zip(chosen)
                    .filter(|(_, c)| *c)
                {
                    *s = Some(face);
                }
            }
        }
    }

    #[inline(always)]
    fn gather(&self, words: &[u32], sample: usize) -> [u32; 16] {
        let mut out = [0; 16];
        for q in 0..self.quads.len {
            let at = self.state.base[q] + sample * 4;
            out[q * 4..q * 4 + 4].copy_from_slice(&words[at..at + 4]);
        }
        out
    }

    #[inline(always)]
    fn lanes_with(&self, sample: usize) -> u16 {
        let mut m = 0;
        for i in 0..16 {
            m |= ((self.state.flags.0[i] >> sample & 1) as u16) << i;
        }
        m
    }

    /// Tests and stores `z` for the lanes in `mask`; samples that fail lose
    /// their flag.
    #[inline(always)]
    pub fn write_z(&mut self, z: &Lanes16, mask: u16) {
        self.state.z_writes += 1;
        let back = self.state.back_lanes;
        for (stencil, lanes) in self.state.stencil.into_iter().zip([!back, back]) {
            if mask & lanes != 0 {
                self.test_z(z, mask & lanes, stencil);
            }
        }
    }

    #[inline(always)]
    fn test_z(&mut self, z: &Lanes16, mask: u16, stencil: Option<StencilFace>) {
        let test = DepthStencil {
            depth: Some(self.of.surface.depth),
            stencil,
        };
        let n = self.tile.samples.count();
        for s in 0..n {
            let want = mask & self.sample_lanes(s);
            if want == 0 {
                continue;
            }
            let sample_z = if n == 1 { z.0 } else { self.sample_z(z, s) };
            let mut stored = self.gather(&self.tile.zs, s);
            let pass = test.lanes(&mut stored, &sample_z, want);
            for q in 0..self.quads.len {
                let at = self.state.base[q] + s * 4;
                let words = &mut self.tile.zs[at..at + 4];
                // Unselected lanes keep their gathered values.
                words.copy_from_slice(&stored[q * 4..q * 4 + 4]);
            }
            let failed = want & !pass;
            let clear = if n == 1 { 0xf } else { 1 << s };
            for i in 0..16 {
                self.state.flags.0[i] &= match failed >> i & 1 {
                    0 => !0,
                    _ => !clear,
                };
            }
        }
    }

    /// Lanes in which sample `s` of the tile buffer is live.
    #[inline(always)]
    fn sample_lanes(&self, s: usize) -> u16 {
        match self.tile.samples {
            Samples::One => sixteen::nonzero(&self.state.flags.0),
            Samples::Four => self.lanes_with(s),
        }
    }

    fn sample_z(&self, z: &Lanes16, s: usize) -> [u32; 16] {
        if self.quirks.sample_z == SampleZ::Written {
            return z.0;
        }
        let (sx, sy) = self.quirks.sample_positions[s];
        let (dx, dy) = ((sx - 8) as f32 / 16.0, (sy - 8) as f32 / 16.0);
        std::array::from_fn(|i| {
            if z.0[i] & 0xff_ffff == self.state.z.0[i] {
                let at = &self.quads.at;
                z24(
                    self.of.surface.z.at(at.x[i] + dx, at.y[i] + dy),
                    self.of.surface.z_offset,
                    DepthRounding::Truncate,
                )
            } else {
                z.0[i]
            }
        })
    }

    /// Writes colour to every live sample of the lanes in `mask`.
    #[inline(always)]
    pub fn write_color(&mut self, v: &Lanes16, mask: u16) {
        self.state.color_writes += 1;
        self.state.colour = *v;
        for s in 0..self.tile.samples.count() {
            self.write_color_sample(v, mask, s);
        }
    }

    /// Writes colour to the next sample of the lanes in `mask`.
    pub fn write_color_ms(&mut self, v: &Lanes16, mask: u16) {
        let s = self.state.next_color_ms % self.tile.samples.count();
        self.state.next_color_ms += 1;
        self.state.color_writes += 1;
        self.write_color_sample(v, mask, s);
    }

    #[inline(always)]
    fn write_color_sample(&mut self, v: &Lanes16, mask: u16, s: usize) {
        let live = mask & self.sample_lanes(s);
        self.state.colored |= live;
        for q in 0..self.quads.len {
            let at = self.state.base[q] + s * 4;
            let words = &mut self.tile.color[at..at + 4];
            for (i, w) in words.iter_mut().enumerate() {
                let masked = live >> (q * 4 + i) & 1 == 0;
                *w = if masked { *w } else { v.0[q * 4 + i] };
            }
        }
    }

    /// Reads colour, one sample after the other in multisample mode. Returns whether it
    /// was ever defined.
    #[inline(always)]
    pub fn read_color(&mut self, out: &mut Lanes16) -> bool {
        let s = self.state.next_color_load % self.tile.samples.count();
        self.state.next_color_load += 1;
        out.0 = self.gather(&self.tile.color, s);
        self.tile.color_defined
    }

    /// The rule that a write of Z breaks now, if any.
    #[inline(always)]
    pub fn z_write_violation(&self) -> Option<(&'static Rule, &'static str)> {
        if self.state.color_writes > 0 && self.tests() {
            return Some((&tlb::COLOR_BEFORE_Z, "Z is written after colour"));
        }
        let [front, back] = self.state.stencil;
        let message = if front.is_none() && self.state.back_lanes != u16::MAX {
            "no stencil setup word was written for the front face, which is drawn"
        } else if back.is_none() && self.state.back_lanes != 0 {
            "no stencil setup word was written for the back face, which is drawn"
        } else {
            return None;
        };
        (self.state.stencil_words > 0).then_some((&tlb::STENCIL_UNSET, message))
    }

    /// The rule that the program broke by ending now, if any.
    pub fn end_violation(&self) -> Option<(&'static Rule, String)> {
        let n = self.tile.samples.count();
        if !self.state.next_color_ms.is_multiple_of(n) {
            let message = format!(
                "{} of {n} samples got a colour",
                self.state.next_color_ms % n
            );
            return Some((&tlb::MS_COLOR_SEQUENCE, message));
        }
        if self.state.z_writes == 0 && self.state.color_writes > 0 && self.tests() {
            let depth = self.of.surface.depth;
            let message = format!(
                "the shader writes colour but not Z, with depth function {:?}{}",
                depth.func,
                if depth.write { " and Z update" } else { "" }
            );
            return Some((&tlb::Z_MISSING, message));
        }
        None
    }

    /// Whether writing Z can reject fragments or change depth. A function of NEVER is
    /// the default without state, and means that Z is not used.
    #[inline(always)]
    fn tests(&self) -> bool {
        let depth = self.of.surface.depth;
        depth.write || !matches!(depth.func, CompareFunc::Always | CompareFunc::Never)
    }

    /// The first lane with a drawn sample whose coordinate in `v` is not finite.
    #[inline(always)]
    pub fn not_finite(&self, v: &Lanes16) -> Option<usize> {
        const EXPONENT: u32 = 0x7f80_0000;
        let flags = &self.state.flags.0;
        // All lanes at once, as mostly none is.
        let mut bad = [0; 16];
        for i in 0..16 {
            bad[i] = u32::from(v.0[i] & EXPONENT == EXPONENT && flags[i] != 0);
        }
        match sixteen::nonzero(&bad) {
            0 => None,
            lanes => Some(lanes.trailing_zeros() as usize),
        }
    }

    /// Whether the tile buffer has four samples per pixel.
    #[inline(always)]
    pub fn multisampled(&self) -> bool {
        self.tile.samples == Samples::Four
    }
}

/// A stencil setup word. Layout: Mesa `vc4_state.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StencilSetup {
    /// Write masks with all eight bits, of front and of back faces.
    WriteMasks([u8; 2]),
    /// The test of front faces, of back faces, or of both.
    Faces {
        /// Whether it applies to front and to back faces.
        chosen: [bool; 2],
        /// The test.
        face: StencilFace,
    },
}

impl StencilSetup {
    /// The meaning of `word`.
    pub fn decode(word: u32) -> StencilSetup {
        let faces = word >> 30;
        if faces == 0 {
            // Front in the low byte.
            return StencilSetup::WriteMasks([word as u8, (word >> 8) as u8]);
        }
        StencilSetup::Faces {
            chosen: [faces & 1 != 0, faces & 2 != 0],
            face: StencilFace {
                func: CompareFunc::from_bits(word >> 16),
                reference: (word >> 8) as u8,
                read_mask: word as u8,
                write_mask: [0x01, 0x03, 0x0f, 0xff][(word >> 28 & 3) as usize],
                fail: stencil_op(word >> 19 & 7),
                depth_fail: stencil_op(word >> 25 & 7),
                pass: stencil_op(word >> 22 & 7),
            },
        }
    }
}

fn stencil_op(code: u32) -> StencilOp {
    use StencilOp::*;
    [
        Zero,
        Keep,
        Replace,
        IncrementClamp,
        DecrementClamp,
        Invert,
        IncrementWrap,
        DecrementWrap,
    ][code as usize & 7]
}
