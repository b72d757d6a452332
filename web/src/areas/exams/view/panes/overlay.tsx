import type { Language } from '@medcloud/contract/languages';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { type DataSet, numberOf, textOf } from '@medcloud/dicom/json';
import { classes } from '../../../../lib/classes.ts';
import { formatDay } from '../../../../lib/dates.ts';
import { useLanguage, useText, useUiText } from '../../../../text/language.tsx';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import { useSeriesName } from '../panels/series-button.tsx';

const corner = 'absolute max-w-[46%] text-small leading-5 text-v-overlay figures';
// The image may be white: a dark outline keeps the text readable.
export const textOutline = '[text-shadow:0_0_3px_#000,0_0_3px_#000,0_0_6px_#000]';

/** Behind text on images that are light, such as a PET's. */
export const onLight = 'rounded-badge bg-v-field/75 px-1.5 py-0.5 -mx-1.5 -my-0.5';

/** Formats `20250317` as a day. Returns any other text unchanged. */
export function formatDicomDate(text: string | undefined, language: Language): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  return year && month && day ? formatDay(`${year}-${month}-${day}`, language) : text;
}

/** Formats a DICOM name such as `PAPADOPOULOU^MARIA` for reading. */
function formatDicomName(facts: DataSet): string | undefined {
  return textOf(facts, '00100010')?.replaceAll('^', ' ').replace(/\s+/g, ' ').trim();
}

/** Shows the patient from the file itself, so a mismatch with the portal's record is visible. */
function FilePatient({ facts }: { facts: DataSet }) {
  const { language } = useLanguage();
  const birthDate = formatDicomDate(textOf(facts, '00100030'), language);
  const lines = [[birthDate, textOf(facts, '00100040')].filter(Boolean).join(', '), textOf(facts, '00100020')];
  return (
    <div className={classes(corner, textOutline, 'top-3 left-4 max-md:hidden')}>
      <p className="truncate font-semibold">{formatDicomName(facts)}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="truncate">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Shows on a plane whose body it is, and when it was examined. */
export function PlanePatient({ facts }: { facts: DataSet }) {
  const { language } = useLanguage();
  const lines = [
    formatDicomName(facts),
    formatDicomDate(textOf(facts, '00100030'), language),
    formatDicomDate(textOf(facts, '00080020'), language),
  ];
  const t = useText('viewer');
  return (
    <dl>
      {(['name', 'birthDate', 'examDate'] as const).map(
        (term, index) =>
          lines[index] && (
            <div key={term} className="truncate">
              <dt className="sr-only">{t(`mpr.patient.${term}`)}</dt>
              <dd>{lines[index]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function FileStudy({ facts, series }: { facts: DataSet; series: string }) {
  const { language } = useLanguage();
  const lines = [
    textOf(facts, '00080080'),
    formatDicomDate(textOf(facts, '00080020'), language),
    [textOf(facts, '00080060'), series].filter(Boolean).join(' · '),
  ];
  return (
    <div className={classes(corner, textOutline, 'top-3 right-7 text-right max-md:hidden')}>
      {lines.filter(Boolean).map((line, index) => (
        <p key={line} className={classes('truncate', index === 0 && 'font-semibold')}>
          {line}
        </p>
      ))}
    </div>
  );
}

function useWindowText() {
  const t = useText('viewer');
  return ({ window, zoom }: PaneState) => ({
    window:
      window &&
      t('pane.window', { width: String(Math.round(window.width)), center: String(Math.round(window.center)) }),
    zoom: t('pane.zoom', { percent: String(Math.round(zoom * 100)) }),
  });
}

function Position({ pane, facts }: { pane: PaneState; facts: DataSet }) {
  const t = useText('viewer');
  const z = numberOf(facts, '00201041');
  const thickness = numberOf(facts, '00180050');
  const [kilovolts, milliamperes] = [numberOf(facts, '00180060'), numberOf(facts, '00181151')];
  const slicePosition = [
    z !== undefined && `Z ${z.toFixed(1)} mm`,
    thickness !== undefined && `${thickness.toFixed(1)} mm`,
  ];
  const dose = [kilovolts && `kV ${kilovolts}`, milliamperes && `mA ${milliamperes}`];
  return (
    <>
      <p>{t('pane.slice', { index: String(pane.index + 1), count: String(pane.frames.length) })}</p>
      <p className="max-md:hidden">{slicePosition.filter(Boolean).join(' · ')}</p>
      <p className="max-md:hidden">{dose.filter(Boolean).join(' · ')}</p>
    </>
  );
}

/** Shows the orientation labels at the edges of an image. */
export function OrientationLabels({ labels }: { labels: NonNullable<PaneState['orientationLabels']> }) {
  const style = classes('absolute text-small font-semibold text-v-overlay', textOutline);
  return (
    <div aria-hidden="true">
      <span className={classes(style, 'top-3 left-1/2 -translate-x-1/2')}>{labels.top}</span>
      <span className={classes(style, 'bottom-3 left-1/2 -translate-x-1/2 max-md:bottom-6')}>{labels.bottom}</span>
      <span className={classes(style, 'top-1/2 left-4 -translate-y-1/2')}>{labels.left}</span>
      <span className={classes(style, 'top-1/2 right-7 -translate-y-1/2')}>{labels.right}</span>
    </div>
  );
}

interface OverlayProps {
  examType: Exam['examType'];
  pane: PaneState;
  isOneOfMany: boolean;
}

/** Shows the image's facts in the corners that radiologists expect. A phone shows two of the four. */
export function Overlay({ examType, pane, isOneOfMany }: OverlayProps) {
  const t = useText('viewer');
  const ui = useUiText();
  const nameOf = useSeriesName();
  const windowText = useWindowText()(pane);
  const facts = pane.frames[pane.index]?.attributes;
  if (!facts || !pane.series) return null;
  const series = nameOf(pane.series);
  return (
    <div className="pointer-events-none absolute inset-0 @container" title={ui(`examType.${examType}`)}>
      <FilePatient facts={facts} />
      <FileStudy facts={facts} series={series} />
      <div className={classes(corner, textOutline, 'top-3 left-4 md:hidden')}>
        <p className="truncate font-semibold">{series}</p>
        <Position pane={pane} facts={facts} />
      </div>
      <div className={classes(corner, textOutline, 'bottom-3 left-4 max-md:hidden')}>
        <Position pane={pane} facts={facts} />
      </div>
      <div className={classes(corner, textOutline, 'right-7 text-right max-md:top-3 md:bottom-3')}>
        <p>{windowText.window}</p>
        <p>{windowText.zoom}</p>
        {pane.frames.length > 1 && (
          <p className="max-md:hidden">
            {t('pane.loaded', { loaded: String(pane.loaded.size), count: String(pane.frames.length) })}
          </p>
        )}
      </div>
      <p
        className={classes(
          // above the corner texts if a narrow image has no room between them
          'absolute inset-x-0 bottom-8 text-center text-tiny text-v-muted max-md:bottom-1 md:@max-3xl:bottom-19',
          textOutline,
        )}
      >
        {pane.isRendered && <span className="block text-v-warn">{t('pane.rendered')}</span>}
        {!isOneOfMany && t('review')}
      </p>
      {pane.orientationLabels && <OrientationLabels labels={pane.orientationLabels} />}
    </div>
  );
}
