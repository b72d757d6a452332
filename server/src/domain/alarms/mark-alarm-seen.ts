import type { Alarm } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { showAlarm } from './show.ts';
import { type AlarmRow, findAlarm, markSeen } from './store.ts';

/**
 * Marks an alarm seen (open -> seen), which unpauses the doctor's requests. A held account stays held until it is released. A repeated call has no effect. Throws
 * `not_found`.
 */
export async function markAlarmSeen(
  context: DbContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Alarm> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const row = await findAlarm(tx, id);
    if (row === null) throw new Fault('not_found');
    await markAlarmRowSeen(tx, request, row);
    return showAlarm((await findAlarm(tx, id)) ?? row);
  });
}

/** Marks an alarm seen in the caller's transaction, with its audit event. Has no effect on a seen one. */
export async function markAlarmRowSeen(
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  { id, kind, doctorId }: AlarmRow,
): Promise<void> {
  if (!(await markSeen(tx, id, request.principal.userId))) return;
  await record(tx, {
    event: 'security_alert_seen',
    ...toAuditFields(request),
    object: { kind: 'alarm', id },
    details: { alarm: kind, ...(doctorId === null ? {} : { doctor: doctorId }) },
  });
  await notifyClients(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
}
