//! Reports of impersonation: the owner of an address says, by the link in the mail about an approval, that somebody else applied with
//! it. The entry is suspended at once and every administrator is told. Decision 0072.

pub mod http;
mod mails;
mod service;
