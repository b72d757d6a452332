import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../platform/db/database.ts';

/**
 * Converts a unique violation of a center's email or center ID to a `conflict` that names the field. Returns any other
 * error unchanged.
 */
export function toConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email_live')) return createConflict(['email']);
  const ids = ['medical_centers_center_id_key', 'medical_centers_center_id_any_case'];
  if (ids.some((index) => isUniqueViolation(error, index))) return createConflict(['centerId']);
  return error;
}

const issues = { email: issueCode('email_taken'), centerId: issueCode('center_id_taken') };
export type TakenField = keyof typeof issues;

/** Creates the `conflict` that names each taken field. */
export function createConflict(fields: readonly TakenField[]): Fault {
  const errors = fields.map((field) => ({ field, issue: issues[field] }));
  return new Fault('conflict', { errors, ...(errors[0] ? { reason: errors[0].issue } : {}) });
}
