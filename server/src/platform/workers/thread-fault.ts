/** How work in a thread can end without an answer. */
export type ThreadFaultCode =
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
export interface ForeignFault {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
}

/** Work in a thread that ended without an answer. Its message may repeat the foreign error's: it is for the log, not for a caller. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';
  readonly code: ThreadFaultCode;
  /** What the work itself failed with, where it did. */
  readonly foreign: ForeignFault | undefined;

  constructor(code: ThreadFaultCode, foreign?: ForeignFault) {
    super(
      foreign
        ? `Work in a thread ended: ${code}, ${foreign.name}: ${foreign.message}`
        : `Work in a thread ended: ${code}`,
    );
    this.code = code;
    this.foreign = foreign;
  }
}
