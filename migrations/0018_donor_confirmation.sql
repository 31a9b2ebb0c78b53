-- Donors confirm by mail before they are asked, and the links in their mails end.
--
-- Anybody could register anybody: whoever held a form held a donor, who counted, was asked, and could keep the real one
-- out. Now a registration counts once a link that was sent to its address was used (confirmed_at). Decision 0037.
ALTER TABLE donors ADD COLUMN confirmed_at BIGINT;
-- When the mail went that asks for it. What nobody confirms is forgotten.
ALTER TABLE donors ADD COLUMN confirm_mailed_at BIGINT;
-- Another address of the donor's own choice, until a link that was sent to it is used.
ALTER TABLE donors ADD COLUMN new_email {text};
-- The place in the queue of those who can be asked: the day of the last donation, or for who never gave a day that is drawn.
ALTER TABLE donors ADD COLUMN turn {text} NOT NULL DEFAULT '';

-- Whoever answered a question, paused or told of a donation used a link from a mail: they confirmed already. The others
-- are mailed once.
UPDATE donors SET confirmed_at = created_at
    WHERE last_given <> '' OR paused_until <> ''
       OR id IN (SELECT donor_id FROM blood_asks WHERE answered_at IS NOT NULL);
UPDATE donors SET turn = last_given WHERE last_given <> '';
-- {sqlite}
UPDATE donors SET turn = date('now', '-' || (121 + abs(random() % 365)) || ' days') WHERE last_given = '';
-- {postgres}
UPDATE donors SET turn = to_char(current_date - 121 - floor(random() * 365)::integer, 'YYYY-MM-DD') WHERE last_given = '';
-- {both}
CREATE INDEX donors_turn ON donors (state, district, blood_group, turn, id)
    WHERE consented_at IS NOT NULL AND confirmed_at IS NOT NULL;
CREATE INDEX donors_unconfirmed ON donors (confirm_mailed_at) WHERE confirmed_at IS NULL;

-- Somebody is one donor for one number, name and address: what one address says never touches what another confirmed.
DROP INDEX donors_person;
CREATE UNIQUE INDEX donors_person ON donors (phone, name_key, email_key);

-- A change is taken over as it was seen: another one has another version.
ALTER TABLE donor_changes ADD COLUMN version {text} NOT NULL DEFAULT '';

-- Which address a link was sent to, and when it was first used: from then on the earlier ones have ended.
ALTER TABLE blood_links ADD COLUMN mailed_to {text};
ALTER TABLE blood_links ADD COLUMN used_at BIGINT;
CREATE INDEX blood_links_created ON blood_links (created_at);

-- What keeps a published count from being computed by adding donors and looking when it changes.
CREATE TABLE blood_count_salt (salt {text} NOT NULL);
-- {sqlite}
INSERT INTO blood_count_salt (salt) VALUES (hex(randomblob(32)));
-- {postgres}
INSERT INTO blood_count_salt (salt) VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
-- {both}
