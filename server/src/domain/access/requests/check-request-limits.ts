import { issueCode, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../database.ts';
import { countRecentCodes } from '../store.ts';

/** Maximum number of codes (product, "Doctor's path" 4; security 2, attack 12). */
const maxCodes = {
  pairPerHour: 3,
  pairPerDay: 5,
  phonePerHour: 3,
  phonePerDay: 5,
  phonesPerDay: 10,
  phonesPerWeek: 30,
} as const;

const waitSeconds = limits.otpResendMs / 1_000;
const hourSeconds = 3_600;
const daySeconds = 86_400;

/** Throws `rate_limited` for requests that are too soon or too many, whether or not the number belongs to a patient. */
export async function checkRequestLimits(tx: Reader, doctorId: string, phoneIndex: Buffer): Promise<void> {
  const recent = await countRecentCodes(tx, doctorId, phoneIndex);
  if (recent.isPaused) throwRateLimited(issueCode('requests_paused'), daySeconds);
  if (recent.pairLastSeconds !== null && recent.pairLastSeconds < waitSeconds) {
    const remainingSeconds = waitSeconds - recent.pairLastSeconds;
    throwRateLimited(issueCode('code_just_sent', Math.ceil(remainingSeconds)), remainingSeconds);
  }
  if (recent.pairHour >= maxCodes.pairPerHour || recent.phoneHour >= maxCodes.phonePerHour) {
    throwRateLimited(issueCode('codes_this_hour'), hourSeconds);
  }
  if (recent.pairDay >= maxCodes.pairPerDay || recent.phoneDay >= maxCodes.phonePerDay) {
    throwRateLimited(issueCode('codes_today'), daySeconds);
  }
  if (recent.otherPhonesDay >= maxCodes.phonesPerDay) {
    throwRateLimited(issueCode('numbers_today'), daySeconds);
  }
  if (recent.otherPhonesWeek >= maxCodes.phonesPerWeek) {
    throwRateLimited(issueCode('numbers_this_week'), daySeconds);
  }
}

function throwRateLimited(reason: string, retryAfterSeconds: number): never {
  throw new Fault('rate_limited', { reason, retryAfterSeconds });
}
