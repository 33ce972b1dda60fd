#version 450
// Atomics on an image of integers, by 64 invocations for each texel.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D image;

void main() {
    imageAtomicAdd(image, ivec2(gl_WorkGroupID.xy), gl_WorkGroupID.x + 1u);
}
