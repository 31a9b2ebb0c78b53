-- Desk bookings: visits that a doctor or the desk booked for a caller (decision 0086). Such a visit is a row of appointments of the
-- placeholder user "nobody", as a walk-in with a slot is; a row here tells the two apart, and says how the caller is notified. The row is
-- deleted when an account with that number takes the visit, and when the visit is anonymised.
CREATE TABLE desk_bookings (
    visit_id {text} PRIMARY KEY REFERENCES appointments (id) ON DELETE CASCADE,
    -- The language of messages to the number.
    lang {text} NOT NULL,
    -- NULL: no provider was set up when it was booked, so nothing is sent.
    channel {text} CHECK (channel IN ('sms', 'whatsapp')),
    -- When the account with that number said that the visit is not theirs: nothing more is sent, and it is shown to no account again.
    disclaimed_at BIGINT
);
