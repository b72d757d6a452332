import type { LinkState } from '@medcloud/contract/shapes/access';

type Entry = LinkState['accessLog'][number];

const mergeWindowMs = 60_000; // a page that reloads itself within a minute counts as one view

/**
 * Merges views of the exam list within a minute into one entry. Keeps every opened exam and download. The log is sorted
 * newest first.
 */
export function foldLog(log: readonly Entry[]): Entry[] {
  return log.filter((entry, index) => {
    if (entry.what !== 'list') return true;
    const before = log.slice(index + 1).find((other) => other.what === 'list' && other.patientId === entry.patientId);
    return before === undefined || Date.parse(entry.at) - Date.parse(before.at) > mergeWindowMs;
  });
}
