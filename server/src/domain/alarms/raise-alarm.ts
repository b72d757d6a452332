import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { insertAlarm, type NewAlarm } from './store.ts';

/**
 * Raises an alarm in the caller's transaction where `when` holds: for administrators, in the trail (110113) and in the system
 * log. One of a kind stands for a doctor at a time; while it does, nothing more is raised.
 */
export async function raiseAlarm(
  portal: Pick<Portal, 'clock' | 'random'>,
  tx: Tx,
  { kind, doctorId }: Omit<NewAlarm, 'id'>,
  when: RawBuilder<boolean>,
): Promise<void> {
  const id = newId(portal.clock, portal.random);
  if (!(await insertAlarm(tx, { id, kind, doctorId }, when))) return;
  await record(tx, {
    event: 'security_alert',
    actor: { kind: 'system', ...(doctorId === null ? {} : { doctorId }) },
    object: { kind: 'alarm', id },
    details: { alarm: kind },
  });
  await noteEvent(portal, tx, `alarm-${kind}`);
  await announce(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
}
