import { record } from '../../audit/record/record.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { PlanCode } from '../dues/tables.ts';

/** A price from a day on, tax of the home rate included. */
export interface NewPrice {
  plan: PlanCode;
  /** One more than the latest that the caller read. */
  version: number;
  /** Of `center.enterprise`: whose price it is. */
  centerId: string | null;
  fromDay: string;
  periodMonths: number;
  monthCents: number;
  grossCents: number;
  quotaBytes: number | null;
}

/** Adds a version of a price. Throws `conflict` if it was added since the caller read the latest. Returns its id. */
export async function addPriceVersion(tx: Tx, cause: BillingCause, price: NewPrice): Promise<string> {
  const { plan, version, centerId, fromDay, grossCents } = price;
  const id = priceIdOf({ plan, centerId, version });
  await tx
    .insertInto('prices')
    .values({
      ...{ id, plan, version, center_id: centerId, from_day: fromDay, gross_cents: grossCents },
      ...{ period_months: price.periodMonths, month_cents: price.monthCents },
      ...{ quota_bytes: price.quotaBytes, created_by: cause.actor },
    })
    .execute();
  await record(tx, {
    event: 'price_added',
    ...cause.audit,
    ...(centerId === null ? {} : { centerId }),
    details: { price: id, cents: grossCents, from: fromDay },
  });
  return id;
}

/** Returns the id of a version: `center.basic.2`, or with the center whose price it is. */
export function priceIdOf({ plan, centerId, version }: { plan: PlanCode; centerId: string | null; version: number }) {
  return [plan, ...(centerId === null ? [] : [centerId]), version].join('.');
}
