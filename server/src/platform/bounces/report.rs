//! Parses bounce reports (RFC 3464).

use mail_parser::{Addr, Address, ContentType, Message, MessageParser, MessagePart, MimeHeaders};

use super::BounceReport;

/// Our mails have one recipient; longer reports are cut.
const MAX_RECIPIENT_GROUPS: usize = 16;
const MAX_RECIPIENTS: usize = 4;
/// Ours are shorter.
const MAX_MESSAGE_ID_LENGTH: usize = 512;

/// The bounces in a mail; none if it is not a report.
pub fn read(mail: &[u8]) -> Vec<BounceReport> {
    let Some(mail) = MessageParser::default().parse(mail) else { return Vec::new() };
    let Some((message_id, to)) = mail.parts.iter().find_map(returned) else { return Vec::new() };
    let Some(status) = mail.parts.iter().find(|part| is_of(part, STATUS)) else { return Vec::new() };
    let status = String::from_utf8_lossy(status.contents()).replace("\r\n", "\n");
    let groups = status.split("\n\n").take(MAX_RECIPIENT_GROUPS).map(Fields::read);
    groups.filter_map(|fields| fields.told(&message_id, &to)).collect()
}

const STATUS: &[&str] = &["delivery-status", "global-delivery-status"];
const HEADERS: &[&str] = &["rfc822-headers", "global-headers"];

fn is_of(part: &MessagePart<'_>, kinds: &[&str]) -> bool {
    let kind = part.content_type().and_then(ContentType::subtype).unwrap_or_default();
    kinds.iter().any(|known| known.eq_ignore_ascii_case(kind))
}

/// Message-ID and recipients of the bounced mail, which is attached whole or by its headers.
fn returned(part: &MessagePart<'_>) -> Option<(String, Vec<String>)> {
    let of = |mail: &Message<'_>| {
        let to = mail.to().into_iter().flat_map(Address::iter).filter_map(Addr::address).map(str::to_owned);
        let id = mail.message_id().filter(|id| id.len() <= MAX_MESSAGE_ID_LENGTH)?;
        Some((format!("<{id}>"), to.take(MAX_RECIPIENTS).collect()))
    };
    match part.message() {
        Some(mail) => of(mail),
        None if is_of(part, HEADERS) => of(&MessageParser::default().parse_headers(part.contents())?),
        None => None,
    }
}

/// The status fields of one recipient.
struct Fields(Vec<(String, String)>);

impl Fields {
    fn read(group: &str) -> Self {
        let unfolded = group.replace("\n ", " ").replace("\n\t", " ");
        let field = |line: &str| {
            line.split_once(':').map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned()))
        };
        Self(unfolded.lines().filter_map(field).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// `rfc822; asha@example.org`
    fn address(&self, name: &str) -> Option<String> {
        let (_, address) = self.get(name)?.split_once(';')?;
        Some(address.trim().trim_start_matches('<').trim_end_matches('>').to_owned())
    }

    /// A forwarded mail bounces from an address that we never wrote to, so the mail's own recipients count too.
    fn told(&self, message_id: &str, to: &[String]) -> Option<BounceReport> {
        let action = self.get("action")?.to_lowercase();
        let is_return = ["failed", "delayed"].contains(&action.as_str());
        let named = ["original-recipient", "final-recipient"].into_iter().filter_map(|name| self.address(name));
        let recipients: Vec<String> = named.chain(to.iter().cloned()).collect();
        let is_final = action == "failed" && is_final(self.get("status").unwrap_or_default());
        is_return.then(|| BounceReport { message_id: message_id.to_owned(), recipients, is_final })
    }
}

/// Whether a status (RFC 3463) means that the address is permanently wrong. A full mailbox, a rejected message, the sender's address or a
/// failing server do not mean that, nor does 4.x, even when delivery was given up.
pub fn is_final(status: &str) -> bool {
    let word = status.split_whitespace().next().unwrap_or_default();
    let numbers: Vec<u16> = word.split('.').map_while(|part| part.parse().ok()).collect();
    // 5.0.0 is Exim's unspecified failure; 5.4.1 and 5.4.4 are unknown recipients or hosts.
    matches!(numbers.as_slice(), [5, 0, _] | [5, 1, 0..=6 | 9..=u16::MAX] | [5, 2, 1] | [5, 4, 1 | 4])
}

/// Whether a direct refusal by the server is about the recipient (RFC 2034: the response begins with the status). Only statuses that name a
/// missing mailbox or domain count: `550`, `5.0.0` and `5.1.0` are also used against the sender, and would mark every address.
pub fn is_about_recipient(answer: &str) -> bool {
    let status = answer.split_whitespace().next().unwrap_or_default();
    ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.1"].contains(&status)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As Exim 4.96 returned it.
    const EXIM: &str = include_str!("examples/exim.eml");
    /// As Postfix returns it: the headers alone, folded fields, the address that was forwarded to.
    const POSTFIX: &str = include_str!("examples/postfix.eml");
    const DELAYED: &str = include_str!("examples/delayed.eml");

    fn one(mail: &str) -> BounceReport {
        let mut told = read(mail.as_bytes());
        assert_eq!(told.len(), 1, "{told:?}");
        told.remove(0)
    }

    #[test]
    fn bounces_of_common_mail_servers_are_parsed() {
        for mail in [EXIM, POSTFIX, &EXIM.replace('\n', "\r\n"), &POSTFIX.replace('\n', "\r\n")] {
            let told = one(mail);
            assert_eq!(told.message_id, "<0190.key.digest@doccare.example>");
            assert!(told.recipients.contains(&"asha@example.org".into()) && told.is_final, "{told:?}");
        }
        assert!(!one(DELAYED).is_final);
    }

    #[test]
    fn other_mails_contain_no_bounce() {
        let plain = "From: a@b.in\nTo: care@doccare.example\nSubject: Undelivered\n\nAction: failed\nStatus: 5.1.1\n";
        let arrived = EXIM.replace("Action: failed", "Action: delivered");
        let without_mail = EXIM.split("Content-type: message/rfc822").next().unwrap();
        let long_id = EXIM.replace("0190.key.digest", &"x".repeat(MAX_MESSAGE_ID_LENGTH));
        for mail in ["", "x", plain, &arrived, without_mail, &long_id] {
            assert_eq!(read(mail.as_bytes()), [], "{mail}");
        }
    }

    #[test]
    fn of_a_mail_that_names_thousands_only_the_first_are_read() {
        let group = "Action: failed\nFinal-Recipient: rfc822;asha@example.org\nStatus: 5.1.1\n\n";
        let groups = format!("{}Action: failed", group.repeat(20_000));
        let to = format!("\nTo: {}asha@example.org\n", "binu@example.org, ".repeat(20_000));
        let mail = EXIM.replace("Action: failed", &groups).replace("\nTo: asha@example.org\n", &to);
        let told = read(mail.as_bytes());
        assert!((1..=MAX_RECIPIENT_GROUPS).contains(&told.len()), "{}", told.len());
        assert!(told.iter().all(|told| told.recipients.len() <= MAX_RECIPIENTS + 2));
    }

    #[test]
    fn only_failures_of_the_address_are_final() {
        for good in ["5.1.1", "5.1.10 (no such domain)", "5.0.0", "5.2.1", "5.4.1", "5.4.4"] {
            assert!(is_final(good), "{good}");
        }
        for soft in [
            "", "5", "5.1", "5.1.7", "5.1.8", "4.4.7", "4.2.2", "5.2.2", "5.2.3", "5.3.4", "5.4.6", "5.5.2", "5.6.1",
            "5.7.1", "2.0.0", "x",
        ] {
            assert!(!is_final(soft), "{soft}");
        }
        assert!(is_about_recipient("5.1.1 <asha@example.org>: no such user"));
        let of_us =
            ["5.7.1 relay access denied", "5.0.0 go away", "5.1.8 no", "5.1.0 Sender denied", "5.1.90 too many"];
        for ours in of_us.into_iter().chain(["no such user", "relay not permitted"]) {
            assert!(!is_about_recipient(ours), "{ours}");
        }
    }

    proptest! {
        #[test]
        fn no_mail_makes_it_panic(cut in 0..EXIM.len(), noise: Vec<u8>) {
            let mut mail = EXIM.as_bytes()[..cut].to_vec();
            mail.extend(noise);
            mail.extend(&EXIM.as_bytes()[cut..]);
            read(&mail);
        }
    }
}
