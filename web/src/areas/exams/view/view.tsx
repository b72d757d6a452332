import { PortalError } from '@medcloud/contract/caller';
import type { ExamToView } from '@medcloud/contract/shapes/viewing';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useExamToOpen } from '../../../calls/exams.ts';
import { useNarrow } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { useText } from '../../../text/language.tsx';
import { viewerText } from '../../../text/viewer.ts';
import { later } from '../../../ui/feedback/later.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ClosedExam, NoAnswer } from './closed-exam.tsx';
import { useFirstSeries } from './panes/first-series.ts';
import { NothingToShow } from './panes/nothing-to-show.tsx';
import { ExamBar } from './toolbar/exam-bar.tsx';
import { loadViewer, useViewer } from './use-viewer.ts';
import { WithoutViewer } from './without-viewer.tsx';

const DocumentView = later(async () => (await import('./documents/document-view.tsx')).DocumentView);

function Opening() {
  const t = useText(viewerText);
  return (
    <main className="h-full bg-v-chrome p-4">
      <h1 className="sr-only">{t('title')}</h1>
      <SkeletonRows rows={6} label={t('loading')} />
    </main>
  );
}

/** The first document of an exam that holds nothing to look at beside. */
const documentOf = ({ series }: ExamToView) =>
  series.every(({ frames }) => frames === 0) ? series.find(({ modality }) => modality === 'DOC') : undefined;

/** The exam is open: its bar, its series, and what of them is looked at. */
function OpenImages({ opened, onRefused }: { opened: ExamToView; onRefused: () => void }) {
  const isPhone = useNarrow();
  const first = useFirstSeries(opened.series);
  const shown = useViewer({ examId: opened.exam.id, first, isPhone, onRefused });
  if (opened.series.length === 0)
    return (
      <div className="flex h-full flex-col">
        <ExamBar opened={opened} />
        <main className="relative min-h-0 flex-1 bg-v-field">
          <NothingToShow exam={opened.exam} />
        </main>
      </div>
    );
  if (!shown) return <WithoutViewer opened={opened} hasFailed={shown === null} />;
  return <shown.Stage opened={opened} viewer={shown.viewer} isPhone={isPhone} />;
}

function OpenExam(props: { opened: ExamToView; onRefused: () => void }) {
  const first = documentOf(props.opened);
  if (!first) return <OpenImages {...props} />;
  return (
    <div className="flex h-full flex-col">
      <ExamBar opened={props.opened} />
      <DocumentView opened={props.opened} first={first} />
    </div>
  );
}

/** `/exams/{examId}/view`: the exam and nothing else in the window. What the portal refuses while it is open closes it. */
export function ExamView() {
  const t = useText(viewerText);
  const { examId = '' } = useParams();
  const { data, error, isFetching, refetch } = useExamToOpen(examId);
  // beside the first call, not after it
  useEffect(() => void loadViewer().catch(() => undefined), []);
  const refusal = error instanceof PortalError && (error.status === 403 || error.status === 404) ? error : null;
  const name = data && !refusal ? patientName(data.patient) : t('title');
  return (
    <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-v-chrome text-v-ink">
      <title>{`${name} · MedCloud`}</title>
      {refusal && <ClosedExam refusal={refusal} />}
      {!refusal && data && <OpenExam key={examId} opened={data} onRefused={() => void refetch()} />}
      {!refusal && !data && error && <NoAnswer error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!refusal && !data && !error && <Opening />}
    </div>
  );
}
