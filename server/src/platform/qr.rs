//! QR codes as pictures for pages.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// A picture of dark squares: how many fit beside each other, and the path of an SVG around the dark ones.
pub struct QrPicture {
    pub size: i32,
    pub path: String,
}

impl QrPicture {
    /// The light border that scanners need.
    const BORDER: i32 = 4;

    /// Of a link, which is short enough for one.
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
