import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The URL and the JSON body of a sign-in request. */
export interface SignIn {
  readonly url: string;
  readonly body: Readonly<Record<string, string>>;
}

/** Sends sign-in requests from a worker thread, so the main thread's own work does not distort the times. */
export class SignInLoad {
  readonly #worker = new Worker(new URL('./sign-in-worker.ts', import.meta.url));

  /** Returns the duration of each sign-in during `work`, in milliseconds. Throws if one failed or none completed. */
  async during(signIn: SignIn, work: () => Promise<unknown>): Promise<number[]> {
    const reply = once(this.#worker, 'message');
    this.#worker.postMessage(signIn);
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
