import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What is asked for. */
export interface DriverRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DriverTask {
  readonly request: DriverRequest;
  /** How often each connection asks. */
  readonly times: number;
  readonly concurrency: number;
}

export interface Timing {
  medianMs: number;
  /** The median of the waits for the first byte of the body. */
  firstByteMs: number;
  /** Of one answer. */
  bytes: number;
}

/** Asks from a thread of its own: in the portal's it would be measured along. */
export class Driver {
  readonly #worker = new Worker(new URL('./driver-worker.ts', import.meta.url));

  /** The median time of calls read to their last byte. Fails where one is not answered by 200. */
  async measure(task: DriverTask): Promise<Timing> {
    this.#worker.postMessage(task);
    const [response]: (Timing & { failure?: string })[] = await once(this.#worker, 'message');
    if (response === undefined || response.failure !== undefined) throw new Error(response?.failure ?? 'No answer');
    return response;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
