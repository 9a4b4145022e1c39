use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};

use crate::Color;

/// A particle, seen through everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    pub center: [f32; 3],
    /// World from ellipsoid, a quaternion xyzw.
    pub axes: [f32; 4],
    pub radii: [f32; 3],
    pub color: Color,
}

/// An edge, a stroke, part of a collider or of a gizmo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub a: [f32; 3],
    pub b: [f32; 3],
    pub color: Color,
    /// In strokes, which `Picture::stroke_px` measures.
    pub width: f32,
    /// Before everything; else it is fainter where something hides it.
    pub on_top: bool,
}

impl Line {
    /// As thin as an outline, and hidden by what is before it.
    pub const fn new(a: [f32; 3], b: [f32; 3], color: Color) -> Line {
        Line { a, b, color, width: 1.5, on_top: false }
    }
}

/// A round mark of the same size wherever it is, before everything: a joint, a handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    pub at: [f32; 3],
    /// In strokes, as widths of lines are.
    pub radius: f32,
    pub color: Color,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct EllipsoidInstance {
    center: [f32; 3],
    axes: [f32; 4],
    radii: [f32; 3],
    color: [f32; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct LineInstance {
    a: [f32; 3],
    b: [f32; 3],
    color: [f32; 3],
    width: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct DotInstance {
    at: [f32; 3],
    color: [f32; 3],
    radius: f32,
}

impl EllipsoidInstance {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<EllipsoidInstance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4, 2 => Float32x3, 3 => Float32x3],
    };
}

impl LineInstance {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<LineInstance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x3, 3 => Float32],
    };
}

impl DotInstance {
    pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
        array_stride: size_of::<DotInstance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32],
    };
}

/// Far to near; what is not finite or has no size is left out.
pub(crate) fn pack_ellipsoids(ellipsoids: &[Ellipsoid], eye: Vec3) -> Vec<EllipsoidInstance> {
    let mut instances: Vec<EllipsoidInstance> = ellipsoids
        .iter()
        .filter(|e| e.center.iter().chain(&e.axes).chain(&e.radii).all(|c| c.is_finite()))
        .filter(|e| e.radii.iter().any(|&r| r > 0.0))
        .map(|e| EllipsoidInstance {
            center: e.center,
            axes: (Quat::from_array(e.axes) / Quat::from_array(e.axes).length().max(1e-9)).into(),
            radii: e.radii.map(|r| r.max(1e-4)),
            color: e.color.linear().into(),
        })
        .collect();
    let distance = |e: &EllipsoidInstance| Vec3::from(e.center).distance_squared(eye);
    instances.sort_by(|a, b| f32::total_cmp(&distance(b), &distance(a)));
    instances
}

/// Those that can be hidden, or those on top; what is not finite or has no width is left out.
pub(crate) fn pack_lines(lines: &[Line], on_top: bool) -> Vec<LineInstance> {
    lines
        .iter()
        .filter(|line| line.on_top == on_top && sound_size(line.width))
        .filter(|line| line.a.iter().chain(&line.b).all(|c| c.is_finite()))
        .map(|line| LineInstance { a: line.a, b: line.b, color: line.color.linear().into(), width: line.width })
        .collect()
}

/// What is not finite or has no size is left out.
pub(crate) fn pack_dots(dots: &[Dot]) -> Vec<DotInstance> {
    dots.iter()
        .filter(|dot| dot.at.iter().all(|c| c.is_finite()) && sound_size(dot.radius))
        .map(|dot| DotInstance { at: dot.at, color: dot.color.linear().into(), radius: dot.radius })
        .collect()
}

fn sound_size(strokes: f32) -> bool {
    strokes > 0.0 && strokes < 1e4
}
