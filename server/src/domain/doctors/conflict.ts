import { validationMessages } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../platform/db/database.ts';

/**
 * Converts a unique violation of an e-mail or license number to a `conflict` on its field. Returns any other error
 * unchanged.
 */
export function toConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email_live')) return createConflict('email', validationMessages.emailTaken);
  if (isUniqueViolation(error, 'doctors_license_live')) return licenseTakenFault();
  return error;
}

export function licenseTakenFault(): Fault {
  return createConflict('licenseNumber', validationMessages.licenseTaken);
}

function createConflict(field: string, message: string): Fault {
  return new Fault('conflict', { message, errors: [{ field, message }] });
}
