#version 450
// A gradient into an image, and its mirror image from another.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba8) uniform readonly image2D from;
layout(set = 0, binding = 1, rgba8) uniform writeonly image2D to;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(to, at, imageLoad(from, ivec2(imageSize(from).x - 1 - at.x, at.y)));
}
