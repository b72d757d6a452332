import { followVersion, type VersionFollower } from '../../platform/db/follow-version.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { Database } from '../database.ts';
import { type AppKeys, addOtherMasterKeys } from './app-keys.ts';
import { listMasterKeys } from './reads.ts';

/** The channel that announces a new master key, and the name of the locks by which nodes say what they have. */
export const mastersChannel = 'medcloud_masters';

/**
 * Loads a new master key as soon as a rotation announces it, until closed. A rotation rewraps nothing before all nodes
 * have done so.
 */
export async function followMasterKeys(
  { db, keys }: { db: Database; keys: Pick<AppKeys, 'masters'> },
  onError: (error: unknown) => void,
): Promise<VersionFollower> {
  return await followVersion(db.connect, {
    name: mastersChannel,
    load: async () => {
      const rows = await db.within(systemScope('start'), listMasterKeys);
      addOtherMasterKeys(keys.masters, rows);
      return keys.masters.newestId;
    },
    onError,
  });
}
