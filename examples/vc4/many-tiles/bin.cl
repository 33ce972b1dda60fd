# The memory for tile lists has 4096 bytes. First blocks of 12 tiles take 384 of
# them; the rest is allocated block by block while lists grow.
TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=4, height=3, auto_init_tsda, alloc_init_block_size=32, alloc_block_size=64
START_TILE_BINNING
CLIP_WINDOW width=256, height=192
CONFIGURATION_BITS enable_prim_front
VIEWPORT_OFFSET
CLIPPER_XY_SCALING half_width=2048, half_height=1536
NV_SHADER_STATE address=@shader_record
PRIMITIVE_LIST_FORMAT primitive_type=TRIANGLES, data_type=INDEX_16
GL_INDEXED_PRIMITIVE mode=TRIANGLES, index_type=U16, length=18432, address=@indices, max_index=3184
# The rendering list waits for this; it takes effect when the flush is complete.
INCREMENT_SEMAPHORE
FLUSH
