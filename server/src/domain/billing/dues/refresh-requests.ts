import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findBuyers } from '../parties/buyer.ts';
import { listTaxRates } from '../tax/reads.ts';
import { expectCharge } from './expect-charge.ts';
import { listOpenDues } from './reads.ts';
import { setDueCharge } from './store.ts';

/**
 * Computes an account's open requests again, after what decides their tax changed. Invoices stay. The caller has locked the
 * account.
 */
export async function refreshRequests(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Tx,
  cause: BillingCause,
  userId: string,
): Promise<void> {
  const requests = (await listOpenDues(tx, userId)).filter(({ invoiceId }) => invoiceId === null);
  const days = requests.map(({ from }) => from).toSorted();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return;
  const buyer = (await findBuyers(tx, [userId], settings.timeZone)).get(userId);
  const rates = await listTaxRates(tx, first, last);
  for (const { id, price, from, grossCents } of requests) {
    const charge = expectCharge(settings, price.grossCents, buyer, { day: from, rates });
    const isChanged = await setDueCharge(tx, id, charge);
    if (isChanged && charge.grossCents !== grossCents)
      await record(tx, {
        event: 'due_recomputed',
        ...cause.audit,
        object: { kind: 'due', id },
        details: { user: userId, cents: charge.grossCents, before: grossCents },
      });
  }
}
