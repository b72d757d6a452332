import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '../ids/random.ts';
import { jobsChannel } from './jobs-channel.ts';
import type { Report } from './queue.ts';
import { backOff } from './timing.ts';

// The server may be away for minutes; the poll does the work meanwhile.
const firstWaitMs = 100;
const maxWaitMs = 10_000;

export interface ListenerOptions {
  /** A connected client of its own. */
  connect: () => Promise<pg.Client>;
  onKind: (kind: string) => void;
  /** Listening has begun, perhaps again: what was told meanwhile was missed. */
  onListening: () => void;
  random: Random;
  report: Report;
}

/** Hears of new jobs on a connection of its own, and makes another one whenever that breaks. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Call it once. Resolves when the first attempt has succeeded or failed; a failed one is tried again by itself. */
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

  /** Listens until the connection is lost, and returns why. */
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
    // Stays for good: an error that nobody listens to would end the process.
    client.on('error', resolve);
    client.once('end', () => resolve(new Error('The connection ended')));
  });
}
