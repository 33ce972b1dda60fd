//! Jobs: the header, and what the kinds of jobs have after it.

use super::GENXML;
use super::enums::{
    DrawMode, IndexType, JobType, PointSizeArrayFormat, PrimitiveRestart, WriteValueType,
};
use tilescope_tables::layout;

layout! {
    pub mod job_header = "JOB_HEADER", 32, GENXML, "The first 32 bytes of every job.";
    EXCEPTION_STATUS, "exception_status", 0, 32, Hex, "", "Status that the hardware writes: 1 is done.";
    FIRST_INCOMPLETE_TASK, "first_incomplete_task", 32, 32, Uint, "", "Written by the hardware.";
    FAULT_POINTER, "fault_pointer", 64, 64, Address(0), "", "Address of the fault, written by the hardware.";
    IS_64B, "is_64b", 128, 1, Bool, "", "Addresses of the job have 64 bits.";
    TYPE, "type", 129, 7, Enum(&JobType::TABLE), "", "Kind.";
    BARRIER, "barrier", 136, 1, Bool, "", "Wait for earlier jobs.";
    INVALIDATE_CACHE, "invalidate_cache", 137, 1, Bool, "", "Invalidate caches before the job.";
    RESERVED_138, "reserved_138", 138, 1, Reserved, "", "Undocumented; drivers write 0.";
    SUPPRESS_PREFETCH, "suppress_prefetch", 139, 1, Bool, "", "Do not read the next job ahead.";
    ENABLE_TEXTURE_MAPPER, "enable_texture_mapper", 140, 1, Bool, "", "Enable the texture units.";
    RESERVED_141, "reserved_141", 141, 1, Reserved, "", "Undocumented; drivers write 0.";
    RELAX_DEPENDENCY_1, "relax_dependency_1", 142, 1, Bool, "", "Dependency 1 may be incomplete.";
    RELAX_DEPENDENCY_2, "relax_dependency_2", 143, 1, Bool, "", "Dependency 2 may be incomplete.";
    INDEX, "index", 144, 16, Uint, "", "Number of the job in its chain; 0 is none.";
    DEPENDENCY_1, "dependency_1", 160, 16, Uint, "", "Index of a job to wait for; 0 is none.";
    DEPENDENCY_2, "dependency_2", 176, 16, Uint, "", "Index of a job to wait for; 0 is none.";
    NEXT, "next", 192, 64, Address(0), "", "Next job of the chain; 0 is none.";
}

layout! {
    pub mod write_value_job_payload = "WRITE_VALUE_JOB_PAYLOAD", 12, GENXML, "The address and the kind of the value of a write value job.";
    ADDRESS, "address", 0, 64, Address(0), "", "Address of the value.";
    TYPE, "type", 64, 32, Enum(&WriteValueType::TABLE), "", "Kind.";
}

layout! {
    pub mod cache_flush_job_payload = "CACHE_FLUSH_JOB_PAYLOAD", 8, GENXML, "The caches of a cache flush job.";
    CLEAN_SHADER_CORE_LS, "clean_shader_core_ls", 0, 1, Bool, "", "Clean shader core ls.";
    INVALIDATE_SHADER_CORE_LS, "invalidate_shader_core_ls", 1, 1, Bool, "", "Invalidate shader core ls.";
    INVALIDATE_SHADER_CORE_OTHER, "invalidate_shader_core_other", 2, 1, Bool, "", "Invalidate shader core other.";
    RESERVED_3, "reserved_3", 3, 13, Reserved, "", "Undocumented; drivers write 0.";
    JOB_MANAGER_CLEAN, "job_manager_clean", 16, 1, Bool, "", "Job manager clean.";
    JOB_MANAGER_INVALIDATE, "job_manager_invalidate", 17, 1, Bool, "", "Job manager invalidate.";
    RESERVED_18, "reserved_18", 18, 6, Reserved, "", "Undocumented; drivers write 0.";
    TILER_CLEAN, "tiler_clean", 24, 1, Bool, "", "Tiler clean.";
    TILER_INVALIDATE, "tiler_invalidate", 25, 1, Bool, "", "Tiler invalidate.";
    RESERVED_26, "reserved_26", 26, 6, Reserved, "", "Undocumented; drivers write 0.";
    L2_CLEAN, "l2_clean", 32, 1, Bool, "", "L2 clean.";
    L2_INVALIDATE, "l2_invalidate", 33, 1, Bool, "", "L2 invalidate.";
    RESERVED_34, "reserved_34", 34, 30, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod compute_job_parameters = "COMPUTE_JOB_PARAMETERS", 24, GENXML, "The distribution of threads of a compute or vertex job.";
    RESERVED_0, "reserved_0", 0, 26, Reserved, "", "Undocumented; drivers write 0.";
    JOB_TASK_SPLIT, "job_task_split", 26, 4, Uint, "", "Division of the job into tasks.";
    RESERVED_30, "reserved_30", 30, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_94, "reserved_94", 94, 64, Reserved, "", "Undocumented; drivers write 0.";
    RESERVED_158, "reserved_158", 158, 34, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod invocation = "INVOCATION", 8, GENXML, "Numbers of threads: sizes and counts of workgroups, less one each, packed in one word at given bits.";
    INVOCATIONS, "invocations", 0, 32, Uint, "", "Sizes and counts, less one each, from the lowest bits: local size x, y, z, workgroups x, y, z.";
    SIZE_Y_SHIFT, "size_y_shift", 32, 5, Uint, "", "Lowest bit of local size y.";
    SIZE_Z_SHIFT, "size_z_shift", 37, 5, Uint, "", "Lowest bit of local size z.";
    WORKGROUPS_X_SHIFT, "workgroups_x_shift", 42, 6, Uint, "", "Lowest bit of workgroups x.";
    WORKGROUPS_Y_SHIFT, "workgroups_y_shift", 48, 6, Uint, "", "Lowest bit of workgroups y.";
    WORKGROUPS_Z_SHIFT, "workgroups_z_shift", 54, 6, Uint, "", "Lowest bit of workgroups z.";
    THREAD_GROUP_SPLIT, "thread_group_split", 60, 4, Uint, "", "Division of workgroups between cores; drivers write 2 (minimum efficient).";
}

layout! {
    pub mod primitive = "PRIMITIVE", 24, GENXML, "Primitives of a tiler job.";
    DRAW_MODE, "draw_mode", 0, 8, Enum(&DrawMode::TABLE), "", "Kind of primitive.";
    INDEX_TYPE, "index_type", 8, 3, Enum(&IndexType::TABLE), "", "Type of indices.";
    POINT_SIZE_ARRAY_FORMAT, "point_size_array_format", 11, 2, Enum(&PointSizeArrayFormat::TABLE), "", "Type of the sizes of points.";
    PRIMITIVE_INDEX_ENABLE, "primitive_index_enable", 13, 1, Bool, "", "Give shaders the number of the primitive.";
    PRIMITIVE_INDEX_WRITEBACK, "primitive_index_writeback", 14, 1, Bool, "", "Write the number of the primitive.";
    FIRST_PROVOKING_VERTEX, "first_provoking_vertex", 15, 1, Bool, "", "Flat varyings come from the first vertex, not the last.";
    LOW_DEPTH_CULL, "low_depth_cull", 16, 1, Bool, "", "Cull below the minimum depth.";
    HIGH_DEPTH_CULL, "high_depth_cull", 17, 1, Bool, "", "Cull above the maximum depth.";
    RESERVED_18, "reserved_18", 18, 1, Reserved, "", "Undocumented; drivers write 0.";
    PRIMITIVE_RESTART, "primitive_restart", 19, 2, Enum(&PrimitiveRestart::TABLE), "", "Restart of strips.";
    RESERVED_21, "reserved_21", 21, 5, Reserved, "", "Undocumented; drivers write 0.";
    JOB_TASK_SPLIT, "job_task_split", 26, 6, Uint, "", "Division of the job into tasks.";
    BASE_VERTEX_OFFSET, "base_vertex_offset", 32, 32, Uint, "", "Added to indices.";
    PRIMITIVE_RESTART_INDEX, "primitive_restart_index", 64, 32, Uint, "", "Index that restarts, if it is explicit.";
    INDEX_COUNT, "index_count", 96, 32, MinusOne, "", "Number of indices or vertices.";
    INDICES, "indices", 128, 64, Address(0), "", "Array of indices.";
}

layout! {
    pub mod primitive_size = "PRIMITIVE_SIZE", 8, GENXML, "The size of points and lines.";
    CONSTANT, "constant", 0, 32, Float32, "", "Constant.";
    RESERVED_32, "reserved_32", 32, 32, Reserved, "", "Undocumented; drivers write 0.";
}

layout! {
    pub mod primitive_size_as_array = "PRIMITIVE_SIZE_AS_ARRAY", 8, GENXML, "The size of points and lines, if point_size_array_format is not NONE.";
    SIZE_ARRAY, "size_array", 0, 64, Hex, "", "Array of sizes.";
}
