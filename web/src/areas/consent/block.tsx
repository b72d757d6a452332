import type { BlockState } from '@medcloud/contract/shapes/access';
import { BellOff, CircleSlash, History, Lock } from 'lucide-react';
import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { blockDoctor } from '../../calls/consent.ts';
import { dayOf } from '../../lib/dates.ts';
import { consentText } from '../../text/consent.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { DoctorCard } from './ask.tsx';
import { useDoctorWords } from './doctor-words.ts';
import { PageTitle } from './page-title.tsx';
import { ConsentButton, FailureNote, Line, lines } from './parts.tsx';
import { type Open, useLinkAct } from './use-link.ts';

/** The link at the end of a code's message: one question, one button, and afterwards until when it holds. */
export function Block({ token, link, reload, justNow }: Open<BlockState>) {
  return link.blockedUntil === null ? (
    <Question token={token} link={link} reload={reload} />
  ) : (
    <Blocked link={link} until={link.blockedUntil} justNow={justNow} />
  );
}

function Question({ token, link, reload }: Omit<Open<BlockState>, 'justNow'>) {
  const t = useText(consentText);
  const format = useFormat();
  const { gender, fromWhom } = useDoctorWords(link.doctor);
  const { busy, failure, act } = useLinkAct(reload);
  const title = t(`block.title.${gender}`);
  const asked = new Date(link.requestedAt);
  return (
    <PublicLayout title={title}>
      <PageTitle>{title}</PageTitle>
      <DoctorCard doctor={link.doctor} />
      <p className="mt-3 text-prose text-ink-muted">
        {t('block.asked', { day: format.longDay(dayOf(asked)), time: format.time(asked) })}
      </p>
      <ul className={`mt-6 ${lines}`}>
        <Line icon={BellOff}>{t('block.quiet', { count: link.days, fromWhom })}</Line>
        <Line icon={Lock}>{t('block.notTold')}</Line>
        <Line icon={History}>{t('block.stays')}</Line>
      </ul>
      <div className="mt-6">
        <FailureNote failure={failure} />
        <ConsentButton
          look="stop"
          icon={BellOff}
          busy={busy !== null}
          busyLabel={t('block.pressing')}
          onClick={() => void act('block', () => blockDoctor(token))}
        >
          {t('block.press', { count: link.days })}
        </ConsentButton>
      </div>
      <p className="mt-4 text-ink-muted">{t('block.nothing')}</p>
    </PublicLayout>
  );
}

function Blocked({ link, until, justNow }: { link: BlockState; until: string; justNow: boolean }) {
  const t = useText(consentText);
  const format = useFormat();
  const { fromWhom } = useDoctorWords(link.doctor);
  return (
    <PublicLayout title={t('block.done')}>
      <div className="flex gap-4 rounded-card border border-line bg-surface px-4 py-4">
        <CircleSlash size={32} className="shrink-0 text-ink-muted" />
        <div className="min-w-0">
          <PageTitle focus={justNow}>{t('block.done')}</PageTitle>
          <p className="mt-2">
            {t.rich('block.doneUntil', {
              date: format.longDay(dayOf(new Date(until))),
              fromWhom,
              day: (text) => <strong className="font-semibold">{text}</strong>,
            })}
          </p>
        </div>
      </div>
      <DoctorCard doctor={link.doctor} />
      <p className="mt-6">{t('block.notTold')}</p>
      <p className="mt-3">{t('block.stays')}</p>
    </PublicLayout>
  );
}
