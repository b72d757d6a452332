import type pg from 'pg';

/** The statements sent on a pool's connections until `stop`. */
export interface StatementCount {
  /** The statements' texts so far, without values. */
  readonly texts: string[];
  stop(): void;
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : undefined;
}

/** Records the statements of every connection acquired from the pool, except those of the system log and the outbox. */
export function countStatements(pool: pg.Pool): StatementCount {
  const texts: string[] = [];
  const originals = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const onAcquire = (client: pg.PoolClient) => {
    if (originals.has(client)) return;
    const original = client.query;
    originals.set(client, original);
    let isBackground = false;
    const countingQuery: typeof client.query = (...args: unknown[]) => {
      const text = textOf(args[0]);
      if (text?.startsWith('BEGIN')) isBackground = /medcloud\.system = '(log|outbox)'/.test(text);
      if (text !== undefined && !isBackground) texts.push(text);
      return Reflect.apply(original, client, args);
    };
    client.query = countingQuery;
  };
  pool.on('acquire', onAcquire);
  return {
    texts,
    stop: () => {
      pool.off('acquire', onAcquire);
      for (const [client, original] of originals) client.query = original;
    },
  };
}
