import type { RestoreTransaction } from '../../platform/db/backup/restore-transaction.ts';

/*
 * What was alive when the backup was made and must not come back with it: whoever kept an old copy of a session, a token,
 * a code or a link finds it over (security 5, T-BK1). Links that patients answered stay: by them a patient revokes.
 */
const expiryStatements = [
  ['sessions', `UPDATE sessions SET revoked_at = now(), revoke_cause = 'restored' WHERE revoked_at IS NULL`],
  ['tokens', 'UPDATE api_tokens SET revoked_at = now() WHERE revoked_at IS NULL'],
  [
    'codes',
    'UPDATE otp_verifications SET superseded_at = now(), code_mac = NULL WHERE verified_at IS NULL AND superseded_at IS NULL',
  ],
  ['resets', 'UPDATE password_resets SET superseded_at = now() WHERE used_at IS NULL AND superseded_at IS NULL'],
  [
    'applications',
    'UPDATE signup_confirmations SET sealed = NULL, expires_at = least(expires_at, now()) WHERE confirmed_at IS NULL AND sealed IS NOT NULL',
  ],
  ['requests', 'UPDATE access_requests SET expires_at = now() WHERE answered_at IS NULL AND expires_at > now()'],
  ['pending', `UPDATE patient_access SET expires_at = now() WHERE status = 'pending' AND expires_at > now()`],
  // codes and links are never sent twice, and these would be of no use (decision 006)
  [
    'messages',
    `UPDATE outbox_messages SET state = 'superseded', sealed = NULL, done_at = now()
     WHERE state IN ('waiting', 'sending') AND kind IN ('code', 'consent', 'password-reset', 'confirm-email')`,
  ],
  // its bytes so far are in no backup
  ['uploads', `UPDATE uploads SET state = 'aborted', tail_sealed = NULL, ended_at = now() WHERE ended_at IS NULL`],
] as const;

/** Ends it within the restore's own transaction, and answers how much of each there was. */
export async function expireRestoredRows(
  loading: RestoreTransaction,
): Promise<Record<(typeof expiryStatements)[number][0], number>> {
  const counts = {
    sessions: 0,
    tokens: 0,
    codes: 0,
    resets: 0,
    applications: 0,
    requests: 0,
    pending: 0,
    messages: 0,
    uploads: 0,
  };
  for (const [name, statement] of expiryStatements)
    if (hasTable(loading, statement)) counts[name] = (await loading.run(statement)).count;
  return counts;
}

/** An older version's backup, loaded into its own tables, lacks what came later. */
function hasTable({ tables }: RestoreTransaction, statement: string): boolean {
  const table = /^UPDATE (\w+)/.exec(statement)?.[1];
  return tables.some(({ name }) => name === `public.${table}`);
}
