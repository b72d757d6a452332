import type { Reader, Tx } from '../database.ts';

/**
 * Facts of this installation: the fingerprint of its master key, the name that its file store carries, and the patients
 * to erase again after a restore.
 */
type InstallationFact = 'master-key-fingerprint' | 'storage' | 'erase-after-restore';

/** Finds a fact of the installation; null before the first start. */
export async function findInstallationFact(tx: Reader, name: InstallationFact): Promise<string | null> {
  const row = await tx.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Stores a fact unless it exists. Only a rotation changes one. */
export async function insertInstallationFact(tx: Tx, name: InstallationFact, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a fact that exists. */
export async function updateInstallationFact(tx: Tx, name: InstallationFact, value: string): Promise<void> {
  await tx.updateTable('installation').set({ value }).where('name', '=', name).execute();
}
