import { Download, Eye, List } from 'lucide-react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useAccessLog } from '../../../calls/medical-center.ts';
import { dayOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { SheetSection } from '../../../ui/overlays/sheet.tsx';
import { type AccessAction, type DoctorDay, foldAccess } from './fold-access.ts';

const icons = { download: Download, view: Eye, list: List } as const;

/** Formats a doctor's actions, such as "downloaded CT, opened the list 3 times". */
function useActionText(): (actions: readonly AccessAction[]) => string {
  const t = useText('center');
  const ui = useUiText();
  return (actions) =>
    actions
      .map(({ what, examType, count }) => {
        const type = examType === null ? t('log.exam') : ui(`examType.${examType}`);
        return what === 'list' ? t('log.list', { count }) : t(`log.${what}`, { count, type });
      })
      .join(', ');
}

function DayLine({ day }: { day: DoctorDay }) {
  const format = useFormat();
  const formatActions = useActionText();
  const Icon = icons[day.actions[0]?.what ?? 'list'];
  return (
    <li className="flex gap-3 py-2">
      <Icon size={16} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-break-word">
          <span className="font-strong">{format.doctor(day.doctor)}</span> {formatActions(day.actions)}
        </p>
        <p className="text-small text-ink-muted figures">
          {format.dateTime(day.at)} · <RelativeTime at={day.at} />
        </p>
      </div>
    </li>
  );
}

/** Shows the accesses to a patient's data from the audit log, one line per doctor and day. */
export function AccessLog({ patientId }: { patientId: string }) {
  const t = useText('center');
  const ui = useUiText();
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = useAccessLog(patientId);
  const days = rows && foldAccess(rows, dayOf);
  return (
    <SheetSection title={t('log.title')}>
      {error && !days ? (
        <ApiErrorState title={t('log.failed')} query={{ error, isFetching, refetch }} />
      ) : !days ? (
        <SkeletonRows rows={2} label={ui('list.loading')} />
      ) : days.length === 0 ? (
        <p className="text-ink-muted">{t('log.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {days.map((day) => (
            <DayLine key={day.key} day={day} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={loadMore} className="mt-2">
          {ui('action.showMore')}
        </Button>
      )}
    </SheetSection>
  );
}
