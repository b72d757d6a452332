/** How a grant that a doctor once held ended. */
export type EndedGrant = 'expired' | 'revoked';

/** The fault of whoever may not see an exam or a patient. */
export type AccessRefusal = 'not_found' | `access_${EndedGrant}`;

/** What a doctor is told of what no live grant shows: that access ended, where it was once given; else as if nothing were there. */
export function accessRefusal(ended: EndedGrant | null): AccessRefusal {
  return ended === null ? 'not_found' : `access_${ended}`;
}
