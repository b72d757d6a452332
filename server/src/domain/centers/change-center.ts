import { type CenterChanges, centerPlans, type MedicalCenterDetails, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { type CenterDetailsRow, findCenterDetails } from './list-store.ts';
import { showCenterDetails } from './show.ts';
import { type CenterValues, lockCenter, updateCenter } from './store.ts';
import { asConflict } from './taken.ts';
import { tellBothAddresses } from './tell-addresses.ts';

/**
 * Changes what an administrator wrote about a center; what is left out stays. The same values again: no effect. A new
 * e-mail is told to both addresses. Fails with `not_found` for an unknown id, `conflict` on a taken e-mail, `validation` on a quota outside the enterprise plan.
 */
export async function changeCenter(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
  changes: CenterChanges,
): Promise<MedicalCenterDetails> {
  if (!isUuid(id)) throw new Fault('not_found');
  try {
    return await portal.db.within(scope, async (tx) => {
      const before = (await lockCenter(tx, id)) ? await findCenterDetails(tx, id) : null;
      if (before === null) throw new Fault('not_found');
      await apply(portal, tx, asking, before, changedValues(before, changes));
      const after = await findCenterDetails(tx, id);
      return showCenterDetails(after ?? before, today(portal));
    });
  } catch (error) {
    throw asConflict(error);
  }
}

/** Only what differs from what is kept. */
function changedValues(before: CenterDetailsRow, changes: CenterChanges): CenterValues {
  const { name, plan = before.plan, quotaBytes, ...others } = changes;
  if (quotaBytes != null && plan !== 'enterprise') throw fieldFault('quotaBytes', sentences.quotaEnterpriseOnly);
  const wanted: CenterValues = {
    ...others,
    ...(name === undefined ? {} : { name: name.normalize('NFC') }),
    plan,
    quotaBytes: quotaOf(before, plan, quotaBytes),
  };
  const changed: CenterValues = { ...wanted };
  for (const field of fields) if (wanted[field] === undefined || wanted[field] === before[field]) delete changed[field];
  return changed;
}

const fields = [
  ...['name', 'email', 'address', 'phone', 'city', 'state', 'zipCode'],
  ...['plan', 'quotaBytes'],
] as const satisfies (keyof CenterValues)[];

/** A plan's own quota; the enterprise plan's is agreed, and stays while nobody says another. */
function quotaOf(before: CenterDetailsRow, plan: CenterDetailsRow['plan'], asked: number | null | undefined) {
  if (plan !== 'enterprise') return centerPlans[plan].quotaBytes;
  if (asked !== undefined) return asked;
  return before.plan === 'enterprise' ? before.quotaBytes : centerPlans.enterprise.quotaBytes;
}

async function apply(
  portal: Portal,
  tx: Tx,
  asking: Asking<AdminPerson>,
  before: CenterDetailsRow,
  changed: CenterValues,
): Promise<void> {
  const names = fields.filter((field) => changed[field] !== undefined);
  if (names.length === 0) return;
  await updateCenter(tx, before, changed);
  if (changed.email !== undefined) await tellBothAddresses(portal, tx, { ...before, ...changed }, before.email);
  await record(tx, {
    event: 'center_changed',
    ...askedBy(asking),
    centerId: before.id,
    object: { kind: 'center', id: before.id },
    details: { fields: names, ...(changed.plan ? { plan: { before: before.plan, after: changed.plan } } : {}) },
  });
  await announce(tx, { kind: 'account', ids: [before.id], to: { centers: [before.id], admins: true } });
}
