# Both shaders read the same uniforms; each from the start.
GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=3, fs_code_address=@fs, vs_attributes=3, vs_attributes_size=28, vs_code_address=@vs, vs_uniforms_address=@matrix, cs_attributes=1, cs_attributes_size=16, cs_code_address=@cs, cs_uniforms_address=@matrix
# Array 0, for both shaders: positions, in rows 0 to 3.
ATTRIBUTE address=@verts.position, size=16, stride=28
# Array 1, for the vertex shader: colours, in rows 4 to 6.
ATTRIBUTE address=@verts.color, size=12, stride=28, vs_offset=16
