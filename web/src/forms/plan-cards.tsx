import { calculateYearlySavingCents, doctorPlans } from '@medcloud/contract/plans';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { Badge } from '../ui/data/badge.tsx';
import type { RadioCard } from '../ui/forms/radio-cards.tsx';

/** Returns the doctor's plans as cards with their prices (specification, section 9). */
export function usePlanCards(): RadioCard[] {
  const t = useText('auth');
  const { euros, roundedEuros } = useFormat();
  const { yearly, monthly } = doctorPlans;
  const saving = roundedEuros(calculateYearlySavingCents());
  return [
    {
      value: 'yearly',
      title: t('signup.yearly'),
      badge: <Badge variant="info">{t('signup.bestValue')}</Badge>,
      figure: euros(yearly.monthlyCents),
      unit: t('signup.perMonth'),
      note: t('signup.yearlyNote', { price: roundedEuros(yearly.chargedCents), saving }),
    },
    {
      value: 'monthly',
      title: t('signup.monthly'),
      badge: <Badge>{t('signup.quarterly')}</Badge>,
      figure: euros(monthly.monthlyCents),
      unit: t('signup.perMonth'),
      note: t('signup.monthlyNote', { price: euros(monthly.chargedCents) }),
    },
  ];
}
