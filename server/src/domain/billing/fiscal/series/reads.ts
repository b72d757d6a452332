import { sql } from 'kysely';
import type { Reader } from '../../../database.ts';

/** When the tax authority was last asked. `isDue`: a backup was restored since, or an hour has passed. */
export async function getCheck(tx: Reader) {
  return await tx
    .selectFrom('fiscal_checks')
    .select([
      'is_needed as isNeeded',
      'checked_at as checkedAt',
      sql<boolean>`is_needed OR checked_at IS NULL OR checked_at <= app_now() - interval '1 hour'`.as('isDue'),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns the day of the latest document; null without any. */
export async function findLastDay(tx: Reader): Promise<string | null> {
  const row = await tx
    .selectFrom('invoices')
    .select('issued_on as issuedOn')
    .orderBy('issued_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.issuedOn ?? null;
}

/** Lists those of some UIDs that the portal has reported, or is to report. */
export async function listKnownUids(tx: Reader, uids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('fiscal_documents')
    .select('uid')
    .where('uid', '=', sql<string>`ANY (${[...uids]}::text[])`)
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

const maxShown = 50;

/** Lists documents that only the authority has and that are not taken over, the first 50 by number. */
export async function listFound(tx: Reader) {
  return await tx
    .selectFrom('fiscal_found_documents')
    .select(['mark', 'series', 'year', 'number', 'issued_on as issuedOn', 'gross_cents as grossCents'])
    .where('taken_over_at', 'is', null)
    .orderBy('series')
    .orderBy('year')
    .orderBy('number')
    .limit(maxShown)
    .execute();
}

export async function countFound(tx: Reader): Promise<number> {
  const { count } = await tx
    .selectFrom('fiscal_found_documents')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('taken_over_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether documents of a series wait to be taken over. */
export async function isBehind(tx: Reader, series: string): Promise<boolean> {
  const row = await tx
    .selectFrom('fiscal_found_documents')
    .select('id')
    .where('series', '=', series)
    .where('taken_over_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
