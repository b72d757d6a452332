import { parentPort, type Transferable } from 'node:worker_threads';
import type { SerializedError } from './worker-fault.ts';
import type { WorkerReply } from './worker-reply.ts';

/** The result of a task, and its buffers to transfer instead of copying. */
export interface TaskResult<Result> {
  readonly result: Result;
  readonly transfer?: Transferable[];
}

/** The worker side of `WorkerPool`: runs `work` for each task and replies with its result or failure. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<TaskResult<Result>>): void {
  const port = parentPort;
  if (port === null) return;
  const reply = (message: WorkerReply<Result>, transfer?: Transferable[]) => port.postMessage(message, transfer);
  port.on('message', (task: Task) => {
    work(task).then(
      ({ result, transfer }) => reply({ state: 'done', result }, transfer),
      (error: unknown) => reply({ state: 'failed', fault: serializeError(error) }),
    );
  });
}

function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, code, message: error.message.slice(0, 500) };
}
