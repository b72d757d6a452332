import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { violates } from '../../platform/db/database.ts';

/** A live account has the e-mail or licence already: said beside the field. Any other error comes back as it is. */
export function asConflict(error: unknown): unknown {
  if (violates(error, 'users_email_live')) return conflict('email', sentences.emailTaken);
  if (violates(error, 'doctors_license_live')) return licenseTaken();
  return error;
}

export function licenseTaken(): Fault {
  return conflict('licenseNumber', sentences.licenseTaken);
}

function conflict(field: string, message: string): Fault {
  return new Fault('conflict', { message, errors: [{ field, message }] });
}
