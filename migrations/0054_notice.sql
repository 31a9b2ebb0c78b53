-- The minimum notice of a doctor: patients cannot book online a visit that begins sooner than so many minutes from now. 0 is none.
-- The desk and the doctor are not bound by it.
ALTER TABLE doctors ADD COLUMN notice_minutes BIGINT NOT NULL DEFAULT 0;
