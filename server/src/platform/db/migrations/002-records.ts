import { type Kysely, sql } from 'kysely';

/**
 * Why: centers, doctors, patients and exams, each row refused by the database to whoever it does not belong to. A doctor
 * reads a patient only while a live grant stands, and an exam only within the grant's scope.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE medical_centers (
  id uuid PRIMARY KEY,
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 200),
  center_id text NOT NULL UNIQUE CHECK (length(center_id) BETWEEN 3 AND 40),
  address text,
  phone text,
  city text,
  state text,
  zip_code text,
  plan text NOT NULL CHECK (plan IN ('basic', 'premium', 'enterprise')),
  -- null: agreed without a limit
  quota_bytes bigint CHECK (quota_bytes > 0),
  last_activity_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE doctors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  license_number text NOT NULL CHECK (length(license_number) BETWEEN 1 AND 100),
  specialization text NOT NULL CHECK (length(specialization) BETWEEN 1 AND 100),
  gender text CHECK (gender IN ('female', 'male')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'pending_review', 'suspended', 'rejected', 'closed')),
  plan text NOT NULL CHECK (plan IN ('yearly', 'monthly')),
  terms_version text,
  terms_accepted_at timestamptz,
  cardholder_name text,
  card_brand text,
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  card_expiry text CHECK (card_expiry ~ '^[0-9]{2}/[0-9]{2}$'),
  billing_address text,
  billing_city text,
  billing_postal_code text,
  billing_country text,
  first_approved_at timestamptz,
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  reject_reason text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (state <> 'verified' OR first_approved_at IS NOT NULL)
);
CREATE UNIQUE INDEX doctors_license_live ON doctors (lower(license_number)) WHERE state NOT IN ('rejected', 'closed');
CREATE INDEX doctors_waiting ON doctors (created_at) WHERE state IN ('pending', 'pending_review');

ALTER TABLE sessions ADD FOREIGN KEY (center_id) REFERENCES medical_centers (id);
ALTER TABLE sessions ADD FOREIGN KEY (doctor_id) REFERENCES doctors (id);

CREATE TABLE patients (
  id uuid PRIMARY KEY,
  center_id uuid NOT NULL REFERENCES medical_centers (id),
  patient_id text NOT NULL UNIQUE CHECK (patient_id ~ '^P-[0-9A-HJKMNP-TV-Z]{10}$'),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 100),
  -- lower-case ASCII in two halves, made by contract/src/names: found in either alphabet
  name_key text NOT NULL CHECK (name_key ~ '^[a-z0-9 ]*\\|[a-z0-9 ]*$'),
  date_of_birth date NOT NULL CHECK (date_of_birth >= DATE '1900-01-01'),
  gender text NOT NULL CHECK (gender IN ('Male', 'Female', 'Other')),
  email text,
  language text CHECK (language IN ('en', 'el')),
  phone_sealed bytea,
  phone_index bytea CHECK (length(phone_index) = 32),
  amka_sealed bytea,
  amka_index bytea CHECK (length(amka_index) = 32),
  address_sealed bytea,
  registered_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, center_id),
  CHECK ((phone_sealed IS NULL) = (phone_index IS NULL)),
  CHECK ((amka_sealed IS NULL) = (amka_index IS NULL))
);
CREATE INDEX patients_newest ON patients (center_id, created_at DESC, id DESC);
CREATE INDEX patients_by_name ON patients USING gin (center_id, name_key gin_trgm_ops);
CREATE INDEX patients_by_phone ON patients (phone_index) WHERE phone_index IS NOT NULL;
CREATE INDEX patients_by_amka ON patients (amka_index) WHERE amka_index IS NOT NULL;

-- Destroying this row makes everything of the patient unreadable. A schema of its own, so that backups can leave it out.
CREATE TABLE keys.patient_keys (
  patient_id uuid PRIMARY KEY REFERENCES patients (id),
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE exams (
  id uuid PRIMARY KEY,
  center_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  exam_type text NOT NULL CHECK (exam_type IN ('mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other')),
  exam_date date NOT NULL,
  referring_physician text,
  notes_sealed bytea,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  file_size bigint NOT NULL CHECK (file_size > 0),
  content text NOT NULL CHECK (content IN ('dcm', 'zip')),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  status text NOT NULL CHECK (status IN ('processing', 'completed', 'needs-attention', 'withdrawn')),
  status_reason jsonb,
  uploaded_by uuid NOT NULL REFERENCES users (id),
  uploaded_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, center_id, patient_id),
  -- an exam's patient is always of the exam's own center
  FOREIGN KEY (patient_id, center_id) REFERENCES patients (id, center_id)
);
CREATE INDEX exams_newest ON exams (center_id, uploaded_at DESC, id DESC);
CREATE INDEX exams_of_patient ON exams (patient_id, uploaded_at DESC, id DESC) INCLUDE (exam_type, status);

-- The stored things of an exam: its original today; single instances and derived data later. The id names the object in the store.
CREATE TABLE exam_objects (
  id uuid PRIMARY KEY,
  exam_id uuid NOT NULL,
  center_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('original')),
  position integer NOT NULL DEFAULT 0,
  -- the object's own key, wrapped by the patient's
  wrapped_key bytea NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (exam_id, kind, position),
  FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES exams (id, center_id, patient_id) ON UPDATE CASCADE
);
`)
    .execute(db);
}
