import type { FiscalReporting } from '@medcloud/contract/shapes/billing/fiscal';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { formatNumber } from '../invoices/format-number.ts';
import { countFound, getCheck, listFound } from './series/reads.ts';

/** Reads how documents are reported now. */
export async function readReporting(
  context: Pick<AppContext, 'db' | 'settings'>,
  scope: AdminScope,
): Promise<FiscalReporting> {
  return await context.db.read(scope, (tx) => showReporting(context, tx));
}

/** Shows how documents are reported now, as FISCAL_URL and the seller decide, and which only the authority has. */
export async function showReporting({ settings }: Pick<AppContext, 'settings'>, tx: Reader): Promise<FiscalReporting> {
  const { fiscal, billing } = settings;
  const way =
    billing.seller?.country === 'GR'
      ? { driver: fiscal.driver, where: fiscal.driver === 'file' ? fiscal.folder : fiscal.environment }
      : ({ driver: 'none', where: null } as const);
  const { isNeeded } = await getCheck(tx);
  const found = await listFound(tx);
  return {
    ...way,
    isCheckNeeded: isNeeded && way.driver === 'mydata',
    unknownCount: await countFound(tx),
    unknown: found.map((row) => ({
      mark: row.mark,
      number: formatNumber(row),
      date: row.issuedOn,
      grossCents: row.grossCents,
    })),
  };
}
