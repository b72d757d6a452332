import type { RestoreTransaction } from '../../platform/db/backup/restore-transaction.ts';

/**
 * Rows that were active when the backup was made and must not be active after a restore. An old copy of a session,
 * token, code or link is then invalid (security 5, T-BK1). Links that patients answered stay: patients revoke with
 * them.
 */
const expiryStatements = [
  ['sessions', `UPDATE sessions SET revoked_at = now(), revoke_cause = 'restored' WHERE revoked_at IS NULL`],
  ['tokens', 'UPDATE api_tokens SET revoked_at = now() WHERE revoked_at IS NULL'],
  [
    'codes',
    'UPDATE otp_verifications SET superseded_at = now(), code_mac = NULL WHERE verified_at IS NULL AND superseded_at IS NULL',
  ],
  [
    'linkCodes',
    // a code just used opens the list of a phone's grants
    `UPDATE link_codes SET superseded_at = now(), code_mac = NULL
     WHERE superseded_at IS NULL AND (used_at IS NULL OR used_at > now() - interval '1 hour')`,
  ],
  ['resets', 'UPDATE password_resets SET superseded_at = now() WHERE used_at IS NULL AND superseded_at IS NULL'],
  // it may have been stopped since
  [
    'factorResets',
    'UPDATE factor_resets SET cancelled_at = now(), cancelled_by_owner = false WHERE cancelled_at IS NULL AND done_at IS NULL',
  ],
  ['challenges', 'UPDATE sign_in_challenges SET used_at = now() WHERE used_at IS NULL'],
  [
    'applications',
    'UPDATE signup_confirmations SET sealed = NULL, expires_at = least(expires_at, now()) WHERE confirmed_at IS NULL AND sealed IS NOT NULL',
  ],
  ['requests', 'UPDATE access_requests SET expires_at = now() WHERE answered_at IS NULL AND expires_at > now()'],
  ['pending', `UPDATE patient_access SET expires_at = now() WHERE status = 'pending' AND expires_at > now()`],
  // codes and links are never sent twice, so these messages would be useless (decision 006)
  [
    'messages',
    `UPDATE outbox_messages SET state = 'superseded', sealed = NULL, done_at = now()
     WHERE state IN ('waiting', 'sending') AND kind IN ('code', 'consent', 'password-reset', 'confirm-email', 'factor-reset')`,
  ],
  // probably mailed since the backup was made
  ['notifications', 'UPDATE notifications SET sent_at = now() WHERE sent_at IS NULL'],
  // the tax authority may have documents that the backup has not
  ['fiscalChecks', 'UPDATE fiscal_checks SET is_needed = true'],
  // backups do not have the bytes received so far
  ['uploads', `UPDATE uploads SET state = 'aborted', tail_sealed = NULL, ended_at = now() WHERE ended_at IS NULL`],
] as const;

/** The part of a restore that this needs. */
type RestoredTables = Pick<RestoreTransaction, 'run'> & { readonly tables: readonly { name: string }[] };

/** Expires these rows in the restore's transaction. Returns the number of each kind. */
export async function expireRestoredRows(
  loading: RestoredTables,
): Promise<Record<(typeof expiryStatements)[number][0], number>> {
  const counts = {
    sessions: 0,
    tokens: 0,
    codes: 0,
    linkCodes: 0,
    resets: 0,
    factorResets: 0,
    challenges: 0,
    applications: 0,
    requests: 0,
    pending: 0,
    messages: 0,
    notifications: 0,
    fiscalChecks: 0,
    uploads: 0,
  };
  for (const [name, statement] of expiryStatements)
    if (hasTable(loading, statement)) counts[name] = (await loading.run(statement)).count;
  return counts;
}

/** False for a table that an older version's backup, loaded into its own tables, does not have. */
function hasTable({ tables }: RestoredTables, statement: string): boolean {
  const table = /^UPDATE (\w+)/.exec(statement)?.[1];
  return tables.some(({ name }) => name === `public.${table}`);
}
