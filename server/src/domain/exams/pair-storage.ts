import { newId } from '../../platform/ids/ids.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { anyObject, findStorageName, insertStorageName } from './store.ts';

/** The stored files belong to another database than the one that is connected. */
export class StorageMismatchError extends Error {
  constructor(said: string) {
    super(
      `${said} Nothing was changed. Set DATABASE_URL, DATA_DIR and STORAGE_URL to what belongs together, ` +
        'or put back the database or the folder that was moved away.',
    );
    this.name = 'StorageMismatchError';
  }
}

/**
 * Makes sure that the files in the store are this database's, before anything may sweep them: both carry one name, given
 * on the first start. Fails with `StorageMismatchError` where they carry two, or where one of them is empty and the
 * other is not.
 */
export async function pairStorage(portal: Pick<Portal, 'db' | 'objects' | 'clock' | 'random'>): Promise<void> {
  const scope = systemScope('sweep');
  const label = await portal.objects.readLabel();
  const name = await portal.db.within(scope, findStorageName);
  if (name !== null && label === name) return;
  if (label !== undefined)
    throw new StorageMismatchError(
      name === null
        ? 'The stored files belong to another database: this one is new.'
        : 'The stored files belong to another database.',
    );
  if (await hasFiles(portal))
    throw new StorageMismatchError('The stored files carry no name, so they may be another database’s.');
  if (await portal.db.within(scope, anyObject))
    throw new StorageMismatchError('The database knows exams, and the store of their files is empty.');
  await portal.objects.label(await nameDatabase(portal, name));
}

async function hasFiles({ objects }: Pick<Portal, 'objects'>): Promise<boolean> {
  for await (const _ of objects.list()) return true;
  return false;
}

/** The database's name first: killed before the label, the next start finds an empty store and goes on from there. */
async function nameDatabase(portal: Pick<Portal, 'db' | 'clock' | 'random'>, name: string | null): Promise<string> {
  if (name !== null) return name;
  return await portal.db.within(systemScope('start'), async (tx) => {
    await insertStorageName(tx, newId(portal.clock, portal.random));
    const kept = await findStorageName(tx);
    if (kept === null) throw new Error('The name of the storage was not kept.');
    return kept;
  });
}
