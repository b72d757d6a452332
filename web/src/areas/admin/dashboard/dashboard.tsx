import { screens } from '@medcloud/contract/screens';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useAdminDashboard, useAlarms, usePendingDoctors } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useMessageCounts, useSystemInfo } from '../../../calls/operations.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { LastUpdated } from '../shared/last-updated.tsx';
import { PendingDoctors } from '../shared/pending-doctors.tsx';
import { Alarms } from './alarms.tsx';
import { MessageSummary } from './message-summary.tsx';
import { StorageInformation } from './storage-information.tsx';
import { SystemHealth } from './system-health.tsx';

type Figures = ReturnType<typeof useAdminDashboard>;

const maxCards = 4; // two rows: a link leads to the rest

function FiguresCard({ figures }: { figures: Figures }) {
  const t = useText('admin');
  const format = useFormat();
  const { data, error, isFetching, refetch } = figures;
  if (error) {
    return <ApiErrorState title={t('dashboard.failed')} query={{ error, isFetching, refetch }} />;
  }
  const formatFigure = (figure: number | undefined) => (data ? format.number(figure ?? 0) : undefined);
  const formatWeek = (count: number | undefined) => (count ? t('dashboard.thisWeek', { count }) : undefined);
  const pendingText = data?.pendingDoctors ? t('dashboard.waitingCount', { count: data.pendingDoctors }) : undefined;
  return (
    <StatCards
      stats={[
        {
          label: <Link to={screens.adminUsers}>{t('dashboard.totalUsers')}</Link>,
          value: formatFigure(data?.totalUsers),
          note: formatWeek(data?.thisWeek.users),
        },
        {
          label: <Link to={screens.adminMedicalCentersInfo}>{t('dashboard.medicalCenters')}</Link>,
          value: formatFigure(data?.totalMedicalCenters),
          note: formatWeek(data?.thisWeek.medicalCenters),
        },
        {
          label: <Link to={screens.adminDoctors}>{t('dashboard.verifiedDoctors')}</Link>,
          value: formatFigure(data?.totalDoctors),
          note: pendingText ? (
            <Link to={screens.adminApproveDoctors} className="relative text-primary-text hover:underline">
              {pendingText}
            </Link>
          ) : (
            formatWeek(data?.thisWeek.doctors)
          ),
        },
        { label: t('dashboard.totalPatients'), value: formatFigure(data?.totalPatients) },
        { label: t('dashboard.medicalExams'), value: formatFigure(data?.totalExams) },
      ]}
    />
  );
}

function PendingSection({ pending }: { pending: ReturnType<typeof usePendingDoctors> }) {
  const t = useText('admin');
  const format = useFormat();
  return (
    <section className="mt-7">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">
          {t('dashboard.waiting')}{' '}
          {pending.data && pending.data.length > 0 && (
            <span className="font-normal text-ink-muted figures">{format.number(pending.data.length)}</span>
          )}
        </h2>
        <Link
          to={screens.adminApproveDoctors}
          className="inline-flex min-h-6 items-center gap-1 text-body font-strong text-primary-text hover:underline"
        >
          {t('approve.title')}
          <ChevronRight size={16} />
        </Link>
      </div>
      <PendingDoctors pending={pending} maxCards={maxCards} />
    </section>
  );
}

interface SystemProps {
  info: ReturnType<typeof useSystemInfo>;
  counts: ReturnType<typeof useMessageCounts>;
}

function System({ info, counts }: SystemProps) {
  const t = useText('operations');
  const { data, error, isFetching, refetch } = info;
  // an older reply must not keep showing that everything works
  if (error) {
    return <ApiErrorState title={t('health.failed')} query={{ error, isFetching, refetch }} />;
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
      <SystemHealth info={data} />
      <div className="grid items-start gap-5 md:max-lg:grid-cols-2">
        <StorageInformation info={data} />
        <MessageSummary counts={counts} />
      </div>
    </div>
  );
}

/** Shows the portal's figures, its health, and the doctors waiting for approval. */
export function AdminDashboard() {
  const t = useText('admin');
  const figures = useAdminDashboard();
  const info = useSystemInfo();
  const counts = useMessageCounts();
  const pending = usePendingDoctors();
  const alarms = useAlarms();
  const refresh = () => {
    for (const { refetch } of [figures, info, counts, pending, alarms]) void refetch();
  };
  const isBusy = figures.isFetching || info.isFetching || pending.isFetching;
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        action={<LastUpdated at={info.dataUpdatedAt} busy={isBusy} onRefresh={refresh} />}
      />
      <Alarms alarms={alarms} />
      <FiguresCard figures={figures} />
      <div className="mt-5">
        <System info={info} counts={counts} />
      </div>
      <PendingSection pending={pending} />
    </>
  );
}
