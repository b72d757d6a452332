import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { violates } from '../../platform/db/database.ts';

/** A unique violation of a center's e-mail or center ID as the `conflict` that names the field; any other error as it is. */
export function asConflict(error: unknown): unknown {
  if (violates(error, 'users_email_live')) return conflict('email', sentences.emailTaken);
  const ids = ['medical_centers_center_id_key', 'medical_centers_center_id_any_case'];
  if (ids.some((index) => violates(error, index))) return conflict('centerId', sentences.centerIdTaken);
  return error;
}

function conflict(field: string, message: string): Fault {
  return new Fault('conflict', { message, errors: [{ field, message }] });
}
