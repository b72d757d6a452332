import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '../ids/random.ts';
import { jobsChannel } from './jobs-channel.ts';
import type { Report } from './queue.ts';
import { backOff } from './timing.ts';

// The server may be down for minutes; polling finds the jobs meanwhile.
const firstWaitMs = 100;
const maxWaitMs = 10_000;

export interface ListenerOptions {
  /** Opens a connected client for the listener alone. */
  connect: () => Promise<pg.Client>;
  onKind: (kind: string) => void;
  /** Called when listening starts, also after a reconnect. Notifications sent before were missed. */
  onListening: () => void;
  random: Random;
  report: Report;
}

/** Listens for new jobs on its own connection and reconnects when it breaks. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /**
   * Starts listening; call it once. Resolves after the first attempt, also if it failed; failed attempts are retried.
   */
  start(): Promise<void> {
    return new Promise((resolve) => {
      void this.#listenWithRetry(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#client?.end();
  }

  async #listenWithRetry(afterFirst: () => void): Promise<void> {
    for (let failures = 1; !this.#stopping.signal.aborted; failures += 1) {
      const error = await this.#listenUntilLost(() => {
        failures = 1;
        afterFirst();
      });
      afterFirst();
      if (this.#stopping.signal.aborted) return;
      this.#options.report({ event: 'listener_lost', error });
      await this.#pause(backOff(failures, firstWaitMs, maxWaitMs, this.#options.random));
    }
  }

  /** Listens until the connection is lost. Returns the reason. */
  async #listenUntilLost(onListening: () => void): Promise<unknown> {
    try {
      const client = await this.#options.connect();
      const lost = waitForLoss(client);
      this.#client = client;
      try {
        if (this.#stopping.signal.aborted) return null;
        client.on('notification', ({ payload }) => this.#options.onKind(payload ?? ''));
        await client.query(`LISTEN ${jobsChannel}`);
        onListening();
        this.#options.onListening();
        return await lost;
      } finally {
        await client.end();
      }
    } catch (error) {
      return error;
    }
  }

  async #pause(ms: number): Promise<void> {
    try {
      await wait(ms, undefined, { signal: this.#stopping.signal });
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
    }
  }
}

function waitForLoss(client: pg.Client): Promise<unknown> {
  return new Promise((resolve) => {
    // Never removed: an error without a listener would end the process.
    client.on('error', resolve);
    client.once('end', () => resolve(new Error('The connection ended')));
  });
}
