import type { EarlierExam, SkippedFiles, ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { FileText } from 'lucide-react';
import { memo } from 'react';
import { thumbnailAddress } from '../../../../calls/exams.ts';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { SkippedFilesNote } from '../panes/skipped-files-note.tsx';
import { EarlierExams } from './earlier-exams.tsx';

interface SeriesRailProps {
  examId: string;
  series: readonly ViewerSeries[];
  chosen: ViewerSeries | undefined;
  onChoose: (series: ViewerSeries) => void;
  /** The same patient's earlier exams. */
  earlier: readonly EarlierExam[];
  skippedFiles: SkippedFiles;
}

/** Returns a series' name: its description, otherwise its number. */
export function useSeriesName(): (series: ViewerSeries) => string {
  const t = useText('viewer');
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('series.noNumber') : t('series.unnamed', { number: String(number) }));
}

function Thumbnail({ examId, series }: { examId: string; series: ViewerSeries }) {
  return (
    <span className="grid size-15 shrink-0 place-items-center overflow-hidden rounded-badge bg-v-field text-v-muted md:size-16">
      {series.hasThumbnail ? (
        <img src={thumbnailAddress(examId, series)} alt="" className="size-full object-contain" loading="lazy" />
      ) : (
        <FileText size={24} strokeWidth={1.5} />
      )}
    </span>
  );
}

function SeriesButton({
  examId,
  series,
  isChosen,
  onChoose,
}: Pick<SeriesRailProps, 'examId' | 'onChoose'> & { series: ViewerSeries; isChosen: boolean }) {
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
        <Thumbnail examId={examId} series={series} />
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

/**
 * Lists the exam's series on the left, or below the image on a phone. Memoized, so scrolling through images does not
 * render it again.
 */
export const SeriesRail = memo(function SeriesRail({
  series,
  chosen,
  earlier,
  skippedFiles,
  ...rest
}: SeriesRailProps) {
  const t = useText('viewer');
  return (
    <nav
      aria-label={t('series.title')}
      className="flex shrink-0 border-v-line bg-v-chrome max-md:overflow-x-auto max-md:border-t md:w-54 md:flex-col md:overflow-y-auto md:border-r"
    >
      <h2 className="flex justify-between px-4 pt-4 pb-2 text-small font-semibold max-md:sr-only">
        {t('series.title')}
        <span className="font-normal text-v-muted figures">{series.length}</span>
      </h2>
      <ul className="flex gap-2 px-3 py-2 md:flex-col md:gap-1.5 md:px-2.5 md:pt-0">
        {series.map((one) => (
          <SeriesButton
            key={`${one.studyUid} ${one.seriesUid}`}
            series={one}
            isChosen={one.seriesUid === chosen?.seriesUid && one.studyUid === chosen.studyUid}
            {...rest}
          />
        ))}
      </ul>
      <SkippedFilesNote examId={rest.examId} skippedFiles={skippedFiles} />
      <EarlierExams earlier={earlier} />
    </nav>
  );
});
