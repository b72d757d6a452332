import type pg from 'pg';

/** Counts what a pool's connections are asked, from now until `stop`. */
export interface StatementCount {
  /** The texts so far, their values left out. */
  readonly texts: string[];
  stop(): void;
}

/** Listens at every connection that is taken from the pool. */
export function countStatements(pool: pg.Pool): StatementCount {
  const texts: string[] = [];
  const heard = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const listen = (client: pg.PoolClient) => {
    if (heard.has(client)) return;
    const original = client.query;
    heard.set(client, original);
    const listening: typeof client.query = (...args: unknown[]) => {
      const [first] = args;
      if (typeof first === 'string') texts.push(first);
      else if (typeof first === 'object' && first !== null && 'text' in first) texts.push(String(first.text));
      return Reflect.apply(original, client, args);
    };
    client.query = listening;
  };
  pool.on('acquire', listen);
  return {
    texts,
    stop: () => {
      pool.off('acquire', listen);
      for (const [client, original] of heard) client.query = original;
    },
  };
}
