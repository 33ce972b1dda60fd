# Selection of the pipe: caches are written back, and the front end waits for PE, before
# a change.
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE
LOAD_STATE GL.PIPE_SELECT pipe=PIPE_3D
LOAD_STATE GL.API_MODE OPENGL

# Clear by RS, colour first. Both surfaces have 32-bit pixels and are split between two pipes.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.SOURCE_STRIDE stride=0
LOAD_STATE RS.DEST_STRIDE stride=128 * 4 * 4, tiling, multi
LOAD_STATE RS.PIPE.DEST_ADDR[0] @color, @color + 0x8000
LOAD_STATE RS.PIPE.OFFSET {
  RS.PIPE.OFFSET[0] x=0, y=0
  RS.PIPE.OFFSET[1] x=0, y=64
}
LOAD_STATE RS.WINDOW_SIZE width=128, height=64
LOAD_STATE RS.DITHER[0] 0xffffffff, 0xffffffff
LOAD_STATE RS.CLEAR_CONTROL bits=0xffff, mode=ENABLED1
LOAD_STATE RS.FILL_VALUE[0] 0xff203050, 0xff203050, 0xff203050, 0xff203050
LOAD_STATE RS.EXTRA_CONFIG aa=0, endian=NO_SWAP
LOAD_STATE RS.KICKER 0xbeebbeeb
# Caches are flushed between two clears, as GC600 hangs otherwise. Depth is in the upper
# 24 bits of a word, stencil in the lower 8.
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE RS.PIPE.DEST_ADDR[0] @depth, @depth + 0x8000
LOAD_STATE RS.FILL_VALUE[0] 0xffffff00, 0xffffff00, 0xffffff00, 0xffffff00
LOAD_STATE RS.KICKER 0xbeebbeeb
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE

# FE: three attributes in one stream, and indices.
LOAD_STATE FE.VERTEX_ELEMENT_CONFIG[0] {
  FE.VERTEX_ELEMENT_CONFIG[0] type=FLOAT, stream=0, num=3, start=0, end=12, nonconsecutive
  FE.VERTEX_ELEMENT_CONFIG[1] type=FLOAT, stream=0, num=2, start=12, end=20, nonconsecutive
  FE.VERTEX_ELEMENT_CONFIG[2] type=UNSIGNED_BYTE, stream=0, num=0, normalize=ON, start=20, end=24, nonconsecutive
}
LOAD_STATE FE.INDEX_STREAM_BASE_ADDR @indices
LOAD_STATE FE.INDEX_STREAM_CONTROL type=UNSIGNED_SHORT
LOAD_STATE FE.VERTEX_STREAMS.BASE_ADDR[0] @vertices
LOAD_STATE FE.VERTEX_STREAMS.CONTROL[0] vertex_stride=24
LOAD_STATE GL.VERTEX_ELEMENT_CONFIG reuse

LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=NONE, msaa_enables=0xf

# VS: three inputs, and three outputs, the first of which is the position.
LOAD_STATE VS.END_PC 4
LOAD_STATE VS.OUTPUT_COUNT count=3
LOAD_STATE VS.INPUT_COUNT count=3, unk8=1
LOAD_STATE VS.TEMP_REGISTER_CONTROL num_temps=4
LOAD_STATE VS.OUTPUT[0] o0=3, o1=1, o2=2
LOAD_STATE VS.INPUT[0] i0=0, i1=1, i2=2
LOAD_STATE VS.LOAD_BALANCING a=18, b=5, c=0x3f, d=0x0f
LOAD_STATE VS.START_PC 0

# PA: depth is converted from -1 to 1 to 0 to 1 before scale and offset are applied.
LOAD_STATE fixp PA.VIEWPORT_SCALE_X 64.0, -64.0
LOAD_STATE PA.VIEWPORT_SCALE_Z 1.0
LOAD_STATE fixp PA.VIEWPORT_OFFSET_X 64.0, 64.0
LOAD_STATE PA.VIEWPORT_OFFSET_Z 0.0
LOAD_STATE PA.LINE_WIDTH 0.5
LOAD_STATE PA.POINT_SIZE 0.5
LOAD_STATE PA.SYSTEM_MODE provoking_vertex_last, half_pixel_center
LOAD_STATE PA.ATTRIBUTE_ELEMENT_COUNT count=2
# No culling: visibility is decided by the depth test.
LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=SOLID, shade_model=SMOOTH
LOAD_STATE PA.SHADER_ATTRIBUTES[0] {
  PA.SHADER_ATTRIBUTES[0] bypass_flat, unk4=0xf, unk8=2
  PA.SHADER_ATTRIBUTES[1] unk8=2
}
LOAD_STATE PA.FLAGS

LOAD_STATE fixp SE.SCISSOR_LEFT 0.0, 0.0, 128.0 + 0x1119 / 65536.0, 128.0 + 0x1111 / 65536.0
LOAD_STATE SE.DEPTH_SCALE 0.0, 0.0
LOAD_STATE SE.CONFIG
LOAD_STATE fixp SE.CLIP_RIGHT 128.0 + 0xffff / 65536.0, 128.0 + 0xffff / 65536.0

LOAD_STATE RA.CONTROL unk0
LOAD_STATE RA.EARLY_DEPTH

# Two varyings of two and four components.
LOAD_STATE GL.VARYING_TOTAL_COMPONENTS num=6
LOAD_STATE GL.VARYING_NUM_COMPONENTS var0=2, var1=4
LOAD_STATE GL.VARYING_COMPONENT_USE {
  GL.VARYING_COMPONENT_USE[0] comp0=GENERIC, comp1=GENERIC, comp2=COLOR, comp3=COLOR, comp4=COLOR, comp5=COLOR
  GL.VARYING_COMPONENT_USE[1]
}

LOAD_STATE PS.END_PC 2
LOAD_STATE PS.OUTPUT_REG reg0=1
LOAD_STATE PS.INPUT_COUNT count=3, unk8=31
LOAD_STATE PS.TEMP_REGISTER_CONTROL num_temps=3
LOAD_STATE PS.CONTROL saturate_rt0, rt_count=1
LOAD_STATE PS.START_PC 0

# PE: depth test LESS, with writes.
LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=ALWAYS, write_enable, super_tiled
LOAD_STATE PE.DEPTH_NEAR 0.0, 1.0, 16777215.0
LOAD_STATE PE.DEPTH_STRIDE 128 * 4
LOAD_STATE PE.STENCIL_OP func_front=ALWAYS, func_back=ALWAYS
LOAD_STATE PE.STENCIL_CONFIG mode=DISABLED
LOAD_STATE PE.ALPHA_OP alpha_func=ALWAYS
LOAD_STATE PE.ALPHA_CONFIG
LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite, super_tiled
LOAD_STATE PE.COLOR_STRIDE 128 * 4
LOAD_STATE PE.HDEPTH_CONTROL format=DISABLED
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color + 0x8000
LOAD_STATE PE.PIPE.DEPTH_ADDR[0] @depth, @depth + 0x8000
LOAD_STATE PE.LOGIC_OP op=COPY
# Masked state: a set mask bit preserves its field, so that this write changes only the
# comparison.
LOAD_STATE PE.DEPTH_CONFIG depth_func=LESS, depth_mode_mask, depth_format_mask, write_enable_mask, early_z_mask, unk18_mask, only_depth_mask, disable_zs_mask, super_tiled_mask
# The rasteriser waits for PE when its depth configuration has changed.
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE

LOAD_STATE TS.MEM_CONFIG

# Samplers, code and constants are not synchronised with the last draw.
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE

# TE: a texture of one level in tiles; the texture cache may hold the previous contents
# of its memory.
LOAD_STATE GL.FLUSH_CACHE texture
LOAD_STATE TE.SAMPLER.CONFIG0[0] type=2D, uwrap=CLAMP_TO_EDGE, vwrap=CLAMP_TO_EDGE, min=LINEAR, mip=NONE, mag=LINEAR, format=A8R8G8B8, addressing_mode=TILED
LOAD_STATE TE.SAMPLER.SIZE[0] width=32, height=32
LOAD_STATE TE.SAMPLER.LOG_SIZE[0] width=5.0, height=5.0
LOAD_STATE TE.SAMPLER.LOD_CONFIG[0] max=0.0, min=0.0
LOAD_STATE TE.SAMPLER.CONFIG1[0] swizzle_r=RED, swizzle_g=GREEN, swizzle_b=BLUE, swizzle_a=ALPHA, halign=FOUR
LOAD_STATE TE.SAMPLER.LOD_ADDR[0][0] @texture

# Code, and the matrix: rotations by 35 and 28 degrees, translation by 4.5, perspective.
LOAD_STATE VS.RANGE low=0, high=3
LOAD_STATE PS.RANGE low=0x100, high=0x101
LOAD_STATE SH.INST_MEM[0] { .code vs }
LOAD_STATE SH.INST_MEM[0x400] { .code ps }
LOAD_STATE VS.UNIFORMS[0] {
  VS.UNIFORMS[0] 1.80213, 0.0, -1.26187, 0.0
  VS.UNIFORMS[4] -0.59241, 1.94248, -0.84605, 0.0
  VS.UNIFORMS[8] -0.84406, -0.78245, -1.20545, 2.16667
  VS.UNIFORMS[12] -0.50644, -0.46947, -0.72327, 4.5
}

DRAW_INDEXED_PRIMITIVES type=TRIANGLES, start=0, count=12, offset=0

# Resolve: after a flush of PE's caches.
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, dest_format=A8R8G8B8
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4 * 4, tiling, multi
LOAD_STATE RS.DEST_STRIDE stride=128 * 4
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @color, @color + 0x8000
LOAD_STATE RS.PIPE.DEST_ADDR[0] @frame, @frame
LOAD_STATE RS.PIPE.OFFSET {
  RS.PIPE.OFFSET[0] x=0, y=0
  RS.PIPE.OFFSET[1] x=0, y=64
}
LOAD_STATE RS.WINDOW_SIZE width=128, height=64
LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
LOAD_STATE RS.KICKER 0xbeebbeeb
