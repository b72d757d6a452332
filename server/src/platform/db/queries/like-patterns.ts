import { parseSearchTerms } from '@medcloud/contract/names/search-key';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

const maxWords = 8;

/**
 * Time limit of a search: 2 s (security 2, row 32), unless the database setting `medcloud.search_limit` overrides it.
 */
export const searchTimeout = sql<string>`coalesce(current_setting('medcloud.search_limit', true), '2s')`;

/** Limits the transaction's statements to the search timeout. Beyond it, they throw `unavailable`. */
export async function setSearchTimeout(tx: QueryExecutorProvider): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${searchTimeout}, true)`.execute(tx);
}

/**
 * Returns the LIKE patterns of a typed name, one array per word. A row must match one pattern of every word. Folding
 * leaves only letters, digits and blanks, so the input's wildcards have no effect.
 */
export function toLikePatterns(search: string): string[][] {
  const { words } = parseSearchTerms(search);
  // No name has more words; the longest ones are the most selective.
  const longest = words.toSorted((a, b) => b.elot.length - a.elot.length).slice(0, maxWords);
  return longest.map(({ elot, skeleton, look }) =>
    [...new Set([elot, skeleton, look].filter((part) => part !== null && part !== ''))].map((part) => `%${part}%`),
  );
}

/**
 * Returns the condition that a column of name keys matches every typed word. False if no word can be in a key. For
 * small tables: with row-level security, LIKE scans them (migration 005).
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
