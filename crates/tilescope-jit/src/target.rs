//! Instructions of the host that code is made of.

use iced_x86::{Code, Register};

/// Vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// AVX-512 (F, BW, CD, DQ, VL): a register has sixteen lanes.
    Avx512,
    /// AVX2, FMA and F16C: a register has eight lanes, and code runs for both halves of a
    /// batch.
    Avx2,
}

/// Every target, the best first.
pub const TARGETS: [Target; 2] = [Target::Avx512, Target::Avx2];

/// Instructions that every function needs.
pub(crate) struct Codes {
    pub load: Code,
    pub store: Code,
    pub copy: Code,
    /// Loads a word into all lanes.
    pub broadcast: Code,
    pub xor: Code,
    /// Product of the first two operands plus the third, in the first.
    pub fma: Code,
}

static AVX512: Codes = Codes {
    load: Code::EVEX_Vmovdqu32_zmm_k1z_zmmm512,
    store: Code::EVEX_Vmovdqu32_zmmm512_k1z_zmm,
    copy: Code::EVEX_Vmovdqa32_zmm_k1z_zmmm512,
    broadcast: Code::EVEX_Vpbroadcastd_zmm_k1z_xmmm32,
    xor: Code::EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32,
    fma: Code::EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er,
};

static AVX2: Codes = Codes {
    load: Code::VEX_Vmovdqu_ymm_ymmm256,
    store: Code::VEX_Vmovdqu_ymmm256_ymm,
    copy: Code::VEX_Vmovdqa_ymm_ymmm256,
    broadcast: Code::VEX_Vpbroadcastd_ymm_xmmm32,
    xor: Code::VEX_Vpxor_ymm_ymm_ymmm256,
    fma: Code::VEX_Vfmadd213ps_ymm_ymm_ymmm256,
};

impl Target {
    /// The best one that this host has.
    pub fn of_host() -> Option<Target> {
        TARGETS.into_iter().find(|target| target.is_supported())
    }

    /// Whether this host has its instructions.
    #[cfg(target_arch = "x86_64")]
    pub fn is_supported(self) -> bool {
        match self {
            Target::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            Target::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("fma")
                    && is_x86_feature_detected!("f16c")
            }
        }
    }

    /// Whether this host has its instructions.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_supported(self) -> bool {
        false
    }

    pub(crate) fn codes(self) -> &'static Codes {
        match self {
            Target::Avx512 => &AVX512,
            Target::Avx2 => &AVX2,
        }
    }

    /// One of two instructions for the same.
    pub(crate) fn pick(self, avx512: Code, avx2: Code) -> Code {
        match self {
            Target::Avx512 => avx512,
            Target::Avx2 => avx2,
        }
    }

    /// Lanes of a register.
    pub(crate) fn lanes(self) -> usize {
        match self {
            Target::Avx512 => 16,
            Target::Avx2 => 8,
        }
    }

    /// Vector registers with values; two more are for instructions within a node.
    pub(crate) fn vectors(self) -> usize {
        match self {
            Target::Avx512 => 30,
            Target::Avx2 => 14,
        }
    }

    /// A vector register.
    pub(crate) fn vector(self, n: usize) -> Register {
        match self {
            Target::Avx512 => Register::ZMM0 + n as u32,
            Target::Avx2 => Register::YMM0 + n as u32,
        }
    }

    /// The lower half of a vector register.
    pub(crate) fn half(self, register: Register) -> Register {
        match self {
            Target::Avx512 => Register::YMM0 + (register as u32 - Register::ZMM0 as u32),
            Target::Avx2 => Register::XMM0 + (register as u32 - Register::YMM0 as u32),
        }
    }
}
