/** The ways in which a task can end without a result. */
export type WorkerFaultCode =
  /** The task exceeded its time limit; its worker was terminated. */
  | 'timeout'
  /** The task exceeded its memory limit; its worker was terminated. */
  | 'memory'
  /** The worker died for another reason. */
  | 'died'
  /** The task threw: `taskError` has the error's name, code and message. Its worker was terminated too. */
  | 'failed'
  /** The signal aborted, or the pool was closed. */
  | 'aborted';

/** An error of a worker as it arrives: errors lose their class between threads. */
export interface SerializedError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
}

/** A task that ended without a result. Its message may contain the task's error: for the log, not for a client. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';
  readonly code: WorkerFaultCode;
  /** The error that the task threw, if any. */
  readonly taskError: SerializedError | undefined;

  constructor(code: WorkerFaultCode, taskError?: SerializedError) {
    super(
      taskError
        ? `Worker task failed: ${code}, ${taskError.name}: ${taskError.message}`
        : `Worker task failed: ${code}`,
    );
    this.code = code;
    this.taskError = taskError;
  }
}
