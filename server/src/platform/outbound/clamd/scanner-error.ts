/**
 * The virus scanner gave no answer. `connect`: it cannot be reached. `send`: it stopped taking bytes. `reply`: the answer
 * did not come, or is an error of its own. The code is that of the cause, in lower case.
 */
export class ScannerError extends Error {
  override name = 'ScannerError';
  readonly phase: 'connect' | 'send' | 'reply';
  readonly code: string;

  constructor(phase: 'connect' | 'send' | 'reply', code: string, options?: ErrorOptions) {
    super(`The virus scanner gave no answer: ${phase}, ${code}`, options);
    this.phase = phase;
    this.code = code;
  }
}
