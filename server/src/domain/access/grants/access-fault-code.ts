/** How a grant that a doctor once held ended. */
export type EndedGrantStatus = 'expired' | 'revoked';

/** The fault of whoever may not see an exam or a patient. */
export type AccessFaultCode = 'not_found' | `access_${EndedGrantStatus}`;

/** What a doctor is told of what no live grant shows: that access ended, where it was once given; else as if nothing were there. */
export function getAccessFaultCode(ended: EndedGrantStatus | null): AccessFaultCode {
  return ended === null ? 'not_found' : `access_${ended}`;
}
