GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=3, fs_code_address=@fragment, vs_attributes=0x2, vs_attributes_size=24, vs_code_address=@vertex, cs_attributes=0x1, cs_attributes_size=28, cs_code_address=@coordinate
ATTRIBUTE address=@verts, size=28, stride=40            # for the coordinate shader
ATTRIBUTE address=@verts.screen, size=24, stride=40     # for the vertex shader
