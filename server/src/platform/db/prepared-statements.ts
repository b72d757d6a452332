import { sql } from 'kysely';
import pg from 'pg';
import { pipelineBegin } from './begin/pipelined-begin.ts';
import { beginScoped, rescope, rescopeText, type ScopedConnection } from './scope-proof.ts';

const markers = { ofRequests: '/* kept plan */', ofSearches: '/* kept search plan */' } as const;

/**
 * Marks a statement to be prepared once per connection: append it by `modifyEnd(preparedMarker)` or at the end of a
 * text. For frequent statements whose plan does not depend on the values: that select rows by full keys, the newest of
 * an owner with a constant LIMIT, or that add one row. With row-level security on seven tables, planning such a
 * statement took 18 ms and running it 1.5 ms (PostgreSQL 18, two cores). Its text must not vary with the parameters.
 * PostgreSQL plans it again for another role (plancache.c, `dependsOnRLS`) and reads the scope at each run.
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
export function wrapPool(pool: pg.Pool, connectionOf: (client: pg.PoolClient) => ScopedConnection): pg.Pool {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    const wrapped = clients.get(client) ?? wrapClient(client, connectionOf(client));
    clients.set(client, wrapped);
    return wrapped;
  };
  const end = () => pool.end();
  return new Proxy(pool, {
    get: (_, key) => (key === 'connect' ? connect : key === 'end' ? end : Reflect.get(pool, key)),
  });
}

/** Returns a function that gives the statement name of a text on one connection; undefined for an unmarked text. */
function createStatementNamer(connection: ScopedConnection): (text: string) => string | undefined {
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
    const name = connection.nameStatement(text);
    names.set(text, name);
    return name;
  };
}

/** PostgreSQL's code for a prepared statement that does not exist. */
export const statementMissing = '26000';

/** Returns the first result of a text with several statements, for which the driver returns a list. */
function firstOf(result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  const [first] = [result].flat();
  if (first === undefined) throw new Error('A statement has a result.');
  return first;
}

function wrapClient(client: pg.PoolClient, connection: ScopedConnection): pg.PoolClient {
  const nameOf = createStatementNamer(connection);
  let isBroken = false;
  const send = async (text: string, values: unknown[]) => {
    if (text.startsWith('BEGIN')) return await beginScoped(client, text, String(values[0]), connection);
    if (text === rescopeText) return await rescope(client, String(values[0]), connection);
    const name = nameOf(text);
    const result = await client.query(name === undefined ? { text, values } : { name, text, values });
    return firstOf(result);
  };
  const query = pipelineBegin((text, values) =>
    send(text, values).catch((error) => {
      // After a failed BEGIN, or without a statement that the driver believes to be there, only a new connection helps.
      isBroken ||= text.startsWith('BEGIN') || (error instanceof pg.DatabaseError && error.code === statementMissing);
      throw error;
    }),
  );
  // The pool sets a new `release` on the client each time it is acquired.
  const release = (shouldDestroy?: boolean) => client.release(shouldDestroy || isBroken);
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  });
}
