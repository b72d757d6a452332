import { limits, sentenceForms, sentences, writeSentence } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { countRecentCodes } from './store.ts';

/** Codes allowed (product, "Doctor's path" 4; security 2, attack 12). */
const allowed = {
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

/** Refuses a request too soon or too often with `rate_limited`, alike whether or not the number belongs to anybody. */
export async function checkRequestLimits(tx: Reader, doctorId: string, phoneIndex: Buffer): Promise<void> {
  const recent = await countRecentCodes(tx, doctorId, phoneIndex);
  if (recent.isPaused) refuse(sentences.requestsPaused, daySeconds);
  if (recent.pairLastSeconds !== null && recent.pairLastSeconds < waitSeconds) {
    const left = waitSeconds - recent.pairLastSeconds;
    refuse(writeSentence(sentenceForms.codeJustSent, Math.ceil(left)), left);
  }
  if (recent.pairHour >= allowed.pairPerHour || recent.phoneHour >= allowed.phonePerHour) {
    refuse(sentences.codesThisHour, hourSeconds);
  }
  if (recent.pairDay >= allowed.pairPerDay || recent.phoneDay >= allowed.phonePerDay) {
    refuse(sentences.codesToday, daySeconds);
  }
  if (recent.otherPhonesDay >= allowed.phonesPerDay) {
    refuse(sentences.numbersToday, daySeconds);
  }
  if (recent.otherPhonesWeek >= allowed.phonesPerWeek) {
    refuse(sentences.numbersThisWeek, daySeconds);
  }
}

function refuse(message: string, retryAfterSeconds: number): never {
  throw new Fault('rate_limited', { message, retryAfterSeconds });
}
