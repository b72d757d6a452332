import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { CircleAlert } from 'lucide-react';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { paneSeriesOf } from './compare/pane-series.ts';
import { SeriesRail } from './panels/series-rail.tsx';
import { DownloadOriginal, ViewerMessage } from './panes/viewer-message.tsx';
import { ExamBar } from './toolbar/exam-bar.tsx';

/** Shows the exam's bar and series while the viewer loads, or a message if it could not start. */
export function ViewerPlaceholder({ examView, hasFailed }: { examView: ViewerExam; hasFailed: boolean }) {
  const t = useText('viewer');
  const [first] = paneSeriesOf(examView);
  return (
    <div className="flex h-full flex-col">
      <ExamBar examView={examView} />
      <div className="h-12 shrink-0 border-b border-v-line max-md:hidden" />
      <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
        <SeriesRail
          examId={examView.exam.id}
          series={paneSeriesOf(examView)}
          compared={undefined}
          chosen={first}
          onChoose={() => undefined}
          timeline={examView.timeline}
          comparedId={null}
          onCompare={undefined}
          skippedFiles={examView.leftOut}
        />
        <main
          data-theme="dark"
          data-images
          className="relative min-h-0 min-w-0 flex-1 bg-v-field"
          aria-busy={!hasFailed}
        >
          {hasFailed && (
            <ViewerMessage icon={CircleAlert} title={t('started.failed')} text={t('started.failedText')} isLive>
              <Button onClick={() => window.location.reload()}>{t('tryAgain')}</Button>
              <DownloadOriginal examId={examView.exam.id} />
            </ViewerMessage>
          )}
        </main>
      </div>
    </div>
  );
}
