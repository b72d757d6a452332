import { join } from 'node:path';
import type { AppOverrides } from '../app/app-overrides.ts';
import { externalLogins } from '../app/external-logins.ts';
import type { Config } from '../platform/config/config.ts';
import { openEmbeddedLogins } from '../platform/db/embedded/embedded-logins.ts';
import { connectEmbedded } from '../platform/db/embedded/start-embedded.ts';
import type { DatabaseLogins } from '../platform/db/logins.ts';
import { systemRandom } from '../platform/ids/random.ts';

/** Replaces the configured database by a test's own. */
export type TestOverrides = Partial<Pick<AppOverrides, 'logins' | 'isTestDatabase' | 'logger'>>;

/**
 * Connects to the configured database: external, or embedded. Uses the embedded server of a running portal if there is
 * one; starts it otherwise.
 */
export async function connectDatabase(
  config: Config,
  overrides: TestOverrides,
): Promise<{ logins: DatabaseLogins; close(): Promise<void> }> {
  if (overrides.logins) return { logins: overrides.logins, close: async () => undefined };
  if (config.databaseUrl !== null) return { logins: externalLogins(config), close: async () => undefined };
  const dataFolder = join(config.dataDir, 'postgres');
  const { connection, close } = await connectEmbedded(dataFolder, () => undefined);
  return { logins: await openEmbeddedLogins(dataFolder, connection, systemRandom), close };
}
