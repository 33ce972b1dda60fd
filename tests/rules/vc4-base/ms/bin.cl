TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=4096, state_address=@tile_state, width=2, height=1, ms_mode_4x, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
PRIMITIVE_LIST_FORMAT primitive_type=TRIANGLES, data_type=INDEX_16
CLIP_WINDOW width=64, height=32
CONFIGURATION_BITS enable_prim_front, enable_prim_back, oversample=X4, depth_func=ALWAYS
VIEWPORT_OFFSET x=32, y=16
CLIPPER_XY_SCALING half_width=1024, half_height=512
CLIPPER_Z_SCALING scale=0.5, offset=0.5
FLAT_SHADE_FLAGS
POINT_SIZE size=1
LINE_WIDTH width=1
DEPTH_OFFSET
GL_SHADER_STATE address=@record, attributes=2
GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3
INCREMENT_SEMAPHORE
FLUSH
