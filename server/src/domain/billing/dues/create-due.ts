import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { getBuyer } from '../parties/buyer.ts';
import { computeCharge } from '../tax/compute-charge.ts';
import { priceOfMonths } from './price-of-months.ts';
import type { DueRow, Price } from './reads.ts';
import { insertDue } from './store.ts';

export type DueContext = Pick<AppContext, 'clock' | 'random' | 'settings'>;

/**
 * What is asked for. `months`: of another length than the price's, at the same price a month. `cents`: instead of the price's
 * amount, tax of the home rate included.
 */
export type NewDue = Pick<DueRow, 'userId' | 'kind' | 'price' | 'from' | 'to' | 'dueOn'> & {
  months?: number;
  cents?: number;
};

/**
 * Creates what an account owes for a period, from the price and its billing details. Without a seller, which only a portal
 * that is not set up lacks, the amounts are those of the country. Throws `billing_details_required`.
 */
export async function createDue(
  { clock, random, settings }: DueContext,
  tx: Tx,
  cause: BillingCause,
  input: NewDue,
): Promise<DueRow> {
  const { userId, kind, from, to, dueOn, months } = input;
  const price = priceOf(input);
  const { seller, hasOss } = settings.billing;
  const buyer = await getBuyer(tx, userId, settings.timeZone);
  // VIES is asked again on the day of the invoice: until then its last answer is expected
  const expected = settings.vies === null ? buyer : { ...buyer, vatCheckedOn: from };
  const charge = await computeCharge(tx, price.grossCents, { seller: seller ?? unnamedSeller, hasOss }, expected, from);
  const id = newId(clock, random);
  const { netCents, vatCents, grossCents, tax } = charge;
  const rf = await insertDue(tx, {
    ...{ id, user_id: userId, kind, price_id: price.id, from_day: from, to_day: to, due_on: dueOn },
    ...{ months: months ?? null, price_cents: price === input.price ? null : price.grossCents },
    ...{ net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents, tax_case: tax.taxCase, state: 'open' },
  });
  await record(tx, {
    event: 'due_made',
    ...cause.audit,
    object: { kind: 'due', id },
    details: { user: userId, kind, cents: grossCents, from, to },
  });
  const days = { from, to, dueOn, months: months ?? null };
  return { id, userId, kind, price, ...days, grossCents, rf, invoiceId: null, state: 'open' };
}

function priceOf({ price, months, cents }: NewDue): Price {
  if (cents !== undefined) return { ...price, grossCents: cents };
  return months === undefined ? price : priceOfMonths(price, months);
}

const unnamedSeller = {
  ...{ legalName: '', country: 'GR', region: null, vatNumber: '', address: '' },
  ...{ taxOffice: null, registryNumber: null },
};
