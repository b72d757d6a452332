import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** URLs that are each requested once, over so many keep-alive connections. */
export interface DriverTask {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** How long each connection waits after a response; by default not at all. */
  readonly pauseMs?: number;
}

export interface DriverTiming {
  readonly kind: 'timing';
  readonly tookMs: number;
  readonly eachMs: readonly number[];
  /** Bytes of all bodies. */
  readonly bytes: number;
}

export type DriverReply = DriverTiming | { readonly kind: 'failure'; readonly reason: string };

/** Sends requests from a process of its own, as a client of another machine would. */
export class ClientDriver {
  readonly #child: ChildProcess = fork(new URL('driver-main.ts', import.meta.url));

  /** Sends each request once and waits for all responses. Throws if one is not 200. */
  async send(task: DriverTask): Promise<DriverTiming> {
    this.#child.send(task);
    const [reply]: DriverReply[] = await once(this.#child, 'message');
    if (reply === undefined || reply.kind === 'failure') throw new Error(reply?.reason ?? 'The driver has ended.');
    return reply;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
