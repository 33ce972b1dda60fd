GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=2, fs_code_address=@fs, fs_uniforms_address=@texture, vs_attributes=3, vs_attributes_size=24, vs_code_address=@vs, vs_uniforms_address=@matrix, cs_attributes=1, cs_attributes_size=16, cs_code_address=@cs, cs_uniforms_address=@matrix
ATTRIBUTE address=@verts.position, size=16, stride=24
ATTRIBUTE address=@verts.coords, size=8, stride=24, vs_offset=16
