//! A Vulkan device with all features it offers, and one queue.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::{CStr, c_void};

use ash::vk;

use crate::failure::Failure;

/// Extensions that programs use, where the device has them.
const WISHES: [&CStr; 8] = [
    ash::ext::transform_feedback::NAME,
    ash::ext::conditional_rendering::NAME,
    ash::ext::vertex_input_dynamic_state::NAME,
    ash::ext::extended_dynamic_state3::NAME,
    ash::ext::image_drm_format_modifier::NAME,
    ash::ext::filter_cubic::NAME,
    ash::ext::sample_locations::NAME,
    ash::khr::push_descriptor::NAME,
];

/// The features of a device. All that it has are enabled, but for robust access, which changes
/// shaders.
#[derive(Default)]
pub struct Features {
    /// Those of Vulkan 1.0.
    pub core: vk::PhysicalDeviceFeatures2<'static>,
    /// Those of Vulkan 1.1.
    pub v11: vk::PhysicalDeviceVulkan11Features<'static>,
    /// Those of Vulkan 1.2.
    pub v12: vk::PhysicalDeviceVulkan12Features<'static>,
    /// Those of Vulkan 1.3.
    pub v13: vk::PhysicalDeviceVulkan13Features<'static>,
    /// Transform feedback.
    pub feedback: vk::PhysicalDeviceTransformFeedbackFeaturesEXT<'static>,
    /// Conditional rendering.
    pub predicates: vk::PhysicalDeviceConditionalRenderingFeaturesEXT<'static>,
    /// Vertex input as dynamic state.
    pub vertex_input: vk::PhysicalDeviceVertexInputDynamicStateFeaturesEXT<'static>,
}

impl Features {
    /// Features of a device with these extensions.
    fn query(
        instance: &ash::Instance,
        physical: vk::PhysicalDevice,
        extensions: &BTreeSet<String>,
    ) -> Box<Features> {
        let mut all = Box::<Features>::default();
        // SAFETY: the chain is of structures in the box, which does not move.
        unsafe {
            all.link(extensions);
            instance.get_physical_device_features2(physical, &mut all.core);
        }
        all.core.features.robust_buffer_access = vk::FALSE;
        all.v13.robust_image_access = vk::FALSE;
        all
    }

    /// Chains the structures that a device with these extensions knows.
    fn link(&mut self, extensions: &BTreeSet<String>) {
        let has = |name: &CStr| extensions.contains(name.to_string_lossy().as_ref());
        let mut next: *mut c_void = std::ptr::null_mut();
        if has(ash::ext::vertex_input_dynamic_state::NAME) {
            self.vertex_input.p_next = next;
            next = std::ptr::from_mut(&mut self.vertex_input).cast();
        }
        if has(ash::ext::conditional_rendering::NAME) {
            self.predicates.p_next = next;
            next = std::ptr::from_mut(&mut self.predicates).cast();
        }
        if has(ash::ext::transform_feedback::NAME) {
            self.feedback.p_next = next;
            next = std::ptr::from_mut(&mut self.feedback).cast();
        }
        self.v13.p_next = next;
        self.v12.p_next = std::ptr::from_mut(&mut self.v13).cast();
        self.v11.p_next = std::ptr::from_mut(&mut self.v12).cast();
        self.core.p_next = std::ptr::from_mut(&mut self.v11).cast();
    }
}

/// An object that a [`Gpu`] destroys.
pub enum Owned {
    /// A buffer and its memory.
    Buffer(vk::Buffer, vk::DeviceMemory),
    /// An image and its memory.
    Image(vk::Image, vk::DeviceMemory),
    /// An image in the memory of others.
    Alias(vk::Image),
    /// Memory of many images.
    Memory(vk::DeviceMemory),
    /// A view of an image.
    View(vk::ImageView),
    /// A sampler.
    Sampler(vk::Sampler),
    /// A layout of a descriptor set, and a pool of it.
    Set(vk::DescriptorSetLayout, vk::DescriptorPool),
    /// A layout of a pipeline.
    Layout(vk::PipelineLayout),
    /// A pipeline.
    Pipeline(vk::Pipeline),
    /// A cache of pipelines.
    Cache(vk::PipelineCache),
    /// A render pass.
    Pass(vk::RenderPass),
    /// A framebuffer.
    Framebuffer(vk::Framebuffer),
    /// Queries.
    Queries(vk::QueryPool),
    /// A semaphore.
    Semaphore(vk::Semaphore),
    /// An event.
    Event(vk::Event),
}

/// A device with its queue. Objects live until it is dropped.
pub struct Gpu {
    _entry: ash::Entry,
    /// The instance.
    pub instance: ash::Instance,
    /// The physical device.
    pub physical: vk::PhysicalDevice,
    /// The device.
    pub device: ash::Device,
    /// The queue.
    pub queue: vk::Queue,
    /// The pool of all command buffers.
    pub pool: vk::CommandPool,
    /// The features.
    pub features: Box<Features>,
    /// Names of the enabled extensions.
    pub extensions: BTreeSet<String>,
    /// Properties and limits.
    pub properties: vk::PhysicalDeviceProperties,
    memory: vk::PhysicalDeviceMemoryProperties,
    owned: RefCell<Vec<Owned>>,
    said: RefCell<String>,
    shared: Cell<Option<(vk::DeviceMemory, u64)>>,
}

/// Text of a string of fixed length that ends in zero.
fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes = chars.iter().take_while(|c| **c != 0).map(|c| *c as u8);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

impl Gpu {
    /// The first device.
    pub fn new() -> Result<Gpu, Failure> {
        // SAFETY: the library is the system's Vulkan loader.
        let entry = unsafe { ash::Entry::load() };
        let entry = entry.map_err(|e| Failure::Vulkan(format!("no Vulkan: {e}")))?;
        let application = vk::ApplicationInfo::default()
            .application_name(c"tilescope-vulkan")
            .api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the structures are valid, and the instance is destroyed after all else.
        unsafe {
            let instance = entry.create_instance(&info, None)?;
            let devices = instance.enumerate_physical_devices()?;
            let first = devices.first().copied();
            let physical = first.ok_or(Failure::Vulkan("there is no device".into()))?;
            let properties = instance.get_physical_device_properties(physical);
            if properties.api_version < vk::API_VERSION_1_3 {
                return Err(Failure::Missing("Vulkan 1.3".into()));
            }
            let offered = instance.enumerate_device_extension_properties(physical)?;
            let offered: BTreeSet<String> =
                offered.iter().map(|e| text(&e.extension_name)).collect();
            let wished = |name: &&&CStr| offered.contains(name.to_string_lossy().as_ref());
            let enabled: Vec<&CStr> = WISHES.iter().filter(wished).copied().collect();
            let extensions: BTreeSet<String> = enabled
                .iter()
                .map(|name| name.to_string_lossy().into_owned())
                .collect();
            let features = Features::query(&instance, physical, &extensions);
            let queue = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
            let names: Vec<*const std::ffi::c_char> = enabled.iter().map(|n| n.as_ptr()).collect();
            let mut info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queue)
                .enabled_extension_names(&names);
            info.p_next = std::ptr::from_ref(&features.core).cast();
            let device = instance.create_device(physical, &info, None)?;
            let pool = vk::CommandPoolCreateInfo::default();
            let pool = device.create_command_pool(&pool, None)?;
            Ok(Gpu {
                queue: device.get_device_queue(0, 0),
                memory: instance.get_physical_device_memory_properties(physical),
                _entry: entry,
                instance,
                physical,
                device,
                pool,
                features,
                extensions,
                properties,
                owned: RefCell::default(),
                said: RefCell::default(),
                shared: Cell::default(),
            })
        }
    }

    /// Keeps an object until the end.
    pub fn keep(&self, object: Owned) {
        self.owned.borrow_mut().push(object);
    }

    /// Prints a line with the results.
    pub fn say(&self, line: String) {
        let mut said = self.said.borrow_mut();
        said.push_str(&line);
        said.push('\n');
    }

    /// The lines to print.
    pub fn said(&self) -> String {
        self.said.take()
    }

    /// Memory that images share, for objects whose contents do not matter.
    pub fn shared_memory(
        &self,
        needs: vk::MemoryRequirements,
    ) -> Result<vk::DeviceMemory, Failure> {
        if let Some((memory, size)) = self.shared.get()
            && size >= needs.size
        {
            return Ok(memory);
        }
        // Enough for most, so that there are few.
        let size = needs.size.max(64 << 20);
        let more = vk::MemoryRequirements { size, ..needs };
        let memory = self.allocate(more, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
        self.keep(Owned::Memory(memory));
        self.shared.set(Some((memory, size)));
        Ok(memory)
    }

    /// Fails if a feature is missing.
    pub fn needs(&self, name: &str, has: vk::Bool32) -> Result<(), Failure> {
        match has {
            vk::FALSE => Err(Failure::Missing(name.into())),
            _ => Ok(()),
        }
    }

    /// Fails if an extension is missing.
    pub fn needs_extension(&self, name: &CStr) -> Result<(), Failure> {
        let name = name.to_string_lossy();
        self.needs(&name, self.extensions.contains(name.as_ref()).into())
    }

    /// Whether an image of optimal tiling can have this format and use.
    pub fn supports(&self, format: vk::Format, use_: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the device is of this instance.
        let properties = unsafe {
            self.instance
                .get_physical_device_format_properties(self.physical, format)
        };
        properties.optimal_tiling_features.contains(use_)
    }

    /// Memory for an object.
    pub fn allocate(
        &self,
        needs: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, Failure> {
        let types = self.memory.memory_types.iter().enumerate();
        let mut types = types.take(self.memory.memory_type_count as usize);
        let found = types.find(|(i, memory)| {
            needs.memory_type_bits >> i & 1 != 0 && memory.property_flags.contains(wanted)
        });
        let (index, _) = found.ok_or(Failure::Missing(format!("memory of {wanted:?}")))?;
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(index as u32);
        // SAFETY: the type is one of the device's.
        Ok(unsafe { self.device.allocate_memory(&info, None)? })
    }

    /// Name and version, one per line.
    pub fn describe(&self) -> String {
        let v = self.properties.api_version;
        format!(
            "device: {}\nversion: {}.{}.{}\nextensions: {}\n",
            text(&self.properties.device_name),
            vk::api_version_major(v),
            vk::api_version_minor(v),
            vk::api_version_patch(v),
            Vec::from_iter(self.extensions.iter().map(String::as_str)).join(", ")
        )
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        let d = &self.device;
        // SAFETY: the device is idle, and each object is destroyed once, users before what they use.
        unsafe {
            // A lost device has nothing to wait for.
            let _ = d.device_wait_idle();
            for object in self.owned.borrow_mut().drain(..).rev() {
                match object {
                    Owned::Buffer(buffer, memory) => {
                        d.destroy_buffer(buffer, None);
                        d.free_memory(memory, None);
                    }
                    Owned::Image(image, memory) => {
                        d.destroy_image(image, None);
                        d.free_memory(memory, None);
                    }
                    Owned::Alias(image) => d.destroy_image(image, None),
                    Owned::Memory(memory) => d.free_memory(memory, None),
                    Owned::View(view) => d.destroy_image_view(view, None),
                    Owned::Sampler(sampler) => d.destroy_sampler(sampler, None),
                    Owned::Set(layout, pool) => {
                        d.destroy_descriptor_pool(pool, None);
                        d.destroy_descriptor_set_layout(layout, None);
                    }
                    Owned::Layout(layout) => d.destroy_pipeline_layout(layout, None),
                    Owned::Pipeline(pipeline) => d.destroy_pipeline(pipeline, None),
                    Owned::Cache(cache) => d.destroy_pipeline_cache(cache, None),
                    Owned::Pass(pass) => d.destroy_render_pass(pass, None),
                    Owned::Framebuffer(framebuffer) => d.destroy_framebuffer(framebuffer, None),
                    Owned::Queries(pool) => d.destroy_query_pool(pool, None),
                    Owned::Semaphore(semaphore) => d.destroy_semaphore(semaphore, None),
                    Owned::Event(event) => d.destroy_event(event, None),
                }
            }
            d.destroy_command_pool(self.pool, None);
            d.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
