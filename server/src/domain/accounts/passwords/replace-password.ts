import type { Tx } from '../../database.ts';

/** Sets the password of an account that signs in nowhere, in the scope of an invitation to its address. */
export async function replacePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false, initial_password_expires_at: null })
    .where('id', '=', userId)
    .execute();
}
