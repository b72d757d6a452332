/**
 * The result of a failed attempt.
 * `refused`: permanent; the gateway will never accept this message (such as a number or mailbox that does not exist).
 * `not-sent`: certainly not sent; may succeed later (no connection, busy, wrong credentials that an operator corrects).
 * `unknown`: possibly sent; the connection broke or timed out after the message was handed over.
 */
export type Verdict = 'refused' | 'not-sent' | 'unknown';

/** A failure of a gateway. Its code names the cause and never contains a phone number, address or text. */
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

/** Returns the code of a system error (`ECONNREFUSED`) in lower case; the error's name if it has none. */
export function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return ('code' in error && typeof error.code === 'string' ? error.code : error.name).toLowerCase();
}
