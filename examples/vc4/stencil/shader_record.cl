star:  NV_SHADER_RECORD fs_single_thread, stride=12, fs_varyings=0, fs_code_address=@mark, vertices_address=@verts.star
frame: NV_SHADER_RECORD fs_single_thread, stride=24, fs_varyings=3, fs_code_address=@cover, vertices_address=@verts.frame
