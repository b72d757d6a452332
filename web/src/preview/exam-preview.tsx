import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { ApiErrorState } from '../calls/client/api-error-state.tsx';
import { useExamToOpen } from '../calls/exams.ts';
import { patientName } from '../lib/names.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { Facts } from '../ui/data/facts.tsx';
import { FileHash } from '../ui/data/file-hash.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useMismatchText } from './mismatch-badge.tsx';
import { PreviewActions } from './preview-actions.tsx';
import { SeriesTiles, TilesSkeleton } from './series-tiles.tsx';
import { SkippedFilesNote } from './skipped-files.tsx';
import { countImages } from './studies.ts';

interface ExamPreviewProps {
  examId: string;
  onClose: () => void;
}

/** The exam's images, or why there are none yet or none at all. */
function PreviewContent({ openedExam: { exam, series, leftOut } }: { openedExam: ViewerExam }) {
  const t = useText('exams');
  if (exam.viewingFault)
    return (
      <Note variant="warning" title={t('unviewable')}>
        {t(`unviewableText.${exam.viewingFault}`)}
      </Note>
    );
  if (!exam.viewable)
    return (
      <Note live="status" title={t('preparing')}>
        {t('preparingText')}
      </Note>
    );
  return (
    <>
      <p className="mb-3 text-small text-ink-muted figures">
        {t('counts', { series: series.length, images: countImages(series) })}
      </p>
      <SkippedFilesNote skippedFiles={leftOut} />
      <SeriesTiles examId={exam.id} series={series} />
    </>
  );
}

function ExamFacts({ exam }: { exam: ViewerExam['exam'] }) {
  const t = useText('exams.fact');
  const format = useFormat();
  const notes = exam.notes?.trim() ?? '';
  return (
    <Facts
      facts={[
        { label: t('date'), value: <span className="figures">{format.day(exam.examDate)}</span> },
        { label: t('physician'), value: exam.referringPhysician?.trim() || t('unknownPhysician') },
        ...(notes === '' ? [] : [{ label: t('notes'), value: <bdi className="whitespace-pre-line">{notes}</bdi> }]),
        { label: t('file'), value: <bdi className="wrap-anywhere">{exam.fileName}</bdi> },
        { label: t('size'), value: <span className="figures">{format.size(exam.fileSize)}</span> },
        { label: t('uploaded'), value: <span className="figures">{format.dateTime(exam.uploadedAt)}</span> },
      ]}
    />
  );
}

function PreviewBody({ openedExam }: { openedExam: ViewerExam }) {
  const t = useText('exams');
  const mismatchText = useMismatchText();
  const { exam } = openedExam;
  return (
    <>
      <div className="mt-3 flex flex-col gap-3">
        {exam.mismatch && <Note variant="warning" title={mismatchText(exam.mismatch)} />}
        <ExamFacts exam={exam} />
      </div>
      <div className="-mx-2 mt-3 max-h-[46dvh] overflow-y-auto overscroll-contain px-2 py-1">
        <PreviewContent openedExam={openedExam} />
      </div>
      <div className="mt-4 border-t border-line pt-3">
        <details className="text-small">
          <summary className="cursor-pointer">{t('fileHash')}</summary>
          <div className="mt-1">
            <FileHash sha256={exam.sha256} />
          </div>
        </details>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <PreviewActions openedExam={openedExam} />
      </div>
    </>
  );
}

/** Shown if the exam did not load: it is gone, access is denied, or the server did not respond. */
function PreviewError({ query }: { query: ReturnType<typeof useExamToOpen> }) {
  const t = useText('exams');
  if (isFinalError(query.error)) return <Note title={t('gone')}>{t('goneText')}</Note>;
  return <ApiErrorState title={t('examFailed')} query={query} />;
}

function isFinalError(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

/** Previews an exam before it is opened: thumbnails of its series, its file hash, its files. Loads no viewer code. */
export function ExamPreview({ examId, onClose }: ExamPreviewProps) {
  const t = useText('exams');
  const ui = useUiText();
  const format = useFormat();
  const query = useExamToOpen(examId);
  // a current denial takes precedence over cached data
  const openedExam = isFinalError(query.error) ? undefined : query.data;
  const title = openedExam
    ? t('title', { type: ui(`examType.${openedExam.exam.examType}`), day: format.day(openedExam.exam.examDate) })
    : ui('action.preview');
  return (
    <Dialog
      open
      isWide
      hasCloseButton
      onClose={onClose}
      title={title}
      text={
        openedExam && (
          <>
            {patientName(openedExam.patient)} · {openedExam.medicalCenter.name}
          </>
        )
      }
    >
      {openedExam ? (
        <PreviewBody openedExam={openedExam} />
      ) : (
        <div className="mt-4">{query.error ? <PreviewError query={query} /> : <TilesSkeleton />}</div>
      )}
    </Dialog>
  );
}
