import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Limits concurrent use of a name over all nodes, by numbered slots: PostgreSQL advisory locks on a dedicated
 * connection of this node. The slots of a killed node are free as soon as its connection is closed.
 */
export interface DistributedLimit {
  /**
   * Acquires one of `maxConcurrent` slots of a name. Returns its release function; null if no slot became free within
   * `timeoutMs` on any node. Throws errors of the connection.
   */
  acquire(name: string, maxConcurrent: number, timeoutMs: number): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
}

const pollMs = 50;

// LIMIT ends the scan at the first free slot, so the locks after it are not touched.
const acquireFirstSql = `
  SELECT slot FROM unnest($1::text[]) AS slot WHERE pg_try_advisory_lock(hashtextextended(slot, 0)) LIMIT 1`;

/**
 * Opens the limit. Connects for the first slot, and reconnects for the next one after the connection was lost; then
 * acquires again the slots that this node still uses.
 */
export function openDistributedLimit(connect: () => Promise<pg.Client>): DistributedLimit {
  const held = new Set<string>();
  let connecting: Promise<pg.Client> | undefined;
  let lastAttempt: Promise<unknown> = Promise.resolve();

  const open = async () => {
    const client = await connect();
    client.once('end', () => {
      connecting = undefined;
    });
    // Another node may have acquired the same slot meanwhile. Both keep it, so no running transfer is cut.
    if (held.size > 0)
      await client.query('SELECT pg_try_advisory_lock(hashtextextended(slot, 0)) FROM unnest($1::text[]) AS slot', [
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
    const slots = Array.from({ length: maxConcurrent }, (_, index) => `place ${name} ${index + 1}`);
    const free = slots.filter((slot) => !held.has(slot));
    if (free.length === 0) return null;
    const client = await getConnection();
    const { rows } = await client.query<{ slot: string }>(acquireFirstSql, [free]);
    const slot = rows[0]?.slot ?? null;
    if (slot !== null) held.add(slot);
    return slot;
  };
  /**
   * Runs one attempt after another: all locks of the connection have one holder, so two attempts could get the same
   * slot.
   */
  const acquireInOrder = (name: string, maxConcurrent: number) => {
    const acquired = lastAttempt.then(() => tryAcquire(name, maxConcurrent));
    lastAttempt = acquired.catch(() => undefined);
    return acquired;
  };
  const release = async (slot: string) => {
    held.delete(slot);
    // PostgreSQL has already released all locks of a lost connection.
    const client = await connecting?.catch(() => undefined);
    await client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [slot]).catch(() => undefined);
  };

  return {
    async acquire(name, maxConcurrent, timeoutMs) {
      for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += pollMs) {
        if (waitedMs > 0) await wait(pollMs);
        const slot = await acquireInOrder(name, maxConcurrent);
        if (slot !== null) return () => release(slot);
      }
      return null;
    },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
