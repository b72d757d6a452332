import type { BreachState } from '@medcloud/contract/shapes/breaches';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

/** Shows a record's state. */
export function BreachStateBadge({ state }: { state: BreachState }) {
  const t = useText('breaches.states');
  return <Badge variant={state === 'open' ? 'info' : 'neutral'}>{t(state)}</Badge>;
}
