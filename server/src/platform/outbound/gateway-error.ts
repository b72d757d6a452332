/**
 * How a try ended that did not succeed.
 * `refused`: for good; this message will never be taken (a number or mailbox that is none).
 * `not-sent`: it has certainly not gone, and may go later (no connection, busy, wrong credentials that an operator mends).
 * `unknown`: it may have gone: the line broke, or the time was up, after it was handed over.
 */
export type Verdict = 'refused' | 'not-sent' | 'unknown';

/** A gateway's failure, translated where it enters. Its code names the cause and never holds a number, address or text. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly verdict: Verdict;
  readonly code: string;

  constructor(verdict: Verdict, code: string, options?: ErrorOptions) {
    super(`A message was not handed over: ${verdict}, ${code}`, options);
    this.verdict = verdict;
    this.code = code;
  }
}

/** The code of a system error (`ECONNREFUSED`), in lower case; its class where it has none. */
export function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return ('code' in error && typeof error.code === 'string' ? error.code : error.name).toLowerCase();
}
