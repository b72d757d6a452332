import { type Breach, type BreachNotification, type BreachWaiver, issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../platform/db/now.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { encryptReason } from './encrypted-content.ts';
import { findDueTime } from './show.ts';
import { type BreachRow, markNotified, markNotNeeded } from './store.ts';
import { withBreach } from './with-breach.ts';

type DecideContext = Pick<AppContext, 'db' | 'keys' | 'random'>;

/**
 * Records that the authority or the persons were notified (due, not_needed -> notified). A repeated call has no effect.
 * Throws `validation` for a time in the future or before the breach was noticed, and for a late notice to the authority
 * without a reason (GDPR 33(1)); `invalid_state` if the record is closed.
 */
export async function recordNotification(
  context: DecideContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  { notice, at: atText, reason }: BreachNotification,
): Promise<Breach> {
  return await withBreach(context, scope, id, async (tx, row) => {
    if (row[notice].state === 'notified') return false;
    if (row.state !== 'open') throw new Fault('invalid_state');
    const at = new Date(atText);
    const isLate = await checkTime(tx, row, { notice, at, hasReason: reason !== undefined });
    const encryptedReason =
      reason === undefined ? null : encryptReason(context.keys, id, notice, reason, context.random);
    const decision = { userId: request.principal.userId, encryptedReason, at };
    if (!(await markNotified(tx, { breachId: id, kind: notice }, decision))) throw new Fault('invalid_state');
    await record(tx, {
      event: 'breach_notified',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details: { notice, at: at.toISOString(), late: isLate },
    });
    return true;
  });
}

/** Returns whether the notice was late. */
async function checkTime(
  tx: Reader,
  row: BreachRow,
  { notice, at, hasReason }: { notice: BreachNotification['notice']; at: Date; hasReason: boolean },
): Promise<boolean> {
  if (at > (await databaseNow(tx))) throw createFieldFault('at', issueCode('time_future'));
  if (at < row.noticedAt) throw createFieldFault('at', issueCode('notified_before'));
  const dueAt = findDueTime(row, notice);
  const isLate = dueAt !== null && at > dueAt;
  if (isLate && notice === 'authority' && !hasReason) throw createFieldFault('reason', issueCode('breach_late_reason'));
  return isLate;
}

/**
 * Records why a notice is not needed (due -> not_needed). A repeated call has no effect. Throws `invalid_state` if the
 * notice was sent or the record is closed.
 */
export async function waiveNotice(
  context: DecideContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  { notice, reason }: BreachWaiver,
): Promise<Breach> {
  return await withBreach(context, scope, id, async (tx, row) => {
    if (row[notice].state === 'not_needed') return false;
    const encryptedReason = encryptReason(context.keys, id, notice, reason, context.random);
    const decision = { userId: request.principal.userId, encryptedReason };
    if (row.state !== 'open' || !(await markNotNeeded(tx, { breachId: id, kind: notice }, decision)))
      throw new Fault('invalid_state');
    await record(tx, {
      event: 'breach_not_needed',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details: { notice },
    });
    return true;
  });
}
