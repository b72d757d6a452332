import { ApiError } from '@medcloud/contract/api-client';
import { saveAnnotations } from '@medcloud/contract/routes/annotations';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { useExamToOpen } from '../../../calls/exams.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useIsNarrow } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { useText } from '../../../text/language.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ClosedExam, NoResponse } from './closed-exam.tsx';
import { paneSeriesOf } from './compare/pane-series.ts';
import { useComparedExam } from './compare/use-compared-exam.ts';
import { useFirstSeries } from './panes/first-series.ts';
import { EmptyExam } from './panes/viewer-message.tsx';
import { ExamBar } from './toolbar/exam-bar.tsx';
import { UnsavedContext, useIsSaved, useTrial } from './trial.ts';
import { loadViewer, useViewer } from './use-viewer.ts';
import { ViewerPlaceholder } from './viewer-placeholder.tsx';

const DocumentView = lazyComponent(async () => (await import('./documents/document-view.tsx')).DocumentView);

function Opening() {
  const t = useText('viewer');
  return (
    <main className="h-full bg-v-chrome p-4">
      <h1 className="sr-only">{t('title')}</h1>
      <SkeletonRows rows={6} label={t('loading')} />
    </main>
  );
}

/** Returns the first document of an exam without images. */
const findDocument = (examView: ViewerExam) =>
  examView.series.every(({ frames }) => frames === 0)
    ? paneSeriesOf(examView).find(({ modality }) => modality === 'DOC')
    : undefined;

/** Shows an open exam: its bar, its series and the images. */
function ImageExam({ examView, onRefused }: { examView: ViewerExam; onRefused: () => void }) {
  const isPhone = useIsNarrow();
  const isSaved = useIsSaved();
  const isTrial = useTrial() !== null;
  const first = useFirstSeries(paneSeriesOf(examView));
  const compared = useComparedExam(examView);
  const openedViewer = useViewer({
    first,
    isPhone,
    // the trial's calls stay in the page by themselves
    isSaved: isSaved || isTrial,
    onRefused: (refused) => (refused === examView.exam.id ? onRefused() : compared.refetch()),
  });
  if (examView.series.length === 0)
    return (
      <div className="flex h-full flex-col">
        <ExamBar examView={examView} />
        <main className="relative min-h-0 flex-1 bg-v-field">
          <EmptyExam exam={examView.exam} />
        </main>
      </div>
    );
  if (!openedViewer) return <ViewerPlaceholder examView={examView} hasFailed={openedViewer === null} />;
  return <openedViewer.ViewportGrid {...{ examView, compared, isPhone }} viewer={openedViewer.viewer} />;
}

/** Shows an open exam: its document, or its images. */
export function OpenExam(props: { examView: ViewerExam; onRefused: () => void }) {
  const first = findDocument(props.examView);
  if (!first) return <ImageExam {...props} />;
  return (
    <div className="flex h-full flex-col">
      <ExamBar examView={props.examView} />
      <DocumentView examView={props.examView} first={first} />
    </div>
  );
}

/** Renders `/exams/{examId}/view`: the exam fills the window. A refusal by the server closes it. */
export function ExamView() {
  const t = useText('viewer');
  const { examId = '' } = useParams();
  const may = useMay();
  const { data, error, isFetching, refetch } = useExamToOpen(examId);
  // starts in parallel with the first request
  useEffect(() => void loadViewer().catch(() => undefined), []);
  const accessError = error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : null;
  const name = data && !accessError ? patientName(data.patient) : t('title');
  return (
    <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-v-chrome text-v-ink">
      <title>{`${name} · MedCloud`}</title>
      {accessError && <ClosedExam error={accessError} wasOpen={data !== undefined} />}
      {!accessError && data && (
        <UnsavedContext value={!may(saveAnnotations)}>
          <OpenExam key={examId} examView={data} onRefused={() => void refetch()} />
        </UnsavedContext>
      )}
      {!accessError && !data && error && <NoResponse error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!accessError && !data && !error && <Opening />}
    </div>
  );
}
