//! QR codes as SVG paths.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// A QR code: its side length in modules, and an SVG path of the dark ones.
pub struct QrPicture {
    pub size: i32,
    pub path: String,
}

impl QrPicture {
    /// The quiet zone that scanners need.
    const BORDER: i32 = 4;

    /// The code of a link.
    pub fn of(link: &str) -> Self {
        let code = QrCode::encode_text(link, QrCodeEcc::Medium).expect("a link is short enough");
        let mut path = String::new();
        for y in 0..code.size() {
            for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
                let _ = write!(path, "M{} {}h1v1h-1z", x + Self::BORDER, y + Self::BORDER);
            }
        }
        Self { size: code.size() + 2 * Self::BORDER, path }
    }
}
