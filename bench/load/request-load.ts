import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** One request that a worker sends again and again. */
export interface LoadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bodies of POST requests, in turns. Without one, GET. */
  readonly bodies?: readonly { readonly body: string; readonly headers?: Readonly<Record<string, string>> }[];
  /** The status of each response. */
  readonly status: number;
  /** Sent at this rate, whether or not the earlier ones were answered; otherwise one after another. */
  readonly perSecond?: number;
}

/** Sends requests from a worker thread, so the main thread's own work does not distort the times. */
export class RequestLoad {
  readonly #worker = new Worker(new URL('./request-worker.ts', import.meta.url));

  /** Returns the duration of each request during `work`, in milliseconds. Throws if one failed or none completed. */
  async during(request: LoadRequest, work: () => Promise<unknown>): Promise<number[]> {
    const reply = once(this.#worker, 'message');
    this.#worker.postMessage(request);
    try {
      await work();
    } finally {
      this.#worker.postMessage(null);
    }
    const [took]: (number[] | string)[] = await reply;
    if (!Array.isArray(took) || took.length === 0) throw new Error(took === undefined ? 'No response' : String(took));
    return took;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

export const toSignIn = (url: string, body: Readonly<Record<string, string>>): LoadRequest => ({
  url,
  headers: { 'content-type': 'application/json' },
  bodies: [{ body: JSON.stringify(body) }],
  status: 200,
});

/** Returns the 95th percentile. */
export function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
