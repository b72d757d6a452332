/**
 * The virus scanner gave no answer. `connect`: it cannot be reached. `scan`: it was reached, and then the connection
 * broke, an answer was late, or it reported an error of its own. The code is that of the cause, in lower case.
 */
export class ScannerError extends Error {
  override name = 'ScannerError';
  readonly phase: 'connect' | 'scan';
  readonly code: string;

  constructor(phase: 'connect' | 'scan', code: string, options?: ErrorOptions) {
    super(`The virus scanner gave no answer: ${phase}, ${code}`, options);
    this.phase = phase;
    this.code = code;
  }
}
