import type pg from 'pg';

/** The shape of a table in a backup. */
export interface TableShape {
  /** `schema.name`. */
  readonly name: string;
  /** The stored columns, without generated ones. */
  readonly columns: string[];
  readonly isForced: boolean;
  /** Tables that foreign keys refer to, whose rows must be loaded first. */
  readonly needs: string[];
}

/** Tables that are not in backups: counters, probes and stored figures of the running portal, which it creates again. */
export const transientTables: readonly string[] = [
  'public.throttles',
  'public.request_counts',
  'public.health_probes',
  'public.billing_months',
  'keys.scope_connections',
  'keys.scope_keys',
];
/** Tables that a migration fills. A new database has their rows, and a restore replaces them by those of the backup. */
export const seededTables: readonly string[] = ['public.fiscal_checks', 'public.prices', 'public.tax_rates'];
const ownTables = `n.nspname IN ('public', 'keys') AND c.relkind = 'r' AND c.relname !~ '^(kysely_|schema_files$)'`;

/** Lists the portal's tables from the catalog, each after those it needs. Throws if tables need each other. */
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

/** Quotes a name of the catalog for SQL text. */
export function quoteIdentifier(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/** The last used number of a numbered table. */
export interface Counter {
  readonly table: string;
  readonly column: string;
  readonly last: number;
}

/** Reads the counters of all numbered tables from their rows. Numbers of uncommitted rows become free. */
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

/** Lists the applied migrations in order; none for a new database. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AS is_there`,
  );
  if (!there[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}
