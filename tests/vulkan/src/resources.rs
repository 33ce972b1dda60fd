//! Buffers, images, samplers and descriptor sets.

use ash::vk;

use crate::failure::Failure;
use crate::gpu::{Gpu, Owned};

/// All uses of a buffer but those of extensions.
const BUFFER_USES: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(0x1ff);

/// A buffer that the processor sees.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// The handle.
    pub raw: vk::Buffer,
    /// The size in bytes.
    pub size: u64,
    at: *mut u8,
}

impl Buffer {
    /// Copies bytes to an offset.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.size as usize);
        // SAFETY: the mapping has `size` bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.at.add(offset), bytes.len()) };
    }

    /// The bytes.
    pub fn read(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.size as usize];
        // SAFETY: as in `write`.
        unsafe { std::ptr::copy_nonoverlapping(self.at, bytes.as_mut_ptr(), bytes.len()) };
        bytes
    }

    /// The words.
    pub fn words(&self) -> Vec<u32> {
        let bytes = self.read();
        let words = bytes.chunks_exact(4);
        words
            .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
            .collect()
    }
}

/// Bytes of words.
pub fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Bytes of floats.
pub fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    bytes(values.into_iter().map(f32::to_bits))
}

/// An image.
#[derive(Clone, Copy)]
pub struct Image {
    /// The handle.
    pub raw: vk::Image,
    /// The format.
    pub format: vk::Format,
    /// Size of the first level.
    pub extent: vk::Extent3D,
    /// Levels.
    pub levels: u32,
    /// Layers.
    pub layers: u32,
}

/// Whether a format has depth and stencil.
pub fn aspects(format: vk::Format) -> vk::ImageAspectFlags {
    use vk::ImageAspectFlags as A;
    match format {
        vk::Format::D16_UNORM | vk::Format::D32_SFLOAT | vk::Format::X8_D24_UNORM_PACK32 => {
            A::DEPTH
        }
        vk::Format::S8_UINT => A::STENCIL,
        vk::Format::D24_UNORM_S8_UINT | vk::Format::D32_SFLOAT_S8_UINT => A::DEPTH | A::STENCIL,
        _ => A::COLOR,
    }
}

impl Image {
    fn new(raw: vk::Image, info: &vk::ImageCreateInfo<'_>) -> Image {
        Image {
            raw,
            format: info.format,
            extent: info.extent,
            levels: info.mip_levels,
            layers: info.array_layers,
        }
    }

    /// All of it.
    pub fn all(&self) -> vk::ImageSubresourceRange {
        vk::ImageSubresourceRange::default()
            .aspect_mask(aspects(self.format))
            .level_count(self.levels)
            .layer_count(self.layers)
    }

    /// The layers of a level.
    pub fn level(&self, level: u32) -> vk::ImageSubresourceLayers {
        vk::ImageSubresourceLayers::default()
            .aspect_mask(aspects(self.format))
            .mip_level(level)
            .layer_count(self.layers)
    }

    /// The size of a level.
    pub fn size(&self, level: u32) -> vk::Extent3D {
        vk::Extent3D {
            width: (self.extent.width >> level).max(1),
            height: (self.extent.height >> level).max(1),
            depth: (self.extent.depth >> level).max(1),
        }
    }

    /// A copy between a level and a buffer from an offset on, rows without gaps.
    pub fn copy(&self, level: u32, offset: u64) -> vk::BufferImageCopy {
        vk::BufferImageCopy::default()
            .buffer_offset(offset)
            .image_subresource(self.level(level))
            .image_extent(self.size(level))
    }
}

/// An image of two dimensions.
pub fn flat(
    format: vk::Format,
    width: u32,
    height: u32,
    usage: vk::ImageUsageFlags,
) -> vk::ImageCreateInfo<'static> {
    vk::ImageCreateInfo::default()
        .image_type(vk::ImageType::TYPE_2D)
        .format(format)
        .extent(vk::Extent3D {
            width,
            height,
            depth: 1,
        })
        .mip_levels(1)
        .array_layers(1)
        .samples(vk::SampleCountFlags::TYPE_1)
        .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST)
}

/// A resource of a descriptor set.
#[derive(Clone, Copy)]
pub enum Binding<'a> {
    /// A uniform buffer.
    Uniform(&'a Buffer),
    /// A storage buffer.
    Storage(&'a Buffer),
    /// A view with a sampler.
    Sampled(vk::ImageView, vk::Sampler),
    /// An image that shaders write.
    StorageImage(vk::ImageView),
    /// An attachment of an earlier subpass.
    Input(vk::ImageView),
}

/// A descriptor set and its layout.
#[derive(Clone, Copy)]
pub struct Set {
    /// The layout.
    pub layout: vk::DescriptorSetLayout,
    /// The set.
    pub raw: vk::DescriptorSet,
}

impl Gpu {
    /// A buffer of zeros that can be used for everything.
    pub fn buffer(&self, size: usize) -> Result<Buffer, Failure> {
        let mut usage = BUFFER_USES;
        if self.features.feedback.transform_feedback != vk::FALSE {
            usage |= vk::BufferUsageFlags::TRANSFORM_FEEDBACK_BUFFER_EXT
                | vk::BufferUsageFlags::TRANSFORM_FEEDBACK_COUNTER_BUFFER_EXT;
        }
        if self.features.predicates.conditional_rendering != vk::FALSE {
            usage |= vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT;
        }
        let info = vk::BufferCreateInfo::default()
            .size(size as u64)
            .usage(usage);
        let visible =
            vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        // SAFETY: memory is bound and mapped as its buffer needs, and lives as long.
        let (raw, at) = unsafe {
            let raw = self.device.create_buffer(&info, None)?;
            let needs = self.device.get_buffer_memory_requirements(raw);
            let memory = self.allocate(needs, visible)?;
            self.keep(Owned::Buffer(raw, memory));
            self.device.bind_buffer_memory(raw, memory, 0)?;
            let flags = vk::MemoryMapFlags::empty();
            let at = self
                .device
                .map_memory(memory, 0, vk::WHOLE_SIZE, flags)?
                .cast::<u8>();
            at.write_bytes(0, size);
            (raw, at)
        };
        Ok(Buffer {
            raw,
            size: size as u64,
            at,
        })
    }

    /// A buffer with contents.
    pub fn filled(&self, contents: &[u8]) -> Result<Buffer, Failure> {
        let buffer = self.buffer(contents.len())?;
        buffer.write(0, contents);
        Ok(buffer)
    }

    /// An image.
    pub fn image(&self, info: &vk::ImageCreateInfo<'_>) -> Result<Image, Failure> {
        // SAFETY: memory is bound as the image needs, and lives as long.
        let raw = unsafe {
            let raw = self.device.create_image(info, None)?;
            let needs = self.device.get_image_memory_requirements(raw);
            let memory = self.allocate(needs, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            self.keep(Owned::Image(raw, memory));
            self.device.bind_image_memory(raw, memory, 0)?;
            raw
        };
        Ok(Image::new(raw, info))
    }

    /// An image in the memory of all such images.
    pub fn image_in_shared(&self, info: &vk::ImageCreateInfo<'_>) -> Result<Image, Failure> {
        // SAFETY: as above.
        let raw = unsafe {
            let raw = self.device.create_image(info, None)?;
            let needs = self.device.get_image_memory_requirements(raw);
            let memory = self.shared_memory(needs)?;
            self.keep(Owned::Alias(raw));
            self.device.bind_image_memory(raw, memory, 0)?;
            raw
        };
        Ok(Image::new(raw, info))
    }

    /// A view of a part of an image.
    pub fn view_as(
        &self,
        image: &Image,
        kind: vk::ImageViewType,
        range: vk::ImageSubresourceRange,
    ) -> Result<vk::ImageView, Failure> {
        let info = vk::ImageViewCreateInfo::default()
            .image(image.raw)
            .view_type(kind)
            .format(image.format)
            .subresource_range(range);
        // SAFETY: the image lives until the end.
        let view = unsafe { self.device.create_image_view(&info, None)? };
        self.keep(Owned::View(view));
        Ok(view)
    }

    /// A view of all of an image of two dimensions.
    pub fn view(&self, image: &Image) -> Result<vk::ImageView, Failure> {
        self.view_as(image, vk::ImageViewType::TYPE_2D, image.all())
    }

    /// A sampler that clamps, with one filter for all.
    pub fn sampler(&self, filter: vk::Filter) -> Result<vk::Sampler, Failure> {
        let mode = match filter {
            vk::Filter::NEAREST => vk::SamplerMipmapMode::NEAREST,
            _ => vk::SamplerMipmapMode::LINEAR,
        };
        let edge = vk::SamplerAddressMode::CLAMP_TO_EDGE;
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .mipmap_mode(mode)
            .address_mode_u(edge)
            .address_mode_v(edge)
            .address_mode_w(edge)
            .max_lod(vk::LOD_CLAMP_NONE);
        self.sampler_of(&info)
    }

    /// Any sampler.
    pub fn sampler_of(&self, info: &vk::SamplerCreateInfo<'_>) -> Result<vk::Sampler, Failure> {
        // SAFETY: the structure is valid.
        let sampler = unsafe { self.device.create_sampler(info, None)? };
        self.keep(Owned::Sampler(sampler));
        Ok(sampler)
    }

    /// A descriptor set, with bindings 0, 1, ... for all stages.
    pub fn set(&self, bindings: &[Binding<'_>]) -> Result<Set, Failure> {
        use vk::DescriptorType as T;
        let kind = |binding: &Binding<'_>| match binding {
            Binding::Uniform(_) => T::UNIFORM_BUFFER,
            Binding::Storage(_) => T::STORAGE_BUFFER,
            Binding::Sampled(..) => T::COMBINED_IMAGE_SAMPLER,
            Binding::StorageImage(_) => T::STORAGE_IMAGE,
            Binding::Input(_) => T::INPUT_ATTACHMENT,
        };
        let rows = (0..).zip(bindings).map(|(i, binding)| {
            let stages = match binding {
                Binding::Input(_) => vk::ShaderStageFlags::FRAGMENT,
                _ => vk::ShaderStageFlags::ALL,
            };
            vk::DescriptorSetLayoutBinding::default()
                .binding(i)
                .descriptor_type(kind(binding))
                .descriptor_count(1)
                .stage_flags(stages)
        });
        let rows: Vec<_> = rows.collect();
        let sizes = bindings.iter().map(|binding| vk::DescriptorPoolSize {
            ty: kind(binding),
            descriptor_count: 1,
        });
        let sizes: Vec<_> = sizes.collect();
        let layout = vk::DescriptorSetLayoutCreateInfo::default().bindings(&rows);
        let pool = vk::DescriptorPoolCreateInfo::default()
            .max_sets(1)
            .pool_sizes(&sizes);
        // SAFETY: the structures are valid; resources live until the end.
        unsafe {
            let layout = self.device.create_descriptor_set_layout(&layout, None)?;
            let pool = self.device.create_descriptor_pool(&pool, None)?;
            self.keep(Owned::Set(layout, pool));
            let layouts = [layout];
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(pool)
                .set_layouts(&layouts);
            let raw = self.device.allocate_descriptor_sets(&info)?[0];
            for (i, binding) in (0..).zip(bindings) {
                self.describe_binding(raw, i, kind(binding), binding);
            }
            Ok(Set { layout, raw })
        }
    }

    fn describe_binding(
        &self,
        set: vk::DescriptorSet,
        index: u32,
        kind: vk::DescriptorType,
        binding: &Binding<'_>,
    ) {
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(index)
            .descriptor_type(kind);
        let image = |view, sampler| {
            [vk::DescriptorImageInfo::default()
                .image_view(view)
                .sampler(sampler)
                .image_layout(vk::ImageLayout::GENERAL)]
        };
        let buffer = |buffer: &Buffer| {
            [vk::DescriptorBufferInfo::default()
                .buffer(buffer.raw)
                .range(vk::WHOLE_SIZE)]
        };
        let (images, buffers);
        let write = match binding {
            Binding::Uniform(b) | Binding::Storage(b) => {
                buffers = buffer(b);
                write.buffer_info(&buffers)
            }
            Binding::Sampled(view, sampler) => {
                images = image(*view, *sampler);
                write.image_info(&images)
            }
            Binding::StorageImage(view) | Binding::Input(view) => {
                images = image(*view, vk::Sampler::null());
                write.image_info(&images)
            }
        };
        // SAFETY: the set and the resource are of this device.
        unsafe { self.device.update_descriptor_sets(&[write], &[]) };
    }
}
