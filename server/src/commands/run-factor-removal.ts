import { systemScope } from '../domain/authorization/authorize.ts';
import { removeFactors } from '../domain/factors/remove-factors.ts';
import type { Config } from '../platform/config/config.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { openQueue } from '../platform/queue/open-queue.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { TestOverrides } from './connect-database.ts';
import { openKeys } from './open-keys.ts';

/**
 * Removes the second factor of the account with this address, whether the portal runs or not. A portal that runs, or the
 * next start, mails the owner. Throws if no account has the address, or the account has no second factor.
 */
export async function runFactorRemoval(config: Config, overrides: TestOverrides, email: string): Promise<void> {
  const { db, keys, close } = await openKeys(config, overrides, 'medcloud factor removal');
  try {
    const parts = { clock: systemClock, random: systemRandom };
    const statements = db.statements(systemScope('queue'));
    const queue = openQueue({ statements, connect: db.connect, random: systemRandom, report: () => undefined });
    const outcome = await removeFactors({ db, keys, queue, settings: config, ...parts }, email);
    if (outcome === 'no-account')
      throw new Error(`No account has the address ${email}. It is the one that the account's mails go to.`);
    if (outcome === 'no-factor')
      throw new Error(`The account ${email} has no second factor: its password alone is enough to sign in.`);
  } finally {
    await close();
  }
}
