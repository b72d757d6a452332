import type { Thumbnail } from '@medcloud/dicom';
import { ImageOff } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { prefillFields } from '../../../upload/preflight/prefill.ts';
import type { DropSeries, DropStudy } from '../../../upload/preflight/summarize-drop.ts';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';

function renderThumbnail(canvas: HTMLCanvasElement | null, { rgba, width, height }: Thumbnail): void {
  canvas?.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
}

/** Shows the series' middle slice, or a plain tile if only the server can decode it. */
function SeriesThumbnail({ thumbnail }: { thumbnail: Thumbnail | undefined }) {
  const frameClass = 'size-12 shrink-0 rounded-badge border border-line';
  if (!thumbnail)
    return (
      <span className={classes(frameClass, 'flex items-center justify-center bg-sunken text-ink-faint')}>
        <ImageOff size={18} />
      </span>
    );
  return (
    <canvas
      width={thumbnail.width}
      height={thumbnail.height}
      ref={(canvas) => renderThumbnail(canvas, thumbnail)}
      className={classes(frameClass, 'bg-black object-contain')}
    />
  );
}

interface SeriesProps {
  series: DropSeries;
  /** Null if there is no choice. */
  isSelected: boolean | null;
  onToggle: () => void;
  isLocked: boolean;
}

function Series({ series, isSelected, onToggle, isLocked }: SeriesProps) {
  const t = useText('upload.droppedFiles');
  const name = series.description || (series.number === null ? t('unnamed') : t('series', { number: series.number }));
  const label = (
    <>
      <bdi className="block truncate text-small font-strong" title={name}>
        {name}
      </bdi>
      <span className="block text-small text-ink-muted figures">{t('images', { count: series.images })}</span>
    </>
  );
  return (
    <li className={classes('flex min-w-0 items-center gap-2.5', isSelected === false && 'opacity-60')}>
      <SeriesThumbnail thumbnail={series.thumbnail} />
      <span className="min-w-0 flex-1">
        {isSelected === null ? (
          label
        ) : (
          <Checkbox label={label} checked={isSelected} onChange={onToggle} disabled={isLocked} />
        )}
      </span>
    </li>
  );
}

function Study({
  study,
  droppedFiles,
  isLocked,
  isSelectable,
}: {
  study: DropStudy;
  droppedFiles: DroppedFiles;
  isLocked: boolean;
  isSelectable: boolean;
}) {
  const t = useText('upload.droppedFiles');
  const format = useFormat();
  const { examType } = prefillFields({ studies: [study] });
  const facts = [
    study.date === null ? '' : format.day(study.date),
    study.accessionNumber && t('accession', { number: study.accessionNumber }),
  ];
  return (
    <div className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {examType !== '' && <ExamTypeBadge type={examType} />}
        <bdi className="font-strong wrap-anywhere">{study.description || t('unnamedStudy')}</bdi>
        <span className="text-small text-ink-muted figures">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <ul className="mt-2 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        {study.series.map((series) => (
          <Series
            key={series.key}
            series={series}
            isSelected={isSelectable ? !droppedFiles.excludedKeys.has(series.key) : null}
            onToggle={() => droppedFiles.toggle(series.key)}
            isLocked={isLocked}
          />
        ))}
      </ul>
    </div>
  );
}

const maxNames = 5;
const formatNames = (paths: readonly string[]) =>
  [...paths.slice(0, maxNames), ...(paths.length > maxNames ? ['…'] : [])].join(', ');

/** Shows what an upload leaves out, and the names of damaged files. */
export function SkippedFiles({ droppedFiles: { summary, files } }: { droppedFiles: DroppedFiles }) {
  const t = useText('upload.droppedFiles');
  if (!summary) return null;
  // an archive that is sent unchanged keeps all its files
  const isPacked = files.length > 1 || summary.programCount > 0;
  const others = isPacked ? [...summary.documentPaths, ...summary.otherPaths] : [];
  const damaged = isPacked ? summary.damagedPaths : [];
  const messages = [
    summary.programCount > 0 && t('programs', { count: summary.programCount }),
    others.length > 0 && `${t('left', { count: others.length })} ${formatNames(others)}`,
  ].filter((message) => message !== false);
  const missing = summary.persons.length > 0 ? summary.missingPaths : [];
  return (
    <>
      {missing.length > 0 && (
        <div className="mt-3 wrap-anywhere">
          <Note variant="warning" live="status" title={t('missing', { count: missing.length })}>
            {t('missingText')} <bdi>{formatNames(missing)}</bdi>
          </Note>
        </div>
      )}
      {messages.length > 0 && <p className="mt-3 text-small wrap-anywhere text-ink-muted">{messages.join(' ')}</p>}
      {damaged.length > 0 && (
        <div className="mt-3 wrap-anywhere">
          <Note variant="warning" live="status" title={t('damaged', { count: damaged.length })}>
            <bdi>{formatNames(damaged)}</bdi>
          </Note>
        </div>
      )}
    </>
  );
}

interface DroppedFilesSummaryProps {
  droppedFiles: DroppedFiles;
  personIndex: number;
  isLocked: boolean;
}

/** Shows the files of one person: studies, and series with thumbnails. */
export function DroppedFilesSummary({ droppedFiles, personIndex, isLocked }: DroppedFilesSummaryProps) {
  const t = useText('upload.droppedFiles');
  const id = useId();
  const person = droppedFiles.summary?.persons[personIndex];
  if (!person) return null;
  const series = person.studies.flatMap((study) => study.series);
  const images = series.reduce((sum, one) => sum + one.images, 0);
  return (
    <section aria-labelledby={id}>
      {person.isUnnamed && (
        <div className="mb-4">
          <Note variant="warning">{t('unknownText')}</Note>
        </div>
      )}
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-strong">
          {t('inFile')}
        </h3>
        <p className="text-small text-ink-muted figures">
          {t('counts', { studies: person.studies.length, series: series.length, images })}
        </p>
      </div>
      <div className="max-h-120 divide-y divide-line overflow-y-auto">
        {person.studies.map((study) => (
          <Study
            key={study.key}
            study={study}
            droppedFiles={droppedFiles}
            isLocked={isLocked}
            isSelectable={series.length > 1}
          />
        ))}
      </div>
    </section>
  );
}
