//! Depth and stencil tests before the shader, where that cannot be seen.

use tilescope_output::{CompareFunc, DepthConfig, DepthStencil, StencilFace, StencilOp};

/// Effects of a fragment shader and the tests after it, besides colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShaderEffects {
    /// The shader gives depth or a stencil reference.
    pub depth: bool,
    /// The shader discards fragments or samples, or the alpha test or alpha to coverage
    /// does.
    pub discards: bool,
    /// The shader writes memory, or counts something.
    pub memory: bool,
}

/// When fragments are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestOrder {
    /// After the shader.
    Late,
    /// Before the shader, with updates of depth and stencil: only fragments that pass
    /// are shaded.
    Early,
    /// Before the shader without updates ([`rejecting`]), and after it again. What fails
    /// before would fail after.
    Twice,
}

/// The earliest order whose result is that of testing after the shader.
///
/// Fragments may be tested in groups: all those of a group before any of them is shaded.
/// If the hardware stops in between, buffers have updates of fragments without colour.
pub fn test_order(effects: ShaderEffects, depth: &DepthConfig) -> TestOrder {
    if effects.depth || effects.memory {
        return TestOrder::Late;
    }
    if !effects.discards {
        return TestOrder::Early;
    }
    let [front, back] = &depth.tests;
    let keeps = |test: &DepthStencil| test.stencil.is_none_or(|s| keeps_stencil(&s));
    let writes = |test: &DepthStencil| test.depth.is_some_and(|d| d.write);
    let constant = !writes(front) && !writes(back);
    let lasting = constant || front.depth == back.depth && fails_for_good(front);
    let unbounded = constant || depth.bounds.is_none();
    match keeps(front) && keeps(back) && lasting && unbounded {
        true => TestOrder::Twice,
        false => TestOrder::Late,
    }
}

/// Whether no result of the test changes stencil.
fn keeps_stencil(face: &StencilFace) -> bool {
    let ops = [face.fail, face.depth_fail, face.pass];
    face.write_mask == 0 || ops.iter().all(|op| *op == StencilOp::Keep)
}

/// Whether a depth that fails still fails after others passed and were stored.
fn fails_for_good(test: &DepthStencil) -> bool {
    // Stored depth only moves in one direction, or not at all. Not equal: it can move
    // away from the depth that failed.
    test.depth
        .is_none_or(|depth| depth.func != CompareFunc::NotEqual)
}

/// The tests of `depth` without updates: of the first pass of [`TestOrder::Twice`].
#[must_use]
pub fn rejecting(depth: &DepthConfig) -> DepthConfig {
    let without = |test: DepthStencil| DepthStencil {
        depth: test.depth.map(|mut depth| {
            depth.write = false;
            depth
        }),
        stencil: test.stencil.map(|mut stencil| {
            stencil.write_mask = 0;
            stencil
        }),
    };
    DepthConfig {
        tests: depth.tests.map(without),
        ..*depth
    }
}
