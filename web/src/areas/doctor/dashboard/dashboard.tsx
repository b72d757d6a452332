import type { Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/doctor';
import { screens } from '@medcloud/contract/screens';
import { Download, Eye, UserSearch } from 'lucide-react';
import { Link } from 'react-router';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useDoctorDashboard } from '../../../calls/doctor.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { AccessGuardNote, useAccessGuard } from '../shared/access-guard.tsx';

type Activity = Reply<typeof routes.dashboard>['recentActivity'][number];

function ActivityLabel({ type }: { type: Activity['type'] }) {
  const t = useText('doctor');
  const Icon = type === 'download' ? Download : Eye;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-ink-muted">
      <Icon size={16} />
      {t(`dashboard.${type}`)}
    </span>
  );
}

function useColumns(): Column<Activity>[] {
  const t = useText('doctor');
  const ui = useUiText();
  const isWide = useIsWide();
  return [
    { key: 'activity', header: t('dashboard.activity'), cell: (row) => <ActivityLabel type={row.type} /> },
    {
      key: 'patient',
      header: t('dashboard.patient'),
      width: isWide ? '28%' : '40%',
      cell: (row) => (
        <span className="block wrap-break-word font-strong">
          {row.description}
          {/* a column of its own would need three lines */}
          {!isWide && <span className="block text-small font-normal text-ink-muted">{row.medicalCenter}</span>}
        </span>
      ),
    },
    {
      key: 'type',
      header: ui('field.examType'),
      cell: (row) =>
        row.examType ? (
          <ExamTypeBadge type={row.examType} />
        ) : (
          <span className="whitespace-nowrap text-ink-muted">{t('dashboard.list')}</span>
        ),
    },
    {
      key: 'center',
      header: t('dashboard.center'),
      width: '32%',
      isWideOnly: true,
      cell: (row) => <span className="block wrap-break-word text-ink-muted">{row.medicalCenter}</span>,
    },
    {
      key: 'time',
      header: t('dashboard.time'),
      cell: (row) => (
        <span className="whitespace-nowrap">
          <RelativeTime at={row.time} />
        </span>
      ),
    },
  ];
}

function RequestLink({ isPrimary }: { isPrimary?: boolean }) {
  const t = useText('doctor');
  return (
    <Button asChild variant={isPrimary ? 'primary' : 'quiet'}>
      <Link to={screens.doctorPatients}>{t('dashboard.request')}</Link>
    </Button>
  );
}

function RecentActivity({ rows, canRequest }: { rows: Activity[] | undefined; canRequest: boolean }) {
  const t = useText('doctor');
  const columns = useColumns();
  return (
    <section aria-labelledby="recent" className="mt-6">
      <h2 id="recent" className="mb-3 text-h2">
        {t('dashboard.recent')}
      </h2>
      <Table
        label={t('dashboard.recent')}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.time} ${row.type} ${row.description} ${row.examType}`}
        phoneRow={(row) => ({
          title: row.description,
          subtitle: (
            <>
              <ActivityLabel type={row.type} />
              <RelativeTime at={row.time} />
              <span className="w-full truncate">{row.medicalCenter}</span>
            </>
          ),
          badge: row.examType && <ExamTypeBadge type={row.examType} />,
        })}
        empty={
          <EmptyState
            icon={UserSearch}
            title={t('dashboard.empty')}
            text={canRequest && t('dashboard.emptyText')}
            action={canRequest && <RequestLink />}
          />
        }
      />
    </section>
  );
}

/** Shows the doctor's figures and latest accesses. */
export function DoctorDashboard() {
  const t = useText('doctor');
  const format = useFormat();
  const dashboard = useDoctorDashboard();
  const guard = useAccessGuard(dashboard.error);
  const { data } = dashboard;
  const figure = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  return (
    <>
      <PageHeader title={t('dashboard.title')} action={guard === null ? <RequestLink isPrimary /> : undefined} />
      {guard && (
        <div className="mb-5">
          <AccessGuardNote guard={guard} />
        </div>
      )}
      {dashboard.isError && data === undefined ? (
        <ApiErrorState title={t('dashboard.failed')} query={dashboard} />
      ) : (
        <>
          <StatCards
            stats={[
              { label: t('dashboard.patients'), value: figure(data?.patientsAccessed) },
              { label: t('dashboard.exams'), value: figure(data?.examsReviewed) },
              { label: t('dashboard.files'), value: figure(data?.filesDownloaded) },
            ]}
          />
          <RecentActivity rows={data?.recentActivity} canRequest={guard === null} />
        </>
      )}
    </>
  );
}
