import type { SerializedError } from './worker-fault.ts';

/** The reply of a worker: one message per task, in order. */
export type WorkerReply<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly fault: SerializedError };
