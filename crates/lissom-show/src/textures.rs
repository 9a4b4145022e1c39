//! Textures of a character's file, ready to be drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use lissom_formats::gltf::{self, Fault, Images};
use lissom_formats::model::Model;
use lissom_render::{Image, Texture, Wrap};

/// By drawn mesh. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Textures(Arc<Vec<Option<Texture>>>);

impl Textures {
    /// Decodes those that are drawn. `beside` gives another file by its name; what cannot be read is told and left out.
    pub fn of(model: &Model, beside: &dyn Fn(&str) -> Option<Vec<u8>>) -> (Textures, Vec<Fault>) {
        let Images { list: images, notes } = Images::read(&model.document, &model.import, beside);
        let mut made: BTreeMap<(usize, [gltf::Wrap; 2]), Option<Texture>> = BTreeMap::new();
        let mut textures = Vec::new();
        for drawn in &model.import.drawn {
            let texture = drawn.primitive.look.texture.filter(|_| !drawn.primitive.uvs.is_empty());
            textures.push(texture.and_then(|t| {
                let make = || {
                    let from = images.get(&t.image)?;
                    let image = Image { width: from.width, height: from.height, rgba: from.pixels.clone() };
                    Texture::new(image, t.wrap.map(wrap)).ok()
                };
                made.entry((t.image, t.wrap)).or_insert_with(make).clone()
            }));
        }
        (Textures(Arc::new(textures)), notes)
    }

    pub fn get(&self, drawn: usize) -> Option<&Texture> {
        self.0.get(drawn)?.as_ref()
    }
}

fn wrap(wrap: gltf::Wrap) -> Wrap {
    match wrap {
        gltf::Wrap::Repeat => Wrap::Repeat,
        gltf::Wrap::Mirror => Wrap::Mirror,
        gltf::Wrap::Clamp => Wrap::Clamp,
    }
}
