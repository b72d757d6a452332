import type { PlanOption } from '@medcloud/contract/shapes/billing/plan-change';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';

/** Words a plan that a center can choose: its name, and what it costs now and after the days that are paid for. */
export function usePlanWords({ plan, todayCents, until, from: firstDay, grossCents, periodMonths }: PlanOption) {
  const t = useText('billing/account.plan');
  const center = useText('center');
  const format = useFormat();
  const price = t('price', { amount: format.euros(grossCents), months: periodMonths });
  const from = format.longDay(firstDay);
  const today = todayCents === null || todayCents === 0 ? null : format.euros(todayCents);
  const cost =
    today === null
      ? t('costLater', { from, price })
      : t('costToday', { amount: today, until: format.longDay(until), price });
  return { name: center(`subscription.plan.${plan}`), price, from, today, cost };
}
