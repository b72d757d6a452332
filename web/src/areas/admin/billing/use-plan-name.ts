import type { BillingAccount } from '@medcloud/contract/shapes/billing/accounts';
import { useText } from '../../../text/language.tsx';

/** Returns a function that names an account's plan. */
export function usePlanName(): (account: Pick<BillingAccount, 'plan'>) => string {
  const t = useText('billing/admin.plans');
  return ({ plan }) => t(plan);
}
