import { type CenterChanges, centerPlans, issueCode, type MedicalCenterDetails } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { newEmailOfScope } from '../authorization/authorize.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type AppContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { toConflict } from './conflict.ts';
import { type CenterDetailsRow, findCenterDetails } from './reads.ts';
import { sendEmailChangedMails } from './send-email-changed-mails.ts';
import { showCenterDetails } from './show.ts';
import { type CenterValues, lockCenter, updateCenter } from './store.ts';

type ChangeContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings' | 'events'>;

/**
 * Changes a center's details; omitted fields stay unchanged. The same values again have no effect. A new email address
 * is reported to both addresses. Throws `not_found` for an unknown id, `conflict` on a taken email address,
 * `validation` for a quota outside the enterprise plan.
 */
export async function changeCenter(
  context: ChangeContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  changes: CenterChanges,
): Promise<MedicalCenterDetails> {
  if (!isUuid(id)) throw new Fault('not_found');
  try {
    return await context.db.within(scope, async (tx) => {
      const before = (await lockCenter(tx, id)) ? await findCenterDetails(tx, id) : null;
      if (before === null) throw new Fault('not_found');
      await applyChanges(context, tx, { scope, request }, before, changedValues(before, changes));
      const after = await findCenterDetails(tx, id);
      return showCenterDetails(after ?? before, today(context));
    });
  } catch (error) {
    throw toConflict(error);
  }
}

/** Returns only the values that differ from the stored ones. */
function changedValues(before: CenterDetailsRow, changes: CenterChanges): CenterValues {
  const { name, plan = before.plan, quotaBytes, ...others } = changes;
  if (quotaBytes != null && plan !== 'enterprise')
    throw createFieldFault('quotaBytes', issueCode('quota_enterprise_only'));
  const values: CenterValues = {
    ...others,
    ...(name === undefined ? {} : { name: name.normalize('NFC') }),
    plan,
    quotaBytes: chooseQuota(before, plan, quotaBytes),
  };
  const changed: CenterValues = { ...values };
  for (const field of fields) if (values[field] === undefined || values[field] === before[field]) delete changed[field];
  return changed;
}

const fields = [
  ...['name', 'email', 'address', 'phone', 'city', 'state', 'zipCode'],
  ...['plan', 'quotaBytes'],
] as const satisfies (keyof CenterValues)[];

/** Returns a plan's quota. An enterprise quota is agreed individually and stays until it is changed. */
function chooseQuota(
  before: CenterDetailsRow,
  plan: CenterDetailsRow['plan'],
  requestedBytes: number | null | undefined,
) {
  if (plan !== 'enterprise') return centerPlans[plan].quotaBytes;
  if (requestedBytes !== undefined) return requestedBytes;
  return before.plan === 'enterprise' ? before.quotaBytes : centerPlans.enterprise.quotaBytes;
}

async function applyChanges(
  context: ChangeContext & Pick<AppContext, 'db'>,
  tx: Tx,
  { scope, request }: { scope: AdminScope; request: RequestContext<AdminPrincipal> },
  before: CenterDetailsRow,
  changed: CenterValues,
): Promise<void> {
  const names = fields.filter((field) => changed[field] !== undefined);
  if (names.length === 0) return;
  if (changed.email !== undefined) await context.db.rescope(tx, newEmailOfScope(scope, before.userId, changed.email));
  await updateCenter(tx, before, changed);
  if (changed.email !== undefined) {
    await context.db.rescope(tx, scope);
    await sendEmailChangedMails(context, tx, { ...before, ...changed }, before.email);
  }
  await record(tx, {
    event: 'center_changed',
    ...toAuditFields(request),
    centerId: before.id,
    object: { kind: 'center', id: before.id },
    details: { fields: names, ...(changed.plan ? { plan: { before: before.plan, after: changed.plan } } : {}) },
  });
  if (changed.plan !== undefined) await context.events.emit(tx, 'center_plan_changed', { userId: before.userId });
  await notifyClients(tx, { kind: 'account', ids: [before.id], to: { centers: [before.id], admins: true } });
}
