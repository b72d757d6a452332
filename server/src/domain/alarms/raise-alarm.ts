import { type RawBuilder, sql } from 'kysely';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { logEvent } from '../system-log/log-event.ts';
import { insertAlarm, type NewAlarm } from './store.ts';

/**
 * Raises an alarm in the caller's transaction if `condition` holds. It appears for administrators, in the audit events
 * (110113) and in the system log; `mail-alarms.ts` mails it. A subject has at most one open alarm of a kind; while it is
 * open, no further one is raised. Returns its id; null if none was raised.
 */
export async function raiseAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  alarm: Omit<NewAlarm, 'id'>,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<string | null> {
  const { kind, doctorId, centerId, found } = alarm;
  const userId = found?.userId ?? alarm.userId ?? null;
  const id = newId(context.clock, context.random);
  if (!(await insertAlarm(tx, { ...alarm, id }, condition))) return null;
  await record(tx, {
    event: 'security_alert',
    actor: { kind: 'system', ...(doctorId === null ? {} : { doctorId }) },
    ...(centerId === undefined ? {} : { centerId }),
    object: { kind: 'alarm', id },
    details: {
      alarm: kind,
      ...(found === undefined ? {} : { count: found.count }),
      ...(userId === null ? {} : { user: userId }),
    },
  });
  await logEvent(context, tx, `alarm-${kind}`);
  await notifyClients(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
  return id;
}

/** Condition of an alarm that is raised at most once in 24 hours: the doctor had none of its kind since then. */
export function hadNoneInDay({ kind, doctorId }: Pick<NewAlarm, 'kind' | 'doctorId'>): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = ${kind}
    AND a.raised_at > app_now() - interval '1 day')`;
}
