# No coordinate or vertex shader: vertices in memory are in the output format of
# shaders. Without clip coordinates they cannot be clipped either.
NV_SHADER_RECORD fs_single_thread, stride=24, fs_varyings=3, fs_code_address=@fs, vertices_address=@verts
