//! Blood: donors, requests, and matching. A phone number is shown to the other side only after its owner agreed.
//!
//! There are no accounts here. A mail carries a private link, and its holder acts as the donor or the requester; neither is active
//! before the first use of a link. A request is confirmed by its link, [`requests::matching`] asks donors in waves, a donor accepts, and
//! the two then see each other's numbers.

pub mod http;
mod mail_rate_limit;
mod mails;
mod public_text;
pub mod rules;
mod service;
mod store;
pub mod surge_alert;
mod texts;

pub use donors::{forget_unconfirmed, has_address};
pub use requests::{advance, forget_old};
pub use service::ActionContext;

/// Private links in mails. The holder of a link acts as the donor, the requester, or the asked donor.
///
/// Every mail has its own link. It works for 180 days, or until a newer one of the same page was used. A link to an unconfirmed
/// address can view and confirm only, and ends no other link before that.
pub mod links {
    pub mod http;
    mod service;
    mod store;

    pub use service::{OpenedLink, ended};
    pub use store::{LinkKind, address, count_to_others, delete_ended, end, end_all, end_others, insert};
}

/// Donors as they are stored: the model and its statements. What donors do is in `donors`, asking them is in `requests`.
mod donor_records {
    pub(super) mod model;
    pub(super) mod store;

    pub use model::{Donor, DonorDetails, FieldName};
}

/// Requests as they are written in mails: the model alone.
mod request_records {
    pub(super) mod model;

    pub use model::{DonorInvitation, Request, RequestDetails, RequestStatus};
}

/// Donors: registration, their page by a private link, and the administrator's list.
pub mod donors {
    pub mod http;
    mod service;

    pub use super::donor_records::store::{count_since, find_first, has_address, insert};
    pub use super::donor_records::{Donor, DonorDetails};
    pub use service::{count_by_place, erase_by_id, find, forget_unconfirmed};

    /// Registration of donors.
    pub mod registration {
        pub mod http;
        mod service;
    }

    /// The administrator's list of donors.
    pub mod admin_list {
        pub mod http;
    }

    /// The requesters who saw a donor's number, on the donor's page.
    pub mod disclosures {
        pub mod http;
    }
}

/// Requests for blood: submitted, confirmed, matched in waves, answered, and closed.
pub mod requests {
    pub mod contact_disclosure;
    pub mod http;
    mod matching;
    mod service;
    mod store;

    pub use super::request_records::{DonorInvitation, Request, RequestDetails, RequestStatus};
    pub use answers::{accept, decline, leave, list_asked, withdraw};
    pub use matching::advance;
    pub use service::{Error, RequestEnd, close, confirm, erase, forget_old, submit};
    pub use store::{count_held, count_open, count_since};

    /// Review of requests by administrators and hospitals.
    pub mod review {
        pub mod http;
        mod service;
    }

    /// Donors' answers to a request.
    pub mod answers {
        pub mod http;
        mod service;

        pub use service::{accept, decline, leave, list_asked, withdraw};
    }
}
