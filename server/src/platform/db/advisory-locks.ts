import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** An acquired lock. */
export interface AdvisoryLock {
  /** Aborts when another caller requests the lock, or its connection is lost. The holder must then stop its work. */
  readonly signal: AbortSignal;
  /** Returns whether the lock's connection is lost, so another holder may have the lock by now. */
  isLost(): boolean;
  release(): Promise<void>;
}

/**
 * Named locks across all nodes of a portal, for any duration: PostgreSQL advisory locks on a dedicated connection of
 * this node. A waiting caller asks the current holder, on any node, to release the lock.
 */
export interface AdvisoryLocks {
  /** Acquires a lock. Returns null if it was not released within `timeoutMs`. Throws errors of the connection. */
  acquire(name: string, timeoutMs: number): Promise<AdvisoryLock | null>;
  close(): Promise<void>;
}

interface LockState {
  readonly controller: AbortController;
  isLost: boolean;
}

function markLost(state: LockState): void {
  state.isLost = true;
  state.controller.abort();
}

const channel = 'medcloud_wanted';
const pollMs = 50;

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
    [name],
  );
  return rows[0]?.taken === true;
}

/** Opens the locks. Connects for the first lock, and reconnects for the next one after the connection was lost. */
export function openAdvisoryLocks(connect: () => Promise<pg.Client>): AdvisoryLocks {
  const held = new Map<string, LockState>();
  let connecting: Promise<pg.Client> | undefined;

  const markAllLost = () => {
    connecting = undefined;
    for (const state of held.values()) markLost(state);
  };
  const open = async () => {
    const client = await connect();
    const { rows } = await client.query<{ own: number }>('SELECT pg_backend_pid() AS own');
    client.on('notification', ({ payload, processId }) => {
      if (processId !== rows[0]?.own) held.get(payload ?? '')?.controller.abort();
    });
    client.once('end', markAllLost);
    await client.query(`LISTEN ${channel}`);
    return client;
  };
  const getConnection = () => {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  /**
   * Tries to acquire the lock. To PostgreSQL, the connection is one holder, so the map separates the holders in this
   * process.
   */
  const tryAcquire = async (name: string, state: LockState): Promise<boolean> => {
    held.set(name, state);
    try {
      const client = await getConnection();
      if (await tryLock(client, name)) return true;
      await client.query('SELECT pg_notify($1, $2)', [channel, name]);
    } catch (error) {
      held.delete(name);
      throw error;
    }
    held.delete(name);
    return false;
  };

  return {
    async acquire(name, timeoutMs) {
      for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += pollMs) {
        const state: LockState = { controller: new AbortController(), isLost: false };
        const current = held.get(name);
        if (current) current.controller.abort();
        else if (await tryAcquire(name, state)) return createLock(name, state);
        await wait(pollMs);
      }
      return null;
    },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };

  function createLock(name: string, state: LockState): AdvisoryLock {
    return {
      signal: state.controller.signal,
      isLost: () => state.isLost,
      async release() {
        if (held.get(name) !== state) return;
        try {
          // PostgreSQL has already released all locks of a lost connection.
          const client = await connecting;
          await client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
        } finally {
          held.delete(name);
        }
      },
    };
  }
}
