import { PortalError } from '@medcloud/contract/caller';
import type { ExamToView, SeriesToView } from '@medcloud/contract/shapes/viewing';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useExamToOpen } from '../../calls/exams.ts';
import { patientName } from '../../kit/names.ts';
import { useText } from '../../text/language.tsx';
import { viewerText } from '../../text/viewer.ts';
import { ClosedExam, NoAnswer } from './closed-exam.tsx';
import { ExamBar } from './exam-bar.tsx';
import { NothingToShow } from './nothing-to-show.tsx';
import { SeriesRail } from './series-rail.tsx';

function Opening() {
  const t = useText(viewerText);
  return (
    <main className="grid h-full place-items-center bg-v-chrome text-v-muted" aria-busy="true">
      <h1 className="text-body font-normal">{t('loading')}</h1>
    </main>
  );
}

/** The exam is open: its bar, its series, and what of them is looked at. */
function OpenExam({ opened }: { opened: ExamToView }) {
  const [chosen, setChosen] = useState<SeriesToView | undefined>(opened.series[0]);
  return (
    <div className="flex h-full flex-col">
      <ExamBar opened={opened} />
      <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
        <SeriesRail examId={opened.exam.id} series={opened.series} chosen={chosen} onChoose={setChosen} />
        <main className="relative min-w-0 flex-1 bg-v-field">{!chosen && <NothingToShow exam={opened.exam} />}</main>
      </div>
    </div>
  );
}

/** `/exams/{examId}/view`: the exam and nothing else in the window. What the portal refuses while it is open closes it. */
export function ExamView() {
  const t = useText(viewerText);
  const { examId = '' } = useParams();
  const { data, error, isFetching, refetch } = useExamToOpen(examId);
  const refusal = error instanceof PortalError && (error.status === 403 || error.status === 404) ? error : null;
  const name = data && !refusal ? patientName(data.patient) : t('title');
  return (
    <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-v-chrome text-v-ink">
      <title>{`${name} · MedCloud`}</title>
      {refusal && <ClosedExam refusal={refusal} />}
      {!refusal && data && <OpenExam key={examId} opened={data} />}
      {!refusal && !data && error && <NoAnswer error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!refusal && !data && !error && <Opening />}
    </div>
  );
}
