import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { doctorName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

/** Returns the actor's text: the name of a doctor or center, otherwise the kind of actor. */
export function useActorName(): (entry: AuditEntry) => string {
  const t = useText('audit');
  const ui = useUiText();
  return ({ actor, center }) => {
    if (actor.doctor) return doctorName(actor.doctor, ui);
    if (actor.kind === 'center' && center) return actor.member ?? center.name;
    return t(`actor.${actor.kind}`);
  };
}

const variants = { success: 'ok', denied: 'warn', failure: 'bad' } as const satisfies Record<string, BadgeVariant>;

/** Shows an entry's outcome. Lists show it only if it is not a success. */
export function OutcomeBadge({ entry: { outcome } }: { entry: AuditEntry }) {
  const t = useText('audit');
  return <Badge variant={variants[outcome]}>{t(outcome)}</Badge>;
}
