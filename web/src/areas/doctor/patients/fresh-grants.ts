import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { useEffect, useState } from 'react';

interface GrantSnapshot {
  /** The version of the list that was processed last. */
  version: number | null;
  /** The latest `grantedAt` seen in the list so far. Null before the first list. */
  latest: string | null;
  fresh: readonly AccessiblePatient[];
}

/**
 * Finds the new rows of a reloaded list: grants later than the latest one seen before. Compares only server times, so a
 * wrong local clock marks nothing. The first list has no new rows.
 */
export function updateSnapshot(
  snapshot: GrantSnapshot,
  rows: readonly AccessiblePatient[],
  version: number,
): GrantSnapshot {
  const { latest } = snapshot;
  const fresh = latest === null ? [] : rows.filter((row) => row.grantedAt > latest);
  const times = [latest ?? '', ...rows.map((row) => row.grantedAt)];
  return { version, latest: times.toSorted().at(-1) ?? '', fresh: fresh.length > 0 ? fresh : snapshot.fresh };
}

const highlightMs = 5_000; // interface, "Figures"

/**
 * Returns the rows that appeared since the page was opened, for five seconds. `rows` is the unfiltered list, or
 * undefined without one. `version` changes with each load.
 */
export function useFreshGrants(
  rows: readonly AccessiblePatient[] | undefined,
  version: number,
): readonly AccessiblePatient[] {
  const [snapshot, setSnapshot] = useState<GrantSnapshot>({ version: null, latest: null, fresh: [] });
  if (rows !== undefined && version !== snapshot.version) setSnapshot(updateSnapshot(snapshot, rows, version));
  const { fresh } = snapshot;
  useEffect(() => {
    if (fresh.length === 0) return;
    const timer = setTimeout(() => setSnapshot((now) => ({ ...now, fresh: [] })), highlightMs);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh;
}
