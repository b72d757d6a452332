import type { ForeignFault } from './thread-fault.ts';

/** What a thread answers: one message an order, in turn. */
export type ThreadAnswer<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly fault: ForeignFault };
