import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { countRecentCodes } from './store.ts';

/** Codes allowed (product, "Doctor's path" 4; security 2, attack 12). */
const allowed = {
  waitSeconds: 60,
  pairPerHour: 3,
  pairPerDay: 5,
  phonePerHour: 3,
  phonePerDay: 5,
  phonesPerDay: 10,
  phonesPerWeek: 30,
} as const;

const hourSeconds = 3_600;
const daySeconds = 86_400;

/** Refuses a request too soon or too often with `rate_limited`, alike whether or not the number belongs to anybody. */
export async function checkRequestLimits(tx: Reader, doctorId: string, phoneIndex: Buffer): Promise<void> {
  const recent = await countRecentCodes(tx, doctorId, phoneIndex);
  if (recent.isPaused) refuse(sentences.requestsPaused, daySeconds);
  if (recent.pairLastSeconds !== null && recent.pairLastSeconds < allowed.waitSeconds) {
    refuse(
      `A code was just sent. You can send it again in ${Math.ceil(allowed.waitSeconds - recent.pairLastSeconds)} seconds.`,
      allowed.waitSeconds - recent.pairLastSeconds,
    );
  }
  if (recent.pairHour >= allowed.pairPerHour || recent.phoneHour >= allowed.phonePerHour) {
    refuse('Too many codes were sent to this number. Try again in an hour.', hourSeconds);
  }
  if (recent.pairDay >= allowed.pairPerDay || recent.phoneDay >= allowed.phonePerDay) {
    refuse('Too many codes were sent to this number today. Try again tomorrow.', daySeconds);
  }
  if (recent.otherPhonesDay >= allowed.phonesPerDay) {
    refuse('You have asked for ten numbers today. Try again tomorrow.', daySeconds);
  }
  if (recent.otherPhonesWeek >= allowed.phonesPerWeek) {
    refuse('You have asked for thirty numbers this week. Try again tomorrow.', daySeconds);
  }
}

function refuse(message: string, retryAfterSeconds: number): never {
  throw new Fault('rate_limited', { message, retryAfterSeconds });
}
