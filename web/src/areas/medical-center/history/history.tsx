import { screenPath } from '@medcloud/contract/screens';
import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { FileSearch } from 'lucide-react';
import { Link } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { useExamHistory } from '../../../calls/medical-center.ts';
import { fromList } from '../../../lib/back-link.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { useExamName } from '../../../preview/use-exam-name.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { ExamImage, rowLinkClass } from '../../../ui/data/exam-row.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { ExamBadges } from '../shared/exam-badges.tsx';
import { DownloadExam, useViewExam, ViewExam } from '../shared/exam-buttons.tsx';
import { ResultCount, ShowMore } from '../shared/list-footer.tsx';
import { UploadLink } from '../shared/upload-link.tsx';
import { ExamMenu } from './exam-menu.tsx';
import { HistoryFilterBar, useClearFilters } from './history-filter-bar.tsx';
import { isFiltered, parseHistoryFilters } from './history-filters.ts';

const ExamSheet = lazyComponent(async () => (await import('../shared/exam-sheet.tsx')).ExamSheet);

/** Shows that nothing is uploaded yet, or that no exam matches the filters. */
function NoExams({ hasFilters }: { hasFilters: boolean }) {
  const t = useText('center');
  const ui = useUiText();
  const clear = useClearFilters();
  if (!hasFilters) {
    return (
      <EmptyState icon={FileSearch} title={t('history.none')} text={t('history.noneText')} action={<UploadLink />} />
    );
  }
  const action = <Button onClick={clear}>{ui('action.clearFilters')}</Button>;
  return <EmptyState icon={FileSearch} title={t('history.none')} text={t('history.noMatchText')} action={action} />;
}

/** Shows the View and Download buttons, and a menu with the other actions. */
function ExamActions({ exam, onOpen }: { exam: ExamWithPatient; onOpen: (examId: string) => void }) {
  return (
    <RowButtons className="flex justify-end gap-1">
      {/* below 1024 px the row itself opens the exam, and the menu has both actions */}
      <span className="flex gap-1 max-lg:hidden">
        <ViewExam exam={exam} />
        <DownloadExam exam={exam} />
      </span>
      <ExamMenu exam={exam} onDetails={onOpen} />
    </RowButtons>
  );
}

/** What needs attention is confirmed, moved or withdrawn in the exam's details. */
const needsDetails = ({ status }: ExamWithPatient) => status === 'needs-attention';

const addressWith = (params: URLSearchParams, examId: string) => `?${withParam(params, 'exam', examId)}`;

/** Reads the open exam from the URL, so the Back button closes it. */
function useOpenExam() {
  const [params, setParams] = useUrlParams();
  const openId = params.get('exam');
  const open = (id: string | null) =>
    setParams((before) => withParam(before, 'exam', id ?? ''), { replace: openId !== null });
  return { openId, open };
}

/** What the files call the exam, unless they say no more than its type. */
function ExamDescription({ exam }: { exam: ExamWithPatient }) {
  const ui = useUiText();
  const { title, bodyPart } = useExamName()(exam);
  const text = title === ui(`examType.${exam.examType}`) ? bodyPart : title;
  return text && <bdi className="max-w-full truncate text-small text-ink-muted">{text}</bdi>;
}

/** Returns the columns. Beside an open exam only those that identify exams remain, because the sheet shows the rest. */
function useColumns(
  { search, isOpen, images }: { search: string; isOpen: boolean; images: ReadonlyMap<string, string> },
  onOpen: (examId: string) => void,
): Column<ExamWithPatient>[] {
  const t = useText('center');
  const ui = useUiText();
  const format = useFormat();
  const isWide = useIsWide();
  const size: Column<ExamWithPatient> = {
    key: 'size',
    header: t('exams.size'),
    align: 'end',
    isWideOnly: true,
    cell: (exam) => <span className="whitespace-nowrap figures">{format.megabytes(exam.fileSize)}</span>,
  };
  return [
    {
      key: 'patient',
      header: t('exams.patient'),
      width: '32%',
      cell: ({ patient }) => (
        <TwoLines
          first={<MatchedName name={patientName(patient)} search={search} />}
          second={<span className="code">{patient.patientId}</span>}
        />
      ),
    },
    {
      key: 'type',
      header: ui('field.examType'),
      width: '30%',
      cell: (exam) => (
        <span className="flex items-center gap-3">
          <span className="max-lg:hidden">
            <ExamImage isSmall type={exam.examType} src={images.get(exam.id)} />
          </span>
          <span className="flex min-w-0 flex-col items-start gap-1">
            <ExamTypeBadge type={exam.examType} />
            <ExamDescription exam={exam} />
            {/* a column of its own would cut the names */}
            {!isWide && <ExamBadges exam={exam} />}
          </span>
        </span>
      ),
    },
    {
      key: 'uploaded',
      header: t('exams.uploaded'),
      cell: (exam) => (
        <span className="block whitespace-nowrap figures">
          {format.date(exam.uploadedAt)}
          <span className="block text-small text-ink-muted">
            {format.time(exam.uploadedAt)}
            <span className="lg:hidden"> · {format.megabytes(exam.fileSize)}</span>
          </span>
        </span>
      ),
    },
    ...(isOpen ? [] : [size]),
    {
      key: 'status',
      header: ui('field.status'),
      isWideOnly: true,
      cell: (exam) => (
        <span className="flex flex-col items-start gap-1">
          <ExamBadges exam={exam} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: '',
      align: 'end',
      cell: (exam) =>
        isOpen ? <ExamMenu exam={exam} onDetails={onOpen} /> : <ExamActions exam={exam} onOpen={onOpen} />,
    },
  ];
}

/** Lists every exam of the center, newest upload first. */
export function CenterHistory() {
  const t = useText('center');
  const format = useFormat();
  const [params] = useUrlParams();
  const filters = parseHistoryFilters(params);
  const { rows, total, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } =
    useExamHistory(filters);
  const { openId, open } = useOpenExam();
  const images = useExamThumbnails(rows ?? []);
  const view = useViewExam();
  const columns = useColumns({ search: filters.patientSearch, isOpen: openId !== null, images }, open);
  return (
    <>
      <PageHeader title={t('history.title')} action={<UploadLink />} />
      <HistoryFilterBar />
      <Table
        label={t('history.label')}
        rows={rows}
        rowKey={(exam) => exam.id}
        skeletonRows={10}
        columns={columns}
        selectedKey={openId}
        // beside an open exam's details, a row shows its own
        onOpen={(exam) => (openId === null && !needsDetails(exam) ? view(exam.id) : open(exam.id))}
        phoneRow={(exam) => ({
          image: <ExamImage type={exam.examType} src={images.get(exam.id)} />,
          title: (
            <Link
              to={needsDetails(exam) ? addressWith(params, exam.id) : screenPath('examView', { examId: exam.id })}
              state={fromList}
              className={rowLinkClass}
            >
              <MatchedName name={patientName(exam.patient)} search={filters.patientSearch} />
            </Link>
          ),
          subtitle: (
            <>
              <ExamTypeBadge type={exam.examType} />
              <span className="figures">{format.date(exam.uploadedAt)}</span>
              <span className="figures">{format.megabytes(exam.fileSize)}</span>
              <ExamBadges exam={exam} isShort />
            </>
          ),
          action: <ExamMenu exam={exam} onDetails={open} />,
        })}
        empty={<NoExams hasFilters={isFiltered(filters)} />}
        error={error && !rows && <ApiErrorState title={t('history.failed')} query={{ error, isFetching, refetch }} />}
      />
      <div className="mt-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
        <ResultCount
          total={rows && (rows.length > 0 || isFiltered(filters)) ? total : null}
          formatCount={(count) => t('history.found', { count })}
          formatMany={(count) => t('history.foundMany', { count })}
        />
        <ShowMore shown={rows?.length ?? 0} hasMore={hasNextPage} busy={isFetchingNextPage} onMore={loadMore} />
      </div>
      {openId !== null && <ExamSheet key={openId} examId={openId} onClose={() => open(null)} />}
    </>
  );
}
