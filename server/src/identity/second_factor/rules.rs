//! Codes that change with the time: RFC 6238 with SHA-1, steps of 30 seconds and six digits, which every app knows. Pure.

use ring::hmac::{self, HMAC_SHA1_FOR_LEGACY_USE_ONLY};

const STEP_MILLIS: i64 = 30_000;
const CODES: u32 = 1_000_000;

/// The step of an instant of UTC milliseconds.
fn step_at(now: i64) -> i64 {
    now.div_euclid(STEP_MILLIS)
}

pub fn code_of(secret: &[u8], step: i64) -> u32 {
    let key = hmac::Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let digest = hmac::sign(&key, &step.to_be_bytes());
    let digest = digest.as_ref();
    // The last four bits are the offset of 31 bits whose last digits are the code (RFC 4226).
    let start = usize::from(digest[digest.len() - 1] & 15);
    let chosen = digest[start..start + 4].iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
    (chosen & 0x7fff_ffff) % CODES
}

/// The step that a code is of, if it is one of now, of just before or of just after, and none that was used up. A phone's clock
/// may be off by a step. All three are computed and compared as numbers, so that the time tells nothing.
pub fn step_of(secret: &[u8], code: u32, now: i64, last_used: i64) -> Option<i64> {
    let now = step_at(now);
    let fitting = (now - 1..=now + 1).filter(|step| code_of(secret, *step) == code);
    fitting.collect::<Vec<_>>().into_iter().find(|step| *step > last_used)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B, of whose eight digits ours are the last six.
    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (second, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(code_of(SECRET, step_at(second * 1000)), code, "{second}");
        }
    }

    #[test]
    fn a_code_counts_a_step_early_and_a_step_late_and_no_further() {
        let now = 1_111_111_111_000;
        let step = step_at(now);
        for (off, counts) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = code_of(SECRET, step + off);
            assert_eq!(step_of(SECRET, code, now, 0), counts.then_some(step + off), "{off}");
        }
        assert_eq!(step_of(b"another secret of bytes", code_of(SECRET, step), now, 0), None);
    }

    #[test]
    fn no_step_counts_twice_nor_one_before_the_last() {
        let now = 1_111_111_111_000;
        let step = step_at(now);
        assert_eq!(step_of(SECRET, code_of(SECRET, step), now, step), None);
        assert_eq!(step_of(SECRET, code_of(SECRET, step - 1), now, step), None);
        assert_eq!(step_of(SECRET, code_of(SECRET, step + 1), now, step), Some(step + 1));
    }
}
