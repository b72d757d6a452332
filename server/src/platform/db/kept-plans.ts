import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { beginningEarly } from './early-begin.ts';

const marks = { ofRequests: '/* kept plan */', ofSearches: '/* kept search plan */' } as const;

/**
 * Ends a statement whose plan each connection keeps, by `modifyEnd(keptPlan)` or at the end of a text. For one that every
 * request asks and that names its rows by whole keys: with row-level security on seven tables, planning such a statement took
 * 18 ms and running it 1.5 (PostgreSQL 18, two cores). Its text must not vary with what is asked. A kept plan holds for the
 * role it was made under and is made anew for another (PostgreSQL: plancache.c, `dependsOnRLS`); the scope is read at each run.
 */
export const keptPlan = sql`${sql.raw(marks.ofRequests)}`;

/** The same for searches, whose texts vary with which filters are asked: the first 64 of them are kept, apart from the others. */
export const keptSearchPlan = sql`${sql.raw(marks.ofSearches)}`;

// Far above what is marked; a text that varies after all must not fill the server's memory.
const mostKept = 64;

/** The pool as kysely asks it, with statements that end in `keptPlan` prepared by name, once a connection. */
export function keepingPlans(pool: pg.Pool): pg.Pool {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const nameOf = namer();
  const connect = async () => {
    const client = await pool.connect();
    const keeping = clients.get(client) ?? keepingClient(client, nameOf);
    clients.set(client, keeping);
    return keeping;
  };
  const end = () => pool.end();
  return new Proxy(pool, {
    get: (_, key) => (key === 'connect' ? connect : key === 'end' ? end : Reflect.get(pool, key)),
  });
}

type NameOf = (text: string) => string | undefined;

/** A text's name; undefined for one that is not marked. */
function namer(): NameOf {
  const ofRequests = new Map<string, string>();
  const ofSearches = new Map<string, string>();
  return (text) => {
    const names = text.endsWith(marks.ofRequests) ? ofRequests : text.endsWith(marks.ofSearches) ? ofSearches : null;
    if (names === null) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= mostKept) return known;
    const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}

function keepingClient(client: pg.PoolClient, nameOf: NameOf): pg.PoolClient {
  const query = beginningEarly((text, values) => {
    const name = nameOf(text);
    return client.query(name === undefined ? { text, values } : { name, text, values });
  });
  // the pool puts another `release` on the client each time it is taken
  const release = (destroy?: boolean) => client.release(destroy);
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  });
}
