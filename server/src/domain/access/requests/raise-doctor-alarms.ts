import { limits } from '@medcloud/contract';
import { sql } from 'kysely';
import { hadNoneInDay, raiseAlarm } from '../../alarms/raise-alarm.ts';
import { alarmRules } from '../../alarms/rules.ts';
import { outboxScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';

const { codes_burnt: exhaustedCodes, unknown_numbers: unknownNumbers } = alarmRules; // security 2.1; 2, attack 12

/**
 * Raises an alarm, which pauses the doctor's requests, once three codes of a day have no attempts left. Only codes
 * created since an administrator last marked such an alarm seen count. Decoy codes count too, so the alarm reveals
 * nothing about a number.
 */
export async function raiseExhaustedCodesAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  doctorId: string,
): Promise<void> {
  await raiseAlarm(
    context,
    tx,
    { kind: 'codes_burnt', doctorId },
    sql<boolean>`(SELECT count(*) FROM otp_verifications o WHERE o.doctor_id = ${doctorId} AND o.attempts >= ${limits.otpAttempts}
      AND o.verified_at IS NULL AND o.created_at > app_now() - make_interval(secs => ${exhaustedCodes.windowSeconds}) AND o.created_at > coalesce(
        (SELECT max(a.seen_at) FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'codes_burnt'), '-infinity')
      ) >= ${exhaustedCodes.threshold}`,
  );
}

/**
 * Runs after each request, whatever its number. As a job, it does not delay the response to the fifth unknown number.
 */
export const watchDoctorJob = 'watch-doctor';

/**
 * Raises an alarm if a doctor's last codes went to five or more numbers and all were decoys. At most one alarm in 24
 * hours.
 */
export async function raiseUnknownNumbersAlarm(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  doctorId: string,
): Promise<void> {
  const alarm = { kind: 'unknown_numbers', doctorId } as const;
  await context.db.within(outboxScope(doctorId), (tx) =>
    raiseAlarm(
      context,
      tx,
      alarm,
      sql<boolean>`${hadNoneInDay(alarm)} AND count_unknown_numbers(${doctorId}) >= ${unknownNumbers.threshold}`,
    ),
  );
}
