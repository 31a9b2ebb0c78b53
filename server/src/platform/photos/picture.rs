//! Decoding, cropping and encoding of photos. Pure; the caller runs one at a time.

use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::PhotoError;

const MAX_PIXELS: u64 = 24_000_000;
/// The pixels of the largest RGBA picture, and some room for the decoder.
const MAX_DECODED: u64 = 4 * MAX_PIXELS + 32 * 1024 * 1024;
const QUALITY: f32 = 80.0;

/// The picture upright, cropped to its centre square, as WebP files of these sides. Only pixels are encoded, so no metadata passes.
pub(super) fn render<const N: usize>(upload: &[u8], sides: [u32; N]) -> Result<[Vec<u8>; N], PhotoError> {
    let square = square(upload, 2 * sides.into_iter().max().unwrap_or_default())?;
    let mut files = [const { Vec::new() }; N];
    for (file, side) in files.iter_mut().zip(sides) {
        *file = encode(&square.resize_exact(side, side, FilterType::Lanczos3))?;
    }
    Ok(files)
}

/// The centre square, at most `side` wide.
fn square(upload: &[u8], side: u32) -> Result<DynamicImage, PhotoError> {
    let format = image::guess_format(upload)?;
    let whole = match format {
        ImageFormat::Jpeg => jpeg_is_whole(upload),
        ImageFormat::Png | ImageFormat::WebP => true,
        _ => false,
    };
    if !whole {
        return Err(PhotoError::NotAnImage);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED);
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_DECODED {
        return Err(PhotoError::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder)?;
    // Cropped before scaling: a strip one pixel high must not be enlarged to the square's height.
    let shorter = width.min(height);
    image = image.crop_imm((width - shorter) / 2, (height - shorter) / 2, shorter, shorter);
    if shorter > side {
        // Averaging first is ten times faster than the good filter on millions of pixels.
        image = image.thumbnail_exact(side, side);
    }
    image.apply_orientation(orientation);
    Ok(image)
}

impl From<ImageError> for PhotoError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            _ => Self::NotAnImage,
        }
    }
}

fn encode(image: &DynamicImage) -> Result<Vec<u8>, PhotoError> {
    let (width, height) = (image.width(), image.height());
    let file = if image.color().has_alpha() {
        webp::Encoder::from_rgba(image.to_rgba8().as_raw(), width, height).encode_simple(false, QUALITY)
    } else {
        webp::Encoder::from_rgb(image.to_rgb8().as_raw(), width, height).encode_simple(false, QUALITY)
    };
    Ok(file.map_err(|_| PhotoError::NotAnImage)?.to_vec())
}

/// Whether a JPEG is complete. The decoder silently fills missing parts with grey.
fn jpeg_is_whole(file: &[u8]) -> bool {
    const END: u8 = 0xd9;
    let mut rest = file;
    loop {
        // To the next marker: 0xff and a byte other than stuffing (0) or fill (0xff).
        let Some(at) = rest.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0 | 0xff)) else {
            return false;
        };
        let marker = rest[at + 1];
        rest = &rest[at + 2..];
        match marker {
            END => return true,
            // SOI, restarts and TEM have no length; every other marker has one.
            0x01 | 0xd0..=0xd8 => {}
            _ => match rest.first_chunk().map(|length| usize::from(u16::from_be_bytes(*length))) {
                Some(length) if length >= 2 && length <= rest.len() => rest = &rest[length..],
                _ => return false,
            },
        }
    }
}
