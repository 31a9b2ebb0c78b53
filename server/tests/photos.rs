//! The photo store: accepted and refused files, and the files on the disk.

use std::collections::HashSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, SystemTime};

use axum::body::Bytes;
use doccare::platform::photos::{PhotoError, PhotoId, PhotoSize, Photos};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use tempfile::TempDir;

const RED: Rgb<u8> = Rgb([220, 30, 30]);
const BLUE: Rgb<u8> = Rgb([30, 30, 220]);

fn store() -> (Photos, TempDir) {
    let data = TempDir::new().unwrap();
    (Photos::open(None, data.path()).unwrap(), data)
}

/// The names of the stored files, sorted.
fn stored(data: &Path) -> Vec<String> {
    let files = fs::read_dir(data.join("photos")).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Red above, blue below.
fn flag(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |_, y| if y < height / 2 { RED } else { BLUE }).into()
}

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn jpeg(image: &DynamicImage) -> Vec<u8> {
    file(image, ImageFormat::Jpeg)
}

/// Inserts an EXIF segment after the start of a JPEG: its orientation, and a text with a place.
fn with_exif(jpeg: &[u8], orientation: u8, place: &[u8]) -> Vec<u8> {
    let entries = 2;
    let text_at = 8 + 2 + 12 * entries + 4;
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x02".to_vec();
    exif.extend([0x01, 0x0e, 0, 2, 0, 0, 0, u8::try_from(place.len()).unwrap(), 0, 0, 0, text_at]);
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    exif.extend([0; 4]);
    exif.extend(place);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

/// A PNG whose header has these sides and whose data is invalid.
fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([8, 6, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", vec![0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]), (b"IEND", vec![])] {
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(&data);
        png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        png.extend(kind);
        png.extend(data);
        png.extend(crc.sum().to_be_bytes());
    }
    png
}

async fn shown(photos: &Photos, id: &PhotoId, size: PhotoSize) -> (Bytes, DynamicImage) {
    let file = photos.get(id, size).await.unwrap().unwrap();
    assert_eq!(image::guess_format(&file).unwrap(), ImageFormat::WebP);
    let image = image::load_from_memory(&file).unwrap();
    assert_eq!((image.width(), image.height()), (size.pixels(), size.pixels()));
    (file, image)
}

/// Whether a pixel has about this colour; the format is lossy.
fn looks(image: &DynamicImage, x: u32, y: u32, colour: Rgb<u8>) -> bool {
    let pixel = image.to_rgb8().get_pixel(x, y).0;
    pixel.iter().zip(colour.0).all(|(a, b)| a.abs_diff(b) < 40)
}

#[tokio::test]
async fn a_phone_held_sideways_still_gives_an_upright_photo_without_its_place() {
    let (photos, _data) = store();
    let place = b"GPS 9.9312N 76.2673E Ernakulam\0";
    let upload = with_exif(&jpeg(&flag(600, 800).rotate270()), 6, place);
    assert!(upload.windows(place.len()).any(|bytes| bytes == place));
    let id = photos.accept(upload.into()).await.unwrap();
    for size in PhotoSize::ALL {
        let (file, image) = shown(&photos, &id, size).await;
        let (middle, last) = (size.pixels() / 2, size.pixels() - 4);
        assert!(looks(&image, middle, 4, RED) && looks(&image, middle, last, BLUE), "{size:?}");
        assert!(looks(&image, 4, 4, RED) && looks(&image, last, last, BLUE), "{size:?}");
        for trace in [&b"Exif"[..], b"EXIF", b"GPS", b"Ernakulam"] {
            assert!(!file.windows(trace.len()).any(|bytes| bytes == trace), "{size:?}");
        }
    }
}

#[tokio::test]
async fn every_format_and_every_shape_becomes_the_same_two_squares() {
    let (photos, _data) = store();
    let clear: DynamicImage = RgbaImage::from_pixel(300, 200, Rgba([10, 200, 10, 128])).into();
    let deep = DynamicImage::from(flag(700, 900).to_rgb16());
    for (name, upload) in [
        ("png", file(&flag(1000, 700), ImageFormat::Png)),
        ("webp", file(&flag(400, 400), ImageFormat::WebP)),
        ("tiny", file(&flag(2, 2), ImageFormat::Png)),
        ("grey", jpeg(&flag(500, 300).to_luma8().into())),
        ("transparent", file(&clear, ImageFormat::Png)),
        ("16 bits deep", file(&deep, ImageFormat::Png)),
        ("a strip", file(&flag(60_000, 1), ImageFormat::Png)),
        ("a tower", file(&flag(1, 60_000), ImageFormat::Png)),
    ] {
        let id = photos.accept(upload.into()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        for size in PhotoSize::ALL {
            shown(&photos, &id, size).await;
        }
    }
}

#[tokio::test]
async fn files_that_are_no_photos_are_refused_and_not_stored() {
    let (photos, data) = store();
    let whole = jpeg(&flag(800, 800));
    let cut = |part: usize| whole[..whole.len() * part / 100].to_vec();
    let with_thumbnail = with_exif(&whole, 1, &[b"thumbnail \xff\xd8\xff\xd9", &[0; 8][..]].concat());
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let png = file(&flag(300, 300), ImageFormat::Png);
    let mut noise = whole.clone();
    noise.truncate(20);
    noise.extend([0x55; 5000]);
    for (name, upload) in [
        ("nothing", Vec::new()),
        ("text named portrait.png", b"this is not a picture".to_vec()),
        ("an SVG with a script", svg.to_vec()),
        ("a GIF", gif.to_vec()),
        ("half a JPEG", cut(50)),
        ("a JPEG without its last bytes", cut(99)),
        ("half a JPEG with a thumbnail", with_thumbnail[..with_thumbnail.len() / 2].to_vec()),
        ("the start of a JPEG", cut(2)),
        ("a JPEG's start and noise", noise),
        ("half a PNG", png[..png.len() / 2].to_vec()),
        ("half a WebP", file(&flag(300, 300), ImageFormat::WebP)[..60].to_vec()),
    ] {
        let refused = photos.accept(upload.into()).await;
        assert!(matches!(refused, Err(PhotoError::NotAnImage)), "{name}: {refused:?}");
    }
    for (width, height) in [(20_000, 20_000), (24_000_001, 1), (u32::MAX >> 1, u32::MAX >> 1)] {
        let refused = photos.accept(png_that_claims(width, height).into()).await;
        assert!(matches!(refused, Err(PhotoError::TooManyPixels)), "{width}×{height}: {refused:?}");
    }
    let mut heavy = whole.clone();
    heavy.resize(6_000_000, 0);
    let refused = photos.accept(heavy.into()).await;
    assert!(matches!(refused, Err(PhotoError::TooLarge)), "{refused:?}");
    assert_eq!(stored(data.path()), [""; 0]);
}

#[tokio::test]
async fn the_same_picture_twice_is_one_photo() {
    let (photos, data) = store();
    let upload = Bytes::from(jpeg(&flag(500, 500)));
    let id = photos.accept(upload.clone()).await.unwrap();
    let expected = [format!("{id}-320.webp"), format!("{id}-96.webp")];
    assert_eq!(stored(data.path()), expected);
    let again = with_exif(&upload, 1, b"another camera");
    assert_eq!(photos.accept(again.into()).await.unwrap(), id);
    assert_eq!(stored(data.path()), expected);
    let other = photos.accept(jpeg(&flag(500, 300).fliph().rotate90()).into()).await.unwrap();
    assert_ne!(other, id);
    let unknown = PhotoId::parse("0123456789abcdef0123456789abcdef").unwrap();
    assert!(photos.get(&unknown, PhotoSize::Large).await.unwrap().is_none());
}

#[tokio::test]
async fn a_sweep_removes_unused_photos_and_keeps_used_and_recent_ones() {
    let (photos, data) = store();
    let mut ids = Vec::new();
    for height in [300, 400, 500] {
        ids.push(
            photos
                .accept(jpeg(&flag(height, height).blur(f32::from(u8::try_from(height / 10).unwrap()))).into())
                .await
                .unwrap(),
        );
    }
    let [named, unnamed, fresh] = &ids[..] else { panic!("three different photos") };
    let foreign = data.path().join("photos/notes.txt");
    fs::write(&foreign, "not ours").unwrap();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    for name in stored(data.path()).iter().filter(|name| !name.starts_with(fresh.as_str())) {
        let file = fs::File::options().write(true).open(data.path().join("photos").join(name)).unwrap();
        file.set_modified(long_ago).unwrap();
    }
    let kept = HashSet::from([named.clone()]);
    let older_than = "2021-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(photos.sweep(&kept, older_than).await.unwrap(), 2);
    assert!(photos.get(unnamed, PhotoSize::Large).await.unwrap().is_none());
    for id in [named, fresh] {
        for size in PhotoSize::ALL {
            shown(&photos, id, size).await;
        }
    }
    assert!(foreign.exists());
    assert_eq!(photos.sweep(&kept, older_than).await.unwrap(), 0);
}
