import type { HealthHour } from '@medcloud/contract/shapes/operations';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';
import { buildDayBars, countStates, type DayBar } from './day-bars.ts';

const minHeightPx = 4;
const maxHeightPx = 16;

const colors = {
  none: 'text-line-mid',
  ok: 'text-success',
  warning: 'text-warning',
  failed: 'text-danger',
} as const satisfies Record<DayBar['state'], string>;

/** Returns the bar's height in pixels: full for warnings and failures, otherwise by the slowest check. */
function heightOf({ state, height }: DayBar): number {
  if (state === 'none') return 2;
  return state === 'ok' ? minHeightPx + Math.round(height * (maxHeightPx - 4 - minHeightPx)) : maxHeightPx;
}

/** Draws a probe's last 24 hours, one bar per hour. */
export function HealthStrip({ hours, now }: { hours: readonly HealthHour[]; now: number }) {
  const t = useText('operations');
  const bars = buildDayBars(hours, now);
  return (
    <svg role="img" aria-label={t('health.day', countStates(bars))} width="118" height={maxHeightPx} className="block">
      {bars.map((bar, index) => {
        const height = heightOf(bar);
        return (
          <rect
            key={bar.hour}
            x={index * 5}
            y={maxHeightPx - height}
            width="3"
            height={height}
            rx="1"
            className={classes('fill-current', colors[bar.state])}
          />
        );
      })}
    </svg>
  );
}
