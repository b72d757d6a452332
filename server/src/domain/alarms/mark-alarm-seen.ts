import type { Alarm } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { showAlarm } from './show.ts';
import { findAlarm, markSeen } from './store.ts';

/**
 * Marks an alarm seen (open -> seen), which unpauses the doctor's requests. A repeated call has no effect. Throws
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
    const wasChanged = await markSeen(tx, id, request.principal.userId);
    const row = await findAlarm(tx, id);
    if (row === null) throw new Fault('not_found');
    if (wasChanged) {
      await record(tx, {
        event: 'security_alert_seen',
        ...toAuditFields(request),
        object: { kind: 'alarm', id },
        details: { alarm: row.kind, ...(row.doctorId === null ? {} : { doctor: row.doctorId }) },
      });
      await notifyClients(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
    }
    return showAlarm(row);
  });
}
