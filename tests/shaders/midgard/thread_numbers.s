# source: mesa: midgard_compile.c, emit_compute_builtin: LDST_MOV of the identifiers
# stage: compute
# run: local = 1 2 3, group = 4 5 6, global = 7 8 9 -> r0 = 1 2 3, r1 = 4 5 6, r2 = 9 8 7
ldst
    LDST_MOV R0.xyz~, LOCAL_THREAD_ID
    LDST_MOV R1.xyz~, GROUP_ID
ldst
    LDST_MOV R2.xyz~, GLOBAL_THREAD_ID.zyxx
