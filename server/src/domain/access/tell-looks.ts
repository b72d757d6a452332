import { sql } from 'kysely';
import { openText } from '../../platform/crypto/sealing.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { smsTexts } from '../../texts/sms.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import { writeSms } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';

interface Looks {
  day: string;
  phoneIndex: Buffer;
  requestId: string;
  otpId: string;
  phoneSealed: Buffer;
  language: 'en' | 'el';
  doctors: string[];
}

const aPage = 200;
const mostPages = 500;
/** It speaks of yesterday, and leaves before nine in the evening: it must not come the day after. */
const validMs = 3 * 3_600_000;

/**
 * With the patients' wish, one SMS a number says which doctors looked at exams yesterday: not what, and of whom only to the
 * phone's owner. Repeatable, by any node: what was told of a day is written down in the message's own transaction.
 * Answers how many were told; what failed for one number keeps nobody else waiting, and is thrown at the end.
 */
export async function tellLooks(portal: Portal): Promise<number> {
  let told = 0;
  const failed = new Map<string, unknown>();
  for (let page = 0; page < mostPages; page += 1) {
    const looks = await portal.db.within(systemScope('outbox'), (tx) => findLooks(tx, portal.settings.timeZone));
    const left = looks.filter(({ phoneIndex }) => !failed.has(phoneIndex.toString('hex')));
    for (const each of left) {
      try {
        if (await tell(portal, each)) told += 1;
      } catch (error) {
        failed.set(each.phoneIndex.toString('hex'), error);
      }
    }
    if (looks.length < aPage || left.length === 0) break;
  }
  for (const error of failed.values()) throw error;
  return told;
}

async function findLooks(tx: Reader, timeZone: string): Promise<Looks[]> {
  const { rows } = await sql<Looks>`
    SELECT day, phone_index AS "phoneIndex", request_id AS "requestId", otp_id AS "otpId", phone_sealed AS "phoneSealed",
      language, doctors FROM looks_to_tell(${timeZone}, ${aPage})`.execute(tx);
  return rows;
}

/** In its own transaction. */
async function tell(portal: Portal, looks: Looks): Promise<boolean> {
  return await portal.db.within(systemScope('outbox'), async (tx) => {
    if (!(await insertNotice(tx, looks))) return false;
    const to = openText(portal.keys.outbox, `otp:${looks.otpId}`, looks.phoneSealed);
    const [doctor = '', ...others] = looks.doctors;
    const text = smsTexts[looks.language].looked({ doctor, others: others.length });
    await writeSms(portal, tx, { to, text }, { kind: 'looked', validMs });
    await record(tx, {
      event: 'looks_told',
      actor: { kind: 'system' },
      object: { kind: 'request', id: looks.requestId },
      details: { doctors: looks.doctors.length },
    });
    return true;
  });
}

/** False where another run told it. */
async function insertNotice(tx: Tx, { phoneIndex, day }: Looks): Promise<boolean> {
  const row = await tx
    .insertInto('look_notices')
    .values({ phone_index: phoneIndex, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}
