import type { HealthHour } from '@medcloud/contract/shapes/operations';

const hourMs = 3_600_000;

/** One bar of a probe's last 24 hours. */
export interface DayBar {
  /** Start of the hour, in milliseconds since 1970. */
  hour: number;
  state: 'none' | 'ok' | 'warning' | 'failed';
  /** The hour's slowest check divided by the slowest of the day, 0 to 1. */
  height: number;
}

/** Builds the bars of the last 24 hours, the current hour last. An hour without a check has state `none`. */
export function buildDayBars(hours: readonly HealthHour[], now: number): DayBar[] {
  const slowest = Math.max(0, ...hours.map(({ slowestMs }) => slowestMs));
  const known = new Map(hours.map((each) => [new Date(each.hour).getTime(), each]));
  const thisHour = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: 24 }, (_, index) => {
    const hour = thisHour - (23 - index) * hourMs;
    const match = known.get(hour);
    return { hour, state: stateOf(match), height: match && slowest > 0 ? match.slowestMs / slowest : 0 };
  });
}

/** Returns the hour's worst state, so a failure in the morning is still visible in the evening. */
function stateOf(hour: HealthHour | undefined): DayBar['state'] {
  if (hour === undefined || hour.checks === 0) return 'none';
  if (hour.failures > 0) return 'failed';
  return hour.warnings > 0 ? 'warning' : 'ok';
}

/** Counts the bars by state. `looked` counts the hours with at least one check. */
export function countStates(bars: readonly DayBar[]): { looked: number; well: number; warned: number; failed: number } {
  const count = (state: DayBar['state']) => bars.filter((bar) => bar.state === state).length;
  return { looked: 24 - count('none'), well: count('ok'), warned: count('warning'), failed: count('failed') };
}
