import type { MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { useUiText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

type Status = MedicalCenterDetails['subscriptionStatus'];

// specification, section 2: active green, expired red, pending yellow, other gray
const variants = { active: 'ok', expired: 'bad', pending: 'warn', inactive: 'neutral' } as const satisfies Record<
  Status,
  BadgeVariant
>;

/** Shows the status of a center's subscription. */
export function CenterStatus({ status }: { status: Status }) {
  const t = useUiText();
  return <Badge variant={variants[status]}>{t(`status.${status}`)}</Badge>;
}
