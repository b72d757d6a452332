import { sql } from 'kysely';
import { record } from '../audit/record/record.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients, notifySessionsEnd } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { logEvent } from '../system-log/log-event.ts';

/**
 * Holds the account of an alarm that the rules raised in this transaction: ends its sessions and its open streams, and
 * refuses sign-ins, API tokens and password links' sessions until an administrator releases it. Nothing is revoked that
 * a release could not give back: tokens and uploads wait. Has no effect on an administrator's account.
 */
export async function holdAccount(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { alarmId, userId, kind }: { alarmId: string; userId: string | null; kind: string },
): Promise<void> {
  if (userId === null) return;
  const { rows } = await sql<{ id: string; isToken: boolean }>`
    SELECT ended_id AS id, is_token AS "isToken" FROM hold_account(${alarmId}::uuid)`.execute(tx);
  await notifySessionsEnd(
    tx,
    rows.map(({ id }) => id),
  );
  const sessions = rows.filter(({ isToken }) => !isToken).length;
  const object = { kind: 'user', id: userId };
  await record(tx, { event: 'account_held', actor: { kind: 'system' }, object, details: { alarm: kind, sessions } });
  await logEvent(context, tx, 'account-held');
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { admins: true } });
}

/** Releases a held account under an administrator's scope. Returns false if it was not held. */
export async function releaseAccount(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ held_at: null })
    .where('id', '=', userId)
    .where('held_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
