import { centerOverview } from '@medcloud/contract/routes/billing';
import { screens } from '@medcloud/contract/screens';
import { Activity, FileText } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { MismatchBadge } from '../../../preview/mismatch-badge.tsx';
import { useExamName } from '../../../preview/use-exam-name.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { ExamImage } from '../../../ui/data/exam-row.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useViewExam } from '../shared/exam-buttons.tsx';
import { StorageNote } from '../shared/storage-note.tsx';
import { UploadLink } from '../shared/upload-link.tsx';
import { BillingDetailsNote } from './billing-details-note.tsx';
import { SubscriptionNote } from './subscription-note.tsx';

type Dashboard = NonNullable<ReturnType<typeof useCenterDashboard>['data']>;

/** Formats the line below the storage: the exact size, unless the figure shows it already, and the quota. */
function useStorageNote() {
  const t = useText('center');
  const format = useFormat();
  return (usedBytes: number, quotaBytes: number | null) => {
    const size = format.size(usedBytes);
    const isShown = usedBytes === 0 || size === format.terabytes(usedBytes);
    if (quotaBytes === null) return isShown ? undefined : size;
    const quota = format.planSize(quotaBytes);
    return isShown ? t('dashboard.ofQuota', { quota }) : t('dashboard.exactly', { size, quota });
  };
}

function Figures({ data }: { data: Dashboard | undefined }) {
  const t = useText('center');
  const format = useFormat();
  const storageNote = useStorageNote();
  const storage = data && format.terabytes(data.totalStorage);
  const note = data && storageNote(data.totalStorage, data.quotaBytes);
  return (
    <StatCards
      stats={[
        { label: t('dashboard.totalPatients'), value: data && format.number(data.totalPatients) },
        { label: t('dashboard.examsThisMonth'), value: data && format.number(data.examsThisMonth) },
        { label: t('dashboard.recentUploads'), value: data && format.number(data.recentUploads.length) },
        { label: t('dashboard.storageUsed'), value: storage, note },
      ]}
    />
  );
}

interface DetailsProps {
  upload: Dashboard['recentUploads'][number];
  onOpen: (examId: string) => void;
}

function Details({ upload, onOpen }: DetailsProps) {
  const t = useText('center');
  return (
    <RowButtons>
      <IconButton
        icon={FileText}
        label={t('exams.detailsOf', { file: upload.fileName })}
        onClick={() => onOpen(upload.id)}
      />
    </RowButtons>
  );
}

function RecentActivity({ uploads }: { uploads: Dashboard['recentUploads'] | undefined }) {
  const t = useText('center');
  const ui = useUiText();
  const navigate = useNavigate();
  const nameOf = useExamName();
  const images = useExamThumbnails(uploads ?? []);
  const view = useViewExam();
  const openDetails = (examId: string) =>
    void navigate(`${screens.centerHistory}?${new URLSearchParams({ exam: examId })}`);
  return (
    <Table
      label={t('dashboard.recentActivity')}
      rows={uploads}
      rowKey={(upload) => upload.id}
      onOpen={({ id }) => view(id)}
      columns={[
        {
          key: 'type',
          header: ui('field.examType'),
          cell: (upload) => <ExamTypeBadge type={upload.examType} />,
        },
        {
          key: 'file',
          header: t('exams.file'),
          width: '42%',
          cell: (upload) => (
            <span className="flex items-center gap-3">
              <ExamImage isSmall type={upload.examType} src={images.get(upload.id)} />
              <TwoLines
                first={<bdi>{nameOf(upload).title}</bdi>}
                second={<bdi title={upload.fileName}>{upload.fileName}</bdi>}
              />
            </span>
          ),
        },
        { key: 'uploaded', header: t('exams.uploaded'), cell: (upload) => <UploadedAt at={upload.uploadedAt} /> },
        { key: 'status', header: ui('field.status'), cell: (upload) => <UploadState upload={upload} /> },
        {
          key: 'actions',
          header: '',
          align: 'end',
          cell: (upload) => <Details upload={upload} onOpen={openDetails} />,
        },
      ]}
      phoneRow={(upload) => ({
        image: <ExamImage type={upload.examType} src={images.get(upload.id)} />,
        title: <bdi>{nameOf(upload).title}</bdi>,
        subtitle: (
          <>
            <ExamTypeBadge type={upload.examType} />
            <RelativeTime at={upload.uploadedAt} />
          </>
        ),
        // the title needs the room of the usual state
        badge: upload.status !== 'completed' && <UploadState upload={upload} />,
      })}
      empty={
        <EmptyState
          icon={Activity}
          title={t('dashboard.none')}
          text={t('dashboard.noneText')}
          action={<UploadLink />}
        />
      }
    />
  );
}

function UploadState({ upload: { status, mismatch } }: { upload: Dashboard['recentUploads'][number] }) {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StatusBadge status={status} />
      {mismatch?.confirmed && <MismatchBadge mismatch={mismatch} />}
    </span>
  );
}

/** Shows the date and the relative time. */
function UploadedAt({ at }: { at: string }) {
  const format = useFormat();
  return (
    <span className="whitespace-nowrap figures">
      {format.dateTime(at)}{' '}
      <span className="text-ink-muted max-lg:hidden">
        · <RelativeTime at={at} />
      </span>
    </span>
  );
}

/** Shows the center's figures and latest uploads. */
export function CenterDashboard() {
  const t = useText('center');
  const may = useMay();
  const { data, error, isFetching, refetch } = useCenterDashboard();
  return (
    <>
      <PageHeader title={t('dashboard.title')} action={<UploadLink />} />
      {error && !data ? (
        <ApiErrorState title={t('dashboard.failed')} query={{ error, isFetching, refetch }} />
      ) : (
        <>
          {may(centerOverview) && (
            <>
              <BillingDetailsNote />
              <SubscriptionNote />
            </>
          )}
          <StorageNote />
          <Figures data={data} />
          <div className="mt-8 mb-3 flex min-h-8 items-center justify-between gap-4">
            <h2 className="text-h2">{t('dashboard.recentActivity')}</h2>
            {data && data.recentUploads.length > 0 && (
              <Link
                to={screens.centerHistory}
                className="inline-flex min-h-6 items-center text-primary-text hover:underline"
              >
                {t('dashboard.all')}
              </Link>
            )}
          </div>
          <RecentActivity uploads={data?.recentUploads} />
        </>
      )}
    </>
  );
}
