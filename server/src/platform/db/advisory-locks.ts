import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** A name that is held. */
export interface HeldLock {
  /** Aborted when somebody else wants the name, or the connection that holds it is lost: whoever works under it stops. */
  readonly wanted: AbortSignal;
  /** Whether the connection that held it is lost, so that somebody else may hold it by now. */
  isLost(): boolean;
  release(): Promise<void>;
}

/**
 * Locks by name that hold across all nodes of a portal, however long they are held: PostgreSQL's advisory locks of one
 * connection of this node's own. It asks whoever holds a name, here or elsewhere, to let it go.
 */
export interface AdvisoryLocks {
  /** Null where the name was not let go within the time. Fails as the connection does. */
  take(name: string, patienceMs: number): Promise<HeldLock | null>;
  close(): Promise<void>;
}

interface Holding {
  readonly wanted: AbortController;
  isLost: boolean;
}

function lose(holding: Holding): void {
  holding.isLost = true;
  holding.wanted.abort();
}

const channel = 'medcloud_wanted';
const askEveryMs = 50;

/** Connects with the first lock, and anew with the next one after the connection was lost. */
export function openAdvisoryLocks(connect: () => Promise<pg.Client>): AdvisoryLocks {
  const held = new Map<string, Holding>();
  let connecting: Promise<pg.Client> | undefined;

  const loseAll = () => {
    connecting = undefined;
    for (const holding of held.values()) lose(holding);
  };
  const open = async () => {
    const client = await connect();
    const { rows } = await client.query<{ own: number }>('SELECT pg_backend_pid() AS own');
    client.on('notification', ({ payload, processId }) => {
      if (processId !== rows[0]?.own) held.get(payload ?? '')?.wanted.abort();
    });
    client.once('end', loseAll);
    await client.query(`LISTEN ${channel}`);
    return client;
  };
  const connected = () => {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  /** Whether the name is this node's now; the connection's locks are one holder, so the map says who in this process. */
  const tryOnce = async (name: string, holding: Holding): Promise<boolean> => {
    held.set(name, holding);
    try {
      const client = await connected();
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [name],
      );
      if (rows[0]?.taken) return true;
      await client.query('SELECT pg_notify($1, $2)', [channel, name]);
    } catch (error) {
      held.delete(name);
      throw error;
    }
    held.delete(name);
    return false;
  };

  return {
    async take(name, patienceMs) {
      for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += askEveryMs) {
        const holding: Holding = { wanted: new AbortController(), isLost: false };
        const holder = held.get(name);
        if (holder) holder.wanted.abort();
        else if (await tryOnce(name, holding)) return lockOf(name, holding);
        await wait(askEveryMs);
      }
      return null;
    },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };

  function lockOf(name: string, holding: Holding): HeldLock {
    return {
      wanted: holding.wanted.signal,
      isLost: () => holding.isLost,
      async release() {
        if (held.get(name) !== holding) return;
        try {
          // a connection that was lost has let go of all it held
          const client = await connecting;
          await client?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
        } finally {
          held.delete(name);
        }
      },
    };
  }
}
