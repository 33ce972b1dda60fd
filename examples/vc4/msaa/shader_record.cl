NV_SHADER_RECORD fs_single_thread, stride=12, fs_varyings=0, fs_code_address=@fs, vertices_address=@verts
