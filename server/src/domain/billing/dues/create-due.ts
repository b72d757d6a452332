import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findBuyers } from '../parties/buyer.ts';
import type { Charge } from '../tax/compute-charge.ts';
import { listTaxRates } from '../tax/reads.ts';
import { expectCharge } from './expect-charge.ts';
import { priceOfMonths } from './price-of-months.ts';
import type { DueRow, Price } from './reads.ts';
import { insertDues } from './store.ts';

export type DueContext = Pick<AppContext, 'clock' | 'random' | 'settings'>;

/**
 * What is asked for. `months`: of another length than the price's, at the same price a month. `cents`: instead of the price's
 * amount, tax of the home rate included.
 */
export type NewDue = Pick<DueRow, 'userId' | 'kind' | 'price' | 'from' | 'to' | 'dueOn'> & {
  months?: number;
  cents?: number;
};

/** Creates what an account owes for a period, as `createDues` does. */
export async function createDue(context: DueContext, tx: Tx, cause: BillingCause, input: NewDue): Promise<DueRow> {
  const [due] = await createDues(context, tx, cause, [input]);
  if (due === undefined) throw new Error('A due was not inserted.');
  return due;
}

/**
 * Creates what accounts owe for periods, from the prices and their billing details. An account without those is asked for
 * nothing yet: its amounts are the list's until the details are there (`refreshRequests`).
 */
export async function createDues(
  context: DueContext,
  tx: Tx,
  cause: BillingCause,
  inputs: readonly NewDue[],
): Promise<DueRow[]> {
  const charged = await chargeInputs(context, tx, inputs);
  if (charged.length === 0) return [];
  const rfs = await insertDues(tx, charged.map(toRow));
  const dues = charged.map(({ id, input, price, charge: { grossCents } }): DueRow => {
    const { userId, kind, from, to, dueOn, months = null } = input;
    const state = { rf: rfs.get(id) ?? '', invoiceId: null, state: 'open' } as const;
    return { id, userId, kind, price, from, to, dueOn, months, grossCents, ...state };
  });
  await record(
    tx,
    ...dues.map(({ id, userId: user, kind, grossCents: cents, from, to }) => ({
      ...{ event: 'due_made' as const, ...cause.audit, object: { kind: 'due', id } },
      details: { user, kind, cents, from, to },
    })),
  );
  return dues;
}

interface ChargedDue {
  id: string;
  input: NewDue;
  price: Price;
  charge: Charge;
}

async function chargeInputs(
  { clock, random, settings }: DueContext,
  tx: Tx,
  inputs: readonly NewDue[],
): Promise<ChargedDue[]> {
  const days = inputs.map(({ from }) => from).toSorted();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const userIds = inputs.map(({ userId }) => userId);
  const buyers = await findBuyers(tx, userIds, settings.timeZone);
  const rates = await listTaxRates(tx, first, last);
  return inputs.map((input) => {
    const price = priceOf(input);
    const charge = expectCharge(settings, price.grossCents, buyers.get(input.userId), { day: input.from, rates });
    return { id: newId(clock, random), input, price, charge };
  });
}

function toRow({ id, input, price, charge: { netCents, vatCents, grossCents, tax } }: ChargedDue) {
  const { userId, kind, from, to, dueOn, months } = input;
  return {
    ...{ id, user_id: userId, kind, price_id: price.id, from_day: from, to_day: to, due_on: dueOn },
    ...{ months: months ?? null, price_cents: price === input.price ? null : price.grossCents },
    ...{ net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents, tax_case: tax.taxCase },
    state: 'open' as const,
  };
}

function priceOf({ price, months, cents }: NewDue): Price {
  if (cents !== undefined) return { ...price, grossCents: cents };
  return months === undefined ? price : priceOfMonths(price, months);
}
