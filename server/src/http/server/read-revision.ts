import type { IncomingHttpHeaders } from 'node:http';
import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';

/** Reads the revision of `If-Match: "12"` (RFC 9110 13.1.1). Throws `malformed` if the header is missing or another. */
export function readRevision(headers: IncomingHttpHeaders): number {
  const [, digits] = /^"(\d{1,9})"$/.exec(headers['if-match'] ?? '') ?? [];
  if (digits === undefined) throw new Fault('malformed', { reason: issueCode('if_match_missing') });
  return Number(digits);
}
