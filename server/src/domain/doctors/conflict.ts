import { validationMessages } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../platform/db/database.ts';

/** A live account has the e-mail or licence already: said beside the field. Any other error comes back as it is. */
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
