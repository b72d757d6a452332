import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import { CircleCheck, CircleSlash, CircleX, Clock, ListChecks, type LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { openOverview } from '../../calls/consent.ts';
import { classes } from '../../lib/classes.ts';
import { dayOf } from '../../lib/dates.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { AccessLog } from './access-log/access-log.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { useDoctorPhrases } from './doctor-phrases.ts';
import { formatRecordName } from './format-record-name.ts';
import { GrantControls } from './grant/grant-controls.tsx';
import { PageTitle } from './page-title.tsx';
import { CenterPhones, ConsentButton, ErrorMessage, listClasses, Part } from './parts.tsx';
import { Receipt } from './receipt.tsx';
import { useLinkAction } from './use-link.ts';

// Few open it, and the page's limit is 100 kB.
const Overview = lazy(() => import('./overview/overview.tsx'));
const OwnEntry = lazy(() => import('./own/own-entry.tsx'));

type FinalStatus = 'granted' | 'denied' | 'revoked' | 'expired';

const statusStyles = {
  granted: { box: 'border-success-line bg-success-soft', icon: CircleCheck, color: 'text-success' },
  denied: { box: 'border-line bg-surface', icon: CircleX, color: 'text-ink-muted' },
  revoked: { box: 'border-line bg-surface', icon: CircleSlash, color: 'text-ink-muted' },
  expired: { box: 'border-line bg-surface', icon: Clock, color: 'text-ink-muted' },
} as const satisfies Record<FinalStatus, { box: string; icon: LucideIcon; color: string }>;

function isFinal(status: LinkRecord['status']): status is FinalStatus {
  return status !== 'pending';
}

/** Shows the exam types that a grant is limited to. */
export function GrantScope({ record }: { record: Pick<LinkRecord, 'examTypes' | 'status'> }) {
  const t = useText('consent');
  if (record.examTypes === null || record.status !== 'granted') return null;
  return (
    <span className="block text-prose text-ink-muted">
      {t('types.only')}
      {record.examTypes.map((type, index) => (
        <span key={type}>
          {index === 0 ? ' ' : ', '}
          <span className="whitespace-nowrap">{t(`types.name.${type}`)}</span>
        </span>
      ))}
    </span>
  );
}

/** Shows one line per person if the link concerns several. */
function PersonLines({ records }: { records: readonly LinkRecord[] }) {
  const t = useText('consent');
  const format = useFormat();
  const keys = {
    granted: 'state.personGranted',
    denied: 'state.personDenied',
    revoked: 'state.personRevoked',
    expired: 'state.personExpired',
  } as const;
  return (
    <ul className={classes('mt-5', listClasses)}>
      {records.map((record) => {
        const status = isFinal(record.status) ? record.status : 'denied';
        const day = record.expiresAt === null ? '' : format.longDay(dayOf(record.expiresAt));
        return (
          <li key={record.patientId} className="px-5 py-3">
            <span className="block font-semibold">{formatRecordName(records, record)}</span>
            <span className="block text-prose text-ink-muted">{t(keys[status], { day })}</span>
            <GrantScope record={record} />
          </li>
        );
      })}
    </ul>
  );
}

function StateText({ link, status }: { link: LinkState; status: FinalStatus }) {
  const t = useText('consent');
  const format = useFormat();
  const { who } = useDoctorPhrases(link.doctor);
  const [only] = link.records.length === 1 ? link.records : [];
  const endTimes = link.records.flatMap((record) =>
    record.status === status && record.expiresAt ? [record.expiresAt] : [],
  );
  const last = endTimes.toSorted().at(-1);
  const day = last === undefined ? '' : format.longDay(dayOf(last));
  switch (status) {
    case 'granted':
      return only ? (
        <>
          <p>
            {t.rich('state.grantedUntil', {
              day: (chunks) => <strong className="font-semibold">{chunks}</strong>,
              date: day,
            })}
          </p>
          <GrantScope record={only} />
        </>
      ) : (
        <p>{t('state.grantedSeveral')}</p>
      );
    case 'denied':
      return (
        <>
          <p>{t('state.deniedText', { who })}</p>
          <p className="mt-2 text-prose text-ink-muted">{t('state.deniedAgain')}</p>
        </>
      );
    case 'revoked':
      return (
        <>
          <p>{t('state.revokedText', { who, day, time: last === undefined ? '' : format.time(last) })}</p>
          <p className="mt-2 text-prose text-ink-muted">{t('state.revokedDownloads')}</p>
          <p className="mt-2 text-prose text-ink-muted">{t('state.overAgain')}</p>
        </>
      );
    case 'expired':
      return (
        <>
          <p>{t('state.expiredText', { who, day })}</p>
          <p className="mt-2 text-prose text-ink-muted">{t('state.overAgain')}</p>
        </>
      );
  }
}

function StateBox({
  link,
  status,
  title,
  shouldFocus,
}: {
  link: LinkState;
  status: FinalStatus;
  title: string;
  shouldFocus: boolean;
}) {
  const { box, icon: Icon, color } = statusStyles[status];
  return (
    <div className={classes('flex gap-4 rounded-card border p-5', box)}>
      <Icon size={28} className={classes('mt-1', color)} />
      <div className="min-w-0 flex-1">
        <PageTitle
          className="text-[1.375rem]/7.5 font-semibold tracking-[-0.018em]"
          shouldFocus={shouldFocus}
          key={status}
        >
          {title}
        </PageTitle>
        <div className="mt-2">
          <StateText link={link} status={status} />
        </div>
      </div>
    </div>
  );
}

/** Shows the state after the answer, the access log, and the controls to change or revoke the grant. */
export function ConsentState({
  token,
  link,
  reload,
  isJustAnswered,
}: {
  token: string;
  link: LinkState;
  reload: () => Promise<void>;
  /** The answer was given on this page, so the new state takes the focus. */
  isJustAnswered: boolean;
}) {
  const t = useText('consent');
  const format = useFormat();
  const { who } = useDoctorPhrases(link.doctor);
  const action = useLinkAction(reload);
  const [initialStatus] = useState(link.status);
  /** Shown in place of this page: all grants of the phone, or own pictures. */
  const [page, setPage] = useState<ReactNode>(null);
  const close = () => void reload().then(() => setPage(null));
  const status = isFinal(link.status) ? link.status : 'expired';
  const title = t(`state.${status}`, { who });
  const active = link.records.filter((record) => record.status === 'granted');
  const [only] = link.records.length === 1 ? link.records : [];
  if (page !== null) return <Suspense fallback={null}>{page}</Suspense>;
  return (
    <PublicLayout title={title}>
      <StateBox link={link} status={status} title={title} shouldFocus={isJustAnswered || status !== initialStatus} />
      <div className="mt-4">
        <CodeDialog action={action} />
        <ErrorMessage error={action.codeStep === null ? action.error : null} />
      </div>
      {link.records.length > 1 && <PersonLines records={link.records} />}
      {(status !== 'denied' || link.accessLog.length > 0) && (
        // a reload brings another first page, so the later pages that followed the old one are dropped
        <AccessLog key={link.accessLogMore} token={token} link={link} reload={reload} />
      )}
      {only && status !== 'denied' && (
        <p className="mt-4 text-prose text-ink-muted">{t('state.about', { name: only.name, count: only.examCount })}</p>
      )}
      {active.length > 0 && <GrantControls token={token} link={link} active={active} action={action} />}
      <Receipt link={link} />
      {link.records.some(({ isOwnViewable }) => isOwnViewable) && (
        <Suspense fallback={null}>
          <OwnEntry token={token} link={link} action={action} show={setPage} onClose={close} />
        </Suspense>
      )}
      <Part title={t('overview.title')}>
        <p className="mb-3">{t('overview.about')}</p>
        <ConsentButton
          variant="quiet"
          icon={ListChecks}
          busy={action.busy === 'overview'}
          disabled={action.busy !== null}
          onClick={() =>
            void action.run('overview', async (code) => {
              const { overviewToken } = await openOverview({ accessToken: token, code });
              setPage(<Overview token={overviewToken} onClose={close} />);
            })
          }
        >
          {t('overview.open')}
        </ConsentButton>
      </Part>
      <CenterPhones records={link.records} isCentered />
      <p className="mt-2 text-center text-prose text-ink-muted">
        {t('state.availableUntil', { day: format.date(link.expiresAt) })}
      </p>
    </PublicLayout>
  );
}
