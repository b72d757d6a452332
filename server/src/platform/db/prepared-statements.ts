import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { pipelineBegin } from './pipelined-begin.ts';

const markers = { ofRequests: '/* kept plan */', ofSearches: '/* kept search plan */' } as const;

/**
 * Ends a statement whose plan each connection keeps, by `modifyEnd(keptPlan)` or at the end of a text. For one that every
 * request asks and that names its rows by whole keys: with row-level security on seven tables, planning such a statement took
 * 18 ms and running it 1.5 (PostgreSQL 18, two cores). Its text must not vary with what is asked. A kept plan holds for the
 * role it was made under and is made anew for another (PostgreSQL: plancache.c, `dependsOnRLS`); the scope is read at each run.
 */
export const preparedMarker = sql`${sql.raw(markers.ofRequests)}`;

/** The same for searches, whose texts vary with which filters are asked: the first 64 of them are kept, apart from the others. */
export const preparedSearchMarker = sql`${sql.raw(markers.ofSearches)}`;

// Far above what is marked; a text that varies after all must not fill the server's memory.
const maxStatements = 64;

/** The pool as kysely asks it, with statements that end in `keptPlan` prepared by name, once a connection. */
export function cachePreparedStatements(pool: pg.Pool): pg.Pool {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const nameOf = createStatementNamer();
  const connect = async () => {
    const client = await pool.connect();
    const wrapped = clients.get(client) ?? wrapClient(client, nameOf);
    clients.set(client, wrapped);
    return wrapped;
  };
  const end = () => pool.end();
  return new Proxy(pool, {
    get: (_, key) => (key === 'connect' ? connect : key === 'end' ? end : Reflect.get(pool, key)),
  });
}

type StatementNamer = (text: string) => string | undefined;

/** A text's name; undefined for one that is not marked. */
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

function wrapClient(client: pg.PoolClient, nameOf: StatementNamer): pg.PoolClient {
  const query = pipelineBegin((text, values) => {
    const name = nameOf(text);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  });
  // the pool puts another `release` on the client each time it is taken
  const release = (destroy?: boolean) => client.release(destroy);
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  });
}
