import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { useEffect, useState } from 'react';

interface GrantSnapshot {
  /** Which reading of the list was taken last. */
  version: number | null;
  /** The latest grant of the whole list so far; null before the first. */
  latest: string | null;
  fresh: readonly AccessiblePatient[];
}

/**
 * What is new in a list read again: grants later than the latest one seen before. The portal's own times are compared
 * with each other, so a wrong clock here marks nothing. The first list is nobody's news.
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
 * Rows that appeared while one looked, marked for five seconds. `rows` is the unsearched list, undefined where there is
 * none to go by; `version` changes each time the list was read.
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
