import { languageTable } from '@medcloud/contract/languages';
import { useLanguage, useText } from '../../../../text/language.tsx';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import type { CanvasPoint } from '../../../../viewer/mpr/plane-drawer.ts';
import type { Figure, PlaneItem } from '../../../../viewer/mpr/plane-item.ts';
import type { ViewName } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { usePetLines } from '../fusion/pet-format.ts';
import { MeasuringStatus } from '../keyboard/measuring-status.tsx';

/** Returns a formatter of measured values: `34.2 mm`, `118.4°`, or an empty text without a value. */
function useFigureFormat(): (figure: Figure | undefined) => string {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 1 });
  return (figure) => {
    if (!figure) return '';
    return `${format.format(figure.value)}${figure.unit === '°' || figure.unit === '' ? '' : ' '}${figure.unit}`;
  };
}

/** Returns a function that words what was measured, a line each. */
function useItemLines(): (item: PlaneItem) => string[] {
  const t = useText('viewer');
  const { language } = useLanguage();
  const formatFigure = useFigureFormat();
  const format = new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: 1 });
  const toPetLines = usePetLines();
  return ({ kind, label = '', values: { figure, areaMm2, statistics, isApproximate, pet } }) => {
    const value = formatFigure(figure);
    const deviation = statistics ? ` ± ${format.format(statistics.sd)}` : '';
    const range = statistics && `${format.format(statistics.min)} … ${format.format(statistics.max)}`;
    return [
      label,
      ...(pet ? toPetLines(pet, kind === 'probe') : []),
      value && `${value}${deviation}${isApproximate ? ` (${t('measure.approximate')})` : ''}`,
      range ?? '',
      areaMm2 === undefined ? '' : `${format.format(areaMm2)} mm²`,
    ].filter(Boolean);
  };
}

const toPath = (points: readonly CanvasPoint[], isClosed: boolean) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('') + (isClosed ? 'Z' : '');

/** The outline of an ellipse by the ends of its axes. */
function toEllipse([a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]]: readonly CanvasPoint[]): string {
  const [radiusX, radiusY] = [Math.hypot(b[0] - a[0], b[1] - a[1]) / 2, Math.hypot(d[0] - c[0], d[1] - c[1]) / 2];
  const degrees = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const arc = `A${radiusX} ${radiusY} ${degrees} 0 1`;
  return `M${a[0]} ${a[1]}${arc} ${b[0]} ${b[1]}${arc} ${a[0]} ${a[1]}`;
}

function Item({ viewer, view, item }: { viewer: Viewer; view: ViewName; item: PlaneItem }) {
  const toLines = useItemLines();
  const drawn = viewer.mpr.drawer.drawnPoints(view, item);
  const [x, y] = drawn?.handles.at(-1) ?? [0, 0];
  if (!drawn) return null;
  const path = item.kind === 'ellipse' ? toEllipse(drawn.points) : toPath(drawn.points, item.kind === 'rectangle');
  return (
    <g data-measurement={item.kind}>
      <path d={path} className="fill-none stroke-v-field" strokeWidth="4" opacity="0.65" />
      <path d={path} className="fill-none stroke-v-measure" strokeWidth="1.5" />
      {drawn.handles.map(([handleX, handleY], index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: handles keep their order
          key={index}
          cx={handleX}
          cy={handleY}
          r="4"
          className="fill-v-field stroke-v-measure"
          strokeWidth="1.5"
        />
      ))}
      {toLines(item).map((text, index) => (
        <g key={text} transform={`translate(${x + 10} ${y + 14 + index * 16})`} className="text-small figures">
          <text className="fill-none stroke-v-field" strokeWidth="3">
            {text}
          </text>
          <text className="fill-v-measure" data-line>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Draws the measurements of a plane over its image, and announces the one that is being made. */
export function PlaneMeasurementsView({ viewer, mpr, view }: { viewer: Viewer; mpr: MprState; view: ViewName }) {
  const { items, draft, keyboard } = mpr.measurements;
  const formatFigure = useFigureFormat();
  const own = draft?.name === view ? draft : undefined;
  const mark = own?.isByKeyboard ? viewer.mpr.drawer.canvasPoint(view, own.mark) : undefined;
  return (
    <>
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
        {[...items, ...(own?.item ? [own.item] : [])].map((item) => (
          <Item key={item.id} viewer={viewer} view={view} item={item} />
        ))}
      </svg>
      {viewer.mpr.drawer.viewOf(mpr.active) === view && keyboard && (
        <MeasuringStatus measuring={{ ...keyboard, mark }} value={formatFigure(keyboard.figure)} />
      )}
    </>
  );
}
