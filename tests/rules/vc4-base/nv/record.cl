NV_SHADER_RECORD fs_single_thread, enable_clipping, clip_header, stride=28, fs_code_address=@fs, fs_uniforms_address=@uniforms, vertices_address=@verts
