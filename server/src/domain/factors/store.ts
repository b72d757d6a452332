import { sql } from 'kysely';
import { newId } from '../../platform/ids/ids.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import type { PasskeyRow } from './reads.ts';

/** Inserts an app's secret in place of an unconfirmed one. */
export async function replaceUnconfirmedTotp(tx: Tx, userId: string, encryptedSecret: Buffer): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute();
  await tx.insertInto('totp_secrets').values({ user_id: userId, encrypted_secret: encryptedSecret }).execute();
}

/** Locks the row of the scope's own account: changes of its factors follow one another, so that one of them is the first. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Deletes an account's app. Returns whether it was confirmed. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at as confirmedAt')
    .executeTakeFirst();
  return row !== undefined && row.confirmedAt !== null;
}

/** Deletes an account's recovery codes if it has no other factor. */
export async function deleteUselessRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(sql<boolean>`NOT scope_has_factor()`)
    .execute();
}

/** Inserts a passkey. Returns null if an account has it. */
export async function insertPasskey(
  tx: Tx,
  passkey: Pick<
    PasskeyRow,
    'id' | 'name' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isDeviceBound'
  > & { userId: string; domain: string },
): Promise<PasskeyRow | null> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      is_device_bound: passkey.isDeviceBound,
      name: passkey.name,
      domain: passkey.domain,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at as createdAt')
    .executeTakeFirst();
  return row === undefined ? null : { ...passkey, ...row, lastUsedAt: null, suspectAt: null };
}

/** Renames a passkey of the scope's own account. Returns whether there is one. */
export async function updatePasskeyName(tx: Tx, id: string, name: string): Promise<boolean> {
  const row = await tx.updateTable('passkeys').set({ name }).where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Deletes a passkey of the scope's own account. Returns whether there was one. */
export async function deletePasskey(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('passkeys').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Replaces an account's recovery codes by others, given as MACs. */
export async function replaceRecoveryCodes(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  userId: string,
  macs: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = macs.map((mac) => ({ id: newId(clock, random), user_id: userId, code_mac: mac }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}
