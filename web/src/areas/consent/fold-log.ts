import type { LinkState } from '@medcloud/contract/shapes/access';

type Entry = LinkState['accessLog'][number];

const mergeWindowMs = 60_000; // a page that is read again by itself within a minute is one look, not two

/** The log, newest first, with the same look at the list of exams said once a minute; exams opened and files are each kept. */
export function foldLog(log: readonly Entry[]): Entry[] {
  return log.filter((entry, index) => {
    if (entry.what !== 'list') return true;
    const before = log.slice(index + 1).find((other) => other.what === 'list' && other.patientId === entry.patientId);
    return before === undefined || Date.parse(entry.at) - Date.parse(before.at) > mergeWindowMs;
  });
}
