import type pg from 'pg';

// Two, so that both cores of a small machine work. A connection answers some 1,500 of these statements a second.
const maxShared = 2;

interface Pool {
  /** Callers of `connect` that wait because all connections are in use. */
  readonly waitingCount: number;
  connect(): Promise<pg.PoolClient>;
}

interface SharedConnection {
  readonly client: Promise<pg.PoolClient>;
  /** Statements without a reply. */
  pendingCount: number;
  isOpened: boolean;
  isBroken: boolean;
}

/**
 * Lends few connections of a pool to many statements at once, each complete by itself: they are pipelined. With one
 * connection for each statement, 16 requests at once began 16 connections, and each plans its statements anew: 30 ms
 * of processor for one that then takes 0.6.
 */
export class SharedConnections {
  readonly #pool: Pool;
  readonly #open = new Set<SharedConnection>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Calls `send` with a connection that other statements use too. It must send one statement outside a transaction. The
   * connection is closed after an error for which `isFatal` returns true. If it cannot be opened, all that wait for it
   * fail at once.
   */
  async run<Result>(
    send: (client: pg.PoolClient) => Promise<Result>,
    isFatal: (error: unknown) => boolean,
  ): Promise<Result> {
    const shared = this.#choose();
    shared.pendingCount += 1;
    try {
      const client = await shared.client;
      shared.isOpened = true;
      return await send(client);
    } catch (error) {
      if (!shared.isOpened || isFatal(error)) shared.isBroken = true;
      throw error;
    } finally {
      shared.pendingCount -= 1;
      if (shared.isBroken || shared.pendingCount === 0) this.#open.delete(shared);
      if (shared.pendingCount === 0) await release(shared);
    }
  }

  #choose(): SharedConnection {
    // gives them back as soon as their statements have replies: a transaction waits for its turn
    if (this.#pool.waitingCount > 0) for (const one of this.#open) if (one.isOpened) this.#open.delete(one);
    const [idlest] = [...this.#open].toSorted((a, b) => a.pendingCount - b.pendingCount);
    if (idlest !== undefined && this.#open.size >= maxShared) return idlest;
    const shared = { client: this.#pool.connect(), pendingCount: 0, isOpened: false, isBroken: false };
    this.#open.add(shared);
    return shared;
  }
}

/** Gives the connection back, if it could be opened. */
async function release({ client, isBroken }: SharedConnection): Promise<void> {
  await client.then(
    (opened) => opened.release(isBroken),
    () => undefined,
  );
}
