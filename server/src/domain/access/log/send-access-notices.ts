import { sql } from 'kysely';
import { decryptText } from '../../../platform/crypto/encrypt-value.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { smsTexts } from '../../../texts/sms.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';

interface AccessNotice {
  day: string;
  phoneIndex: Buffer;
  requestId: string;
  otpId: string;
  encryptedPhone: Buffer;
  language: 'en' | 'el';
  doctors: string[];
}

const pageSize = 200;
const maxPages = 500;
/** It speaks of yesterday, and leaves before nine in the evening: it must not come the day after. */
const validMs = 3 * 3_600_000;

/**
 * With the patients' wish, one SMS a number says which doctors looked at exams yesterday: not what, and of whom only to the
 * phone's owner. Repeatable, by any node: what was told of a day is written down in the message's own transaction.
 * Answers how many were told; what failed for one number keeps nobody else waiting, and is thrown at the end.
 */
export async function sendAccessNotices(context: AppContext): Promise<number> {
  let sentCount = 0;
  const failures = new Map<string, unknown>();
  for (let page = 0; page < maxPages; page += 1) {
    const notices = await context.db.within(systemScope('outbox'), (tx) =>
      listAccessNotices(tx, context.settings.timeZone),
    );
    const remaining = notices.filter(({ phoneIndex }) => !failures.has(phoneIndex.toString('hex')));
    for (const each of remaining) {
      try {
        if (await sendNotice(context, each)) sentCount += 1;
      } catch (error) {
        failures.set(each.phoneIndex.toString('hex'), error);
      }
    }
    if (notices.length < pageSize || remaining.length === 0) break;
  }
  for (const error of failures.values()) throw error;
  return sentCount;
}

async function listAccessNotices(tx: Reader, timeZone: string): Promise<AccessNotice[]> {
  const { rows } = await sql<AccessNotice>`
    SELECT day, phone_index AS "phoneIndex", request_id AS "requestId", otp_id AS "otpId", phone_sealed AS "encryptedPhone",
      language, doctors FROM looks_to_tell(${timeZone}, ${pageSize})`.execute(tx);
  return rows;
}

/** In its own transaction. */
async function sendNotice(context: AppContext, notice: AccessNotice): Promise<boolean> {
  return await context.db.within(systemScope('outbox'), async (tx) => {
    if (!(await insertNotice(tx, notice))) return false;
    const to = decryptText(context.keys.outbox, `otp:${notice.otpId}`, notice.encryptedPhone);
    const [doctor = '', ...others] = notice.doctors;
    const text = smsTexts[notice.language].accessNotice({ doctor, others: others.length });
    await enqueueSms(context, tx, { to, text }, { kind: 'looked', validMs });
    await record(tx, {
      event: 'looks_told',
      actor: { kind: 'system' },
      object: { kind: 'request', id: notice.requestId },
      details: { doctors: notice.doctors.length },
    });
    return true;
  });
}

/** False where another run told it. */
async function insertNotice(tx: Tx, { phoneIndex, day }: AccessNotice): Promise<boolean> {
  const row = await tx
    .insertInto('look_notices')
    .values({ phone_index: phoneIndex, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}
