import type { SerializedError } from './worker-fault.ts';

/** What a thread answers: one message an order, in turn. */
export type WorkerReply<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly fault: SerializedError };
