import type { SkippedFiles, Timeline, ViewerExam } from '@medcloud/contract/shapes/viewing';
import { memo, type ReactNode } from 'react';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { TimelineList } from '../compare/timeline-list.tsx';
import { SkippedFilesNote } from '../panes/skipped-files-note.tsx';
import { SeriesButton, type SeriesPlacement } from './series-button.tsx';

interface SeriesRailProps {
  examId: string;
  series: readonly PaneSeries[];
  /** The exam beside it, whose series are listed too. */
  compared: ViewerExam | undefined;
  chosen: PaneSeries | undefined;
  onChoose: (series: PaneSeries) => void;
  /** Where a series can be shown; absent where there are no panes. */
  placement?: SeriesPlacement;
  timeline: Timeline;
  comparedId: string | null;
  onCompare: ((examId: string | null) => void) | undefined;
  skippedFiles: SkippedFiles;
  /** Shows something else in place of the lists, such as the key images. */
  replaceLists?: (lists: ReactNode) => ReactNode;
}

function SeriesList({
  series,
  chosen,
  onChoose,
  placement,
}: Pick<SeriesRailProps, 'chosen' | 'onChoose' | 'placement'> & { series: readonly PaneSeries[] }) {
  return (
    <ul className="flex gap-2 px-3 py-2 md:flex-col md:gap-1.5 md:px-2.5 md:pt-0">
      {series.map((one) => (
        <SeriesButton
          key={`${one.studyUid} ${one.seriesUid}`}
          series={one}
          isChosen={
            one.examId === chosen?.examId && one.seriesUid === chosen.seriesUid && one.studyUid === chosen.studyUid
          }
          onChoose={onChoose}
          placement={placement}
        />
      ))}
    </ul>
  );
}

const headingClass = 'flex justify-between px-4 pt-4 pb-2 text-small font-semibold max-md:sr-only';

/** The series of the exam beside the opened one. */
function ComparedSeries({
  compared,
  ...rest
}: Pick<SeriesRailProps, 'chosen' | 'onChoose' | 'placement'> & { compared: ViewerExam }) {
  const t = useText('viewer');
  const format = useFormat();
  const day = format.day(compared.exam.examDate);
  return (
    <section aria-label={t('series.of', { day })} className="border-v-line max-md:border-l md:border-t">
      <h2 className={headingClass}>
        {t('series.of', { day })}
        <span className="font-normal text-v-muted figures">{compared.series.length}</span>
      </h2>
      <SeriesList series={paneSeriesOf(compared)} {...rest} />
    </section>
  );
}

/**
 * Lists the exam's series on the left, or below the image on a phone. Memoized, so scrolling through images does not
 * render it again.
 */
export const SeriesRail = memo(function SeriesRail({
  examId,
  series,
  compared,
  chosen,
  onChoose,
  placement,
  skippedFiles,
  replaceLists = (lists) => lists,
  ...ofTimeline
}: SeriesRailProps) {
  const t = useText('viewer');
  return (
    <nav
      aria-label={t('series.title')}
      className="flex shrink-0 border-v-line bg-v-chrome max-md:overflow-x-auto max-md:border-t md:w-54 md:flex-col md:overflow-y-auto md:border-r"
    >
      <h2 className={headingClass}>
        {t('series.title')}
        <span className="font-normal text-v-muted figures">{series.length}</span>
      </h2>
      {replaceLists(
        <>
          <SeriesList {...{ series, chosen, onChoose, placement }} />
          {compared && <ComparedSeries {...{ compared, chosen, onChoose, placement }} />}
          <SkippedFilesNote examId={examId} skippedFiles={skippedFiles} />
          <TimelineList examId={examId} {...ofTimeline} />
        </>,
      )}
    </nav>
  );
});
