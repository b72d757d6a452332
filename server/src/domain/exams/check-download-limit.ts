import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { hadNoneInDay, raiseAlarm } from '../alarms/raise-alarm.ts';
import { alarmRules } from '../alarms/rules.ts';
import { countDownloads, getDownloadDelaySeconds } from '../audit/record/reads.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';

// security 2.4: per doctor, in 24 hours
const maxPerDay = 500;

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
    throw new Fault('rate_limited', { reason: issueCode('downloads_spent'), retryAfterSeconds });
  }
  const alarm = { kind: 'many_downloads', doctorId } as const;
  if (downloadCount + 1 >= alarmRules.many_downloads.threshold)
    await raiseAlarm(context, tx, alarm, hadNoneInDay(alarm));
}
