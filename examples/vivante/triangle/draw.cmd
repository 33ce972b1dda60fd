# Selection of the pipe. Before a change, caches are written back and the front end
# waits for the pixel engine.
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE
LOAD_STATE GL.PIPE_SELECT pipe=PIPE_3D
LOAD_STATE GL.API_MODE OPENGL

# Clear by RS: memory is filled with the clear colour, and no source is read. The
# surface is split between two pixel pipes, each with half of the memory; strides are
# those of rows of 4x4 tiles.
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
# Later rasterisation must not overtake the clear.
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE

# FE: two attributes in one stream. `end` is relative to the first of the contiguous
# elements.
LOAD_STATE FE.VERTEX_ELEMENT_CONFIG[0] {
  FE.VERTEX_ELEMENT_CONFIG[0] type=FLOAT, stream=0, num=3, start=0, end=12, nonconsecutive
  FE.VERTEX_ELEMENT_CONFIG[1] type=FLOAT, stream=0, num=3, start=12, end=24, nonconsecutive
}
LOAD_STATE FE.VERTEX_STREAMS.BASE_ADDR[0] @vertices
LOAD_STATE FE.VERTEX_STREAMS.CONTROL[0] vertex_stride=24
LOAD_STATE GL.VERTEX_ELEMENT_CONFIG reuse

# This must come before PS.INPUT_COUNT, which it clobbers.
LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=NONE, msaa_enables=0xf

# VS: inputs and outputs are t0 (position) and t1 (colour). The number of inputs must
# equal the number of vertex elements.
LOAD_STATE VS.END_PC 1
LOAD_STATE VS.OUTPUT_COUNT count=2
LOAD_STATE VS.INPUT_COUNT count=2, unk8=1
LOAD_STATE VS.TEMP_REGISTER_CONTROL num_temps=2
LOAD_STATE VS.OUTPUT[0] o0=0, o1=1
LOAD_STATE VS.INPUT[0] i0=0, i1=1
LOAD_STATE VS.LOAD_BALANCING a=34, b=5, c=0x3f, d=0x0f
LOAD_STATE VS.START_PC 0

# PA: the viewport is the whole surface, with y upwards. The front end converts the
# fixed-point numbers to floats.
LOAD_STATE fixp PA.VIEWPORT_SCALE_X 64.0, -64.0
LOAD_STATE PA.VIEWPORT_SCALE_Z 1.0
LOAD_STATE fixp PA.VIEWPORT_OFFSET_X 64.0, 64.0
LOAD_STATE PA.VIEWPORT_OFFSET_Z 0.0
LOAD_STATE PA.LINE_WIDTH 0.5
LOAD_STATE PA.POINT_SIZE 0.5
LOAD_STATE PA.SYSTEM_MODE provoking_vertex_last, half_pixel_center
LOAD_STATE PA.ATTRIBUTE_ELEMENT_COUNT count=1
LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode=SOLID, shade_model=SMOOTH
LOAD_STATE PA.SHADER_ATTRIBUTES[0] unk8=2
LOAD_STATE PA.FLAGS

# SE: scissor and clip extend slightly beyond the last pixel, as in the vendor's
# driver.
LOAD_STATE fixp SE.SCISSOR_LEFT 0.0, 0.0, 128.0 + 0x1119 / 65536.0, 128.0 + 0x1111 / 65536.0
LOAD_STATE SE.DEPTH_SCALE 0.0, 0.0
LOAD_STATE SE.CONFIG
LOAD_STATE fixp SE.CLIP_RIGHT 128.0 + 0xffff / 65536.0, 128.0 + 0xffff / 65536.0

# RA: no depth test before the shader; GC2000 has none.
LOAD_STATE RA.CONTROL unk0
LOAD_STATE RA.EARLY_DEPTH

# Varyings: one of three components.
LOAD_STATE GL.VARYING_TOTAL_COMPONENTS num=4
LOAD_STATE GL.VARYING_NUM_COMPONENTS var0=3
LOAD_STATE GL.VARYING_COMPONENT_USE {
  GL.VARYING_COMPONENT_USE[0] comp0=COLOR, comp1=COLOR, comp2=COLOR
  GL.VARYING_COMPONENT_USE[1]
}

# PS: inputs are t0 (position) and t1 (the varying); the output colour is t1.
LOAD_STATE PS.END_PC 1
LOAD_STATE PS.OUTPUT_REG reg0=1
LOAD_STATE PS.INPUT_COUNT count=2, unk8=31
LOAD_STATE PS.TEMP_REGISTER_CONTROL num_temps=2
LOAD_STATE PS.CONTROL saturate_rt0, rt_count=1
LOAD_STATE PS.START_PC 0

# PE: no depth, no stencil, no blending; pixels are overwritten entirely, so that they
# need not be read.
LOAD_STATE PE.DEPTH_CONFIG depth_mode=NONE, depth_func=ALWAYS
LOAD_STATE PE.STENCIL_CONFIG mode=DISABLED
LOAD_STATE PE.ALPHA_OP alpha_func=ALWAYS
LOAD_STATE PE.ALPHA_CONFIG
LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite, super_tiled
LOAD_STATE PE.COLOR_STRIDE 128 * 4
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color + 0x8000
LOAD_STATE PE.LOGIC_OP op=COPY

# TS: disabled.
LOAD_STATE TS.MEM_CONFIG

# Code. From HALTI0 on, the front end must wait for the end of the last draw in the
# pixel engine before code and constants change. GC2000 has 512 instructions, the upper
# half of which are for pixel shaders.
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE
LOAD_STATE VS.RANGE low=0, high=0
LOAD_STATE PS.RANGE low=0x100, high=0x100
LOAD_STATE SH.INST_MEM[0] { .code vs }
LOAD_STATE SH.INST_MEM[0x400] { .code ps }

DRAW_PRIMITIVES type=TRIANGLES, start=0, count=1

# Resolve: RS has a separate cache, so that those of PE must be written back before RS
# starts. The destination is linear, as required by displays.
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
