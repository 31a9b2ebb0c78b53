-- Links in messages to phones; the reason and type of a visit, as patients say them when booking.

-- Accounts without an e-mail address get messages with a short link, which opens what the message is about without a login. Only the digest
-- of its code is stored. It is deleted with its message: withdrawn, erased with the account, or 90 days old.
CREATE TABLE message_links (
    code_digest {text} PRIMARY KEY,
    message_id {text} NOT NULL REFERENCES phone_messages (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX message_links_message ON message_links (message_id);

-- Why the patient comes, in their own words, and whether for the first time. NULL: not said. Seen by the patient, the doctor and the desk;
-- erased together with the patient's name.
ALTER TABLE appointments ADD COLUMN visit_reason {text};
ALTER TABLE appointments ADD COLUMN visit_type {text} CHECK (visit_type IN ('first', 'review'));
