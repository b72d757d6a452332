import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { countDownloads, secondsToDownload } from '../audit/store.ts';
import type { Portal } from '../portal/portal.ts';

// security 2.4: per doctor, in 24 hours
const mostADay = 500;
const alarmAt = 100;

/**
 * Takes one of a doctor's downloads of a day, counted in the trail. Fails with `rate_limited` where they are used up, and names the
 * time until the next. From the hundredth on an administrator is alarmed, once in 24 hours: who has looked need not look at each that
 * follows.
 */
export async function takeDownload(portal: Pick<Portal, 'clock' | 'random'>, tx: Tx, doctorId: string): Promise<void> {
  const before = await countDownloads(tx, doctorId, mostADay);
  if (before >= mostADay) {
    const retryAfterSeconds = await secondsToDownload(tx, doctorId, mostADay);
    throw new Fault('rate_limited', { message: sentences.downloadsSpent, retryAfterSeconds });
  }
  if (before + 1 >= alarmAt)
    await raiseAlarm(
      portal,
      tx,
      { kind: 'many_downloads', doctorId },
      sql<boolean>`NOT EXISTS (SELECT 1 FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'many_downloads'
        AND a.raised_at > app_now() - interval '1 day')`,
    );
}
