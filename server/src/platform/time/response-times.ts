import type { Clock } from './clock.ts';

/** Recent response times of this node. */
export interface ResponseTimes {
  /** Adds one response: its milliseconds, and whether it failed on the server's side. */
  add(ms: number, hasFailed: boolean): void;
  /** Summarizes the last five minutes, at most the last 4,096 responses. `p95Ms` is 0 without responses. */
  summary(): { requests: number; failures: number; p95Ms: number };
}

const windowMs = 5 * 60_000;
const maxSamples = 4_096;

interface ResponseSample {
  at: number;
  ms: number;
  hasFailed: boolean;
}

/** Keeps the latest responses in a ring buffer in memory. */
export function openResponseTimes(clock: Clock): ResponseTimes {
  const ring: ResponseSample[] = [];
  let next = 0;
  return {
    add(ms, hasFailed) {
      ring[next] = { at: clock.now().getTime(), ms, hasFailed };
      next = (next + 1) % maxSamples;
    },
    summary() {
      const since = clock.now().getTime() - windowMs;
      const recent = ring.filter(({ at }) => at >= since);
      const times = recent.map(({ ms }) => ms).toSorted((one, other) => one - other);
      return {
        requests: recent.length,
        failures: recent.filter(({ hasFailed }) => hasFailed).length,
        p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? 0,
      };
    },
  };
}
