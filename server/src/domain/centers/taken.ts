import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { violates } from '../../platform/db/database.ts';

/** A unique violation of a center's e-mail or center ID as the `conflict` that names the field; any other error as it is. */
export function asConflict(error: unknown): unknown {
  if (violates(error, 'users_email_live')) return conflictOf(['email']);
  const ids = ['medical_centers_center_id_key', 'medical_centers_center_id_any_case'];
  if (ids.some((index) => violates(error, index))) return conflictOf(['centerId']);
  return error;
}

const sentenceOf = { email: sentences.emailTaken, centerId: sentences.centerIdTaken };
export type Taken = keyof typeof sentenceOf;

/** The `conflict` that names each field of which another has the value. */
export function conflictOf(taken: readonly Taken[]): Fault {
  const errors = taken.map((field) => ({ field, message: sentenceOf[field] }));
  return new Fault('conflict', { message: errors.map(({ message }) => message)[0] ?? '', errors });
}
