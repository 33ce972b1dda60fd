TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=5, height=4, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=320, height=240
CONFIGURATION_BITS enable_prim_front, cw_primitives
VIEWPORT_OFFSET x=160, y=120
# What the shaders multiply by, for vertices that clipping makes.
CLIPPER_XY_SCALING half_width=2560, half_height=-1920
GL_SHADER_STATE address=@shader_record, attributes=2
GL_ARRAY_PRIMITIVE mode=TRIANGLE_STRIP, length=4
# The rendering list waits for this; it takes effect when the flush is done.
INCREMENT_SEMAPHORE
FLUSH
