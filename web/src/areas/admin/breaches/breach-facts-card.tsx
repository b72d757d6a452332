import type { Breach } from '@medcloud/contract/shapes/breaches';
import type { ReactNode } from 'react';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Card } from '../../../ui/layout/card.tsx';

/** Shows text as it was typed, with its line breaks. */
const typed = (text: string) => <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>;

/** Words when the breach happened. */
function useHappened({ happenedFrom, happenedUntil }: Breach): string {
  const t = useText('breaches/record.detail');
  const format = useFormat();
  const from = format.dateTime(happenedFrom);
  return happenedUntil === null ? t('since', { from }) : t('fromTo', { from, until: format.dateTime(happenedUntil) });
}

/** Shows the facts of a record, and who opened and closed it. */
export function BreachFactsCard({ breach }: { breach: Breach }) {
  const t = useText('breaches/record.detail');
  const form = useText('breaches.form');
  const alarms = useText('alarms');
  const format = useFormat();
  const happened = useHappened(breach);
  const { noticedAt, noticedBy, noticedReasons, highRisk, alarm, openedAt, openedBy, closedAt, closedBy, closeReason } =
    breach;
  const orMissing = (text: string | null) => (text === null ? t('notGiven') : typed(text));
  const facts: { label: string; value: ReactNode }[] = [
    { label: form('description'), value: typed(breach.description) },
    { label: t('happened'), value: happened },
    {
      label: form('noticedAt'),
      value: t('noticedBy', { date: format.dateTime(noticedAt), name: noticedBy }),
    },
    ...(noticedReasons.length === 0 ? [] : [{ label: form('noticedReason'), value: typed(noticedReasons.join('\n')) }]),
    { label: t('risk'), value: highRisk ? t('yes') : t('no') },
    { label: form('consequences'), value: orMissing(breach.consequences) },
    { label: form('measures'), value: orMissing(breach.measures) },
    { label: form('contact'), value: orMissing(breach.contact) },
    ...(alarm === null
      ? []
      : [{ label: t('alarm'), value: `${alarms(`titles.${alarm.kind}`)}, ${format.dateTime(alarm.raisedAt)}` }]),
    { label: t('opened'), value: t('openedBy', { date: format.dateTime(openedAt), email: openedBy }) },
    ...(closedAt === null
      ? []
      : [
          { label: t('closed'), value: t('openedBy', { date: format.dateTime(closedAt), email: closedBy ?? '' }) },
          { label: t('closeReason'), value: typed(closeReason ?? '') },
        ]),
  ];
  return (
    <Card title={t('facts')}>
      <dl className="flex flex-col gap-3 text-body">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-small text-ink-muted">{label}</dt>
            <dd className="wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
      {alarm !== null && Date.parse(noticedAt) > Date.parse(alarm.raisedAt) && (
        <div className="mt-4">
          <Note variant="warning" live="off">
            {form('afterAlarm', { date: format.dateTime(alarm.raisedAt) })}
          </Note>
        </div>
      )}
    </Card>
  );
}
