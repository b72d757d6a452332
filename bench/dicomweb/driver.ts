import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface DriverRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DriverTask {
  readonly request: DriverRequest;
  /** Requests per connection. */
  readonly times: number;
  readonly concurrency: number;
}

export interface Timing {
  medianMs: number;
  /** Median time until the first byte of the body. */
  firstByteMs: number;
  /** Body size of one response. */
  bytes: number;
}

/** Sends requests from a worker thread. In the portal's thread, the client's own work would distort the times. */
export class Driver {
  readonly #worker = new Worker(new URL('./driver-worker.ts', import.meta.url));

  /** Returns median times of requests read to their last byte. Throws if a response is not 200. */
  async measure(task: DriverTask): Promise<Timing> {
    this.#worker.postMessage(task);
    const [response]: (Timing & { failure?: string })[] = await once(this.#worker, 'message');
    if (response === undefined || response.failure !== undefined) throw new Error(response?.failure ?? 'No response');
    return response;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
