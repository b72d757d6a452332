import { Worker } from 'node:worker_threads';
import type { ThreadAnswer } from './messages.ts';
import { ThreadFault } from './thread-fault.ts';

export interface ThreadPoolOptions {
  /** The module that calls `serveOrders`. */
  readonly entry: URL;
  /** Threads at once. */
  readonly size: number;
  /** Of the heap of each; buffers beside it are for the work itself to bound. */
  readonly heapMegabytes: number;
  /** An idle thread is ended after this long, and its memory given back. */
  readonly idleMs: number;
}

export interface RunOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly start: (thread: Worker) => void;
  readonly refuse: (fault: ThreadFault) => void;
}

/**
 * Threads for work that must not hurt the rest of the portal: each order has a time and a heap, and a thread whose work
 * failed in any way is thrown away with whatever state it was left in. Threads are made when they are needed, and none of
 * them keeps the process alive while nobody waits for it.
 */
export class ThreadPool<Order, Result> {
  readonly #options: ThreadPoolOptions;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Set<Worker>();
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Carries out an order in the next free thread. The time counts from its start. Fails with `ThreadFault`. */
  async run(order: Order, { timeoutMs, signal }: RunOptions): Promise<Result> {
    const thread = await this.#take();
    if (signal?.aborted) {
      this.#giveBack(thread);
      throw new ThreadFault('aborted');
    }
    try {
      const result = await this.#ask(thread, order, timeoutMs, signal);
      this.#giveBack(thread);
      return result;
    } catch (error) {
      this.#busy.delete(thread);
      await thread.terminate();
      this.#startNext();
      throw error;
    }
  }

  /** Ends all threads; work under way fails as `aborted` or `died`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(new ThreadFault('aborted'));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((thread) => thread.terminate()));
  }

  #take(): Promise<Worker> {
    if (this.#isClosed) return Promise.reject(new ThreadFault('aborted'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: resolve, refuse: reject });
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isClosed || this.#busy.size >= this.#options.size) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const thread = this.#freeThread();
    this.#busy.add(thread);
    thread.ref();
    next.start(thread);
  }

  #freeThread(): Worker {
    const [free] = this.#idle;
    if (free === undefined) return this.#begin();
    const [thread, timer] = free;
    clearTimeout(timer);
    this.#idle.delete(thread);
    return thread;
  }

  #begin(): Worker {
    const { entry, heapMegabytes } = this.#options;
    // no environment: a thread that reads hostile files knows no settings
    const thread = new Worker(entry, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    // a thread that dies idle is only forgotten; one at work has listeners of its own
    thread.on('error', () => this.#forget(thread));
    thread.on('exit', () => this.#forget(thread));
    thread.unref();
    return thread;
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }

  #giveBack(thread: Worker): void {
    this.#busy.delete(thread);
    thread.unref();
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.terminate();
    }, this.#options.idleMs);
    this.#idle.set(thread, timer.unref());
    this.#startNext();
  }

  #ask(thread: Worker, order: Order, timeoutMs: number, signal: AbortSignal | undefined): Promise<Result> {
    const over = new AbortController();
    return new Promise<Result>((resolve, reject) => {
      const on = (event: 'message' | 'error' | 'exit', listener: (value: unknown) => void) => {
        thread.once(event, listener);
        over.signal.addEventListener('abort', () => thread.off(event, listener));
      };
      const timer = setTimeout(() => reject(new ThreadFault('timeout')), timeoutMs);
      const abort = () => reject(new ThreadFault('aborted'));
      signal?.addEventListener('abort', abort, { once: true });
      over.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
      thread.once('message', (answer: ThreadAnswer<Result>) => settle(answer, resolve, reject));
      on('error', (error) => reject(new ThreadFault(isOutOfMemory(error) ? 'memory' : 'died')));
      on('exit', () => reject(new ThreadFault('died')));
      thread.postMessage(order);
    }).finally(() => over.abort());
  }
}

function settle<Result>(
  answer: ThreadAnswer<Result>,
  resolve: (result: Result) => void,
  reject: (fault: ThreadFault) => void,
): void {
  if (answer.state === 'done') resolve(answer.result);
  else reject(new ThreadFault('failed', answer.fault));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
