import type { Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/doctor';
import { Download, Eye, UserSearch } from 'lucide-react';
import { useIsWide } from '../../../lib/media.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { RequestLink } from './request-link.tsx';

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

/** Lists the doctor's latest views and downloads. */
export function RecentActivity({ rows, canRequest }: { rows: Activity[] | undefined; canRequest: boolean }) {
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
