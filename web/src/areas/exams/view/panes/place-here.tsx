import { useText } from '../../../../text/language.tsx';
import { useSeriesName } from '../panels/series-button.tsx';
import type { Placing } from './use-placing.ts';

interface PlaceHereProps {
  placing: Placing;
  paneIndex: number;
  isActive: boolean;
  onPlace: (paneIndex: number) => void;
  onCancel: () => void;
}

/** Covers a pane while a series is on its way: marks the one below the pointer, or offers each one to be chosen. */
export function PlaceHere({ placing, paneIndex, isActive, onPlace, onCancel }: PlaceHereProps) {
  const t = useText('viewer');
  const series = useSeriesName()(placing.series);
  if (placing.drag)
    return placing.drag.over === paneIndex ? (
      <div className="pointer-events-none absolute inset-0 z-2 bg-v-active-soft opacity-60 outline-2 -outline-offset-2 outline-v-active" />
    ) : null;
  return (
    <button
      type="button"
      // biome-ignore lint/a11y/noAutofocus: the choice of a pane follows the choice of the series
      autoFocus={isActive}
      data-own-keys
      aria-label={t('series.placeHere', { series, number: String(paneIndex + 1) })}
      onClick={() => onPlace(paneIndex)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel();
        else if (/^[1-6]$/.test(key)) onPlace(Number(key) - 1);
      }}
      className="absolute inset-0 z-2 grid place-items-center bg-v-field/70 text-h1 text-v-ink hover:bg-v-active-soft focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-v-active"
    >
      {paneIndex + 1}
    </button>
  );
}

/** The name of a dragged series, beside the pointer. */
export function DraggedSeries({ placing }: { placing: Placing | undefined }) {
  const nameOf = useSeriesName();
  if (!placing?.drag) return null;
  const { x, y } = placing.drag;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed top-0 left-0 z-40 max-w-54 truncate rounded-card bg-v-active px-2.5 py-1 text-small font-strong text-v-on-active"
      style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}
    >
      {nameOf(placing.series)}
    </div>
  );
}
