TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=10, height=8, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=640, height=480
# Y grows upwards for the hardware and downwards in the frame buffer. The
# vertices are flipped, so counter-clockwise triangles become clockwise.
CONFIGURATION_BITS enable_prim_front, cw_primitives
VIEWPORT_OFFSET x=320, y=240
CLIPPER_XY_SCALING half_width=5120, half_height=3840
NV_SHADER_STATE address=@shader_record
GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3
# The rendering list waits for this; it takes effect when the flush is complete.
INCREMENT_SEMAPHORE
FLUSH
