import { centerPlans, doctorPlans } from '@medcloud/contract';
import type { ListedPrices } from '@medcloud/contract/shapes/billing/listed-prices';
import { singleFlight, withTimeout } from '../../../platform/concurrency/timeouts.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type TimeContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';

/** Gets the prices of new subscriptions today. Never fails. */
export type GetListedPrices = () => Promise<ListedPrices>;

const timeoutMs = 1_000;
const retryMs = 10_000;

const builtPrices: ListedPrices = { doctor: doctorPlans, center: centerPlans };

/**
 * Returns a function that gets the prices of today. A new one begins on a later day than it is added, so they are read
 * once a day. Without the database they are those read last, at first those of the first version.
 */
export function createListedPrices(context: TimeContext): GetListedPrices {
  let prices = builtPrices;
  let day = '';
  let nextTryAt = 0;
  const read = singleFlight(async () => {
    const wanted = today(context);
    prices = await context.db.read(systemScope('billing'), (tx) => readListedPrices(tx, wanted));
    day = wanted;
  });
  return async () => {
    if (day === today(context) || context.clock.now().getTime() < nextTryAt) return prices;
    const isRead = await withTimeout(
      timeoutMs,
      read().then(
        () => true,
        () => false,
      ),
      () => false,
    );
    if (!isRead) nextTryAt = context.clock.now().getTime() + retryMs;
    return prices;
  };
}

/** Reads the prices of a day. Those of a plan without one are of the first version. */
async function readListedPrices(tx: Reader, day: string): Promise<ListedPrices> {
  const rows = await tx
    .selectFrom('prices')
    .distinctOn('plan')
    .select([
      'plan',
      'month_cents as monthlyCents',
      'gross_cents as grossCents',
      'period_months as months',
      'quota_bytes as quotaBytes',
    ])
    .where('center_id', 'is', null)
    .where('from_day', '<=', day)
    .orderBy('plan')
    .orderBy('version', 'desc')
    .execute();
  const find = (plan: string) => rows.find((row) => row.plan === plan);
  const ofDoctor = (name: 'yearly' | 'monthly') => {
    const row = find(`doctor.${name}`);
    if (row === undefined) return doctorPlans[name];
    return { monthlyCents: row.monthlyCents, chargedCents: row.grossCents, chargedEveryMonths: row.months };
  };
  const ofCenter = (name: 'basic' | 'premium') => {
    const row = find(`center.${name}`);
    if (row === undefined) return centerPlans[name];
    const quotaBytes = row.quotaBytes ?? centerPlans[name].quotaBytes;
    return { monthlyCents: row.monthlyCents, quarterCents: row.grossCents, quotaBytes };
  };
  return {
    doctor: { yearly: ofDoctor('yearly'), monthly: ofDoctor('monthly') },
    center: { basic: ofCenter('basic'), premium: ofCenter('premium') },
  };
}
