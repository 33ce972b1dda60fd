//! Compilation and calls.

use crate::builder::Builder;
use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I8;
use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use std::fmt;
use std::sync::Mutex;
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

fn codegen(e: impl fmt::Display) -> CompileError {
    CompileError::Codegen(e.to_string())
}

/// The machine code: registers, numbers of batches, how many.
type Code = extern "C" fn(*mut Lanes16, *const u8, usize);

/// Machine code under construction, for groups of some batches.
pub(crate) struct Compiler {
    module: JITModule,
    context: Context,
    frontend: FunctionBuilderContext,
    batches: usize,
    functions: Vec<(FuncId, usize)>,
}

impl Compiler {
    /// No code yet, for groups of `batches`.
    pub fn new(batches: usize) -> Result<Compiler, CompileError> {
        let mut flags = settings::builder();
        for (name, value) in [("opt_level", "speed"), ("is_pic", "false")] {
            flags.set(name, value).map_err(codegen)?;
        }
        let isa = cranelift_native::builder()
            .map_err(|e| CompileError::Host(e.to_owned()))?
            .finish(settings::Flags::new(flags))
            .map_err(|e| CompileError::Host(e.to_string()))?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        Ok(Compiler {
            context: module.make_context(),
            module,
            frontend: FunctionBuilderContext::new(),
            batches,
            functions: Vec::new(),
        })
    }

    /// Adds a function: the code that `emit` emits, for each batch that it is called for.
    pub fn add(&mut self, emit: impl FnOnce(&mut Builder<'_, '_>)) -> Result<(), CompileError> {
        let target = self.module.target_config();
        let pointer = target.pointer_type();
        let params = &mut self.context.func.signature.params;
        params.extend([AbiParam::new(pointer); 3]);
        let mut code = FunctionBuilder::new(&mut self.context.func, &mut self.frontend);
        let [start, head, body, end] = std::array::from_fn(|_| code.create_block());
        code.append_block_params_for_function_params(start);
        let i = code.append_block_param(head, pointer);
        code.switch_to_block(start);
        let &[registers, batches, count] = code.block_params(start) else {
            return Err(codegen("a function without its parameters"));
        };
        let zero = code.ins().iconst(pointer, 0);
        code.ins().jump(head, &[zero.into()]);
        code.switch_to_block(head);
        let more = code.ins().icmp(IntCC::UnsignedLessThan, i, count);
        code.ins().brif(more, body, &[], end, &[]);
        code.switch_to_block(body);
        let at = code.ins().iadd(batches, i);
        let batch = code.ins().load(I8, MemFlagsData::trusted(), at, 0);
        let batch = code.ins().uextend(pointer, batch);
        let offset = code.ins().imul_imm_s(batch, size_of::<Lanes16>() as i64);
        let base = code.ins().iadd(registers, offset);
        let stride = self.batches * size_of::<Lanes16>();
        let mut builder = Builder::new(&mut code, base, stride);
        emit(&mut builder);
        let extent = builder.extent;
        let next = code.ins().iadd_imm_s(i, 1);
        code.ins().jump(head, &[next.into()]);
        code.switch_to_block(end);
        code.ins().return_(&[]);
        code.seal_all_blocks();
        code.finalize(target);
        let signature = &self.context.func.signature;
        let id = self.module.declare_anonymous_function(signature);
        let id = id.map_err(codegen)?;
        let defined = self.module.define_function(id, &mut self.context);
        defined.map_err(codegen)?;
        self.module.clear_context(&mut self.context);
        self.functions.push((id, extent));
        Ok(())
    }

    /// The functions, in the order in which they were added.
    pub fn finish(mut self) -> Result<Functions, CompileError> {
        // Pages were writable; from here on they are executable instead.
        self.module.finalize_definitions().map_err(codegen)?;
        let functions = self.functions.iter().map(|&(id, extent)| Batches {
            code: entry(self.module.get_finalized_function(id)),
            extent,
            batches: self.batches,
        });
        Ok(Functions {
            functions: functions.collect(),
            memory: Mutex::new(Some(self.module)),
        })
    }
}

#[expect(
    unsafe_code,
    reason = "finished machine code becomes a function pointer"
)]
fn entry(code: *const u8) -> Code {
    // SAFETY: `code` is the entry of a function that was finalised with exactly
    // this signature, in the C calling convention of the host.
    unsafe { std::mem::transmute::<*const u8, Code>(code) }
}

/// Functions and the memory that holds their code.
pub(crate) struct Functions {
    functions: Vec<Batches>,
    /// Taken only when dropped; the lock makes it `Sync`, which it is not by itself.
    memory: Mutex<Option<JITModule>>,
}

impl Functions {
    /// A function, by the order in which they were added.
    pub fn get(&self, n: usize) -> Option<&Batches> {
        self.functions.get(n)
    }
}

impl Drop for Functions {
    #[expect(unsafe_code, reason = "machine code has to be freed explicitly")]
    fn drop(&mut self) {
        let memory = self.memory.get_mut();
        if let Ok(memory) = memory
            && let Some(module) = memory.take()
        {
            // SAFETY: `functions` are the only pointers into the module. They are
            // neither `Clone` nor ever moved out, and calls borrow this struct.
            unsafe { module.free_memory() };
        }
    }
}

/// Native code over the registers of a group, for each batch that runs.
pub(crate) struct Batches {
    code: Code,
    /// One more than the highest register that it accesses.
    extent: usize,
    batches: usize,
}

impl Batches {
    /// Runs the code on some of `count` batches of `registers`.
    ///
    /// # Panics
    /// If the code is for groups of another size, or accesses anything outside
    /// `registers`.
    pub fn call(&self, registers: &mut [Lanes16], batches: &[u8], count: usize) {
        assert_eq!(count, self.batches, "code for groups of another size");
        assert!(
            registers.len() >= self.extent * count,
            "{} registers; {} are needed",
            registers.len() / count.max(1),
            self.extent
        );
        let inside = |batch: &u8| usize::from(*batch) < count;
        assert!(batches.iter().all(inside), "a batch that does not exist");
        // The builder emits accesses only at registers below `extent` of these batches.
        (self.code)(registers.as_mut_ptr(), batches.as_ptr(), batches.len());
    }

    /// One more than the highest register that is accessed.
    pub fn extent(&self) -> usize {
        self.extent
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches")
            .field("extent", &self.extent)
            .field("batches", &self.batches)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.functions).finish()
    }
}
