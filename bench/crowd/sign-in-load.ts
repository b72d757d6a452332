import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Where somebody signs in, and with what. */
export interface SignIn {
  readonly url: string;
  readonly body: Readonly<Record<string, string>>;
}

/** Signs in from a thread of its own, so that what this one does beside is not measured along. */
export class SignInLoad {
  readonly #worker = new Worker(new URL('./sign-in-worker.ts', import.meta.url));

  /** How long each sign-in took, in milliseconds, while the work lasted. Fails where one failed, or none ended. */
  async during(signIn: SignIn, work: () => Promise<unknown>): Promise<number[]> {
    const reply = once(this.#worker, 'message');
    this.#worker.postMessage(signIn);
    try {
      await work();
    } finally {
      this.#worker.postMessage(null);
    }
    const [took]: (number[] | string)[] = await reply;
    if (!Array.isArray(took) || took.length === 0) throw new Error(took === undefined ? 'No answer' : String(took));
    return took;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
