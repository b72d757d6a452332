import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { PriceChange, PriceVersion } from '@medcloud/contract/shapes/billing/prices';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { causeOf } from '../cause.ts';
import { addMonths } from '../subscriptions/subscription-period.ts';
import { addPriceVersion, priceIdOf } from './add-version.ts';
import { findLatestVersion, findPriceVersion } from './reads.ts';
import { planCodeOf, showPriceVersion } from './show.ts';

const maxMonthsAhead = 12;

/**
 * Adds the next version of a price, from a later day than today. The one before it is never edited; one that has not
 * begun is replaced by a version of the same day. Throws `validation` on a day that is not later or is before the latest
 * version's; `conflict` if there is another latest version than the administrator saw; `not_found` for an unknown center
 * or one without an agreed price.
 */
export async function changePrice(
  context: TimeContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  change: PriceChange,
): Promise<PriceVersion> {
  const day = today(context);
  return await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      await addVersion(tx, request, change, day);
      return request.principal.userId;
    });
    const { plan, centerId = null, after } = change;
    const id = priceIdOf({ plan: planCodeOf(plan), centerId, version: after + 1 });
    const row = await findPriceVersion(tx, id, day);
    if (row === null) throw new Fault('not_found');
    return showPriceVersion(row);
  });
}

async function addVersion(
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  { plan: name, after, from, grossCents, monthCents, months, ...change }: PriceChange,
  day: string,
): Promise<void> {
  const centerId = change.centerId ?? null;
  if (centerId !== null && !isUuid(centerId)) throw new Fault('not_found');
  const plan = planCodeOf(name);
  const latest = await findLatestVersion(tx, plan, centerId);
  if (latest === null) throw new Fault('not_found');
  if (latest.version !== after) throw new Fault('conflict');
  if (from <= day) throw createFieldFault('from', issueCode('day_later'));
  if (from < latest.from) throw createFieldFault('from', issueCode('price_begins_later'));
  if (from > addMonths(day, maxMonthsAhead)) throw createFieldFault('from', issueCode('day_far'));
  const periodMonths = months ?? latest.periodMonths;
  await addPriceVersion(tx, causeOf(request), {
    ...{ plan, version: after + 1, centerId, fromDay: from, periodMonths, grossCents, quotaBytes: latest.quotaBytes },
    monthCents: monthCents ?? Math.max(1, Math.round(grossCents / periodMonths)),
  });
}
