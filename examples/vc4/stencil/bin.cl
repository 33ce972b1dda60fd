TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=2, height=2, auto_init_tsda, alloc_init_block_size=64, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=128, height=128
# The triangles of the fan face both ways.
CONFIGURATION_BITS enable_prim_front, enable_prim_back, depth_func=ALWAYS
VIEWPORT_OFFSET x=64, y=64
CLIPPER_XY_SCALING half_width=1024, half_height=1024

# A fan from the first corner over all others inverts every pixel as often as
# the outline winds around it: odd inside the points, even in the centre.
NV_SHADER_STATE address=@shader_record.star
GL_ARRAY_PRIMITIVE mode=TRIANGLE_FAN, length=5

NV_SHADER_STATE address=@shader_record.frame
GL_ARRAY_PRIMITIVE mode=TRIANGLE_STRIP, length=4
# The rendering list waits for this; it takes effect when the flush is complete.
INCREMENT_SEMAPHORE
FLUSH
