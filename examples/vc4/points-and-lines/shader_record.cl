# One record for each kind of vertex and fragment shader. `fs_varyings` counts
# those of the vertices, not the ones that points and lines add.
squares: NV_SHADER_RECORD fs_single_thread, stride=12, fs_varyings=0, fs_code_address=@square, vertices_address=@verts.squares
discs:   NV_SHADER_RECORD fs_single_thread, point_size, stride=16, fs_varyings=0, fs_code_address=@disc, vertices_address=@verts.discs
lines:   NV_SHADER_RECORD fs_single_thread, stride=16, fs_varyings=1, fs_code_address=@line, vertices_address=@verts.lines
