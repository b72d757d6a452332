import { Worker } from 'node:worker_threads';
import { WorkerFault } from './worker-fault.ts';
import type { WorkerReply } from './worker-reply.ts';

export interface WorkerPoolOptions {
  /** The module that calls `serveTasks`. */
  readonly entry: URL;
  /** Maximum number of workers. */
  readonly size: number;
  /** Heap limit per worker. Buffers outside the heap are not included; the task must limit them itself. */
  readonly heapMegabytes: number;
  /** An idle worker is terminated after this time, which frees its memory. */
  readonly idleMs: number;
}

export interface RunOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface WaitingTask {
  readonly start: (worker: Worker) => void;
  readonly reject: (fault: WorkerFault) => void;
}

/**
 * Runs tasks in worker threads, isolated from the rest of the portal. Each task has a limit of time and heap. A worker
 * whose task failed in any way is terminated, because its state is unknown. Workers start on demand, and an idle one
 * does not keep the process alive.
 */
export class WorkerPool<Task, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Set<Worker>();
  #waiting: WaitingTask[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Runs a task in the next free worker. The timeout counts from the task's start. Throws `WorkerFault`. */
  async run(task: Task, { timeoutMs, signal }: RunOptions): Promise<Result> {
    const worker = await this.#acquire();
    if (signal?.aborted) {
      this.#release(worker);
      throw new WorkerFault('aborted');
    }
    try {
      const result = await this.#runTask(worker, task, timeoutMs, signal);
      this.#release(worker);
      return result;
    } catch (error) {
      this.#busy.delete(worker);
      await worker.terminate();
      this.#startNext();
      throw error;
    }
  }

  /** Terminates all workers. Running and waiting tasks fail with `aborted` or `died`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerFault('aborted'));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((worker) => worker.terminate()));
  }

  #acquire(): Promise<Worker> {
    if (this.#isClosed) return Promise.reject(new WorkerFault('aborted'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: resolve, reject });
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isClosed || this.#busy.size >= this.#options.size) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const worker = this.#getIdleWorker();
    this.#busy.add(worker);
    worker.ref();
    next.start(worker);
  }

  #getIdleWorker(): Worker {
    const [free] = this.#idle;
    if (free === undefined) return this.#startWorker();
    const [worker, timer] = free;
    clearTimeout(timer);
    this.#idle.delete(worker);
    return worker;
  }

  #startWorker(): Worker {
    const { entry, heapMegabytes } = this.#options;
    // No environment: a worker that reads hostile files must not have the settings.
    const worker = new Worker(entry, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    // An idle worker that dies is only removed. A busy one has its own listeners.
    worker.on('error', () => this.#removeWorker(worker));
    worker.on('exit', () => this.#removeWorker(worker));
    worker.unref();
    return worker;
  }

  #removeWorker(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }

  #release(worker: Worker): void {
    this.#busy.delete(worker);
    worker.unref();
    const timer = setTimeout(() => {
      this.#idle.delete(worker);
      void worker.terminate();
    }, this.#options.idleMs);
    this.#idle.set(worker, timer.unref());
    this.#startNext();
  }

  #runTask(worker: Worker, task: Task, timeoutMs: number, signal: AbortSignal | undefined): Promise<Result> {
    const settled = new AbortController();
    return new Promise<Result>((resolve, reject) => {
      const on = (event: 'message' | 'error' | 'exit', listener: (value: unknown) => void) => {
        worker.once(event, listener);
        settled.signal.addEventListener('abort', () => worker.off(event, listener));
      };
      const timer = setTimeout(() => reject(new WorkerFault('timeout')), timeoutMs);
      const abort = () => reject(new WorkerFault('aborted'));
      signal?.addEventListener('abort', abort, { once: true });
      settled.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
      worker.once('message', (reply: WorkerReply<Result>) => settle(reply, resolve, reject));
      on('error', (error) => reject(new WorkerFault(isOutOfMemory(error) ? 'memory' : 'died')));
      on('exit', () => reject(new WorkerFault('died')));
      worker.postMessage(task);
    }).finally(() => settled.abort());
  }
}

function settle<Result>(
  reply: WorkerReply<Result>,
  resolve: (result: Result) => void,
  reject: (fault: WorkerFault) => void,
): void {
  if (reply.state === 'done') resolve(reply.result);
  else reject(new WorkerFault('failed', reply.fault));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
