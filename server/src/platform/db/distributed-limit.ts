import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Numbered places under a name, counted over all nodes: PostgreSQL's advisory locks of one connection of this node's own. What
 * a node held that was killed is free as soon as its connection is gone.
 */
export interface DistributedLimit {
  /**
   * Takes one of so many places under a name, and answers what gives it back; null where none came free within the time, here
   * or on another node. Fails as the connection does.
   */
  acquire(name: string, maxConcurrent: number, timeoutMs: number): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
}

const pollMs = 50;

// LIMIT ends the scan with the first that is free: locks behind it are not touched.
const acquireFirstSql = `
  SELECT place FROM unnest($1::text[]) AS place WHERE pg_try_advisory_lock(hashtextextended(place, 0)) LIMIT 1`;

/** Connects with the first place, and anew with the next one after the connection was lost; it then holds again what this node still uses. */
export function openDistributedLimit(connect: () => Promise<pg.Client>): DistributedLimit {
  const held = new Set<string>();
  let connecting: Promise<pg.Client> | undefined;
  let lastAttempt: Promise<unknown> = Promise.resolve();

  const open = async () => {
    const client = await connect();
    client.once('end', () => {
      connecting = undefined;
    });
    // what another node has taken meanwhile is the other's too: transfers that run are not cut for it
    if (held.size > 0)
      await client.query('SELECT pg_try_advisory_lock(hashtextextended(place, 0)) FROM unnest($1::text[]) AS place', [
        [...held],
      ]);
    return client;
  };
  const getConnection = () => {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const tryAcquire = async (name: string, maxConcurrent: number) => {
    const places = Array.from({ length: maxConcurrent }, (_, index) => `place ${name} ${index + 1}`);
    const free = places.filter((place) => !held.has(place));
    if (free.length === 0) return null;
    const client = await getConnection();
    const { rows } = await client.query<{ place: string }>(acquireFirstSql, [free]);
    const place = rows[0]?.place ?? null;
    if (place !== null) held.add(place);
    return place;
  };
  /** One after another: all locks of the connection are one holder's, so two that ask at once could be given the same. */
  const acquireInOrder = (name: string, maxConcurrent: number) => {
    const acquired = lastAttempt.then(() => tryAcquire(name, maxConcurrent));
    lastAttempt = acquired.catch(() => undefined);
    return acquired;
  };
  const release = async (place: string) => {
    held.delete(place);
    // a connection that was lost has let go of all it held
    const client = await connecting?.catch(() => undefined);
    await client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [place]).catch(() => undefined);
  };

  return {
    async acquire(name, maxConcurrent, timeoutMs) {
      for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += pollMs) {
        if (waitedMs > 0) await wait(pollMs);
        const place = await acquireInOrder(name, maxConcurrent);
        if (place !== null) return () => release(place);
      }
      return null;
    },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
