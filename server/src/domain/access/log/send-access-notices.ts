import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import { decryptText } from '../../../platform/crypto/encrypt-value.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import { excludeErasure } from '../../core/exclude-erasure.ts';
import type { Reader, Tx } from '../../database.ts';
import { enqueueSms } from '../../messages/enqueue-message.ts';
import { smsTexts } from '../../messages/sms-texts.ts';

interface AccessNotice {
  day: string;
  phoneIndex: Buffer;
  requestId: string;
  otpId: string;
  encryptedPhone: Buffer;
  language: Language;
  doctors: string[];
}

const pageSize = 50;
const maxPages = 2_000;
/** The SMS is about yesterday and leaves before 21:00. It must not arrive a day later. */
const validMs = 3 * 3_600_000;

/**
 * Sends one SMS per number that says which doctors viewed exams yesterday, if the patients asked for it. It does not
 * say which exams. Records unlinked from the number are left out: only the phone's owner is informed. Any node may
 * repeat it: the notice is stored in the transaction of its message. Returns how many messages it sent. A failure for
 * one number does not stop the others and is thrown at the end.
 */
export async function sendAccessNotices(context: SendContext): Promise<number> {
  let sentCount = 0;
  const failures = new Map<string, unknown>();
  for (let page = 0; page < maxPages; page += 1) {
    const { isLast, sent } = await sendPage(context, failures);
    sentCount += sent;
    if (isLast) break;
  }
  for (const error of failures.values()) throw error;
  return sentCount;
}

/** Sends the notices of one page, each in its own transaction. None of their patients is erased meanwhile. */
async function sendPage(context: SendContext, failures: Map<string, unknown>) {
  return await context.db.within(systemScope('outbox'), async (tx) => {
    await excludeErasure(tx);
    const notices = await listAccessNotices(tx, context.settings.timeZone);
    const remaining = notices.filter(({ phoneIndex }) => !failures.has(phoneIndex.toString('hex')));
    let sent = 0;
    for (const each of remaining) {
      try {
        if (await sendNotice(context, each)) sent += 1;
      } catch (error) {
        failures.set(each.phoneIndex.toString('hex'), error);
      }
    }
    return { sent, isLast: notices.length < pageSize || remaining.length === 0 };
  });
}

async function listAccessNotices(tx: Reader, timeZone: string): Promise<AccessNotice[]> {
  const { rows } = await sql<AccessNotice>`
    SELECT day, phone_index AS "phoneIndex", request_id AS "requestId", otp_id AS "otpId", phone_sealed AS "encryptedPhone",
      language, doctors FROM looks_to_tell(${timeZone}, ${pageSize})`.execute(tx);
  return rows;
}

/** Enqueues one notice in its own transaction. Returns false if another run sent it. */
async function sendNotice(
  context: Pick<AppContext, 'db' | 'queue' | 'keys' | 'clock' | 'random'>,
  notice: AccessNotice,
): Promise<boolean> {
  return await context.db.within(systemScope('outbox'), async (tx) => {
    if (!(await insertNotice(tx, notice))) return false;
    const to = decryptText(context.keys.outbox, `otp:${notice.otpId}`, notice.encryptedPhone);
    const [doctor = '', ...others] = notice.doctors;
    const text = smsTexts(notice.language).accessNotice({ doctor, others: others.length });
    await enqueueSms(context, tx, { to, text }, { kind: 'looked', validMs, otpId: notice.otpId });
    await record(tx, {
      event: 'looks_told',
      actor: { kind: 'system' },
      object: { kind: 'request', id: notice.requestId },
      details: { doctors: notice.doctors.length },
    });
    return true;
  });
}

/** Returns false if another run already sent the notice. */
async function insertNotice(tx: Tx, { phoneIndex, day }: AccessNotice): Promise<boolean> {
  const row = await tx
    .insertInto('look_notices')
    .values({ phone_index: phoneIndex, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}
