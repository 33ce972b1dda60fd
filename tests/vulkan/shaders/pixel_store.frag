#version 450
// Writes a storage image and counts pixels in a buffer.
layout(set = 0, binding = 0, rgba8) uniform writeonly image2D image;
layout(set = 0, binding = 1) buffer Count {
    uint count;
};
layout(location = 0) in vec3 colour;
layout(location = 0) out vec4 pixel;

void main() {
    imageStore(image, ivec2(gl_FragCoord.xy), vec4(colour, 1.0));
    atomicAdd(count, 1u);
    pixel = vec4(1.0);
}
