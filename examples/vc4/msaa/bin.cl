# With four samples per pixel the tile buffer holds 32 x 32 pixels, so the same
# frame has four times as many tiles: 5 x 4 for 160 x 128 pixels.
TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=5, height=4, ms_mode_4x, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=160, height=128
# Both faces are drawn, so winding does not matter here.
CONFIGURATION_BITS enable_prim_front, enable_prim_back, oversample=X4
VIEWPORT_OFFSET x=80, y=64
CLIPPER_XY_SCALING half_width=1280, half_height=1024
NV_SHADER_STATE address=@shader_record
GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3
# The rendering list waits for this; it takes effect when the flush is complete.
INCREMENT_SEMAPHORE
FLUSH
