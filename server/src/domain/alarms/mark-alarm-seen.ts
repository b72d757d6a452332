import type { Alarm } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { showAlarm } from './show.ts';
import { findAlarm, markSeen } from './store.ts';

/** An administrator has looked (open -> seen): paused requests go on. Again: no effect. Fails with `not_found`. */
export async function markAlarmSeen(
  portal: Pick<Portal, 'db'>,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<Alarm> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const changed = await markSeen(tx, id, asking.who.userId);
    const row = await findAlarm(tx, id);
    if (row === null) throw new Fault('not_found');
    if (changed) {
      await record(tx, {
        event: 'security_alert_seen',
        ...askedBy(asking),
        object: { kind: 'alarm', id },
        details: { alarm: row.kind, ...(row.doctorId === null ? {} : { doctor: row.doctorId }) },
      });
      await announce(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
    }
    return showAlarm(row);
  });
}
