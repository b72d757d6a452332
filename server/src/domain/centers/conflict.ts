import { validationMessages } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../platform/db/database.ts';

/** A unique violation of a center's e-mail or center ID as the `conflict` that names the field; any other error as it is. */
export function toConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email_live')) return createConflict(['email']);
  const ids = ['medical_centers_center_id_key', 'medical_centers_center_id_any_case'];
  if (ids.some((index) => isUniqueViolation(error, index))) return createConflict(['centerId']);
  return error;
}

const messages = { email: validationMessages.emailTaken, centerId: validationMessages.centerIdTaken };
export type TakenField = keyof typeof messages;

/** The `conflict` that names each field of which another has the value. */
export function createConflict(fields: readonly TakenField[]): Fault {
  const errors = fields.map((field) => ({ field, message: messages[field] }));
  return new Fault('conflict', { message: errors.map(({ message }) => message)[0] ?? '', errors });
}
