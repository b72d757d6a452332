import { limits } from '@medcloud/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';

const exhaustedCodesThreshold = 3; // in 24 hours (security 2.1)
const unknownNumbersThreshold = 5; // in a row (security 2, attack 12)

/**
 * Pauses a doctor's requests by an alarm once three codes of a day, made since an administrator last looked, had all their
 * tries used up. A decoy's code burns like any other, so that it tells nothing of a number.
 */
export async function raiseExhaustedCodesAlarm(context: AppContext, tx: Tx, doctorId: string): Promise<void> {
  await raiseAlarm(
    context,
    tx,
    { kind: 'codes_burnt', doctorId },
    sql<boolean>`(SELECT count(*) FROM otp_verifications o WHERE o.doctor_id = ${doctorId} AND o.attempts >= ${limits.otpAttempts}
      AND o.verified_at IS NULL AND o.created_at > app_now() - interval '1 day' AND o.created_at > coalesce(
        (SELECT max(a.seen_at) FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'codes_burnt'), '-infinity')
      ) >= ${exhaustedCodesThreshold}`,
  );
}

/** Behind each request, whatever its number: the answer must not take longer for the fifth of nobody. */
export const watchDoctorJob = 'watch-doctor';

/** Raises an alarm where a doctor's last codes, to five numbers and more, all came to nothing; at most one in 24 hours. */
export async function raiseUnknownNumbersAlarm(context: AppContext, doctorId: string): Promise<void> {
  await context.db.within(systemScope('outbox'), (tx) =>
    raiseAlarm(
      context,
      tx,
      { kind: 'unknown_numbers', doctorId },
      sql<boolean>`NOT EXISTS (SELECT 1 FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'unknown_numbers'
          AND a.raised_at > app_now() - interval '1 day')
        AND (WITH codes AS (
            SELECT o.phone_index, o.created_at, m.state = 'decoy' AS is_decoy
            FROM otp_verifications o JOIN outbox_messages m ON m.otp_id = o.id
            WHERE o.doctor_id = ${doctorId} AND o.created_at > app_now() - interval '7 days')
          SELECT count(DISTINCT phone_index) FROM codes WHERE is_decoy AND created_at > coalesce(
            (SELECT max(created_at) FROM codes WHERE NOT is_decoy), '-infinity')) >= ${unknownNumbersThreshold}`,
    ),
  );
}
