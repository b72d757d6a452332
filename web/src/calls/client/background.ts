import type { Route } from '@medcloud/contract/route';

/**
 * Paths whose answers are being fetched again because of the event stream, each with how many events ask for it.
 * The one holder of state outside React: a call must know, at the moment it is sent, that no person asked for it.
 */
const pendingCounts = new Map<string, number>();

/** Runs a refetch of these paths; until it settles their calls say `X-Background: 1` and do not move the idle limit (product, rule 6). */
export async function runInBackground(paths: readonly string[], refetch: () => Promise<unknown>): Promise<void> {
  for (const path of paths) pendingCounts.set(path, (pendingCounts.get(path) ?? 0) + 1);
  try {
    await refetch();
  } finally {
    for (const path of paths) decrementPending(path);
  }
}

function decrementPending(path: string): void {
  const remaining = (pendingCounts.get(path) ?? 1) - 1;
  if (remaining > 0) pendingCounts.set(path, remaining);
  else pendingCounts.delete(path);
}

/** Whether a call of this route is now caused by the event stream and not by a person. */
export function isBackground(route: Pick<Route, 'path'>): boolean {
  return pendingCounts.has(route.path);
}
