//! Short links in messages to phones: a page of the site with a code behind the `#`, which a browser keeps to itself. The code opens
//! what the message is about, without a login. The database stores only its digest, with the message.

use super::templates::MAX_VARIABLE_LENGTH;
use crate::platform::ids::{Secret, draw};

/// The page that opens links, and what separates it from the code.
const LINK_PAGE: &str = "/v#";
/// 59 bits: too many to guess online, under the rate limit of the page's call.
const CODE_LENGTH: usize = 10;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The longest host, with its port, whose links are within the operators' limit for a variable.
pub const MAX_LINK_HOST_LENGTH: usize = MAX_VARIABLE_LENGTH - LINK_PAGE.len() - CODE_LENGTH;

pub(super) fn new_code() -> Secret {
    let character = || char::from(ALPHABET[draw(62) as usize]);
    Secret::shown(&(0..CODE_LENGTH).map(|_| character()).collect::<String>())
}

/// Whether links of this site fit into a variable.
pub fn has_links(site: &str) -> bool {
    site.len() <= MAX_LINK_HOST_LENGTH
}

/// The variable in the place of a link: the link, if there is a code and it fits; else the site, where people log in; else its name.
pub(super) fn link_variable(site: &str, code: Option<&str>) -> String {
    match code {
        Some(code) if has_links(site) => format!("{site}{LINK_PAGE}{code}"),
        _ if site.len() <= MAX_VARIABLE_LENGTH => site.to_owned(),
        _ => "Doc Care".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_thirty_characters_at_most_and_a_longer_host_stands_for_itself() {
        let code = new_code();
        for (site, link) in [
            ("care.example.org", format!("care.example.org/v#{}", code.expose())),
            ("a2345678901234567", format!("a2345678901234567/v#{}", code.expose())),
            ("a23456789012345678", "a23456789012345678".into()),
            ("doccare.of.a.hospital.example.", "doccare.of.a.hospital.example.".into()),
            ("doccare.of.a.hospital.example.org", "Doc Care".into()),
        ] {
            assert_eq!(link_variable(site, Some(code.expose())), link);
            assert!(link.len() <= MAX_VARIABLE_LENGTH, "{link}");
            assert_eq!(has_links(site), link.contains('#'), "{link}");
        }
        assert_eq!(link_variable("care.example.org", None), "care.example.org");
    }

    #[test]
    fn codes_are_of_ten_letters_and_digits_and_differ() {
        let code = new_code();
        assert!(code.expose().len() == CODE_LENGTH && code.expose().bytes().all(|sign| ALPHABET.contains(&sign)));
        assert_ne!(new_code().expose(), code.expose());
    }
}
