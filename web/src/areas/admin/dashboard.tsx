import { screens } from '@medcloud/contract/screens';
import { ChevronRight, RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { useAdminDashboard, usePendingDoctors } from '../../calls/admin.ts';
import { sentenceOf } from '../../calls/use-call.ts';
import { adminText } from '../../text/admin.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCards } from '../../ui/stat-cards.tsx';
import { PendingDoctors } from './pending-doctors.tsx';

type Figures = ReturnType<typeof useAdminDashboard>;

const mostCards = 4; // two rows: the rest is one press away

function LastUpdated({ at, busy, onRefresh }: { at: number; busy: boolean; onRefresh: () => void }) {
  const t = useText(adminText);
  const ui = useUiText();
  const format = useFormat();
  return (
    <>
      {at > 0 && (
        <p className="text-small text-ink-muted">
          <span className="max-sm:sr-only">{t('dashboard.lastUpdated')} </span>
          <time dateTime={new Date(at).toISOString()} className="figures">
            {format.clock(new Date(at))}
          </time>
        </p>
      )}
      <IconButton
        icon={RefreshCw}
        label={ui('action.refresh')}
        aria-busy={busy}
        onClick={onRefresh}
        className={busy ? '[&_svg]:animate-spin' : ''}
      />
    </>
  );
}

function FiguresCard({ figures }: { figures: Figures }) {
  const t = useText(adminText);
  const sentence = useSentence();
  const format = useFormat();
  const { data, error, isFetching, refetch } = figures;
  if (error) {
    return (
      <ErrorState
        title={t('dashboard.failed')}
        text={sentence(sentenceOf(error))}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  const shown = (figure: number | undefined) => (data ? format.number(figure ?? 0) : undefined);
  const waiting = data?.pendingDoctors ? t('dashboard.waitingCount', { count: data.pendingDoctors }) : undefined;
  return (
    <StatCards
      stats={[
        { label: <Link to={screens.adminUsers}>{t('dashboard.totalUsers')}</Link>, value: shown(data?.totalUsers) },
        {
          label: <Link to={screens.adminMedicalCentersInfo}>{t('dashboard.medicalCenters')}</Link>,
          value: shown(data?.totalMedicalCenters),
        },
        {
          label: <Link to={screens.adminDoctors}>{t('dashboard.verifiedDoctors')}</Link>,
          value: shown(data?.totalDoctors),
          note: waiting && (
            <Link to={screens.adminApproveDoctors} className="relative text-primary-text hover:underline">
              {waiting}
            </Link>
          ),
        },
        { label: t('dashboard.totalPatients'), value: shown(data?.totalPatients) },
        { label: t('dashboard.medicalExams'), value: shown(data?.totalExams) },
      ]}
    />
  );
}

function Waiting({ pending }: { pending: ReturnType<typeof usePendingDoctors> }) {
  const t = useText(adminText);
  const format = useFormat();
  return (
    <section className="mt-7">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">
          {t('dashboard.waiting')}{' '}
          {pending.data && (
            <span className="font-normal text-ink-muted figures">{format.number(pending.data.length)}</span>
          )}
        </h2>
        <Link
          to={screens.adminApproveDoctors}
          className="inline-flex min-h-6 items-center gap-1 text-body font-thing text-primary-text hover:underline"
        >
          {t('dashboard.toApprove')}
          <ChevronRight size={16} />
        </Link>
      </div>
      <PendingDoctors pending={pending} most={mostCards} />
    </section>
  );
}

/** The portal's figures, and the doctors who wait for the administrator. */
export function AdminDashboard() {
  const t = useText(adminText);
  const figures = useAdminDashboard();
  const pending = usePendingDoctors();
  const refresh = () => {
    void figures.refetch();
    void pending.refetch();
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        purpose={t('dashboard.purpose')}
        action={
          <LastUpdated at={figures.dataUpdatedAt} busy={figures.isFetching || pending.isFetching} onRefresh={refresh} />
        }
      />
      <FiguresCard figures={figures} />
      <Waiting pending={pending} />
    </>
  );
}
