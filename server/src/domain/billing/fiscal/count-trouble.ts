import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { countUnreported } from './reads.ts';
import { countFound, getCheck } from './series/reads.ts';

/** What of the tax authority needs somebody. */
export interface FiscalTrouble {
  /** Documents that the authority refused. */
  rejected: number;
  /** Documents that it does not have for 24 hours. */
  late: number;
  /** Documents that only it has. */
  unknown: number;
  /** A backup was restored, and it was not asked since. */
  isUnasked: boolean;
}

export async function countFiscalTrouble({
  db,
  settings,
}: Pick<AppContext, 'db' | 'settings'>): Promise<FiscalTrouble> {
  return await db.read(systemScope('billing'), async (tx) => ({
    ...(await countUnreported(tx)),
    unknown: await countFound(tx),
    isUnasked: settings.fiscal.driver === 'mydata' && (await getCheck(tx)).isNeeded,
  }));
}
