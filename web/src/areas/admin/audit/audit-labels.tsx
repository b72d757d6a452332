import { auditEvents, isAuditEvent } from '@medcloud/contract/operations/audit-events';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { doctorName } from '../../../lib/names.ts';
import { auditText } from '../../../text/audit.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Badge, type BadgeVariant } from '../../../ui/data/badge.tsx';

/** What an entry's kind is called in the language in force; one of a later version by its own name. */
export function useEventName(): (event: string) => string {
  const { language } = useLanguage();
  return (event) => (isAuditEvent(event) ? auditEvents[event][language] : event);
}

/** Who did it: a person or a center by name, everybody else by kind. */
export function useActorName(): (entry: AuditEntry) => string {
  const t = useText(auditText);
  const { language } = useLanguage();
  return ({ actor, center }) => {
    if (actor.doctor) return doctorName(actor.doctor, language);
    if (actor.kind === 'center' && center) return center.name;
    return t(`actor.${actor.kind}`);
  };
}

const variants = { success: 'ok', denied: 'warn', failure: 'bad' } as const satisfies Record<string, BadgeVariant>;

/** How it ended; a list says it only of what did not go well. */
export function OutcomeBadge({ entry: { outcome } }: { entry: AuditEntry }) {
  const t = useText(auditText);
  return <Badge variant={variants[outcome]}>{t(outcome)}</Badge>;
}
