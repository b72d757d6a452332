import type { Tx } from '../database.ts';
import { closeAccount, revokeSessionsAndTokens } from './account-state.ts';

/** The account in the events of `doctors`, which imports this noun: their types cannot be imported here. */
interface DoctorAccount {
  readonly userId: string;
}

type RevokedCounts = ReturnType<typeof revokeSessionsAndTokens>;

/** Revokes the sessions and API tokens of a suspended doctor. Counts them. */
export function revokeOnSuspension(tx: Tx, { userId }: DoctorAccount): RevokedCounts {
  return revokeSessionsAndTokens(tx, userId, 'suspended');
}

/** Closes the account of a rejected doctor and revokes its sessions and API tokens. Counts them. */
export async function closeOnRejection(tx: Tx, { userId }: DoctorAccount): RevokedCounts {
  await closeAccount(tx, userId);
  return await revokeSessionsAndTokens(tx, userId, 'rejected');
}
