import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';

/**
 * Ends a subscription at the end of its period: no renewal is asked for. Or resumes it. What is owed stays owed. Throws
 * `invalid_state` for an account that is not billed or whose subscription has ended. A repeated call has no effect.
 */
export async function setCancellation(
  tx: Tx,
  request: RequestContext<AuthenticatedPrincipal>,
  userId: string,
  cancel: boolean,
): Promise<void> {
  const contract = await lockContract(tx, userId);
  if (contract === null || contract.state === 'ended') throw new Fault('invalid_state');
  if (contract.cancelAtEnd === cancel) return;
  await changeCancellation(tx, toAuditFields(request), userId, cancel);
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

async function lockContract(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['state', 'cancel_at_end as cancelAtEnd'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores whether a subscription is renewed, and who wanted it. */
export async function changeCancellation(
  tx: Tx,
  audit: BillingCause['audit'],
  userId: string,
  cancel: boolean,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at_end: cancel, updated_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .execute();
  await record(tx, {
    event: 'subscription_cancelled',
    ...audit,
    object: { kind: 'user', id: userId },
    details: { cancel },
  });
}
