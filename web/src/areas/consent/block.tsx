import type { BlockState } from '@medcloud/contract/shapes/access';
import { BellOff, CircleSlash, History, Lock } from 'lucide-react';
import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { blockDoctor } from '../../calls/consent.ts';
import { dayOf } from '../../lib/dates.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { DoctorCard } from './consent-request.tsx';
import { useDoctorPhrases } from './doctor-phrases.ts';
import { PageTitle } from './page-title.tsx';
import { ConsentButton, ErrorMessage, Line, listClasses } from './parts.tsx';
import { type OpenLink, useLinkAction } from './use-link.ts';

/**
 * Shows the page of the link in a code's SMS: asks whether to block the doctor, then shows until when the block lasts.
 */
export function Block({ token, link, reload, isJustAnswered }: OpenLink<BlockState>) {
  return link.blockedUntil === null ? (
    <BlockQuestion token={token} link={link} reload={reload} />
  ) : (
    <BlockConfirmation link={link} until={link.blockedUntil} isJustAnswered={isJustAnswered} />
  );
}

function BlockQuestion({ token, link, reload }: Omit<OpenLink<BlockState>, 'isJustAnswered'>) {
  const t = useText('consent');
  const format = useFormat();
  const { gender, who } = useDoctorPhrases(link.doctor);
  const { busy, error, run } = useLinkAction(reload);
  const title = t(`block.title.${gender}`);
  const requestedAt = new Date(link.requestedAt);
  return (
    <PublicLayout title={title}>
      <PageTitle>{title}</PageTitle>
      <DoctorCard doctor={link.doctor} />
      <p className="mt-3 text-prose text-ink-muted">
        {t('block.asked', { day: format.longDay(dayOf(requestedAt)), time: format.time(requestedAt) })}
      </p>
      <ul className={`mt-6 ${listClasses}`}>
        <Line icon={BellOff}>{t('block.quiet', { count: link.days, who })}</Line>
        <Line icon={Lock}>{t('block.notNotified')}</Line>
        <Line icon={History}>{t('block.stays')}</Line>
      </ul>
      <div className="mt-6">
        <ErrorMessage error={error} />
        <ConsentButton
          variant="danger"
          icon={BellOff}
          busy={busy !== null}
          busyLabel={t('block.pressing')}
          onClick={() => void run('block', () => blockDoctor(token))}
        >
          {t('block.press', { count: link.days })}
        </ConsentButton>
      </div>
      <p className="mt-4 text-ink-muted">{t('block.nothing')}</p>
    </PublicLayout>
  );
}

function BlockConfirmation({
  link,
  until,
  isJustAnswered,
}: {
  link: BlockState;
  until: string;
  isJustAnswered: boolean;
}) {
  const t = useText('consent');
  const format = useFormat();
  const { who } = useDoctorPhrases(link.doctor);
  return (
    <PublicLayout title={t('block.done')}>
      <div className="flex gap-4 rounded-card border border-line bg-surface px-4 py-4">
        <CircleSlash size={32} className="shrink-0 text-ink-muted" />
        <div className="min-w-0">
          <PageTitle shouldFocus={isJustAnswered}>{t('block.done')}</PageTitle>
          <p className="mt-2">
            {t.rich('block.doneUntil', {
              date: format.longDay(dayOf(new Date(until))),
              who,
              day: (text) => <strong className="font-semibold">{text}</strong>,
            })}
          </p>
        </div>
      </div>
      <DoctorCard doctor={link.doctor} />
      <p className="mt-6">{t('block.notNotified')}</p>
      <p className="mt-3">{t('block.stays')}</p>
    </PublicLayout>
  );
}
