import type { BreachNotice } from '@medcloud/contract/shapes/breaches';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Words how long a notice is overdue, in its largest unit. */
function useOverdueText(): (lateMs: number) => string {
  const t = useText('breaches.clock');
  return (lateMs) => {
    if (lateMs < hourMs) return t('overdueMinutes', { count: Math.max(1, Math.floor(lateMs / minuteMs)) });
    if (lateMs < 2 * dayMs) return t('overdueHours', { count: Math.floor(lateMs / hourMs) });
    return t('overdueDays', { count: Math.floor(lateMs / dayMs) });
  };
}

/** Shows what is decided about a notice, or the time that is left for it. A closed record has no running clock. */
export function BreachClock({ notice, isClosed }: { notice: BreachNotice; isClosed: boolean }) {
  const t = useText('breaches.clock');
  const overdueText = useOverdueText();
  const now = useNow();
  const { state, dueAt } = notice;
  if (state === 'notified')
    return (
      <Badge variant="ok" icon={Check}>
        {t('sent')}
      </Badge>
    );
  if (state === 'not_needed') return <Badge>{t('notNeeded')}</Badge>;
  if (dueAt === null || isClosed) return <Badge>{t('notRequired')}</Badge>;
  const leftMs = Date.parse(dueAt) - now;
  if (leftMs < 0)
    return (
      <Badge variant="bad" icon={TriangleAlert}>
        {overdueText(-leftMs)}
      </Badge>
    );
  return (
    <Badge variant={leftMs < dayMs ? 'warn' : 'info'} icon={Clock}>
      {leftMs < hourMs
        ? t('minutesLeft', { count: Math.max(1, Math.floor(leftMs / minuteMs)) })
        : t('hoursLeft', { count: Math.floor(leftMs / hourMs) })}
    </Badge>
  );
}
