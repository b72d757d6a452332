import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useState } from 'react';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { SeriesRail } from '../panels/series-rail.tsx';
import { DocumentPages } from './document-pages.tsx';

/** Shows an exam that contains only documents, such as a blood test: the patient's other exams, and the pages. */
export function DocumentView({ examView, first }: { examView: ViewerExam; first: PaneSeries }) {
  const [series, setSeries] = useState(first);
  const { exam, timeline } = examView;
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
      {(examView.series.length > 1 || timeline.total > 1) && (
        <SeriesRail
          examId={exam.id}
          series={paneSeriesOf(examView)}
          compared={undefined}
          chosen={series}
          onChoose={setSeries}
          timeline={timeline}
          comparedId={null}
          onCompare={undefined}
          skippedFiles={examView.leftOut}
        />
      )}
      <main className="relative min-h-0 min-w-0 flex-1 bg-v-field">
        <DocumentPages key={series.seriesUid} examId={exam.id} series={series} isAlone />
      </main>
    </div>
  );
}
