/** How work in a thread can end without an answer. */
export type WorkerFaultCode =
  /** It took longer than it may; the thread was ended. */
  | 'timeout'
  /** It took more memory than it may, and the thread with it. */
  | 'memory'
  /** The thread died of something else. */
  | 'died'
  /** What it was to do failed: `cause` has the foreign error's name, code and text. The thread was ended, too. */
  | 'failed'
  /** Nobody waits for it any more: the signal aborted, or the pool was closed. */
  | 'aborted';

/** A failure in the thread, as it arrives: errors lose their class on the way. */
export interface SerializedError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
}

/** Work in a thread that ended without an answer. Its message may repeat the foreign error's: it is for the log, not for a caller. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';
  readonly code: WorkerFaultCode;
  /** What the work itself failed with, where it did. */
  readonly taskError: SerializedError | undefined;

  constructor(code: WorkerFaultCode, taskError?: SerializedError) {
    super(
      taskError
        ? `Work in a thread ended: ${code}, ${taskError.name}: ${taskError.message}`
        : `Work in a thread ended: ${code}`,
    );
    this.code = code;
    this.taskError = taskError;
  }
}
