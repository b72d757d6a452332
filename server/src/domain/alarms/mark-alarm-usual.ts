import type { Alarm } from '@medcloud/contract';
import { accessAlarmKinds } from '@medcloud/contract/choices';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { markDaysUsual } from './count-events.ts';
import { markAlarmRowSeen } from './mark-alarm-seen.ts';
import { showAlarm } from './show.ts';
import { findAlarm } from './store.ts';

/**
 * Marks what the account of an alarm about opened exams has opened since that day as usual for it, and the alarm as seen.
 * For thirty days, as many raise no alarm of the kind. A held account stays held until it is released. A repeated call has
 * no further effect. Throws `not_found`; `invalid_state` for an alarm that compares nothing with what is usual.
 */
export async function markAlarmUsual(
  context: DbContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Alarm> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const row = await findAlarm(tx, id);
    if (row === null) throw new Fault('not_found');
    const { kind } = row;
    if (!accessAlarmKinds.includes(kind)) throw new Fault('invalid_state');
    const object = { kind: 'alarm', id } as const;
    if (await markDaysUsual(tx, id))
      await record(tx, { event: 'access_marked_usual', ...toAuditFields(request), object, details: { alarm: kind } });
    await markAlarmRowSeen(tx, request, row);
    return showAlarm((await findAlarm(tx, id)) ?? row);
  });
}
