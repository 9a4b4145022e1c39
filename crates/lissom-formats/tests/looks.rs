//! What files look like: coordinates, materials of glTF and of VRM, images. And that nothing of it hinders the rest.

mod samples;

use std::io::Cursor;
use std::time::Instant;

use image::{GrayImage, ImageFormat};
use lissom_formats::gltf::mesh::Primitive;
use lissom_formats::gltf::{Alpha, Document, Images, Import, Look, Outline, Wrap};
use lissom_rig::Material;
use samples::gltf::{PIXELS, accessor, floats, image_view, picture, textured};
use serde_json::{Value, json};

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

fn primitive(document: &Document) -> Primitive {
    (*Import::read(document).expect("fine").drawn[0].primitive).clone()
}

fn images(document: &Document) -> Images {
    Images::read(document, &Import::read(document).expect("fine"), &nothing)
}

/// Of the sample, with another material.
fn look(material: Value) -> Look {
    let mut document = textured();
    document.json_mut()["materials"][0] = material;
    primitive(&document).look
}

/// Of the sample, with what VRM 0.x says about its material.
fn old_look(properties: Value) -> Look {
    let mut document = textured();
    document.json_mut()["extensions"] = json!({ "VRM": { "materialProperties": [properties] } });
    primitive(&document).look
}

#[test]
fn a_texture_with_its_coordinates() {
    let primitive = primitive(&textured());
    assert_eq!(primitive.uvs, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    assert_eq!(primitive.colors, [[1.0; 4], [1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 0.2]]);
    let look = primitive.look;
    let texture = look.texture.expect("a texture");
    assert_eq!((texture.image, texture.wrap, texture.sharp), (0, [Wrap::Clamp, Wrap::Mirror], true));
    assert_eq!((look.alpha, look.two_sided, look.outline), (Alpha::Opaque, true, None));
    let Images { list, notes } = images(&textured());
    assert_eq!(notes, []);
    assert_eq!((list[&0].width, list[&0].height, &list[&0].pixels[..]), (2, 2, &PIXELS[..]));
}

/// The example of the extension: the lower left quarter, turned.
#[test]
fn coordinates_are_transformed() {
    let mut document = textured();
    let turned =
        json!({ "offset": [0, 1], "rotation": std::f32::consts::FRAC_PI_2, "scale": [0.5, 0.5], "texCoord": 1 });
    document.json_mut()["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] =
        json!({ "index": 0, "texCoord": 7, "extensions": { "KHR_texture_transform": turned } });
    let found = primitive(&document).uvs;
    for (uv, wanted) in found.iter().zip([[0.0, 1.0], [0.0, 0.5], [0.5, 0.5]]) {
        assert!(uv.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }
}

#[test]
fn materials_of_gltf() {
    let factor = json!({ "baseColorFactor": [1.0, 0.5, 0.0, 0.5] });
    let opaque = look(json!({ "pbrMetallicRoughness": factor }));
    assert_eq!((opaque.material, opaque.texture), (Material::toon(0xf3b300, 0xc48f00), None));
    let unlit = look(json!({ "pbrMetallicRoughness": factor, "extensions": { "KHR_materials_unlit": {} } }));
    assert_eq!(unlit.material, Material::flat(0xffbc00));
    let mask = look(json!({ "pbrMetallicRoughness": factor, "alphaMode": "MASK", "alphaCutoff": 0.25 }));
    assert_eq!((mask.alpha, mask.material.opacity), (Alpha::Mask { cutoff: 0.5 }, 1.0));
    let blend = look(json!({ "pbrMetallicRoughness": factor, "alphaMode": "BLEND" }));
    assert_eq!((blend.alpha, blend.material.opacity), (Alpha::Blend, 0.5));
    assert!(opaque.order < mask.order && mask.order < blend.order);
}

#[test]
fn what_glows_is_brighter() {
    let with = |emissive: Value| {
        let mut material = json!({
            "pbrMetallicRoughness": { "baseColorFactor": [0.0, 0.5, 0.0, 1.0] }, "emissiveFactor": [1.0, 0.0, 0.0],
        });
        if !emissive.is_null() {
            material["emissiveTexture"] = emissive;
        }
        look(material).material
    };
    let plain = look(json!({ "pbrMetallicRoughness": { "baseColorFactor": [0.0, 0.5, 0.0, 1.0] } })).material;
    let glowing = with(Value::Null);
    assert_eq!([glowing.base, glowing.shade], [plain.base, plain.shade].map(|rgb| rgb | 0xff0000));
    assert_eq!(with(json!({ "index": 0 })), plain, "in places only");
}

#[test]
fn toon_of_both_versions() {
    let toon = json!({
        "shadeColorFactor": [0.5, 0.0, 0.0],
        "transparentWithZWrite": true,
        "renderQueueOffsetNumber": 3,
        "outlineWidthMode": "screenCoordinates",
        "outlineWidthFactor": 0.005,
        "outlineColorFactor": [0.0, 0.0, 1.0],
        "outlineLightingMixFactor": 0.25,
    });
    let extensions = json!({ "VRMC_materials_mtoon": toon, "KHR_materials_unlit": {} });
    let new = look(json!({ "alphaMode": "BLEND", "extensions": extensions }));
    assert_eq!((new.material, new.alpha, new.order), (Material::toon(0xffffff, 0xbc0000), Alpha::Blend, 2504));
    assert_eq!(new.outline, Some(Outline { width: 1.8, color: 0x0000ff, mix: 0.25 }));
    // The same, in Unity's words.
    let old = old_look(json!({
        "shader": "VRM/MToon",
        "renderQueue": 2504,
        "floatProperties": {
            "_BlendMode": 3, "_CullMode": 0, "_OutlineWidthMode": 2, "_OutlineWidth": 0.5, "_OutlineColorMode": 1,
            "_OutlineLightingMix": 0.25,
        },
        "vectorProperties": {
            "_ShadeColor": [0.7353569, 0, 0, 1], "_OutlineColor": [0, 0, 1, 1], "_MainTex": [0.5, 0.25, 0.5, 0.5],
        },
        "textureProperties": { "_MainTex": 0 },
    }));
    let texture = old.texture.expect("a texture");
    assert_eq!(Look { texture: None, two_sided: false, ..old }, new);
    assert!(old.two_sided && texture.image == 0);
    let cutout = old_look(json!({ "shader": "VRM/UnlitCutout", "floatProperties": { "_Cutoff": 0.125 } }));
    assert_eq!((cutout.alpha, cutout.material), (Alpha::Mask { cutoff: 0.125 }, Material::flat(0xffffff)));
    let plain = old_look(json!({ "shader": "VRM_USE_GLTFSHADER" }));
    assert_eq!(plain, primitive(&textured()).look);
}

/// Unity's v points up: what is left free below in one is free above in the other.
#[test]
fn textures_of_old_files_stand_on_their_feet() {
    let mut document = textured();
    let uvs = floats(&mut document, "VEC2", 2, &[0.0, 0.0, 1.0, 0.0, 1.0, 1.0]);
    document.json_mut()["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(uvs);
    let properties = json!({
        "shader": "VRM/MToon",
        "vectorProperties": { "_MainTex": [0.5, 0.25, 0.5, 0.5] },
        "textureProperties": { "_MainTex": 0 },
    });
    document.json_mut()["extensions"] = json!({ "VRM": { "materialProperties": [properties] } });
    let found = primitive(&document);
    assert_eq!(found.uvs, [[0.5, 0.25], [1.0, 0.25], [1.0, 0.75]]);
    assert!(found.colors.is_empty(), "toon has none");
}

#[test]
fn images_of_every_kind_and_from_everywhere() {
    for (format, name, kind) in [
        (ImageFormat::Png, "a.png", "image/png"),
        (ImageFormat::Jpeg, "a.jpg", "image/jpeg"),
        (ImageFormat::WebP, "a.webp", "image/webp"),
    ] {
        let bytes = picture(format);
        let mut document = textured();
        let view = image_view(&mut document, &bytes);
        let inside = json!({ "bufferView": view, "mimeType": kind });
        let text: String = bytes.iter().map(|b| format!("%{b:02x}")).collect();
        for image in [inside, json!({ "uri": format!("data:{kind},{text}") }), json!({ "uri": name })] {
            document.json_mut()["images"][0] = image.clone();
            let import = Import::read(&document).expect("fine");
            let beside = |asked: &str| (asked == name).then(|| bytes.clone());
            let Images { list, notes } = Images::read(&document, &import, &beside);
            assert_eq!(notes, [], "{image}");
            assert_eq!((list[&0].width, list[&0].pixels.len()), (2, 16));
        }
    }
    // WebP stands beside what all can read.
    let mut document = textured();
    document.push("images", json!({ "uri": "a.webp" }));
    document.json_mut()["textures"][0]["extensions"] = json!({ "EXT_texture_webp": { "source": 1 } });
    assert_eq!(primitive(&document).look.texture.expect("a texture").image, 1);
}

#[test]
fn what_is_wrong_with_an_image_is_a_note() {
    let png = picture(ImageFormat::Png);
    let mut wide = png.clone();
    wide[16..20].copy_from_slice(&9000u32.to_be_bytes());
    let crc = crc32(&wide[12..29]);
    wide[29..33].copy_from_slice(&crc.to_be_bytes());
    for (bytes, what) in [
        (&wide[..], "8192 by 8192"),
        (&png[..png.len() / 2], "export it again"),
        (b"\xabKTX 20\xbb", "not PNG, JPEG or WebP"),
        (b"", "not PNG, JPEG or WebP"),
    ] {
        let mut document = textured();
        let view = image_view(&mut document, bytes);
        document.json_mut()["images"][0]["bufferView"] = json!(view);
        let Images { list, notes } = images(&document);
        assert!(list.is_empty() && notes.len() == 1, "{what}");
        assert!(notes[0].place.starts_with("/images/0") && notes[0].what.contains(what), "{}", notes[0]);
    }
    for image in [json!({ "uri": "../a.png" }), json!({ "uri": "a.png" }), json!({ "bufferView": 99 }), json!(7)] {
        let mut document = textured();
        document.json_mut()["images"][0] = image.clone();
        assert_eq!(images(&document).notes.len(), 1, "{image}");
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, b| (0..8).fold(crc ^ u32::from(*b), shift))
}

/// Coordinates that are none, of another number, or too large leave the plain colour.
#[test]
fn what_is_wrong_with_coordinates_hinders_nothing() {
    let far = json!({ "KHR_texture_transform": { "scale": [1e38, 1e38], "offset": [3e38, 3e38] } });
    let short = |d: &mut Document| floats(d, "VEC2", 2, &[0.0; 4]);
    let wrong = |d: &mut Document| floats(d, "VEC2", 2, &[f32::NAN; 6]);
    let three = |d: &mut Document| accessor(d, "VEC3", 5121, 3, &[0; 9]);
    let none = |_: &mut Document| 99;
    for (k, make) in [short, wrong, three, none].into_iter().enumerate() {
        let mut document = textured();
        let uvs = make(&mut document);
        let attributes = &mut document.json_mut()["meshes"][0]["primitives"][0]["attributes"];
        (attributes["TEXCOORD_1"], attributes["COLOR_0"]) = (json!(uvs), json!(uvs));
        let found = images(&document);
        assert!(primitive(&document).uvs.is_empty() && found.list.is_empty(), "{k}");
        assert!(found.notes[0].what.contains("TEXCOORD_1"), "{k}");
    }
    let mut document = textured();
    document.json_mut()["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] = far;
    assert!(primitive(&document).uvs.is_empty());
}

/// Values of the wrong kind anywhere in what looks are made of.
#[test]
fn looks_of_nonsense() {
    let odd = [json!(null), json!(-1), json!(1e300), json!("x"), json!([]), json!([null, "x"]), json!({}), json!(true)];
    for value in &odd {
        let transform = json!({ "offset": value, "scale": value, "rotation": value, "texCoord": value });
        let texture = json!({ "index": 0, "texCoord": value, "extensions": { "KHR_texture_transform": transform } });
        let toon = json!({ "shadeColorFactor": value, "outlineWidthMode": value, "outlineWidthFactor": value,
            "renderQueueOffsetNumber": value, "outlineColorFactor": [value, value, value] });
        let pbr = json!({ "baseColorFactor": [value, value, value, value], "baseColorTexture": texture });
        look(json!({ "pbrMetallicRoughness": pbr, "alphaMode": "MASK", "alphaCutoff": value, "doubleSided": value }));
        look(json!({ "pbrMetallicRoughness": pbr, "extensions": { "VRMC_materials_mtoon": toon } }));
        look(json!({ "pbrMetallicRoughness": value, "alphaMode": value, "extensions": value }));
        let numbers = json!({ "_BlendMode": value, "_CullMode": value, "_OutlineWidthMode": value, "_Cutoff": value });
        let colors = json!({ "_Color": value, "_MainTex": [value, value, value, value] });
        old_look(json!({ "shader": "VRM/MToon", "renderQueue": value, "floatProperties": numbers,
            "vectorProperties": colors, "textureProperties": { "_MainTex": value } }));
        old_look(value.clone());
        for list in ["textures", "samplers", "images"] {
            let mut document = textured();
            document.json_mut()[list][0] = value.clone();
            images(&document);
        }
    }
}

/// Any byte of an image may be another one, and any of its ends may be missing.
#[test]
fn damaged_images() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let bytes = picture(format);
        let mut document = textured();
        let import = Import::read(&document).expect("fine");
        document.json_mut()["images"][0] = json!({ "uri": "a" });
        let read = |bytes: Vec<u8>| Images::read(&document, &import, &|_| Some(bytes.clone()));
        for k in 0..bytes.len() {
            for changed in [0, 0xff, bytes[k] ^ 0x10] {
                let mut bytes = bytes.clone();
                bytes[k] = changed;
                let found = read(bytes);
                assert_eq!(found.list.len() + found.notes.len(), 1);
            }
            read(bytes[..k].to_vec());
        }
    }
}

/// White walls, cut off: few bytes that would be unpacked again and again.
#[test]
fn many_large_images() {
    let mut file = Cursor::new(Vec::new());
    GrayImage::new(8192, 8192).write_to(&mut file, ImageFormat::Png).expect("a file");
    let mut document = textured();
    let file = file.into_inner();
    let view = image_view(&mut document, &file[..file.len() - 100]);
    document.json_mut()["images"][0]["bufferView"] = json!(view);
    for k in 1..100 {
        let mut shape = document.json()["meshes"][0]["primitives"][0].clone();
        shape["material"] = json!(k);
        document.json_mut()["meshes"][0]["primitives"].as_array_mut().expect("a list").push(shape);
        document.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
        document.push("textures", json!({ "source": k }));
        let texture = json!({ "index": k, "texCoord": 1 });
        document.push("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } }));
    }
    let begin = Instant::now();
    let Images { list, notes } = images(&document);
    // Two seconds at most, where nothing else is running.
    assert!(list.is_empty() && notes.len() == 100 && begin.elapsed().as_secs() < 30);
    assert!(notes[1].what.contains("export it again") && notes[2].what.contains("pixels"), "{notes:?}");
}
