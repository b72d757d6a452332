import { mastersChannel } from '../domain/keys/follow-master-keys.ts';
import { type RotationProgress, type RotationResult, rotateMasterKey } from '../domain/rotation/rotate-master-key.ts';
import type { Config } from '../platform/config/config.ts';
import { waitForFollowers } from '../platform/db/follow-version.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { TestOverrides } from './connect-database.ts';
import { openKeys } from './open-keys.ts';

/** Replaces the master key, whether the portal runs or not. Throws if another rotation runs. */
export async function runRotation(
  config: Config,
  overrides: TestOverrides,
  { onWait, ...progress }: RotationProgress & { onWait: () => void },
): Promise<RotationResult> {
  const { db, keys, close } = await openKeys(config, overrides, 'medcloud rotation');
  try {
    const client = await db.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        `SELECT pg_try_advisory_lock(hashtextextended('medcloud rotation', 0)) AS taken`,
      );
      if (rows[0]?.taken !== true) throw new Error('Another rotation runs already. Wait for it to end.');
      const sources = { current: config.keySource, next: config.nextKeySource };
      const waitForNodes = (version: number) => waitForFollowers(client, { name: mastersChannel, version, onWait });
      const context = { db, keys, clock: systemClock, random: systemRandom, sources, waitForNodes };
      return await rotateMasterKey(context, progress);
    } finally {
      await client.end();
    }
  } finally {
    await close();
  }
}
