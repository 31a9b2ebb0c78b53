-- Contact: messages of visitors by the contact form, and the administrators' replies.
CREATE TABLE contact_messages (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    email {text} NOT NULL,
    phone {text},
    message {text} NOT NULL,
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    status {text} NOT NULL CHECK (status IN ('open', 'answered', 'closed')),
    created_at BIGINT NOT NULL
);
CREATE INDEX contact_messages_status ON contact_messages (status, id);

CREATE TABLE contact_replies (
    id {text} PRIMARY KEY,
    message_id {text} NOT NULL REFERENCES contact_messages (id),
    body {text} NOT NULL,
    at BIGINT NOT NULL,
    admin_id {text} NOT NULL REFERENCES accounts (id)
);
CREATE INDEX contact_replies_message ON contact_replies (message_id, id);
