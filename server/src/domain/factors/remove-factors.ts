import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import { record } from '../audit/record/record.ts';
import { factorRemovalScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { notifySessionsEnd } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { type SecurityMailContext, sendSecurityMail } from './send-security-mail.ts';

/** An account whose second factor was removed. */
export interface RemovedFactors {
  id: string;
  email: string;
  language: Language;
  /** `totp` and `passkey`; empty for an account without a factor. */
  kinds: string[];
  /** Ids of the ended sessions; null if none ended. */
  endedSessions: string[] | null;
}

/**
 * Removes the lost second factor of the account with this address, for an operator: its authenticator app, passkeys,
 * recovery codes and open challenges. Ends its sessions and mails the owner. The password alone is then enough to sign in.
 */
export async function removeFactors(
  context: SecurityMailContext & Pick<AppContext, 'db'>,
  email: string,
): Promise<'removed' | 'no-account' | 'no-factor'> {
  return await context.db.within(factorRemovalScope(email), async (tx) => {
    const removed = await removeFactorsWithin(context, tx, email);
    if (removed === null) return 'no-account';
    return removed.kinds.length === 0 ? 'no-factor' : 'removed';
  });
}

/** As `removeFactors`, within a transaction of its scope. Returns null for an unknown address. */
export async function removeFactorsWithin(
  context: SecurityMailContext,
  tx: Tx,
  email: string,
): Promise<RemovedFactors | null> {
  const { rows } = await sql<Omit<RemovedFactors, 'email'>>`
    SELECT account AS id, account_language AS language, removed_kinds AS kinds, ended_sessions AS "endedSessions"
    FROM remove_factors_of()`.execute(tx);
  if (rows[0] === undefined) return null;
  const removed = { ...rows[0], email };
  await reportRemoval(context, tx, removed, { actor: { kind: 'system' } });
  return removed;
}

/** Ends the account's streams, records the removal and mails its owner. Does nothing if there was no factor. */
export async function reportRemoval(
  context: SecurityMailContext,
  tx: Tx,
  { id, email, language, kinds, endedSessions }: RemovedFactors,
  audit: Pick<Parameters<typeof record>[1], 'actor' | 'requestId' | 'addressBlock'>,
): Promise<void> {
  if (kinds.length === 0) return;
  const sessions = endedSessions ?? [];
  await notifySessionsEnd(tx, sessions);
  const details = { kinds, sessions: sessions.length };
  await record(tx, { event: 'factor_removed', ...audit, object: { kind: 'user', id }, details });
  const change = kinds.includes('totp') ? 'removed' : 'passkey_removed';
  await sendSecurityMail(context, tx, { email, language }, change, { isAlone: true });
}
