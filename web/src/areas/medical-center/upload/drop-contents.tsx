import type { SmallPicture } from '@medcloud/dicom';
import { ImageOff } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../../lib/classes.ts';
import { dropText } from '../../../text/drop.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import type { SeriesFound, StudyFound } from '../../../upload/preflight/drop-found.ts';
import { prefillOf } from '../../../upload/preflight/prefill.ts';
import type { Drop } from '../../../upload/preflight/use-drop.ts';

function paint(canvas: HTMLCanvasElement | null, { rgba, width, height }: SmallPicture): void {
  canvas?.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
}

/** The series' middle slice, or a plain tile where only the portal can decode it. */
function Picture({ picture }: { picture: SmallPicture | undefined }) {
  const frame = 'size-12 shrink-0 rounded-badge border border-line';
  if (!picture)
    return (
      <span className={classes(frame, 'flex items-center justify-center bg-sunken text-ink-faint')}>
        <ImageOff size={18} />
      </span>
    );
  return (
    <canvas
      width={picture.width}
      height={picture.height}
      ref={(canvas) => paint(canvas, picture)}
      className={classes(frame, 'bg-black object-contain')}
    />
  );
}

interface SeriesProps {
  series: SeriesFound;
  /** Null where there is nothing to choose. */
  ticked: boolean | null;
  onToggle: () => void;
  locked: boolean;
}

function Series({ series, ticked, onToggle, locked }: SeriesProps) {
  const t = useText(dropText);
  const name = series.description || (series.number === null ? t('unnamed') : t('series', { number: series.number }));
  const words = (
    <>
      <bdi className="block truncate text-small font-thing" title={name}>
        {name}
      </bdi>
      <span className="block text-small text-ink-muted figures">{t('images', { count: series.images })}</span>
    </>
  );
  return (
    <li className={classes('flex min-w-0 items-center gap-2.5', ticked === false && 'opacity-60')}>
      <Picture picture={series.picture} />
      <span className="min-w-0 flex-1">
        {ticked === null ? words : <Checkbox label={words} checked={ticked} onChange={onToggle} disabled={locked} />}
      </span>
    </li>
  );
}

function Study({ study, drop, locked, choice }: { study: StudyFound; drop: Drop; locked: boolean; choice: boolean }) {
  const t = useText(dropText);
  const format = useFormat();
  const { examType } = prefillOf({ studies: [study] });
  const facts = [
    study.date === null ? '' : format.day(study.date),
    study.accessionNumber && t('accession', { number: study.accessionNumber }),
  ];
  return (
    <div className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {examType !== '' && <ExamTypeBadge type={examType} />}
        <bdi className="font-thing wrap-anywhere">{study.description || t('unnamedStudy')}</bdi>
        <span className="text-small text-ink-muted figures">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <ul className="mt-2 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        {study.series.map((series) => (
          <Series
            key={series.key}
            series={series}
            ticked={choice ? !drop.off.has(series.key) : null}
            onToggle={() => drop.toggle(series.key)}
            locked={locked}
          />
        ))}
      </ul>
    </div>
  );
}

const mostNames = 5;
const namesOf = (paths: readonly string[]) =>
  [...paths.slice(0, mostNames), ...(paths.length > mostNames ? ['…'] : [])].join(', ');

/** What is left out of an upload, in words; what could not be read, by its name. */
function LeftOut({ drop: { found, files } }: { drop: Drop }) {
  const t = useText(dropText);
  if (!found) return null;
  // an archive that goes as it is keeps what it holds
  const isPacked = files.length > 1 || found.programs > 0;
  const others = isPacked ? found.others : 0;
  const damaged = isPacked ? found.damaged : [];
  const sentences = [
    found.programs > 0 && t('programs', { count: found.programs }),
    others > 0 && t('left', { count: others }),
  ].filter((sentence) => sentence !== false);
  return (
    <>
      {sentences.length > 0 && <p className="mt-3 text-small text-ink-muted">{sentences.join(' ')}</p>}
      {damaged.length > 0 && (
        <div className="mt-3 wrap-anywhere">
          <Note tone="warning" live="status" title={t('damaged', { count: damaged.length })}>
            <bdi>{namesOf(damaged)}</bdi>
          </Note>
        </div>
      )}
    </>
  );
}

/** What was read of a drop: studies, series with their pictures, what is left out, whose turn it is. */
export function DropContents({ drop, locked }: { drop: Drop; locked: boolean }) {
  const t = useText(dropText);
  const id = useId();
  const { found, person: place } = drop;
  const person = found?.persons[place];
  if (!found || !person) return null;
  const series = person.studies.flatMap((study) => study.series);
  const images = series.reduce((sum, one) => sum + one.images, 0);
  return (
    <section aria-labelledby={id}>
      {found.persons.length > 1 && (
        <div className="mb-4">
          <Note
            tone={person.isUnknown ? 'warning' : undefined}
            title={t('person', { number: place + 1, count: found.persons.length })}
          >
            {t(person.isUnknown ? 'unknownText' : 'personText')}
          </Note>
        </div>
      )}
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-thing">
          {t('inFile')}
        </h3>
        <p className="text-small text-ink-muted figures">
          {t('counts', { studies: person.studies.length, series: series.length, images })}
        </p>
      </div>
      <div className="max-h-120 divide-y divide-line overflow-y-auto">
        {person.studies.map((study) => (
          <Study key={study.key} study={study} drop={drop} locked={locked} choice={series.length > 1} />
        ))}
      </div>
      <LeftOut drop={drop} />
    </section>
  );
}
