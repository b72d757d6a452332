import { languageTable } from '@medcloud/contract/languages';
import { classes } from '../../../../lib/classes.ts';
import { useLanguage, useText } from '../../../../text/language.tsx';
import type { KeyboardMeasurementState } from '../../../../viewer/measure/keyboard-measurement.ts';
import type { Figure } from '../../../../viewer/tool-names.ts';
import { textOutline } from '../panes/overlay.tsx';

/** Returns a formatter of measured values: `34.2 mm`, `118.4°`, or an empty text without a value. */
export function useFigureFormat(): (figure: Figure | undefined) => string {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 1 });
  return (figure) => {
    if (!figure) return '';
    return `${format.format(figure.value)}${figure.unit === '°' || figure.unit === '' ? '' : ' '}${figure.unit}`;
  };
}

/** Shows and announces the measurement made by keyboard, and draws the cross that the arrows move. */
export function MeasuringStatus({ measuring }: { measuring: KeyboardMeasurementState | undefined }) {
  const t = useText('viewer');
  const formatFigure = useFigureFormat();
  const { kind = 'length', stage, point = 1, figure, mark } = measuring ?? {};
  const status = stage && t(`measure.${stage}`, { what: t(`tools.${kind}`), point: String(point) });
  const isMeasuring = mark !== undefined;
  return (
    <>
      {mark && (
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
          <g transform={`translate(${mark[0]} ${mark[1]})`} className="fill-none stroke-v-measure">
            <path d="M-14 0H-4M4 0H14M0 -14V-4M0 4V14" className="stroke-v-field" strokeWidth="4" opacity="0.65" />
            <path d="M-14 0H-4M4 0H14M0 -14V-4M0 4V14" strokeWidth="1.75" />
          </g>
        </svg>
      )}
      <p
        role="status"
        className={classes(
          isMeasuring
            ? 'pointer-events-none absolute inset-x-0 bottom-20 mx-auto w-fit max-w-[80%] rounded-card bg-v-raised px-3 py-1.5 text-center text-small text-v-ink figures'
            : 'sr-only',
          isMeasuring && textOutline,
        )}
      >
        {status && [status, formatFigure(figure)].filter(Boolean).join(' ')}
      </p>
    </>
  );
}
