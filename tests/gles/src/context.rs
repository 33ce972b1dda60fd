//! A GL context with an off-screen surface.

use glow::HasContext;
use khronos_egl as egl;

use crate::image::Image;

type Egl = egl::DynamicInstance<egl::EGL1_4>;

/// `EGL_CONTEXT_MINOR_VERSION` and `EGL_OPENGL_ES3_BIT`, of EGL 1.5 and EGL_KHR_create_context.
const MINOR_VERSION: egl::Int = 0x30fb;
const ES3_BIT: egl::Int = 0x0040;

/// A current context on an off-screen surface with depth and stencil.
pub struct Context {
    /// The functions of GL.
    pub gl: glow::Context,
    egl: Egl,
    display: egl::Display,
    surface: egl::Surface,
    context: egl::Context,
    size: (u32, u32),
}

/// The EGL configuration that a program needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// OpenGL ES 2.
    Es2,
    /// OpenGL ES 2 on a surface without alpha.
    Opaque,
    /// OpenGL ES 3.1.
    Es31,
    /// OpenGL 2.1 with the features that later versions removed.
    Desktop,
}

impl Context {
    /// A context with a surface of `width` x `height` pixels.
    pub fn new(kind: Kind, width: u32, height: u32) -> Result<Context, String> {
        // SAFETY: the library is the system's EGL.
        let egl = unsafe { Egl::load_required() }.map_err(|e| format!("no libEGL: {e}\n"))?;
        let failed = |what: &'static str| move |e: egl::Error| format!("{what}: {e}\n");
        // SAFETY: the default display is valid.
        let display = unsafe { egl.get_display(egl::DEFAULT_DISPLAY) };
        let display = display.ok_or("eglGetDisplay: no display\n")?;
        egl.initialize(display).map_err(failed("eglInitialize"))?;
        let (api, renderable, version) = match kind {
            Kind::Desktop => (egl::OPENGL_API, egl::OPENGL_BIT, vec![]),
            Kind::Es2 | Kind::Opaque => {
                let version = vec![(egl::CONTEXT_CLIENT_VERSION, 2)];
                (egl::OPENGL_ES_API, egl::OPENGL_ES2_BIT, version)
            }
            Kind::Es31 => {
                let version = vec![(egl::CONTEXT_CLIENT_VERSION, 3), (MINOR_VERSION, 1)];
                (egl::OPENGL_ES_API, ES3_BIT, version)
            }
        };
        egl.bind_api(api).map_err(failed("eglBindAPI"))?;
        let alpha = if kind == Kind::Opaque { 0 } else { 8 };
        let wanted = [
            (egl::SURFACE_TYPE, egl::PBUFFER_BIT),
            (egl::RENDERABLE_TYPE, renderable),
            (egl::RED_SIZE, 8),
            (egl::GREEN_SIZE, 8),
            (egl::BLUE_SIZE, 8),
            (egl::ALPHA_SIZE, alpha),
            (egl::DEPTH_SIZE, 24),
            (egl::STENCIL_SIZE, 8),
        ];
        let mut configs = Vec::with_capacity(64);
        egl.choose_config(display, &list(&wanted), &mut configs)
            .map_err(failed("eglChooseConfig"))?;
        // A size that is asked for is the least.
        let exact = |&config: &egl::Config| {
            let size = egl.get_config_attrib(display, config, egl::ALPHA_SIZE);
            size == Ok(alpha)
        };
        let config = configs
            .into_iter()
            .find(exact)
            .ok_or("eglChooseConfig: no configuration of such colours with depth and stencil\n")?;
        let context = egl
            .create_context(display, config, None, &list(&version))
            .map_err(failed("eglCreateContext"))?;
        let size = [(egl::WIDTH, width as i32), (egl::HEIGHT, height as i32)];
        let surface = egl
            .create_pbuffer_surface(display, config, &list(&size))
            .map_err(failed("eglCreatePbufferSurface"))?;
        egl.make_current(display, Some(surface), Some(surface), Some(context))
            .map_err(failed("eglMakeCurrent"))?;
        let address = |name: &str| {
            let address = egl.get_proc_address(name);
            address.map_or(std::ptr::null(), |f| f as *const std::ffi::c_void)
        };
        // SAFETY: the context is current and stays so.
        let gl = unsafe { glow::Context::from_loader_function(address) };
        Ok(Context {
            gl,
            egl,
            display,
            surface,
            context,
            size: (width, height),
        })
    }

    /// Width and height of the surface.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Vendor, renderer and version, one per line.
    pub fn describe(&self) -> String {
        // SAFETY: the context is current.
        let text = |name| unsafe { self.gl.get_parameter_string(name) };
        format!(
            "vendor: {}\nrenderer: {}\nversion: {}\n",
            text(glow::VENDOR),
            text(glow::RENDERER),
            text(glow::VERSION)
        )
    }

    /// The function of this name, for functions missing in glow.
    ///
    /// # Safety
    /// `F` is a function pointer with the signature that GL defines.
    pub unsafe fn function<F: Copy>(&self, name: &str) -> Result<F, String> {
        let address = self.egl.get_proc_address(name);
        let address = address.ok_or_else(|| format!("there is no {name}\n"))?;
        assert_eq!(size_of::<F>(), size_of_val(&address));
        // SAFETY: promised by the caller.
        Ok(unsafe { std::mem::transmute_copy(&address) })
    }

    /// Fails if the driver does not have an extension.
    pub fn needs(&self, extension: &str) -> Result<(), String> {
        match self.gl.supported_extensions().contains(extension) {
            true => Ok(()),
            false => Err(format!("there is no {extension}\n")),
        }
    }

    /// A program of these shaders, with attributes bound to 0, 1, ... in order.
    pub fn program(
        &self,
        vertex: &str,
        fragment: &str,
        attributes: &[&str],
    ) -> Result<glow::Program, String> {
        let stages = [
            (glow::VERTEX_SHADER, vertex),
            (glow::FRAGMENT_SHADER, fragment),
        ];
        self.linked(&stages, |gl, program| {
            for (i, name) in attributes.iter().enumerate() {
                // SAFETY: the context is current.
                unsafe { gl.bind_attrib_location(program, i as u32, name) };
            }
        })
    }

    /// A program of these stages, with `settings` made before it is linked.
    pub fn linked(
        &self,
        stages: &[(u32, &str)],
        settings: impl FnOnce(&glow::Context, glow::Program),
    ) -> Result<glow::Program, String> {
        let gl = &self.gl;
        // SAFETY: the context is current.
        unsafe {
            let program = gl.create_program()?;
            for &(stage, source) in stages {
                let shader = gl.create_shader(stage)?;
                gl.shader_source(shader, source);
                gl.compile_shader(shader);
                if !gl.get_shader_compile_status(shader) {
                    return Err(gl.get_shader_info_log(shader));
                }
                gl.attach_shader(program, shader);
            }
            settings(gl, program);
            gl.link_program(program);
            match gl.get_program_link_status(program) {
                true => Ok(program),
                false => Err(gl.get_program_info_log(program)),
            }
        }
    }

    /// Sets attribute `index` to floats, `width` per vertex.
    pub fn attribute(&self, index: u32, width: i32, values: &[f32]) -> Result<(), String> {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
        let gl = &self.gl;
        // SAFETY: the context is current.
        unsafe {
            let buffer = gl.create_buffer()?;
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
            gl.enable_vertex_attrib_array(index);
            gl.vertex_attrib_pointer_f32(index, width, glow::FLOAT, false, 0, 0);
        }
        Ok(())
    }

    /// The image. GL's rows begin at the bottom.
    pub fn read(&self) -> Result<Image, String> {
        let (width, height) = self.size;
        let row = width as usize * 4;
        let mut bytes = vec![0; row * height as usize];
        // SAFETY: the context is current, and there is room for every pixel.
        let error = unsafe {
            let to = glow::PixelPackData::Slice(Some(&mut bytes));
            let (w, h) = (width as i32, height as i32);
            self.gl
                .read_pixels(0, 0, w, h, glow::RGBA, glow::UNSIGNED_BYTE, to);
            self.gl.get_error()
        };
        if error != glow::NO_ERROR {
            return Err(format!("GL error {error:#06x}\n"));
        }
        Ok(Image {
            width,
            height,
            rgba: bytes.chunks(row).rev().flatten().copied().collect(),
        })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Failures are ignored. The display is kept: other threads may use it.
        let _ = self.egl.make_current(self.display, None, None, None);
        let _ = self.egl.destroy_surface(self.display, self.surface);
        let _ = self.egl.destroy_context(self.display, self.context);
    }
}

/// An attribute list for EGL.
fn list(pairs: &[(egl::Int, egl::Int)]) -> Vec<egl::Int> {
    let flat = pairs.iter().flat_map(|(name, value)| [*name, *value]);
    flat.chain([egl::NONE]).collect()
}
