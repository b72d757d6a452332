import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What is asked for. */
export interface Ask {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Order {
  readonly ask: Ask;
  /** How often each connection asks. */
  readonly times: number;
  readonly atOnce: number;
}

export interface Timed {
  medianMs: number;
  /** The median of the waits for the first byte of the body. */
  firstByteMs: number;
  /** Of one answer. */
  bytes: number;
}

/** Asks from a thread of its own: in the portal's it would be measured along. */
export class Driver {
  readonly #thread = new Worker(new URL('./driver-thread.ts', import.meta.url));

  /** The median time of calls read to their last byte. Fails where one is not answered by 200. */
  async timed(order: Order): Promise<Timed> {
    this.#thread.postMessage(order);
    const [answer]: (Timed & { failure?: string })[] = await once(this.#thread, 'message');
    if (answer === undefined || answer.failure !== undefined) throw new Error(answer?.failure ?? 'No answer');
    return answer;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
