import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.ts';
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
  /** So many idle workers stay. */
  readonly minIdle?: number;
}

export interface RunOptions {
  readonly timeoutMs: number;
  /** Ends the task, also while it runs: its worker is then terminated. */
  readonly signal?: AbortSignal | undefined;
  /** Removes the task while it waits. A running one ends, because a new worker would cost more. */
  readonly waitingSignal?: AbortSignal | undefined;
  /** Groups of waiting tasks take turns. */
  readonly group?: string | undefined;
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
  /** With the timer that ends it; undefined for the permanent ones. */
  readonly #idle = new Map<Worker, NodeJS.Timeout | undefined>();
  readonly #busy = new Set<Worker>();
  readonly #waiting = new FairQueue<WaitingTask>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Runs a task in the next free worker. The timeout counts from the task's start. Throws `WorkerFault`. */
  async run(task: Task, options: RunOptions): Promise<Result> {
    const worker = await this.#acquire(options);
    const { timeoutMs, signal } = options;
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
    for (const { reject } of this.#waiting.clear()) reject(new WorkerFault('aborted'));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((worker) => worker.terminate()));
  }

  #acquire({ signal, waitingSignal, group = '' }: RunOptions): Promise<Worker> {
    if (this.#isClosed) return Promise.reject(new WorkerFault('aborted'));
    const signals = [signal, waitingSignal].filter((each) => each !== undefined);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.remove(group, waiting);
        waiting.reject(new WorkerFault('aborted'));
      };
      const stopListening = () => {
        for (const each of signals) each.removeEventListener('abort', abort);
      };
      const waiting: WaitingTask = {
        start: (worker) => {
          stopListening();
          resolve(worker);
        },
        reject: (fault) => {
          stopListening();
          reject(fault);
        },
      };
      if (signals.some(({ aborted }) => aborted)) return waiting.reject(new WorkerFault('aborted'));
      for (const each of signals) each.addEventListener('abort', abort);
      this.#waiting.add(group, waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isClosed || this.#busy.size >= this.#options.size) return;
    const next = this.#waiting.take();
    if (next === undefined) return;
    const worker = this.#getIdleWorker();
    this.#busy.add(worker);
    worker.ref();
    next.start(worker);
  }

  /** The last used one: its code is compiled, and its files are open. */
  #getIdleWorker(): Worker {
    const free = [...this.#idle].at(-1);
    if (free === undefined) return this.#startWorker();
    const [worker, timer] = free;
    clearTimeout(timer);
    this.#idle.delete(worker);
    return worker;
  }

  #startWorker(): Worker {
    const { entry, heapMegabytes } = this.#options;
    const worker = new Worker(entry, {
      env: workerEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
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
    this.#idle.set(worker, this.#mayStayIdle() ? undefined : this.#startIdleTimer(worker));
    this.#startNext();
  }

  #mayStayIdle(): boolean {
    const permanent = [...this.#idle.values()].filter((timer) => timer === undefined);
    return permanent.length < (this.#options.minIdle ?? 0);
  }

  #startIdleTimer(worker: Worker): NodeJS.Timeout {
    return setTimeout(() => {
      this.#idle.delete(worker);
      void worker.terminate();
    }, this.#options.idleMs).unref();
  }

  #runTask(worker: Worker, task: Task, timeoutMs: number, signal: AbortSignal | undefined): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const onMessage = (reply: WorkerReply<Result>) => settle(() => replyTo(reply, resolve, reject));
      const onError = (error: unknown) =>
        settle(() => reject(new WorkerFault(isOutOfMemory(error) ? 'memory' : 'died')));
      const onExit = () => settle(() => reject(new WorkerFault('died')));
      const onAbort = () => settle(() => reject(new WorkerFault('aborted')));
      const timer = setTimeout(() => settle(() => reject(new WorkerFault('timeout'))), timeoutMs);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        act();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      worker.postMessage(task);
    });
  }
}

function replyTo<Result>(
  reply: WorkerReply<Result>,
  resolve: (result: Result) => void,
  reject: (fault: WorkerFault) => void,
): void {
  if (reply.state === 'done') resolve(reply.result);
  else reject(new WorkerFault('failed', reply.fault));
}

/**
 * No settings: a worker that reads hostile files must not have them. With the folder of compiled modules, a worker
 * starts in a third of the processor time.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir(); // one for this version of Node, in the folder that NODE_COMPILE_CACHE names
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
