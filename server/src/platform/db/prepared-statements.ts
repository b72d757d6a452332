import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { pipelineBegin } from './pipelined-begin.ts';
import { beginStatement } from './row-scope.ts';
import type { ScopeSigner } from './scope-proof.ts';

const markers = { ofRequests: '/* kept plan */', ofSearches: '/* kept search plan */' } as const;

/**
 * Marks a statement to be prepared once per connection: append it by `modifyEnd(preparedMarker)` or at the end of a
 * text. For statements of every request that select rows by full keys: with row-level security on seven tables,
 * planning such a statement took 18 ms and running it 1.5 ms (PostgreSQL 18, two cores). Its text must not vary with
 * the parameters. PostgreSQL plans it again for another role (plancache.c, `dependsOnRLS`) and reads the scope at each
 * run.
 */
export const preparedMarker = sql`${sql.raw(markers.ofRequests)}`;

/** The same for searches, whose texts vary with the filters. Prepares the first 64 texts, counted separately. */
export const preparedSearchMarker = sql`${sql.raw(markers.ofSearches)}`;

// Far above the number of marked statements. A text that varies by mistake must not fill the server's memory.
const maxStatements = 64;

/**
 * Wraps the pool for Kysely: prepares marked statements by name, once per connection, and signs the scope that a BEGIN
 * has as its only value.
 */
export function wrapPool(pool: pg.Pool, signerOf: (client: pg.PoolClient) => ScopeSigner): pg.Pool {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const nameOf = createStatementNamer();
  const connect = async () => {
    const client = await pool.connect();
    const wrapped = clients.get(client) ?? wrapClient(client, nameOf, signerOf(client));
    clients.set(client, wrapped);
    return wrapped;
  };
  const end = () => pool.end();
  return new Proxy(pool, {
    get: (_, key) => (key === 'connect' ? connect : key === 'end' ? end : Reflect.get(pool, key)),
  });
}

type StatementNamer = (text: string) => string | undefined;

/** Returns the statement name of a text; undefined for an unmarked text. */
function createStatementNamer(): StatementNamer {
  const ofRequests = new Map<string, string>();
  const ofSearches = new Map<string, string>();
  return (text) => {
    const names = text.endsWith(markers.ofRequests)
      ? ofRequests
      : text.endsWith(markers.ofSearches)
        ? ofSearches
        : null;
    if (names === null) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}

function wrapClient(client: pg.PoolClient, nameOf: StatementNamer, sign: ScopeSigner): pg.PoolClient {
  const pipelined = pipelineBegin((text, values) => {
    const name = nameOf(text);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  });
  const query = (text: string, values: unknown[]) =>
    text.startsWith('BEGIN') ? pipelined(beginStatement(text, sign(String(values[0]))), []) : pipelined(text, values);
  // The pool sets a new `release` on the client each time it is acquired.
  const release = (shouldDestroy?: boolean) => client.release(shouldDestroy);
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  });
}
