//! Draws portraits for the demo's doctors from a few shapes, so that no photo of a real person is needed. No two are
//! quite alike.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

const SIDE: u32 = 480;

const BACKGROUNDS: [[u8; 3]; 6] =
    [[214, 234, 232], [253, 232, 215], [226, 232, 246], [236, 240, 218], [247, 226, 230], [229, 238, 244]];
const SKINS: [[u8; 3]; 5] = [[141, 85, 54], [168, 107, 70], [190, 130, 92], [120, 72, 47], [205, 150, 112]];
const HAIRS: [[u8; 3]; 4] = [[24, 20, 19], [45, 32, 27], [92, 88, 86], [158, 154, 150]];
const SHIRTS: [[u8; 3]; 5] = [[15, 118, 110], [37, 99, 160], [146, 64, 84], [88, 80, 141], [180, 110, 40]];
const COAT: [u8; 3] = [250, 251, 251];
const COAT_EDGE: [u8; 3] = [222, 228, 230];
const DARK: [u8; 3] = [38, 30, 28];

/// Ellipses: the middle, and half of the width and of the height.
type Ellipses = &'static [[f32; 4]];
const LONG_HAIR: [Ellipses; 3] =
    [&[[0.5, 0.42, 0.2, 0.27]], &[[0.5, 0.36, 0.185, 0.2], [0.5, 0.15, 0.075, 0.065]], &[[0.5, 0.37, 0.19, 0.21]]];
/// Drawn over the face, where long hair is drawn behind it.
const PARTING: Ellipses = &[[0.5, 0.245, 0.165, 0.085], [0.375, 0.33, 0.045, 0.09], [0.625, 0.33, 0.045, 0.09]];
/// Drawn behind the face, so that the hairline follows the forehead.
const SHORT_HAIR: [Ellipses; 4] = [
    &[[0.5, 0.335, 0.162, 0.175]],
    &[[0.5, 0.335, 0.16, 0.17], [0.455, 0.22, 0.1, 0.062]],
    &[[0.5, 0.385, 0.158, 0.1]],
    &[[0.5, 0.325, 0.165, 0.18], [0.56, 0.2, 0.085, 0.05]],
];

/// The `number`-th portrait as a PNG file.
pub fn draw(number: usize, woman: bool) -> Vec<u8> {
    let pick = |step: usize, of: usize| (number / step.max(1) + number * 7 / 3) % of;
    let (skin, hair) = (SKINS[pick(1, SKINS.len())], HAIRS[pick(3, HAIRS.len())]);
    let mut canvas = Canvas::new(BACKGROUNDS[number % BACKGROUNDS.len()]);
    if woman {
        canvas.ellipses(LONG_HAIR[number % 3], hair);
    }
    shoulders(&mut canvas, skin, SHIRTS[pick(2, SHIRTS.len())]);
    if !woman {
        canvas.ellipses(SHORT_HAIR[number % 4], hair);
    }
    face(&mut canvas, skin);
    if woman {
        canvas.ellipses(PARTING, hair);
    } else {
        beard(&mut canvas, hair, skin, number % 5);
    }
    if number % 3 == 1 {
        glasses(&mut canvas);
    }
    canvas.into_png()
}

fn beard(canvas: &mut Canvas, hair: [u8; 3], skin: [u8; 3], style: usize) {
    match style {
        0 => canvas.ellipse(0.5, 0.462, 0.052, 0.013, hair),
        1 => {
            canvas.ellipse(0.5, 0.5, 0.115, 0.085, hair);
            canvas.ellipse(0.5, 0.455, 0.1, 0.065, skin);
            canvas.ellipse(0.5, 0.462, 0.052, 0.013, hair);
            smile(canvas);
        }
        _ => {}
    }
}

fn shoulders(canvas: &mut Canvas, skin: [u8; 3], shirt: [u8; 3]) {
    canvas.ellipse(0.5, 0.98, 0.37, 0.32, COAT_EDGE);
    canvas.ellipse(0.5, 0.985, 0.36, 0.31, COAT);
    canvas.ellipse(0.5, 0.78, 0.12, 0.19, shirt);
    canvas.ellipse(0.5, 0.6, 0.075, 0.13, shade(skin, 0.9));
    // The stethoscope: a ring around the neck, and its disc.
    canvas.ring(0.5, 0.7, 0.17, 0.16, 0.012, [70, 84, 92]);
    canvas.ellipse(0.5, 0.6, 0.075, 0.11, shade(skin, 0.9));
    canvas.ellipse(0.63, 0.84, 0.03, 0.03, [70, 84, 92]);
    canvas.ellipse(0.63, 0.84, 0.017, 0.017, [176, 190, 197]);
}

fn face(canvas: &mut Canvas, skin: [u8; 3]) {
    canvas.ellipse(0.352, 0.39, 0.025, 0.04, shade(skin, 0.92));
    canvas.ellipse(0.648, 0.39, 0.025, 0.04, shade(skin, 0.92));
    canvas.ellipse(0.5, 0.385, 0.148, 0.185, skin);
    for side in [-1.0, 1.0] {
        canvas.ellipse(0.5 + side * 0.062, 0.375, 0.017, 0.014, [250, 248, 245]);
        canvas.ellipse(0.5 + side * 0.062, 0.375, 0.0105, 0.0125, DARK);
        canvas.ellipse(0.5 + side * 0.062, 0.338, 0.031, 0.0065, shade(skin, 0.45));
    }
    canvas.ellipse(0.5, 0.42, 0.0155, 0.022, shade(skin, 0.88));
    smile(canvas);
}

fn smile(canvas: &mut Canvas) {
    canvas.ellipse(0.5, 0.487, 0.042, 0.0125, [150, 62, 62]);
    canvas.ellipse(0.5, 0.4835, 0.034, 0.0065, [250, 248, 245]);
}

fn glasses(canvas: &mut Canvas) {
    for side in [-1.0, 1.0] {
        canvas.ring(0.5 + side * 0.064, 0.377, 0.044, 0.036, 0.007, DARK);
    }
    canvas.ellipse(0.5, 0.372, 0.022, 0.004, DARK);
}

fn shade(colour: [u8; 3], by: f32) -> [u8; 3] {
    colour.map(|part| channel(f32::from(part) * by))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
fn pixel(position: f32) -> u32 {
    (position.max(0.0) as u32).min(SIDE)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte's range")]
fn channel(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

/// Coordinates are fractions of the whole figure; [`VIEW`] is the part that is drawn. Edges are antialiased.
struct Canvas(RgbImage);

/// The part of the figure that is shown: its left, its top, and its side.
const VIEW: (f32, f32, f32) = (0.15, 0.07, 0.7);

impl Canvas {
    fn new(background: [u8; 3]) -> Self {
        Self(RgbImage::from_pixel(SIDE, SIDE, Rgb(background)))
    }

    fn ellipse(&mut self, x: f32, y: f32, width: f32, height: f32, colour: [u8; 3]) {
        self.blend((x, y, width, height), colour, |px, py| {
            let (dx, dy) = ((px - x) / width, (py - y) / height);
            (1.0 - dx.hypot(dy)) * width.min(height)
        });
    }

    fn ellipses(&mut self, ellipses: Ellipses, colour: [u8; 3]) {
        for [x, y, width, height] in ellipses {
            self.ellipse(*x, *y, *width, *height, colour);
        }
    }

    fn ring(&mut self, x: f32, y: f32, width: f32, height: f32, thickness: f32, colour: [u8; 3]) {
        self.blend((x, y, width + thickness, height + thickness), colour, |px, py| {
            let (dx, dy) = ((px - x) / width, (py - y) / height);
            thickness / 2.0 - ((1.0 - dx.hypot(dy)) * width.min(height)).abs()
        });
    }

    /// Paints where `depth`, the distance inside the shape, is positive, with an antialiased edge one pixel wide. Visits only the pixels
    /// around the shape.
    #[expect(clippy::cast_precision_loss, reason = "pixel numbers are small")]
    fn blend(&mut self, (x, y, width, height): (f32, f32, f32, f32), colour: [u8; 3], depth: impl Fn(f32, f32) -> f32) {
        let (left, top, view) = VIEW;
        let scale = SIDE as f32 / view;
        let (from_x, to_x) = (pixel((x - width - left) * scale - 1.0), pixel((x + width - left) * scale + 2.0));
        let (from_y, to_y) = (pixel((y - height - top) * scale - 1.0), pixel((y + height - top) * scale + 2.0));
        for py in from_y..to_y {
            for px in from_x..to_x {
                let at = depth((px as f32 + 0.5) / scale + left, (py as f32 + 0.5) / scale + top);
                let cover = (at * scale + 0.5).clamp(0.0, 1.0);
                for (old, new) in self.0.get_pixel_mut(px, py).0.iter_mut().zip(colour) {
                    *old = channel(f32::from(*old) * (1.0 - cover) + f32::from(new) * cover);
                }
            }
        }
    }

    fn into_png(self) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        self.0.write_to(&mut file, ImageFormat::Png).expect("a picture of ours is written to memory");
        file.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_portraits_differ() {
        assert_ne!(draw(1, true), draw(2, true));
        assert_ne!(draw(1, true), draw(1, false));
    }
}
