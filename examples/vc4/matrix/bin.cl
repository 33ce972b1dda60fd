TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=10, height=8, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=640, height=480
# Y grows upwards for the hardware and downwards in the frame buffer. The
# shaders flip positions, so what was anti-clockwise is clockwise now.
CONFIGURATION_BITS enable_prim_front, cw_primitives
VIEWPORT_OFFSET x=320, y=240
# What the shaders multiply by, for vertices that clipping makes.
CLIPPER_XY_SCALING half_width=5112, half_height=-3832
GL_SHADER_STATE address=@shader_record, attributes=2
GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3
# The rendering list waits for this; it takes effect when the flush is done.
INCREMENT_SEMAPHORE
FLUSH
