import type { Database, Tables } from '../domain/database.ts';
import { type AppKeys, loadKeys } from '../domain/keys/app-keys.ts';
import type { Config } from '../platform/config/config.ts';
import { listAppliedMigrations } from '../platform/db/backup/restore-transaction.ts';
import { openDatabase } from '../platform/db/database.ts';
import { knownMigrations } from '../platform/db/known-migrations.ts';
import { openScopeKey } from '../platform/db/scope-proof.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { systemClock } from '../platform/time/clock.ts';
import { connectDatabase, type TestOverrides } from './connect-database.ts';

/** The database and the keys of a portal that may be running. */
export interface OpenKeys {
  db: Database;
  keys: AppKeys;
  close(): Promise<void>;
}

/** Opens the database and the keys beside the running portal. Throws if the database is not of this version. */
export async function openKeys(config: Config, overrides: TestOverrides, applicationName: string): Promise<OpenKeys> {
  const { logins, close } = await connectDatabase(config, overrides);
  try {
    const applied = await listAppliedMigrations(logins.owner);
    if (!knownMigrations.every((name) => applied.includes(name)))
      throw new Error(
        'The database is empty, or of an earlier version. Start this version of the portal once, then run this again.',
      );
    const db = openDatabase<Tables>({
      connection: logins.app,
      scopeKey: await openScopeKey(logins.owner, systemRandom),
      applicationName,
      onConnectionLost: () => undefined,
    });
    const closeAll = () => db.close().finally(close);
    try {
      const keys = await loadKeys(db, { clock: systemClock, random: systemRandom }, config.keySource);
      return { db, keys, close: closeAll };
    } catch (error) {
      await db.close();
      throw error;
    }
  } catch (error) {
    await close();
    throw error;
  }
}
