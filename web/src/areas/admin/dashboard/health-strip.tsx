import type { HealthHour } from '@medcloud/contract/shapes/operations';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';
import { operationsText } from '../../../text/operations.ts';
import { countDay, type DayBar, lastDay } from './last-day.ts';

const leastHeight = 4;
const mostHeight = 16;

const colors = {
  none: 'text-line-mid',
  ok: 'text-success',
  warning: 'text-warning',
  failed: 'text-danger',
} as const satisfies Record<DayBar['state'], string>;

/** What was not well stands at full height, however quick; the rest by its slowest look. */
function heightOf({ state, height }: DayBar): number {
  if (state === 'none') return 2;
  return state === 'ok' ? leastHeight + Math.round(height * (mostHeight - 4 - leastHeight)) : mostHeight;
}

/** A probe's last day, an hour a bar. */
export function HealthStrip({ hours, now }: { hours: readonly HealthHour[]; now: number }) {
  const t = useText(operationsText);
  const bars = lastDay(hours, now);
  return (
    <svg role="img" aria-label={t('health.day', countDay(bars))} width="118" height={mostHeight} className="block">
      {bars.map((bar, place) => {
        const height = heightOf(bar);
        return (
          <rect
            key={bar.hour}
            x={place * 5}
            y={mostHeight - height}
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
