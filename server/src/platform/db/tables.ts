import type pg from 'pg';

/** A table as a backup carries it. */
export interface TableShape {
  /** `schema.name`. */
  readonly name: string;
  /** Those that are written; what the database works out by itself is left out. */
  readonly columns: string[];
  readonly isForced: boolean;
  /** Tables of which a row must be there first. */
  readonly needs: string[];
}

/** Counters and trials of the running portal: nobody's data, and made anew by a start. */
export const transientTables: readonly string[] = ['public.throttles', 'public.request_counts', 'public.health_probes'];
const ownTables = `n.nspname IN ('public', 'keys') AND c.relkind = 'r' AND c.relname !~ '^(kysely_|schema_files$)'`;

/** The portal's tables by the catalog, each after those it needs. An error where two need each other. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; is_forced: boolean; needs: string[] }>(`
    SELECT n.nspname || '.' || c.relname AS name, c.relforcerowsecurity AS is_forced,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(array_agg(DISTINCT rn.nspname || '.' || r.relname), '{}') FROM pg_constraint f
        JOIN pg_class r ON r.oid = f.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ownTables} ORDER BY 1`);
  return sortByDependencies(
    rows.map((row) => ({ name: row.name, columns: row.columns, isForced: row.is_forced, needs: row.needs })),
  );
}

function sortByDependencies(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const done = new Set<string>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const free = waiting.filter(({ needs }) => needs.every((need) => done.has(need)));
    if (free.length === 0) throw new Error(`Tables need each other: ${waiting.map(({ name }) => name).join(', ')}.`);
    for (const table of free) done.add(table.name);
    ordered.push(...free);
    waiting = waiting.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

/** A name of the catalog as SQL text takes it. */
export function quoteIdentifier(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/** Where numbered tables stand: the last number given out. */
export interface Counter {
  readonly table: string;
  readonly column: string;
  readonly last: number;
}

/** The counters of all numbered tables, by the rows there are: numbers of rows that were never committed are free. */
export async function listCounters(client: pg.Client, tables: readonly TableShape[]): Promise<Counter[]> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    SELECT n.nspname || '.' || c.relname AS table, a.attname::text AS column FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE ${ownTables} AND a.attidentity <> '' ORDER BY 1, 2`);
  const known = rows.filter(({ table }) => tables.some(({ name }) => name === table));
  if (known.length === 0) return [];
  const queries = known.map(
    ({ table, column }, place) =>
      `SELECT ${place} AS place, coalesce(max(${quoteIdentifier(column)}), 0)::float8 AS last FROM ${quoteIdentifier(table)}`,
  );
  const { rows: found } = await client.query<{ place: number; last: number }>(queries.join(' UNION ALL '));
  return found.flatMap(({ place, last }) => {
    const counter = known[place];
    return counter ? [{ ...counter, last }] : [];
  });
}

/** The migrations that were applied, in order; none in a database that is new. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AS is_there`,
  );
  if (!there[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}
