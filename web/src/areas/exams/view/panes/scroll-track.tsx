import type { PointerEvent } from 'react';
import { useText } from '../../../../text/language.tsx';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

/** Finds runs of neighboring numbers: `[1, 2, 5]` gives 1 to 2 and 5 to 5. */
export function findRuns(numbers: ReadonlySet<number>): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of [...numbers].toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

interface TrackProps {
  label: string;
  /** Counts from 0. */
  index: number;
  count: number;
  /** The indexes that are loaded. Undefined if all are. */
  loaded?: ReadonlySet<number>;
  onSeek: (index: number) => void;
}

/** Shows the position in a stack of images and changes it by dragging. Lighter parts are loaded. */
export function Track({ label, index, count, loaded, onSeek }: TrackProps) {
  const t = useText('viewer');
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    onSeek(Math.round(((event.clientY - top) / height) * (count - 1)));
  };
  const toPercent = (position: number) => (position / Math.max(1, count - 1)) * 100;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={index + 1}
      aria-valuetext={t('pane.slice', { index: String(index + 1), count: String(count) })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && seek(event)}
      className="absolute top-[12%] right-0 bottom-[12%] w-6 cursor-pointer touch-none focus-visible:outline-v-active max-md:top-[18%] max-md:w-11"
    >
      <svg className="absolute inset-y-0 right-2 h-full w-1.5 overflow-visible" aria-hidden="true">
        <rect width="6" height="100%" rx="3" className="fill-v-raised" />
        {(loaded ? findRuns(loaded) : [{ from: 0, to: count - 1 }]).map(({ from, to }) => (
          <rect
            key={from}
            y={`${toPercent(from)}%`}
            width="6"
            height={`${Math.max(0.5, toPercent(to) - toPercent(from))}%`}
            rx="2"
            className="fill-v-line-strong"
          />
        ))}
        <svg y={`${toPercent(index)}%`} className="overflow-visible" aria-hidden="true">
          <rect x="-4" y="-10" width="14" height="20" rx="4" className="fill-v-active" />
        </svg>
      </svg>
    </div>
  );
}

/** Shows a pane's position in its series. */
export function ScrollTrack({ viewer, paneIndex, pane }: { viewer: Viewer; paneIndex: number; pane: PaneState }) {
  const t = useText('viewer');
  return (
    <Track
      label={t('pane.position')}
      index={pane.index}
      count={pane.frames.length}
      loaded={pane.loaded}
      onSeek={(index) => viewer.goTo(index, paneIndex)}
    />
  );
}
