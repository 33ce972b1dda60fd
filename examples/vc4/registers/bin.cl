# Tile lists get 1024 bytes, which is not enough: see job.toml.
TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=2, height=2, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=128, height=128
CONFIGURATION_BITS enable_prim_front
VIEWPORT_OFFSET
CLIPPER_XY_SCALING half_width=1024, half_height=1024
NV_SHADER_STATE address=@shader_record
GL_INDEXED_PRIMITIVE mode=TRIANGLES, index_type=U16, length=6144, address=@indices, max_index=1088
# No list waits for a semaphore: rendering is started when binning is complete.
FLUSH
