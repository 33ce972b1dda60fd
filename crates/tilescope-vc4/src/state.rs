//! The drawing state set by control lists, in the groups in which the binner copies it
//! into tile lists.

use tilescope_core::{Frame, Location};
use tilescope_raster::Rect;

use crate::packets::{self, ClipWindow, ConfigBits, ListData, ListPrimitive, Packet};

/// Current shader record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShaderRef {
    /// A GL shader record: coordinate, vertex and fragment shader, vertex arrays.
    Gl {
        /// Its address.
        address: u32,
        /// Number of attribute arrays that follow it, 1 to 8.
        attributes: u8,
        /// Whether 32-bit strides follow the arrays.
        extended: bool,
    },
    /// An NV shader record: a fragment shader and vertices already shaded.
    Nv {
        /// Its address.
        address: u32,
    },
    /// A VG shader record.
    Vg {
        /// Its address.
        address: u32,
    },
}

impl ShaderRef {
    /// The address of the record.
    pub fn address(self) -> u32 {
        match self {
            ShaderRef::Gl { address, .. }
            | ShaderRef::Nv { address }
            | ShaderRef::Vg { address } => address,
        }
    }

    /// The record as a step of a location.
    pub fn frame(self) -> Frame {
        Frame::Record(self.record_name(), self.address().into())
    }

    /// Adds the record to a location, after its `draw` if known.
    pub fn enter(self, at: &mut Location, draw: Option<u32>) {
        at.frames.extend(draw.map(Frame::Draw));
        at.frames.push(self.frame());
    }

    /// Name of the record in listings.
    pub fn record_name(self) -> &'static str {
        match self {
            ShaderRef::Gl { .. } => "GL shader record",
            ShaderRef::Nv { .. } => "NV shader record",
            ShaderRef::Vg { .. } => "VG shader record",
        }
    }
}

impl ClipWindow {
    /// The rectangle as corners.
    pub fn rect(self) -> Rect {
        let (x, y) = (i32::from(self.left), i32::from(self.bottom));
        Rect::new(x, y, x + i32::from(self.width), y + i32::from(self.height))
    }
}

/// A group of state that is set by one packet and copied as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Shader record.
    Shader,
    /// CONFIGURATION_BITS.
    Config,
    /// FLAT_SHADE_FLAGS.
    FlatShade,
    /// POINT_SIZE.
    PointSize,
    /// LINE_WIDTH.
    LineWidth,
    /// RHT_X_BOUNDARY.
    RhtX,
    /// DEPTH_OFFSET.
    DepthOffset,
    /// CLIP_WINDOW.
    ClipWindow,
    /// VIEWPORT_OFFSET.
    Viewport,
    /// Z_CLIPPING.
    ZClip,
}

impl Group {
    /// Every group, in the order in which the binner writes them.
    pub const ALL: [Group; 10] = [
        Group::Shader,
        Group::Config,
        Group::FlatShade,
        Group::PointSize,
        Group::LineWidth,
        Group::RhtX,
        Group::DepthOffset,
        Group::ClipWindow,
        Group::Viewport,
        Group::ZClip,
    ];

    /// The packet that sets the group; for shader records the one for GL.
    pub fn packet_name(self) -> &'static str {
        let opcode = match self {
            Group::Shader => 64,
            Group::Config => 96,
            Group::FlatShade => 97,
            Group::PointSize => 98,
            Group::LineWidth => 99,
            Group::RhtX => 100,
            Group::DepthOffset => 101,
            Group::ClipWindow => 102,
            Group::Viewport => 103,
            Group::ZClip => 104,
        };
        packets::find(opcode).map_or("", |row| row.name())
    }
}

/// Effect of a packet on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// No state was set.
    Nothing,
    /// It set state that is not copied into tile lists.
    Local,
    /// It set this group.
    Group(Group),
}

/// The drawing state. `None` is state that no packet has set yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawState {
    /// The current shader record.
    pub shader: Option<ShaderRef>,
    /// Faces, depth and coverage configuration.
    pub config: Option<ConfigBits>,
    /// One bit per varying: flat shaded.
    pub flat_shade: Option<u32>,
    /// Point size in pixels.
    pub point_size: Option<f32>,
    /// Line width in pixels.
    pub line_width: Option<f32>,
    /// X boundary of RHT primitives.
    pub rht_x: Option<i16>,
    /// Depth offset factor and units.
    pub depth_offset: Option<(f32, f32)>,
    /// Clip window in pixels.
    pub clip_window: Option<ClipWindow>,
    /// Viewport centre in 1/16 pixel.
    pub viewport: Option<(i16, i16)>,
    /// Minimum and maximum Zw.
    pub z_clip: Option<(f32, f32)>,
    /// Viewport half extents in 1/16 pixel; binning only.
    pub clipper_xy: Option<(f32, f32)>,
    /// Zc to Zs scale and offset; binning only.
    pub clipper_z: Option<(f32, f32)>,
    /// Format set by PRIMITIVE_LIST_FORMAT; rendering only.
    pub list_format: Option<(ListData, ListPrimitive)>,
}

/// Largest width and height of a frame in pixels; nothing outside is drawn.
pub const MAX_FRAME: i32 = 4096;

impl DrawState {
    /// The configuration bits; all clear if none were set.
    pub fn config(&self) -> ConfigBits {
        self.config
            .unwrap_or_else(|| match Packet::decode(96, &[0; 3]) {
                Some(Packet::ConfigurationBits(c)) => c,
                _ => unreachable!("opcode 96 is CONFIGURATION_BITS"),
            })
    }

    /// The pixels inside the clip window.
    pub fn clip_rect(&self) -> Rect {
        let frame = Rect::new(0, 0, MAX_FRAME, MAX_FRAME);
        self.clip_window.map_or(frame, ClipWindow::rect)
    }

    /// Applies the state set by `packet`.
    pub fn apply(&mut self, packet: &Packet) -> Applied {
        use Group::{
            Config, DepthOffset, FlatShade, LineWidth, PointSize, RhtX, Shader, Viewport, ZClip,
        };
        fn set<T>(state: &mut Option<T>, value: T, group: Group) -> Applied {
            *state = Some(value);
            Applied::Group(group)
        }
        fn local<T>(state: &mut Option<T>, value: T) -> Applied {
            *state = Some(value);
            Applied::Local
        }
        match *packet {
            Packet::GlShaderState {
                address,
                attributes,
                extended,
            } => {
                let shader = ShaderRef::Gl {
                    address,
                    attributes,
                    extended,
                };
                set(&mut self.shader, shader, Shader)
            }
            Packet::NvShaderState { address } => {
                set(&mut self.shader, ShaderRef::Nv { address }, Shader)
            }
            Packet::VgShaderState { address } => {
                set(&mut self.shader, ShaderRef::Vg { address }, Shader)
            }
            Packet::ConfigurationBits(bits) => set(&mut self.config, bits, Config),
            Packet::FlatShadeFlags(flags) => set(&mut self.flat_shade, flags, FlatShade),
            Packet::PointSize(size) => set(&mut self.point_size, size, PointSize),
            Packet::LineWidth(width) => set(&mut self.line_width, width, LineWidth),
            Packet::RhtXBoundary(x) => set(&mut self.rht_x, x, RhtX),
            Packet::DepthOffset { factor, units } => {
                set(&mut self.depth_offset, (factor, units), DepthOffset)
            }
            Packet::ClipWindow(window) => set(&mut self.clip_window, window, Group::ClipWindow),
            Packet::ViewportOffset { x, y } => set(&mut self.viewport, (x, y), Viewport),
            Packet::ZClipping { min, max } => set(&mut self.z_clip, (min, max), ZClip),
            Packet::ClipperXyScaling {
                half_width,
                half_height,
            } => local(&mut self.clipper_xy, (half_width, half_height)),
            Packet::ClipperZScaling { scale, offset } => {
                local(&mut self.clipper_z, (scale, offset))
            }
            Packet::PrimitiveListFormat { data, prim } => {
                local(&mut self.list_format, (data, prim))
            }
            _ => Applied::Nothing,
        }
    }

    /// A packet that sets `group` to its current value, or `None` if it was never set.
    pub fn packet(&self, group: Group) -> Option<Packet> {
        Some(match group {
            Group::Shader => match self.shader? {
                ShaderRef::Gl {
                    address,
                    attributes,
                    extended,
                } => Packet::GlShaderState {
                    address,
                    attributes,
                    extended,
                },
                ShaderRef::Nv { address } => Packet::NvShaderState { address },
                ShaderRef::Vg { address } => Packet::VgShaderState { address },
            },
            Group::Config => Packet::ConfigurationBits(self.config?),
            Group::FlatShade => Packet::FlatShadeFlags(self.flat_shade?),
            Group::PointSize => Packet::PointSize(self.point_size?),
            Group::LineWidth => Packet::LineWidth(self.line_width?),
            Group::RhtX => Packet::RhtXBoundary(self.rht_x?),
            Group::DepthOffset => {
                let (factor, units) = self.depth_offset?;
                Packet::DepthOffset { factor, units }
            }
            Group::ClipWindow => Packet::ClipWindow(self.clip_window?),
            Group::Viewport => {
                let (x, y) = self.viewport?;
                Packet::ViewportOffset { x, y }
            }
            Group::ZClip => {
                let (min, max) = self.z_clip?;
                Packet::ZClipping { min, max }
            }
        })
    }
}
