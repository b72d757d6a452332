import { limits } from '@medcloud/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { LinkCodePurpose } from '../tables.ts';

/** Queries of the codes of a consent link. Row-level security leaves only the link's own visible. */

/** A link's SMS: its phone, encrypted, and whether it is recent enough to grant without a code. */
export interface LinkMessage {
  tokenHash: Buffer;
  encryptedPhone: Buffer | null;
  /** A center sent it for a single grant. */
  isResent: boolean;
  isRecent: boolean;
}

/** The label under which the phone of a link is encrypted that a center sent again. */
export const linkPhoneLabel = (tokenHash: Buffer): string => `link:${tokenHash.toString('hex')}`;

export async function findLinkMessage(tx: Reader): Promise<LinkMessage | null> {
  const row = await tx
    .selectFrom('consent_links')
    .select([
      'token_hash as tokenHash',
      'phone_sealed as encryptedPhone',
      sql<boolean>`access_id IS NOT NULL`.as('isResent'),
      sql<boolean>`created_at > app_now() - make_interval(secs => ${limits.grantByLinkMs / 1_000})`.as('isRecent'),
    ])
    .where('token_hash', '=', sql<Buffer>`(SELECT scope_link_hash())`)
    .executeTakeFirst();
  return row ?? null;
}

export interface RecentLinkCodes {
  lastHour: number;
  lastDay: number;
  /** A code of the purpose was just sent and can still be entered. */
  isJustSent: boolean;
}

export async function countLinkCodes(tx: Reader, purpose: LinkCodePurpose): Promise<RecentLinkCodes> {
  return await tx
    .selectFrom('link_codes')
    .select([
      sql<number>`count(*) FILTER (WHERE created_at > app_now() - interval '1 hour')`.as('lastHour'),
      sql<number>`count(*)`.as('lastDay'),
      sql<boolean>`coalesce(bool_or(created_at > app_now() - make_interval(secs => ${limits.otpResendMs / 1_000})
        AND purpose = ${purpose} AND used_at IS NULL AND superseded_at IS NULL AND attempts < ${limits.otpAttempts}), false)`.as(
        'isJustSent',
      ),
    ])
    .where('created_at', '>', sql<Date>`app_now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
}

/** Locks a number until the transaction ends, so one request at a time counts and writes its codes. */
export async function lockNumber(tx: Tx, phoneIndex: Buffer): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(1, hashtext(${phoneIndex.toString('hex')}))`.execute(tx);
}

/** Counts the codes for the list of its grants and for own pictures that the scope's phone got over all links. */
export async function countPhoneCodes(tx: Reader): Promise<Pick<RecentLinkCodes, 'lastHour' | 'lastDay'>> {
  const { rows } = await sql<Pick<RecentLinkCodes, 'lastHour' | 'lastDay'>>`
    SELECT an_hour AS "lastHour", a_day AS "lastDay" FROM overview_codes_to_phone()`.execute(tx);
  return rows[0] ?? { lastHour: 0, lastDay: 0 };
}

/** Returns whether three wrong dates of birth were entered after a code to the scope's phone within a day. */
export async function areOwnAttemptsSpent(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ isSpent: boolean }>`SELECT own_attempts_spent() AS "isSpent"`.execute(tx);
  return rows[0]?.isSpent ?? true;
}

/** Replaces the link's open code. The new one keeps the used attempts, unless none was left (security 2.1). */
export async function replaceLinkCode(
  tx: Tx,
  code: { id: string; tokenHash: Buffer; codeMac: Buffer; purpose: LinkCodePurpose; phoneIndex: Buffer | null },
): Promise<void> {
  const replaced = await tx
    .updateTable('link_codes')
    .set({ superseded_at: sql<Date>`app_now()` })
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning(['attempts', sql<boolean>`expires_at > app_now()`.as('isActive')])
    .execute();
  const usedAttempts = Math.max(0, ...replaced.filter((row) => row.isActive).map((row) => row.attempts));
  await tx
    .insertInto('link_codes')
    .values({
      id: code.id,
      token_hash: code.tokenHash,
      purpose: code.purpose,
      phone_index: code.phoneIndex,
      code_mac: code.codeMac,
      attempts: usedAttempts < limits.otpAttempts ? usedAttempts : 0,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${limits.otpLifetimeMs / 1_000})`,
    })
    .execute();
}

/** Finds the link's code for this purpose that can be entered. Null if none is active or no attempt is left. */
export async function findOpenLinkCode(tx: Reader, purpose: LinkCodePurpose): Promise<string | null> {
  const row = await tx
    .selectFrom('link_codes')
    .select('id')
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('attempts', '<', limits.otpAttempts)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Uses one attempt of the scope's code, for what was entered. Returns false if it is not active or no attempt is left. */
export async function countLinkTry(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isCounted: boolean }>`SELECT count_link_try() AS "isCounted"`.execute(tx);
  return rows[0]?.isCounted ?? false;
}

/**
 * Marks the scope's code used. Returns false if its MAC is not the stored one, if another request did so first, or if no
 * committed transaction has counted the try.
 */
export async function consumeLinkCode(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`SELECT use_link_code() AS "isRight"`.execute(tx);
  return rows[0]?.isRight ?? false;
}
