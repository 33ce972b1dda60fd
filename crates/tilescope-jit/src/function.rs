//! Compilation and calls.

use crate::builder::Builder;
use cranelift_codegen::ir::{AbiParam, InstBuilder};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};
use std::fmt;
use tilescope_exec::Lanes16;

/// The reason why there is no native code.
#[derive(Debug)]
pub enum CompileError {
    /// The code generator does not support this host.
    Host(String),
    /// The code generator refused the function.
    Codegen(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Host(why) => write!(f, "no native code for this host: {why}"),
            CompileError::Codegen(why) => write!(f, "code generation failed: {why}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Native code over an array of lane registers.
pub struct Function {
    /// Taken only when dropped.
    module: Option<JITModule>,
    entry: extern "C" fn(*mut Lanes16),
    extent: usize,
}

/// Compiles the code that `emit` emits.
pub fn compile(emit: impl FnOnce(&mut Builder<'_, '_>)) -> Result<Function, CompileError> {
    let codegen = |e: &dyn fmt::Display| CompileError::Codegen(e.to_string());
    let mut flags = settings::builder();
    for (name, value) in [("opt_level", "speed"), ("is_pic", "false")] {
        flags.set(name, value).map_err(|e| codegen(&e))?;
    }
    let isa = cranelift_native::builder()
        .map_err(|e| CompileError::Host(e.to_owned()))?
        .finish(settings::Flags::new(flags))
        .map_err(|e| CompileError::Host(e.to_string()))?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context = module.make_context();
    let pointer = module.target_config().pointer_type();
    context.func.signature.params.push(AbiParam::new(pointer));
    let mut frontend = FunctionBuilderContext::new();
    let mut code = FunctionBuilder::new(&mut context.func, &mut frontend);
    let block = code.create_block();
    code.append_block_params_for_function_params(block);
    code.switch_to_block(block);
    code.seal_block(block);
    let registers = code.block_params(block)[0];
    let mut builder = Builder::new(&mut code, registers);
    emit(&mut builder);
    let extent = builder.extent;
    code.ins().return_(&[]);
    code.finalize(module.target_config());
    let id = module
        .declare_anonymous_function(&context.func.signature)
        .map_err(|e| codegen(&e))?;
    module
        .define_function(id, &mut context)
        .map_err(|e| codegen(&e))?;
    module.clear_context(&mut context);
    module.finalize_definitions().map_err(|e| codegen(&e))?;
    let code = module.get_finalized_function(id);
    Ok(Function {
        module: Some(module),
        entry: entry(code),
        extent,
    })
}

#[expect(
    unsafe_code,
    reason = "finished machine code becomes a function pointer"
)]
fn entry(code: *const u8) -> extern "C" fn(*mut Lanes16) {
    // SAFETY: `code` is the entry of a function that was finalised with exactly
    // this signature, in the C calling convention of the host.
    unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut Lanes16)>(code) }
}

impl Function {
    /// Runs the code on `registers`.
    ///
    /// # Panics
    /// If the code accesses a register beyond the end of `registers`.
    pub fn call(&self, registers: &mut [Lanes16]) {
        assert!(
            registers.len() >= self.extent,
            "{} registers; {} are needed",
            registers.len(),
            self.extent
        );
        // The builder emits accesses only at constant offsets below `extent`.
        (self.entry)(registers.as_mut_ptr());
    }

    /// One more than the highest register that is accessed.
    pub fn extent(&self) -> usize {
        self.extent
    }
}

impl Drop for Function {
    #[expect(unsafe_code, reason = "machine code has to be freed explicitly")]
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: `entry` is the only pointer into the module. It never
            // leaves this struct, and calls borrow the struct.
            unsafe { module.free_memory() };
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("extent", &self.extent)
            .finish_non_exhaustive()
    }
}
