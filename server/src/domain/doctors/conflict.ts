import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../platform/db/database.ts';

/**
 * Converts a unique violation of an email or license number to a `conflict` on its field. Returns any other error
 * unchanged.
 */
export function toConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email_live')) return createConflict('email', issueCode('email_taken'));
  if (isUniqueViolation(error, 'doctors_license_live')) return licenseTakenFault();
  return error;
}

export function licenseTakenFault(): Fault {
  return createConflict('licenseNumber', issueCode('license_taken'));
}

function createConflict(field: string, issue: string): Fault {
  return new Fault('conflict', { reason: issue, errors: [{ field, issue }] });
}
