import type { SkippedFiles, Timeline, ViewerExam, ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { FileText } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { thumbnailAddress } from '../../../../calls/exams.ts';
import { classes } from '../../../../lib/classes.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { TimelineList } from '../compare/timeline-list.tsx';
import { SkippedFilesNote } from '../panes/skipped-files-note.tsx';

interface SeriesRailProps {
  examId: string;
  series: readonly PaneSeries[];
  /** The exam beside it, whose series are listed too. */
  compared: ViewerExam | undefined;
  chosen: PaneSeries | undefined;
  onChoose: (series: PaneSeries) => void;
  timeline: Timeline;
  comparedId: string | null;
  onCompare: ((examId: string | null) => void) | undefined;
  skippedFiles: SkippedFiles;
  /** Shows something else in place of the lists, such as the key images. */
  replaceLists?: (lists: ReactNode) => ReactNode;
}

/** Returns a series' name: its description, otherwise its number. */
export function useSeriesName(): (series: ViewerSeries) => string {
  const t = useText('viewer');
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('series.noNumber') : t('series.unnamed', { number: String(number) }));
}

function Thumbnail({ series }: { series: PaneSeries }) {
  return (
    <span className="grid size-15 shrink-0 place-items-center overflow-hidden rounded-badge bg-v-field text-v-muted md:size-16">
      {series.hasThumbnail ? (
        <img src={thumbnailAddress(series.examId, series)} alt="" className="size-full object-contain" loading="lazy" />
      ) : (
        <FileText size={24} strokeWidth={1.5} />
      )}
    </span>
  );
}

function SeriesButton({
  series,
  isChosen,
  onChoose,
}: Pick<SeriesRailProps, 'onChoose'> & { series: PaneSeries; isChosen: boolean }) {
  const t = useText('viewer');
  const name = useSeriesName()(series);
  const count =
    series.frames > 0 ? t('series.images', { count: series.frames }) : t('series.objects', { count: series.instances });
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(series)}
        className={classes(
          'flex w-full items-center gap-3 rounded-card p-1.5 text-left hover:bg-v-raised focus-visible:outline-v-active',
          isChosen && 'bg-v-raised outline-[1.5px] -outline-offset-1 outline-v-active',
        )}
      >
        <Thumbnail series={series} />
        <span className="min-w-0 max-md:sr-only">
          <span className="block truncate text-small font-semibold">{name}</span>
          <span className="block text-small text-v-muted figures">
            {series.modality ? `${series.modality} · ` : ''}
            {count}
          </span>
        </span>
      </button>
    </li>
  );
}

function SeriesList({
  series,
  chosen,
  onChoose,
}: Pick<SeriesRailProps, 'chosen' | 'onChoose'> & { series: readonly PaneSeries[] }) {
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
}: Pick<SeriesRailProps, 'chosen' | 'onChoose'> & { compared: ViewerExam }) {
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
          <SeriesList {...{ series, chosen, onChoose }} />
          {compared && <ComparedSeries {...{ compared, chosen, onChoose }} />}
          <SkippedFilesNote examId={examId} skippedFiles={skippedFiles} />
          <TimelineList examId={examId} {...ofTimeline} />
        </>,
      )}
    </nav>
  );
});
