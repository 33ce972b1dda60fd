#version 450
// A shade of grey for each sample.
layout(location = 0) in vec3 colour;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = vec4(vec3(gl_SampleID == 0 ? 1.0 : 0.0), 1.0);
}
