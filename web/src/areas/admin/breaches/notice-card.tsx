import type { Breach, BreachNoticeKind } from '@medcloud/contract/shapes/breaches';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { BreachClock } from './breach-clock.tsx';

const NoticeSentDialog = lazyComponent(async () => (await import('./notice-sent-dialog.tsx')).NoticeSentDialog);
const NotNeededDialog = lazyComponent(async () => (await import('./not-needed-dialog.tsx')).NotNeededDialog);

interface NoticeProps {
  breach: Breach;
  kind: BreachNoticeKind;
}

/** Words what was decided about a notice, or until when it is due. */
function Decision({ breach, kind }: NoticeProps) {
  const t = useText('breaches/record.notice');
  const format = useFormat();
  const { dueAt, earlierDueAt, at, reason, decidedAt, decidedBy } = breach[kind];
  const earlier = earlierDueAt !== null && (
    <p className="text-warning-text figures">{t('earlierDue', { date: format.dateTime(earlierDueAt) })}</p>
  );
  if (decidedAt === null)
    return (
      <>
        <p className="font-strong figures">
          {dueAt === null ? t('lowRisk') : t('dueAt', { date: format.dateTime(dueAt) })}
        </p>
        {earlier}
      </>
    );
  return (
    <>
      {earlier}
      {at !== null && <p className="font-strong figures">{t('sentAt', { date: format.dateTime(at) })}</p>}
      {reason !== null && <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>}
      <p className="text-small text-ink-muted wrap-anywhere figures">
        {t('recordedBy', { email: decidedBy ?? '', date: format.dateTime(decidedAt) })}
      </p>
    </>
  );
}

function Buttons({ breach, kind }: NoticeProps) {
  const t = useText('breaches/record.notice');
  const [open, setOpen] = useState<'sent' | 'not-needed' | null>(null);
  const close = () => setOpen(null);
  const { state } = breach[kind];
  if (breach.state === 'closed' || state === 'notified') return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button icon={Send} onClick={() => setOpen('sent')} aria-label={`${t('markSent')}: ${t(kind)}`}>
        {t('markSent')}
      </Button>
      {state === 'due' && (
        <Button variant="ghost" onClick={() => setOpen('not-needed')} aria-label={`${t('markNotNeeded')} ${t(kind)}`}>
          {t('markNotNeeded')}
        </Button>
      )}
      {open === 'sent' && <NoticeSentDialog breach={breach} kind={kind} onClose={close} />}
      {open === 'not-needed' && <NotNeededDialog id={breach.id} kind={kind} onClose={close} />}
    </div>
  );
}

/** Shows a notice: its clock, what the law asks for, and what was decided. */
export function NoticeCard({ breach, kind }: NoticeProps) {
  const t = useText('breaches/record.notice');
  return (
    <Card title={t(kind)} aside={<BreachClock notice={breach[kind]} isClosed={breach.state === 'closed'} />}>
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted">{t(`${kind}Law`)}</p>
        <Decision breach={breach} kind={kind} />
      </div>
      <Buttons breach={breach} kind={kind} />
    </Card>
  );
}
