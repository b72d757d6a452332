import { parseSearchTerms } from '@medcloud/contract/names/search-key';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';

const maxWords = 8;

/** What a search may take of the database: 2 s (security 2, row 32), unless the database's own setting `medcloud.search_limit` says otherwise. */
export const searchTimeout = sql<string>`coalesce(current_setting('medcloud.search_limit', true), '2s')`;

/** Ends the transaction's statements at the search limit. Beyond it the fault is `unavailable`. */
export async function setSearchTimeout(tx: Reader): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${searchTimeout}, true)`.execute(tx);
}

/**
 * The LIKE patterns of a typed name, an array for each word: a row must match one pattern of every word. Folding leaves
 * letters, digits and blanks alone, so that no wildcard of the caller's survives.
 */
export function toLikePatterns(search: string): string[][] {
  const { words } = parseSearchTerms(search);
  // no name has more words; the longest are the ones that tell it from others
  const longest = words.toSorted((a, b) => b.elot.length - a.elot.length).slice(0, maxWords);
  return longest.map(({ elot, skeleton, look }) =>
    [...new Set([elot, skeleton, look].filter((part) => part !== null && part !== ''))].map((part) => `%${part}%`),
  );
}

/**
 * Whether a column of name keys matches every word typed; nothing matches where no word can be in a key. For short
 * tables: under row-level security LIKE walks them (migration 005).
 */
export function hasName(column: string, search: string): RawBuilder<boolean> {
  const words = toLikePatterns(search);
  if (words.length === 0) return sql<boolean>`false`;
  const like = (patterns: string[]) =>
    sql.join(
      patterns.map((pattern) => sql`${sql.ref(column)} LIKE ${pattern}`),
      sql` OR `,
    );
  return sql<boolean>`(${sql.join(
    words.map((patterns) => sql`(${like(patterns)})`),
    sql` AND `,
  )})`;
}
