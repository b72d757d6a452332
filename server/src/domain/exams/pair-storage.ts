import { newId } from '../../platform/ids/ids.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { findStorageName, hasObjects, insertStorageName } from './store.ts';

/** The stored files belong to another database than the one that is connected. */
export class StorageMismatchError extends Error {
  constructor(reason: string) {
    super(
      `${reason} Nothing was changed. Set DATABASE_URL, DATA_DIR and STORAGE_URL to what belongs together, ` +
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
export async function pairStorage(context: Pick<AppContext, 'db' | 'objects' | 'clock' | 'random'>): Promise<void> {
  const scope = systemScope('sweep');
  const label = await context.objects.readLabel();
  const name = await context.db.within(scope, findStorageName);
  if (name !== null && label === name) return;
  if (label !== undefined)
    throw new StorageMismatchError(
      name === null
        ? 'The stored files belong to another database: this one is new.'
        : 'The stored files belong to another database.',
    );
  if (await hasFiles(context))
    throw new StorageMismatchError('The stored files carry no name, so they may be another database’s.');
  if (await context.db.within(scope, hasObjects))
    throw new StorageMismatchError('The database knows exams, and the store of their files is empty.');
  await context.objects.writeLabel(await nameDatabase(context, name));
}

async function hasFiles({ objects }: Pick<AppContext, 'objects'>): Promise<boolean> {
  for await (const _ of objects.list()) return true;
  return false;
}

/** The database's name first: killed before the label, the next start finds an empty store and goes on from there. */
async function nameDatabase(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  name: string | null,
): Promise<string> {
  if (name !== null) return name;
  return await context.db.within(systemScope('start'), async (tx) => {
    await insertStorageName(tx, newId(context.clock, context.random));
    const storedName = await findStorageName(tx);
    if (storedName === null) throw new Error('The name of the storage was not kept.');
    return storedName;
  });
}
