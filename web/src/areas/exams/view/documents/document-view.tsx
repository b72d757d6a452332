import type { ViewerExam, ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useState } from 'react';
import { SeriesRail } from '../panels/series-rail.tsx';
import { DocumentPages } from './document-pages.tsx';

/** Shows an exam that contains only documents, such as a blood test: the patient's other exams, and the pages. */
export function DocumentView({ examView, first }: { examView: ViewerExam; first: ViewerSeries }) {
  const [series, setSeries] = useState(first);
  const { exam, earlier } = examView;
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
      {(examView.series.length > 1 || earlier.length > 0) && (
        <SeriesRail
          examId={exam.id}
          series={examView.series}
          chosen={series}
          onChoose={setSeries}
          earlier={earlier}
          skippedFiles={examView.leftOut}
        />
      )}
      <main className="relative min-h-0 min-w-0 flex-1 bg-v-field">
        <DocumentPages key={series.seriesUid} examId={exam.id} series={series} isAlone />
      </main>
    </div>
  );
}
