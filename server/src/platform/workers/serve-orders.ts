import { parentPort, type Transferable } from 'node:worker_threads';
import type { ThreadAnswer } from './messages.ts';
import type { ForeignFault } from './thread-fault.ts';

/** What a thread made, and the buffers of it that need not be copied on their way out. */
export interface Made<Result> {
  readonly result: Result;
  readonly transfer?: Transferable[];
}

/** The other end of `ThreadPool`: carries out one order after another, and answers each. */
export function serveOrders<Order, Result>(work: (order: Order) => Promise<Made<Result>>): void {
  const port = parentPort;
  if (port === null) return;
  const answer = (message: ThreadAnswer<Result>, transfer?: Transferable[]) => port.postMessage(message, transfer);
  port.on('message', (order: Order) => {
    work(order).then(
      ({ result, transfer }) => answer({ state: 'done', result }, transfer),
      (error: unknown) => answer({ state: 'failed', fault: foreign(error) }),
    );
  });
}

function foreign(error: unknown): ForeignFault {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, code, message: error.message.slice(0, 500) };
}
