import { newId } from '../../platform/ids/ids.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { findInstallationFact, insertInstallationFact } from '../keys/installation.ts';
import { hasObjects } from './store.ts';

/** The stored files belong to a database other than the connected one. */
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
 * Checks that the stored files belong to this database, before any job may delete them. Both carry the same name, set
 * on the first start. Throws `StorageMismatchError` if the names differ, or if only one of the two is empty.
 */
export async function pairStorage(context: Pick<AppContext, 'db' | 'objects' | 'clock' | 'random'>): Promise<void> {
  const scope = systemScope('sweep');
  const label = await context.objects.readLabel();
  const name = await context.db.within(scope, (tx) => findInstallationFact(tx, 'storage'));
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

/**
 * Names the database before the store. After a crash between the two, the next start finds an empty store and
 * continues.
 */
async function nameDatabase(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  name: string | null,
): Promise<string> {
  if (name !== null) return name;
  return await context.db.within(systemScope('start'), async (tx) => {
    await insertInstallationFact(tx, 'storage', newId(context.clock, context.random));
    const storedName = await findInstallationFact(tx, 'storage');
    if (storedName === null) throw new Error('The storage name was not saved.');
    return storedName;
  });
}
