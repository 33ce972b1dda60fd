TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=65536, state_address=@tile_state, width=10, height=8, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=640, height=480
CONFIGURATION_BITS enable_prim_front, cw_primitives, depth_func=ALWAYS
VIEWPORT_OFFSET x=320, y=240
CLIPPER_XY_SCALING half_width=5120.0, half_height=3840.0
GL_SHADER_STATE attributes=2, address=@record
GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3, first=0
INCREMENT_SEMAPHORE                   # the rendering thread may read the tile lists
FLUSH
