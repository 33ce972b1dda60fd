# The shaders, and the positions of their attributes.
GL_SHADER_RECORD fs_single_thread, enable_clipping, fs_varyings=3, fs_code_address=@fs, vs_attributes=2, vs_attributes_size=24, vs_code_address=@vs, cs_attributes=1, cs_attributes_size=28, cs_code_address=@cs
# Array 0 is the coordinate shader's: Xc to 1/Wc. Array 1 is the vertex shader's.
ATTRIBUTE address=@verts, size=28, stride=40
ATTRIBUTE address=@verts.screen, size=24, stride=40
