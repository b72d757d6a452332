import type { Transitions } from '../../platform/db/transitions.ts';
import type { DoctorState } from '../core/column-values.ts';

/**
 * The states of a doctor (product, "Doctor's path"). Each act is one conditional UPDATE with its audit event in the same
 * transaction; elsewhere it is refused with `invalid_state` and changes nothing.
 */
export const doctorTransitions = {
  pending: { approve: 'verified', reject: 'rejected' },
  verified: { review: 'pending_review', suspend: 'suspended' },
  pending_review: { approve: 'verified', reject: 'rejected' },
  suspended: { reinstate: 'verified' },
  rejected: {},
  closed: {},
} as const satisfies Transitions<DoctorState>;
