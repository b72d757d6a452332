import type { Finding } from '@medcloud/contract/operations/health';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { countAdministratorsWithoutFactor, countDoctorsWithFactor, countForeignPasskeys } from '../../factors/reads.ts';
import type { Probe } from '../probe.ts';

/**
 * Fails while there are passkeys of another domain than the portal's. Reports in production how many administrators have no second
 * factor, and how many doctors have one.
 */
export function secondFactorProbe({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Probe {
  return {
    name: 'second-factor',
    failureCode: 'second-factor-failed',
    async check(): Promise<Finding> {
      const domain = settings.passkeyDomain;
      const { foreign, count, shares } = await db.read(systemScope('health'), async (tx) => ({
        foreign: await countForeignPasskeys(tx, domain),
        count: await countAdministratorsWithoutFactor(tx),
        shares: await countDoctorsWithFactor(tx),
      }));
      if (foreign.other !== null)
        return { code: 'passkeys-elsewhere', params: { count: foreign.count, other: foreign.other, domain } };
      if (count > 0) return { code: 'second-factor-missing', params: { count, ...shares } };
      return { code: 'second-factor-well', params: { ...shares } };
    },
  };
}
