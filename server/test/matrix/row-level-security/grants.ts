/** Reads the privileges of a role ($1), one row per table, in the format of the lists below. */
export const grantsQuery = `
  WITH columns AS (
    SELECT n.nspname || '.' || c.relname AS name, c.oid, string_agg(a.attname, ' ' ORDER BY a.attnum) FILTER (WHERE s) AS seen,
      string_agg(a.attname, ' ' ORDER BY a.attnum) FILTER (WHERE i) AS added,
      string_agg(a.attname, ' ' ORDER BY a.attnum) FILTER (WHERE u) AS changing,
      string_agg(a.attname, ' ' ORDER BY a.attnum) FILTER (WHERE NOT u) AS fixed
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped,
    LATERAL (SELECT has_column_privilege($1, c.oid, a.attnum, 'SELECT') AS s, has_column_privilege($1, c.oid, a.attnum, 'INSERT') AS i,
      has_column_privilege($1, c.oid, a.attnum, 'UPDATE') AS u) AS may
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema)' GROUP BY 1, 2)
  SELECT name, concat_ws(', ',
    CASE WHEN has_table_privilege($1, oid, 'SELECT') THEN 'read' WHEN seen IS NOT NULL THEN 'read ' || seen END,
    CASE WHEN has_table_privilege($1, oid, 'INSERT') THEN 'add' WHEN added IS NOT NULL THEN 'add ' || added END,
    CASE WHEN has_table_privilege($1, oid, 'UPDATE') THEN 'change' WHEN changing IS NOT NULL THEN 'change all but ' || fixed END,
    CASE WHEN has_table_privilege($1, oid, 'DELETE') THEN 'remove' END,
    CASE WHEN has_table_privilege($1, oid, 'TRUNCATE, REFERENCES, TRIGGER') THEN 'more' END) AS may
  FROM columns ORDER BY name`;

/**
 * Exact privileges of the application's role on each table. A new table must be added, with an empty text if the
 * application needs no access. Columns that may never change are named; a new column must be granted or named.
 */
export const applicationGrants: Record<string, string> = {
  'keys.master_keys': 'read, add, change all but id fingerprint service_wrapped created_at, remove',
  'keys.patient_keys': 'read, add, change all but patient_id created_at',
  'keys.retired_master_keys': 'read, add',
  'keys.scope_connections': '',
  'keys.scope_keys': '',
  'keys.service_keys': 'read, add, change all but name created_at',
  'public.access_requests':
    'read, add, change all but id otp_id doctor_id phone_index phone_last3 language requested_at expires_at',
  'public.access_counts': 'read, add, change all but subject day usual_count, remove',
  'public.alarms':
    'read, add, change all but id kind doctor_id raised_at center_id subject user_id count network browser system held_at',
  'public.annotation_objects': 'read, add',
  'public.annotation_sets':
    'read, add, change all but id exam_id center_id patient_id author_user_id author_doctor_id wrapped_key created_at',
  'public.api_tokens':
    'read, add, change all but id user_id center_id doctor_id name token_hash created_at expires_at member_id',
  'public.audit_anchors': 'read, add, change',
  'public.audit_chain': 'read, add',
  'public.audit_checkpoints': 'read, add',
  'public.audit_stream': 'read, add, change',
  'public.audit_events':
    'read, add event outcome actor_kind person_id session_ref center_id doctor_id patient_id object_kind object_id exam_type purpose request_id address_block details',
  'public.audit_unsealed': 'read, remove',
  'public.bank_csv_columns': 'read, add, change all but key',
  'public.bank_lines':
    'read, add, change all but id statement_id line_key day cents currency is_pending is_return payer_sealed text_sealed rf',
  'public.bank_statements': 'read, add',
  'public.billing_months': 'read, add, change all but month, remove',
  'public.billing_parties': 'read, add, change all but user_id',
  'public.block_links': 'read, add',
  'public.breach_notices': 'read, add, change all but breach_id kind',
  'public.breaches': 'read, add, change all but id alarm_id opened_at opened_by',
  'public.center_figures': 'read',
  'public.center_members': 'read, add, change all but id center_id is_clinical email language invited_by',
  'public.center_settings': 'read, add, change all but center_id',
  'public.consent_links': 'read, add token_hash request_id access_id phone_sealed',
  'public.doctor_exam_views': 'read, add doctor_id exam_id',
  'public.doctors': 'read, add, change all but id user_id terms_version terms_accepted_at created_at',
  'public.exam_objects':
    'read, add, change all but id exam_id center_id patient_id kind position size_bytes sha256 created_at',
  'public.exams':
    'read, add, change all but id center_id file_name file_size content sha256 uploaded_by uploaded_at is_open study_description modalities body_parts laterality series_count image_count key_study_uid key_series_uid',
  'public.factor_resets':
    'read, add id user_id asked_by recognized_by reason cancel_hash needs_confirmation, change all but id user_id asked_by recognized_by reason asked_at effective_at cancel_hash needs_confirmation done_at',
  'public.fiscal_checks': 'read, change all but only_row',
  'public.fiscal_found_documents':
    'read, add, change all but id mark uid series year number document_type issued_on gross_cents found_at',
  'public.fiscal_documents': 'read, add, change all but invoice_id driver document_type uid corrects_mark created_at',
  'public.health_hours': 'read, add, change, remove',
  'public.health_probes': 'read, add, change, remove',
  'public.health_states': 'read, add, change, remove',
  'public.idempotency_keys': 'read, add, change all but user_id route key request_hash created_at',
  'public.installation': 'read, add, change all but name created_at',
  'public.dunning_steps': 'read, add',
  'public.dues': 'read, add, change all but id user_id kind price_id from_day to_day reference rf created_at months',
  'public.invoice_files': 'read, add',
  'public.invoice_lines': 'read, add',
  'public.invoice_series': '',
  'public.invoices': 'read, add',
  'public.ledger_entries': 'read, add',
  'public.ledger_postings': 'read, add',
  'public.jobs': 'read, add, change, remove',
  'public.kysely_migration': '',
  'public.kysely_migration_lock': '',
  'public.link_codes':
    'read id token_hash attempts created_at expires_at used_at superseded_at purpose, add id token_hash code_mac attempts expires_at purpose phone_index, change all but id token_hash code_mac attempts created_at expires_at used_at purpose phone_index session_hash patient_id birth_date_attempts tries tried_in',
  'public.look_notices': 'read, add',
  'public.medical_centers': 'read, add, change all but id number user_id center_id created_at',
  'public.notification_choices': 'read, add, change all but user_id kind',
  'public.notifications': 'read, change all but id user_id kind subject_id created_at, remove',
  'public.opened_exams': 'read, add, remove',
  'public.otp_verifications':
    'read id doctor_id phone_index phone_sealed phone_last3 attempts created_at expires_at verified_at superseded_at, add id doctor_id phone_index phone_sealed phone_last3 code_mac attempts expires_at, change all but id doctor_id phone_index phone_sealed phone_last3 code_mac attempts created_at expires_at verified_at tries tried_in',
  'public.outbox_messages': 'read, add, change all but id channel kind otp_id created_at link_hash',
  'public.password_resets': 'read, add, change all but id user_id email_index token_hash created_at expires_at',
  'public.patient_access':
    'read, add, change all but id request_id doctor_id patient_id center_id public_patient_id access_token request_date unlinked_at ended_by end_reason',
  'public.patients': 'read, add, change all but id center_id patient_id registered_by created_at erased_at',
  'public.payment_attempts':
    'read, add, change all but id user_id due_id credit_note_id driver purpose cents method_ref created_at reviewed_id reason_sealed',
  'public.payment_disputes': 'read, add, change all but id driver provider_ref payment_id cents opened_at',
  'public.payment_methods': 'read, add, change all but doctor_id',
  'public.payments': 'read, add',
  'public.phone_blocks': 'read, add, change all but doctor_id phone_index',
  'public.provider_accounts': 'read, add, change all but user_id driver customer_ref',
  'public.provider_events': 'read, add, change all but driver event_id type object_ref created_at received_at',
  'public.price_notices': 'read, add',
  'public.prices': 'read, add',
  'public.passkeys':
    'read, add, change all but id user_id credential_id public_key sign_count transports is_device_bound created_at last_used_at suspect_at domain, remove',
  'public.recovery_codes': 'read id user_id created_at used_at, add, remove',
  'public.request_counts': 'read, add, change, remove',
  'public.scanner_heartbeat': 'read, add, change all but is_only',
  'public.schema_files': '',
  'public.series':
    'read, add, change all but exam_id center_id patient_id study_uid series_uid position modality series_number series_date description body_part instance_count frame_count size_bytes sop_classes transfer_syntaxes attributes manifest_object',
  'public.sessions':
    'read, add, change all but id user_id role center_id doctor_id bearer_hash cookie_hash created_at authenticated_at idle_seconds expires_at address_block browser system is_bound member_id',
  'public.sign_in_challenges': '',
  'public.spent_challenges': '',
  'public.signup_confirmations': 'read, add, change all but id email_index token_hash created_at expires_at',
  'public.sms_days': 'read, add, change all but day',
  'public.studies': 'read, add',
  'public.subscription_periods': 'read, add, change all but id user_id from_day to_day due_id price_id created_at',
  'public.subscriptions': 'read, add, change all but user_id',
  'public.support_messages':
    'read, add, change all but id reference urgent role language content_sealed user_id received_at',
  'public.support_replies': 'read, add',
  'public.system_events': 'read, add',
  'public.tax_rates': 'read',
  'public.throttles': 'read, add, change, remove',
  'public.token_networks': 'read, add',
  'public.totp_secrets': 'read, add, remove',
  'public.upload_days': 'read, add, change all but center_id day',
  'public.uploads':
    'read, add, change all but id center_id patient_id begun_by request_hash length_bytes object_id wrapped_key metadata_sealed begun_at',
  'public.users':
    'read id email role language must_change_password initial_password_expires_at subscription_start_date subscription_end_date subscription_status closed_at created_at disabled_at disabled_by disabled_reason held_at viewer_settings handle factor_due_on, add, change all but id role created_at handle',
  'public.watched_events': 'read, remove',
};

/** Exact privileges of the role whose functions search, count and read scopes: only the columns that they use. */
export const functionGrants: Record<string, string> = {
  'public.access_counts': 'read, change all but subject day count is_unusual',
  'keys.scope_connections': 'read pid key_id inner_pad outer_pad',
  'keys.scope_keys': 'read id time_zone',
  'public.access_requests': 'read id otp_id doctor_id phone_index language requested_at',
  'public.alarms': 'read',
  'public.annotation_sets':
    'read id exam_id center_id wrapped_key, change all but id exam_id center_id patient_id author_user_id author_doctor_id state visibility revision content_encrypted heading_encrypted reason_encrypted item_count saved_at created_at updated_at',
  'public.api_tokens':
    'read id user_id center_id doctor_id name token_hash expires_at revoked_at member_id, change all but id user_id center_id doctor_id name token_hash created_at expires_at last_used_at member_id',
  'public.audit_events': 'read at event actor_kind purpose details',
  'public.audit_unsealed': 'add',
  'public.billing_parties': 'read user_id',
  'public.block_links': 'read token_hash doctor_id phone_index created_at, remove',
  'public.center_figures': 'read, add, change all but center_id',
  'public.center_members': 'read',
  'public.center_settings': 'read',
  'public.consent_links': 'read, change all but token_hash request_id created_at access_id phone_sealed',
  'public.doctor_exam_views':
    'read doctor_id exam_id, add doctor_id exam_id, change all but doctor_id exam_id first_at',
  'public.doctors':
    'read id user_id first_name last_name license_number state created_at approved_first_name approved_last_name',
  'public.exam_objects': 'read id exam_id kind size_bytes created_at, remove',
  'public.exams':
    'read id center_id patient_id exam_type file_size status status_reason uploaded_at changed_at imaging_state imaging_version scan_state is_open scan_fault scan_attempts scan_due_at series_count, change all but id center_id patient_id exam_type exam_date referring_physician notes_sealed file_name file_size content sha256 status status_reason uploaded_by uploaded_at reason_sealed changed_at imaging_state imaging_fault imaging_version imaging_attempts imaged_at instance_count other_count unreadable_count confirmed_doubts awaits_comparison duplicate_count marks scan_findings scanned_at is_open scan_fault scan_attempts',
  'public.factor_resets':
    'read, change all but id user_id asked_by recognized_by reason asked_at effective_at cancel_hash needs_confirmation confirmed_by confirmed_at',
  'public.fiscal_documents': 'read invoice_id mark',
  'public.fiscal_found_documents': 'read series year number issued_on taken_over_at',
  'public.idempotency_keys': 'read user_id route key created_at, remove',
  'public.invoice_lines': 'read invoice_id net_cents vat_cents',
  'public.invoice_series': 'read, add, change all but code year',
  'public.invoices': 'read id series year number net_cents vat_cents created_at',
  'public.ledger_entries': 'read id created_at',
  'public.ledger_postings': 'read entry_id cents',
  'public.jobs':
    'read kind payload key state due_at max_attempts, add kind payload key due_at max_attempts, change all but id kind payload key state attempts lease every_ms last_error created_at',
  'public.link_codes':
    'read id token_hash code_mac attempts created_at expires_at used_at superseded_at purpose phone_index session_hash patient_id birth_date_attempts tries tried_in, change all but id token_hash created_at expires_at superseded_at purpose phone_index, remove',
  'public.look_notices': 'read phone_index day',
  'public.medical_centers': 'read id user_id name center_id own_viewing_days',
  'public.notification_choices': 'read',
  'public.notifications':
    'read, add user_id kind subject_id is_at_once, change all but id user_id kind subject_id is_at_once sent_at digest_on, remove',
  'public.otp_verifications':
    'read id doctor_id phone_index phone_sealed code_mac attempts created_at expires_at verified_at superseded_at tries tried_in, change all but id doctor_id phone_index phone_sealed phone_last3 created_at expires_at, remove',
  'public.outbox_messages': 'read id channel state otp_id created_at, remove',
  'public.password_resets':
    'read id user_id email_index token_hash created_at expires_at used_at superseded_at, remove',
  'public.patient_access':
    'read, change all but id request_id doctor_id patient_id center_id public_patient_id access_token request_date response_date granted_at scope language text_version text_hash tell_looks',
  'public.patients':
    'read id center_id patient_id first_name last_name name_key date_of_birth language phone_index created_at erased_at',
  'public.phone_blocks': 'read doctor_id phone_index ends_at, remove',
  'public.scanner_heartbeat': 'read',
  'public.series':
    'read exam_id study_uid series_uid position modality description body_part frame_count attributes thumbnail_object, remove',
  'public.passkeys':
    'read user_id credential_id public_key sign_count transports created_at last_used_at suspect_at domain, change all but id user_id credential_id public_key transports is_device_bound name created_at domain, remove',
  'public.spent_challenges': 'read, add, remove',
  'public.recovery_codes': 'read user_id code_mac used_at, change all but id user_id code_mac created_at, remove',
  'public.sessions':
    'read id user_id role center_id doctor_id bearer_hash cookie_hash created_at last_seen_at authenticated_at idle_seconds expires_at revoked_at is_bound member_id, change all but id user_id role center_id doctor_id bearer_hash cookie_hash created_at last_seen_at authenticated_at idle_seconds expires_at address_block browser system is_bound member_id, remove',
  'public.sign_in_challenges':
    'read, add, change all but id secret_hash user_id password_proof created_at expires_at address_block member_id, remove',
  'public.signup_confirmations':
    'read id email_index sealed created_at expires_at confirmed_at, change all but id email_index token_hash doctor_id created_at expires_at confirmed_at, remove',
  'public.support_messages': 'read urgent received_at',
  'public.studies':
    'read exam_id center_id patient_id study_uid description patient_name_key patient_number_index, remove',
  'public.totp_secrets': 'read, change all but user_id encrypted_secret created_at, remove',
  'public.upload_days': 'read center_id day, remove',
  'public.uploads': 'read id center_id patient_id state object_id ended_at, remove',
  'public.users':
    'read id email password_hash role language must_change_password subscription_start_date subscription_end_date subscription_status closed_at created_at disabled_at held_at handle factor_due_on, change all but id email password_hash role language must_change_password initial_password_expires_at subscription_start_date subscription_end_date subscription_status closed_at created_at disabled_at disabled_by disabled_reason viewer_settings handle factor_due_on',
  'public.watched_events': 'add',
};
