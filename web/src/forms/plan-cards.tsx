import { calculateYearlySavingCents } from '@medcloud/contract/plans';
import type { DoctorPrices } from '@medcloud/contract/shapes/billing/listed-prices';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';
import type { RadioCard } from '../ui/forms/radio-cards.tsx';

const pending = <span className="inline-block h-4 w-20 skeleton-bar" />;

/** Returns the doctor's plans as cards with their prices (specification, section 9); undefined: not loaded yet. */
export function usePlanCards(prices: DoctorPrices | undefined): RadioCard[] {
  const t = useText('auth');
  const { euros, price } = useFormat();
  const figure = (cents: number | undefined) => (cents === undefined ? pending : euros(cents));
  const note = (write: (from: DoctorPrices) => string) => (prices === undefined ? '\u00a0' : write(prices));
  return [
    {
      value: 'yearly',
      title: t('signup.yearly'),
      badge: <Badge variant="info">{t('signup.bestValue')}</Badge>,
      figure: figure(prices?.yearly.monthlyCents),
      unit: t('signup.perMonth'),
      note: note((from) =>
        t('signup.yearlyNote', {
          price: price(from.yearly.chargedCents),
          saving: price(calculateYearlySavingCents(from)),
        }),
      ),
    },
    {
      value: 'monthly',
      title: t('signup.monthly'),
      badge: <Badge>{t('signup.quarterly')}</Badge>,
      figure: figure(prices?.monthly.monthlyCents),
      unit: t('signup.perMonth'),
      note: note(({ monthly }) => t('signup.monthlyNote', { price: price(monthly.chargedCents) })),
    },
  ];
}
