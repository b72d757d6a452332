import { limits } from '@medcloud/contract';
import { dayAfter } from '../../../../platform/time/days.ts';
import { type AppContext, today } from '../../../core/context.ts';
import type { Reader } from '../../../database.ts';
import { canAsk } from '../../can-ask.ts';
import { priceOfMonths } from '../../dues/price-of-months.ts';
import { listOpenDues } from '../../dues/reads.ts';
import { findNextPrice } from '../../dunning/ask-for-renewal.ts';
import { getBuyer } from '../../parties/buyer.ts';
import { chargePrice } from '../../tax/compute-charge.ts';
import { listTaxRates } from '../../tax/reads.ts';
import { findContract } from '../contract-store.ts';

/** Lists what `chargeMonths` would ask a doctor for, in cents; nothing where it would refuse. */
export async function listCharges(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  { userId, hasParty, end }: { userId: string; hasParty: boolean; end: string | null },
): Promise<{ months: number; cents: number }[]> {
  const { seller, hasOss } = settings.billing;
  if (seller === null || !canAsk(settings)) return [];
  if ((await findContract(tx, userId))?.state === 'suspended') return [];
  if ((await listOpenDues(tx, userId)).some(({ invoiceId }) => invoiceId !== null)) return [];
  const day = today({ clock, settings });
  const from = end === null || end < day ? day : dayAfter(end);
  const price = await findNextPrice(tx, userId, from);
  if (price === null) return [];
  const buyer = hasParty ? await getBuyer(tx, userId, settings.timeZone) : null;
  const at = { day: from, rates: await listTaxRates(tx, from) };
  return limits.renewalMonths.map((months) => {
    const { grossCents } = priceOfMonths(price, months);
    return { months, cents: buyer ? chargePrice(grossCents, { seller, hasOss }, buyer, at).grossCents : grossCents };
  });
}
