import { isAuditEvent } from '@medcloud/contract/operations/audit-events';
import { useText } from '../../../text/language.tsx';

/** Returns the name of an event's kind in the current language. A kind of a later version keeps its own name. */
export function useEventName(): (event: string) => string {
  const t = useText('audit');
  return (event) => (isAuditEvent(event) ? t(`events.${event}`) : event);
}
