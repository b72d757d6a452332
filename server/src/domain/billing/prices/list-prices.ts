import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { PricesQuery, PriceVersion } from '@medcloud/contract/shapes/billing/prices';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { countPriceVersions, findPriceVersion, listPriceVersions } from './reads.ts';
import { planCodeOf, showPriceVersion } from './show.ts';

export interface PricesPage {
  prices: PriceVersion[];
  total: number;
  cursor: string | null;
}

/** Lists all versions of the prices, the latest first day first. */
export async function listPrices(
  context: TimeContext,
  scope: AdminScope,
  { plan: name, cursor, limit = limits.listDefault }: PricesQuery,
): Promise<PricesPage> {
  const day = today(context);
  const plan = name === undefined ? null : planCodeOf(name);
  return await context.db.read(scope, async (tx) => {
    const after = cursor === undefined ? null : await findPriceVersion(tx, cursor, day);
    if (cursor !== undefined && after === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listPriceVersions(tx, { plan, day }, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      prices: shown.map(showPriceVersion),
      total: await countPriceVersions(tx, plan),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
