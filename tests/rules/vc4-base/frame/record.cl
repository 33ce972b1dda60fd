GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_code_address=@fs, fs_uniforms_address=@uniforms, vs_attributes=2, vs_attributes_size=12, vs_code_address=@vs, vs_uniforms_address=@uniforms, cs_attributes=1, cs_attributes_size=28, cs_code_address=@cs, cs_uniforms_address=@uniforms
ATTRIBUTE address=@verts, size=28, stride=28
ATTRIBUTE address=@verts.screen, size=12, stride=28
