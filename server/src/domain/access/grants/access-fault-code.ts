/** How a doctor's former grant ended. */
export type EndedGrantStatus = 'expired' | 'revoked';

/** The fault code for a doctor who may not see an exam or a patient. */
export type AccessFaultCode = 'not_found' | `access_${EndedGrantStatus}`;

/**
 * Returns the fault code for a record without an active grant. If the doctor once had a grant, the code says how it
 * ended. Otherwise it is `not_found`, as for a record that does not exist.
 */
export function getAccessFaultCode(ended: EndedGrantStatus | null): AccessFaultCode {
  return ended === null ? 'not_found' : `access_${ended}`;
}
