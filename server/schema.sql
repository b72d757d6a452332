-- Extensions

CREATE EXTENSION btree_gin;

CREATE EXTENSION btree_gist;

CREATE EXTENSION pg_trgm;

-- Domains

CREATE DOMAIN public.language_code AS text
    CONSTRAINT language_code_check CHECK ((VALUE = ANY (ARRAY['en'::text, 'el'::text])));

-- Tables

CREATE TABLE keys.master_keys (
    id integer NOT NULL,
    fingerprint text NOT NULL,
    state text NOT NULL,
    service_wrapped text,
    wrapped_by_other bytea,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT master_keys_fingerprint_key UNIQUE (fingerprint),
    CONSTRAINT master_keys_state_key UNIQUE (state),
    CONSTRAINT master_keys_pkey PRIMARY KEY (id),
    CONSTRAINT master_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
    CONSTRAINT master_keys_id_check CHECK ((id > 0)),
    CONSTRAINT master_keys_state_check CHECK ((state = ANY (ARRAY['current'::text, 'next'::text])))
);
ALTER TABLE keys.master_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys.master_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE keys.patient_keys (
    patient_id uuid NOT NULL,
    wrapped_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    master_id integer DEFAULT 1 NOT NULL,
    CONSTRAINT patient_keys_pkey PRIMARY KEY (patient_id),
    CONSTRAINT patient_keys_master_id_fkey FOREIGN KEY (master_id) REFERENCES keys.master_keys(id),
    CONSTRAINT patient_keys_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES public.patients(id)
);
ALTER TABLE keys.patient_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys.patient_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE keys.retired_master_keys (
    id integer NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT retired_master_keys_fingerprint_key UNIQUE (fingerprint),
    CONSTRAINT retired_master_keys_pkey PRIMARY KEY (id)
);
ALTER TABLE keys.retired_master_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys.retired_master_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE keys.scope_connections (
    pid integer NOT NULL,
    key_id uuid NOT NULL,
    connection_number bigint NOT NULL,
    inner_pad bytea NOT NULL,
    outer_pad bytea NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT scope_connections_pkey PRIMARY KEY (pid)
);

CREATE TABLE keys.scope_keys (
    id uuid NOT NULL,
    key bytea NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    time_zone text,
    CONSTRAINT scope_keys_pkey PRIMARY KEY (id),
    CONSTRAINT scope_keys_key_check CHECK ((octet_length(key) = 32))
);

CREATE TABLE keys.service_keys (
    name text NOT NULL,
    wrapped_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    master_id integer DEFAULT 1 NOT NULL,
    CONSTRAINT service_keys_pkey PRIMARY KEY (name),
    CONSTRAINT service_keys_master_id_fkey FOREIGN KEY (master_id) REFERENCES keys.master_keys(id)
);
ALTER TABLE keys.service_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys.service_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.access_counts (
    subject text NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    is_unusual boolean DEFAULT false NOT NULL,
    usual_count integer,
    CONSTRAINT access_counts_pkey PRIMARY KEY (subject, day),
    CONSTRAINT access_counts_count_check CHECK ((count > 0)),
    CONSTRAINT access_counts_usual_count_check CHECK ((usual_count > 0))
);
CREATE INDEX access_counts_by_day ON public.access_counts USING btree (day);
ALTER TABLE public.access_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.access_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.access_requests (
    id uuid NOT NULL,
    otp_id uuid NOT NULL,
    doctor_id uuid NOT NULL,
    phone_index bytea NOT NULL,
    phone_last3 text NOT NULL,
    language text NOT NULL,
    requested_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    answer text,
    CONSTRAINT access_requests_otp_id_key UNIQUE (otp_id),
    CONSTRAINT access_requests_pkey PRIMARY KEY (id),
    CONSTRAINT access_requests_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT access_requests_otp_id_fkey FOREIGN KEY (otp_id) REFERENCES public.otp_verifications(id),
    CONSTRAINT access_requests_answer_check CHECK ((answer = ANY (ARRAY['grant'::text, 'deny'::text]))),
    CONSTRAINT access_requests_check CHECK (((answered_at IS NULL) = (answer IS NULL))),
    CONSTRAINT access_requests_language_check CHECK ((((language)::public.language_code)::text = language))
);
CREATE INDEX access_requests_of_doctor ON public.access_requests USING btree (doctor_id, requested_at DESC);
ALTER TABLE public.access_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.access_requests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.alarms (
    id uuid NOT NULL,
    kind text NOT NULL,
    doctor_id uuid,
    raised_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    seen_at timestamp with time zone,
    seen_by uuid,
    center_id uuid,
    subject text NOT NULL,
    user_id uuid,
    count integer,
    network text,
    browser text,
    system text,
    held_at timestamp with time zone,
    released_at timestamp with time zone,
    released_by uuid,
    administrators_mailed_at timestamp with time zone,
    account_mailed_at timestamp with time zone,
    CONSTRAINT alarms_pkey PRIMARY KEY (id),
    CONSTRAINT alarms_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT alarms_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT alarms_released_by_fkey FOREIGN KEY (released_by) REFERENCES public.users(id),
    CONSTRAINT alarms_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES public.users(id),
    CONSTRAINT alarms_check1 CHECK (((seen_at IS NULL) = (seen_by IS NULL))),
    CONSTRAINT alarms_hold_check CHECK (((held_at IS NULL) OR (user_id IS NOT NULL))),
    CONSTRAINT alarms_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
    CONSTRAINT alarms_release_check CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((held_at IS NOT NULL) OR (released_at IS NULL))))
);
CREATE INDEX alarms_held ON public.alarms USING btree (user_id) WHERE ((held_at IS NOT NULL) AND (released_at IS NULL));
CREATE INDEX alarms_mailed ON public.alarms USING btree (kind, administrators_mailed_at DESC) WHERE (administrators_mailed_at IS NOT NULL);
CREATE INDEX alarms_of_center ON public.alarms USING btree (center_id) WHERE (center_id IS NOT NULL);
CREATE INDEX alarms_of_doctor ON public.alarms USING btree (doctor_id, kind, raised_at DESC) WHERE (doctor_id IS NOT NULL);
CREATE INDEX alarms_of_subject ON public.alarms USING btree (kind, subject, raised_at DESC);
CREATE UNIQUE INDEX alarms_open ON public.alarms USING btree (kind, subject) WHERE (seen_at IS NULL);
CREATE INDEX alarms_to_mail ON public.alarms USING btree (raised_at) WHERE ((administrators_mailed_at IS NULL) OR (account_mailed_at IS NULL));
ALTER TABLE public.alarms ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.alarms FORCE ROW LEVEL SECURITY;

CREATE TABLE public.annotation_objects (
    set_id uuid NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    "position" integer NOT NULL,
    study_uid text NOT NULL,
    series_uid text NOT NULL,
    sop_uid text NOT NULL,
    sop_class text NOT NULL,
    content_encrypted bytea NOT NULL,
    size_bytes integer NOT NULL,
    CONSTRAINT annotation_objects_pkey PRIMARY KEY (set_id, version, kind, "position"),
    CONSTRAINT annotation_objects_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.annotation_sets(id) ON DELETE CASCADE,
    CONSTRAINT annotation_objects_content_encrypted_check CHECK ((octet_length(content_encrypted) <= 4194304)),
    CONSTRAINT annotation_objects_kind_check CHECK ((kind = ANY (ARRAY['sr'::text, 'pr'::text, 'ko'::text]))),
    CONSTRAINT annotation_objects_position_check CHECK (("position" >= 0)),
    CONSTRAINT annotation_objects_series_uid_check CHECK ((series_uid ~ '^[0-9.]{1,64}$'::text)),
    CONSTRAINT annotation_objects_size_bytes_check CHECK ((size_bytes > 0)),
    CONSTRAINT annotation_objects_sop_class_check CHECK ((sop_class ~ '^[0-9.]{1,64}$'::text)),
    CONSTRAINT annotation_objects_sop_uid_check CHECK ((sop_uid ~ '^[0-9.]{1,64}$'::text)),
    CONSTRAINT annotation_objects_study_uid_check CHECK ((study_uid ~ '^[0-9.]{1,64}$'::text)),
    CONSTRAINT annotation_objects_version_check CHECK ((version > 0))
);
ALTER TABLE public.annotation_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.annotation_objects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.annotation_sets (
    id uuid NOT NULL,
    exam_id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    author_user_id uuid NOT NULL,
    author_doctor_id uuid,
    state text DEFAULT 'draft'::text NOT NULL,
    visibility text DEFAULT 'author'::text NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    wrapped_key bytea NOT NULL,
    content_encrypted bytea NOT NULL,
    heading_encrypted bytea,
    reason_encrypted bytea,
    item_count integer NOT NULL,
    saved_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    updated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT annotation_sets_pkey PRIMARY KEY (id),
    CONSTRAINT annotation_sets_author_doctor_id_fkey FOREIGN KEY (author_doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT annotation_sets_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES public.users(id),
    CONSTRAINT annotation_sets_exam_id_center_id_patient_id_fkey FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES public.exams(id, center_id, patient_id) ON UPDATE CASCADE,
    CONSTRAINT annotation_sets_check CHECK ((((state = 'draft'::text) = (saved_at IS NULL)) AND ((state = 'draft'::text) = (heading_encrypted IS NULL)))),
    CONSTRAINT annotation_sets_check1 CHECK (((state <> 'draft'::text) OR (visibility = 'author'::text))),
    CONSTRAINT annotation_sets_check2 CHECK (((state = 'withdrawn'::text) = (reason_encrypted IS NOT NULL))),
    CONSTRAINT annotation_sets_content_encrypted_check CHECK ((octet_length(content_encrypted) <= 524288)),
    CONSTRAINT annotation_sets_item_count_check CHECK (((item_count >= 0) AND (item_count <= 500))),
    CONSTRAINT annotation_sets_revision_check CHECK ((revision > 0)),
    CONSTRAINT annotation_sets_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'saved'::text, 'withdrawn'::text]))),
    CONSTRAINT annotation_sets_visibility_check CHECK ((visibility = ANY (ARRAY['author'::text, 'center'::text, 'all'::text])))
);
CREATE INDEX annotation_sets_of_patient ON public.annotation_sets USING btree (patient_id);
CREATE UNIQUE INDEX annotation_sets_one_draft ON public.annotation_sets USING btree (exam_id, author_user_id) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX annotation_sets_one_saved ON public.annotation_sets USING btree (exam_id, author_user_id) WHERE (state = 'saved'::text);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.annotation_sets FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_annotations();
CREATE CONSTRAINT TRIGGER keys_follow AFTER UPDATE OF patient_id ON public.annotation_sets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.patient_id <> new.patient_id) AND (SESSION_USER = 'medcloud_app'::name))) EXECUTE FUNCTION public.check_moved_keys();
ALTER TABLE public.annotation_sets ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.annotation_sets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    center_id uuid,
    doctor_id uuid,
    name text NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    member_id uuid,
    CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash),
    CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
    CONSTRAINT api_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.center_members(id),
    CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT api_tokens_check CHECK (((center_id IS NULL) <> (doctor_id IS NULL))),
    CONSTRAINT api_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT api_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX api_tokens_of_member ON public.api_tokens USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX api_tokens_of_user ON public.api_tokens USING btree (user_id, created_at DESC);
CREATE TRIGGER keep_revoked BEFORE UPDATE ON public.api_tokens FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) AND (new.revoked_at IS NULL))) EXECUTE FUNCTION public.keep_revoked();
ALTER TABLE public.api_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.api_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_anchors (
    place text NOT NULL,
    number bigint,
    seq bigint,
    sent_at timestamp with time zone,
    failing_since timestamp with time zone,
    CONSTRAINT audit_anchors_pkey PRIMARY KEY (place),
    CONSTRAINT audit_anchors_check CHECK ((((number IS NULL) = (seq IS NULL)) AND ((number IS NULL) = (sent_at IS NULL))))
);
ALTER TABLE public.audit_anchors ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_anchors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_chain (
    seq bigint NOT NULL,
    event_id bigint NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    mac bytea NOT NULL,
    sealed_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT audit_chain_event_id_key UNIQUE (event_id),
    CONSTRAINT audit_chain_pkey PRIMARY KEY (seq),
    CONSTRAINT audit_chain_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_chain_mac_check CHECK ((length(mac) = 32)),
    CONSTRAINT audit_chain_prev_check CHECK ((length(prev) = 32)),
    CONSTRAINT audit_chain_seq_check CHECK ((seq > 0))
);
ALTER TABLE public.audit_chain ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_chain FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_checkpoints (
    number bigint NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    line text NOT NULL,
    CONSTRAINT audit_checkpoints_pkey PRIMARY KEY (number),
    CONSTRAINT audit_checkpoints_line_check CHECK ((length(line) <= 2000)),
    CONSTRAINT audit_checkpoints_number_check CHECK ((number > 0))
);
ALTER TABLE public.audit_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_checkpoints FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_events (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    event text NOT NULL,
    outcome text NOT NULL,
    actor_kind text NOT NULL,
    person_id uuid,
    session_ref text,
    center_id uuid,
    doctor_id uuid,
    patient_id uuid,
    object_kind text,
    object_id text,
    exam_type text,
    purpose uuid,
    request_id text,
    address_block text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_events_pkey PRIMARY KEY (id),
    CONSTRAINT audit_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['nobody'::text, 'center'::text, 'doctor'::text, 'admin'::text, 'patient'::text, 'system'::text]))),
    CONSTRAINT audit_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'denied'::text, 'failure'::text])))
);
CREATE INDEX audit_failed_sign_ins ON public.audit_events USING btree (at) INCLUDE (address_block, person_id) WHERE ((event = 'login'::text) AND (outcome = 'failure'::text));
CREATE INDEX audit_of_center ON public.audit_events USING btree (center_id, at DESC) WHERE (center_id IS NOT NULL);
CREATE INDEX audit_of_doctor ON public.audit_events USING btree (doctor_id, at DESC) WHERE (doctor_id IS NOT NULL);
CREATE INDEX audit_of_event ON public.audit_events USING btree (event, at DESC);
CREATE INDEX audit_of_object ON public.audit_events USING btree (object_id, at DESC) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_of_patient ON public.audit_events USING btree (patient_id, at DESC) WHERE (patient_id IS NOT NULL);
CREATE INDEX audit_of_person ON public.audit_events USING btree (person_id, at DESC) WHERE (person_id IS NOT NULL);
CREATE INDEX audit_of_purpose ON public.audit_events USING btree (purpose, at DESC) WHERE (purpose IS NOT NULL);
CREATE INDEX audit_of_session ON public.audit_events USING btree (session_ref, at DESC) WHERE (session_ref IS NOT NULL);
CREATE INDEX audit_of_time ON public.audit_events USING btree (at DESC, id DESC);
CREATE TRIGGER await_seal AFTER INSERT ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.await_seal();
CREATE TRIGGER guard BEFORE INSERT ON public.audit_events FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_event();
CREATE TRIGGER note_exam_view AFTER INSERT ON public.audit_events FOR EACH ROW WHEN (((new.event = ANY (ARRAY['exam_downloaded'::text, 'exam_viewed'::text])) AND (new.actor_kind = 'doctor'::text) AND (new.outcome = 'success'::text) AND (new.object_kind = 'exam'::text))) EXECUTE FUNCTION public.note_exam_view();
CREATE TRIGGER watch_event AFTER INSERT ON public.audit_events FOR EACH ROW WHEN (((new.event = ANY (ARRAY['amka_revealed'::text, 'api_token_network'::text, 'audit_exported'::text, 'consent_revoked'::text, 'denied'::text, 'exam_downloaded'::text, 'exam_viewed'::text, 'login'::text])) OR ((new.event = 'exams_listed'::text) AND (new.details ? 'images'::text)))) EXECUTE FUNCTION public.watch_event();
ALTER TABLE public.audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_stream (
    receiver text NOT NULL,
    seq bigint NOT NULL,
    sent_at timestamp with time zone,
    failing_since timestamp with time zone,
    CONSTRAINT audit_stream_pkey PRIMARY KEY (receiver),
    CONSTRAINT audit_stream_seq_check CHECK ((seq >= 0))
);
ALTER TABLE public.audit_stream ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_stream FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_unsealed (
    event_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT audit_unsealed_pkey PRIMARY KEY (event_id)
);
ALTER TABLE public.audit_unsealed ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_unsealed FORCE ROW LEVEL SECURITY;

CREATE TABLE public.bank_csv_columns (
    key bytea NOT NULL,
    headings text[] NOT NULL,
    columns jsonb NOT NULL,
    saved_by uuid NOT NULL,
    saved_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT bank_csv_columns_pkey PRIMARY KEY (key),
    CONSTRAINT bank_csv_columns_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES public.users(id),
    CONSTRAINT bank_csv_columns_columns_check CHECK ((jsonb_typeof(columns) = 'object'::text)),
    CONSTRAINT bank_csv_columns_headings_check CHECK (((cardinality(headings) >= 2) AND (cardinality(headings) <= 60))),
    CONSTRAINT bank_csv_columns_key_check CHECK ((octet_length(key) = 32))
);
ALTER TABLE public.bank_csv_columns ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.bank_csv_columns FORCE ROW LEVEL SECURITY;

CREATE TABLE public.bank_lines (
    id uuid NOT NULL,
    statement_id uuid NOT NULL,
    line_key bytea NOT NULL,
    day date NOT NULL,
    cents integer NOT NULL,
    currency text NOT NULL,
    is_pending boolean NOT NULL,
    is_return boolean NOT NULL,
    payer_sealed bytea NOT NULL,
    text_sealed bytea NOT NULL,
    rf text,
    state text NOT NULL,
    due_ids uuid[] NOT NULL,
    payment_id uuid,
    settled_at timestamp with time zone,
    CONSTRAINT bank_lines_line_key_key UNIQUE (line_key),
    CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
    CONSTRAINT bank_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
    CONSTRAINT bank_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES public.bank_statements(id),
    CONSTRAINT bank_lines_check CHECK (((settled_at IS NULL) OR (payment_id IS NOT NULL))),
    CONSTRAINT bank_lines_check1 CHECK (((state <> 'matched'::text) OR ((cents > 0) AND (currency = 'EUR'::text) AND (NOT is_pending)))),
    CONSTRAINT bank_lines_check2 CHECK (((state <> 'returned'::text) OR (cents < 0))),
    CONSTRAINT bank_lines_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT bank_lines_line_key_check CHECK ((octet_length(line_key) = 32)),
    CONSTRAINT bank_lines_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'proposed'::text, 'unmatched'::text, 'ignored'::text, 'returned'::text])))
);
CREATE INDEX bank_lines_in_order ON public.bank_lines USING btree (day DESC, id DESC);
CREATE INDEX bank_lines_of_rf ON public.bank_lines USING btree (rf, cents) WHERE (state = 'matched'::text);
CREATE INDEX bank_lines_of_state ON public.bank_lines USING btree (state, day DESC, id DESC);
CREATE INDEX bank_lines_of_statement ON public.bank_lines USING btree (statement_id);
CREATE INDEX bank_lines_to_settle ON public.bank_lines USING btree (statement_id, id) WHERE ((state = ANY (ARRAY['matched'::text, 'returned'::text])) AND (settled_at IS NULL));
ALTER TABLE public.bank_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.bank_lines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.bank_statements (
    id uuid NOT NULL,
    iban text NOT NULL,
    sha256 bytea NOT NULL,
    format text NOT NULL,
    from_day date,
    to_day date,
    lines integer NOT NULL,
    imported_by uuid NOT NULL,
    imported_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT bank_statements_sha256_key UNIQUE (sha256),
    CONSTRAINT bank_statements_pkey PRIMARY KEY (id),
    CONSTRAINT bank_statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES public.users(id),
    CONSTRAINT bank_statements_check CHECK ((to_day >= from_day)),
    CONSTRAINT bank_statements_check1 CHECK (((from_day IS NULL) = (to_day IS NULL))),
    CONSTRAINT bank_statements_format_check CHECK ((format = ANY (ARRAY['camt053'::text, 'csv'::text]))),
    CONSTRAINT bank_statements_lines_check CHECK ((lines >= 0)),
    CONSTRAINT bank_statements_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX bank_statements_days ON public.bank_statements USING btree (iban, to_day);
ALTER TABLE public.bank_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.bank_statements FORCE ROW LEVEL SECURITY;

CREATE TABLE public.billing_months (
    month date NOT NULL,
    basis_points integer NOT NULL,
    accounts integer NOT NULL,
    mrr_cents bigint NOT NULL,
    start_accounts integer NOT NULL,
    start_cents bigint NOT NULL,
    ended_accounts integer NOT NULL,
    ended_cents bigint NOT NULL,
    CONSTRAINT billing_months_pkey PRIMARY KEY (month),
    CONSTRAINT billing_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
ALTER TABLE public.billing_months ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.billing_months FORCE ROW LEVEL SECURITY;

CREATE TABLE public.billing_parties (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    legal_name text NOT NULL,
    vat_country text,
    vat_number text,
    vat_state text DEFAULT 'unchecked'::text NOT NULL,
    vat_checked_at timestamp with time zone,
    vat_proof text,
    tax_office text,
    activity text,
    address text,
    city text,
    postal_code text,
    country text NOT NULL,
    region text,
    email text,
    language public.language_code NOT NULL,
    updated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    vat_unavailable_since timestamp with time zone,
    vat_proved_on date,
    vat_proof_text text,
    vat_proved_by uuid,
    CONSTRAINT billing_parties_pkey PRIMARY KEY (user_id),
    CONSTRAINT billing_parties_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT billing_parties_vat_proved_by_fkey FOREIGN KEY (vat_proved_by) REFERENCES public.users(id),
    CONSTRAINT billing_parties_check CHECK (((vat_number IS NULL) = (vat_country IS NULL))),
    CONSTRAINT billing_parties_check1 CHECK ((num_nonnulls(vat_proved_on, vat_proof_text, vat_proved_by) = ANY (ARRAY[0, 3]))),
    CONSTRAINT billing_parties_check2 CHECK (((vat_proved_on IS NULL) OR (vat_number IS NOT NULL))),
    CONSTRAINT billing_parties_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT billing_parties_kind_check CHECK ((kind = ANY (ARRAY['business'::text, 'person'::text]))),
    CONSTRAINT billing_parties_legal_name_check CHECK ((legal_name <> ''::text)),
    CONSTRAINT billing_parties_lengths CHECK (((char_length(legal_name) <= 300) AND (char_length(vat_number) <= 20) AND (char_length(vat_proof) <= 200) AND (char_length(tax_office) <= 100) AND (char_length(activity) <= 200) AND (char_length(address) <= 300) AND (char_length(city) <= 100) AND (char_length(postal_code) <= 20) AND (char_length(region) <= 50) AND (char_length(email) <= 254))),
    CONSTRAINT billing_parties_vat_country_check CHECK ((vat_country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT billing_parties_vat_number_check CHECK (((length(vat_number) >= 1) AND (length(vat_number) <= 30))),
    CONSTRAINT billing_parties_vat_proof_text_check CHECK (((length(vat_proof_text) >= 1) AND (length(vat_proof_text) <= 200))),
    CONSTRAINT billing_parties_vat_state_check CHECK ((vat_state = ANY (ARRAY['unchecked'::text, 'valid'::text, 'invalid'::text, 'unavailable'::text])))
);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.billing_parties FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_party();
CREATE TRIGGER guard_vat_proof BEFORE INSERT OR UPDATE ON public.billing_parties FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_vat_proof();
ALTER TABLE public.billing_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.billing_parties FORCE ROW LEVEL SECURITY;

CREATE TABLE public.block_links (
    token_hash bytea NOT NULL,
    doctor_id uuid NOT NULL,
    phone_index bytea NOT NULL,
    language text NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT block_links_pkey PRIMARY KEY (token_hash),
    CONSTRAINT block_links_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT block_links_language_check CHECK ((((language)::public.language_code)::text = language)),
    CONSTRAINT block_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX block_links_by_time ON public.block_links USING btree (created_at);
ALTER TABLE public.block_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.block_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.breach_notices (
    breach_id uuid NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    notified_at timestamp with time zone,
    reason_sealed bytea,
    decided_at timestamp with time zone,
    decided_by uuid,
    CONSTRAINT breach_notices_pkey PRIMARY KEY (breach_id, kind),
    CONSTRAINT breach_notices_breach_id_fkey FOREIGN KEY (breach_id) REFERENCES public.breaches(id),
    CONSTRAINT breach_notices_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id),
    CONSTRAINT breach_notices_check CHECK (((state = 'notified'::text) = (notified_at IS NOT NULL))),
    CONSTRAINT breach_notices_check1 CHECK (((state <> 'not_needed'::text) OR (reason_sealed IS NOT NULL))),
    CONSTRAINT breach_notices_check2 CHECK ((((state = 'due'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
    CONSTRAINT breach_notices_kind_check CHECK ((kind = ANY (ARRAY['authority'::text, 'persons'::text]))),
    CONSTRAINT breach_notices_state_check CHECK ((state = ANY (ARRAY['due'::text, 'notified'::text, 'not_needed'::text])))
);
ALTER TABLE public.breach_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.breach_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.breaches (
    id uuid NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    alarm_id uuid,
    content_sealed bytea NOT NULL,
    happened_from timestamp with time zone NOT NULL,
    happened_until timestamp with time zone,
    noticed_at timestamp with time zone NOT NULL,
    high_risk boolean NOT NULL,
    scope_kind text NOT NULL,
    scope_value text,
    scope_from timestamp with time zone,
    scope_to timestamp with time zone,
    opened_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    opened_by uuid NOT NULL,
    closed_at timestamp with time zone,
    closed_by uuid,
    close_reason_sealed bytea,
    first_noticed_at timestamp with time zone NOT NULL,
    CONSTRAINT breaches_pkey PRIMARY KEY (id),
    CONSTRAINT breaches_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES public.alarms(id),
    CONSTRAINT breaches_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.users(id),
    CONSTRAINT breaches_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES public.users(id),
    CONSTRAINT breaches_check CHECK ((happened_until >= happened_from)),
    CONSTRAINT breaches_check1 CHECK ((noticed_at >= happened_from)),
    CONSTRAINT breaches_check2 CHECK (((scope_value IS NULL) = (scope_kind = 'period'::text))),
    CONSTRAINT breaches_check3 CHECK ((scope_to >= scope_from)),
    CONSTRAINT breaches_check4 CHECK (((scope_kind <> 'period'::text) OR ((scope_from IS NOT NULL) AND (scope_to IS NOT NULL)))),
    CONSTRAINT breaches_check5 CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT breaches_check6 CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) = (close_reason_sealed IS NULL)))),
    CONSTRAINT breaches_check7 CHECK ((first_noticed_at <= noticed_at)),
    CONSTRAINT breaches_scope_kind_check CHECK ((scope_kind = ANY (ARRAY['account'::text, 'session'::text, 'token'::text, 'period'::text]))),
    CONSTRAINT breaches_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX breaches_in_order ON public.breaches USING btree (state DESC, noticed_at DESC, id DESC);
ALTER TABLE public.breaches ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.breaches FORCE ROW LEVEL SECURITY;

CREATE TABLE public.center_figures (
    center_id uuid NOT NULL,
    patients bigint DEFAULT 0 NOT NULL,
    exams bigint DEFAULT 0 NOT NULL,
    exam_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT center_figures_pkey PRIMARY KEY (center_id),
    CONSTRAINT center_figures_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT center_figures_exam_bytes_check CHECK ((exam_bytes >= 0)),
    CONSTRAINT center_figures_exams_check CHECK ((exams >= 0)),
    CONSTRAINT center_figures_patients_check CHECK ((patients >= 0))
) WITH (fillfactor=50);
ALTER TABLE public.center_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.center_figures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.center_members (
    id uuid NOT NULL,
    center_id uuid NOT NULL,
    user_id uuid,
    roles text[] NOT NULL,
    is_clinical boolean GENERATED ALWAYS AS ((roles && ARRAY['owner'::text, 'technician'::text, 'secretary'::text, 'radiologist'::text])) STORED NOT NULL,
    username text NOT NULL,
    display_name text NOT NULL,
    email text NOT NULL,
    language public.language_code NOT NULL,
    state text DEFAULT 'invited'::text NOT NULL,
    invited_by uuid NOT NULL,
    invite_hash bytea NOT NULL,
    invited_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    invite_expires_at timestamp with time zone NOT NULL,
    joined_at timestamp with time zone,
    suspended_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT center_members_invite_hash_key UNIQUE (invite_hash),
    CONSTRAINT center_members_pkey PRIMARY KEY (id),
    CONSTRAINT center_members_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT center_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id),
    CONSTRAINT center_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT center_members_check CHECK (((user_id IS NULL) = (joined_at IS NULL))),
    CONSTRAINT center_members_check1 CHECK (((state <> ALL (ARRAY['active'::text, 'suspended'::text])) OR (user_id IS NOT NULL))),
    CONSTRAINT center_members_check2 CHECK (((state <> 'invited'::text) OR (user_id IS NULL))),
    CONSTRAINT center_members_check3 CHECK (((state = 'suspended'::text) = (suspended_at IS NOT NULL))),
    CONSTRAINT center_members_check4 CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT center_members_display_name_check CHECK (((length(display_name) >= 2) AND (length(display_name) <= 100))),
    CONSTRAINT center_members_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT center_members_invite_hash_check CHECK ((octet_length(invite_hash) = 32)),
    CONSTRAINT center_members_roles_check CHECK ((((cardinality(roles) >= 1) AND (cardinality(roles) <= 5)) AND (roles <@ ARRAY['owner'::text, 'technician'::text, 'secretary'::text, 'radiologist'::text, 'billing'::text]))),
    CONSTRAINT center_members_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text, 'ended'::text]))),
    CONSTRAINT center_members_username_check CHECK ((((length(username) >= 2) AND (length(username) <= 40)) AND (username !~ '[/@[:space:]]'::text)))
);
CREATE UNIQUE INDEX center_members_email_live ON public.center_members USING btree (center_id, email) WHERE (state <> 'ended'::text);
CREATE INDEX center_members_newest ON public.center_members USING btree (center_id, invited_at DESC, id);
CREATE INDEX center_members_of_user ON public.center_members USING btree (user_id);
CREATE UNIQUE INDEX center_members_user_live ON public.center_members USING btree (center_id, user_id) WHERE (state <> 'ended'::text);
CREATE UNIQUE INDEX center_members_username_live ON public.center_members USING btree (center_id, public.any_case(username)) WHERE (state <> 'ended'::text);
CREATE TRIGGER guard_member BEFORE UPDATE ON public.center_members FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_member();
ALTER TABLE public.center_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.center_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.center_settings (
    center_id uuid NOT NULL,
    second_factor_from date,
    idle_minutes integer DEFAULT 30 NOT NULL,
    CONSTRAINT center_settings_pkey PRIMARY KEY (center_id),
    CONSTRAINT center_settings_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT center_settings_idle_minutes_check CHECK (((idle_minutes >= 5) AND (idle_minutes <= 30)))
);
ALTER TABLE public.center_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.center_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.consent_links (
    token_hash bytea NOT NULL,
    request_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    access_id uuid,
    ended_at timestamp with time zone,
    phone_sealed bytea,
    CONSTRAINT consent_links_pkey PRIMARY KEY (token_hash),
    CONSTRAINT consent_links_access_id_fkey FOREIGN KEY (access_id) REFERENCES public.patient_access(id),
    CONSTRAINT consent_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX consent_links_of_access ON public.consent_links USING btree (access_id, created_at) WHERE (access_id IS NOT NULL);
CREATE INDEX consent_links_of_request ON public.consent_links USING btree (request_id);
ALTER TABLE public.consent_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.consent_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.doctor_exam_views (
    doctor_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    first_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    last_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT doctor_exam_views_pkey PRIMARY KEY (doctor_id, exam_id),
    CONSTRAINT doctor_exam_views_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT doctor_exam_views_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES public.exams(id)
);
CREATE INDEX doctor_exam_views_by_exam ON public.doctor_exam_views USING btree (exam_id);
ALTER TABLE public.doctor_exam_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.doctor_exam_views FORCE ROW LEVEL SECURITY;

CREATE TABLE public.doctors (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    license_number text NOT NULL,
    specialization text NOT NULL,
    gender text,
    state text DEFAULT 'pending'::text NOT NULL,
    plan text NOT NULL,
    terms_version text,
    terms_accepted_at timestamp with time zone,
    first_approved_at timestamp with time zone,
    decided_at timestamp with time zone,
    decided_by uuid,
    reject_reason text,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    review_since timestamp with time zone,
    approved_first_name text,
    approved_last_name text,
    approved_license_number text,
    next_plan text,
    next_plan_from date,
    name_key text NOT NULL,
    CONSTRAINT doctors_user_id_key UNIQUE (user_id),
    CONSTRAINT doctors_pkey PRIMARY KEY (id),
    CONSTRAINT doctors_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id),
    CONSTRAINT doctors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT doctors_check CHECK (((state <> 'verified'::text) OR (first_approved_at IS NOT NULL))),
    CONSTRAINT doctors_check1 CHECK (((review_since IS NULL) = (approved_license_number IS NULL))),
    CONSTRAINT doctors_check2 CHECK (((next_plan IS NULL) = (next_plan_from IS NULL))),
    CONSTRAINT doctors_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
    CONSTRAINT doctors_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text]))),
    CONSTRAINT doctors_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
    CONSTRAINT doctors_license_number_check CHECK (((length(license_number) >= 1) AND (length(license_number) <= 100))),
    CONSTRAINT doctors_name_key_check CHECK ((name_key ~ '^[a-z0-9 ]*\|[a-z0-9 ]*$'::text)),
    CONSTRAINT doctors_next_plan_check CHECK ((next_plan = ANY (ARRAY['yearly'::text, 'monthly'::text]))),
    CONSTRAINT doctors_plan_check CHECK ((plan = ANY (ARRAY['yearly'::text, 'monthly'::text]))),
    CONSTRAINT doctors_specialization_check CHECK (((length(specialization) >= 1) AND (length(specialization) <= 100))),
    CONSTRAINT doctors_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'pending_review'::text, 'suspended'::text, 'rejected'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX doctors_license_live ON public.doctors USING btree (public.any_case(license_number)) WHERE (state <> ALL (ARRAY['rejected'::text, 'closed'::text]));
CREATE INDEX doctors_newest ON public.doctors USING btree (created_at DESC, id DESC);
CREATE INDEX doctors_waiting ON public.doctors USING btree (created_at) WHERE (state = ANY (ARRAY['pending'::text, 'pending_review'::text]));
CREATE TRIGGER guard BEFORE UPDATE ON public.doctors FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_doctor();
ALTER TABLE public.doctors ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.doctors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dues (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    price_id text NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    net_cents integer NOT NULL,
    vat_cents integer NOT NULL,
    gross_cents integer NOT NULL,
    tax_case text NOT NULL,
    reference bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    rf text GENERATED ALWAYS AS ((('RF'::text || lpad(((98 - (((reference * 1000000) + 271500) % (97)::bigint)))::text, 2, '0'::text)) || lpad((reference)::text, 10, '0'::text))) STORED NOT NULL,
    due_on date NOT NULL,
    invoice_id uuid,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    months integer,
    price_cents integer,
    CONSTRAINT dues_rf_key UNIQUE (rf),
    CONSTRAINT dues_pkey PRIMARY KEY (id),
    CONSTRAINT dues_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id),
    CONSTRAINT dues_price_id_fkey FOREIGN KEY (price_id) REFERENCES public.prices(id),
    CONSTRAINT dues_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT dues_check CHECK ((to_day >= from_day)),
    CONSTRAINT dues_check1 CHECK (((gross_cents > 0) AND (gross_cents = (net_cents + vat_cents)))),
    CONSTRAINT dues_kind_check CHECK ((kind = ANY (ARRAY['first'::text, 'renewal'::text, 'upgrade'::text, 'agreed'::text]))),
    CONSTRAINT dues_months_check CHECK ((months > 0)),
    CONSTRAINT dues_net_cents_check CHECK ((net_cents >= 0)),
    CONSTRAINT dues_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT dues_reference_check CHECK (((reference >= 1) AND (reference <= '9999999999'::bigint))),
    CONSTRAINT dues_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'withdrawn'::text]))),
    CONSTRAINT dues_vat_cents_check CHECK ((vat_cents >= 0))
);
CREATE INDEX dues_of_amount ON public.dues USING btree (gross_cents, due_on, id) WHERE ((state = 'open'::text) AND (gross_cents > 0));
CREATE UNIQUE INDEX dues_of_invoice ON public.dues USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX dues_once ON public.dues USING btree (user_id, kind, from_day) WHERE (state = 'open'::text);
CREATE INDEX dues_open_of_user ON public.dues USING btree (user_id, due_on, id) WHERE (state = 'open'::text);
CREATE TRIGGER guard BEFORE UPDATE ON public.dues FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_due();
ALTER TABLE public.dues ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.dues FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dunning_steps (
    due_id uuid NOT NULL,
    step text NOT NULL,
    since date NOT NULL,
    sent_on date NOT NULL,
    at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT dunning_steps_pkey PRIMARY KEY (due_id, step, since),
    CONSTRAINT dunning_steps_due_id_fkey FOREIGN KEY (due_id) REFERENCES public.dues(id),
    CONSTRAINT dunning_steps_step_check CHECK ((step = ANY (ARRAY['request'::text, 'soon'::text, 'due'::text, 'late'::text, 'last'::text, 'suspended'::text, 'ended'::text, 'card_soon'::text, 'card_failed'::text])))
);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.dunning_steps FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
ALTER TABLE public.dunning_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.dunning_steps FORCE ROW LEVEL SECURITY;

CREATE TABLE public.exam_objects (
    id uuid NOT NULL,
    exam_id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    kind text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    wrapped_key bytea NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT exam_objects_exam_id_kind_position_key UNIQUE (exam_id, kind, "position"),
    CONSTRAINT exam_objects_pkey PRIMARY KEY (id),
    CONSTRAINT exam_objects_exam_id_center_id_patient_id_fkey FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES public.exams(id, center_id, patient_id) ON UPDATE CASCADE,
    CONSTRAINT exam_objects_kind_check CHECK ((kind = ANY (ARRAY['original'::text, 'contents'::text, 'manifest'::text, 'thumbnail'::text, 'frames'::text, 'wrapped'::text, 'rendered'::text]))),
    CONSTRAINT exam_objects_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT exam_objects_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX exam_objects_cached ON public.exam_objects USING btree (created_at, exam_id) INCLUDE (size_bytes) WHERE (kind = ANY (ARRAY['frames'::text, 'rendered'::text]));
CREATE TRIGGER guard_exam_object BEFORE INSERT ON public.exam_objects FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_exam_object();
ALTER TABLE public.exam_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.exam_objects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.exams (
    id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    exam_type text NOT NULL,
    exam_date date NOT NULL,
    referring_physician text,
    notes_sealed bytea,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    content text NOT NULL,
    sha256 bytea NOT NULL,
    status text NOT NULL,
    status_reason jsonb,
    uploaded_by uuid NOT NULL,
    uploaded_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    reason_sealed bytea,
    changed_at timestamp with time zone,
    imaging_state text DEFAULT 'waiting'::text NOT NULL,
    imaging_fault text,
    imaging_version integer,
    imaging_attempts integer DEFAULT 0 NOT NULL,
    imaged_at timestamp with time zone,
    instance_count integer,
    other_count integer,
    unreadable_count integer,
    confirmed_doubts text[] DEFAULT '{}'::text[] NOT NULL,
    awaits_comparison boolean DEFAULT false NOT NULL,
    duplicate_count integer,
    marks jsonb DEFAULT '{}'::jsonb NOT NULL,
    scan_state text DEFAULT 'none'::text NOT NULL,
    scan_findings bytea,
    scanned_at timestamp with time zone,
    is_open boolean GENERATED ALWAYS AS (((NOT awaits_comparison) AND (scan_state <> 'infected'::text) AND ((status = ANY (ARRAY['processing'::text, 'completed'::text])) OR ((status = 'needs-attention'::text) AND (imaging_state = 'failed'::text) AND ((status_reason IS NULL) OR (COALESCE((status_reason ->> 'confirmed'::text), ''::text) = 'true'::text)))))) STORED NOT NULL,
    scan_fault text,
    scan_attempts integer DEFAULT 0 NOT NULL,
    scan_due_at timestamp with time zone,
    study_description text,
    modalities text[],
    body_parts text[],
    laterality text,
    series_count integer,
    image_count integer,
    key_study_uid text,
    key_series_uid text,
    CONSTRAINT exams_id_center_id_patient_id_key UNIQUE (id, center_id, patient_id),
    CONSTRAINT exams_pkey PRIMARY KEY (id),
    CONSTRAINT exams_patient_id_center_id_fkey FOREIGN KEY (patient_id, center_id) REFERENCES public.patients(id, center_id),
    CONSTRAINT exams_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id),
    CONSTRAINT exams_check CHECK (((imaging_state = 'failed'::text) = (imaging_fault IS NOT NULL))),
    CONSTRAINT exams_check1 CHECK (((content = ANY (ARRAY['dcm'::text, 'zip'::text])) OR (exam_type = ANY (ARRAY['blood'::text, 'other'::text])))),
    CONSTRAINT exams_check2 CHECK (((scan_state = 'infected'::text) = (scan_findings IS NOT NULL))),
    CONSTRAINT exams_check3 CHECK (((scan_state = ANY (ARRAY['none'::text, 'waiting'::text])) OR ((scan_fault IS NULL) AND (scan_due_at IS NULL)))),
    CONSTRAINT exams_confirmed_doubts_check CHECK ((confirmed_doubts <@ ARRAY['name'::text, 'birthDate'::text, 'sex'::text, 'number'::text, 'several-patients'::text, 'not-compared'::text])),
    CONSTRAINT exams_content_check CHECK ((content = ANY (ARRAY['dcm'::text, 'zip'::text, 'pdf'::text, 'jpg'::text, 'png'::text]))),
    CONSTRAINT exams_exam_type_check CHECK ((exam_type = ANY (ARRAY['mri'::text, 'ct'::text, 'xray'::text, 'blood'::text, 'ultrasound'::text, 'pet-ct'::text, 'other'::text]))),
    CONSTRAINT exams_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
    CONSTRAINT exams_file_size_check CHECK ((file_size > 0)),
    CONSTRAINT exams_imaging_fault_check CHECK ((length(imaging_fault) <= 60)),
    CONSTRAINT exams_imaging_state_check CHECK ((imaging_state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
    CONSTRAINT exams_laterality_check CHECK ((laterality = ANY (ARRAY['R'::text, 'L'::text, 'B'::text]))),
    CONSTRAINT exams_scan_fault_check CHECK ((scan_fault = ANY (ARRAY['limit'::text, 'failed'::text]))),
    CONSTRAINT exams_scan_state_check CHECK ((scan_state = ANY (ARRAY['none'::text, 'waiting'::text, 'clean'::text, 'infected'::text]))),
    CONSTRAINT exams_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT exams_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'completed'::text, 'needs-attention'::text, 'withdrawn'::text]))),
    CONSTRAINT exams_study_description_check CHECK ((length(study_description) <= 200))
);
CREATE INDEX exams_counted ON public.exams USING btree (center_id, uploaded_at) WHERE (status <> 'withdrawn'::text);
CREATE INDEX exams_newest ON public.exams USING btree (center_id, uploaded_at DESC, id DESC);
CREATE INDEX exams_not_scanned ON public.exams USING btree (id) WHERE (scan_state = 'none'::text);
CREATE INDEX exams_of_patient ON public.exams USING btree (patient_id, uploaded_at DESC, id DESC) INCLUDE (exam_type, status);
CREATE INDEX exams_to_image ON public.exams USING btree (id) WHERE (imaging_state = 'waiting'::text);
CREATE INDEX exams_to_scan ON public.exams USING btree (id) WHERE (scan_state = 'waiting'::text);
CREATE INDEX exams_without_summary ON public.exams USING btree (id) WHERE ((series_count IS NULL) AND (imaging_state = 'ready'::text));
CREATE TRIGGER figures_add AFTER INSERT ON public.exams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_exams();
CREATE TRIGGER figures_change AFTER UPDATE OF status ON public.exams FOR EACH ROW WHEN (((old.status = 'withdrawn'::text) <> (new.status = 'withdrawn'::text))) EXECUTE FUNCTION public.count_withdrawal();
CREATE TRIGGER figures_remove AFTER DELETE ON public.exams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_exams();
CREATE TRIGGER guard_exam_act BEFORE UPDATE OF awaits_comparison, confirmed_doubts, patient_id, status, status_reason ON public.exams FOR EACH ROW WHEN (((CURRENT_USER = 'medcloud_app'::name) AND (((((old.awaits_comparison IS DISTINCT FROM new.awaits_comparison) OR (old.confirmed_doubts IS DISTINCT FROM new.confirmed_doubts)) OR (old.patient_id IS DISTINCT FROM new.patient_id)) OR (old.status IS DISTINCT FROM new.status)) OR (old.status_reason IS DISTINCT FROM new.status_reason)))) EXECUTE FUNCTION public.guard_exam_act();
CREATE TRIGGER guard_imaging BEFORE UPDATE ON public.exams FOR EACH ROW WHEN (((CURRENT_USER = 'medcloud_app'::name) AND (public.scope_exam() IS NOT NULL))) EXECUTE FUNCTION public.guard_imaging();
CREATE TRIGGER guard_scan BEFORE INSERT OR UPDATE ON public.exams FOR EACH ROW EXECUTE FUNCTION public.guard_scan();
CREATE TRIGGER refuse_erased BEFORE INSERT OR UPDATE OF patient_id ON public.exams FOR EACH ROW EXECUTE FUNCTION public.refuse_erased();
ALTER TABLE public.exams ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.exams FORCE ROW LEVEL SECURITY;

CREATE TABLE public.factor_resets (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    asked_by uuid NOT NULL,
    recognized_by text NOT NULL,
    reason text NOT NULL,
    asked_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    effective_at timestamp with time zone DEFAULT (public.app_now() + '24:00:00'::interval) NOT NULL,
    cancel_hash bytea NOT NULL,
    needs_confirmation boolean NOT NULL,
    confirmed_by uuid,
    confirmed_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    cancelled_by_owner boolean,
    done_at timestamp with time zone,
    CONSTRAINT factor_resets_cancel_hash_key UNIQUE (cancel_hash),
    CONSTRAINT factor_resets_pkey PRIMARY KEY (id),
    CONSTRAINT factor_resets_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id),
    CONSTRAINT factor_resets_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES public.users(id),
    CONSTRAINT factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT factor_resets_cancel_hash_check CHECK ((octet_length(cancel_hash) = 32)),
    CONSTRAINT factor_resets_check CHECK (((user_id <> asked_by) AND (user_id IS DISTINCT FROM confirmed_by))),
    CONSTRAINT factor_resets_check1 CHECK ((asked_by <> confirmed_by)),
    CONSTRAINT factor_resets_check2 CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
    CONSTRAINT factor_resets_check3 CHECK (((cancelled_at IS NULL) = (cancelled_by_owner IS NULL))),
    CONSTRAINT factor_resets_check4 CHECK ((num_nonnulls(cancelled_at, done_at) < 2)),
    CONSTRAINT factor_resets_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT factor_resets_recognized_by_check CHECK ((recognized_by = ANY (ARRAY['in_person'::text, 'video'::text, 'callback'::text])))
);
CREATE UNIQUE INDEX factor_resets_open ON public.factor_resets USING btree (user_id) WHERE ((cancelled_at IS NULL) AND (done_at IS NULL));
ALTER TABLE public.factor_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.factor_resets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.fiscal_checks (
    only_row boolean DEFAULT true NOT NULL,
    is_needed boolean DEFAULT false NOT NULL,
    checked_at timestamp with time zone,
    CONSTRAINT fiscal_checks_pkey PRIMARY KEY (only_row),
    CONSTRAINT fiscal_checks_only_row_check CHECK (only_row)
);
ALTER TABLE public.fiscal_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fiscal_checks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.fiscal_documents (
    invoice_id uuid NOT NULL,
    driver text NOT NULL,
    state text NOT NULL,
    document_type text NOT NULL,
    uid text NOT NULL,
    corrects_mark text,
    mark text,
    auth_code text,
    qr_url text,
    cancel_mark text,
    tries integer DEFAULT 0 NOT NULL,
    error_code text,
    next_try_at timestamp with time zone,
    mail_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    changed_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT fiscal_documents_uid_key UNIQUE (uid),
    CONSTRAINT fiscal_documents_pkey PRIMARY KEY (invoice_id),
    CONSTRAINT fiscal_documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id),
    CONSTRAINT fiscal_documents_auth_code_check CHECK ((char_length(auth_code) <= 200)),
    CONSTRAINT fiscal_documents_cancel_mark_check CHECK ((cancel_mark ~ '^[0-9]{1,19}$'::text)),
    CONSTRAINT fiscal_documents_check CHECK (((mark IS NULL) OR (state = ANY (ARRAY['accepted'::text, 'cancelling'::text, 'cancelled'::text])))),
    CONSTRAINT fiscal_documents_check1 CHECK (((state <> ALL (ARRAY['cancelling'::text, 'cancelled'::text])) OR (mark IS NOT NULL))),
    CONSTRAINT fiscal_documents_check2 CHECK (((cancel_mark IS NOT NULL) = (state = 'cancelled'::text))),
    CONSTRAINT fiscal_documents_corrects_mark_check CHECK ((corrects_mark ~ '^[0-9]{1,19}$'::text)),
    CONSTRAINT fiscal_documents_document_type_check CHECK ((document_type ~ '^[0-9]{1,2}[.][0-9]$'::text)),
    CONSTRAINT fiscal_documents_driver_check CHECK ((driver = ANY (ARRAY['file'::text, 'mydata'::text]))),
    CONSTRAINT fiscal_documents_error_code_check CHECK ((char_length(error_code) <= 100)),
    CONSTRAINT fiscal_documents_mark_check CHECK ((mark ~ '^[0-9]{1,19}$'::text)),
    CONSTRAINT fiscal_documents_qr_url_check CHECK ((char_length(qr_url) <= 2000)),
    CONSTRAINT fiscal_documents_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'accepted'::text, 'rejected'::text, 'cancelling'::text, 'cancelled'::text]))),
    CONSTRAINT fiscal_documents_tries_check CHECK ((tries >= 0)),
    CONSTRAINT fiscal_documents_uid_check CHECK ((uid ~ '^[0-9A-F]{40}$'::text))
);
CREATE INDEX fiscal_documents_in_order ON public.fiscal_documents USING btree (invoice_id DESC);
CREATE INDEX fiscal_documents_of_state ON public.fiscal_documents USING btree (state, invoice_id DESC) WHERE (state <> 'accepted'::text);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.fiscal_documents FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_fiscal();
ALTER TABLE public.fiscal_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fiscal_documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.fiscal_found_documents (
    id uuid NOT NULL,
    mark text NOT NULL,
    uid text,
    series text NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    document_type text NOT NULL,
    issued_on date NOT NULL,
    gross_cents bigint NOT NULL,
    found_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    taken_over_at timestamp with time zone,
    taken_over_by uuid,
    CONSTRAINT fiscal_found_documents_mark_key UNIQUE (mark),
    CONSTRAINT fiscal_found_documents_pkey PRIMARY KEY (id),
    CONSTRAINT fiscal_found_documents_taken_over_by_fkey FOREIGN KEY (taken_over_by) REFERENCES public.users(id),
    CONSTRAINT fiscal_found_documents_check CHECK (((taken_over_at IS NULL) = (taken_over_by IS NULL))),
    CONSTRAINT fiscal_found_documents_document_type_check CHECK ((char_length(document_type) <= 10)),
    CONSTRAINT fiscal_found_documents_mark_check CHECK ((mark ~ '^[0-9]{1,19}$'::text)),
    CONSTRAINT fiscal_found_documents_number_check CHECK ((number > 0)),
    CONSTRAINT fiscal_found_documents_number_limit CHECK ((number <= 999999999)),
    CONSTRAINT fiscal_found_documents_series_check CHECK ((series ~ '^[A-Z0-9]{1,10}$'::text)),
    CONSTRAINT fiscal_found_documents_uid_check CHECK ((char_length(uid) <= 100)),
    CONSTRAINT fiscal_found_documents_year_check CHECK (((year >= 2000) AND (year <= 9999)))
);
CREATE INDEX fiscal_found_of_day ON public.fiscal_found_documents USING btree (issued_on);
CREATE INDEX fiscal_found_waiting ON public.fiscal_found_documents USING btree (series, year, number) WHERE (taken_over_at IS NULL);
ALTER TABLE public.fiscal_found_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fiscal_found_documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.health_hours (
    name text NOT NULL,
    hour timestamp with time zone NOT NULL,
    checks integer NOT NULL,
    warnings integer NOT NULL,
    failures integer NOT NULL,
    slowest_ms double precision NOT NULL,
    CONSTRAINT health_hours_pkey PRIMARY KEY (name, hour),
    CONSTRAINT health_hours_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
ALTER TABLE public.health_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.health_hours FORCE ROW LEVEL SECURITY;

CREATE TABLE public.health_probes (
    id uuid NOT NULL,
    CONSTRAINT health_probes_pkey PRIMARY KEY (id)
);
ALTER TABLE public.health_probes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.health_probes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.health_states (
    name text NOT NULL,
    state text NOT NULL,
    since timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT health_states_pkey PRIMARY KEY (name),
    CONSTRAINT health_states_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    CONSTRAINT health_states_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'warning'::text, 'failed'::text])))
);
ALTER TABLE public.health_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.health_states FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_keys (
    user_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    object_id uuid,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, route, key),
    CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX idempotency_keys_by_time ON public.idempotency_keys USING btree (created_at);
ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.installation (
    name text NOT NULL,
    value text NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT installation_pkey PRIMARY KEY (name)
);
ALTER TABLE public.installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.installation FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invoice_files (
    invoice_id uuid NOT NULL,
    language public.language_code NOT NULL,
    made_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    bytes bytea NOT NULL,
    sha256 bytea NOT NULL,
    mark text,
    CONSTRAINT invoice_files_once UNIQUE NULLS NOT DISTINCT (invoice_id, language, mark),
    CONSTRAINT invoice_files_pkey PRIMARY KEY (invoice_id, language, made_at),
    CONSTRAINT invoice_files_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id),
    CONSTRAINT invoice_files_hash CHECK ((sha256 = sha256(bytes))),
    CONSTRAINT invoice_files_mark_check CHECK ((mark ~ '^[0-9]{1,19}$'::text)),
    CONSTRAINT invoice_files_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT invoice_files_size CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 1048576)))
);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_files FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE TRIGGER marked BEFORE INSERT ON public.invoice_files FOR EACH ROW EXECUTE FUNCTION public.check_file_mark();
ALTER TABLE public.invoice_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoice_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invoice_lines (
    invoice_id uuid NOT NULL,
    "position" integer NOT NULL,
    text_en text NOT NULL,
    text_el text NOT NULL,
    quantity integer NOT NULL,
    net_cents integer NOT NULL,
    basis_points integer NOT NULL,
    vat_cents integer NOT NULL,
    gross_cents integer NOT NULL,
    mydata_category integer NOT NULL,
    exemption integer,
    income_category text NOT NULL,
    income_type text NOT NULL,
    CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, "position"),
    CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id),
    CONSTRAINT invoice_lines_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
    CONSTRAINT invoice_lines_check CHECK ((gross_cents = (net_cents + vat_cents))),
    CONSTRAINT invoice_lines_net_cents_check CHECK ((net_cents >= 0)),
    CONSTRAINT invoice_lines_position_check CHECK (("position" > 0)),
    CONSTRAINT invoice_lines_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT invoice_lines_vat_cents_check CHECK ((vat_cents >= 0))
);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE CONSTRAINT TRIGGER lines_add_up AFTER INSERT ON public.invoice_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_invoice_lines();
CREATE TRIGGER with_document BEFORE INSERT ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION public.check_line();
ALTER TABLE public.invoice_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoice_lines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invoice_series (
    code text NOT NULL,
    year integer NOT NULL,
    next_number integer NOT NULL,
    last_issued_on date NOT NULL,
    CONSTRAINT invoice_series_pkey PRIMARY KEY (code, year),
    CONSTRAINT invoice_series_check CHECK ((EXTRACT(year FROM last_issued_on) = (year)::numeric)),
    CONSTRAINT invoice_series_code_check CHECK ((code ~ '^[A-Z0-9]{1,10}$'::text)),
    CONSTRAINT invoice_series_next_number_check CHECK ((next_number > 1))
);
CREATE CONSTRAINT TRIGGER number_used AFTER INSERT OR UPDATE ON public.invoice_series DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_number_used();
ALTER TABLE public.invoice_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoice_series FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invoices (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    series text NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    issued_on date NOT NULL,
    due_on date NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    seller jsonb NOT NULL,
    buyer jsonb NOT NULL,
    language public.language_code NOT NULL,
    tax_case text NOT NULL,
    net_cents integer NOT NULL,
    vat_cents integer NOT NULL,
    gross_cents integer NOT NULL,
    credits_id uuid,
    rf text,
    reason text,
    sha256 bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT invoices_series_year_number_key UNIQUE (series, year, number),
    CONSTRAINT invoices_pkey PRIMARY KEY (id),
    CONSTRAINT invoices_credits_id_fkey FOREIGN KEY (credits_id) REFERENCES public.invoices(id),
    CONSTRAINT invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT invoices_check CHECK ((due_on >= issued_on)),
    CONSTRAINT invoices_check1 CHECK ((to_day >= from_day)),
    CONSTRAINT invoices_check2 CHECK (((gross_cents > 0) AND (gross_cents = (net_cents + vat_cents)))),
    CONSTRAINT invoices_check3 CHECK ((((kind = 'credit_note'::text) = (credits_id IS NOT NULL)) AND ((kind = 'credit_note'::text) = (reason IS NOT NULL)))),
    CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
    CONSTRAINT invoices_net_cents_check CHECK ((net_cents >= 0)),
    CONSTRAINT invoices_number_check CHECK ((number > 0)),
    CONSTRAINT invoices_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT invoices_vat_cents_check CHECK ((vat_cents >= 0))
);
CREATE INDEX invoices_credits ON public.invoices USING btree (credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX invoices_in_order ON public.invoices USING btree (issued_on DESC, id DESC);
CREATE INDEX invoices_of_user ON public.invoices USING btree (user_id, issued_on DESC, id DESC);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE CONSTRAINT TRIGGER lines_add_up AFTER INSERT ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_invoice_lines();
CREATE TRIGGER numbered AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION public.check_invoice_number();
ALTER TABLE public.invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.jobs (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    key text,
    state text DEFAULT 'waiting'::text NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    max_attempts integer DEFAULT 10 NOT NULL,
    lease uuid,
    every_ms bigint,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT jobs_pkey PRIMARY KEY (id),
    CONSTRAINT jobs_check CHECK (((state = 'running'::text) = (lease IS NOT NULL))),
    CONSTRAINT jobs_check1 CHECK (((every_ms IS NULL) OR (state <> 'dead'::text))),
    CONSTRAINT jobs_every_ms_check CHECK ((every_ms > 0)),
    CONSTRAINT jobs_key_check CHECK (((length(key) >= 1) AND (length(key) <= 300))),
    CONSTRAINT jobs_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 100))),
    CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts > 0)),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'dead'::text])))
);
CREATE INDEX jobs_dead ON public.jobs USING btree (due_at DESC) WHERE (state = 'dead'::text);
CREATE INDEX jobs_due ON public.jobs USING btree (due_at, id) WHERE (state <> 'dead'::text);
CREATE UNIQUE INDEX jobs_repeating ON public.jobs USING btree (kind) WHERE (every_ms IS NOT NULL);
CREATE UNIQUE INDEX jobs_waiting_key ON public.jobs USING btree (kind, key) WHERE ((state = 'waiting'::text) AND (key IS NOT NULL));
ALTER TABLE public.jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.jobs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL,
    CONSTRAINT kysely_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL,
    CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id)
);

CREATE TABLE public.ledger_entries (
    id uuid NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    user_id uuid,
    source text NOT NULL,
    source_id uuid NOT NULL,
    actor uuid,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    reason_sealed bytea,
    CONSTRAINT ledger_entries_kind_source_source_id_key UNIQUE (kind, source, source_id),
    CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
    CONSTRAINT ledger_entries_actor_fkey FOREIGN KEY (actor) REFERENCES public.users(id),
    CONSTRAINT ledger_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['issued'::text, 'received'::text, 'allocated'::text, 'credited'::text, 'written_off'::text, 'voided'::text, 'returned'::text, 'deallocated'::text, 'refund_begun'::text, 'refunded'::text, 'refund_failed'::text]))),
    CONSTRAINT ledger_entries_source_check CHECK ((source = ANY (ARRAY['invoice'::text, 'payment'::text, 'write_off'::text, 'refund'::text, 'dispute'::text])))
);
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_entry();
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ledger_postings (
    entry_id uuid NOT NULL,
    "position" integer NOT NULL,
    account text NOT NULL,
    user_id uuid,
    invoice_id uuid,
    cents bigint NOT NULL,
    CONSTRAINT ledger_postings_pkey PRIMARY KEY (entry_id, "position"),
    CONSTRAINT ledger_postings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.ledger_entries(id),
    CONSTRAINT ledger_postings_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id),
    CONSTRAINT ledger_postings_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT ledger_postings_account_check CHECK ((account = ANY (ARRAY['receivable'::text, 'income'::text, 'vat'::text, 'bank'::text, 'card_clearing'::text, 'unallocated'::text, 'unknown_money'::text, 'refunds_owed'::text, 'written_off'::text]))),
    CONSTRAINT ledger_postings_cents_check CHECK ((cents <> 0)),
    CONSTRAINT ledger_postings_check CHECK (((account <> ALL (ARRAY['receivable'::text, 'unallocated'::text, 'refunds_owed'::text])) OR (user_id IS NOT NULL))),
    CONSTRAINT ledger_postings_check1 CHECK (((account = 'receivable'::text) = (invoice_id IS NOT NULL))),
    CONSTRAINT ledger_postings_position_check CHECK (("position" > 0))
);
CREATE INDEX ledger_postings_of_invoice ON public.ledger_postings USING btree (invoice_id) INCLUDE (cents) WHERE (invoice_id IS NOT NULL);
CREATE INDEX ledger_postings_of_user ON public.ledger_postings USING btree (user_id, account) INCLUDE (cents) WHERE (user_id IS NOT NULL);
CREATE INDEX ledger_postings_unallocated ON public.ledger_postings USING btree (cents) WHERE (account = 'unallocated'::text);
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON public.ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_posting();
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE TRIGGER with_entry BEFORE INSERT ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION public.check_entry_of_posting();
ALTER TABLE public.ledger_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_postings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.link_codes (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    code_mac bytea,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    superseded_at timestamp with time zone,
    purpose text DEFAULT 'change'::text NOT NULL,
    phone_index bytea,
    session_hash bytea,
    patient_id uuid,
    birth_date_attempts smallint DEFAULT 0 NOT NULL,
    tries bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    tried_in xid8,
    CONSTRAINT link_codes_pkey PRIMARY KEY (id),
    CONSTRAINT link_codes_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES public.patients(id),
    CONSTRAINT link_codes_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES public.consent_links(token_hash),
    CONSTRAINT link_codes_check CHECK ((expires_at > created_at)),
    CONSTRAINT link_codes_check1 CHECK (((purpose <> 'change'::text) = (phone_index IS NOT NULL))),
    CONSTRAINT link_codes_check2 CHECK (((session_hash IS NULL) OR ((purpose <> 'change'::text) AND (used_at IS NOT NULL)))),
    CONSTRAINT link_codes_own_check CHECK ((((purpose = 'own'::text) AND ((patient_id IS NULL) OR (session_hash IS NOT NULL)) AND ((birth_date_attempts >= 0) AND (birth_date_attempts <= 3))) OR ((purpose <> 'own'::text) AND (patient_id IS NULL) AND (birth_date_attempts = 0)))),
    CONSTRAINT link_codes_purpose_check CHECK ((purpose = ANY (ARRAY['change'::text, 'overview'::text, 'own'::text])))
);
CREATE UNIQUE INDEX link_codes_by_session ON public.link_codes USING btree (session_hash) WHERE (session_hash IS NOT NULL);
CREATE INDEX link_codes_by_time ON public.link_codes USING btree (created_at);
CREATE INDEX link_codes_of_link ON public.link_codes USING btree (token_hash, created_at);
CREATE TRIGGER guard BEFORE UPDATE ON public.link_codes FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_code();
ALTER TABLE public.link_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.link_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.look_notices (
    phone_index bytea NOT NULL,
    day date NOT NULL,
    made_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT look_notices_pkey PRIMARY KEY (phone_index, day)
);
ALTER TABLE public.look_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.look_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.medical_centers (
    id uuid NOT NULL,
    number integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    center_id text NOT NULL,
    address text,
    phone text,
    city text,
    state text,
    zip_code text,
    plan text NOT NULL,
    quota_bytes bigint,
    last_activity_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    name_key text NOT NULL,
    name_order text COLLATE "C" NOT NULL,
    own_viewing_days smallint,
    CONSTRAINT medical_centers_center_id_key UNIQUE (center_id),
    CONSTRAINT medical_centers_number_key UNIQUE (number),
    CONSTRAINT medical_centers_user_id_key UNIQUE (user_id),
    CONSTRAINT medical_centers_pkey PRIMARY KEY (id),
    CONSTRAINT medical_centers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT medical_centers_center_id_check CHECK (((length(center_id) >= 3) AND (length(center_id) <= 40))),
    CONSTRAINT medical_centers_name_check CHECK (((length(name) >= 2) AND (length(name) <= 200))),
    CONSTRAINT medical_centers_name_key_check CHECK ((name_key ~ '^[a-z0-9 ]*\|[a-z0-9 ]*$'::text)),
    CONSTRAINT medical_centers_own_viewing_days_check CHECK (((own_viewing_days >= 0) AND (own_viewing_days <= 30))),
    CONSTRAINT medical_centers_plan_check CHECK ((plan = ANY (ARRAY['basic'::text, 'premium'::text, 'enterprise'::text]))),
    CONSTRAINT medical_centers_quota_bytes_check CHECK ((quota_bytes > 0))
);
CREATE UNIQUE INDEX medical_centers_center_id_any_case ON public.medical_centers USING btree (public.any_case(center_id));
CREATE INDEX medical_centers_newest ON public.medical_centers USING btree (created_at DESC, id DESC);
CREATE TRIGGER figures AFTER INSERT ON public.medical_centers FOR EACH ROW EXECUTE FUNCTION public.begin_figures();
CREATE TRIGGER guard BEFORE UPDATE ON public.medical_centers FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_center();
ALTER TABLE public.medical_centers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.medical_centers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notification_choices (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    choice text NOT NULL,
    CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id, kind),
    CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT notification_choices_choice_check CHECK ((choice = ANY (ARRAY['at-once'::text, 'daily'::text, 'never'::text]))),
    CONSTRAINT notification_choices_kind_check CHECK ((kind = ANY (ARRAY['access_granted'::text, 'access_changed'::text, 'access_revoked'::text, 'exam_arrived'::text])))
);
ALTER TABLE public.notification_choices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notification_choices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notifications (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    is_at_once boolean NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    sent_at timestamp with time zone,
    digest_on date,
    CONSTRAINT notifications_pkey PRIMARY KEY (id),
    CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT notifications_check CHECK (((digest_on IS NULL) OR (sent_at IS NOT NULL))),
    CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['access_granted'::text, 'access_changed'::text, 'access_revoked'::text, 'exam_arrived'::text])))
);
CREATE INDEX notifications_at_once ON public.notifications USING btree (user_id) WHERE ((sent_at IS NULL) AND is_at_once);
CREATE INDEX notifications_daily ON public.notifications USING btree (user_id, created_at) WHERE ((sent_at IS NULL) AND (NOT is_at_once));
CREATE INDEX notifications_digests ON public.notifications USING btree (user_id, digest_on) WHERE (digest_on IS NOT NULL);
CREATE INDEX notifications_oldest ON public.notifications USING btree (created_at);
CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (user_id, kind, subject_id) WHERE ((kind <> 'access_changed'::text) OR (sent_at IS NULL));
ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.opened_exams (
    subject text NOT NULL,
    day date NOT NULL,
    exam text NOT NULL,
    CONSTRAINT opened_exams_pkey PRIMARY KEY (subject, day, exam)
);
CREATE INDEX opened_exams_by_day ON public.opened_exams USING btree (day);
ALTER TABLE public.opened_exams ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.opened_exams FORCE ROW LEVEL SECURITY;

CREATE TABLE public.otp_verifications (
    id uuid NOT NULL,
    doctor_id uuid NOT NULL,
    phone_index bytea NOT NULL,
    phone_sealed bytea NOT NULL,
    phone_last3 text NOT NULL,
    code_mac bytea,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    superseded_at timestamp with time zone,
    tries bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    tried_in xid8,
    CONSTRAINT otp_verifications_pkey PRIMARY KEY (id),
    CONSTRAINT otp_verifications_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT otp_verifications_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
    CONSTRAINT otp_verifications_code_mac_check CHECK ((length(code_mac) = 32)),
    CONSTRAINT otp_verifications_phone_index_check CHECK ((length(phone_index) = 32)),
    CONSTRAINT otp_verifications_phone_last3_check CHECK ((phone_last3 ~ '^([0-9]{3})?$'::text))
);
CREATE UNIQUE INDEX otp_live ON public.otp_verifications USING btree (doctor_id, phone_index) WHERE ((verified_at IS NULL) AND (superseded_at IS NULL));
CREATE INDEX otp_of_doctor ON public.otp_verifications USING btree (doctor_id, created_at DESC);
CREATE INDEX otp_of_phone ON public.otp_verifications USING btree (phone_index, created_at DESC);
CREATE INDEX otp_unused ON public.otp_verifications USING btree (created_at) WHERE (verified_at IS NULL);
CREATE TRIGGER guard BEFORE UPDATE ON public.otp_verifications FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_code();
ALTER TABLE public.otp_verifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.otp_verifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.outbox_messages (
    id uuid NOT NULL,
    channel text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    sealed bytea,
    otp_id uuid,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (public.app_now() + '7 days'::interval) NOT NULL,
    done_at timestamp with time zone,
    sending_at timestamp with time zone,
    link_hash bytea,
    CONSTRAINT outbox_messages_pkey PRIMARY KEY (id),
    CONSTRAINT outbox_messages_otp_id_fkey FOREIGN KEY (otp_id) REFERENCES public.otp_verifications(id) ON DELETE SET NULL,
    CONSTRAINT outbox_messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'mail'::text]))),
    CONSTRAINT outbox_messages_link_hash_check CHECK ((length(link_hash) = 32)),
    CONSTRAINT outbox_messages_sending_check CHECK (((state <> 'sending'::text) OR (sending_at IS NOT NULL))),
    CONSTRAINT outbox_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'expired'::text, 'superseded'::text, 'failed'::text, 'uncertain'::text, 'decoy'::text]))),
    CONSTRAINT outbox_messages_text_check CHECK (((state = ANY (ARRAY['waiting'::text, 'sending'::text])) = (sealed IS NOT NULL)))
);
CREATE INDEX outbox_by_code ON public.outbox_messages USING btree (otp_id) WHERE (otp_id IS NOT NULL);
CREATE INDEX outbox_by_time ON public.outbox_messages USING btree (created_at);
CREATE INDEX outbox_open ON public.outbox_messages USING btree (expires_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX outbox_waiting_by_link ON public.outbox_messages USING btree (link_hash) WHERE ((state = 'waiting'::text) AND (link_hash IS NOT NULL));
ALTER TABLE public.outbox_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.outbox_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    is_device_bound boolean NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    last_used_at timestamp with time zone,
    suspect_at timestamp with time zone,
    domain text,
    CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
    CONSTRAINT passkeys_pkey PRIMARY KEY (id),
    CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkeys_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
    CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096))),
    CONSTRAINT passkeys_sign_count_check CHECK (((sign_count >= 0) AND (sign_count <= '4294967295'::bigint)))
);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);
ALTER TABLE public.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.passkeys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.password_resets (
    id uuid NOT NULL,
    user_id uuid,
    email_index bytea NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    superseded_at timestamp with time zone,
    CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash),
    CONSTRAINT password_resets_pkey PRIMARY KEY (id),
    CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT password_resets_email_index_check CHECK ((length(email_index) = 32)),
    CONSTRAINT password_resets_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX password_resets_by_email ON public.password_resets USING btree (email_index, created_at DESC);
CREATE INDEX password_resets_of_user ON public.password_resets USING btree (user_id) WHERE ((used_at IS NULL) AND (superseded_at IS NULL));
ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.password_resets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.patient_access (
    id uuid NOT NULL,
    request_id uuid NOT NULL,
    doctor_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    center_id uuid NOT NULL,
    public_patient_id text NOT NULL,
    access_token uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    request_date timestamp with time zone DEFAULT public.app_now() NOT NULL,
    response_date timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    granted_at timestamp with time zone,
    ended_at timestamp with time zone,
    scope text[],
    language text,
    text_version text,
    text_hash bytea,
    unlinked_at timestamp with time zone,
    tell_looks boolean DEFAULT false NOT NULL,
    ended_by text,
    end_reason text,
    CONSTRAINT patient_access_access_token_key UNIQUE (access_token),
    CONSTRAINT patient_access_request_id_patient_id_key UNIQUE (request_id, patient_id),
    CONSTRAINT patient_access_pkey PRIMARY KEY (id),
    CONSTRAINT patient_access_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT patient_access_patient_id_center_id_fkey FOREIGN KEY (patient_id, center_id) REFERENCES public.patients(id, center_id),
    CONSTRAINT patient_access_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_requests(id),
    CONSTRAINT patient_access_check CHECK (((status <> 'granted'::text) OR ((granted_at IS NOT NULL) AND (text_hash IS NOT NULL)))),
    CONSTRAINT patient_access_check1 CHECK (((ended_by IS NULL) OR ((status = 'revoked'::text) AND (ended_at IS NOT NULL)))),
    CONSTRAINT patient_access_check2 CHECK (((end_reason IS NULL) OR (ended_by = ANY (ARRAY['center'::text, 'admin'::text])))),
    CONSTRAINT patient_access_end_reason_check CHECK ((end_reason = ANY (ARRAY['asked'::text, 'mistake'::text, 'misuse'::text, 'other'::text]))),
    CONSTRAINT patient_access_ended_by_check CHECK ((ended_by = ANY (ARRAY['center'::text, 'doctor'::text, 'admin'::text]))),
    CONSTRAINT patient_access_language_check CHECK ((((language)::public.language_code)::text = language)),
    CONSTRAINT patient_access_scope_check CHECK ((cardinality(scope) > 0)),
    CONSTRAINT patient_access_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'granted'::text, 'denied'::text, 'expired'::text, 'revoked'::text])))
);
CREATE INDEX patient_access_by_public_id ON public.patient_access USING btree (doctor_id, public_patient_id);
CREATE UNIQUE INDEX patient_access_granted ON public.patient_access USING btree (doctor_id, patient_id) WHERE (status = 'granted'::text);
CREATE INDEX patient_access_newest ON public.patient_access USING btree (doctor_id, granted_at DESC, id DESC) WHERE (status = 'granted'::text);
CREATE INDEX patient_access_of_doctor ON public.patient_access USING btree (doctor_id, patient_id, response_date DESC);
CREATE INDEX patient_access_of_patient ON public.patient_access USING btree (patient_id, request_date DESC);
CREATE TRIGGER guard BEFORE UPDATE ON public.patient_access FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_access();
ALTER TABLE public.patient_access ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.patient_access FORCE ROW LEVEL SECURITY;

CREATE TABLE public.patients (
    id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    name_key text NOT NULL,
    date_of_birth date NOT NULL,
    gender text NOT NULL,
    email text,
    language text,
    phone_sealed bytea,
    phone_index bytea,
    amka_sealed bytea,
    amka_index bytea,
    address_sealed bytea,
    registered_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT patients_id_center_id_key UNIQUE (id, center_id),
    CONSTRAINT patients_patient_id_key UNIQUE (patient_id),
    CONSTRAINT patients_pkey PRIMARY KEY (id),
    CONSTRAINT patients_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT patients_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES public.users(id),
    CONSTRAINT patients_amka_index_check CHECK ((length(amka_index) = 32)),
    CONSTRAINT patients_check CHECK (((phone_sealed IS NULL) = (phone_index IS NULL))),
    CONSTRAINT patients_check1 CHECK (((amka_sealed IS NULL) = (amka_index IS NULL))),
    CONSTRAINT patients_date_of_birth_check CHECK ((date_of_birth >= '1900-01-01'::date)),
    CONSTRAINT patients_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
    CONSTRAINT patients_gender_check CHECK ((gender = ANY (ARRAY['Male'::text, 'Female'::text, 'Other'::text]))),
    CONSTRAINT patients_language_check CHECK ((((language)::public.language_code)::text = language)),
    CONSTRAINT patients_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
    CONSTRAINT patients_name_key_check CHECK ((name_key ~ '^[a-z0-9 ]*\|[a-z0-9 ]*$'::text)),
    CONSTRAINT patients_patient_id_check CHECK ((patient_id ~ '^P-[0-9A-HJKMNP-TV-Z]{10}$'::text)),
    CONSTRAINT patients_phone_index_check CHECK ((length(phone_index) = 32))
);
CREATE INDEX patients_by_amka ON public.patients USING btree (amka_index) WHERE (amka_index IS NOT NULL);
CREATE INDEX patients_by_birth_date ON public.patients USING btree (center_id, date_of_birth);
CREATE INDEX patients_by_name ON public.patients USING gin (center_id, name_key public.gin_trgm_ops);
CREATE INDEX patients_by_phone ON public.patients USING btree (phone_index) WHERE (phone_index IS NOT NULL);
CREATE INDEX patients_erased ON public.patients USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX patients_newest ON public.patients USING btree (center_id, created_at DESC, id DESC);
CREATE TRIGGER figures_add AFTER INSERT ON public.patients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_patients();
CREATE TRIGGER figures_remove AFTER DELETE ON public.patients REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_patients();
ALTER TABLE public.patients ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.patients FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_attempts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    due_id uuid,
    payment_id uuid,
    credit_note_id uuid,
    driver text NOT NULL,
    purpose text NOT NULL,
    cents integer NOT NULL,
    state text NOT NULL,
    provider_ref text,
    method_ref text,
    redirect_url text,
    fault_code text,
    is_hard boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    settled_at timestamp with time zone,
    received_cents integer,
    received_currency text,
    received_ref text,
    reviewed_id uuid,
    reason_sealed bytea,
    CONSTRAINT payment_attempts_driver_provider_ref_key UNIQUE (driver, provider_ref),
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
    CONSTRAINT payment_attempts_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES public.invoices(id),
    CONSTRAINT payment_attempts_due_id_fkey FOREIGN KEY (due_id) REFERENCES public.dues(id),
    CONSTRAINT payment_attempts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
    CONSTRAINT payment_attempts_reviewed_id_fkey FOREIGN KEY (reviewed_id) REFERENCES public.payment_attempts(id),
    CONSTRAINT payment_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT payment_attempts_check CHECK ((((purpose = 'save'::text) = (cents = 0)) AND (cents >= 0))),
    CONSTRAINT payment_attempts_check1 CHECK (((purpose = ANY (ARRAY['pay'::text, 'charge'::text])) = (due_id IS NOT NULL))),
    CONSTRAINT payment_attempts_check2 CHECK ((num_nonnulls(received_cents, received_currency, received_ref) = ANY (ARRAY[0, 3]))),
    CONSTRAINT payment_attempts_check3 CHECK ((num_nonnulls(credit_note_id, reviewed_id) = ((purpose = 'refund'::text))::integer)),
    CONSTRAINT payment_attempts_driver_check CHECK ((driver = 'stripe'::text)),
    CONSTRAINT payment_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['pay'::text, 'save'::text, 'charge'::text, 'refund'::text]))),
    CONSTRAINT payment_attempts_received_cents_check CHECK ((received_cents > 0)),
    CONSTRAINT payment_attempts_received_currency_check CHECK ((received_currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT payment_attempts_state_check CHECK ((state = ANY (ARRAY['begun'::text, 'open'::text, 'processing'::text, 'done'::text, 'needs_person'::text, 'refused'::text, 'cancelled'::text, 'failed'::text, 'review'::text, 'returned'::text])))
);
CREATE INDEX payment_attempts_in_review ON public.payment_attempts USING btree (settled_at, id) WHERE (state = 'review'::text);
CREATE INDEX payment_attempts_live ON public.payment_attempts USING btree (created_at, id) WHERE (state = ANY (ARRAY['begun'::text, 'open'::text, 'processing'::text]));
CREATE UNIQUE INDEX payment_attempts_of_due ON public.payment_attempts USING btree (due_id) WHERE (state = ANY (ARRAY['begun'::text, 'open'::text, 'processing'::text]));
CREATE INDEX payment_attempts_of_payment ON public.payment_attempts USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_attempts_of_user ON public.payment_attempts USING btree (user_id, id);
CREATE INDEX payment_attempts_received ON public.payment_attempts USING btree (received_ref) WHERE (received_ref IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_saving ON public.payment_attempts USING btree (user_id) WHERE ((purpose = 'save'::text) AND (state = ANY (ARRAY['begun'::text, 'open'::text, 'processing'::text])));
CREATE UNIQUE INDEX payment_attempts_sent_back ON public.payment_attempts USING btree (reviewed_id) WHERE (state <> ALL (ARRAY['refused'::text, 'failed'::text, 'cancelled'::text]));
CREATE TRIGGER guard BEFORE INSERT ON public.payment_attempts FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_attempt();
ALTER TABLE public.payment_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payment_attempts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_disputes (
    id uuid NOT NULL,
    driver text NOT NULL,
    provider_ref text NOT NULL,
    payment_id uuid NOT NULL,
    cents integer NOT NULL,
    state text NOT NULL,
    opened_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT payment_disputes_driver_provider_ref_key UNIQUE (driver, provider_ref),
    CONSTRAINT payment_disputes_pkey PRIMARY KEY (id),
    CONSTRAINT payment_disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
    CONSTRAINT payment_disputes_cents_check CHECK ((cents > 0)),
    CONSTRAINT payment_disputes_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
    CONSTRAINT payment_disputes_driver_check CHECK ((driver = 'stripe'::text)),
    CONSTRAINT payment_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX payment_disputes_of_payment ON public.payment_disputes USING btree (payment_id);
ALTER TABLE public.payment_disputes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payment_disputes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_methods (
    doctor_id uuid NOT NULL,
    cardholder_name text NOT NULL,
    brand text,
    last4 text NOT NULL,
    expiry text NOT NULL,
    address text,
    city text,
    postal_code text,
    country text,
    updated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT payment_methods_pkey PRIMARY KEY (doctor_id),
    CONSTRAINT payment_methods_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT payment_methods_brand_check CHECK ((length(brand) <= 30)),
    CONSTRAINT payment_methods_cardholder_name_check CHECK ((length(cardholder_name) <= 200)),
    CONSTRAINT payment_methods_expiry_check CHECK ((expiry ~ '^[0-9]{2}/[0-9]{2}$'::text)),
    CONSTRAINT payment_methods_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text))
);
ALTER TABLE public.payment_methods ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payment_methods FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payments (
    id uuid NOT NULL,
    driver text NOT NULL,
    provider_ref text NOT NULL,
    user_id uuid,
    cents integer NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    received_on date NOT NULL,
    payer_sealed bytea,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT payments_driver_provider_ref_key UNIQUE (driver, provider_ref),
    CONSTRAINT payments_pkey PRIMARY KEY (id),
    CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT payments_cents_check CHECK ((cents > 0)),
    CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT payments_driver_check CHECK ((driver = ANY (ARRAY['hand'::text, 'bank'::text, 'stripe'::text])))
);
CREATE INDEX payments_by_day ON public.payments USING btree (received_on, id);
CREATE INDEX payments_of_user ON public.payments USING btree (user_id, received_on DESC, id DESC);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
ALTER TABLE public.payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.phone_blocks (
    doctor_id uuid NOT NULL,
    phone_index bytea NOT NULL,
    blocked_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT phone_blocks_pkey PRIMARY KEY (phone_index, doctor_id),
    CONSTRAINT phone_blocks_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT phone_blocks_check CHECK ((ends_at > blocked_at))
);
CREATE INDEX phone_blocks_over ON public.phone_blocks USING btree (ends_at);
ALTER TABLE public.phone_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.phone_blocks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.price_notices (
    user_id uuid NOT NULL,
    price_id text NOT NULL,
    sent_on date NOT NULL,
    at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT price_notices_pkey PRIMARY KEY (user_id, price_id),
    CONSTRAINT price_notices_price_id_fkey FOREIGN KEY (price_id) REFERENCES public.prices(id),
    CONSTRAINT price_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.price_notices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
ALTER TABLE public.price_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.price_notices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.prices (
    id text NOT NULL,
    plan text NOT NULL,
    version integer NOT NULL,
    center_id uuid,
    from_day date NOT NULL,
    period_months integer NOT NULL,
    month_cents integer NOT NULL,
    gross_cents integer NOT NULL,
    quota_bytes bigint,
    created_by uuid,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT prices_plan_version_center_id_key UNIQUE NULLS NOT DISTINCT (plan, version, center_id),
    CONSTRAINT prices_pkey PRIMARY KEY (id),
    CONSTRAINT prices_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT prices_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id),
    CONSTRAINT prices_check CHECK (((center_id IS NOT NULL) = (plan = 'center.enterprise'::text))),
    CONSTRAINT prices_gross_cents_check CHECK ((gross_cents > 0)),
    CONSTRAINT prices_month_cents_check CHECK ((month_cents > 0)),
    CONSTRAINT prices_period_months_check CHECK (((period_months >= 1) AND (period_months <= 12))),
    CONSTRAINT prices_plan_check CHECK ((plan = ANY (ARRAY['doctor.yearly'::text, 'doctor.monthly'::text, 'center.basic'::text, 'center.premium'::text, 'center.enterprise'::text]))),
    CONSTRAINT prices_quota_bytes_check CHECK ((quota_bytes > 0)),
    CONSTRAINT prices_version_check CHECK ((version > 0))
);
CREATE TRIGGER keep_books BEFORE DELETE OR UPDATE OR TRUNCATE ON public.prices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
ALTER TABLE public.prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.prices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.provider_accounts (
    user_id uuid NOT NULL,
    driver text NOT NULL,
    customer_ref text NOT NULL,
    method_ref text,
    method_state text DEFAULT 'none'::text NOT NULL,
    updated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT provider_accounts_driver_customer_ref_key UNIQUE (driver, customer_ref),
    CONSTRAINT provider_accounts_pkey PRIMARY KEY (user_id, driver),
    CONSTRAINT provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT provider_accounts_check CHECK (((method_state = 'none'::text) = (method_ref IS NULL))),
    CONSTRAINT provider_accounts_driver_check CHECK ((driver = 'stripe'::text)),
    CONSTRAINT provider_accounts_method_state_check CHECK ((method_state = ANY (ARRAY['ok'::text, 'problem'::text, 'none'::text])))
);
CREATE INDEX provider_accounts_of_method ON public.provider_accounts USING btree (method_ref) WHERE (method_ref IS NOT NULL);
ALTER TABLE public.provider_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.provider_accounts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.provider_events (
    driver text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    object_ref text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    CONSTRAINT provider_events_pkey PRIMARY KEY (driver, event_id),
    CONSTRAINT provider_events_driver_check CHECK ((driver = 'stripe'::text)),
    CONSTRAINT provider_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 255))),
    CONSTRAINT provider_events_object_ref_check CHECK ((length(object_ref) <= 255)),
    CONSTRAINT provider_events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'ignored'::text]))),
    CONSTRAINT provider_events_type_check CHECK ((length(type) <= 255))
);
CREATE INDEX provider_events_waiting ON public.provider_events USING btree (received_at) WHERE (state = 'waiting'::text);
ALTER TABLE public.provider_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.provider_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.recovery_codes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    code_mac bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT recovery_codes_user_id_code_mac_key UNIQUE (user_id, code_mac),
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
    CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT recovery_codes_code_mac_check CHECK ((octet_length(code_mac) = 32))
);
ALTER TABLE public.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.recovery_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.request_counts (
    key character varying(255) NOT NULL,
    points integer NOT NULL,
    most integer NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT request_counts_pkey PRIMARY KEY (key)
);
ALTER TABLE public.request_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.request_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.scanner_heartbeat (
    is_only boolean DEFAULT true NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT scanner_heartbeat_pkey PRIMARY KEY (is_only),
    CONSTRAINT scanner_heartbeat_is_only_check CHECK (is_only)
);
ALTER TABLE public.scanner_heartbeat ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.scanner_heartbeat FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_files (
    path text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schema_files_pkey PRIMARY KEY (path)
);

CREATE TABLE public.series (
    exam_id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    study_uid text NOT NULL,
    series_uid text NOT NULL,
    "position" integer NOT NULL,
    modality text,
    series_number integer,
    series_date date,
    description text,
    body_part text,
    instance_count integer NOT NULL,
    frame_count integer NOT NULL,
    size_bytes bigint NOT NULL,
    sop_classes text[] NOT NULL,
    transfer_syntaxes text[] NOT NULL,
    attributes jsonb NOT NULL,
    manifest_object uuid NOT NULL,
    thumbnail_object uuid,
    thumbnail_fault text,
    frames_object uuid,
    CONSTRAINT series_exam_id_position_key UNIQUE (exam_id, "position"),
    CONSTRAINT series_pkey PRIMARY KEY (exam_id, study_uid, series_uid),
    CONSTRAINT series_exam_id_center_id_patient_id_fkey FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES public.exams(id, center_id, patient_id) ON UPDATE CASCADE,
    CONSTRAINT series_exam_id_study_uid_fkey FOREIGN KEY (exam_id, study_uid) REFERENCES public.studies(exam_id, study_uid),
    CONSTRAINT series_frames_object_fkey FOREIGN KEY (frames_object) REFERENCES public.exam_objects(id) ON DELETE SET NULL,
    CONSTRAINT series_manifest_object_fkey FOREIGN KEY (manifest_object) REFERENCES public.exam_objects(id),
    CONSTRAINT series_thumbnail_object_fkey FOREIGN KEY (thumbnail_object) REFERENCES public.exam_objects(id) ON DELETE SET NULL,
    CONSTRAINT series_frame_count_check CHECK ((frame_count >= 0)),
    CONSTRAINT series_instance_count_check CHECK ((instance_count > 0)),
    CONSTRAINT series_series_uid_check CHECK ((series_uid ~ '^[0-9.]{1,64}$'::text)),
    CONSTRAINT series_thumbnail_fault_check CHECK ((length(thumbnail_fault) <= 60))
);
CREATE INDEX series_by_frames ON public.series USING btree (frames_object) WHERE (frames_object IS NOT NULL);
CREATE INDEX series_by_manifest ON public.series USING btree (manifest_object);
CREATE INDEX series_by_thumbnail ON public.series USING btree (thumbnail_object) WHERE (thumbnail_object IS NOT NULL);
CREATE INDEX series_by_uid ON public.series USING btree (series_uid);
CREATE TRIGGER guard_series BEFORE INSERT OR UPDATE ON public.series FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_series();
ALTER TABLE public.series ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.series FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    center_id uuid,
    doctor_id uuid,
    bearer_hash bytea NOT NULL,
    cookie_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    authenticated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    idle_seconds integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    address_block text NOT NULL,
    revoked_at timestamp with time zone,
    revoke_cause text,
    browser text,
    system text,
    is_bound boolean DEFAULT false NOT NULL,
    member_id uuid,
    CONSTRAINT sessions_bearer_hash_key UNIQUE (bearer_hash),
    CONSTRAINT sessions_cookie_hash_key UNIQUE (cookie_hash),
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT sessions_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.center_members(id),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT sessions_bearer_hash_check CHECK ((length(bearer_hash) = 32)),
    CONSTRAINT sessions_browser_check CHECK ((length(browser) <= 40)),
    CONSTRAINT sessions_check CHECK (((revoked_at IS NULL) = (revoke_cause IS NULL))),
    CONSTRAINT sessions_check1 CHECK (((role = 'medical_center'::text) = (center_id IS NOT NULL))),
    CONSTRAINT sessions_check2 CHECK (((role = 'doctor'::text) = (doctor_id IS NOT NULL))),
    CONSTRAINT sessions_cookie_hash_check CHECK ((length(cookie_hash) = 32)),
    CONSTRAINT sessions_idle_seconds_check CHECK ((idle_seconds > 0)),
    CONSTRAINT sessions_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'doctor'::text, 'medical_center'::text]))),
    CONSTRAINT sessions_system_check CHECK ((length(system) <= 40))
);
CREATE INDEX sessions_of_member ON public.sessions USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id) WHERE (revoked_at IS NULL);
CREATE INDEX sessions_over ON public.sessions USING btree (expires_at);
CREATE TRIGGER guard_session_use BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN (((new.last_seen_at > old.last_seen_at) AND (CURRENT_USER = 'medcloud_app'::name))) EXECUTE FUNCTION public.guard_session_use();
CREATE TRIGGER keep_revoked BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) AND (new.revoked_at IS NULL))) EXECUTE FUNCTION public.keep_revoked();
ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_challenges (
    id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    password_proof bytea NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    used_in xid8,
    address_block text,
    missed_at timestamp with time zone,
    member_id uuid,
    CONSTRAINT sign_in_challenges_secret_hash_key UNIQUE (secret_hash),
    CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (id),
    CONSTRAINT sign_in_challenges_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.center_members(id),
    CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT sign_in_challenges_address_block_check CHECK ((address_block ~ '^([a-z]{0,16}|[0-9a-f.:]{2,45}/[0-9]{1,3})$'::text)),
    CONSTRAINT sign_in_challenges_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
    CONSTRAINT sign_in_challenges_password_proof_check CHECK ((octet_length(password_proof) = 32)),
    CONSTRAINT sign_in_challenges_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX sign_in_challenges_by_end ON public.sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_open ON public.sign_in_challenges USING btree (expires_at) WHERE ((used_at IS NULL) AND (missed_at IS NULL));
ALTER TABLE public.sign_in_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sign_in_challenges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.signup_confirmations (
    id uuid NOT NULL,
    email_index bytea NOT NULL,
    token_hash bytea NOT NULL,
    sealed bytea,
    doctor_id uuid,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT signup_confirmations_token_hash_key UNIQUE (token_hash),
    CONSTRAINT signup_confirmations_pkey PRIMARY KEY (id),
    CONSTRAINT signup_confirmations_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
    CONSTRAINT signup_confirmations_check CHECK (((confirmed_at IS NULL) = (doctor_id IS NULL))),
    CONSTRAINT signup_confirmations_check1 CHECK (((confirmed_at IS NULL) OR (sealed IS NULL))),
    CONSTRAINT signup_confirmations_email_index_check CHECK ((length(email_index) = 32)),
    CONSTRAINT signup_confirmations_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX signup_confirmations_by_email ON public.signup_confirmations USING btree (email_index, created_at DESC);
CREATE INDEX signup_confirmations_open ON public.signup_confirmations USING btree (expires_at) WHERE (sealed IS NOT NULL);
ALTER TABLE public.signup_confirmations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.signup_confirmations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sms_days (
    day date NOT NULL,
    sent integer NOT NULL,
    CONSTRAINT sms_days_pkey PRIMARY KEY (day),
    CONSTRAINT sms_days_sent_check CHECK ((sent > 0))
);
ALTER TABLE public.sms_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sms_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.spent_challenges (
    hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    spent_in xid8 NOT NULL,
    CONSTRAINT spent_challenges_pkey PRIMARY KEY (hash),
    CONSTRAINT spent_challenges_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX spent_challenges_by_end ON public.spent_challenges USING btree (expires_at);
ALTER TABLE public.spent_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.spent_challenges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.studies (
    exam_id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    study_uid text NOT NULL,
    study_date date,
    study_time text,
    accession_number text,
    study_id text,
    description text,
    patient_name text,
    patient_name_key text NOT NULL,
    physician_name_key text NOT NULL,
    patient_number text,
    patient_number_index bytea,
    patient_number_sealed bytea,
    birth_date date,
    sex text,
    modalities text[] NOT NULL,
    series_count integer NOT NULL,
    instance_count integer NOT NULL,
    attributes jsonb NOT NULL,
    CONSTRAINT studies_pkey PRIMARY KEY (exam_id, study_uid),
    CONSTRAINT studies_exam_id_center_id_patient_id_fkey FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES public.exams(id, center_id, patient_id) ON UPDATE CASCADE,
    CONSTRAINT studies_check CHECK (((patient_number IS NULL) OR (patient_number_sealed IS NULL))),
    CONSTRAINT studies_instance_count_check CHECK ((instance_count > 0)),
    CONSTRAINT studies_patient_name_key_check CHECK ((patient_name_key ~ '^[a-z0-9 ]*\|[a-z0-9 ]*$'::text)),
    CONSTRAINT studies_patient_number_index_check CHECK ((length(patient_number_index) = 32)),
    CONSTRAINT studies_physician_name_key_check CHECK ((physician_name_key ~ '^[a-z0-9 ]*\|[a-z0-9 ]*$'::text)),
    CONSTRAINT studies_series_count_check CHECK ((series_count > 0)),
    CONSTRAINT studies_study_uid_check CHECK ((study_uid ~ '^[0-9.]{1,64}$'::text))
);
CREATE INDEX studies_by_accession ON public.studies USING btree (center_id, accession_number) WHERE (accession_number IS NOT NULL);
CREATE INDEX studies_by_name ON public.studies USING gin (center_id, patient_name_key public.gin_trgm_ops);
CREATE INDEX studies_by_number ON public.studies USING btree (patient_number_index) WHERE (patient_number_index IS NOT NULL);
CREATE INDEX studies_by_uid ON public.studies USING btree (study_uid);
CREATE INDEX studies_of_center ON public.studies USING btree (center_id, study_date DESC NULLS LAST, exam_id);
CREATE INDEX studies_of_patient ON public.studies USING btree (patient_id, study_date DESC NULLS LAST);
ALTER TABLE public.studies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.studies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscription_periods (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    kind text NOT NULL,
    due_id uuid,
    price_id text,
    cut_on date,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT subscription_periods_user_id_daterange_excl EXCLUDE USING gist (user_id WITH =, daterange(from_day, to_day, '[]'::text) WITH &&) WHERE ((cut_on IS NULL)),
    CONSTRAINT subscription_periods_pkey PRIMARY KEY (id),
    CONSTRAINT subscription_periods_due_id_fkey FOREIGN KEY (due_id) REFERENCES public.dues(id),
    CONSTRAINT subscription_periods_price_id_fkey FOREIGN KEY (price_id) REFERENCES public.prices(id),
    CONSTRAINT subscription_periods_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT subscription_periods_check CHECK ((to_day >= from_day)),
    CONSTRAINT subscription_periods_kind_check CHECK ((kind = ANY (ARRAY['paid'::text, 'invoiced'::text, 'grace'::text, 'trial'::text, 'granted'::text, 'manual'::text])))
);
CREATE INDEX subscription_periods_counted ON public.subscription_periods USING btree (to_day) WHERE (kind = ANY (ARRAY['paid'::text, 'invoiced'::text, 'grace'::text]));
CREATE INDEX subscription_periods_of_due ON public.subscription_periods USING btree (due_id) WHERE (due_id IS NOT NULL);
CREATE TRIGGER forget_months AFTER INSERT OR UPDATE ON public.subscription_periods FOR EACH ROW EXECUTE FUNCTION public.forget_months();
CREATE TRIGGER guard BEFORE UPDATE ON public.subscription_periods FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_period();
ALTER TABLE public.subscription_periods ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.subscription_periods FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscriptions (
    user_id uuid NOT NULL,
    price_id text NOT NULL,
    state text NOT NULL,
    method text NOT NULL,
    cancel_at_end boolean DEFAULT false NOT NULL,
    next_due_on date,
    updated_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    since date DEFAULT CURRENT_DATE NOT NULL,
    next_plan text,
    CONSTRAINT subscriptions_pkey PRIMARY KEY (user_id),
    CONSTRAINT subscriptions_price_id_fkey FOREIGN KEY (price_id) REFERENCES public.prices(id),
    CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT subscriptions_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'card'::text]))),
    CONSTRAINT subscriptions_next_plan_check CHECK ((next_plan = ANY (ARRAY['basic'::text, 'premium'::text]))),
    CONSTRAINT subscriptions_state_check CHECK ((state = ANY (ARRAY['trialing'::text, 'awaiting'::text, 'active'::text, 'past_due'::text, 'suspended'::text, 'ended'::text])))
);
CREATE TRIGGER guard BEFORE UPDATE ON public.subscriptions FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_subscription();
ALTER TABLE public.subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.subscriptions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.support_messages (
    id uuid NOT NULL,
    reference text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    urgent boolean NOT NULL,
    role text,
    language text NOT NULL,
    content_sealed bytea NOT NULL,
    user_id uuid,
    received_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    answered_at timestamp with time zone,
    closed_at timestamp with time zone,
    closed_by uuid,
    CONSTRAINT support_messages_reference_key UNIQUE (reference),
    CONSTRAINT support_messages_pkey PRIMARY KEY (id),
    CONSTRAINT support_messages_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.users(id),
    CONSTRAINT support_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT support_messages_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT support_messages_check1 CHECK (((closed_by IS NULL) = (closed_at IS NULL))),
    CONSTRAINT support_messages_language_check CHECK ((((language)::public.language_code)::text = language)),
    CONSTRAINT support_messages_reference_check CHECK ((reference ~ '^S-[0-9A-HJKMNP-TV-Z]{8}$'::text)),
    CONSTRAINT support_messages_role_check CHECK ((role = ANY (ARRAY['medical-center'::text, 'doctor'::text, 'admin'::text, 'other'::text]))),
    CONSTRAINT support_messages_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX support_messages_newest ON public.support_messages USING btree (received_at DESC, id DESC);
CREATE INDEX support_messages_open ON public.support_messages USING btree (received_at DESC) WHERE (state = 'open'::text);
CREATE INDEX support_messages_urgent ON public.support_messages USING btree (urgent DESC, received_at DESC, id DESC);
ALTER TABLE public.support_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.support_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.support_replies (
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    text_sealed bytea NOT NULL,
    sent_by uuid NOT NULL,
    sent_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT support_replies_pkey PRIMARY KEY (id),
    CONSTRAINT support_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.support_messages(id),
    CONSTRAINT support_replies_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES public.users(id)
);
CREATE INDEX support_replies_of_message ON public.support_replies USING btree (message_id, sent_at);
ALTER TABLE public.support_replies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.support_replies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.system_events (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    level text NOT NULL,
    source text NOT NULL,
    code text NOT NULL,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    message text NOT NULL,
    search_text text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    CONSTRAINT system_events_pkey PRIMARY KEY (id),
    CONSTRAINT system_events_code_check CHECK (((length(code) >= 1) AND (length(code) <= 60))),
    CONSTRAINT system_events_level_check CHECK ((level = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text]))),
    CONSTRAINT system_events_message_check CHECK ((length(message) <= 1000)),
    CONSTRAINT system_events_params_check CHECK ((length((params)::text) <= 4000)),
    CONSTRAINT system_events_source_check CHECK (((length(source) >= 1) AND (length(source) <= 40))),
    CONSTRAINT system_events_times_check CHECK ((times > 0))
);
CREATE INDEX system_events_at ON public.system_events USING btree (at);
ALTER TABLE public.system_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.system_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tax_rates (
    country text NOT NULL,
    region text,
    from_day date NOT NULL,
    to_day date,
    basis_points integer NOT NULL,
    mydata_category integer,
    CONSTRAINT tax_rates_country_region_from_day_key UNIQUE NULLS NOT DISTINCT (country, region, from_day),
    CONSTRAINT tax_rates_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
    CONSTRAINT tax_rates_check CHECK ((to_day >= from_day)),
    CONSTRAINT tax_rates_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
ALTER TABLE public.tax_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.tax_rates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.throttles (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint,
    CONSTRAINT throttles_pkey PRIMARY KEY (key)
);
ALTER TABLE public.throttles ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.throttles FORCE ROW LEVEL SECURITY;

CREATE TABLE public.token_networks (
    token_id uuid NOT NULL,
    network text NOT NULL,
    first_used_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    CONSTRAINT token_networks_pkey PRIMARY KEY (token_id, network),
    CONSTRAINT token_networks_token_id_fkey FOREIGN KEY (token_id) REFERENCES public.api_tokens(id) ON DELETE CASCADE
);
ALTER TABLE public.token_networks ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.token_networks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.totp_secrets (
    user_id uuid NOT NULL,
    encrypted_secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint,
    CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
    CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id),
    CONSTRAINT totp_secrets_last_step_check CHECK ((last_step >= 0))
);
ALTER TABLE public.totp_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.totp_secrets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.upload_days (
    center_id uuid NOT NULL,
    day date NOT NULL,
    used integer NOT NULL,
    CONSTRAINT upload_days_pkey PRIMARY KEY (center_id, day),
    CONSTRAINT upload_days_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT upload_days_used_check CHECK ((used > 0))
);
CREATE INDEX upload_days_by_day ON public.upload_days USING btree (day);
ALTER TABLE public.upload_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.upload_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.uploads (
    id uuid NOT NULL,
    center_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    begun_by uuid NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    upload_key text,
    request_hash bytea NOT NULL,
    length_bytes bigint NOT NULL,
    offset_bytes bigint DEFAULT 0 NOT NULL,
    tail_sealed bytea,
    object_id uuid NOT NULL,
    wrapped_key bytea NOT NULL,
    metadata_sealed bytea NOT NULL,
    exam_id uuid,
    fault jsonb,
    begun_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    heard_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    ended_at timestamp with time zone,
    holds integer DEFAULT 0 NOT NULL,
    CONSTRAINT uploads_exam_id_key UNIQUE (exam_id),
    CONSTRAINT uploads_object_id_key UNIQUE (object_id),
    CONSTRAINT uploads_pkey PRIMARY KEY (id),
    CONSTRAINT uploads_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES public.users(id),
    CONSTRAINT uploads_center_id_fkey FOREIGN KEY (center_id) REFERENCES public.medical_centers(id),
    CONSTRAINT uploads_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES public.exams(id),
    CONSTRAINT uploads_patient_id_center_id_fkey FOREIGN KEY (patient_id, center_id) REFERENCES public.patients(id, center_id),
    CONSTRAINT uploads_check CHECK (((offset_bytes >= 0) AND (offset_bytes <= length_bytes))),
    CONSTRAINT uploads_check1 CHECK (((state = 'stored'::text) = (exam_id IS NOT NULL))),
    CONSTRAINT uploads_check2 CHECK (((state = ANY (ARRAY['open'::text, 'verifying'::text])) = (ended_at IS NULL))),
    CONSTRAINT uploads_check3 CHECK (((ended_at IS NOT NULL) OR (offset_bytes < length_bytes))),
    CONSTRAINT uploads_length_bytes_check CHECK (((length_bytes >= 1) AND (length_bytes <= 524288000))),
    CONSTRAINT uploads_request_hash_check CHECK ((length(request_hash) = 32)),
    CONSTRAINT uploads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'verifying'::text, 'stored'::text, 'rejected'::text, 'aborted'::text]))),
    CONSTRAINT uploads_tail_sealed_check CHECK ((length(tail_sealed) <= 262208)),
    CONSTRAINT uploads_upload_key_check CHECK (((length(upload_key) >= 1) AND (length(upload_key) <= 200))),
    CONSTRAINT uploads_wrapped_key_check CHECK ((length(wrapped_key) = 61))
);
CREATE UNIQUE INDEX uploads_by_key ON public.uploads USING btree (center_id, upload_key) WHERE ((upload_key IS NOT NULL) AND (state = ANY (ARRAY['open'::text, 'verifying'::text, 'stored'::text])));
CREATE INDEX uploads_idle ON public.uploads USING btree (heard_at) WHERE (ended_at IS NULL);
CREATE INDEX uploads_of_patient ON public.uploads USING btree (patient_id);
CREATE INDEX uploads_open ON public.uploads USING btree (center_id, begun_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX uploads_over ON public.uploads USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE TRIGGER guard_upload BEFORE INSERT OR UPDATE ON public.uploads FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_upload();
ALTER TABLE public.uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.uploads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    initial_password_expires_at timestamp with time zone,
    subscription_start_date date,
    subscription_end_date date,
    subscription_status text DEFAULT 'inactive'::text NOT NULL,
    closed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT public.app_now() NOT NULL,
    disabled_at timestamp with time zone,
    disabled_by uuid,
    disabled_reason text,
    held_at timestamp with time zone,
    viewer_settings jsonb,
    handle bytea DEFAULT sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)) NOT NULL,
    factor_due_on date,
    CONSTRAINT users_handle_key UNIQUE (handle),
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_disabled_by_fkey FOREIGN KEY (disabled_by) REFERENCES public.users(id),
    CONSTRAINT users_check CHECK ((subscription_end_date >= subscription_start_date)),
    CONSTRAINT users_check1 CHECK (((role <> 'admin'::text) OR ((subscription_start_date IS NULL) AND (subscription_end_date IS NULL)))),
    CONSTRAINT users_check2 CHECK (((disabled_at IS NULL) = (disabled_by IS NULL))),
    CONSTRAINT users_check3 CHECK (((disabled_at IS NOT NULL) OR (disabled_reason IS NULL))),
    CONSTRAINT users_disabled_reason_check CHECK ((length(disabled_reason) <= 1000)),
    CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT users_language_check CHECK ((((language)::public.language_code)::text = language)),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'doctor'::text, 'medical_center'::text, 'member'::text]))),
    CONSTRAINT users_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'inactive'::text, 'expired'::text]))),
    CONSTRAINT users_viewer_settings_check CHECK ((octet_length((viewer_settings)::text) <= 8192))
);
CREATE UNIQUE INDEX users_email_live ON public.users USING btree (email) WHERE (closed_at IS NULL);
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC);
CREATE TRIGGER guard BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_user();
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.users FORCE ROW LEVEL SECURITY;

CREATE TABLE public.watched_events (
    event_id bigint NOT NULL,
    CONSTRAINT watched_events_pkey PRIMARY KEY (event_id)
);
ALTER TABLE public.watched_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.watched_events FORCE ROW LEVEL SECURITY;

-- Functions

CREATE OR REPLACE FUNCTION keys.hmac_pad(key bytea, pad integer)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE padded bytea := key || decode(repeat('00', 64 - octet_length(key)), 'hex');
BEGIN
  FOR place IN 0..63 LOOP padded := set_byte(padded, place, get_byte(padded, place) # pad); END LOOP;
  RETURN padded;
END $function$
;

CREATE OR REPLACE FUNCTION keys.hmac_sha256(key bytea, message text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(keys.hmac_pad(key, 92) || sha256(keys.hmac_pad(key, 54) || convert_to(message, 'UTF8')))
$function$
;

CREATE OR REPLACE FUNCTION public.account_of_address(wanted text)
 RETURNS TABLE(id uuid, role text, language text, center_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.role, u.language, c.center_id FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id
  WHERE u.email = wanted AND u.closed_at IS NULL
    AND u.email = public.scope_address() AND (public.scope_system() = 'signup' OR u.disabled_at IS NULL)
$function$
;
ALTER FUNCTION public.account_of_address(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.account_to_sign_in(of_role text)
 RETURNS TABLE(id uuid, hash_settings text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, regexp_replace(u.password_hash, '[^$]*$', '') FROM public.users u
  WHERE u.id IN (SELECT public.scope_named_accounts()) AND u.closed_at IS NULL AND u.disabled_at IS NULL
    AND (u.role = of_role OR (of_role = 'medical_center' AND u.role IN ('doctor', 'member')
      AND EXISTS (SELECT FROM public.center_members m WHERE m.user_id = u.id AND m.state = 'active')))
  LIMIT 1
$function$
;
ALTER FUNCTION public.account_to_sign_in(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.accounts_of_center_name(typed text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF strpos(typed, '/') > 0 THEN
    RETURN QUERY SELECT m.user_id FROM public.medical_centers c JOIN public.center_members m ON m.center_id = c.id
    WHERE public.any_case(c.center_id) = public.any_case(split_part(typed, '/', 1))
      AND public.any_case(m.username) = public.any_case(normalize(substr(typed, strpos(typed, '/') + 1))) AND m.state = 'active';
    RETURN;
  END IF;
  RETURN QUERY SELECT c.user_id FROM public.medical_centers c WHERE public.any_case(c.center_id) = public.any_case(typed);
  IF NOT FOUND AND strpos(typed, '@') > 0 THEN
    RETURN QUERY SELECT u.id FROM public.users u WHERE u.email = lower(typed COLLATE "C") AND u.closed_at IS NULL;
  END IF;
END $function$
;
ALTER FUNCTION public.accounts_of_center_name(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.add_job(job_kind text, job_payload jsonb, job_key text, job_due_at timestamp with time zone, job_max_attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE due timestamptz := greatest(coalesce(job_due_at, now()), now());
BEGIN
  IF job_kind LIKE 'every:%' OR octet_length(job_payload::text) > 8192
    OR job_max_attempts NOT BETWEEN 1 AND (CASE WHEN job_kind IN ('send-mail', 'send-sms') THEN 5000 ELSE 10 END)
    OR num_nulls(job_kind, job_payload, job_max_attempts) > 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'a job is small and ends, and periodic jobs are the queue''s own';
  END IF;
  INSERT INTO public.jobs AS j (kind, payload, key, due_at, max_attempts)
  VALUES (job_kind, job_payload, job_key, due, job_max_attempts)
  ON CONFLICT (kind, key) WHERE state = 'waiting' AND key IS NOT NULL
    -- also tried as often as the later one: who adds one first does not decide how soon another gives up
    DO UPDATE SET due_at = least(j.due_at, excluded.due_at), max_attempts = greatest(j.max_attempts, excluded.max_attempts)
    WHERE j.payload = excluded.payload;
  IF NOT FOUND THEN
    INSERT INTO public.jobs (kind, payload, due_at, max_attempts) VALUES (job_kind, job_payload, due, job_max_attempts);
  END IF;
END $function$
;
ALTER FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.add_up_books()
 RETURNS TABLE(ledger_cents bigint, broken_series integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_bills() THEN
    RAISE insufficient_privilege USING MESSAGE = 'the books are added up by an administrator or by billing';
  END IF;
  RETURN QUERY SELECT coalesce((SELECT sum(p.cents) FROM public.ledger_postings p), 0)::bigint, count(*)::integer
    FROM public.invoice_series s
    CROSS JOIN LATERAL (SELECT coalesce(max(d.number), 0) AS number FROM public.fiscal_found_documents d
      WHERE d.series = s.code AND d.year = s.year AND d.taken_over_at IS NOT NULL) taken
    WHERE s.next_number - 1 - taken.number <> (SELECT count(*) FROM public.invoices i
      WHERE i.series = s.code AND i.year = s.year AND i.number > taken.number)
      OR (s.code, s.year) IN (SELECT i.series, i.year FROM public.invoices i
        LEFT JOIN (SELECT l.invoice_id, sum(l.net_cents) AS net_cents, sum(l.vat_cents) AS vat_cents FROM public.invoice_lines l GROUP BY 1) l
          ON l.invoice_id = i.id
        WHERE (l.net_cents, l.vat_cents) IS DISTINCT FROM (i.net_cents::bigint, i.vat_cents::bigint));
END $function$
;
ALTER FUNCTION public.add_up_books() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.administrators_to_mail()
 RETURNS TABLE(id uuid, email text, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.email, u.language::text FROM public.users u
  WHERE u.role = 'admin' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND public.scope_system() = 'alarms'
  ORDER BY u.id LIMIT 50
$function$
;
ALTER FUNCTION public.administrators_to_mail() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.administrators_without_factor()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FROM public.users u
  WHERE u.role = 'admin' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND NOT public.has_factor(u.id)
    AND public.scope_system() = 'health'
$function$
;
ALTER FUNCTION public.administrators_without_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.alarms_to_mail(mail_window interval)
 RETURNS TABLE(id uuid, kind text, raised_at timestamp with time zone, count integer, network text, browser text, system text, is_held boolean, is_seen boolean, user_id uuid, role text, language text, email text, name text, administrators_due boolean, account_due boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, a.kind, a.raised_at, a.count, a.network, a.browser, a.system,
    a.held_at IS NOT NULL AND a.released_at IS NULL, a.seen_at IS NOT NULL, u.id, u.role, u.language::text, u.email,
    coalesce(c.name, d.first_name || ' ' || d.last_name), due.for_administrators, due.for_account
  FROM public.alarms a LEFT JOIN public.doctors n ON n.id = a.doctor_id
    LEFT JOIN public.medical_centers m ON m.id = a.center_id
    LEFT JOIN public.users u ON u.id = coalesce(a.user_id, n.user_id, m.user_id) AND u.closed_at IS NULL
    LEFT JOIN public.doctors d ON d.user_id = u.id LEFT JOIN public.medical_centers c ON c.user_id = u.id,
  LATERAL (SELECT
    a.administrators_mailed_at IS NULL AND NOT EXISTS (
      SELECT FROM public.alarms b WHERE b.kind = a.kind AND b.administrators_mailed_at > public.app_now() - mail_window)
      AS for_administrators,
    a.account_mailed_at IS NULL AND NOT EXISTS (
      SELECT FROM public.alarms b WHERE b.kind = a.kind AND b.account_mailed_at > public.app_now() - mail_window
        AND (b.user_id, b.doctor_id, b.center_id) IS NOT DISTINCT FROM (a.user_id, a.doctor_id, a.center_id))
      AS for_account) due
  WHERE (a.administrators_mailed_at IS NULL OR a.account_mailed_at IS NULL) AND public.scope_system() = 'alarms'
    AND (due.for_administrators OR due.for_account)
  ORDER BY a.raised_at, a.id LIMIT 200
$function$
;
ALTER FUNCTION public.alarms_to_mail(interval) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.annotation_keys(exam uuid)
 RETURNS TABLE(set_id uuid, wrapped_key bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT s.id, s.wrapped_key FROM public.annotation_sets s
  WHERE s.exam_id = exam AND s.center_id = public.scope_center()
$function$
;
ALTER FUNCTION public.annotation_keys(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.any_case(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT pg_catalog.translate(words, 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼς', 'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳσ')
$function$
;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN coalesce(current_setting('medcloud.clock_offset_ms', true), '') = '' THEN now()
    ELSE now() + make_interval(secs => coalesce(public.proven_clock_offset(), 0) / 1000) END
$function$
;

CREATE OR REPLACE FUNCTION public.await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.audit_unsealed (event_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.await_seal() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.begin_challenge(new_id uuid, block text DEFAULT NULL::text, as_member uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE ends_at timestamptz;
BEGIN
  IF NOT public.is_network_block(block) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a challenge has the network of its caller';
  END IF;
  INSERT INTO public.sign_in_challenges AS c (id, secret_hash, user_id, password_proof, expires_at, address_block, member_id)
  SELECT new_id, public.scope_given('h'), u.id, sha256(convert_to(u.password_hash, 'UTF8')), public.app_now() + interval '10 minutes', block, as_member
  FROM public.users u WHERE u.id = public.scope_signed_in() AND public.scope_system() = 'signed-in'
    AND (as_member IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = as_member AND m.user_id = u.id))
  RETURNING c.expires_at INTO ends_at;
  RETURN ends_at;
END $function$
;
ALTER FUNCTION public.begin_challenge(uuid,text,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.begin_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.center_figures (center_id) VALUES (NEW.id);
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.begin_figures() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.cancel_requests_of(doctor uuid)
 RETURNS TABLE(center uuid, patient uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN RETURN; END IF;
  UPDATE public.otp_verifications SET superseded_at = public.app_now(), code_mac = NULL
    WHERE doctor_id = doctor AND verified_at IS NULL AND superseded_at IS NULL;
  RETURN QUERY UPDATE public.patient_access a SET status = 'expired', ended_at = public.app_now(), expires_at = public.app_now()
    WHERE a.doctor_id = doctor AND a.status = 'pending' AND a.expires_at > public.app_now() RETURNING a.center_id, a.patient_id;
END $function$
;
ALTER FUNCTION public.cancel_requests_of(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.challenged_member()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.member_id FROM public.sign_in_challenges c
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor'
$function$
;
ALTER FUNCTION public.challenged_member() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.challenged_passkeys()
 RETURNS TABLE(account uuid, credential_id bytea, transports text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.user_id, p.credential_id, p.transports FROM public.sign_in_challenges c JOIN public.passkeys p ON p.user_id = c.user_id
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor' AND p.suspect_at IS NULL
    AND c.used_at IS NULL AND c.attempts < 5 AND c.expires_at > public.app_now()
$function$
;
ALTER FUNCTION public.challenged_passkeys() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_balance(entry uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (SELECT sum(p.cents) FROM public.ledger_postings p WHERE p.entry_id = entry) IS DISTINCT FROM 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'the postings of an entry sum to 0';
  END IF;
END $function$
;
ALTER FUNCTION public.check_balance(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM public.check_balance(NEW.id);
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.check_entry() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_entry_of_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.ledger_entries e WHERE e.id = NEW.entry_id AND e.created_at = public.app_now()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a posting is inserted with its entry';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.check_entry_of_posting() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_file_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.mark IS NOT NULL AND NOT EXISTS (SELECT FROM public.fiscal_documents d WHERE d.invoice_id = NEW.invoice_id AND d.mark = NEW.mark) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a file has the mark of its document';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.check_file_mark() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_invoice_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  document uuid;
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN document := NEW.id; ELSE document := NEW.invoice_id; END IF;
  IF (SELECT (coalesce(sum(l.net_cents), 0), coalesce(sum(l.vat_cents), 0)) FROM public.invoice_lines l WHERE l.invoice_id = document)
    IS DISTINCT FROM (SELECT (i.net_cents::bigint, i.vat_cents::bigint) FROM public.invoices i WHERE i.id = document) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the sums of a document are those of its lines';
  END IF;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.check_invoice_lines() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_invoice_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoice_series s WHERE s.code = NEW.series AND s.year = NEW.year
    AND s.next_number - 1 = NEW.number AND s.last_issued_on = NEW.issued_on) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a document has the number and day that were issued for it';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.check_invoice_number() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoices i WHERE i.id = NEW.invoice_id AND i.created_at = public.app_now()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a line is inserted with its document';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.check_line() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_moved_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.annotation_sets s WHERE s.id = NEW.id AND s.wrapped_key <> OLD.wrapped_key) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam moves with the keys of its measurements';
  END IF;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.check_moved_keys() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_number_used()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoices i WHERE i.series = NEW.code AND i.year = NEW.year AND i.number = NEW.next_number - 1)
    AND NOT EXISTS (SELECT FROM public.fiscal_found_documents d WHERE d.series = NEW.code AND d.year = NEW.year
      AND d.number = NEW.next_number - 1 AND d.taken_over_at IS NOT NULL) THEN
    RAISE insufficient_privilege USING MESSAGE = format('the number %s of %s %s has no document', NEW.next_number - 1, NEW.code, NEW.year);
  END IF;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.check_number_used() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM public.check_balance(NEW.entry_id);
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.check_posting() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.clear_imaging(kinds text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF kinds IS NULL THEN
    DELETE FROM public.series s WHERE s.exam_id = public.scope_exam();
    DELETE FROM public.studies s WHERE s.exam_id = public.scope_exam();
  END IF;
  RETURN QUERY DELETE FROM public.exam_objects o
    WHERE o.exam_id = public.scope_exam() AND o.kind <> 'original' AND (kinds IS NULL OR o.kind = ANY (kinds)) RETURNING o.id;
END $function$
;
ALTER FUNCTION public.clear_imaging(text[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.codes_to_phone(phone bytea)
 RETURNS TABLE(an_hour bigint, a_day bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE o.created_at > public.app_now() - interval '1 hour'), count(*)
  FROM public.otp_verifications o
  WHERE o.phone_index = phone AND o.created_at > public.app_now() - interval '1 day'
    AND phone = public.scope_given('n') AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$function$
;
ALTER FUNCTION public.codes_to_phone(bytea) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_birth_date_try()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.link_codes c SET birth_date_attempts = c.birth_date_attempts + 1,
      tries = c.tries || public.scope_birth_date_try(), tried_in = pg_current_xact_id()
    FROM public.consent_links l
    WHERE l.token_hash = c.token_hash AND c.session_hash = public.scope_given('o') AND c.purpose = 'own'
      AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
      AND c.patient_id IS NULL AND c.birth_date_attempts < 3 AND public.scope_birth_date_try() IS NOT NULL
    RETURNING 3 - c.birth_date_attempts AS tries_left)
  SELECT (SELECT tries_left FROM counted)
$function$
;
ALTER FUNCTION public.count_birth_date_try() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_code_try()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.otp_verifications o
    SET attempts = o.attempts + 1, tries = o.tries || public.scope_given('m'), tried_in = pg_current_xact_id()
    WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
      AND public.scope_given('m') IS NOT NULL AND o.attempts < 5 AND o.verified_at IS NULL AND o.superseded_at IS NULL
      AND o.expires_at > public.app_now()
    RETURNING 1)
  SELECT EXISTS (SELECT FROM counted)
$function$
;
ALTER FUNCTION public.count_code_try() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_exams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET exams = f.exams + c.n, exam_bytes = f.exam_bytes + c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM added WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET exams = f.exams - c.n, exam_bytes = f.exam_bytes - c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM gone WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.count_exams() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_factor_try()
 RETURNS TABLE(account uuid, encrypted_secret bytea)
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.sign_in_challenges c SET attempts = c.attempts + 1
    WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor'
      AND c.used_at IS NULL AND c.attempts < 5 AND c.expires_at > public.app_now()
    RETURNING c.user_id)
  SELECT counted.user_id, t.encrypted_secret
  FROM counted LEFT JOIN public.totp_secrets t ON t.user_id = counted.user_id AND t.confirmed_at IS NOT NULL
$function$
;
ALTER FUNCTION public.count_factor_try() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_link_try()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.link_codes c
    SET attempts = c.attempts + 1, tries = c.tries || public.scope_given('m'), tried_in = pg_current_xact_id()
    WHERE c.id = public.scope_subject() AND c.token_hash = public.scope_link_hash()
      AND public.scope_given('m') IS NOT NULL AND c.attempts < 5 AND c.used_at IS NULL AND c.superseded_at IS NULL
      AND c.expires_at > public.app_now()
    RETURNING 1)
  SELECT EXISTS (SELECT FROM counted)
$function$
;
ALTER FUNCTION public.count_link_try() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_patients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET patients = f.patients + c.n
    FROM (SELECT center_id, count(*) AS n FROM added GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET patients = f.patients - c.n
    FROM (SELECT center_id, count(*) AS n FROM gone GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.count_patients() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_recent_messages()
 RETURNS TABLE(channel text, state text, count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.channel, m.state, count(*) FROM public.outbox_messages m
  WHERE m.state <> 'decoy' AND m.created_at > public.app_now() - interval '24 hours' AND (public.scope_system() = 'health' OR public.scope_is_admin())
  GROUP BY m.channel, m.state
$function$
;
ALTER FUNCTION public.count_recent_messages() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_records()
 RETURNS TABLE(patients bigint, exams bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(patients), 0)::bigint, coalesce(sum(exams), 0)::bigint FROM public.center_figures HAVING public.scope_is_admin()
$function$
;
ALTER FUNCTION public.count_records() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_records_of_center(center uuid)
 RETURNS TABLE(patients bigint, exams bigint, exam_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT f.patients, f.exams, f.exam_bytes FROM public.center_figures f WHERE f.center_id = center AND public.scope_is_admin()
$function$
;
ALTER FUNCTION public.count_records_of_center(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_storage()
 RETURNS TABLE(used_bytes bigint, file_count bigint, recent_bytes bigint, recent_days double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(size_bytes), 0)::bigint, count(*),
    coalesce(sum(size_bytes) FILTER (WHERE created_at > public.app_now() - interval '30 days'), 0)::bigint,
    least(30, greatest(1, coalesce(extract(epoch FROM public.app_now() - min(created_at)) / 86400, 1)))::float8
  FROM public.exam_objects HAVING public.scope_is_admin()
$function$
;
ALTER FUNCTION public.count_storage() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_support_messages(max_count integer)
 RETURNS TABLE(all_messages bigint, urgent_messages bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT
    (SELECT count(*) FROM (SELECT 1 FROM public.support_messages
      WHERE received_at > public.app_now() - interval '1 hour' LIMIT max_count) AS counted),
    (SELECT count(*) FROM (SELECT 1 FROM public.support_messages
      WHERE received_at > public.app_now() - interval '1 hour' AND urgent LIMIT max_count) AS counted)
  WHERE public.scope_system() = 'support'
$function$
;
ALTER FUNCTION public.count_support_messages(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_unknown_numbers(doctor uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH codes AS (
    -- a message that a statement adds makes no code to a patient of one that was none
    SELECT o.phone_index, o.created_at, bool_or(m.state = 'decoy') AS is_decoy
    FROM public.otp_verifications o JOIN public.outbox_messages m ON m.otp_id = o.id
    WHERE o.doctor_id = doctor AND o.created_at > public.app_now() - interval '7 days'
      AND public.scope_system() = 'outbox' AND public.scope_subject() = doctor
    GROUP BY o.id, o.phone_index, o.created_at)
  SELECT count(DISTINCT phone_index) FROM codes WHERE is_decoy AND created_at > coalesce(
    (SELECT max(created_at) FROM codes WHERE NOT is_decoy), '-infinity')
$function$
;
ALTER FUNCTION public.count_unknown_numbers(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE sign integer := CASE WHEN NEW.status = 'withdrawn' THEN -1 ELSE 1 END;
BEGIN
  UPDATE public.center_figures SET exams = exams + sign, exam_bytes = exam_bytes + sign * NEW.file_size WHERE center_id = NEW.center_id;
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.count_withdrawal() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.digest_time(zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT ((public.app_now() AT TIME ZONE zone)::date + time '08:00') AT TIME ZONE zone
  WHERE public.scope_system() = 'notifications'
$function$
;
ALTER FUNCTION public.digest_time(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.doctors_with_factor()
 RETURNS TABLE(doctors bigint, protected bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*), count(*) FILTER (WHERE public.has_factor(u.id))
  FROM public.users u JOIN public.doctors d ON d.user_id = u.id
  WHERE d.state = 'verified' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND public.scope_system() = 'health'
$function$
;
ALTER FUNCTION public.doctors_with_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.due_factor_resets(most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'factor-removal' THEN RETURN; END IF;
  UPDATE public.factor_resets r SET cancelled_at = public.app_now(), cancelled_by_owner = public.set_up_since(r.user_id, r.asked_at)
  WHERE r.cancelled_at IS NULL AND r.done_at IS NULL AND (public.set_up_since(r.user_id, r.asked_at)
    OR (r.needs_confirmation AND r.confirmed_at IS NULL AND r.asked_at < public.app_now() - interval '7 days'));
  RETURN QUERY SELECT u.email FROM public.factor_resets r JOIN public.users u ON u.id = r.user_id
  WHERE u.closed_at IS NULL AND r.cancelled_at IS NULL AND r.done_at IS NULL AND r.effective_at <= public.app_now()
    AND (r.confirmed_at IS NOT NULL OR NOT r.needs_confirmation)
  ORDER BY r.effective_at LIMIT most;
END $function$
;
ALTER FUNCTION public.due_factor_resets(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.due_notifications(zone text, users uuid[])
 RETURNS TABLE(user_id uuid, email text, language text, first_name text, last_name text, is_digest boolean, kind text, ids bigint[], subjects integer, patients text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ripe AS MATERIALIZED (
    SELECT n.id, n.user_id, n.kind, n.subject_id, NOT n.is_at_once AS is_digest, n.created_at > public.app_now() - interval '7 days' AS is_recent
    FROM public.notifications n
    WHERE n.user_id = ANY (users) AND n.sent_at IS NULL AND public.scope_system() = 'notifications'
      AND (n.is_at_once OR (public.app_now() >= public.digest_time(zone) AND n.created_at < public.digest_time(zone)
        AND NOT EXISTS (SELECT FROM public.notifications told
          WHERE told.user_id = n.user_id AND told.digest_on = (public.app_now() AT TIME ZONE zone)::date)))),
  noted AS MATERIALIZED (
    SELECT n.*, d.id AS doctor_id, d.first_name, d.last_name, u.email, u.language,
      d.state = 'verified' AND u.subscription_status = 'active'
        AND (public.app_now() AT TIME ZONE zone)::date BETWEEN u.subscription_start_date AND u.subscription_end_date AS sees_exams
    FROM ripe n
    JOIN public.doctors d ON d.user_id = n.user_id AND d.state IN ('verified', 'pending_review')
    JOIN public.users u ON u.id = n.user_id AND num_nonnulls(u.closed_at, u.disabled_at, u.held_at) = 0
    WHERE n.is_recent),
  due AS MATERIALIZED (
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.patient_access a ON a.id = n.subject_id
    WHERE n.kind IN ('access_granted', 'access_changed') AND a.status = 'granted' AND a.expires_at > public.app_now()
    UNION ALL
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.patient_access a ON a.id = n.subject_id
    WHERE n.kind = 'access_revoked' AND NOT EXISTS (SELECT FROM public.patient_access live
      WHERE live.patient_id = a.patient_id AND live.doctor_id = a.doctor_id AND live.status = 'granted' AND live.expires_at > public.app_now())
    UNION ALL
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.exams e ON e.id = n.subject_id AND e.is_open
    JOIN public.patient_access a ON a.patient_id = e.patient_id AND a.doctor_id = n.doctor_id
    WHERE n.kind = 'exam_arrived' AND n.sees_exams AND a.status = 'granted' AND a.expires_at > public.app_now()
      AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))),
  dropped AS (
    DELETE FROM public.notifications n USING ripe r
    WHERE n.id = r.id AND r.id NOT IN (SELECT d.id FROM due d)
      AND (r.kind <> 'exam_arrived' OR NOT r.is_recent
        OR NOT EXISTS (SELECT FROM public.exams e WHERE e.id = r.subject_id AND NOT e.is_open)))
  SELECT d.user_id, d.email, d.language, d.first_name, d.last_name, d.is_digest, d.kind, array_agg(DISTINCT d.id),
    (CASE d.kind WHEN 'exam_arrived' THEN count(DISTINCT d.subject_id) ELSE count(DISTINCT d.public_patient_id) END)::integer,
    array_agg(DISTINCT d.public_patient_id)
  FROM due d
  GROUP BY d.user_id, d.email, d.language, d.first_name, d.last_name, d.is_digest, d.kind
  ORDER BY d.user_id, d.kind
$function$
;
ALTER FUNCTION public.due_notifications(text,uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.due_open_cents(due public.dues)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN due.invoice_id IS NOT NULL
    THEN (SELECT coalesce(sum(p.cents), 0) FROM public.ledger_postings p WHERE p.invoice_id = due.invoice_id)
    ELSE greatest(0, due.gross_cents - greatest(0,
      (SELECT coalesce(-sum(p.cents), 0) FROM public.ledger_postings p WHERE p.user_id = due.user_id AND p.account = 'unallocated')
      - (SELECT coalesce(sum(d.gross_cents), 0) FROM public.dues d
        WHERE d.user_id = due.user_id AND d.state = 'open' AND d.invoice_id IS NULL AND d.id <> due.id
          AND (d.kind <> 'upgrade', d.due_on, d.id) < (due.kind <> 'upgrade', due.due_on, due.id)))) END::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.end_grant(access uuid, reason text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ended AS (
    UPDATE public.patient_access a SET status = 'revoked', ended_at = public.app_now(), end_reason = reason,
      ended_by = CASE WHEN public.scope_is_admin() THEN 'admin' WHEN a.center_id = public.scope_center() THEN 'center' ELSE 'doctor' END
    WHERE a.id = access AND a.status = 'granted' AND a.expires_at > public.app_now()
      AND ((a.center_id = public.scope_center() AND public.scope_may('access.manage')) OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
    RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$function$
;
ALTER FUNCTION public.end_grant(uuid,text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.end_member_access(member uuid)
 RETURNS TABLE(ended_id uuid, is_token boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.center_members m WHERE m.id = member AND m.state IN ('suspended', 'ended')
    AND ((m.center_id = public.scope_tenant() AND public.scope_may('team.manage')) OR m.user_id = public.scope_user())) THEN RETURN; END IF;
  RETURN QUERY UPDATE public.api_tokens t SET revoked_at = public.app_now()
    WHERE t.member_id = member AND t.revoked_at IS NULL AND t.expires_at > public.app_now() RETURNING t.id, true;
  RETURN QUERY UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'member_ended'
    WHERE s.member_id = member AND s.revoked_at IS NULL RETURNING s.id, false;
END $function$
;
ALTER FUNCTION public.end_member_access(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.end_tokens_of(account uuid)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ended AS (UPDATE public.api_tokens SET revoked_at = public.app_now()
    WHERE user_id = account AND revoked_at IS NULL AND expires_at > public.app_now() AND public.scope_is_admin() RETURNING 1)
  SELECT count(*) FROM ended
$function$
;
ALTER FUNCTION public.end_tokens_of(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.erase_patient(new_key bytea, new_master integer)
 RETURNS TABLE(object_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  patient uuid := public.scope_subject();
  phone bytea;
  phones bytea[];
  requests uuid[];
  codes uuid[];
  links bytea[];
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'erasure' OR patient IS NULL THEN RETURN; END IF;
  -- Of two patients who share a request, the second erasure must see that the first is done.
  PERFORM pg_advisory_xact_lock(hashtextextended('medcloud erasure', 0));
  -- Uploads and changes that run finish first: they lock the row too.
  SELECT p.phone_index INTO phone FROM public.patients p WHERE p.id = patient FOR UPDATE;
  -- Also those to a number that the patient had earlier.
  requests := ARRAY(SELECT a.request_id FROM public.patient_access a WHERE a.patient_id = patient AND NOT EXISTS (
    SELECT FROM public.patient_access o JOIN public.patients p ON p.id = o.patient_id
    WHERE o.request_id = a.request_id AND o.patient_id <> patient AND p.erased_at IS NULL));
  -- The patient's numbers that no other patient has.
  phones := ARRAY(SELECT n.phone_index FROM (SELECT phone UNION
      SELECT r.phone_index FROM public.access_requests r WHERE r.id = ANY (requests)) AS n (phone_index)
    WHERE NOT EXISTS (SELECT FROM public.patients p WHERE p.phone_index = n.phone_index AND p.id <> patient));
  codes := ARRAY(SELECT r.otp_id FROM public.access_requests r WHERE r.id = ANY (requests)
    UNION SELECT v.id FROM public.otp_verifications v WHERE v.phone_index = phone AND phone = ANY (phones));
  UPDATE keys.patient_keys k SET wrapped_key = new_key, master_id = new_master WHERE k.patient_id = patient;
  RETURN QUERY SELECT o.id FROM public.exam_objects o WHERE o.patient_id = patient
    UNION SELECT u.object_id FROM public.uploads u WHERE u.patient_id = patient AND u.state <> 'stored'
      AND NOT public.is_object_of_another(u.object_id, patient);
  DELETE FROM public.uploads u WHERE u.patient_id = patient;
  DELETE FROM public.annotation_sets s WHERE s.patient_id = patient;
  DELETE FROM public.series s WHERE s.patient_id = patient;
  DELETE FROM public.studies s WHERE s.patient_id = patient;
  DELETE FROM public.exam_objects o WHERE o.patient_id = patient;
  UPDATE public.exams e SET exam_type = 'other', exam_date = '1900-01-01', referring_physician = NULL, notes_sealed = NULL,
    reason_sealed = NULL, file_name = '-', study_description = NULL, modalities = NULL, body_parts = NULL, laterality = NULL, series_count = NULL,
    image_count = NULL, key_study_uid = NULL, key_series_uid = NULL, sha256 = decode(repeat('00', 32), 'hex'), status = 'withdrawn', status_reason = NULL,
    imaging_state = 'failed', imaging_fault = 'erased', scan_state = 'none', scan_findings = NULL, marks = '{}',
    confirmed_doubts = '{}', awaits_comparison = false
  WHERE e.patient_id = patient;
  WITH ended AS (
    UPDATE public.consent_links l SET ended_at = coalesce(l.ended_at, public.app_now()), phone_sealed = NULL
    WHERE l.request_id = ANY (requests)
      OR l.access_id IN (SELECT a.id FROM public.patient_access a WHERE a.patient_id = patient)
    RETURNING l.token_hash)
  SELECT array_agg(token_hash) INTO links FROM ended;
  UPDATE public.patient_access a SET status = CASE a.status WHEN 'granted' THEN 'revoked' ELSE 'expired' END,
    ended_at = public.app_now(), expires_at = least(a.expires_at, public.app_now())
  WHERE a.patient_id = patient AND a.status IN ('granted', 'pending');
  -- Nobody is told of yesterday's views: there is no number any more.
  UPDATE public.patient_access a SET unlinked_at = public.app_now() WHERE a.patient_id = patient AND a.unlinked_at IS NULL;
  DELETE FROM public.block_links b WHERE b.phone_index = ANY (phones);
  DELETE FROM public.phone_blocks b WHERE b.phone_index = ANY (phones);
  DELETE FROM public.look_notices n WHERE n.phone_index = ANY (phones);
  -- A notice about several patients of one phone stays for the others, and belongs to one of their requests from now on.
  UPDATE public.outbox_messages m SET otp_id = o.otp_id
  FROM public.otp_verifications v, LATERAL (SELECT r.otp_id FROM public.access_requests r
    WHERE r.phone_index = v.phone_index AND r.otp_id <> ALL (codes) LIMIT 1) o
  WHERE m.kind = 'looked' AND m.state IN ('waiting', 'sending') AND m.otp_id = ANY (codes) AND v.id = m.otp_id
    AND v.phone_index <> ALL (phones);
  -- What the gateway may have now is not sent again.
  UPDATE public.outbox_messages m SET state = CASE m.state WHEN 'waiting' THEN 'superseded' ELSE 'uncertain' END,
    sealed = NULL, done_at = public.app_now()
  WHERE m.state IN ('waiting', 'sending') AND (m.otp_id = ANY (codes) OR m.link_hash = ANY (links));
  UPDATE public.access_requests r SET phone_index = sha256(r.id::text::bytea), phone_last3 = '' WHERE r.otp_id = ANY (codes);
  UPDATE public.otp_verifications v SET phone_index = sha256(v.id::text::bytea), phone_sealed = '', phone_last3 = '',
    code_mac = NULL, superseded_at = coalesce(v.superseded_at, public.app_now())
  WHERE v.id = ANY (codes);
  UPDATE public.patients p SET first_name = '-', last_name = '-', name_key = '|', date_of_birth = '1900-01-01',
    gender = 'Other', email = NULL, language = NULL, phone_sealed = NULL, phone_index = NULL, amka_sealed = NULL,
    amka_index = NULL, address_sealed = NULL, erased_at = coalesce(p.erased_at, public.app_now())
  WHERE p.id = patient;
  IF FOUND THEN RETURN QUERY SELECT NULL::uuid; END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.erased_patients()
 RETURNS TABLE(id uuid, erased_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.erased_at FROM public.patients p WHERE p.erased_at IS NOT NULL AND public.scope_system() = 'erasure'
$function$
;
ALTER FUNCTION public.erased_patients() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_once_granted(exams uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e WHERE e.id = ANY (exams) AND EXISTS (
    SELECT FROM public.patient_access a
    WHERE a.patient_id = e.patient_id AND a.doctor_id = public.scope_doctor() AND a.granted_at IS NOT NULL)
$function$
;
ALTER FUNCTION public.exams_once_granted(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_to_image(newest integer, again boolean, after uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND e.status <> 'withdrawn' AND (after IS NULL OR e.id > after)
    AND (again OR e.imaging_state = 'waiting' OR (e.imaging_state = 'ready' AND e.imaging_version < newest))
  ORDER BY e.id LIMIT most
$function$
;
ALTER FUNCTION public.exams_to_image(integer,boolean,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_to_scan(of_state text, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  -- two parts, each with its partial index
  SELECT due.id FROM (
    SELECT e.id FROM public.exams e
    WHERE of_state IN ('waiting', 'tried') AND e.scan_state = 'waiting' AND (e.scan_attempts > 0) = (of_state = 'tried')
      AND e.status <> 'withdrawn' AND (e.scan_due_at IS NULL OR e.scan_due_at <= public.app_now())
    UNION ALL
    SELECT e.id FROM public.exams e
    WHERE of_state = 'none' AND e.scan_state = 'none'
      AND e.status <> 'withdrawn' AND (e.scan_due_at IS NULL OR e.scan_due_at <= public.app_now())
  ) AS due
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL ORDER BY due.id LIMIT most
$function$
;
ALTER FUNCTION public.exams_to_scan(text,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_to_verify(after uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND (after IS NULL OR e.id > after)
    AND NOT EXISTS (SELECT FROM public.patients p WHERE p.id = e.patient_id AND p.erased_at IS NOT NULL)
  ORDER BY e.id LIMIT most
$function$
;
ALTER FUNCTION public.exams_to_verify(uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.file_of_ended_upload(upload uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.object_id FROM public.uploads u
  WHERE u.id = upload AND u.state IN ('rejected', 'aborted')
    AND (u.center_id = public.scope_center() OR public.scope_system() = 'sweep')
    AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = u.object_id)
$function$
;
ALTER FUNCTION public.file_of_ended_upload(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.find_invitation()
 RETURNS TABLE(member_id uuid, center uuid, center_name text, center_code text, account uuid, account_role text, owner_email text, owner_language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id, c.id, c.name, c.center_id, u.id, u.role, o.email, o.language::text
  FROM public.center_members m JOIN public.medical_centers c ON c.id = m.center_id JOIN public.users o ON o.id = c.user_id
  LEFT JOIN public.users u ON u.email = m.email AND u.closed_at IS NULL
  WHERE m.id = public.scope_invited() AND m.state = 'invited'
$function$
;
ALTER FUNCTION public.find_invitation() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.find_passkey()
 RETURNS TABLE(account uuid, account_role text, handle bytea, public_key bytea, sign_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.role, u.handle, p.public_key, p.sign_count FROM public.passkeys p JOIN public.users u ON u.id = p.user_id
  WHERE p.credential_id = public.scope_given('y') AND p.suspect_at IS NULL AND u.closed_at IS NULL AND u.disabled_at IS NULL
    AND CASE public.scope_system() WHEN 'passkey' THEN true
      WHEN 'factor' THEN EXISTS (SELECT FROM public.sign_in_challenges c WHERE c.secret_hash = public.scope_given('h') AND c.user_id = u.id)
      ELSE false END
$function$
;
ALTER FUNCTION public.find_passkey() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.find_session(by_bearer bytea, by_cookie bytea, idle_allowed boolean)
 RETURNS TABLE(session_id uuid, user_id uuid, role text, email text, language text, must_change_password boolean, center_id uuid, doctor_id uuid, doctor_state text, subscription_status text, subscription_start date, subscription_end date, expires_at timestamp with time zone, stale_seconds double precision, password_age_seconds double precision, is_bound boolean, has_factor boolean, factor_due_on date, second_factor_from date, payer_id uuid, member_id uuid, member_username text, member_name text, member_roles text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT s.id, s.user_id, s.role, u.email, u.language::text, u.must_change_password, s.center_id, s.doctor_id, d.state,
    u.subscription_status, u.subscription_start_date, u.subscription_end_date,
    least(s.expires_at, s.last_seen_at + make_interval(secs => least(s.idle_seconds, x.idle_minutes * 60))),
    extract(epoch FROM public.app_now() - s.last_seen_at)::float8,
    extract(epoch FROM public.app_now() - s.authenticated_at)::float8, s.is_bound,
    -- has_factor() without the cost of a call, since each request asks
    EXISTS (SELECT FROM public.totp_secrets t WHERE t.user_id = s.user_id AND t.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM public.passkeys p WHERE p.user_id = s.user_id),
    u.factor_due_on, x.second_factor_from, CASE WHEN s.member_id IS NULL THEN s.user_id ELSE (SELECT c.user_id FROM public.medical_centers c WHERE c.id = s.center_id) END, m.id, m.username, m.display_name, m.roles
  FROM public.sessions s JOIN public.users u ON u.id = s.user_id LEFT JOIN public.doctors d ON d.id = s.doctor_id
    LEFT JOIN public.center_members m ON m.id = s.member_id LEFT JOIN public.center_settings x ON x.center_id = s.center_id
  WHERE (s.bearer_hash = by_bearer OR s.cookie_hash = by_cookie) AND s.revoked_at IS NULL
    AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR m.state = 'active')
    AND (idle_allowed OR s.last_seen_at + make_interval(secs => least(s.idle_seconds, x.idle_minutes * 60)) > public.app_now());
END $function$
;
ALTER FUNCTION public.find_session(bytea,bytea,boolean) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.find_session_and_exam(by_bearer bytea, by_cookie bytea, wanted uuid)
 RETURNS TABLE(session_id uuid, user_id uuid, role text, email text, language text, must_change_password boolean, center_id uuid, doctor_id uuid, doctor_state text, subscription_status text, subscription_start date, subscription_end date, expires_at timestamp with time zone, stale_seconds double precision, password_age_seconds double precision, is_bound boolean, has_factor boolean, factor_due_on date, second_factor_from date, payer_id uuid, member_id uuid, member_username text, member_name text, member_roles text[], exam_id uuid, exam_center_id uuid, patient_id uuid, exam_type text, scan_state text, grant_id uuid, public_patient_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT f.*, x.id, x.center_id, x.patient_id, x.exam_type, x.scan_state, x.grant_id, x.public_patient_id
  FROM public.find_session(by_bearer, by_cookie, false) f
  LEFT JOIN LATERAL (
    SELECT e.id, e.center_id, e.patient_id, e.exam_type, e.scan_state, a.id AS grant_id, a.public_patient_id
    FROM public.exams e LEFT JOIN public.patient_access a ON a.patient_id = e.patient_id AND a.doctor_id = f.doctor_id
      AND a.status = 'granted' AND a.expires_at > public.app_now() AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    WHERE e.id = wanted AND e.status <> 'withdrawn' AND ((e.center_id = f.center_id AND (f.member_id IS NULL OR f.member_roles && ARRAY['owner', 'technician', 'secretary', 'radiologist'])) OR (e.is_open AND a.id IS NOT NULL))
    LIMIT 1
  ) x ON true;
END $function$
;
ALTER FUNCTION public.find_session_and_exam(bytea,bytea,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.forget_applications()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (UPDATE public.signup_confirmations SET sealed = NULL
    WHERE sealed IS NOT NULL AND expires_at <= public.app_now() AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT count(*) FROM gone
$function$
;
ALTER FUNCTION public.forget_applications() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.forget_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  changed date := NEW.from_day;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := CASE WHEN (NEW.kind IN ('paid', 'invoiced', 'grace')) <> (OLD.kind IN ('paid', 'invoiced', 'grace')) THEN NEW.from_day
      WHEN NEW.cut_on IS DISTINCT FROM OLD.cut_on THEN least(NEW.cut_on, OLD.cut_on) END;
  END IF;
  IF changed IS NULL OR (TG_OP = 'INSERT' AND NEW.kind NOT IN ('paid', 'invoiced', 'grace')) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('medcloud billing months', 0));
  DELETE FROM public.billing_months m WHERE m.month >= date_trunc('month', changed)::date;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.frame_cache_bytes()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(o.size_bytes), 0)::bigint FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging'
$function$
;
ALTER FUNCTION public.frame_cache_bytes() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grant_at_hand(access uuid)
 RETURNS TABLE(id uuid, request_id uuid, doctor_id uuid, patient_id uuid, center_id uuid, status text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, a.request_id, a.doctor_id, a.patient_id, a.center_id, a.status, a.expires_at FROM public.patient_access a
  WHERE a.id = access AND (a.center_id = public.scope_center() OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
$function$
;
ALTER FUNCTION public.grant_at_hand(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grants_behind_link()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT held.id FROM public.patient_access asked
  JOIN public.patient_access held ON held.doctor_id = asked.doctor_id AND held.patient_id = asked.patient_id
  WHERE asked.request_id = public.scope_link() AND asked.status = 'pending' AND asked.expires_at > public.app_now()
    AND public.link_shows(asked.id, asked.unlinked_at) AND held.status = 'granted'
$function$
;
ALTER FUNCTION public.grants_behind_link() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grants_of_events(accesses uuid[])
 RETURNS TABLE(id uuid, status text, granted_at timestamp with time zone, expires_at timestamp with time zone, ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, CASE WHEN a.status IN ('granted', 'pending') AND a.expires_at <= public.app_now() THEN 'expired' ELSE a.status END,
    a.granted_at, a.expires_at, coalesce(a.ended_at, CASE WHEN a.status = 'denied' THEN a.response_date END)
  FROM public.patient_access a
  WHERE a.id = ANY (accesses) AND (a.center_id = (SELECT public.scope_center()) OR (SELECT public.scope_is_admin()))
$function$
;
ALTER FUNCTION public.grants_of_events(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grants_of_phone()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id FROM public.patients p JOIN public.patient_access a ON a.patient_id = p.id
  WHERE p.phone_index = (SELECT public.scope_overview()) AND p.erased_at IS NULL AND a.granted_at IS NOT NULL
$function$
;
ALTER FUNCTION public.grants_of_phone() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  chosen_patients text[] := string_to_array(convert_from(public.scope_given('p'), 'UTF8'), E'\n');
  chosen_days integer := convert_from(public.scope_given('d'), 'UTF8')::integer;
  chosen_types text := convert_from(public.scope_given('e'), 'UTF8'); -- null: unchanged, empty: all
  is_new boolean := OLD.status = 'pending' AND NEW.status = 'granted';
  is_longer boolean := is_new OR NEW.expires_at > OLD.expires_at;
  is_wider boolean := is_new OR OLD.scope IS NOT NULL AND NOT coalesce(NEW.scope <@ OLD.scope, false);
  is_listed boolean := coalesce(public.scope_system() = 'overview', false);
BEGIN
  IF (CASE
    WHEN is_new THEN NEW.ended_at IS NOT NULL
    WHEN OLD.status = 'pending' AND NEW.status = 'denied' THEN
      (NEW.response_date, NEW.ended_at) IS DISTINCT FROM (public.app_now(), public.app_now()) OR OLD.expires_at <= public.app_now()
      OR (NEW.granted_at, NEW.expires_at, NEW.scope, NEW.language, NEW.text_version, NEW.text_hash, NEW.tell_looks)
        IS DISTINCT FROM (OLD.granted_at, OLD.expires_at, OLD.scope, OLD.language, OLD.text_version, OLD.text_hash, OLD.tell_looks)
    WHEN OLD.status = 'granted' THEN
      (NEW.granted_at, NEW.response_date, NEW.language, NEW.text_version, NEW.text_hash)
        IS DISTINCT FROM (OLD.granted_at, OLD.response_date, OLD.language, OLD.text_version, OLD.text_hash)
      OR (NEW.status <> 'granted' AND (NEW.expires_at, NEW.scope, NEW.tell_looks)
        IS DISTINCT FROM (OLD.expires_at, OLD.scope, OLD.tell_looks))
      OR CASE NEW.status
        WHEN 'granted' THEN NEW.ended_at IS DISTINCT FROM OLD.ended_at
          OR (NEW.expires_at IS DISTINCT FROM OLD.expires_at AND NEW.expires_at < public.app_now())
        WHEN 'revoked' THEN NEW.ended_at IS DISTINCT FROM public.app_now() OR OLD.expires_at <= public.app_now()
        WHEN 'expired' THEN NEW.ended_at IS DISTINCT FROM OLD.expires_at OR OLD.expires_at > public.app_now()
        ELSE true END
    ELSE NEW IS DISTINCT FROM OLD END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an answer is given and ended now, is not undone, and keeps its text and times';
  END IF;
  IF NOT (is_longer OR is_wider) THEN RETURN NEW; END IF;
  IF NEW.status <> 'granted' OR OLD.expires_at <= public.app_now()
    OR (chosen_patients IS NOT NULL AND NEW.public_patient_id <> ALL (chosen_patients))
    OR (chosen_patients IS NULL AND NOT is_listed AND EXISTS (SELECT FROM public.patient_access a
      WHERE a.request_id = NEW.request_id AND a.patient_id <> NEW.patient_id))
    OR (is_new AND num_nulls(chosen_days, chosen_types) > 0)
    -- also what is not more by itself: the types of before for more days, or the days of before for more types
    OR NEW.expires_at IS DISTINCT FROM coalesce(public.app_now() + make_interval(days => chosen_days), OLD.expires_at)
    OR NEW.scope IS DISTINCT FROM (CASE WHEN chosen_types IS NULL THEN OLD.scope ELSE nullif(string_to_array(chosen_types, ','), '{}') END)
    OR (is_new AND (NEW.granted_at, NEW.response_date) IS DISTINCT FROM (public.app_now(), public.app_now())) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a consent link gives what the patient chose, and no more';
  END IF;
  IF is_listed AND NOT is_new AND NEW.id = public.scope_subject() AND public.scope_overview() IS NOT NULL THEN RETURN NEW; END IF;
  IF NOT EXISTS (SELECT FROM public.link_codes c
    WHERE c.id = public.scope_subject() AND c.used_at = public.app_now() AND c.purpose = 'change')
    AND NOT (is_new AND EXISTS (SELECT FROM public.consent_links l
      WHERE l.token_hash = public.scope_link_hash() AND l.created_at > public.app_now() - interval '30 minutes')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a consent link alone gives no more access: a code from the phone is needed';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_annotations()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_next boolean;
  is_same boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'withdrawn' OR NEW.revision <> 1 OR NEW.saved_at <> public.app_now()
      OR (NEW.created_at, NEW.updated_at) <> (public.app_now(), public.app_now()) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a set begins now, with its first revision';
    END IF;
    RETURN NEW;
  END IF;
  is_next := NEW.revision = OLD.revision + 1;
  is_same := (NEW.revision, NEW.saved_at, NEW.content_encrypted, NEW.heading_encrypted, NEW.item_count)
    IS NOT DISTINCT FROM (OLD.revision, OLD.saved_at, OLD.content_encrypted, OLD.heading_encrypted, OLD.item_count);
  IF NEW.updated_at = public.app_now() AND (CASE
    WHEN OLD.state = 'draft' THEN NEW.state = 'draft' AND is_next
    WHEN OLD.state = 'saved' AND NEW.state = 'saved' THEN is_same OR is_next AND NEW.saved_at = public.app_now()
    WHEN OLD.state = 'saved' AND NEW.state = 'withdrawn' THEN is_same AND NEW.visibility = OLD.visibility
    ELSE false END) THEN
    RETURN NEW;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = 'a saved version stays as it is until the next one, and a withdrawn set does not return';
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  fits boolean;
BEGIN
  IF NEW.state <> 'begun' OR NEW.is_hard OR num_nonnulls(NEW.provider_ref, NEW.redirect_url, NEW.fault_code, NEW.settled_at, NEW.received_ref) > 0
    OR (NEW.method_ref IS NOT NULL) <> (NEW.purpose = 'charge') OR (NEW.payment_id IS NOT NULL) <> (NEW.credit_note_id IS NOT NULL)
    OR (NEW.reason_sealed IS NOT NULL) <> (NEW.reviewed_id IS NOT NULL) OR NEW.created_at <> public.app_now() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an attempt begins without an answer';
  END IF;
  IF NEW.reviewed_id IS NOT NULL THEN
    SELECT NEW.cents = a.received_cents INTO fits FROM public.payment_attempts a
    WHERE a.id = NEW.reviewed_id AND a.user_id = NEW.user_id AND a.driver = NEW.driver AND a.state = 'review';
  ELSIF NEW.purpose = 'refund' THEN
    SELECT NEW.cents <= p.cents - coalesce(sum(r.cents) FILTER (WHERE r.payment_id = p.id), 0)
      AND NEW.cents <= n.gross_cents - coalesce(sum(r.cents) FILTER (WHERE r.credit_note_id = n.id), 0) INTO fits
    FROM public.invoices n
    JOIN public.payments p ON p.id = NEW.payment_id AND p.user_id = n.user_id AND p.driver = NEW.driver
    LEFT JOIN public.payment_attempts r ON r.user_id = n.user_id AND r.purpose = 'refund' AND r.state NOT IN ('refused', 'failed', 'cancelled')
    WHERE n.id = NEW.credit_note_id AND n.user_id = NEW.user_id AND n.kind = 'credit_note' AND n.created_at = public.app_now()
      AND EXISTS (SELECT FROM public.dues d JOIN public.payment_attempts a ON a.due_id = d.id AND a.user_id = d.user_id
        WHERE d.invoice_id = n.credits_id AND a.payment_id = p.id AND a.state = 'done')
    GROUP BY n.id, p.id;
  ELSIF NEW.due_id IS NOT NULL THEN
    SELECT NEW.cents = public.due_open_cents(d) INTO fits
    FROM public.dues d WHERE d.id = NEW.due_id AND d.user_id = NEW.user_id;
  ELSE
    RETURN NEW;
  END IF;
  IF fits IS NOT TRUE THEN
    RAISE insufficient_privilege USING MESSAGE = 'an attempt asks for what is open, and gives back what was credited';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_center()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- billing stores the plan that a center chose
  IF public.scope_system() = 'billing' AND to_jsonb(NEW) - '{plan,quota_bytes}'::text[] = to_jsonb(OLD) - '{plan,quota_bytes}'::text[] THEN
    RETURN NEW;
  END IF;
  IF NOT public.scope_is_admin()
    AND to_jsonb(NEW) - '{last_activity_at,own_viewing_days}'::text[] <> to_jsonb(OLD) - '{last_activity_at,own_viewing_days}'::text[] THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center is changed by an administrator';
  END IF;
  IF NEW.own_viewing_days IS DISTINCT FROM OLD.own_viewing_days AND (NEW.id IS DISTINCT FROM public.scope_tenant() OR NOT public.scope_may('settings.manage')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center chooses itself when patients see their own pictures';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.superseded_at IS NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'a code that ended does not begin again';
  END IF;
  NEW.code_mac := NULL;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_is_admin() THEN RETURN NEW; END IF;
  IF NEW.state <> OLD.state AND NOT (OLD.state = 'verified' AND NEW.state = 'pending_review')
    OR (NEW.first_approved_at, NEW.decided_at, NEW.decided_by, NEW.reject_reason)
      IS DISTINCT FROM (OLD.first_approved_at, OLD.decided_at, OLD.decided_by, OLD.reject_reason)
    OR (NEW.review_since, NEW.approved_first_name, NEW.approved_last_name, NEW.approved_license_number)
      IS DISTINCT FROM (CASE WHEN NEW.state <> OLD.state THEN ROW(public.app_now(), OLD.first_name, OLD.last_name, OLD.license_number)
        ELSE ROW(OLD.review_since, OLD.approved_first_name, OLD.approved_last_name, OLD.approved_license_number) END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a doctor is approved by an administrator';
  END IF;
  IF NEW.state = 'verified' AND (NEW.first_name, NEW.last_name, NEW.license_number)
    IS DISTINCT FROM (OLD.first_name, OLD.last_name, OLD.license_number) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a verified name or license changes by a review';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.invoice_id, NEW.net_cents, NEW.vat_cents, NEW.gross_cents, NEW.tax_case)
    IS DISTINCT FROM (OLD.invoice_id, OLD.net_cents, OLD.vat_cents, OLD.gross_cents, OLD.tax_case)
    AND NOT (OLD.invoice_id IS NULL AND NEW.invoice_id IS NULL AND OLD.state = 'open' AND NEW.state = 'open'
      AND NEW.gross_cents = NEW.net_cents + NEW.vat_cents
      AND EXISTS (SELECT FROM public.prices p WHERE p.id = NEW.price_id
        AND CASE WHEN NEW.vat_cents > 0 THEN NEW.gross_cents = coalesce(NEW.price_cents, p.gross_cents)
          ELSE NEW.gross_cents <= coalesce(NEW.price_cents, p.gross_cents) END))
    AND NOT EXISTS (SELECT FROM public.invoices i WHERE i.id = NEW.invoice_id AND i.user_id = NEW.user_id AND i.kind = 'invoice'
      AND i.created_at = public.app_now()
      AND (i.net_cents, i.vat_cents, i.gross_cents, i.tax_case) = (NEW.net_cents, NEW.vat_cents, NEW.gross_cents, NEW.tax_case)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a due changes with its document';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF octet_length(NEW.details::text) > 32768 OR jsonb_path_exists(NEW.details, '$.**{8}')
    OR NEW.event !~ '^[a-z][a-z0-9_]{2,63}$' OR NOT public.is_network_block(NEW.address_block)
    OR greatest(length(NEW.object_id), length(NEW.object_kind), length(NEW.request_id), length(NEW.exam_type)) > 200 THEN
    RAISE insufficient_privilege USING MESSAGE = 'an audit event is short, flat and in the portal''s codes';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_exam_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_moved boolean := NEW.patient_id <> OLD.patient_id;
  is_withdrawn boolean := (NEW.status = 'withdrawn') <> (OLD.status = 'withdrawn');
BEGIN
  IF public.scope_member() IS NULL THEN RETURN NEW; END IF;
  IF (is_moved AND NOT public.scope_may('exams.move')) OR (is_withdrawn AND NOT public.scope_may('exams.withdraw'))
    OR (NOT is_moved AND NOT is_withdrawn AND NOT public.scope_may('exams.confirm')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the roles of this member do not change the exam so';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_exam_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM public.uploads u WHERE u.object_id = NEW.id
    AND (NEW.kind <> 'original' OR u.ended_at IS NOT NULL OR (u.center_id, u.patient_id) <> (NEW.center_id, NEW.patient_id))) THEN
    RAISE insufficient_privilege USING MESSAGE = 'this file belongs to an upload';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.guard_exam_object() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_fiscal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  moves text[] := ARRAY['rejected waiting', 'accepted cancelling'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' OR NEW.tries <> 0
      OR num_nonnulls(NEW.mark, NEW.auth_code, NEW.qr_url, NEW.cancel_mark, NEW.error_code) > 0 THEN
      RAISE insufficient_privilege USING MESSAGE = 'a document waits to be reported';
    END IF;
    RETURN NEW;
  END IF;
  IF public.scope_system() = 'billing' THEN
    moves := moves || ARRAY['waiting sending', 'sending sending', 'sending accepted', 'sending rejected', 'sending waiting',
      'sending unknown', 'unknown sending', 'cancelling cancelling', 'cancelling cancelled', 'cancelling accepted'];
  END IF;
  IF to_jsonb(NEW) - 'mail_at' IS DISTINCT FROM to_jsonb(OLD) - 'mail_at' AND (
    OLD.state || ' ' || NEW.state <> ALL (moves)
    OR ((NEW.mark, NEW.auth_code, NEW.qr_url) IS DISTINCT FROM (OLD.mark, OLD.auth_code, OLD.qr_url)
      AND (OLD.state, NEW.state) <> ('sending', 'accepted'))
    OR (NEW.cancel_mark IS DISTINCT FROM OLD.cancel_mark AND NEW.state <> 'cancelled')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'what the tax authority answered stays';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_imaging()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'awaits_comparison',
  'duplicate_count', 'is_open', 'marks', 'scan_state', 'scan_findings', 'scanned_at',
  'scan_fault', 'scan_attempts', 'scan_due_at'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(OLD.user_id = public.scope_user(), false);
  -- the database computes is_clinical after this trigger
  changed jsonb := to_jsonb(NEW) - '{is_clinical}'::text[];
  earlier jsonb := to_jsonb(OLD) - '{is_clinical}'::text[];
BEGIN
  IF OLD.state = 'ended' THEN RAISE insufficient_privilege USING MESSAGE = 'an ended membership does not change'; END IF;
  IF public.scope_system() = 'invitation' THEN
    IF changed - '{state,user_id,joined_at}'::text[] = earlier - '{state,user_id,joined_at}'::text[]
      AND OLD.state = 'invited' AND NEW.state = 'active' AND NEW.joined_at = public.app_now() THEN RETURN NEW; END IF;
    RAISE insufficient_privilege USING MESSAGE = 'an invitation is accepted once';
  END IF;
  IF changed - '{roles,username,display_name,state,suspended_at,ended_at,invite_hash,invited_at,invite_expires_at}'::text[]
    <> earlier - '{roles,username,display_name,state,suspended_at,ended_at,invite_hash,invited_at,invite_expires_at}'::text[] THEN
    RAISE insufficient_privilege USING MESSAGE = 'a membership stays with its center, person and address';
  END IF;
  IF NEW.invite_hash <> OLD.invite_hash AND NOT coalesce(OLD.state = 'invited' AND NEW.invite_hash = public.scope_given('t')
    AND OLD.email = convert_from(public.scope_given('a'), 'UTF8') AND NEW.invited_at = public.app_now()
    AND NEW.invite_expires_at <= public.app_now() + interval '7 days', false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an invitation has the link that is mailed';
  END IF;
  IF (NEW.invited_at, NEW.invite_expires_at) IS DISTINCT FROM (OLD.invited_at, OLD.invite_expires_at) AND NEW.invite_hash = OLD.invite_hash THEN
    RAISE insufficient_privilege USING MESSAGE = 'an invitation ends as it was mailed';
  END IF;
  IF NOT public.scope_may('team.manage') AND (NOT is_own OR NEW.state <> 'ended' OR changed - '{state,suspended_at,ended_at}'::text[] <> earlier - '{state,suspended_at,ended_at}'::text[]) THEN
    RAISE insufficient_privilege USING MESSAGE = 'who does not manage the team only leaves it';
  END IF;
  IF NEW.roles <> OLD.roles AND is_own THEN RAISE insufficient_privilege USING MESSAGE = 'a member does not change their own roles'; END IF;
  IF NEW.state <> OLD.state AND NOT (CASE WHEN is_own THEN NEW.state = 'ended' ELSE
    (OLD.state, NEW.state) IN (('invited', 'ended'), ('active', 'suspended'), ('suspended', 'active'), ('active', 'ended'), ('suspended', 'ended')) END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a membership does not change to this state';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_system() = 'billing' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND (NEW.vat_country, NEW.vat_number, NEW.vat_state, NEW.vat_checked_at, NEW.vat_proof, NEW.vat_unavailable_since, NEW.country)
    IS NOT DISTINCT FROM (OLD.vat_country, OLD.vat_number, OLD.vat_state, OLD.vat_checked_at, OLD.vat_proof, OLD.vat_unavailable_since, OLD.country) THEN
    RETURN NEW;
  END IF;
  IF NEW.vat_state <> 'unchecked' OR num_nonnulls(NEW.vat_checked_at, NEW.vat_proof, NEW.vat_unavailable_since) > 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'a VAT number is found valid by billing alone';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_period()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  today date := (public.app_now() AT TIME ZONE coalesce(public.portal_time_zone(), 'UTC'))::date;
BEGIN
  IF (NEW.cut_on IS DISTINCT FROM OLD.cut_on AND (OLD.cut_on IS NOT NULL
      OR NOT (NEW.cut_on BETWEEN today - 1 AND today + 1 OR (OLD.kind = 'grace' AND NEW.cut_on = OLD.from_day))))
    OR (NEW.kind <> OLD.kind AND NEW.kind NOT IN ('paid', 'invoiced')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a period is cut once, today';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.guard_period() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_scan()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF CURRENT_USER = 'medcloud_app' AND TG_OP = 'INSERT' THEN
    IF NEW.scan_state NOT IN ('none', 'waiting') OR NEW.scan_attempts <> 0 OR NEW.marks <> '{}'
      OR num_nonnulls(NEW.scan_findings, NEW.scanned_at, NEW.scan_fault, NEW.scan_due_at) > 0 THEN
      RAISE insufficient_privilege USING MESSAGE = 'what a file carries is recorded by the inspection alone';
    END IF;
    -- an exam that could be scanned does not pass as one from before there was a scanner
    IF NEW.scan_state = 'none' AND public.is_scanner_seen() THEN NEW.scan_state := 'waiting'; END IF;
    RETURN NEW;
  END IF;
  IF CURRENT_USER = 'medcloud_app' AND public.scope_exam() IS NULL
    AND (NEW.marks, NEW.scan_state, NEW.scan_findings, NEW.scanned_at, NEW.scan_fault, NEW.scan_attempts, NEW.scan_due_at)
      IS DISTINCT FROM (OLD.marks, OLD.scan_state, OLD.scan_findings, OLD.scanned_at, OLD.scan_fault, OLD.scan_attempts, OLD.scan_due_at) THEN
    RAISE insufficient_privilege USING MESSAGE = 'what a file carries is recorded by the inspection alone';
  END IF;
  IF NEW.scan_state = 'infected' AND NEW.status IN ('processing', 'completed') THEN
    NEW.status := 'needs-attention';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_series()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM unnest(ARRAY[NEW.manifest_object, NEW.thumbnail_object, NEW.frames_object]) AS named (id)
    WHERE named.id IS NOT NULL
      AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = named.id AND o.exam_id = NEW.exam_id)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the objects of a series are its exam''s';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_session_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.last_seen_at > public.app_now() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a session is not used later than now';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_bills() AND (NEW.user_id, NEW.price_id, NEW.state, NEW.since, NEW.method, NEW.next_due_on, NEW.next_plan)
    IS DISTINCT FROM (OLD.user_id, OLD.price_id, OLD.state, OLD.since, OLD.method, OLD.next_due_on, OLD.next_plan) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account ends its subscription or resumes it, and changes nothing else of it';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'open' OR NEW.offset_bytes <> 0 OR NEW.holds <> 0 OR NEW.tail_sealed IS NOT NULL OR NEW.fault IS NOT NULL
      OR (NEW.begun_at, NEW.heard_at) IS DISTINCT FROM (public.app_now(), public.app_now())
      OR EXISTS (SELECT FROM public.exam_objects o WHERE o.id = NEW.object_id) THEN
      RAISE insufficient_privilege USING MESSAGE = 'an upload begins empty, with a file of its own';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.ended_at IS NOT NULL OR NEW.heard_at NOT IN (OLD.heard_at, public.app_now()) OR NEW.ended_at <> public.app_now()
    OR (NEW.exam_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.exams e
      WHERE e.id = NEW.exam_id AND e.center_id = NEW.center_id AND e.patient_id = NEW.patient_id)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an upload ends once, now, and with an exam of its patient';
  END IF;
  RETURN NEW;
END $function$
;
ALTER FUNCTION public.guard_upload() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(NEW.id = public.scope_user(), false);
  is_renewed boolean := is_own AND public.scope_system() = 'renewing';
BEGIN
  IF (NEW.password_hash, NEW.must_change_password, NEW.initial_password_expires_at)
    IS DISTINCT FROM (OLD.password_hash, OLD.must_change_password, OLD.initial_password_expires_at)
    AND NOT coalesce(CASE WHEN is_own THEN is_renewed AND sha256(convert_to(NEW.password_hash, 'UTF8')) = public.scope_given('p')
      ELSE NEW.id = public.scope_reset() OR NEW.id = public.scope_rejoining() END, false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a password is set by its own account alone';
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NOT coalesce(NEW.email = convert_from(public.scope_given('a'), 'UTF8') AND (is_renewed
    OR (public.scope_is_admin() AND public.scope_system() = 'new-email' AND NEW.id = public.scope_subject())), false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an email is the one that its own account or an administrator typed';
  END IF;
  IF NEW.language <> OLD.language AND NOT (is_own OR public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a language is changed by its own account or an administrator';
  END IF;
  IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account is closed by an administrator';
  END IF;
  IF (NEW.subscription_start_date, NEW.subscription_end_date, NEW.subscription_status)
    IS DISTINCT FROM (OLD.subscription_start_date, OLD.subscription_end_date, OLD.subscription_status)
    AND NOT public.scope_bills() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a subscription is changed by an administrator or by billing';
  END IF;
  IF (NEW.disabled_at, NEW.disabled_by, NEW.disabled_reason) IS DISTINCT FROM (OLD.disabled_at, OLD.disabled_by, OLD.disabled_reason)
    AND (is_own OR NOT public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account is disabled by another administrator';
  END IF;
  IF NEW.viewer_settings IS DISTINCT FROM OLD.viewer_settings AND NOT is_own THEN
    RAISE insufficient_privilege USING MESSAGE = 'viewer settings are changed by their own account alone';
  END IF;
  IF NEW.held_at IS DISTINCT FROM OLD.held_at AND (NEW.held_at IS NOT NULL OR is_own OR NOT public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a held account is released by an administrator';
  END IF;
  IF NEW.factor_due_on IS DISTINCT FROM OLD.factor_due_on AND (OLD.factor_due_on IS NOT NULL
    OR NEW.id IS DISTINCT FROM public.scope_signed_in() OR NEW.factor_due_on > public.app_now()::date + 366) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the time to set up a second factor begins once, at a sign-in';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.guard_vat_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.vat_proved_on IS NOT NULL THEN
      RAISE insufficient_privilege USING MESSAGE = 'a proof is of a number that is stored';
    END IF;
  ELSIF (NEW.kind, NEW.country, NEW.vat_country, NEW.vat_number) IS DISTINCT FROM (OLD.kind, OLD.country, OLD.vat_country, OLD.vat_number) THEN
    NEW.vat_proved_on := NULL;
    NEW.vat_proof_text := NULL;
    NEW.vat_proved_by := NULL;
  ELSIF (NEW.vat_proved_on, NEW.vat_proof_text, NEW.vat_proved_by) IS DISTINCT FROM (OLD.vat_proved_on, OLD.vat_proof_text, OLD.vat_proved_by)
    AND (NOT public.scope_is_admin() OR NEW.vat_proved_by IS DISTINCT FROM public.scope_user()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a proof of a VAT number is recorded by an administrator';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.has_administrator()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_system() = 'start' AND EXISTS (SELECT FROM public.users WHERE role = 'admin')
$function$
;
ALTER FUNCTION public.has_administrator() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.has_exam_objects()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.exam_objects) AND public.scope_system() = 'sweep'
$function$
;
ALTER FUNCTION public.has_exam_objects() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.has_factor(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.totp_secrets WHERE user_id = account AND confirmed_at IS NOT NULL)
    -- a suspect one too: who copied it must not bring the account back to its password alone
    OR EXISTS (SELECT FROM public.passkeys WHERE user_id = account)
$function$
;
ALTER FUNCTION public.has_factor(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.hold_account(alarm uuid)
 RETURNS TABLE(ended_id uuid, is_token boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE account uuid;
BEGIN
  UPDATE public.users u SET held_at = coalesce(u.held_at, public.app_now()) FROM public.alarms a
  WHERE a.id = alarm AND u.id = a.user_id AND a.held_at IS NOT NULL AND a.released_at IS NULL
    AND u.role <> 'admin' AND public.scope_system() = 'alarms' RETURNING u.id INTO account;
  RETURN QUERY UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'held'
    WHERE s.user_id = account AND s.revoked_at IS NULL RETURNING s.id, false;
  RETURN QUERY SELECT t.id, true FROM public.api_tokens t
    WHERE t.user_id = account AND t.revoked_at IS NULL AND t.expires_at > public.app_now();
END $function$
;
ALTER FUNCTION public.hold_account(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.is_applying(account uuid, doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN account IS NULL
    THEN EXISTS (SELECT FROM public.doctors d WHERE d.id = doctor AND d.created_at = public.app_now())
    ELSE EXISTS (SELECT FROM public.users u WHERE u.id = account AND u.role = 'doctor' AND u.created_at = public.app_now())
    END
$function$
;
ALTER FUNCTION public.is_applying(uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.is_counted(tried bytea, tries bytea[], tried_in xid8)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(tried = ANY (tries) AND tried_in IS DISTINCT FROM pg_current_xact_id_if_assigned(), false)
$function$
;

CREATE OR REPLACE FUNCTION public.is_license_taken(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_system() = 'signup' AND wanted = convert_from(public.scope_given('v'), 'UTF8') AND EXISTS (SELECT 1 FROM public.doctors
    WHERE public.any_case(license_number) = public.any_case(wanted) AND state NOT IN ('rejected', 'closed'))
$function$
;
ALTER FUNCTION public.is_license_taken(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.is_network_block(block text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(block ~ '^([a-z]{0,16}|[0-9a-f.:]{2,45}/[0-9]{1,3})$', true)
$function$
;

CREATE OR REPLACE FUNCTION public.is_number_of_another(numbers bytea[], patient uuid, exam uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT 1 FROM unnest(numbers) AS asked (number) WHERE (
      SELECT array_agg(known.patient_id = patient) FROM (
        SELECT DISTINCT s.patient_id FROM public.studies s JOIN public.exams e ON e.id = s.exam_id
        WHERE s.patient_number_index = asked.number AND s.exam_id IS DISTINCT FROM exam
          AND s.center_id = coalesce(public.scope_center(),
            (SELECT own.center_id FROM public.exams own WHERE own.id = public.scope_exam()))
          AND e.status IN ('processing', 'completed') AND e.status_reason IS NULL
        LIMIT 2) AS known) = ARRAY[false])
$function$
;
ALTER FUNCTION public.is_number_of_another(bytea[],uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.is_object_of_another(object uuid, patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.exam_objects o JOIN public.exams e ON e.id = o.exam_id
    WHERE o.id = object AND e.patient_id <> patient)
$function$
;
ALTER FUNCTION public.is_object_of_another(uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.is_own_session(session uuid, account uuid, ref text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE hashes bytea[];
BEGIN
  IF session IS NOT NULL THEN RETURN public.session_reference(session) = ref; END IF;
  IF coalesce(public.scope_part(3), '') NOT IN ('sign-in', 'signed-in', 'factor', 'passkey') THEN RETURN false; END IF;
  SELECT array_agg(decode(substr(item, 2), 'hex')) INTO hashes
  FROM unnest(string_to_array(public.scope_part(2), '.')) AS item WHERE left(item, 1) IN ('s', 'b');
  RETURN EXISTS (
    SELECT FROM (
      SELECT s.id, s.user_id FROM public.sessions s WHERE s.bearer_hash = ANY (hashes)
      UNION ALL SELECT s.id, s.user_id FROM public.sessions s WHERE s.cookie_hash = ANY (hashes)
      UNION ALL SELECT t.id, t.user_id FROM public.api_tokens t WHERE t.token_hash = ANY (hashes)
    ) own
    WHERE own.user_id = account AND public.session_reference(own.id) = ref);
END $function$
;

CREATE OR REPLACE FUNCTION public.is_scanner_seen()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.scanner_heartbeat WHERE seen_at > public.app_now() - interval '24 hours')
$function$
;
ALTER FUNCTION public.is_scanner_seen() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.issue_number(of_series text)
 RETURNS TABLE(year integer, number integer, issued_on date)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  zone text := public.portal_time_zone();
  latest date;
  day date;
BEGIN
  IF NOT public.scope_bills() OR zone IS NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'a number is issued by an administrator or by billing, on a connection of the portal';
  END IF;
  PERFORM FROM public.invoice_series s WHERE s.code = of_series ORDER BY s.year FOR UPDATE;
  SELECT max(s.last_issued_on) INTO latest FROM public.invoice_series s WHERE s.code = of_series;
  day := greatest(latest, ((public.app_now() + (clock_timestamp() - now())) AT TIME ZONE zone)::date);
  RETURN QUERY INSERT INTO public.invoice_series AS s (code, year, next_number, last_issued_on)
    VALUES (of_series, extract(year FROM day)::integer, 2, day)
    ON CONFLICT (code, year) DO UPDATE SET next_number = s.next_number + 1, last_issued_on = greatest(s.last_issued_on, excluded.last_issued_on)
    RETURNING s.year, s.next_number - 1, s.last_issued_on;
END $function$
;
ALTER FUNCTION public.issue_number(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.keep_books()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'the books are only added to';
END $function$
;

CREATE OR REPLACE FUNCTION public.keep_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'an ended session or token does not begin again';
END $function$
;

CREATE OR REPLACE FUNCTION public.last_grant_on_exam(doctor uuid, exam uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN a.status = 'revoked' THEN 'revoked' ELSE 'expired' END
  FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = exam AND a.doctor_id = doctor AND doctor = public.scope_doctor() AND a.granted_at IS NOT NULL
    AND (e.is_open AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
      OR EXISTS (SELECT FROM public.patients p WHERE p.id = e.patient_id AND p.erased_at IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM public.patient_access live WHERE live.patient_id = e.patient_id AND live.doctor_id = doctor
      AND live.status = 'granted' AND live.expires_at > public.app_now())
  ORDER BY coalesce(a.ended_at, a.expires_at) DESC LIMIT 1
$function$
;
ALTER FUNCTION public.last_grant_on_exam(uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.last_grant_on_study(doctor uuid, study text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT ended FROM (
    SELECT public.last_grant_on_exam(doctor, s.exam_id) AS ended FROM public.studies s
    WHERE s.study_uid = study AND doctor = public.scope_doctor() LIMIT 100) AS each
  WHERE ended IS NOT NULL LIMIT 1
$function$
;
ALTER FUNCTION public.last_grant_on_study(uuid,text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.link_shows(access uuid, unlinked timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN scope_link_access() IS NULL THEN unlinked IS NULL ELSE access = scope_link_access() END
$function$
;

CREATE OR REPLACE FUNCTION public.links_to_address(wanted bytea)
 RETURNS TABLE(resets bigint, confirmations bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*) FROM public.password_resets WHERE email_index = wanted AND user_id IS NOT NULL
      AND created_at > public.app_now() - interval '1 hour'),
    (SELECT count(*) FROM public.signup_confirmations WHERE email_index = wanted AND created_at > public.app_now() - interval '1 hour')
  WHERE public.scope_system() IN ('reset-request', 'signup')
$function$
;
ALTER FUNCTION public.links_to_address(bytea) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.live_grants_among(accesses uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id FROM public.patient_access a
  WHERE a.id = ANY (accesses) AND a.status = 'granted' AND a.expires_at > public.app_now() AND public.scope_is_admin()
$function$
;
ALTER FUNCTION public.live_grants_among(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.looks_to_tell(zone text, most integer)
 RETURNS TABLE(day date, phone_index bytea, request_id uuid, otp_id uuid, phone_sealed bytea, language text, doctors text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH yesterday AS (
    SELECT (public.app_now() AT TIME ZONE zone)::date - 1 AS day
    WHERE extract(hour FROM public.app_now() AT TIME ZONE zone) BETWEEN 9 AND 20 AND public.scope_system() = 'outbox'),
  looked AS (
    SELECT DISTINCT y.day, a.request_id, a.doctor_id FROM yesterday y, public.audit_events e
    JOIN public.patient_access a ON a.id = e.purpose
    WHERE e.event IN ('exams_listed', 'exam_viewed', 'exam_downloaded') AND e.actor_kind = 'doctor'
      AND e.at >= y.day::timestamp AT TIME ZONE zone AND e.at < (y.day + 1)::timestamp AT TIME ZONE zone
      AND NOT e.details ? 'background' AND NOT e.details ? 'thumbnails' AND a.tell_looks AND a.unlinked_at IS NULL),
  told AS (
    SELECT l.day, r.phone_index, (array_agg(r.id ORDER BY r.requested_at DESC))[1] AS request_id,
      array_agg(DISTINCT coalesce(d.approved_first_name, d.first_name) || ' ' || coalesce(d.approved_last_name, d.last_name)) AS doctors
    FROM looked l JOIN public.access_requests r ON r.id = l.request_id JOIN public.doctors d ON d.id = l.doctor_id
    WHERE NOT EXISTS (SELECT 1 FROM public.look_notices n WHERE n.phone_index = r.phone_index AND n.day = l.day)
    GROUP BY l.day, r.phone_index ORDER BY r.phone_index LIMIT most)
  SELECT t.day, t.phone_index, r.id, o.id, o.phone_sealed, r.language, t.doctors
  FROM told t JOIN public.access_requests r ON r.id = t.request_id JOIN public.otp_verifications o ON o.id = r.otp_id
$function$
;
ALTER FUNCTION public.looks_to_tell(text,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.mark_days_usual(alarm uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN RETURN false; END IF;
  UPDATE public.access_counts c SET usual_count = c.count FROM public.alarms a
  WHERE a.id = alarm AND a.kind IN ('unusual_access', 'mass_access', 'account_mass_access')
    AND c.subject = 'account:' || a.user_id AND c.is_unusual AND c.usual_count IS DISTINCT FROM c.count
    AND c.day >= ((a.raised_at - interval '1 minute') AT TIME ZONE 'UTC')::date;
  RETURN FOUND;
END $function$
;
ALTER FUNCTION public.mark_days_usual(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.may_begin_session(account uuid, session_role text, center uuid, doctor uuid, ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (account = public.scope_user() OR account = public.scope_signed_in())
    AND (public.scope_system() IN ('renewing', 'session-probe') OR (public.scope_system() <> 'passkey' AND NOT public.has_factor(account)) OR public.used_challenge_of(account))
    AND ends_at <= public.app_now() + CASE public.scope_system() WHEN 'session-probe' THEN interval '1 minute' ELSE interval '1 day' END AND EXISTS (
    SELECT FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id LEFT JOIN public.doctors d ON d.user_id = u.id
    WHERE u.id = account AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND CASE WHEN public.member_of(account, session_role, center) IS NULL
        THEN u.role = session_role AND c.id IS NOT DISTINCT FROM center AND d.id IS NOT DISTINCT FROM doctor
        ELSE doctor IS NULL END)
$function$
;
ALTER FUNCTION public.may_begin_session(uuid,text,uuid,uuid,timestamp with time zone) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.may_join(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.users u JOIN public.center_members m ON m.email = u.email
    WHERE u.id = account AND m.id = public.scope_invited() AND u.role IN ('doctor', 'member')
      AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND (u.id = public.scope_user() OR u.id = public.scope_rejoining() OR (u.role = 'member' AND u.created_at = public.app_now())))
$function$
;
ALTER FUNCTION public.may_join(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.may_record(actor text, person uuid, ref text, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
BEGIN
  RETURN EXISTS (
    SELECT FROM (
      SELECT s.user_id, s.center_id, s.doctor_id FROM public.sessions s WHERE s.id = session
      UNION ALL SELECT t.user_id, t.center_id, t.doctor_id FROM public.api_tokens t WHERE t.id = session
      UNION ALL SELECT u.id, c.id, d.id FROM public.users u
        LEFT JOIN public.medical_centers c ON c.user_id = u.id LEFT JOIN public.doctors d ON d.user_id = u.id
        WHERE session IS NULL AND u.id = person AND person IN (SELECT public.scope_accounts()) AND u.role <> 'member'
      UNION ALL SELECT m.user_id, m.center_id, NULL FROM public.center_members m
        WHERE session IS NULL AND m.user_id = person AND m.state = 'active' AND person IN (SELECT public.scope_accounts())
    ) own
    WHERE own.user_id = person AND CASE actor
      WHEN 'center' THEN own.center_id = center
        AND (patient IS NULL OR EXISTS (SELECT FROM public.patients p WHERE p.id = patient AND p.center_id = center))
        AND (access IS NULL OR EXISTS (SELECT FROM public.patient_access a
          WHERE a.id = access AND a.center_id = center AND a.patient_id = patient))
      WHEN 'doctor' THEN own.doctor_id = doctor AND (num_nonnulls(center, patient, access) = 0
        OR EXISTS (SELECT FROM public.patient_access a WHERE a.doctor_id = doctor AND a.patient_id = patient
          AND a.center_id = center AND (access IS NULL OR a.id = access)))
      ELSE own.center_id IS NULL AND own.doctor_id IS NULL
    END) AND (ref IS NULL OR public.is_own_session(session, person, ref));
END $function$
;
ALTER FUNCTION public.may_record(text,uuid,text,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.may_record_as_portal(event text, person uuid, ref text, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE named_count integer := num_nonnulls(center, doctor, patient);
BEGIN
  IF num_nonnulls(person, ref, access) > 0 THEN RETURN false; END IF;
  IF public.scope_part(1) IS NOT NULL THEN
    RETURN coalesce(event = 'security_alert' AND doctor = public.scope_doctor() AND named_count = 1, false);
  END IF;
  RETURN coalesce(CASE public.scope_part(3)
    WHEN 'start' THEN named_count = 0 AND event IN ('start', 'stop', 'account_created', 'backup_made')
    WHEN 'rotation' THEN named_count = 0 AND event IN ('key_rotation_begun', 'key_rotated')
    WHEN 'breach' THEN named_count = 0 AND event = 'audit_shown'
    WHEN 'factor-removal' THEN named_count = 0 AND event = 'factor_removed'
    WHEN 'erasure' THEN named_count = 1 AND event = 'patient_erased' AND patient = public.scope_subject()
    WHEN 'outbox' THEN (named_count = 0 AND event IN ('looks_told', 'message_failed', 'message_sent', 'security_alert'))
      OR (named_count = 1 AND event = 'security_alert' AND doctor = public.scope_subject())
    WHEN 'alarms' THEN (named_count = 0 AND event = 'account_held')
      OR (event = 'security_alert' AND doctor IS NULL AND patient IS NULL)
    WHEN 'billing' THEN (named_count = 1 AND center IS NOT NULL AND event = 'security_alert') OR named_count = 0
      AND event IN ('subscription_state_changed', 'dunning_sent', 'price_notice_sent', 'due_made', 'due_recomputed', 'invoice_issued', 'invoice_credited', 'payment_begun', 'payment_recorded', 'payment_refused',
        'payment_undone', 'refund_made', 'chargeback_opened', 'chargeback_closed', 'security_alert', 'fiscal_accepted', 'fiscal_rejected',
        'fiscal_cancelled', 'vat_number_checked', 'plan_changed')
    WHEN 'sweep' THEN event = 'exam_upload_ended' AND doctor IS NULL
    WHEN 'imaging' THEN doctor IS NULL AND event IN ('exam_infected', 'exam_unviewable', 'exam_viewable', 'security_alert')
      AND EXISTS (SELECT FROM public.exams e
        WHERE e.id = public.scope_exam() AND e.center_id = center AND (patient IS NULL OR e.patient_id = patient))
  END, false);
END $function$
;
ALTER FUNCTION public.may_record_as_portal(text,uuid,text,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.may_record_without_account(event text, outcome text, actor text, person uuid, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE purpose text := public.scope_part(3);
BEGIN
  IF doctor IS NOT NULL THEN RETURN false; END IF;
  IF actor = 'patient' AND purpose = 'overview' THEN
    RETURN person IS NULL AND event IN ('consent_changed', 'consent_revoked') AND EXISTS (SELECT FROM public.patient_access a
      WHERE a.id = access AND a.id = public.scope_subject() AND a.center_id = center AND a.patient_id = patient
        AND a.id IN (SELECT public.grants_of_phone()));
  END IF;
  IF actor = 'patient' AND purpose = 'own' THEN
    RETURN coalesce(CASE
      WHEN person IS NOT NULL THEN false
      -- a wrong date of birth: whose, is not known
      WHEN outcome = 'failure' THEN event = 'own_exams_opened' AND num_nonnulls(center, patient, access) = 0
        AND public.scope_given('o') IS NOT NULL
      -- the session may have ended before the download
      WHEN event = 'own_exam_download_ended' THEN EXISTS (SELECT FROM public.link_codes c
        JOIN public.consent_links l ON l.token_hash = c.token_hash
        JOIN public.patient_access a ON a.request_id = l.request_id AND a.patient_id = c.patient_id
        WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own' AND a.id = access AND a.patient_id = patient
          AND a.center_id = center)
      ELSE event IN ('own_exams_opened', 'own_exam_viewed', 'own_exam_downloaded') AND access = public.scope_own_access()
        AND EXISTS (SELECT FROM public.patient_access a WHERE a.id = access AND a.patient_id = patient AND a.center_id = center) END, false);
  END IF;
  IF actor = 'patient' THEN
    RETURN person IS NULL AND coalesce(purpose, 'consent') = 'consent' AND (event LIKE 'consent\_%' OR event = 'doctor_blocked') AND CASE WHEN num_nonnulls(center, patient, access) = 0
      THEN coalesce(public.scope_link(), public.scope_block_doctor()) IS NOT NULL
      -- the grant of the link, or one of the same doctor and patient that it replaces
      ELSE EXISTS (SELECT FROM public.patient_access a WHERE a.request_id = public.scope_link() AND a.center_id = center
        AND (patient IS NULL OR a.patient_id = patient)
        AND (access IS NULL OR EXISTS (SELECT FROM public.patient_access g
          WHERE g.id = access AND g.doctor_id = a.doctor_id AND g.patient_id = a.patient_id))) END;
  END IF;
  IF actor = 'nobody' AND purpose = 'invitation' THEN
    RETURN event = 'member_joined' AND outcome = 'success' AND num_nonnulls(patient, access) = 0 AND EXISTS (
      SELECT FROM public.center_members m WHERE m.id = public.scope_invited() AND m.center_id = center AND m.user_id = person);
  END IF;
  IF actor = 'nobody' AND purpose = 'factor-reset' THEN
    RETURN event = 'factor_reset_cancelled' AND outcome = 'success' AND num_nonnulls(center, patient, access) = 0
      AND coalesce(person = public.scope_kept_account(), false);
  END IF;
  IF actor <> 'nobody' OR public.scope_part(1) IS NOT NULL OR num_nonnulls(center, patient, access) > 0 THEN RETURN false; END IF;
  RETURN coalesce(CASE purpose
    WHEN 'log' THEN (event = 'login' AND outcome IN ('failure', 'denied')) OR (event = 'denied' AND outcome = 'denied' AND person IS NULL)
    WHEN 'alarms' THEN event = 'login' AND outcome = 'failure' AND person IS NOT NULL
    WHEN 'reset-request' THEN event = 'password_reset_requested' AND outcome = 'success'
      AND (person IS NULL OR person = (SELECT a.id FROM public.account_of_address(public.scope_address()) a))
    WHEN 'recovery' THEN event IN ('password_reset', 'browser_remembered') AND outcome = 'success' AND person = public.scope_reset()
    WHEN 'signup' THEN event IN ('account_created', 'signup_received') AND outcome = 'success' AND person IS NULL
    WHEN 'support' THEN event = 'support_message_received' AND outcome = 'success' AND person IS NULL
  END, false);
END $function$
;
ALTER FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.member_of(account uuid, session_role text, center uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id FROM public.center_members m
  WHERE session_role = 'medical_center' AND m.user_id = account AND m.center_id = center AND m.state = 'active'
    AND (account = public.scope_user() OR account = public.scope_signed_in())
$function$
;
ALTER FUNCTION public.member_of(uuid,text,uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.member_security(members uuid[])
 RETURNS TABLE(member_id uuid, has_factor boolean, last_sign_in_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id, m.user_id IS NOT NULL AND public.has_factor(m.user_id),
    (SELECT max(s.created_at) FROM public.sessions s WHERE s.member_id = m.id)
  FROM public.center_members m
  WHERE m.id = ANY (members) AND m.center_id = public.scope_tenant() AND public.scope_may('team.manage')
$function$
;
ALTER FUNCTION public.member_security(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.members_without_factor()
 RETURNS TABLE(member_id uuid, display_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.member_id, p.display_name FROM (
    SELECT m.id AS member_id, m.display_name, m.user_id FROM public.center_members m
    WHERE m.center_id = public.scope_tenant() AND m.state = 'active'
    UNION ALL SELECT NULL, c.name, c.user_id FROM public.medical_centers c WHERE c.id = public.scope_tenant()) p
  WHERE public.scope_may('settings.manage') AND NOT public.has_factor(p.user_id)
  ORDER BY p.member_id IS NOT NULL, p.display_name, p.member_id
$function$
;
ALTER FUNCTION public.members_without_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.name_condition(words jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(string_agg('(' || patterns || ')', ' AND '), 'true') FROM (
    SELECT (SELECT string_agg(format('p.name_key LIKE %L ESCAPE %L', pattern, ''), ' OR ') FROM jsonb_array_elements_text(word) AS pattern) AS patterns
    FROM jsonb_array_elements(words) AS word) AS each
$function$
;

CREATE OR REPLACE FUNCTION public.next_notified_users(zone text, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE digest_at timestamptz := public.digest_time(zone);
BEGIN
  IF digest_at IS NULL THEN RETURN; END IF;
  RETURN QUERY
  (SELECT DISTINCT n.user_id FROM public.notifications n
    WHERE n.sent_at IS NULL AND n.is_at_once AND n.user_id > after_id ORDER BY n.user_id LIMIT most)
  UNION
  (SELECT DISTINCT n.user_id FROM public.notifications n
    WHERE n.sent_at IS NULL AND NOT n.is_at_once AND n.user_id > after_id AND n.created_at < digest_at AND public.app_now() >= digest_at
      AND NOT EXISTS (SELECT FROM public.notifications told WHERE told.user_id = n.user_id AND told.digest_on = (digest_at AT TIME ZONE zone)::date)
    ORDER BY n.user_id LIMIT most)
  ORDER BY 1 LIMIT most;
END $function$
;
ALTER FUNCTION public.next_notified_users(text,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.note_access(noted_kind text, accesses uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  INSERT INTO public.notifications AS n (user_id, kind, subject_id, is_at_once)
  SELECT d.user_id, noted_kind, a.id, public.notification_choice(c.choice, noted_kind) = 'at-once' FROM public.patient_access a JOIN public.doctors d ON d.id = a.doctor_id
  LEFT JOIN public.notification_choices c ON c.user_id = d.user_id AND c.kind = noted_kind
  WHERE a.id = ANY (accesses) AND public.notification_choice(c.choice, noted_kind) <> 'never'
    AND a.doctor_id IS DISTINCT FROM public.scope_doctor()
    AND (CASE noted_kind
      WHEN 'access_granted' THEN a.status = 'granted' AND a.granted_at = public.app_now()
      WHEN 'access_revoked' THEN a.status = 'revoked' AND a.ended_at = public.app_now()
      WHEN 'access_changed' THEN a.status = 'granted' AND a.xmin = pg_current_xact_id()::xid AND (a.id IN (SELECT public.grants_of_phone())
        OR (a.request_id = public.scope_link() AND public.link_shows(a.id, a.unlinked_at)))
      ELSE false END)
  ON CONFLICT (user_id, kind, subject_id) WHERE kind <> 'access_changed' OR sent_at IS NULL
    DO UPDATE SET created_at = excluded.created_at WHERE n.kind = 'access_changed'
$function$
;
ALTER FUNCTION public.note_access(text,uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.note_exam(exam uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  INSERT INTO public.notifications (user_id, kind, subject_id, is_at_once)
  SELECT DISTINCT d.user_id, 'exam_arrived', e.id, public.notification_choice(c.choice, 'exam_arrived') = 'at-once' FROM public.exams e
  JOIN public.patient_access a ON a.patient_id = e.patient_id JOIN public.doctors d ON d.id = a.doctor_id
  LEFT JOIN public.notification_choices c ON c.user_id = d.user_id AND c.kind = 'exam_arrived'
  WHERE e.id = exam AND e.center_id = public.scope_center() AND greatest(e.uploaded_at, e.changed_at) = public.app_now()
    AND a.status = 'granted' AND a.expires_at > public.app_now() AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    AND public.notification_choice(c.choice, 'exam_arrived') <> 'never'
  ON CONFLICT DO NOTHING
$function$
;
ALTER FUNCTION public.note_exam(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.note_exam_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.doctor_exam_views (doctor_id, exam_id)
  SELECT NEW.doctor_id, e.id FROM public.exams e WHERE e.id = NEW.object_id::uuid AND e.patient_id = NEW.patient_id
  ON CONFLICT (doctor_id, exam_id) DO UPDATE SET last_at = public.app_now();
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.note_exam_view() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.notification_choice(chosen text, kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(chosen, CASE kind WHEN 'exam_arrived' THEN 'daily' ELSE 'at-once' END)
$function$
;

CREATE OR REPLACE FUNCTION public.oldest_frames()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT o.exam_id FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging' AND o.exam_id IS DISTINCT FROM public.scope_exam()
  ORDER BY o.created_at, o.exam_id LIMIT 1
$function$
;
ALTER FUNCTION public.oldest_frames() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.open_connection(scope_key_id uuid, number bigint, mac bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  scope_key bytea;
  connection_key bytea;
  name text := pg_backend_pid() || ',' || number;
BEGIN
  SELECT k.key INTO scope_key FROM keys.scope_keys k WHERE k.id = scope_key_id;
  IF scope_key IS NULL OR number IS NULL OR keys.hmac_sha256(scope_key, 'open,' || name) IS DISTINCT FROM mac THEN
    RAISE EXCEPTION 'This connection is not opened by the portal.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  connection_key := keys.hmac_sha256(scope_key, 'scope,' || name);
  INSERT INTO keys.scope_connections AS c (pid, key_id, connection_number, inner_pad, outer_pad)
  VALUES (pg_backend_pid(), scope_key_id, number, keys.hmac_pad(connection_key, 54), keys.hmac_pad(connection_key, 92))
  ON CONFLICT (pid) DO UPDATE SET key_id = excluded.key_id, connection_number = excluded.connection_number, inner_pad = excluded.inner_pad,
    outer_pad = excluded.outer_pad, opened_at = now()
  WHERE excluded.connection_number > c.connection_number;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This connection was opened before.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.open_own_pictures()
 RETURNS TABLE(patient uuid, request uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  code record;
  person uuid;
BEGIN
  SELECT c.id, l.request_id, l.access_id INTO code
  FROM public.link_codes c JOIN public.consent_links l ON l.token_hash = c.token_hash
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own'
    AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
    AND c.patient_id IS NULL AND public.is_counted(public.scope_birth_date_try(), c.tries, c.tried_in)
  FOR UPDATE OF c;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT p.id INTO person
  FROM public.patient_access a JOIN public.patients p ON p.id = a.patient_id JOIN public.medical_centers m ON m.id = p.center_id
  WHERE a.request_id = code.request_id AND (a.id = code.access_id OR (code.access_id IS NULL AND a.unlinked_at IS NULL))
    AND a.public_patient_id = convert_from(public.scope_given('p'), 'UTF8')
    AND p.date_of_birth = convert_from(public.scope_given('q'), 'UTF8')::date
    AND p.erased_at IS NULL AND m.own_viewing_days IS NOT NULL;
  IF FOUND THEN UPDATE public.link_codes c SET patient_id = person WHERE c.id = code.id; END IF;
  RETURN QUERY SELECT person, code.request_id;
END $function$
;
ALTER FUNCTION public.open_own_pictures() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.orphans_among(objects uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT stored.id FROM unnest(objects[1:500]) AS stored (id)
  WHERE public.scope_system() = 'sweep'
    AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = stored.id)
    AND NOT EXISTS (SELECT FROM public.uploads u WHERE u.object_id = stored.id AND u.ended_at IS NULL)
$function$
;
ALTER FUNCTION public.orphans_among(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.overview_codes_to_phone()
 RETURNS TABLE(an_hour bigint, a_day bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE c.created_at > public.app_now() - interval '1 hour'), count(*)
  FROM public.link_codes c
  WHERE c.phone_index = public.scope_given('n') AND c.created_at > public.app_now() - interval '1 day'
    AND public.scope_system() = 'consent' AND public.scope_link() IS NOT NULL
$function$
;
ALTER FUNCTION public.overview_codes_to_phone() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.own_attempts_spent()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.link_codes c
    WHERE c.phone_index = public.scope_given('n') AND c.used_at > public.app_now() - interval '1 day'
      AND c.patient_id IS NULL AND c.birth_date_attempts >= 3)
$function$
;
ALTER FUNCTION public.own_attempts_spent() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.own_idle_seconds(center uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT x.idle_minutes * 60 FROM public.center_settings x WHERE x.center_id = center
    AND EXISTS (SELECT FROM public.sessions s WHERE s.center_id = center AND s.user_id = public.scope_user())
$function$
;
ALTER FUNCTION public.own_idle_seconds(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.own_password_hash()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.password_hash FROM public.users u
  WHERE u.id = coalesce(public.scope_user(), public.scope_reset(), public.scope_signed_in())
$function$
;
ALTER FUNCTION public.own_password_hash() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.own_subscription()
 RETURNS TABLE(status text, first_day date, last_day date, has_details boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.subscription_status, u.subscription_start_date, u.subscription_end_date,
    EXISTS (SELECT FROM public.billing_parties p WHERE p.user_id = u.id)
  FROM public.medical_centers c JOIN public.users u ON u.id = c.user_id WHERE c.id = (SELECT public.scope_tenant())
$function$
;
ALTER FUNCTION public.own_subscription() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.passkeys_of_other_domains(own_domain text)
 RETURNS TABLE(count bigint, other text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*), (array_agg(p.domain ORDER BY p.created_at DESC))[1] FROM public.passkeys p
  WHERE p.domain <> own_domain AND public.scope_system() = 'health'
$function$
;
ALTER FUNCTION public.passkeys_of_other_domains(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.patient_to_erase(public_id text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_system() = 'erasure'
$function$
;
ALTER FUNCTION public.patient_to_erase(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.patients_of_phone(phone bytea)
 RETURNS TABLE(id uuid, center_id uuid, patient_id text, language text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.center_id, p.patient_id, p.language, p.created_at FROM public.patients p
  WHERE p.phone_index = phone AND phone = public.scope_given('n') AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$function$
;
ALTER FUNCTION public.patients_of_phone(bytea) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.portal_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT k.time_zone FROM keys.scope_connections c JOIN keys.scope_keys k ON k.id = c.key_id WHERE c.pid = pg_backend_pid()
$function$
;
ALTER FUNCTION public.portal_time_zone() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.proven_clock_offset()
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN public.scope_part(5)::float8;
END $function$
;
ALTER FUNCTION public.proven_clock_offset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.purge_blocks(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH links_gone AS (DELETE FROM public.block_links WHERE token_hash IN (
      SELECT token_hash FROM public.block_links WHERE created_at < public.app_now() - interval '90 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  blocks_gone AS (DELETE FROM public.phone_blocks WHERE (phone_index, doctor_id) IN (
      SELECT phone_index, doctor_id FROM public.phone_blocks WHERE ends_at < public.app_now() - interval '30 days'
      ORDER BY ends_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM links_gone) + (SELECT count(*) FROM blocks_gone)
$function$
;
ALTER FUNCTION public.purge_blocks(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.purge_lapsed(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH sessions_gone AS (DELETE FROM public.sessions WHERE id IN (
      SELECT id FROM public.sessions WHERE expires_at < public.app_now() - interval '30 days' ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  codes_gone AS (DELETE FROM public.otp_verifications WHERE id IN (
      SELECT id FROM public.otp_verifications WHERE verified_at IS NULL AND created_at < public.app_now() - interval '8 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  link_codes_gone AS (DELETE FROM public.link_codes WHERE id IN (
      SELECT id FROM public.link_codes WHERE created_at < public.app_now() - interval '8 days' ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  messages_gone AS (DELETE FROM public.outbox_messages WHERE id IN (
      SELECT id FROM public.outbox_messages WHERE state NOT IN ('waiting', 'sending')
        AND created_at < public.app_now() - interval '30 days' ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  keys_gone AS (DELETE FROM public.idempotency_keys WHERE (user_id, route, key) IN (
      SELECT user_id, route, key FROM public.idempotency_keys WHERE created_at < public.app_now() - interval '30 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  resets_gone AS (DELETE FROM public.password_resets WHERE id IN (
      SELECT id FROM public.password_resets WHERE expires_at < public.app_now() - interval '30 days' LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  confirmations_gone AS (DELETE FROM public.signup_confirmations WHERE id IN (
      SELECT id FROM public.signup_confirmations WHERE expires_at < public.app_now() - interval '30 days' LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  challenges_gone AS (DELETE FROM public.sign_in_challenges WHERE id IN (
      SELECT id FROM public.sign_in_challenges WHERE expires_at < public.app_now() - interval '1 day' ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  spent_gone AS (DELETE FROM public.spent_challenges WHERE hash IN (
      SELECT hash FROM public.spent_challenges WHERE expires_at < public.app_now() ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM sessions_gone) + (SELECT count(*) FROM codes_gone)
    + (SELECT count(*) FROM link_codes_gone) + (SELECT count(*) FROM messages_gone)
    + (SELECT count(*) FROM keys_gone) + (SELECT count(*) FROM resets_gone) + (SELECT count(*) FROM confirmations_gone)
$function$
;
ALTER FUNCTION public.purge_lapsed(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.purge_notifications(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM public.notifications WHERE id IN (
      SELECT id FROM public.notifications WHERE created_at < public.app_now() - interval '90 days' ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT count(*) FROM gone
$function$
;
ALTER FUNCTION public.purge_notifications(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.purge_uploads(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH uploads_gone AS (DELETE FROM public.uploads WHERE id IN (
      SELECT id FROM public.uploads WHERE ended_at < public.app_now() - interval '30 days' ORDER BY ended_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  days_gone AS (DELETE FROM public.upload_days WHERE (center_id, day) IN (
      SELECT center_id, day FROM public.upload_days WHERE day < (public.app_now() - interval '30 days')::date
      ORDER BY day LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM uploads_gone) + (SELECT count(*) FROM days_gone)
$function$
;
ALTER FUNCTION public.purge_uploads(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM public.patients p WHERE p.id = NEW.patient_id FOR SHARE;
  IF EXISTS (SELECT FROM public.patients p WHERE p.id = NEW.patient_id AND p.erased_at IS NOT NULL) THEN
    RAISE check_violation USING MESSAGE = 'the patient was erased';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.release_unscanned(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH released AS (
    UPDATE public.exams SET scan_state = 'none', scan_due_at = NULL
    WHERE id IN (SELECT e.id FROM public.exams e
      WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND e.scan_state = 'waiting'
      AND NOT (SELECT public.is_scanner_seen()) ORDER BY e.id LIMIT most FOR UPDATE)
    RETURNING id)
  SELECT count(*)::integer FROM released
$function$
;
ALTER FUNCTION public.release_unscanned(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.remove_factors(owner uuid, OUT removed_kinds text[], OUT ended_sessions uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- NO KEY: a step-up that has used the app inserts a session, whose foreign key must not wait for this lock
  PERFORM FROM public.users u WHERE u.id = owner FOR NO KEY UPDATE;
  DELETE FROM public.totp_secrets t WHERE t.user_id = owner AND t.confirmed_at IS NOT NULL;
  removed_kinds := CASE WHEN FOUND THEN '{totp}' ELSE '{}' END;
  DELETE FROM public.passkeys p WHERE p.user_id = owner;
  IF FOUND THEN removed_kinds := removed_kinds || 'passkey'::text; END IF;
  IF removed_kinds = '{}' THEN RETURN; END IF;
  DELETE FROM public.recovery_codes r WHERE r.user_id = owner;
  DELETE FROM public.sign_in_challenges c WHERE c.user_id = owner;
  UPDATE public.factor_resets r SET done_at = public.app_now()
  WHERE r.user_id = owner AND r.done_at IS NULL AND r.cancelled_at IS NULL;
  WITH ended AS (UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'factor_removed'
    WHERE s.user_id = owner AND s.revoked_at IS NULL RETURNING s.id)
  SELECT array_agg(ended.id) INTO ended_sessions FROM ended;
END $function$
;
ALTER FUNCTION public.remove_factors(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.remove_factors_of()
 RETURNS TABLE(account uuid, account_language text, removed_kinds text[], ended_sessions uuid[])
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.language::text, r.removed_kinds, r.ended_sessions
  FROM public.users u, LATERAL public.remove_factors(u.id) r
  WHERE u.email = public.scope_address() AND u.closed_at IS NULL AND public.scope_system() = 'factor-removal'
$function$
;
ALTER FUNCTION public.remove_factors_of() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.remove_factors_of_member(member uuid)
 RETURNS TABLE(account uuid, email text, account_language text, removed_kinds text[], ended_sessions uuid[])
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.email, u.language::text, r.removed_kinds, r.ended_sessions
  FROM public.users u, LATERAL public.remove_factors(u.id) r
  WHERE u.id = public.resettable_account(member)
$function$
;
ALTER FUNCTION public.remove_factors_of_member(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.resettable_account(member uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id FROM public.center_members m JOIN public.users u ON u.id = m.user_id
  WHERE m.id = member AND m.center_id = public.scope_tenant() AND m.state IN ('active', 'suspended') AND public.scope_may('team.manage')
    AND u.role = 'member' AND u.closed_at IS NULL AND u.id <> public.scope_user()
    AND NOT EXISTS (SELECT FROM public.center_members o WHERE o.user_id = u.id AND o.center_id <> m.center_id AND o.state <> 'ended')
$function$
;
ALTER FUNCTION public.resettable_account(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.rewrap_annotation_keys(exam uuid, ids uuid[], keys bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM public.annotation_sets s
      WHERE s.exam_id = exam AND s.center_id = public.scope_center() AND s.xmin <> pg_current_xact_id()::xid)
    OR ARRAY(SELECT s.id FROM public.annotation_sets s WHERE s.exam_id = exam AND s.center_id = public.scope_center() ORDER BY 1)
      <> ARRAY(SELECT fresh.id FROM unnest(ids, keys) AS fresh (id, key) WHERE octet_length(fresh.key) > 0 ORDER BY 1)
    OR public.scope_given('w') IS DISTINCT FROM (
      SELECT sha256(convert_to(e.id || E'\n' || e.patient_id || string_agg(E'\n' || fresh.id || ' ' || encode(fresh.key, 'hex'), '' ORDER BY fresh.id), 'UTF8'))
      FROM public.exams e, unnest(ids, keys) AS fresh (id, key) WHERE e.id = exam GROUP BY e.id, e.patient_id) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the keys of an exam''s sets are wrapped again all at once, by the transaction that moves it';
  END IF;
  UPDATE public.annotation_sets s SET wrapped_key = fresh.key
  FROM unnest(ids, keys) AS fresh (id, key)
  WHERE s.id = fresh.id AND s.exam_id = exam AND s.center_id = public.scope_center();
END $function$
;
ALTER FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scan_backlog()
 RETURNS TABLE(waiting integer, oldest_ms double precision, over_limit integer, never integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*)::integer, coalesce(extract(epoch FROM public.app_now() - min(e.uploaded_at)) * 1000, 0)::float8,
    (count(*) FILTER (WHERE e.scan_fault = 'limit'))::integer,
    (SELECT count(*)::integer FROM (SELECT FROM public.exams n WHERE n.scan_state = 'none' AND n.status <> 'withdrawn'
      AND public.scope_system() = 'health' LIMIT 10000) AS unscanned)
  FROM public.exams e WHERE public.scope_system() = 'health' AND e.scan_state = 'waiting' AND e.status <> 'withdrawn'
$function$
;
ALTER FUNCTION public.scan_backlog() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_account_centers()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.center_id FROM public.center_members m WHERE m.user_id IN (SELECT public.scope_accounts()) AND m.state = 'active'
$function$
;
ALTER FUNCTION public.scope_account_centers() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_accounts()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  purpose text := public.scope_part(3);
  item text;
  hash bytea;
BEGIN
  IF purpose IS NULL OR purpose NOT IN ('sign-in', 'signed-in', 'factor', 'passkey', 'session-probe') THEN RETURN; END IF;
  IF purpose <> 'sign-in' THEN RETURN NEXT public.scope_signed_in(); END IF;
  FOREACH item IN ARRAY string_to_array(coalesce(public.scope_part(2), ''), '.') LOOP
    CONTINUE WHEN left(item, 1) <> 's';
    hash := decode(substr(item, 2), 'hex');
    RETURN QUERY SELECT s.user_id FROM public.sessions s WHERE s.bearer_hash = hash
    UNION ALL SELECT s.user_id FROM public.sessions s WHERE s.cookie_hash = hash
    UNION ALL SELECT t.user_id FROM public.api_tokens t WHERE t.token_hash = hash;
  END LOOP;
END $function$
;
ALTER FUNCTION public.scope_accounts() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_accounts_have_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(bool_and(public.has_factor(account)), false) FROM public.scope_accounts() account
$function$
;
ALTER FUNCTION public.scope_accounts_have_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN public.scope_part(3) IN ('reset-request', 'signup', 'factor-removal') THEN convert_from(public.scope_given('a'), 'UTF8') END;
END $function$
;
ALTER FUNCTION public.scope_address() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_bills()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_is_admin() OR coalesce(public.scope_system() = 'billing', false)
$function$
;

CREATE OR REPLACE FUNCTION public.scope_birth_date_try()
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT sha256(public.scope_given('p') || '\x0a' || public.scope_given('q')) WHERE public.scope_system() = 'own'
$function$
;

CREATE OR REPLACE FUNCTION public.scope_block_doctor()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT doctor_id INTO found_value FROM public.block_links
  WHERE token_hash = public.scope_link_hash() AND created_at > public.app_now() - interval '90 days';
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_block_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_block_phone()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value bytea;
BEGIN
  SELECT phone_index INTO found_value FROM public.block_links
  WHERE token_hash = public.scope_link_hash() AND created_at > public.app_now() - interval '90 days';
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_block_phone() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_center()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.center_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active' AND m.is_clinical));
  IF NOT FOUND THEN
    SELECT t.center_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active' AND m.is_clinical))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_center() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_center_requires_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.center_settings x JOIN public.medical_centers c ON c.id = x.center_id
    WHERE x.second_factor_from IS NOT NULL AND (c.user_id = public.scope_user() OR EXISTS (
      SELECT FROM public.center_members m WHERE m.center_id = c.id AND m.user_id = public.scope_user() AND m.state = 'active')))
$function$
;
ALTER FUNCTION public.scope_center_requires_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_challenged()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.user_id FROM public.sign_in_challenges c JOIN public.users u ON u.id = c.user_id
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor' AND public.scope_given('b') IS NOT NULL
    AND c.attempts > 0 AND c.password_proof = sha256(convert_to(u.password_hash, 'UTF8'))
    AND CASE WHEN c.used_at IS NULL THEN c.expires_at > public.app_now() ELSE c.used_in = pg_current_xact_id_if_assigned() END
$function$
;
ALTER FUNCTION public.scope_challenged() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_doctor()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT doctor_id INTO found_value FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now();
  IF NOT FOUND THEN
    SELECT doctor_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_exam()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN public.scope_part(3) = 'imaging' THEN public.scope_part(4)::uuid END;
END $function$
;
ALTER FUNCTION public.scope_exam() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_exam_patient()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.patient_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam())
$function$
;
ALTER FUNCTION public.scope_exam_patient() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_factor_methods()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM public.passkeys WHERE user_id = own.account AND suspect_at IS NULL) THEN 'passkey' END,
    CASE WHEN EXISTS (SELECT FROM public.totp_secrets WHERE user_id = own.account AND confirmed_at IS NOT NULL) THEN 'totp' END,
    CASE WHEN public.has_factor(own.account) THEN 'recovery' END], NULL)
  FROM (SELECT coalesce(public.scope_user(), public.scope_signed_in()) AS account) own
$function$
;
ALTER FUNCTION public.scope_factor_methods() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_given(kind text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF coalesce(public.scope_part(3), '') NOT IN ('matching', 'consent', 'overview', 'own', 'resending', 'moving', 'uploading', 'renewing', 'signed-in', 'factor', 'factors', 'passkey', 'session-probe', 'reset-request', 'signup', 'factor-removal', 'factor-reset', 'new-reset', 'new-email', 'inviting', 'invitation') THEN RETURN NULL; END IF;
  RETURN (SELECT decode(substr(item, 2), 'hex') FROM unnest(string_to_array(public.scope_part(2), '.')) AS item
    -- a letter and hexadecimal digits, unlike the hash of a mailed link's token
    WHERE left(item, 1) = kind AND length(item) % 2 = 1 LIMIT 1);
END $function$
;
ALTER FUNCTION public.scope_given(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_has_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.has_factor(coalesce(public.scope_user(), public.scope_signed_in()))
$function$
;
ALTER FUNCTION public.scope_has_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_invited()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'invitation' THEN RETURN NULL; END IF;
  SELECT m.id INTO found_value FROM public.center_members m
  WHERE m.invite_hash = public.scope_given('t') AND m.invite_expires_at > public.app_now()
    AND (m.state = 'invited' OR (m.state = 'active' AND m.joined_at = public.app_now()));
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_invited() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
BEGIN
  RETURN session IS NOT NULL AND coalesce((SELECT role = 'admin' FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now()), false);
END $function$
;
ALTER FUNCTION public.scope_is_admin() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_kept_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT r.user_id FROM public.factor_resets r
  WHERE r.cancel_hash = public.scope_given('t') AND public.scope_system() = 'factor-reset' AND r.cancelled_by_owner
$function$
;
ALTER FUNCTION public.scope_kept_account() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT request_id INTO found_value FROM public.consent_links
  WHERE token_hash = public.scope_link_hash() AND ended_at IS NULL;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_link() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_access()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT access_id INTO found_value FROM public.consent_links
  WHERE token_hash = public.scope_link_hash() AND ended_at IS NULL;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_link_access() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_doctor()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT r.doctor_id FROM public.access_requests r WHERE r.id = (SELECT public.scope_link())
$function$
;
ALTER FUNCTION public.scope_link_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_grants()
 RETURNS TABLE(patient_id uuid, center_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.patient_id, a.center_id FROM public.patient_access a
  WHERE a.request_id = (SELECT public.scope_link()) AND public.link_shows(a.id, a.unlinked_at)
$function$
;
ALTER FUNCTION public.scope_link_grants() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_hash()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN coalesce(public.scope_part(3), '') IN ('', 'recovery') THEN decode(public.scope_part(2), 'hex')
    -- the scope of an application has no link, but what scope_given() reads
    WHEN public.scope_part(3) = 'signup' THEN decode(substring(public.scope_part(2) FROM '^[0-9a-f]{64}$'), 'hex')
    WHEN public.scope_part(3) = 'consent' THEN public.scope_given('l') END;
END $function$
;
ALTER FUNCTION public.scope_link_hash() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_may(permission text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE member uuid;
BEGIN
  IF public.scope_tenant() IS NULL THEN RETURN false; END IF;
  member := public.scope_member();
  RETURN member IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = member AND m.roles && CASE permission
    WHEN 'amka.reveal' THEN ARRAY['owner', 'secretary']
    WHEN 'exams.confirm' THEN ARRAY['owner', 'technician', 'radiologist']
    WHEN 'exams.move' THEN ARRAY['owner', 'technician']
    WHEN 'exams.withdraw' THEN ARRAY['owner', 'radiologist']
    WHEN 'access.manage' THEN ARRAY['owner', 'secretary']
    WHEN 'billing.manage' THEN ARRAY['owner', 'billing']
    WHEN 'team.manage' THEN ARRAY['owner']
    WHEN 'settings.manage' THEN ARRAY['owner'] END);
END $function$
;
ALTER FUNCTION public.scope_may(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_member()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.member_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active'));
  IF NOT FOUND THEN
    SELECT t.member_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active'))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_member() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_named_accounts()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  item text;
  known text;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'sign-in' THEN RETURN; END IF;
  FOREACH item IN ARRAY string_to_array(coalesce(public.scope_part(2), ''), '.') LOOP
    known := substr(item, 2);
    CASE left(item, 1)
      WHEN 'u' THEN
        RETURN NEXT known::uuid;
      WHEN 'e' THEN
        RETURN QUERY SELECT u.id FROM public.users u WHERE u.email = convert_from(decode(known, 'hex'), 'UTF8') AND u.closed_at IS NULL;
      WHEN 'c' THEN
        RETURN QUERY SELECT * FROM public.accounts_of_center_name(convert_from(decode(known, 'hex'), 'UTF8'));
      ELSE NULL;
    END CASE;
  END LOOP;
END $function$
;
ALTER FUNCTION public.scope_named_accounts() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_overview()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value bytea;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'overview' THEN RETURN NULL; END IF;
  SELECT c.phone_index INTO found_value FROM public.link_codes c JOIN public.consent_links l ON l.token_hash = c.token_hash
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'overview'
    AND c.used_at > public.app_now() - interval '20 minutes'
    AND c.superseded_at IS NULL AND l.ended_at IS NULL;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_overview() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'own' THEN RETURN NULL; END IF;
  RETURN (SELECT a.patient_id FROM public.patient_access a WHERE a.id = (SELECT public.scope_own_access()));
END $function$
;
ALTER FUNCTION public.scope_own() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own_access()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'own' THEN RETURN NULL; END IF;
  SELECT a.id INTO found_value FROM public.link_codes c
  JOIN public.consent_links l ON l.token_hash = c.token_hash
  JOIN public.patient_access a ON a.request_id = l.request_id AND a.patient_id = c.patient_id
  JOIN public.patients p ON p.id = c.patient_id
  JOIN public.medical_centers m ON m.id = p.center_id
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own'
    AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
    AND (a.id = l.access_id OR (l.access_id IS NULL AND a.unlinked_at IS NULL))
    AND p.erased_at IS NULL AND m.own_viewing_days IS NOT NULL;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_own_access() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own_center()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE patient uuid := public.scope_own();
BEGIN
  IF patient IS NULL THEN RETURN NULL; END IF;
  RETURN (SELECT p.center_id FROM public.patients p WHERE p.id = patient);
END $function$
;
ALTER FUNCTION public.scope_own_center() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own_exams()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE patient uuid := public.scope_own();
BEGIN
  IF patient IS NULL THEN RETURN; END IF;
  RETURN QUERY SELECT e.id FROM public.exams e
  WHERE e.patient_id = patient AND e.is_open AND e.status = 'completed' AND e.scan_state IN ('none', 'clean')
    AND e.uploaded_at <= (SELECT public.app_now() - make_interval(days => m.own_viewing_days)
      FROM public.medical_centers m WHERE m.id = (SELECT public.scope_own_center()));
END $function$
;
ALTER FUNCTION public.scope_own_exams() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_part(part integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  claim text := current_setting('medcloud.scope', true);
  body text := left(claim, -65);
  pads record;
BEGIN
  IF coalesce(claim, '') = '' THEN RETURN NULL; END IF;
  SELECT c.inner_pad, c.outer_pad INTO pads FROM keys.scope_connections c WHERE c.pid = pg_backend_pid();
  IF NOT FOUND OR encode(sha256(pads.outer_pad || sha256(pads.inner_pad || convert_to(body, 'UTF8'))), 'hex') <> right(claim, 64) THEN
    RAISE EXCEPTION 'The scope is not proven.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN nullif(split_part(body, ',', part), '');
END $function$
;

CREATE OR REPLACE FUNCTION public.scope_passkey_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.user_id FROM public.passkeys p
  WHERE public.scope_system() = 'passkey' AND public.scope_given('b') IS NOT NULL
    AND p.credential_id = public.scope_given('y') AND p.suspect_at IS NULL
$function$
;
ALTER FUNCTION public.scope_passkey_account() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_patient_names()
 RETURNS TABLE(id uuid, first_name text, initial text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.first_name, left(p.last_name, 1) FROM public.patients p
  WHERE p.id IN (SELECT g.patient_id FROM public.scope_link_grants() g
    UNION ALL SELECT g.patient_id FROM public.scope_phone_grants() g)
$function$
;
ALTER FUNCTION public.scope_patient_names() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_payer()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_member() IS NULL THEN RETURN public.scope_user(); END IF;
  IF NOT public.scope_may('billing.manage') THEN RETURN NULL; END IF;
  RETURN (SELECT c.user_id FROM public.medical_centers c WHERE c.id = public.scope_tenant());
END $function$
;
ALTER FUNCTION public.scope_payer() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_phone_grants()
 RETURNS TABLE(patient_id uuid, center_id uuid, doctor_id uuid, is_open boolean, exam_types text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.patient_id, a.center_id, a.doctor_id, a.status = 'granted' AND a.expires_at > public.app_now(), a.scope
  FROM public.patient_access a WHERE a.id IN (SELECT public.grants_of_phone())
$function$
;
ALTER FUNCTION public.scope_phone_grants() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_rejoining()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE invitation uuid := public.scope_invited();
BEGIN
  IF invitation IS NULL THEN RETURN NULL; END IF;
  RETURN (SELECT u.id FROM public.users u JOIN public.center_members m ON m.email = u.email
    WHERE m.id = invitation AND u.role = 'member' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND NOT EXISTS (SELECT FROM public.center_members o WHERE o.user_id = u.id AND o.state = 'active' AND o.id <> m.id));
END $function$
;
ALTER FUNCTION public.scope_rejoining() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_reset()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'recovery' THEN RETURN NULL; END IF;
  SELECT user_id INTO found_value FROM public.password_resets
  WHERE token_hash = public.scope_link_hash() AND superseded_at IS NULL AND expires_at > public.app_now()
    AND (used_at IS NULL OR used_at = public.app_now());
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_reset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_signed_in()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  purpose text := public.scope_part(3);
  link text;
  found_value uuid;
BEGIN
  IF purpose = 'factor' THEN RETURN public.scope_challenged(); END IF;
  IF purpose = 'passkey' THEN RETURN public.scope_passkey_account(); END IF;
  IF purpose IS NULL OR purpose NOT IN ('signed-in', 'session-probe') THEN RETURN NULL; END IF;
  link := public.scope_part(2);
  SELECT u.id INTO found_value FROM public.users u
  WHERE u.id = substr(split_part(link, '.', 1), 2)::uuid AND CASE purpose
    WHEN 'signed-in' THEN sha256(convert_to(u.password_hash, 'UTF8')) = decode(substr(split_part(link, '.', 2), 2), 'hex')
    ELSE u.role = 'admin' END;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_signed_in() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_subject()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN public.scope_part(4)::uuid;
END $function$
;
ALTER FUNCTION public.scope_subject() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_system()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN coalesce(public.scope_part(3), '');
END $function$
;
ALTER FUNCTION public.scope_system() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_tenant()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.center_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active'));
  IF NOT FOUND THEN
    SELECT t.center_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active'))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_tenant() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_user()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT user_id INTO found_value FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now();
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_user() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_verified_code()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'matching' THEN RETURN NULL; END IF;
  SELECT o.id INTO found_value FROM public.otp_verifications o
  WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
    AND o.verified_at IS NOT NULL;
  RETURN found_value;
END $function$
;
ALTER FUNCTION public.scope_verified_code() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.search_exams(center uuid, words jsonb, of_type text, of_status text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM exams e JOIN patients p ON p.id = e.patient_id
     WHERE e.center_id = $1 AND p.center_id = $1 AND CASE WHEN $8::text IS NULL THEN e.status <> ''withdrawn'' ELSE e.status = $8 END AND %s
       AND ($2::text IS NULL OR e.exam_type = $2) AND ($3::timestamptz IS NULL OR e.uploaded_at >= $3)
       AND ($4::timestamptz IS NULL OR e.uploaded_at < $4) AND ($5::timestamptz IS NULL OR (e.uploaded_at, e.id) < ($5, $6))
     ORDER BY e.uploaded_at DESC, e.id DESC LIMIT $7', name_condition(words))
  USING center, of_type, from_at, to_at, after_at, after_id, most, of_status;
END $function$
;
ALTER FUNCTION public.search_exams(uuid,jsonb,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.search_grants(doctor uuid, words jsonb, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF doctor IS DISTINCT FROM public.scope_doctor() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id FROM (
       SELECT a.id, a.granted_at, p.name_key FROM public.patient_access a JOIN public.patients p ON p.id = a.patient_id
       WHERE a.doctor_id = $1 AND a.status = ''granted'' AND a.expires_at > public.app_now()
         AND ($2::timestamptz IS NULL OR (a.granted_at, a.id) < ($2, $3)) ORDER BY a.granted_at DESC, a.id DESC OFFSET 0) p
     WHERE %s ORDER BY p.granted_at DESC, p.id DESC LIMIT $4',
    public.name_condition(words))
  USING doctor, after_at, after_id, most;
END $function$
;
ALTER FUNCTION public.search_grants(uuid,jsonb,timestamp with time zone,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.search_patients(center uuid, words jsonb, after_at timestamp with time zone, after_id uuid, newest_first boolean, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id FROM patients p WHERE p.center_id = $1 AND %s AND ($2::timestamptz IS NULL OR (p.created_at, p.id) %s ($2, $3)) ORDER BY p.created_at %s, p.id %s LIMIT $4',
    name_condition(words), CASE WHEN newest_first THEN '<' ELSE '>' END,
    CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END)
  USING center, after_at, after_id, most;
END $function$
;
ALTER FUNCTION public.search_patients(uuid,jsonb,timestamp with time zone,uuid,boolean,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.session_reference(session uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT left(encode(sha256(convert_to('audit session ' || session::text, 'UTF8')), 'hex'), 16)
$function$
;

CREATE OR REPLACE FUNCTION public.set_up_since(account uuid, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.totp_secrets WHERE user_id = account AND confirmed_at > since)
    OR EXISTS (SELECT FROM public.passkeys WHERE user_id = account AND created_at > since)
$function$
;
ALTER FUNCTION public.set_up_since(uuid,timestamp with time zone) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.shown_factor(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_is_admin() AND public.has_factor(account)
$function$
;
ALTER FUNCTION public.shown_factor(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.spend_challenge()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH spent AS (
    INSERT INTO public.spent_challenges (hash, expires_at, spent_in)
    SELECT public.scope_given('z'), public.app_now() + interval '10 minutes', pg_current_xact_id()
    WHERE public.scope_given('z') IS NOT NULL AND (public.scope_given('b') IS NOT NULL OR public.scope_system() = 'factors')
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM spent)
$function$
;
ALTER FUNCTION public.spend_challenge() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.stop_factor_reset()
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE public.factor_resets r SET cancelled_at = public.app_now(), cancelled_by_owner = true
  WHERE r.cancel_hash = public.scope_given('t') AND public.scope_system() = 'factor-reset'
    AND r.cancelled_at IS NULL AND r.done_at IS NULL
  RETURNING r.user_id
$function$
;
ALTER FUNCTION public.stop_factor_reset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.stream_names(ids uuid[])
 RETURNS TABLE(id uuid, email text, first_name text, last_name text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT named.* FROM (
    SELECT u.id, u.email, NULL, NULL, NULL FROM public.users u WHERE u.id = ANY (ids)
    UNION ALL SELECT d.id, NULL, d.first_name, d.last_name, NULL FROM public.doctors d WHERE d.id = ANY (ids)
    UNION ALL SELECT c.id, NULL, NULL, NULL, c.center_id FROM public.medical_centers c WHERE c.id = ANY (ids)
  ) named
  WHERE public.scope_system() = 'stream'
$function$
;
ALTER FUNCTION public.stream_names(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.studies_by_name(center uuid, words jsonb, most integer)
 RETURNS TABLE(exam uuid, study text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM public.scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.exam_id, p.study_uid FROM (SELECT s.exam_id, s.study_uid, s.patient_name_key AS name_key FROM public.studies s
       WHERE s.center_id = $1) p WHERE %s LIMIT $2', public.name_condition(words))
  USING center, most;
END $function$
;
ALTER FUNCTION public.studies_by_name(uuid,jsonb,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.summarize_exams(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE ids uuid[];
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'imaging' THEN RETURN 0; END IF;
  IF public.scope_exam() IS NULL THEN
    ids := ARRAY(SELECT e.id FROM public.exams e WHERE e.series_count IS NULL AND e.imaging_state = 'ready'
      ORDER BY e.id LIMIT most FOR UPDATE SKIP LOCKED);
  ELSE
    ids := ARRAY[public.scope_exam()];
  END IF;
  UPDATE public.exams e
  SET study_description = left(st.description, 200), series_count = coalesce(s.series_count, 0),
    image_count = coalesce(s.image_count, 0), modalities = coalesce(s.modalities, '{}'),
    body_parts = coalesce(s.body_parts, '{}'), laterality = s.laterality,
    key_study_uid = k.study_uid, key_series_uid = k.series_uid
  FROM unnest(ids) AS due (id)
  LEFT JOIN (
    SELECT r.exam_id, count(*)::integer AS series_count, sum(r.frame_count)::integer AS image_count,
      array_agg(DISTINCT r.modality) FILTER (WHERE r.frame_count > 0 AND r.modality <> '') AS modalities,
      array_agg(DISTINCT upper(r.body_part)) FILTER (WHERE r.frame_count > 0 AND r.body_part <> '') AS body_parts,
      CASE string_agg(DISTINCT r.attributes #>> '{00200060,Value,0}', '')
        WHEN 'L' THEN 'L' WHEN 'R' THEN 'R' WHEN 'LR' THEN 'B' END AS laterality
    FROM public.series r WHERE r.exam_id = ANY (ids) GROUP BY r.exam_id
  ) AS s ON s.exam_id = due.id
  LEFT JOIN (
    SELECT DISTINCT ON (t.exam_id) t.exam_id, nullif(t.description, '') AS description
    FROM public.studies t LEFT JOIN public.series r ON r.exam_id = t.exam_id AND r.study_uid = t.study_uid
    WHERE t.exam_id = ANY (ids) GROUP BY t.exam_id, t.study_uid, t.description
    ORDER BY t.exam_id, sum(r.frame_count) DESC, t.study_uid
  ) AS st ON st.exam_id = due.id
  LEFT JOIN (
    SELECT DISTINCT ON (r.exam_id) r.exam_id, r.study_uid, r.series_uid FROM public.series r
    WHERE r.exam_id = ANY (ids) AND r.thumbnail_object IS NOT NULL
    ORDER BY r.exam_id, coalesce(r.description, '') ~* 'locali[sz]er|scout|topogram|surview', r.frame_count DESC, r.position
  ) AS k ON k.exam_id = due.id
  WHERE e.id = due.id;
  RETURN cardinality(ids);
END $function$
;
ALTER FUNCTION public.summarize_exams(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.suspect_passkey()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH suspected AS (
    UPDATE public.passkeys SET suspect_at = public.app_now()
    WHERE credential_id = public.scope_given('y') AND public.scope_system() = 'passkey' AND suspect_at IS NULL
      AND sign_count > 0 AND convert_from(public.scope_given('j'), 'UTF8')::bigint <= sign_count
      AND to_timestamp(convert_from(public.scope_given('u'), 'UTF8')::bigint) > coalesce(last_used_at, '-infinity')
      AND NOT EXISTS (SELECT FROM public.spent_challenges s WHERE s.hash = public.scope_given('z'))
    RETURNING 1)
  SELECT EXISTS (SELECT FROM suspected)
$function$
;
ALTER FUNCTION public.suspect_passkey() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.sweep_system_events()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM system_events WHERE at < app_now() - interval '30 days' RETURNING 1)
  SELECT count(*)::integer FROM gone
$function$
;

CREATE OR REPLACE FUNCTION public.take_factor_reset()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH taken AS (UPDATE public.factor_resets r SET done_at = public.app_now()
    FROM public.users u
    WHERE u.email = public.scope_address() AND u.closed_at IS NULL AND r.user_id = u.id AND public.scope_system() = 'factor-removal'
      AND r.cancelled_at IS NULL AND r.done_at IS NULL AND r.effective_at <= public.app_now()
      AND (r.confirmed_at IS NOT NULL OR NOT r.needs_confirmation) AND NOT public.set_up_since(u.id, r.asked_at)
    RETURNING 1)
  SELECT EXISTS (SELECT FROM taken)
$function$
;
ALTER FUNCTION public.take_factor_reset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.take_missed_factors(most integer)
 RETURNS TABLE(account uuid, block text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE public.sign_in_challenges SET missed_at = public.app_now()
  WHERE id IN (SELECT c.id FROM public.sign_in_challenges c
      WHERE c.used_at IS NULL AND c.missed_at IS NULL AND c.expires_at < public.app_now()
      ORDER BY c.expires_at LIMIT most FOR UPDATE SKIP LOCKED)
    AND public.scope_system() = 'alarms'
  RETURNING user_id, address_block
$function$
;
ALTER FUNCTION public.take_missed_factors(integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.take_off_links(patient uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE consent_links SET ended_at = app_now() WHERE ended_at IS NULL AND access_id IN (
    SELECT a.id FROM patient_access a WHERE a.patient_id = patient AND a.center_id = scope_center());
  RETURN QUERY UPDATE patient_access a SET status = 'expired', ended_at = app_now(), expires_at = least(a.expires_at, app_now())
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.status = 'pending' RETURNING a.doctor_id;
  UPDATE patient_access a SET unlinked_at = app_now()
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.unlinked_at IS NULL;
END $function$
;
ALTER FUNCTION public.take_off_links(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.take_over_series()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an administrator takes documents over';
  END IF;
  PERFORM FROM public.invoice_series s ORDER BY s.code, s.year FOR UPDATE;
  INSERT INTO public.invoice_series AS s (code, year, next_number, last_issued_on)
    SELECT d.series, d.year, max(d.number) + 1,
      coalesce(max(d.issued_on) FILTER (WHERE extract(year FROM d.issued_on) = d.year), make_date(d.year, 1, 1))
    FROM public.fiscal_found_documents d WHERE d.taken_over_at IS NOT NULL GROUP BY d.series, d.year
    ON CONFLICT (code, year) DO UPDATE SET next_number = greatest(s.next_number, excluded.next_number),
      last_issued_on = greatest(s.last_issued_on, excluded.last_issued_on)
    WHERE s.next_number < excluded.next_number;
END $function$
;
ALTER FUNCTION public.take_over_series() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.tokens_of_events(refs text[], accounts uuid[])
 RETURNS TABLE(ref text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.session_reference(t.id), t.name FROM public.api_tokens t
  WHERE t.user_id = ANY (accounts) AND public.session_reference(t.id) = ANY (refs)
    AND ((SELECT public.scope_center()) IS NOT NULL OR (SELECT public.scope_is_admin()))
$function$
;
ALTER FUNCTION public.tokens_of_events(text[],uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patient(public_id text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_is_admin()
$function$
;
ALTER FUNCTION public.trail_patient(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patients(ids uuid[])
 RETURNS TABLE(id uuid, patient_id text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE p.id = ANY (ids) AND (public.scope_is_admin() OR public.scope_system() IN ('breach', 'stream'))
$function$
;
ALTER FUNCTION public.trail_patients(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patients_by_prefix(prefix text, most integer)
 RETURNS TABLE(patient_id text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE prefix ~ '^P-[0-9A-HJKMNP-TV-Z]{4,10}$' AND starts_with(p.patient_id, prefix) AND public.scope_is_admin()
  ORDER BY p.patient_id LIMIT most
$function$
;
ALTER FUNCTION public.trail_patients_by_prefix(text,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.use_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  challenged uuid := public.scope_challenged();
  step bigint := convert_from(public.scope_given('g'), 'UTF8')::bigint;
BEGIN
  IF challenged IS NULL THEN RETURN false; END IF;
  IF public.scope_given('y') IS NOT NULL THEN
    PERFORM WHERE public.use_passkey();
  ELSIF step IS NOT NULL THEN
    UPDATE public.totp_secrets SET last_step = step
    WHERE user_id = challenged AND confirmed_at IS NOT NULL AND coalesce(last_step, -1) < step;
  ELSE
    UPDATE public.recovery_codes SET used_at = public.app_now()
    WHERE user_id = challenged AND code_mac = public.scope_given('m') AND used_at IS NULL AND public.has_factor(challenged);
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE public.sign_in_challenges SET used_at = public.app_now(), used_in = pg_current_xact_id()
  WHERE secret_hash = public.scope_given('h') AND used_at IS NULL;
  RETURN FOUND;
END $function$
;
ALTER FUNCTION public.use_factor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.use_link_code()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH used AS (
    UPDATE public.link_codes c SET used_at = public.app_now(), code_mac = NULL, session_hash = public.scope_given('o')
    WHERE c.id = public.scope_subject() AND c.token_hash = public.scope_link_hash()
      AND public.is_counted(public.scope_given('m'), c.tries, c.tried_in)
      AND c.code_mac = public.scope_given('m') AND c.used_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > public.app_now()
      AND (c.purpose = 'change') = (public.scope_given('o') IS NULL)
    RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$function$
;
ALTER FUNCTION public.use_link_code() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.use_own_step(step bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH used AS (
    UPDATE public.totp_secrets SET last_step = step, confirmed_at = coalesce(confirmed_at, public.app_now())
    WHERE user_id = public.scope_user() AND coalesce(last_step, -1) < step
      AND step <= extract(epoch FROM public.app_now())::bigint / 30 + 1
      AND CASE WHEN confirmed_at IS NULL
        THEN public.scope_system() = 'factors' AND created_at > public.app_now() - interval '10 minutes'
        ELSE public.scope_system() = 'renewing' END
    RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$function$
;
ALTER FUNCTION public.use_own_step(bigint) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.use_passkey()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE counter bigint := convert_from(public.scope_given('j'), 'UTF8')::bigint;
BEGIN
  IF public.scope_given('b') IS NULL THEN RETURN false; END IF;
  UPDATE public.passkeys SET sign_count = counter, last_used_at = public.app_now()
  WHERE credential_id = public.scope_given('y') AND suspect_at IS NULL AND (sign_count < counter OR (sign_count = 0 AND counter = 0))
    AND CASE public.scope_system() WHEN 'passkey' THEN true
      WHEN 'factor' THEN user_id = public.scope_challenged()
      WHEN 'renewing' THEN user_id = public.scope_user() ELSE false END;
  RETURN FOUND AND public.spend_challenge();
END $function$
;
ALTER FUNCTION public.use_passkey() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.used_challenge_of(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.sign_in_challenges c
    WHERE c.user_id = account AND c.secret_hash = public.scope_given('h') AND c.used_in = pg_current_xact_id_if_assigned())
    OR (account = public.scope_passkey_account() AND EXISTS (SELECT FROM public.spent_challenges s
      WHERE s.hash = public.scope_given('z') AND s.spent_in = pg_current_xact_id_if_assigned()))
$function$
;
ALTER FUNCTION public.used_challenge_of(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.verify_code()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH verified AS (
    UPDATE public.otp_verifications o SET verified_at = public.app_now(), code_mac = NULL
    WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
      AND public.is_counted(public.scope_given('m'), o.tries, o.tried_in)
      AND o.code_mac = public.scope_given('m') AND o.verified_at IS NULL AND o.superseded_at IS NULL
    RETURNING 1)
  SELECT EXISTS (SELECT FROM verified)
$function$
;
ALTER FUNCTION public.verify_code() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.viewers_of_exam()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT a.doctor_id FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = public.scope_exam() AND a.status = 'granted' AND a.expires_at > public.app_now()
    AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
$function$
;
ALTER FUNCTION public.viewers_of_exam() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.watch_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.watched_events (event_id) VALUES (NEW.id);
  RETURN NULL;
END $function$
;
ALTER FUNCTION public.watch_event() OWNER TO medcloud_search;

-- Policies

CREATE POLICY first ON keys.master_keys FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'start'::text) AND (id = 1) AND (state = 'current'::text)));

CREATE POLICY read ON keys.master_keys FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = ANY (ARRAY['start'::text, 'health'::text])));

CREATE POLICY rotated ON keys.master_keys FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY erased ON keys.patient_keys FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON keys.patient_keys FOR SELECT TO medcloud_app
    USING ((patient_id = ( SELECT public.scope_exam_patient() AS scope_exam_patient)));

CREATE POLICY made_by_center ON keys.patient_keys FOR INSERT TO medcloud_app
    WITH CHECK ((EXISTS ( SELECT 1
   FROM public.patients p
  WHERE ((p.id = patient_keys.patient_id) AND (p.center_id = ( SELECT public.scope_center() AS scope_center))))));

CREATE POLICY of_patient ON keys.patient_keys FOR SELECT TO medcloud_app
    USING ((patient_id = ( SELECT public.scope_own() AS scope_own)));

CREATE POLICY rewrapped ON keys.patient_keys FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY to_rewrap ON keys.patient_keys FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY with_patient ON keys.patient_keys FOR SELECT TO medcloud_app
    USING ((((( SELECT public.scope_center() AS scope_center) IS NOT NULL) OR (( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL)) AND (EXISTS ( SELECT 1
   FROM public.patients p
  WHERE (p.id = patient_keys.patient_id)))));

CREATE POLICY read ON keys.retired_master_keys FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = ANY (ARRAY['start'::text, 'rotation'::text])));

CREATE POLICY retired ON keys.retired_master_keys FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY read ON keys.service_keys FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'start'::text));

CREATE POLICY rewrapped ON keys.service_keys FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY to_rewrap ON keys.service_keys FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'rotation'::text));

CREATE POLICY written ON keys.service_keys FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'start'::text));

CREATE POLICY counted ON public.access_counts FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

CREATE POLICY marked ON public.access_counts FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY answered_by_link ON public.access_requests FOR UPDATE TO medcloud_app
    USING (((id = ( SELECT public.scope_link() AS scope_link)) AND (answered_at IS NULL)))
    WITH CHECK (((answered_at = public.app_now()) AND (answer IS NOT NULL)));

CREATE POLICY erased ON public.access_requests FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY made ON public.access_requests FOR INSERT TO medcloud_app
    WITH CHECK (((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (otp_id = ( SELECT public.scope_verified_code() AS scope_verified_code)) AND (phone_index = ( SELECT public.scope_given('n'::text) AS scope_given)) AND (answered_at IS NULL) AND (expires_at <= (public.app_now() + '72:00:00'::interval))));

CREATE POLICY of_doctor ON public.access_requests FOR SELECT TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY of_link ON public.access_requests FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_link() AS scope_link)));

CREATE POLICY read_for_access_notices ON public.access_requests FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY answered ON public.alarms FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY mailed ON public.alarms FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

CREATE POLICY of_admin ON public.alarms FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY of_billing ON public.alarms FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (kind = ANY (ARRAY['payments'::text, 'payment_provider'::text, 'payment_undecided'::text, 'document_refused'::text]))));

CREATE POLICY of_doctor ON public.alarms FOR SELECT TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY of_exam ON public.alarms FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_exam() AS scope_exam) IS NOT NULL) AND (center_id = ( SELECT e.center_id
   FROM public.exams e
  WHERE (e.id = ( SELECT public.scope_exam() AS scope_exam))))));

CREATE POLICY of_outbox ON public.alarms FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text));

CREATE POLICY of_rules ON public.alarms FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

CREATE POLICY of_unpaid ON public.alarms FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (kind = 'center_unpaid'::text)));

CREATE POLICY raised ON public.alarms FOR INSERT TO medcloud_app
    WITH CHECK (((seen_at IS NULL) AND (held_at IS NULL) AND (administrators_mailed_at IS NULL) AND (account_mailed_at IS NULL) AND (raised_at = public.app_now()) AND (num_nonnulls(count, network, browser, system) = 0) AND
CASE kind
    WHEN 'codes_burnt'::text THEN (doctor_id = ( SELECT public.scope_doctor() AS scope_doctor))
    WHEN 'many_downloads'::text THEN (doctor_id = ( SELECT public.scope_doctor() AS scope_doctor))
    WHEN 'unknown_numbers'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text) AND (doctor_id = ( SELECT public.scope_subject() AS scope_subject)))
    WHEN 'sms_half'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text) AND (doctor_id IS NULL))
    WHEN 'sms_spent'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text) AND (doctor_id IS NULL))
    WHEN 'infected_file'::text THEN ((doctor_id IS NULL) AND (center_id = ( SELECT e.center_id
       FROM public.exams e
      WHERE (e.id = ( SELECT public.scope_exam() AS scope_exam)))))
    WHEN 'payment_undecided'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (doctor_id IS NULL) AND (user_id IS NOT NULL))
    WHEN 'document_refused'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (doctor_id IS NULL) AND (user_id IS NOT NULL))
    WHEN 'payments'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (doctor_id IS NULL) AND (user_id IS NOT NULL))
    WHEN 'payment_provider'::text THEN ((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (doctor_id IS NULL))
    WHEN 'center_unpaid'::text THEN (( SELECT public.scope_bills() AS scope_bills) AND (doctor_id IS NULL) AND (center_id IS NOT NULL))
    ELSE false
END AND ((center_id IS NULL) OR (kind = ANY (ARRAY['infected_file'::text, 'center_unpaid'::text]))) AND ((user_id IS NULL) OR (kind = ANY (ARRAY['payment_undecided'::text, 'document_refused'::text, 'payments'::text]))) AND (subject =
CASE
    WHEN (center_id IS NOT NULL) THEN ('center:'::text || center_id)
    WHEN (user_id IS NOT NULL) THEN ('account:'::text || user_id)
    WHEN (doctor_id IS NOT NULL) THEN ('doctor:'::text || doctor_id)
    ELSE 'installation:'::text
END)));

CREATE POLICY raised_by_rules ON public.alarms FOR INSERT TO medcloud_app
    WITH CHECK (((seen_at IS NULL) AND (released_at IS NULL) AND (( SELECT public.scope_system() AS scope_system) = 'alarms'::text)));

CREATE POLICY seen_by_admin ON public.alarms FOR UPDATE TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY erased ON public.annotation_objects FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (EXISTS ( SELECT 1
   FROM public.annotation_sets s
  WHERE ((s.id = annotation_objects.set_id) AND (s.patient_id = ( SELECT public.scope_subject() AS scope_subject)))))));

CREATE POLICY of_author ON public.annotation_objects FOR INSERT TO medcloud_app
    WITH CHECK ((EXISTS ( SELECT 1
   FROM public.annotation_sets s
  WHERE ((s.id = annotation_objects.set_id) AND (s.author_user_id = ( SELECT public.scope_user() AS scope_user))))));

CREATE POLICY of_reader ON public.annotation_objects FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT 1
   FROM public.annotation_sets s
  WHERE (s.id = annotation_objects.set_id))));

CREATE POLICY erased ON public.annotation_sets FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY moved ON public.annotation_sets FOR ALL TO medcloud_search
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_author ON public.annotation_sets FOR ALL TO medcloud_app
    USING (((author_user_id = ( SELECT public.scope_user() AS scope_user)) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = annotation_sets.exam_id)))))
    WITH CHECK (((author_user_id = ( SELECT public.scope_user() AS scope_user)) AND (NOT (author_doctor_id IS DISTINCT FROM ( SELECT public.scope_doctor() AS scope_doctor))) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = annotation_sets.exam_id)))));

CREATE POLICY of_center ON public.annotation_sets FOR SELECT TO medcloud_app
    USING (((state = 'saved'::text) AND (visibility = ANY (ARRAY['center'::text, 'all'::text])) AND (center_id = ( SELECT public.scope_center() AS scope_center))));

CREATE POLICY of_doctor ON public.annotation_sets FOR SELECT TO medcloud_app
    USING (((state = 'saved'::text) AND ((visibility = 'all'::text) OR (author_doctor_id = ( SELECT public.scope_doctor() AS scope_doctor))) AND (( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = annotation_sets.exam_id)))));

CREATE POLICY changed ON public.api_tokens FOR UPDATE TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts))));

CREATE POLICY ended_by_admin ON public.api_tokens FOR UPDATE TO medcloud_search
    USING ((public.scope_is_admin() OR (member_id IS NOT NULL)))
    WITH CHECK ((revoked_at IS NOT NULL));

CREATE POLICY made ON public.api_tokens FOR INSERT TO medcloud_app
    WITH CHECK (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (token_hash = ( SELECT public.scope_given('k'::text) AS scope_given)) AND (expires_at <= (public.app_now() + '1 year'::interval)) AND (NOT (center_id IS DISTINCT FROM ( SELECT public.scope_center() AS scope_center))) AND (NOT (member_id IS DISTINCT FROM ( SELECT public.scope_member() AS scope_member))) AND (NOT (doctor_id IS DISTINCT FROM ( SELECT public.scope_doctor() AS scope_doctor)))));

CREATE POLICY own ON public.api_tokens FOR SELECT TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts))));

CREATE POLICY recovered ON public.api_tokens FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY recovered_ended ON public.api_tokens FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY scoped ON public.api_tokens FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY kept ON public.audit_anchors FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY watched ON public.audit_anchors FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY added ON public.audit_chain FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY linked ON public.audit_chain FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY streamed ON public.audit_chain FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'stream'::text));

CREATE POLICY watched ON public.audit_chain FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'health'::text) OR ( SELECT public.scope_is_admin() AS scope_is_admin)));

CREATE POLICY added ON public.audit_checkpoints FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY signed ON public.audit_checkpoints FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY watched ON public.audit_checkpoints FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'health'::text) OR ( SELECT public.scope_is_admin() AS scope_is_admin)));

CREATE POLICY counted ON public.audit_events FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'alarms'::text) AND ((event = ANY (ARRAY['amka_revealed'::text, 'api_token_network'::text, 'audit_exported'::text, 'consent_revoked'::text, 'denied'::text, 'exam_downloaded'::text, 'exam_viewed'::text, 'login'::text])) OR ((event = 'exams_listed'::text) AND (details ? 'images'::text)))));

CREATE POLICY of_admin ON public.audit_events FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) OR (( SELECT public.scope_system() AS scope_system) = 'breach'::text)));

CREATE POLICY of_center ON public.audit_events FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.audit_events FOR SELECT TO medcloud_app
    USING (((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (actor_kind = 'doctor'::text)));

CREATE POLICY of_link ON public.audit_events FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_link() AS scope_link) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.id = audit_events.purpose) AND (a.request_id = ( SELECT public.scope_link() AS scope_link)))))));

CREATE POLICY read_for_access_notices ON public.audit_events FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY sealed ON public.audit_events FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY streamed ON public.audit_events FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'stream'::text));

CREATE POLICY written ON public.audit_events FOR INSERT TO medcloud_app
    WITH CHECK (
CASE actor_kind
    WHEN 'nobody'::text THEN public.may_record_without_account(event, outcome, actor_kind, person_id, center_id, doctor_id, patient_id, purpose)
    WHEN 'patient'::text THEN public.may_record_without_account(event, outcome, actor_kind, person_id, center_id, doctor_id, patient_id, purpose)
    WHEN 'system'::text THEN public.may_record_as_portal(event, person_id, session_ref, center_id, doctor_id, patient_id, purpose)
    ELSE public.may_record(actor_kind, person_id, session_ref, center_id, doctor_id, patient_id, purpose)
END);

CREATE POLICY kept ON public.audit_stream FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'stream'::text));

CREATE POLICY watched ON public.audit_stream FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY done ON public.audit_unsealed FOR DELETE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY listed ON public.audit_unsealed FOR INSERT TO medcloud_search
    WITH CHECK (true);

CREATE POLICY waiting ON public.audit_unsealed FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'chain'::text));

CREATE POLICY watched ON public.audit_unsealed FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'health'::text) OR ( SELECT public.scope_is_admin() AS scope_is_admin)));

CREATE POLICY mapped ON public.bank_csv_columns FOR ALL TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin))
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (saved_by = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY billed ON public.bank_lines FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY imported ON public.bank_statements FOR ALL TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin))
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (imported_by = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY billed ON public.billing_months FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY applied ON public.billing_parties FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND public.is_applying(user_id, NULL::uuid)));

CREATE POLICY billed ON public.billing_parties FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY counted ON public.billing_parties FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY own ON public.billing_parties FOR ALL TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY erased ON public.block_links FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY made ON public.block_links FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'matching'::text) AND (( SELECT public.scope_subject() AS scope_subject) IS NULL) AND (doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (phone_index = ( SELECT public.scope_given('n'::text) AS scope_given)) AND (token_hash = ( SELECT public.scope_given('t'::text) AS scope_given))));

CREATE POLICY of_link ON public.block_links FOR SELECT TO medcloud_app
    USING (((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)) AND (created_at > (public.app_now() - '90 days'::interval))));

CREATE POLICY purged ON public.block_links FOR DELETE TO medcloud_search
    USING ((created_at < (public.app_now() - '90 days'::interval)));

CREATE POLICY scoped ON public.block_links FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY added_by_admin ON public.breach_notices FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state = 'due'::text)));

CREATE POLICY decided_by_admin ON public.breach_notices FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state <> 'notified'::text) AND (EXISTS ( SELECT
   FROM public.breaches b
  WHERE ((b.id = breach_notices.breach_id) AND (b.state = 'open'::text))))))
    WITH CHECK (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY read_by_admin ON public.breach_notices FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY changed_by_admin ON public.breaches FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state = 'open'::text)))
    WITH CHECK (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY opened_by_admin ON public.breaches FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (opened_by = ( SELECT public.scope_user() AS scope_user)) AND (state = 'open'::text)));

CREATE POLICY read_by_admin ON public.breaches FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY billed ON public.center_figures FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY kept ON public.center_figures FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY of_admin ON public.center_figures FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY of_center ON public.center_figures FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_tenant() AS scope_tenant)));

CREATE POLICY answered ON public.center_members FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY changed ON public.center_members FOR UPDATE TO medcloud_app
    USING ((((center_id = ( SELECT public.scope_tenant() AS scope_tenant)) AND (( SELECT public.scope_may('team.manage'::text) AS scope_may) OR (user_id = ( SELECT public.scope_user() AS scope_user)))) OR (id = ( SELECT public.scope_invited() AS scope_invited))))
    WITH CHECK ((((center_id = ( SELECT public.scope_tenant() AS scope_tenant)) AND (( SELECT public.scope_may('team.manage'::text) AS scope_may) OR (user_id = ( SELECT public.scope_user() AS scope_user)))) OR ((id = ( SELECT public.scope_invited() AS scope_invited)) AND public.may_join(user_id))));

CREATE POLICY invited ON public.center_members FOR INSERT TO medcloud_app
    WITH CHECK (((center_id = ( SELECT public.scope_tenant() AS scope_tenant)) AND ( SELECT public.scope_may('team.manage'::text) AS scope_may) AND (( SELECT public.scope_system() AS scope_system) = 'inviting'::text) AND (invite_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (email = convert_from(( SELECT public.scope_given('a'::text) AS scope_given), 'UTF8'::name)) AND (invited_by = ( SELECT public.scope_user() AS scope_user)) AND (state = 'invited'::text) AND (invited_at = ( SELECT public.app_now() AS app_now)) AND (invite_expires_at <= (( SELECT public.app_now() AS app_now) + '7 days'::interval))));

CREATE POLICY of_invitation ON public.center_members FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_invited() AS scope_invited)));

CREATE POLICY of_team ON public.center_members FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_tenant() AS scope_tenant)));

CREATE POLICY read_by_admin ON public.center_members FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY signing_in ON public.center_members FOR SELECT TO medcloud_app
    USING ((user_id IN ( SELECT public.scope_accounts() AS scope_accounts)));

CREATE POLICY answered ON public.center_settings FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY managed ON public.center_settings FOR ALL TO medcloud_app
    USING (((center_id = ( SELECT public.scope_tenant() AS scope_tenant)) AND ( SELECT public.scope_may('settings.manage'::text) AS scope_may)));

CREATE POLICY signing_in ON public.center_settings FOR SELECT TO medcloud_app
    USING (((center_id IN ( SELECT public.scope_account_centers() AS scope_account_centers)) OR (center_id IN ( SELECT c.id
   FROM public.medical_centers c
  WHERE (c.user_id IN ( SELECT public.scope_accounts() AS scope_accounts))))));

CREATE POLICY erased ON public.consent_links FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY made ON public.consent_links FOR INSERT TO medcloud_app
    WITH CHECK (((token_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (access_id IS NULL) AND (EXISTS ( SELECT 1
   FROM public.access_requests r
  WHERE ((r.id = consent_links.request_id) AND (r.otp_id = ( SELECT public.scope_verified_code() AS scope_verified_code)))))));

CREATE POLICY made_by_center ON public.consent_links FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'resending'::text) AND ( SELECT public.scope_may('access.manage'::text) AS scope_may) AND (token_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.id = consent_links.access_id) AND (a.request_id = consent_links.request_id) AND (a.center_id = ( SELECT public.scope_center() AS scope_center)) AND (a.patient_id = ( SELECT public.scope_subject() AS scope_subject)))))));

CREATE POLICY of_center ON public.consent_links FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_center() AS scope_center) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.id = consent_links.access_id) AND (a.center_id = ( SELECT public.scope_center() AS scope_center)))))));

CREATE POLICY of_link ON public.consent_links FOR SELECT TO medcloud_app
    USING (((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)) AND (ended_at IS NULL)));

CREATE POLICY scoped ON public.consent_links FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY marked ON public.doctor_exam_views FOR INSERT TO medcloud_app
    WITH CHECK (((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = doctor_exam_views.exam_id)))));

CREATE POLICY of_doctor ON public.doctor_exam_views FOR SELECT TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY opened ON public.doctor_exam_views FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY answered ON public.doctors FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY applied ON public.doctors FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND (state = 'pending'::text) AND (num_nonnulls(first_approved_at, decided_at, decided_by, reject_reason, review_since, approved_first_name, approved_last_name, approved_license_number) = 0) AND (license_number = convert_from(( SELECT public.scope_given('v'::text) AS scope_given), 'UTF8'::name)) AND public.is_applying(user_id, id)));

CREATE POLICY billed ON public.doctors FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY change ON public.doctors FOR UPDATE TO medcloud_app
    USING (((id = ( SELECT public.scope_doctor() AS scope_doctor)) OR ( SELECT public.scope_is_admin() AS scope_is_admin)));

CREATE POLICY of_block ON public.doctors FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_block_doctor() AS scope_block_doctor)));

CREATE POLICY of_center ON public.doctors FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_center() AS scope_center) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.doctor_id = doctors.id) AND (a.center_id = ( SELECT public.scope_center() AS scope_center)))))));

CREATE POLICY of_link ON public.doctors FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_link() AS scope_link) IS NOT NULL) AND (id = ( SELECT public.scope_link_doctor() AS scope_link_doctor))));

CREATE POLICY of_overview ON public.doctors FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND (id IN ( SELECT g.doctor_id
   FROM public.scope_phone_grants() g(patient_id, center_id, doctor_id, is_open, exam_types)))));

CREATE POLICY read ON public.doctors FOR SELECT TO medcloud_app
    USING (((id = ( SELECT public.scope_doctor() AS scope_doctor)) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts))));

CREATE POLICY recovered ON public.doctors FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY billed ON public.dues FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.dues FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY billed ON public.dunning_steps FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY of_due ON public.dunning_steps FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT
   FROM public.dues d
  WHERE (d.id = dunning_steps.due_id))));

CREATE POLICY cleared ON public.exam_objects FOR DELETE TO medcloud_search
    USING (((exam_id = public.scope_exam()) AND (kind <> 'original'::text)));

CREATE POLICY counted ON public.exam_objects FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY derived ON public.exam_objects FOR INSERT TO medcloud_app
    WITH CHECK (((exam_id = ( SELECT public.scope_exam() AS scope_exam)) AND (kind <> 'original'::text)));

CREATE POLICY erased ON public.exam_objects FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON public.exam_objects FOR SELECT TO medcloud_app
    USING ((exam_id = ( SELECT public.scope_exam() AS scope_exam)));

CREATE POLICY of_center ON public.exam_objects FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.exam_objects FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = exam_objects.exam_id)))));

CREATE POLICY of_patient ON public.exam_objects FOR SELECT TO medcloud_app
    USING ((exam_id IN ( SELECT public.scope_own_exams() AS scope_own_exams)));

CREATE POLICY received ON public.exam_objects FOR INSERT TO medcloud_app
    WITH CHECK (((center_id = ( SELECT public.scope_center() AS scope_center)) AND (kind = 'original'::text)));

CREATE POLICY rewrapped ON public.exam_objects FOR UPDATE TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY erased ON public.exams FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON public.exams FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_exam() AS scope_exam)));

CREATE POLICY imaged_now ON public.exams FOR UPDATE TO medcloud_app
    USING ((id = ( SELECT public.scope_exam() AS scope_exam)));

CREATE POLICY of_center ON public.exams FOR ALL TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.exams FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND is_open AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.patient_id = exams.patient_id) AND (a.doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (a.status = 'granted'::text) AND (a.expires_at > public.app_now()) AND ((a.scope IS NULL) OR (exams.exam_type = ANY (a.scope))))))));

CREATE POLICY of_link ON public.exams FOR SELECT TO medcloud_app
    USING ((is_open AND (patient_id IN ( SELECT g.patient_id
   FROM public.scope_link_grants() g(patient_id, center_id)))));

CREATE POLICY of_overview ON public.exams FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND is_open AND (EXISTS ( SELECT 1
   FROM public.scope_phone_grants() g(patient_id, center_id, doctor_id, is_open, exam_types)
  WHERE ((g.patient_id = exams.patient_id) AND g.is_open AND ((g.exam_types IS NULL) OR (exams.exam_type = ANY (g.exam_types))))))));

CREATE POLICY of_patient ON public.exams FOR SELECT TO medcloud_app
    USING ((id IN ( SELECT public.scope_own_exams() AS scope_own_exams)));

CREATE POLICY released ON public.exams FOR UPDATE TO medcloud_search
    USING (((scan_state = 'waiting'::text) AND (( SELECT public.scope_system() AS scope_system) = 'imaging'::text) AND (( SELECT public.scope_exam() AS scope_exam) IS NULL)))
    WITH CHECK ((scan_state = 'none'::text));

CREATE POLICY searched ON public.exams FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY summarized ON public.exams FOR UPDATE TO medcloud_search
    USING (((( SELECT public.scope_system() AS scope_system) = 'imaging'::text) AND (imaging_state = 'ready'::text) AND ((( SELECT public.scope_exam() AS scope_exam) IS NULL) OR (id = ( SELECT public.scope_exam() AS scope_exam)))));

CREATE POLICY asked ON public.factor_resets FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (asked_by = ( SELECT public.scope_user() AS scope_user)) AND (cancel_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (user_id = ( SELECT public.scope_subject() AS scope_subject)) AND (needs_confirmation = ( SELECT (u.role = 'admin'::text)
   FROM public.users u
  WHERE (u.id = factor_resets.user_id)))));

CREATE POLICY decided ON public.factor_resets FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (cancelled_at IS NULL) AND (done_at IS NULL)))
    WITH CHECK (((cancelled_at IS NOT NULL) OR (confirmed_by = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY ended ON public.factor_resets FOR UPDATE TO medcloud_search
    USING (((cancelled_at IS NULL) AND (done_at IS NULL)))
    WITH CHECK (true);

CREATE POLICY listed ON public.factor_resets FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY looked_up ON public.factor_resets FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY asked ON public.fiscal_checks FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY billed ON public.fiscal_checks FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY billed ON public.fiscal_documents FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY checked ON public.fiscal_documents FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY of_invoice ON public.fiscal_documents FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT
   FROM public.invoices i
  WHERE (i.id = fiscal_documents.invoice_id))));

CREATE POLICY billed ON public.fiscal_found_documents FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY checked ON public.fiscal_found_documents FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY found ON public.fiscal_found_documents FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'fiscal-check'::text) AND (taken_over_at IS NULL) AND (found_at = ( SELECT public.app_now() AS app_now)) AND (issued_on <= (( SELECT (public.app_now() + '1 day'::interval)))::date) AND ((year)::numeric <= EXTRACT(year FROM ( SELECT (public.app_now() + '1 day'::interval))))));

CREATE POLICY taken_over ON public.fiscal_found_documents FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (taken_over_at IS NULL)))
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (taken_over_by = ( SELECT public.scope_user() AS scope_user)) AND (taken_over_at = ( SELECT public.app_now() AS app_now))));

CREATE POLICY of_admin ON public.health_hours FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY recorded ON public.health_hours FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY probed ON public.health_probes FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY recorded ON public.health_states FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY counted ON public.idempotency_keys FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY own ON public.idempotency_keys FOR ALL TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY purged ON public.idempotency_keys FOR DELETE TO medcloud_search
    USING ((created_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY erasures ON public.installation FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (name = 'erase-after-restore'::text)));

CREATE POLICY erasures_seen ON public.installation FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (name = ANY (ARRAY['erase-after-restore'::text, 'storage'::text]))));

CREATE POLICY fingerprint ON public.installation FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'rotation'::text) AND (name = 'master-key-fingerprint'::text)));

CREATE POLICY fingerprint_seen ON public.installation FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'rotation'::text) AND (name = 'master-key-fingerprint'::text)));

CREATE POLICY read ON public.installation FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = ANY (ARRAY['start'::text, 'health'::text, 'sweep'::text])));

CREATE POLICY written ON public.installation FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'start'::text));

CREATE POLICY made ON public.invoice_files FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'invoice-files'::text) AND (made_at = ( SELECT public.app_now() AS app_now))));

CREATE POLICY of_invoice ON public.invoice_files FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT
   FROM public.invoices i
  WHERE (i.id = invoice_files.invoice_id))));

CREATE POLICY checked ON public.invoice_lines FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY issued ON public.invoice_lines FOR INSERT TO medcloud_app
    WITH CHECK (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY of_invoice ON public.invoice_lines FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT
   FROM public.invoices i
  WHERE (i.id = invoice_lines.invoice_id))));

CREATE POLICY issued ON public.invoice_series FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY billed ON public.invoices FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY checked ON public.invoices FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY issued ON public.invoices FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_bills() AS scope_bills) AND (created_at = ( SELECT public.app_now() AS app_now))));

CREATE POLICY own ON public.invoices FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY added ON public.jobs FOR ALL TO medcloud_search
    USING ((state = 'waiting'::text))
    WITH CHECK ((state = 'waiting'::text));

CREATE POLICY worked ON public.jobs FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'queue'::text));

CREATE POLICY billed ON public.ledger_entries FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY checked ON public.ledger_entries FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY own ON public.ledger_entries FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY posted ON public.ledger_entries FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_bills() AS scope_bills) AND (created_at = ( SELECT public.app_now() AS app_now)) AND (NOT (actor IS DISTINCT FROM ( SELECT public.scope_user() AS scope_user)))));

CREATE POLICY billed ON public.ledger_postings FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY checked ON public.ledger_postings FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY own ON public.ledger_postings FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY posted ON public.ledger_postings FOR INSERT TO medcloud_app
    WITH CHECK (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY compared ON public.link_codes FOR SELECT TO medcloud_search
    USING ((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)));

CREATE POLICY counted ON public.link_codes FOR SELECT TO medcloud_search
    USING ((phone_index = ( SELECT public.scope_given('n'::text) AS scope_given)));

CREATE POLICY made ON public.link_codes FOR INSERT TO medcloud_app
    WITH CHECK (((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)) AND (id = (encode(( SELECT public.scope_given('i'::text) AS scope_given), 'hex'::text))::uuid) AND ((attempts >= 0) AND (attempts <= 4)) AND (expires_at <= (public.app_now() + '01:00:00'::interval)) AND ((phone_index IS NULL) OR (phone_index = ( SELECT public.scope_given('n'::text) AS scope_given)))));

CREATE POLICY of_link ON public.link_codes FOR SELECT TO medcloud_app
    USING ((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)));

CREATE POLICY opened ON public.link_codes FOR SELECT TO medcloud_search
    USING ((session_hash = ( SELECT public.scope_given('o'::text) AS scope_given)));

CREATE POLICY opened_own ON public.link_codes FOR UPDATE TO medcloud_search
    USING (((( SELECT public.scope_system() AS scope_system) = 'own'::text) AND (session_hash = ( SELECT public.scope_given('o'::text) AS scope_given)) AND (purpose = 'own'::text)))
    WITH CHECK ((session_hash IS NOT NULL));

CREATE POLICY purged ON public.link_codes FOR ALL TO medcloud_search
    USING ((created_at < (public.app_now() - '8 days'::interval)));

CREATE POLICY replaced_by_link ON public.link_codes FOR UPDATE TO medcloud_app
    USING ((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)));

CREATE POLICY tried ON public.link_codes FOR UPDATE TO medcloud_search
    USING (((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)) AND (id = ( SELECT public.scope_subject() AS scope_subject))))
    WITH CHECK ((used_at IS NULL));

CREATE POLICY used ON public.link_codes FOR UPDATE TO medcloud_search
    USING (((token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash)) AND (id = ( SELECT public.scope_subject() AS scope_subject))))
    WITH CHECK (((used_at IS NOT NULL) AND (code_mac IS NULL)));

CREATE POLICY erased ON public.look_notices FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY looked_up ON public.look_notices FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY made ON public.look_notices FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text));

CREATE POLICY answered ON public.medical_centers FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY billed ON public.medical_centers FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY change ON public.medical_centers FOR UPDATE TO medcloud_app
    USING (((id = ( SELECT public.scope_tenant() AS scope_tenant)) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts)) OR (id IN ( SELECT public.scope_account_centers() AS scope_account_centers)) OR (( SELECT public.scope_system() AS scope_system) = 'billing'::text)));

CREATE POLICY insert_by_admin ON public.medical_centers FOR INSERT TO medcloud_app
    WITH CHECK (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY of_link ON public.medical_centers FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_link() AS scope_link) IS NOT NULL) AND (id IN ( SELECT g.center_id
   FROM public.scope_link_grants() g(patient_id, center_id)))));

CREATE POLICY of_overview ON public.medical_centers FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND (id IN ( SELECT g.center_id
   FROM public.scope_phone_grants() g(patient_id, center_id, doctor_id, is_open, exam_types)))));

CREATE POLICY of_patient ON public.medical_centers FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_own_center() AS scope_own_center)));

CREATE POLICY read ON public.medical_centers FOR SELECT TO medcloud_app
    USING (((id = ( SELECT public.scope_tenant() AS scope_tenant)) OR (( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts)) OR (id IN ( SELECT public.scope_account_centers() AS scope_account_centers))));

CREATE POLICY recovered ON public.medical_centers FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY applied ON public.notification_choices FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY own ON public.notification_choices FOR ALL TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL)));

CREATE POLICY found ON public.notifications FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'notifications'::text));

CREATE POLICY noted ON public.notifications FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY own ON public.notifications FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY own_chosen ON public.notifications FOR UPDATE TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (sent_at IS NULL)))
    WITH CHECK (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (sent_at IS NULL)));

CREATE POLICY own_unsent ON public.notifications FOR DELETE TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (sent_at IS NULL)));

CREATE POLICY sent ON public.notifications FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'notifications'::text) AND (sent_at IS NULL)))
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'notifications'::text) AND (sent_at = ( SELECT public.app_now() AS app_now))));

CREATE POLICY counted ON public.opened_exams FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

CREATE POLICY canceled_by_admin ON public.otp_verifications FOR UPDATE TO medcloud_search
    USING (public.scope_is_admin())
    WITH CHECK (((superseded_at IS NOT NULL) AND (code_mac IS NULL)));

CREATE POLICY counted ON public.otp_verifications FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY ended_by_block ON public.otp_verifications FOR UPDATE TO medcloud_app
    USING (((doctor_id = ( SELECT public.scope_block_doctor() AS scope_block_doctor)) AND (phone_index = ( SELECT public.scope_block_phone() AS scope_block_phone))))
    WITH CHECK (((superseded_at IS NOT NULL) AND (code_mac IS NULL)));

CREATE POLICY erased ON public.otp_verifications FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY made ON public.otp_verifications FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'matching'::text) AND (( SELECT public.scope_subject() AS scope_subject) IS NULL) AND (doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (phone_index = ( SELECT public.scope_given('n'::text) AS scope_given)) AND (id = (encode(( SELECT public.scope_given('i'::text) AS scope_given), 'hex'::text))::uuid) AND (verified_at IS NULL) AND ((attempts >= 0) AND (attempts <= 4)) AND (expires_at <= (public.app_now() + '01:00:00'::interval))));

CREATE POLICY of_block ON public.otp_verifications FOR SELECT TO medcloud_app
    USING (((doctor_id = ( SELECT public.scope_block_doctor() AS scope_block_doctor)) AND (phone_index = ( SELECT public.scope_block_phone() AS scope_block_phone))));

CREATE POLICY of_doctor ON public.otp_verifications FOR SELECT TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY purged ON public.otp_verifications FOR DELETE TO medcloud_search
    USING (((verified_at IS NULL) AND (created_at < (public.app_now() - '8 days'::interval))));

CREATE POLICY replaced_by_doctor ON public.otp_verifications FOR UPDATE TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY sent ON public.otp_verifications FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'outbox'::text) AND (id = ( SELECT m.otp_id
   FROM public.outbox_messages m
  WHERE (m.id = ( SELECT public.scope_subject() AS scope_subject))))));

CREATE POLICY tried ON public.otp_verifications FOR UPDATE TO medcloud_search
    USING (((public.scope_system() = 'matching'::text) AND (id = public.scope_subject())))
    WITH CHECK ((verified_at IS NULL));

CREATE POLICY verified ON public.otp_verifications FOR UPDATE TO medcloud_search
    USING (((public.scope_system() = 'matching'::text) AND (id = public.scope_subject())))
    WITH CHECK (((verified_at IS NOT NULL) AND (code_mac IS NULL)));

CREATE POLICY abandoned ON public.outbox_messages FOR ALL TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'sweep'::text) AND ((state = ANY (ARRAY['waiting'::text, 'sending'::text])) OR ((state = ANY (ARRAY['uncertain'::text, 'expired'::text])) AND (sealed IS NULL))) AND (expires_at < (public.app_now() - '00:10:00'::interval))));

CREATE POLICY counted ON public.outbox_messages FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY erased ON public.outbox_messages FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY purged ON public.outbox_messages FOR DELETE TO medcloud_search
    USING (((state <> ALL (ARRAY['waiting'::text, 'sending'::text])) AND (created_at < (public.app_now() - '30 days'::interval))));

CREATE POLICY seen_by_admin ON public.outbox_messages FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state <> 'decoy'::text)));

CREATE POLICY sent ON public.outbox_messages FOR ALL TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'outbox'::text) AND (id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY written ON public.outbox_messages FOR INSERT TO medcloud_app
    WITH CHECK (((state = ANY (ARRAY['waiting'::text, 'decoy'::text])) AND (created_at = public.app_now()) AND (expires_at <= (public.app_now() + '7 days'::interval)) AND (kind ~ '^[a-z][a-z_-]{1,39}$'::text) AND (attempts = 0) AND (num_nonnulls(last_error, done_at, sending_at) = 0) AND ((( SELECT public.scope_user() AS scope_user) IS NOT NULL) OR (( SELECT public.scope_link() AS scope_link) IS NOT NULL) OR (( SELECT public.scope_system() AS scope_system) = ANY (ARRAY['alarms'::text, 'billing'::text, 'factor'::text, 'factor-removal'::text, 'invitation'::text, 'notifications'::text, 'outbox'::text, 'passkey'::text, 'recovery'::text, 'reset-request'::text, 'signed-in'::text, 'signup'::text, 'support'::text])))));

CREATE POLICY compared ON public.passkeys FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY ended ON public.passkeys FOR DELETE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY made ON public.passkeys FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user)) AND (credential_id = ( SELECT public.scope_given('y'::text) AS scope_given)) AND (sha256(public_key) = ( SELECT public.scope_given('r'::text) AS scope_given)) AND (last_used_at IS NULL) AND (suspect_at IS NULL)));

CREATE POLICY named ON public.passkeys FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY own ON public.passkeys FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY removed ON public.passkeys FOR DELETE TO medcloud_search
    USING (((public.scope_system() = 'factor-removal'::text) OR public.scope_may('team.manage'::text)));

CREATE POLICY used ON public.passkeys FOR UPDATE TO medcloud_search
    USING (true);

CREATE POLICY answered ON public.password_resets FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY asked ON public.password_resets FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'reset-request'::text) AND (token_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (email_index = ( SELECT public.scope_given('x'::text) AS scope_given)) AND ((user_id IS NULL) OR (user_id = ( SELECT a.id
   FROM public.account_of_address(( SELECT public.scope_address() AS scope_address)) a(id, role, language, center_id)))) AND (used_at IS NULL) AND (superseded_at IS NULL) AND (expires_at <= (public.app_now() + '01:00:00'::interval))));

CREATE POLICY by_link ON public.password_resets FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY own ON public.password_resets FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY own_ended ON public.password_resets FOR UPDATE TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)))
    WITH CHECK (((user_id = ( SELECT public.scope_user() AS scope_user)) AND (superseded_at IS NOT NULL)));

CREATE POLICY purged ON public.password_resets FOR DELETE TO medcloud_search
    USING ((expires_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY used_by_link ON public.password_resets FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY answered_by_link ON public.patient_access FOR UPDATE TO medcloud_app
    USING (((request_id = ( SELECT public.scope_link() AS scope_link)) AND (status = ANY (ARRAY['pending'::text, 'granted'::text])) AND public.link_shows(id, unlinked_at)))
    WITH CHECK (((request_id = ( SELECT public.scope_link() AS scope_link)) AND public.link_shows(id, unlinked_at)));

CREATE POLICY changed_on_overview ON public.patient_access FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND (id = ( SELECT public.scope_subject() AS scope_subject)) AND (status = 'granted'::text) AND (id IN ( SELECT public.grants_of_phone() AS grants_of_phone))))
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND (id = ( SELECT public.scope_subject() AS scope_subject)) AND (status = ANY (ARRAY['granted'::text, 'revoked'::text]))));

CREATE POLICY erased ON public.patient_access FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY made ON public.patient_access FOR INSERT TO medcloud_app
    WITH CHECK (((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (status = 'pending'::text) AND (num_nonnulls(granted_at, response_date, ended_at, unlinked_at, scope, text_hash) = 0) AND (expires_at <= (public.app_now() + '72:00:00'::interval)) AND (EXISTS ( SELECT 1
   FROM public.access_requests r
  WHERE ((r.id = patient_access.request_id) AND (r.otp_id = ( SELECT public.scope_verified_code() AS scope_verified_code))))) AND (EXISTS ( SELECT 1
   FROM public.patients_of_phone(( SELECT public.scope_given('n'::text) AS scope_given)) p(id, center_id, patient_id, language, created_at)
  WHERE ((p.id = patient_access.patient_id) AND (p.center_id = patient_access.center_id) AND (p.patient_id = patient_access.public_patient_id))))));

CREATE POLICY of_center ON public.patient_access FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.patient_access FOR SELECT TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY of_link ON public.patient_access FOR SELECT TO medcloud_app
    USING (((request_id = ( SELECT public.scope_link() AS scope_link)) AND public.link_shows(id, unlinked_at)));

CREATE POLICY of_overview ON public.patient_access FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'overview'::text) AND (id IN ( SELECT public.grants_of_phone() AS grants_of_phone))));

CREATE POLICY read_while_replacing ON public.patient_access FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'consent'::text) AND (id IN ( SELECT public.grants_behind_link() AS grants_behind_link))));

CREATE POLICY replaced ON public.patient_access FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'consent'::text) AND (id IN ( SELECT public.grants_behind_link() AS grants_behind_link))))
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'consent'::text) AND (id IN ( SELECT public.grants_behind_link() AS grants_behind_link)) AND (status = ANY (ARRAY['revoked'::text, 'expired'::text]))));

CREATE POLICY searched ON public.patient_access FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY updated_by_functions ON public.patient_access FOR UPDATE TO medcloud_search
    USING (true);

CREATE POLICY erased ON public.patients FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON public.patients FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_exam_patient() AS scope_exam_patient)));

CREATE POLICY of_center ON public.patients FOR ALL TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.patients FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.patient_access a
  WHERE ((a.patient_id = patients.id) AND (a.doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (a.status = 'granted'::text) AND (a.expires_at > public.app_now()))))));

CREATE POLICY of_patient ON public.patients FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_own() AS scope_own)));

CREATE POLICY searched ON public.patients FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY begun ON public.payment_attempts FOR INSERT TO medcloud_app
    WITH CHECK (((user_id = ( SELECT public.scope_payer() AS scope_payer)) AND (purpose = ANY (ARRAY['pay'::text, 'save'::text]))));

CREATE POLICY billed ON public.payment_attempts FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY charged ON public.payment_attempts FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY decided ON public.payment_attempts FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state = 'review'::text)))
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (state = ANY (ARRAY['done'::text, 'returned'::text])) AND ((state = 'done'::text) = (payment_id IS NOT NULL))));

CREATE POLICY own ON public.payment_attempts FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY refunded ON public.payment_attempts FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (purpose = 'refund'::text)));

CREATE POLICY settled ON public.payment_attempts FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY billed ON public.payment_disputes FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.payment_disputes FOR SELECT TO medcloud_app
    USING ((EXISTS ( SELECT
   FROM public.payments p
  WHERE ((p.id = payment_disputes.payment_id) AND (p.user_id = ( SELECT public.scope_payer() AS scope_payer))))));

CREATE POLICY applied ON public.payment_methods FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND public.is_applying(NULL::uuid, doctor_id)));

CREATE POLICY billed ON public.payment_methods FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY of_doctor ON public.payment_methods FOR ALL TO medcloud_app
    USING ((doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)));

CREATE POLICY billed ON public.payments FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.payments FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY recorded ON public.payments FOR INSERT TO medcloud_app
    WITH CHECK (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY by_link ON public.phone_blocks FOR ALL TO medcloud_app
    USING (((doctor_id = ( SELECT public.scope_block_doctor() AS scope_block_doctor)) AND (phone_index = ( SELECT public.scope_block_phone() AS scope_block_phone))));

CREATE POLICY counted ON public.phone_blocks FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY erased ON public.phone_blocks FOR ALL TO medcloud_owner
    USING ((( SELECT public.scope_system() AS scope_system) = 'erasure'::text));

CREATE POLICY purged ON public.phone_blocks FOR DELETE TO medcloud_search
    USING ((ends_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY read_while_matching ON public.phone_blocks FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'matching'::text) AND (doctor_id = ( SELECT public.scope_doctor() AS scope_doctor)) AND (phone_index = ( SELECT public.scope_given('n'::text) AS scope_given))));

CREATE POLICY billed ON public.price_notices FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.price_notices FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY added_by_admin ON public.prices FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (created_by = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY billed ON public.prices FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY listed ON public.prices FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_user() AS scope_user) IS NOT NULL) AND ((center_id IS NULL) OR (center_id = ( SELECT public.scope_tenant() AS scope_tenant)))));

CREATE POLICY billed ON public.provider_accounts FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.provider_accounts FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY billed ON public.provider_events FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY handled ON public.provider_events FOR UPDATE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY heard ON public.provider_events FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'payment-event'::text) AND (state = ANY (ARRAY['waiting'::text, 'ignored'::text])) AND (received_at = ( SELECT public.app_now() AS app_now))));

CREATE POLICY compared ON public.recovery_codes FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY ended ON public.recovery_codes FOR DELETE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY made ON public.recovery_codes FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user)) AND (used_at IS NULL) AND ( SELECT public.scope_has_factor() AS scope_has_factor)));

CREATE POLICY own ON public.recovery_codes FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY removed ON public.recovery_codes FOR DELETE TO medcloud_search
    USING (((public.scope_system() = 'factor-removal'::text) OR public.scope_may('team.manage'::text)));

CREATE POLICY used ON public.recovery_codes FOR UPDATE TO medcloud_search
    USING (true);

CREATE POLICY counted ON public.request_counts FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'throttle'::text));

CREATE POLICY renewed ON public.scanner_heartbeat FOR ALL TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'imaging'::text) AND (( SELECT public.scope_exam() AS scope_exam) IS NULL)));

CREATE POLICY searched ON public.scanner_heartbeat FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY cleared ON public.series FOR ALL TO medcloud_search
    USING ((exam_id = public.scope_exam()));

CREATE POLICY erased ON public.series FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON public.series FOR ALL TO medcloud_app
    USING ((exam_id = ( SELECT public.scope_exam() AS scope_exam)));

CREATE POLICY of_center ON public.series FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.series FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = series.exam_id)))));

CREATE POLICY of_patient ON public.series FOR SELECT TO medcloud_app
    USING ((exam_id IN ( SELECT public.scope_own_exams() AS scope_own_exams)));

CREATE POLICY searched ON public.series FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY begun ON public.sessions FOR INSERT TO medcloud_app
    WITH CHECK (((bearer_hash = ( SELECT public.scope_given('b'::text) AS scope_given)) AND (cookie_hash = ( SELECT public.scope_given('c'::text) AS scope_given)) AND (GREATEST(authenticated_at, last_seen_at) <= public.app_now()) AND public.may_begin_session(user_id, role, center_id, doctor_id, expires_at) AND (NOT (member_id IS DISTINCT FROM public.member_of(user_id, role, center_id))) AND (idle_seconds <=
CASE role
    WHEN 'admin'::text THEN 900
    ELSE 1800
END) AND (expires_at <= (public.app_now() +
CASE role
    WHEN 'admin'::text THEN '08:00:00'::interval
    ELSE '12:00:00'::interval
END))));

CREATE POLICY ended ON public.sessions FOR UPDATE TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts))));

CREATE POLICY factor_removed ON public.sessions FOR UPDATE TO medcloud_search
    USING ((public.scope_system() = 'factor-removal'::text))
    WITH CHECK ((revoked_at IS NOT NULL));

CREATE POLICY held ON public.sessions FOR UPDATE TO medcloud_search
    USING (((public.scope_system() = 'alarms'::text) OR (member_id IS NOT NULL)))
    WITH CHECK ((revoked_at IS NOT NULL));

CREATE POLICY own ON public.sessions FOR SELECT TO medcloud_app
    USING (((user_id = ( SELECT public.scope_user() AS scope_user)) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (user_id IN ( SELECT public.scope_accounts() AS scope_accounts))));

CREATE POLICY purged ON public.sessions FOR DELETE TO medcloud_search
    USING ((expires_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY recovered ON public.sessions FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY recovered_ended ON public.sessions FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (user_id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY scoped ON public.sessions FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY closed ON public.sign_in_challenges FOR ALL TO medcloud_app
    USING (false);

CREATE POLICY counted ON public.sign_in_challenges FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY answered ON public.signup_confirmations FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY by_link ON public.signup_confirmations FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND (token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash))));

CREATE POLICY confirmed_by_link ON public.signup_confirmations FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND (token_hash = ( SELECT public.scope_link_hash() AS scope_link_hash))));

CREATE POLICY emptied ON public.signup_confirmations FOR UPDATE TO medcloud_search
    USING (true);

CREATE POLICY purged ON public.signup_confirmations FOR DELETE TO medcloud_search
    USING ((expires_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY received ON public.signup_confirmations FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND (confirmed_at IS NULL) AND (token_hash = ( SELECT public.scope_given('t'::text) AS scope_given)) AND (email_index = ( SELECT public.scope_given('x'::text) AS scope_given)) AND (expires_at <= (public.app_now() + '24:00:00'::interval))));

CREATE POLICY counted ON public.sms_days FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'outbox'::text));

CREATE POLICY watched ON public.sms_days FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'health'::text));

CREATE POLICY closed ON public.spent_challenges FOR ALL TO medcloud_app
    USING (false);

CREATE POLICY spent ON public.spent_challenges FOR ALL TO medcloud_search
    USING (true);

CREATE POLICY cleared ON public.studies FOR ALL TO medcloud_search
    USING ((exam_id = public.scope_exam()));

CREATE POLICY erased ON public.studies FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY imaged ON public.studies FOR ALL TO medcloud_app
    USING ((exam_id = ( SELECT public.scope_exam() AS scope_exam)));

CREATE POLICY of_center ON public.studies FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY of_doctor ON public.studies FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_doctor() AS scope_doctor) IS NOT NULL) AND (EXISTS ( SELECT 1
   FROM public.exams e
  WHERE (e.id = studies.exam_id)))));

CREATE POLICY searched ON public.studies FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY billed ON public.subscription_periods FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY own ON public.subscription_periods FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY billed ON public.subscriptions FOR ALL TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY cancelled ON public.subscriptions FOR UPDATE TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY own ON public.subscriptions FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_payer() AS scope_payer)));

CREATE POLICY changed_by_admin ON public.support_messages FOR UPDATE TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY counted ON public.support_messages FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY read_by_admin ON public.support_messages FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY taken ON public.support_messages FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'support'::text) AND (state = 'open'::text)));

CREATE POLICY of_admin ON public.support_replies FOR ALL TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY read_by_admin ON public.system_events FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY swept ON public.system_events FOR DELETE TO PUBLIC
    USING ((( SELECT public.scope_system() AS scope_system) = 'sweep'::text));

CREATE POLICY swept_seen ON public.system_events FOR SELECT TO PUBLIC
    USING ((( SELECT public.scope_system() AS scope_system) = 'sweep'::text));

CREATE POLICY written ON public.system_events FOR INSERT TO medcloud_app
    WITH CHECK (((at > '2000-01-01 00:00:00+00'::timestamp with time zone) AND (at < (public.app_now() + '1 day'::interval))));

CREATE POLICY billed ON public.tax_rates FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_bills() AS scope_bills));

CREATE POLICY of_center ON public.tax_rates FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_tenant() AS scope_tenant) IS NOT NULL));

CREATE POLICY counted ON public.throttles FOR ALL TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'throttle'::text));

CREATE POLICY of_token ON public.token_networks FOR ALL TO medcloud_app
    USING ((token_id IN ( SELECT t.id
   FROM public.api_tokens t
  WHERE (t.user_id IN ( SELECT public.scope_accounts() AS scope_accounts)))));

CREATE POLICY compared ON public.totp_secrets FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY ended ON public.totp_secrets FOR DELETE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user))));

CREATE POLICY made ON public.totp_secrets FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'factors'::text) AND (user_id = ( SELECT public.scope_user() AS scope_user)) AND (confirmed_at IS NULL) AND (last_step IS NULL)));

CREATE POLICY own ON public.totp_secrets FOR SELECT TO medcloud_app
    USING ((user_id = ( SELECT public.scope_user() AS scope_user)));

CREATE POLICY removed ON public.totp_secrets FOR DELETE TO medcloud_search
    USING (((public.scope_system() = 'factor-removal'::text) OR public.scope_may('team.manage'::text)));

CREATE POLICY used ON public.totp_secrets FOR UPDATE TO medcloud_search
    USING (true);

CREATE POLICY counted ON public.upload_days FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY of_center ON public.upload_days FOR ALL TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY purged ON public.upload_days FOR DELETE TO medcloud_search
    USING ((day < ((public.app_now() - '30 days'::interval))::date));

CREATE POLICY begun ON public.uploads FOR INSERT TO medcloud_app
    WITH CHECK (((center_id = ( SELECT public.scope_center() AS scope_center)) AND (object_id = (encode(( SELECT public.scope_given('f'::text) AS scope_given), 'hex'::text))::uuid)));

CREATE POLICY changed ON public.uploads FOR UPDATE TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY counted ON public.uploads FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY ended ON public.uploads FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'sweep'::text) AND (ended_at IS NULL)))
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'sweep'::text) AND (state = 'aborted'::text)));

CREATE POLICY erased ON public.uploads FOR ALL TO medcloud_owner
    USING (((( SELECT public.scope_system() AS scope_system) = 'erasure'::text) AND (patient_id = ( SELECT public.scope_subject() AS scope_subject))));

CREATE POLICY of_center ON public.uploads FOR SELECT TO medcloud_app
    USING ((center_id = ( SELECT public.scope_center() AS scope_center)));

CREATE POLICY purged ON public.uploads FOR DELETE TO medcloud_search
    USING ((ended_at < (public.app_now() - '30 days'::interval)));

CREATE POLICY swept ON public.uploads FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'sweep'::text) AND ((ended_at IS NULL) OR (state = 'aborted'::text))));

CREATE POLICY answered ON public.users FOR SELECT TO medcloud_search
    USING (true);

CREATE POLICY applied ON public.users FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'signup'::text) AND (role = 'doctor'::text) AND (subscription_end_date IS NULL) AND (email = ( SELECT public.scope_address() AS scope_address))));

CREATE POLICY billed ON public.users FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'billing'::text));

CREATE POLICY billed_changed ON public.users FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'billing'::text) AND (role <> 'admin'::text)));

CREATE POLICY changed ON public.users FOR UPDATE TO medcloud_app
    USING (((id = ( SELECT public.scope_user() AS scope_user)) OR (id = ( SELECT public.scope_payer() AS scope_payer)) OR ( SELECT public.scope_is_admin() AS scope_is_admin) OR (id = ( SELECT public.scope_signed_in() AS scope_signed_in))));

CREATE POLICY factor_removed ON public.users FOR UPDATE TO medcloud_search
    USING (((public.scope_system() = 'factor-removal'::text) OR ((role = 'member'::text) AND public.scope_may('team.manage'::text))))
    WITH CHECK (false);

CREATE POLICY first ON public.users FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'start'::text) AND (role = 'admin'::text)));

CREATE POLICY first_made ON public.users FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'start'::text) AND (role = 'admin'::text) AND (NOT public.has_administrator())));

CREATE POLICY held ON public.users FOR UPDATE TO medcloud_search
    USING (((public.scope_system() = 'alarms'::text) AND (role <> 'admin'::text)))
    WITH CHECK ((held_at IS NOT NULL));

CREATE POLICY invited ON public.users FOR INSERT TO medcloud_app
    WITH CHECK (((( SELECT public.scope_system() AS scope_system) = 'invitation'::text) AND (role = 'member'::text) AND (subscription_end_date IS NULL) AND (created_at = ( SELECT public.app_now() AS app_now)) AND (email = ( SELECT m.email
   FROM public.center_members m
  WHERE (m.id = ( SELECT public.scope_invited() AS scope_invited))))));

CREATE POLICY made_by_admin ON public.users FOR INSERT TO medcloud_app
    WITH CHECK ((( SELECT public.scope_is_admin() AS scope_is_admin) AND (role = 'medical_center'::text)));

CREATE POLICY own ON public.users FOR SELECT TO medcloud_app
    USING (((id = ( SELECT public.scope_user() AS scope_user)) OR (id = ( SELECT public.scope_payer() AS scope_payer))));

CREATE POLICY read_by_admin ON public.users FOR SELECT TO medcloud_app
    USING (( SELECT public.scope_is_admin() AS scope_is_admin));

CREATE POLICY recovered ON public.users FOR SELECT TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY recovered_set ON public.users FOR UPDATE TO medcloud_app
    USING (((( SELECT public.scope_system() AS scope_system) = 'recovery'::text) AND (id = ( SELECT public.scope_reset() AS scope_reset))));

CREATE POLICY rejoining ON public.users FOR SELECT TO medcloud_app
    USING ((id = ( SELECT public.scope_rejoining() AS scope_rejoining)));

CREATE POLICY rejoining_set ON public.users FOR UPDATE TO medcloud_app
    USING ((id = ( SELECT public.scope_rejoining() AS scope_rejoining)));

CREATE POLICY signing_in ON public.users FOR SELECT TO medcloud_app
    USING ((id IN ( SELECT public.scope_accounts() AS scope_accounts)));

CREATE POLICY counted ON public.watched_events FOR DELETE TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

CREATE POLICY listed ON public.watched_events FOR INSERT TO medcloud_search
    WITH CHECK (true);

CREATE POLICY waiting ON public.watched_events FOR SELECT TO medcloud_app
    USING ((( SELECT public.scope_system() AS scope_system) = 'alarms'::text));

-- Grants to others than the owner

GRANT EXECUTE ON FUNCTION public.account_of_address(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.account_to_sign_in(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.add_up_books() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.administrators_to_mail() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.administrators_without_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.alarms_to_mail(interval) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.annotation_keys(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.any_case(text) TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.app_now() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.await_seal() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.begin_challenge(uuid,text,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.cancel_requests_of(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.challenged_member() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.challenged_passkeys() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.check_entry() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_entry_of_posting() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_file_mark() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_invoice_lines() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_invoice_number() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_line() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_moved_keys() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_number_used() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.check_posting() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.clear_imaging(text[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.codes_to_phone(bytea) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_birth_date_try() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_code_try() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_factor_try() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_link_try() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_recent_messages() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_records() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_records_of_center(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_storage() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_support_messages(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.count_unknown_numbers(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.doctors_with_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.due_factor_resets(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.due_notifications(text,uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.due_open_cents(public.dues) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.end_grant(uuid,text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.end_member_access(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.end_tokens_of(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.erase_patient(bytea,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.erased_patients() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.exams_once_granted(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.exams_to_image(integer,boolean,uuid,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.exams_to_scan(text,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.exams_to_verify(uuid,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.file_of_ended_upload(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.find_invitation() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.find_passkey() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.find_session(bytea,bytea,boolean) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.find_session_and_exam(bytea,bytea,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.forget_applications() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.forget_months() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.frame_cache_bytes() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.grant_at_hand(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.grants_behind_link() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.grants_of_events(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.grants_of_phone() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.guard_access() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_annotations() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_attempt() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_center() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_code() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_doctor() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_due() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_event() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_exam_act() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_exam_object() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_fiscal() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_imaging() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_member() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_party() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_period() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_scan() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_series() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_session_use() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_subscription() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_upload() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_user() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.guard_vat_proof() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.has_administrator() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.has_exam_objects() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.hold_account(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.is_applying(uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.is_counted(bytea,bytea[],xid8) TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.is_license_taken(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.is_network_block(text) TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.is_number_of_another(bytea[],uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.is_object_of_another(uuid,uuid) TO medcloud_owner;

GRANT EXECUTE ON FUNCTION public.is_own_session(uuid,uuid,text) TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.is_scanner_seen() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.issue_number(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.keep_books() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.keep_revoked() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.last_grant_on_exam(uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.last_grant_on_study(uuid,text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.link_shows(uuid,timestamp with time zone) TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.links_to_address(bytea) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.live_grants_among(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.looks_to_tell(text,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.mark_days_usual(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.may_begin_session(uuid,text,uuid,uuid,timestamp with time zone) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.may_join(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.may_record(text,uuid,text,uuid,uuid,uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.may_record_as_portal(text,uuid,text,uuid,uuid,uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.member_of(uuid,text,uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.member_security(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.members_without_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.name_condition(jsonb) TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.next_notified_users(text,uuid,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.note_access(text,uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.note_exam(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.note_exam_view() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.notification_choice(text,text) TO medcloud_app;
GRANT EXECUTE ON FUNCTION public.notification_choice(text,text) TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.oldest_frames() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.open_connection(uuid,bigint,bytea) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.open_own_pictures() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.orphans_among(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.overview_codes_to_phone() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.own_attempts_spent() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.own_idle_seconds(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.own_password_hash() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.own_subscription() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.passkeys_of_other_domains(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.patient_to_erase(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.patients_of_phone(bytea) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.proven_clock_offset() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.purge_blocks(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.purge_lapsed(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.purge_notifications(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.purge_uploads(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.refuse_erased() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.release_unscanned(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.remove_factors_of() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.remove_factors_of_member(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scan_backlog() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_account_centers() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_accounts() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_accounts_have_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_address() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_bills() TO medcloud_app;
GRANT EXECUTE ON FUNCTION public.scope_bills() TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.scope_birth_date_try() TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.scope_block_doctor() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_block_phone() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_center() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_center_requires_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_doctor() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_exam() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_exam_patient() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_factor_methods() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_given(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_has_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_invited() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_is_admin() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_link() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_link_access() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_link_doctor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_link_grants() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_link_hash() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_may(text) TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_member() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_named_accounts() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_overview() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_own() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_own_access() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_own_center() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_own_exams() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_part(integer) TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.scope_patient_names() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_payer() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_phone_grants() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_rejoining() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_reset() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.scope_signed_in() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_subject() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_system() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_tenant() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_user() TO PUBLIC;

GRANT EXECUTE ON FUNCTION public.scope_verified_code() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.search_exams(uuid,jsonb,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.search_grants(uuid,jsonb,timestamp with time zone,uuid,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.search_patients(uuid,jsonb,timestamp with time zone,uuid,boolean,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.session_reference(uuid) TO medcloud_search;

GRANT EXECUTE ON FUNCTION public.shown_factor(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.spend_challenge() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.stop_factor_reset() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.stream_names(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.studies_by_name(uuid,jsonb,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.summarize_exams(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.suspect_passkey() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.sweep_system_events() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.take_factor_reset() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.take_missed_factors(integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.take_off_links(uuid) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.take_over_series() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.tokens_of_events(text[],uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.trail_patient(text) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.trail_patients(uuid[]) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.trail_patients_by_prefix(text,integer) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.use_factor() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.use_link_code() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.use_own_step(bigint) TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.use_passkey() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.verify_code() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.viewers_of_exam() TO medcloud_app;

GRANT EXECUTE ON FUNCTION public.watch_event() TO PUBLIC;

GRANT USAGE ON SCHEMA keys TO medcloud_app;
GRANT USAGE ON SCHEMA keys TO medcloud_backup;
GRANT USAGE ON SCHEMA keys TO medcloud_search;

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO medcloud_backup;
GRANT USAGE ON SCHEMA public TO medcloud_sealer;

GRANT DELETE, INSERT, SELECT, UPDATE (state, wrapped_by_other) ON TABLE keys.master_keys TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (master_id, wrapped_key) ON TABLE keys.patient_keys TO medcloud_app;

GRANT INSERT, SELECT ON TABLE keys.retired_master_keys TO medcloud_app;

GRANT SELECT (inner_pad, key_id, outer_pad, pid) ON TABLE keys.scope_connections TO medcloud_search;

GRANT SELECT (id, time_zone) ON TABLE keys.scope_keys TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (master_id, wrapped_key) ON TABLE keys.service_keys TO medcloud_app;

GRANT DELETE, INSERT, SELECT, UPDATE (count, is_unusual) ON TABLE public.access_counts TO medcloud_app;
GRANT SELECT, UPDATE (usual_count) ON TABLE public.access_counts TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (answer, answered_at) ON TABLE public.access_requests TO medcloud_app;
GRANT SELECT (doctor_id, id, language, otp_id, phone_index, requested_at) ON TABLE public.access_requests TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (account_mailed_at, administrators_mailed_at, released_at, released_by, seen_at, seen_by) ON TABLE public.alarms TO medcloud_app;
GRANT SELECT ON TABLE public.alarms TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.annotation_objects TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (content_encrypted, heading_encrypted, item_count, reason_encrypted, revision, saved_at, state, updated_at, visibility) ON TABLE public.annotation_sets TO medcloud_app;
GRANT SELECT (center_id, exam_id, id, wrapped_key, xmin), UPDATE (wrapped_key) ON TABLE public.annotation_sets TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (last_used_at, revoked_at) ON TABLE public.api_tokens TO medcloud_app;
GRANT SELECT (center_id, doctor_id, expires_at, id, member_id, name, revoked_at, token_hash, user_id), UPDATE (revoked_at) ON TABLE public.api_tokens TO medcloud_search;

GRANT INSERT, SELECT, UPDATE ON TABLE public.audit_anchors TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.audit_chain TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.audit_checkpoints TO medcloud_app;

GRANT INSERT (actor_kind, address_block, center_id, details, doctor_id, event, exam_type, object_id, object_kind, outcome, patient_id, person_id, purpose, request_id, session_ref), SELECT ON TABLE public.audit_events TO medcloud_app;
GRANT SELECT (actor_kind, at, details, event, purpose) ON TABLE public.audit_events TO medcloud_search;

GRANT INSERT, SELECT, UPDATE ON TABLE public.audit_stream TO medcloud_app;

GRANT DELETE, SELECT ON TABLE public.audit_unsealed TO medcloud_app;
GRANT INSERT ON TABLE public.audit_unsealed TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (columns, headings, saved_at, saved_by) ON TABLE public.bank_csv_columns TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (due_ids, payment_id, settled_at, state) ON TABLE public.bank_lines TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.bank_statements TO medcloud_app;

GRANT DELETE, INSERT, SELECT, UPDATE (accounts, basis_points, ended_accounts, ended_cents, mrr_cents, start_accounts, start_cents) ON TABLE public.billing_months TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (activity, address, city, country, email, kind, language, legal_name, postal_code, region, tax_office, updated_at, vat_checked_at, vat_country, vat_number, vat_proof, vat_proof_text, vat_proved_by, vat_proved_on, vat_state, vat_unavailable_since) ON TABLE public.billing_parties TO medcloud_app;
GRANT SELECT (user_id) ON TABLE public.billing_parties TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.block_links TO medcloud_app;
GRANT DELETE, SELECT (created_at, doctor_id, phone_index, token_hash) ON TABLE public.block_links TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (decided_at, decided_by, notified_at, reason_sealed, state) ON TABLE public.breach_notices TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (close_reason_sealed, closed_at, closed_by, content_sealed, first_noticed_at, happened_from, happened_until, high_risk, noticed_at, scope_from, scope_kind, scope_to, scope_value, state) ON TABLE public.breaches TO medcloud_app;

GRANT SELECT ON TABLE public.center_figures TO medcloud_app;
GRANT INSERT, SELECT, UPDATE (exam_bytes, exams, patients) ON TABLE public.center_figures TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (display_name, ended_at, invite_expires_at, invite_hash, invited_at, joined_at, roles, state, suspended_at, user_id, username) ON TABLE public.center_members TO medcloud_app;
GRANT SELECT ON TABLE public.center_members TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (idle_minutes, second_factor_from) ON TABLE public.center_settings TO medcloud_app;
GRANT SELECT ON TABLE public.center_settings TO medcloud_search;

GRANT INSERT (access_id, phone_sealed, request_id, token_hash), SELECT ON TABLE public.consent_links TO medcloud_app;
GRANT SELECT, UPDATE (ended_at) ON TABLE public.consent_links TO medcloud_search;

GRANT INSERT (doctor_id, exam_id), SELECT ON TABLE public.doctor_exam_views TO medcloud_app;
GRANT INSERT (doctor_id, exam_id), SELECT (doctor_id, exam_id), UPDATE (last_at) ON TABLE public.doctor_exam_views TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (approved_first_name, approved_last_name, approved_license_number, decided_at, decided_by, first_approved_at, first_name, gender, last_name, license_number, name_key, next_plan, next_plan_from, plan, reject_reason, review_since, specialization, state) ON TABLE public.doctors TO medcloud_app;
GRANT SELECT (approved_first_name, approved_last_name, created_at, first_name, id, last_name, license_number, state, user_id) ON TABLE public.doctors TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (due_on, gross_cents, invoice_id, net_cents, price_cents, state, tax_case, vat_cents) ON TABLE public.dues TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.dunning_steps TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (wrapped_key) ON TABLE public.exam_objects TO medcloud_app;
GRANT DELETE, SELECT (created_at, exam_id, id, kind, size_bytes) ON TABLE public.exam_objects TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (awaits_comparison, changed_at, confirmed_doubts, duplicate_count, exam_date, exam_type, imaged_at, imaging_attempts, imaging_fault, imaging_state, imaging_version, instance_count, marks, notes_sealed, other_count, patient_id, reason_sealed, referring_physician, scan_attempts, scan_due_at, scan_fault, scan_findings, scan_state, scanned_at, status, status_reason, unreadable_count) ON TABLE public.exams TO medcloud_app;
GRANT SELECT (center_id, changed_at, exam_type, file_size, id, imaging_state, imaging_version, is_open, patient_id, scan_attempts, scan_due_at, scan_fault, scan_state, series_count, status, status_reason, uploaded_at), UPDATE (body_parts, image_count, key_series_uid, key_study_uid, laterality, modalities, scan_due_at, scan_state, series_count, study_description) ON TABLE public.exams TO medcloud_search;

GRANT INSERT (asked_by, cancel_hash, id, needs_confirmation, reason, recognized_by, user_id), SELECT, UPDATE (cancelled_at, cancelled_by_owner, confirmed_at, confirmed_by) ON TABLE public.factor_resets TO medcloud_app;
GRANT SELECT, UPDATE (cancelled_at, cancelled_by_owner, done_at) ON TABLE public.factor_resets TO medcloud_search;

GRANT SELECT, UPDATE (checked_at, is_needed) ON TABLE public.fiscal_checks TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (auth_code, cancel_mark, changed_at, error_code, mail_at, mark, next_try_at, qr_url, state, tries) ON TABLE public.fiscal_documents TO medcloud_app;
GRANT SELECT (invoice_id, mark) ON TABLE public.fiscal_documents TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (taken_over_at, taken_over_by) ON TABLE public.fiscal_found_documents TO medcloud_app;
GRANT SELECT (issued_on, number, series, taken_over_at, year) ON TABLE public.fiscal_found_documents TO medcloud_search;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.health_hours TO medcloud_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.health_probes TO medcloud_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.health_states TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (object_id) ON TABLE public.idempotency_keys TO medcloud_app;
GRANT DELETE, SELECT (created_at, key, route, user_id) ON TABLE public.idempotency_keys TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (value) ON TABLE public.installation TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.invoice_files TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.invoice_lines TO medcloud_app;
GRANT SELECT (invoice_id, net_cents, vat_cents) ON TABLE public.invoice_lines TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (last_issued_on, next_number) ON TABLE public.invoice_series TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.invoices TO medcloud_app;
GRANT SELECT (created_at, id, net_cents, number, series, vat_cents, year) ON TABLE public.invoices TO medcloud_search;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.jobs TO medcloud_app;
GRANT INSERT (due_at, key, kind, max_attempts, payload), SELECT (due_at, key, kind, max_attempts, payload, state), UPDATE (due_at, max_attempts) ON TABLE public.jobs TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.ledger_entries TO medcloud_app;
GRANT SELECT (created_at, id) ON TABLE public.ledger_entries TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.ledger_postings TO medcloud_app;
GRANT SELECT (cents, entry_id) ON TABLE public.ledger_postings TO medcloud_search;

GRANT INSERT (attempts, code_mac, expires_at, id, phone_index, purpose, token_hash), SELECT (attempts, created_at, expires_at, id, purpose, superseded_at, token_hash, used_at), UPDATE (superseded_at) ON TABLE public.link_codes TO medcloud_app;
GRANT DELETE, SELECT (attempts, birth_date_attempts, code_mac, created_at, expires_at, id, patient_id, phone_index, purpose, session_hash, superseded_at, token_hash, tried_in, tries, used_at), UPDATE (attempts, birth_date_attempts, code_mac, patient_id, session_hash, tried_in, tries, used_at) ON TABLE public.link_codes TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.look_notices TO medcloud_app;
GRANT SELECT (day, phone_index) ON TABLE public.look_notices TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (address, city, last_activity_at, name, name_key, name_order, own_viewing_days, phone, plan, quota_bytes, state, zip_code) ON TABLE public.medical_centers TO medcloud_app;
GRANT SELECT (center_id, id, name, own_viewing_days, user_id) ON TABLE public.medical_centers TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (choice) ON TABLE public.notification_choices TO medcloud_app;
GRANT SELECT ON TABLE public.notification_choices TO medcloud_search;

GRANT DELETE, SELECT, UPDATE (digest_on, is_at_once, sent_at) ON TABLE public.notifications TO medcloud_app;
GRANT DELETE, INSERT (is_at_once, kind, subject_id, user_id), SELECT, UPDATE (created_at) ON TABLE public.notifications TO medcloud_search;

GRANT DELETE, INSERT, SELECT ON TABLE public.opened_exams TO medcloud_app;

GRANT INSERT (attempts, code_mac, doctor_id, expires_at, id, phone_index, phone_last3, phone_sealed), SELECT (attempts, created_at, doctor_id, expires_at, id, phone_index, phone_last3, phone_sealed, superseded_at, verified_at), UPDATE (superseded_at) ON TABLE public.otp_verifications TO medcloud_app;
GRANT DELETE, SELECT (attempts, code_mac, created_at, doctor_id, expires_at, id, phone_index, phone_sealed, superseded_at, tried_in, tries, verified_at), UPDATE (attempts, code_mac, superseded_at, tried_in, tries, verified_at) ON TABLE public.otp_verifications TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (attempts, done_at, expires_at, last_error, sealed, sending_at, state) ON TABLE public.outbox_messages TO medcloud_app;
GRANT DELETE, SELECT (channel, created_at, id, otp_id, state) ON TABLE public.outbox_messages TO medcloud_search;

GRANT DELETE, INSERT, SELECT, UPDATE (name) ON TABLE public.passkeys TO medcloud_app;
GRANT DELETE, SELECT (created_at, credential_id, domain, last_used_at, public_key, sign_count, suspect_at, transports, user_id), UPDATE (last_used_at, sign_count, suspect_at) ON TABLE public.passkeys TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (superseded_at, used_at) ON TABLE public.password_resets TO medcloud_app;
GRANT DELETE, SELECT (created_at, email_index, expires_at, id, superseded_at, token_hash, used_at, user_id) ON TABLE public.password_resets TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (ended_at, expires_at, granted_at, language, response_date, scope, status, tell_looks, text_hash, text_version) ON TABLE public.patient_access TO medcloud_app;
GRANT SELECT, UPDATE (end_reason, ended_at, ended_by, expires_at, status, unlinked_at) ON TABLE public.patient_access TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (address_sealed, amka_index, amka_sealed, date_of_birth, email, first_name, gender, language, last_name, name_key, phone_index, phone_sealed) ON TABLE public.patients TO medcloud_app;
GRANT SELECT (center_id, created_at, date_of_birth, erased_at, first_name, id, language, last_name, name_key, patient_id, phone_index) ON TABLE public.patients TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (fault_code, is_hard, payment_id, provider_ref, received_cents, received_currency, received_ref, redirect_url, settled_at, state) ON TABLE public.payment_attempts TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (closed_at, state) ON TABLE public.payment_disputes TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (address, brand, cardholder_name, city, country, expiry, last4, postal_code, updated_at) ON TABLE public.payment_methods TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.payments TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (blocked_at, ends_at) ON TABLE public.phone_blocks TO medcloud_app;
GRANT DELETE, SELECT (doctor_id, ends_at, phone_index) ON TABLE public.phone_blocks TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.price_notices TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.prices TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (method_ref, method_state, updated_at) ON TABLE public.provider_accounts TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (state) ON TABLE public.provider_events TO medcloud_app;

GRANT DELETE, INSERT, SELECT (created_at, id, used_at, user_id) ON TABLE public.recovery_codes TO medcloud_app;
GRANT DELETE, SELECT (code_mac, used_at, user_id), UPDATE (used_at) ON TABLE public.recovery_codes TO medcloud_search;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.request_counts TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (seen_at) ON TABLE public.scanner_heartbeat TO medcloud_app;
GRANT SELECT ON TABLE public.scanner_heartbeat TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (frames_object, thumbnail_fault, thumbnail_object) ON TABLE public.series TO medcloud_app;
GRANT DELETE, SELECT ("position", attributes, body_part, description, exam_id, frame_count, modality, series_uid, study_uid, thumbnail_object) ON TABLE public.series TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (last_seen_at, revoke_cause, revoked_at) ON TABLE public.sessions TO medcloud_app;
GRANT DELETE, SELECT (authenticated_at, bearer_hash, center_id, cookie_hash, created_at, doctor_id, expires_at, id, idle_seconds, is_bound, last_seen_at, member_id, revoked_at, role, user_id), UPDATE (revoke_cause, revoked_at) ON TABLE public.sessions TO medcloud_search;

GRANT DELETE, INSERT, SELECT, UPDATE (attempts, missed_at, used_at, used_in) ON TABLE public.sign_in_challenges TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (confirmed_at, doctor_id, sealed) ON TABLE public.signup_confirmations TO medcloud_app;
GRANT DELETE, SELECT (confirmed_at, created_at, email_index, expires_at, id, sealed), UPDATE (sealed) ON TABLE public.signup_confirmations TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (sent) ON TABLE public.sms_days TO medcloud_app;

GRANT DELETE, INSERT, SELECT ON TABLE public.spent_challenges TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.studies TO medcloud_app;
GRANT DELETE, SELECT (center_id, description, exam_id, patient_id, patient_name_key, patient_number_index, study_uid) ON TABLE public.studies TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (cut_on, kind) ON TABLE public.subscription_periods TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (cancel_at_end, method, next_due_on, next_plan, price_id, since, state, updated_at) ON TABLE public.subscriptions TO medcloud_app;

GRANT INSERT, SELECT, UPDATE (answered_at, closed_at, closed_by, state) ON TABLE public.support_messages TO medcloud_app;
GRANT SELECT (received_at, urgent) ON TABLE public.support_messages TO medcloud_search;

GRANT INSERT, SELECT ON TABLE public.support_replies TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.system_events TO medcloud_app;

GRANT SELECT ON TABLE public.tax_rates TO medcloud_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.throttles TO medcloud_app;

GRANT INSERT, SELECT ON TABLE public.token_networks TO medcloud_app;

GRANT DELETE, INSERT, SELECT ON TABLE public.totp_secrets TO medcloud_app;
GRANT DELETE, SELECT, UPDATE (confirmed_at, last_step) ON TABLE public.totp_secrets TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (used) ON TABLE public.upload_days TO medcloud_app;
GRANT DELETE, SELECT (center_id, day) ON TABLE public.upload_days TO medcloud_search;

GRANT INSERT, SELECT, UPDATE (ended_at, exam_id, fault, heard_at, holds, offset_bytes, state, tail_sealed, upload_key) ON TABLE public.uploads TO medcloud_app;
GRANT DELETE, SELECT (center_id, ended_at, id, object_id, patient_id, state) ON TABLE public.uploads TO medcloud_search;

GRANT INSERT, SELECT (closed_at, created_at, disabled_at, disabled_by, disabled_reason, email, factor_due_on, handle, held_at, id, initial_password_expires_at, language, must_change_password, role, subscription_end_date, subscription_start_date, subscription_status, viewer_settings), UPDATE (closed_at, disabled_at, disabled_by, disabled_reason, email, factor_due_on, held_at, initial_password_expires_at, language, must_change_password, password_hash, subscription_end_date, subscription_start_date, subscription_status, viewer_settings) ON TABLE public.users TO medcloud_app;
GRANT SELECT (closed_at, created_at, disabled_at, email, factor_due_on, handle, held_at, id, language, must_change_password, password_hash, role, subscription_end_date, subscription_start_date, subscription_status), UPDATE (held_at) ON TABLE public.users TO medcloud_search;

GRANT DELETE, SELECT ON TABLE public.watched_events TO medcloud_app;
GRANT INSERT ON TABLE public.watched_events TO medcloud_search;
