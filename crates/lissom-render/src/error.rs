/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error(
        "no graphics driver was found; a software driver is enough: on Debian and Ubuntu type \
         `sudo apt-get install mesa-vulkan-drivers`, after `sudo apt-get update` if there is no such package, \
         then run this again"
    )]
    NoAdapter,
    #[error("the graphics driver gave no device: {0}")]
    NoDevice(String),
    #[error("a picture of {width} x {height} pixels is not possible; each side must be 1 to {limit}")]
    PictureSize { width: u32, height: u32, limit: u32 },
    #[error(
        "a texture of {width} x {height} pixels cannot have {bytes} bytes; give four for each pixel, and at least one"
    )]
    TextureSize { width: u32, height: u32, bytes: usize },
    #[error("a model follows more than 65536 bones and particles; cut it in parts")]
    Joints,
    #[error("the frame needs {needed} bytes of {what}, more than the {limit} that the device allows")]
    TooMuch { what: &'static str, needed: u64, limit: u64 },
    #[error(
        "the camera sees nothing: eye, target and up must be finite and apart, the field of view \
         between 0 and pi, 0 < near < far"
    )]
    Camera,
    #[error("the picture could not be read back from the device: {0}")]
    ReadBack(String),
}
