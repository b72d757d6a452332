import { validationMessages } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { countDownloads, getDownloadDelaySeconds } from '../audit/record/store.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';

// security 2.4: per doctor, in 24 hours
const maxPerDay = 500;
const alarmThreshold = 100;

/**
 * Checks a doctor's downloads of the last 24 hours, counted in the audit events. Throws `rate_limited` with the time
 * until the next download at the limit. From the hundredth download on it raises an alarm for administrators, at most
 * once in 24 hours.
 */
export async function checkDownloadLimit(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  doctorId: string,
): Promise<void> {
  const downloadCount = await countDownloads(tx, doctorId, maxPerDay);
  if (downloadCount >= maxPerDay) {
    const retryAfterSeconds = await getDownloadDelaySeconds(tx, doctorId, maxPerDay);
    throw new Fault('rate_limited', { message: validationMessages.downloadsSpent, retryAfterSeconds });
  }
  if (downloadCount + 1 >= alarmThreshold)
    await raiseAlarm(
      context,
      tx,
      { kind: 'many_downloads', doctorId },
      sql<boolean>`NOT EXISTS (SELECT 1 FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'many_downloads'
        AND a.raised_at > app_now() - interval '1 day')`,
    );
}
