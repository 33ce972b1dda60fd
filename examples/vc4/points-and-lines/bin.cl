TILE_BINNING_MODE_CONFIG alloc_address=@tile_alloc, alloc_size=@tile_alloc.size, state_address=@tile_state, width=2, height=2, auto_init_tsda, alloc_init_block_size=64, alloc_block_size=32
START_TILE_BINNING
CLIP_WINDOW width=128, height=96
CONFIGURATION_BITS enable_prim_front        # points and lines face forward
VIEWPORT_OFFSET x=64, y=64
CLIPPER_XY_SCALING half_width=1024, half_height=768

# Points: squares around their position, of the size in the list ...
POINT_SIZE size=15
NV_SHADER_STATE address=@shader_record.squares
GL_ARRAY_PRIMITIVE mode=POINTS, length=5
# ... or of a size per vertex.
NV_SHADER_STATE address=@shader_record.discs
GL_ARRAY_PRIMITIVE mode=POINTS, length=5

# Lines: the width is measured along the minor axis.
NV_SHADER_STATE address=@shader_record.lines
LINE_WIDTH width=1
GL_ARRAY_PRIMITIVE mode=LINES, length=4
LINE_WIDTH width=6
GL_ARRAY_PRIMITIVE mode=LINES, length=4, first=4
LINE_WIDTH width=3
GL_ARRAY_PRIMITIVE mode=LINE_STRIP, length=5, first=8
GL_ARRAY_PRIMITIVE mode=LINE_LOOP, length=4, first=13
# The rendering list waits for this; it takes effect when the flush is complete.
INCREMENT_SEMAPHORE
FLUSH
