//! The tests and the blending of a draw, before its shader and after it.

use tilescope_output::{AlphaTest, AlphaToCoverage, DepthConfig, DepthState, Merger};

use crate::early::{ShaderEffects, TestOrder, rejecting, test_order};

/// The output merger of a draw whose shader may discard, and give depth and stencil.
#[derive(Clone, Debug)]
pub struct Merge {
    /// Tests and blending, without the alpha test.
    pub merger: Merger,
    /// The tests before the shader, if they run twice.
    pub rejecting: Option<Merger>,
    /// When fragments are tested.
    pub order: TestOrder,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// Alpha to coverage.
    pub coverage: Option<AlphaToCoverage>,
    /// Colours have a second one.
    pub dual: bool,
    /// Depth comes from the shader.
    pub shader_depth: bool,
    /// The stencil reference comes from the shader.
    pub shader_stencil: bool,
}

impl Merge {
    /// `merger` with the tests of `depth`, which run early if `early` is set, or if nothing
    /// shows the difference. Alpha tests, coverage, and results of the shader are to be added.
    pub fn new(
        merger: Merger,
        depth: Option<DepthConfig>,
        effects: ShaderEffects,
        early: bool,
    ) -> Merge {
        let order = match (&depth, early) {
            (None, _) => TestOrder::Late,
            (Some(_), true) => TestOrder::Early,
            (Some(depth), false) => test_order(effects, depth),
        };
        let merger = Merger {
            depth: depth.as_ref().map(DepthState::new),
            ..merger
        };
        let twice = depth.filter(|_| order == TestOrder::Twice);
        Merge {
            rejecting: twice.map(|depth| Merger {
                depth: Some(DepthState::new(&rejecting(&depth))),
                ..merger.clone()
            }),
            merger,
            order,
            alpha: None,
            coverage: None,
            dual: false,
            shader_depth: false,
            shader_stencil: false,
        }
    }

    /// The tests before the shader.
    pub(crate) fn before_shader(&self) -> Option<&Merger> {
        match self.order {
            TestOrder::Early => Some(&self.merger),
            TestOrder::Twice => self.rejecting.as_ref(),
            TestOrder::Late => None,
        }
    }
}
