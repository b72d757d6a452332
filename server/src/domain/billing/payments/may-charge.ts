import type { Reader } from '../../database.ts';
import { findUser } from '../subscriptions/reads.ts';

/** Returns whether an account may be charged: it is open and not disabled, and a doctor is verified. */
export async function mayCharge(tx: Reader, userId: string): Promise<boolean> {
  const user = await findUser(tx, userId);
  if (user === null || user.disabledAt !== null || user.heldAt !== null) return false;
  return user.role === 'medical_center' || (user.role === 'doctor' && user.doctorState === 'verified');
}
