import { type Kysely, sql } from 'kysely';

/** Why: a doctor's way to an exam (codes, requests, grants), the trail of every act, and messages that wait to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- One-time codes. A number that belongs to nobody gets a row just the same, with a code that was never sent: a decoy.
CREATE TABLE otp_verifications (
  id uuid PRIMARY KEY,
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  phone_index bytea NOT NULL CHECK (length(phone_index) = 32),
  phone_sealed bytea NOT NULL,
  phone_last3 text NOT NULL CHECK (phone_last3 ~ '^[0-9]{3}$'),
  -- HMAC of the code under a key outside the database; erased once used
  code_mac bytea CHECK (length(code_mac) = 32),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  superseded_at timestamptz
);
CREATE UNIQUE INDEX otp_live ON otp_verifications (doctor_id, phone_index) WHERE verified_at IS NULL AND superseded_at IS NULL;
CREATE INDEX otp_of_doctor ON otp_verifications (doctor_id, created_at DESC);
CREATE INDEX otp_of_phone ON otp_verifications (phone_index, created_at DESC);

CREATE TABLE access_requests (
  id uuid PRIMARY KEY,
  otp_id uuid NOT NULL UNIQUE REFERENCES otp_verifications (id),
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  phone_index bytea NOT NULL,
  phone_last3 text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'el')),
  requested_at timestamptz NOT NULL DEFAULT app_now(),
  -- until when an unanswered link answers
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  answer text CHECK (answer IN ('grant', 'deny')),
  CHECK ((answered_at IS NULL) = (answer IS NULL))
);
CREATE INDEX access_requests_of_doctor ON access_requests (doctor_id, requested_at DESC);

CREATE TABLE patient_access (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES access_requests (id),
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  patient_id uuid NOT NULL,
  center_id uuid NOT NULL,
  -- the patient's public id, which is no secret: names the patient to a doctor whose grant has ended
  public_patient_id text NOT NULL,
  -- of the specification: unique and random, and never leaves the server
  access_token uuid NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'granted', 'denied', 'expired', 'revoked')),
  request_date timestamptz NOT NULL DEFAULT app_now(),
  response_date timestamptz,
  -- of the request while pending, of the grant once granted
  expires_at timestamptz NOT NULL,
  granted_at timestamptz,
  ended_at timestamptz,
  -- exam types that the grant covers; null is all, also of exams to come
  scope text[] CHECK (cardinality(scope) > 0),
  -- what the patient read: its language, version and hash
  language text CHECK (language IN ('en', 'el')),
  text_version text,
  text_hash bytea,
  UNIQUE (request_id, patient_id),
  FOREIGN KEY (patient_id, center_id) REFERENCES patients (id, center_id),
  CHECK (status <> 'granted' OR (granted_at IS NOT NULL AND text_hash IS NOT NULL))
);
-- at most one grant per doctor and patient
CREATE UNIQUE INDEX patient_access_granted ON patient_access (doctor_id, patient_id) WHERE status = 'granted';
CREATE INDEX patient_access_of_doctor ON patient_access (doctor_id, patient_id, response_date DESC);
CREATE INDEX patient_access_by_public_id ON patient_access (doctor_id, public_patient_id);
CREATE INDEX patient_access_of_patient ON patient_access (patient_id, request_date DESC);

-- Who did what to whom, when, and with what outcome. Never names, numbers, codes or tokens. seq, prev and hash wait for the sealer.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT app_now(),
  event text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('success', 'denied', 'failure')),
  actor_kind text NOT NULL CHECK (actor_kind IN ('nobody', 'center', 'doctor', 'admin', 'patient', 'system')),
  -- the person, beside the center or doctor for whom the act was done
  person_id uuid,
  session_ref text,
  center_id uuid,
  doctor_id uuid,
  patient_id uuid,
  object_kind text,
  object_id text,
  exam_type text,
  -- the grant under which a doctor acted, or the request that a link belongs to
  purpose uuid,
  request_id text,
  address_block text,
  details jsonb NOT NULL DEFAULT '{}',
  seq bigint UNIQUE,
  prev bytea,
  hash bytea
);
CREATE INDEX audit_of_doctor ON audit_events (doctor_id, at DESC) WHERE doctor_id IS NOT NULL;
CREATE INDEX audit_of_patient ON audit_events (patient_id, at DESC) WHERE patient_id IS NOT NULL;
CREATE INDEX audit_of_purpose ON audit_events (purpose, at DESC) WHERE purpose IS NOT NULL;
CREATE INDEX audit_of_session ON audit_events (session_ref, at DESC) WHERE session_ref IS NOT NULL;

-- A message to a person, written in the transaction that causes it. Its text is sealed, and emptied once sent, expired or superseded.
CREATE TABLE outbox_messages (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('sms', 'mail')),
  kind text NOT NULL,
  -- 'decoy': for a number that belongs to nobody; never sent
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'expired', 'superseded', 'dead', 'decoy')),
  sealed bytea,
  -- the code or request that the message is about: a superseded one is not sent
  otp_id uuid REFERENCES otp_verifications (id),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz,
  done_at timestamptz,
  CHECK ((state = 'waiting') = (sealed IS NOT NULL))
);
CREATE INDEX outbox_waiting ON outbox_messages (created_at) WHERE state = 'waiting';
`)
    .execute(db);
}
