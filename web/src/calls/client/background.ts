import type { Route } from '@medcloud/contract/route';

/**
 * The paths that the event stream is refetching, each with the number of refetches. This is the only module-level state
 * outside React: a call must know when it is sent that no user action caused it.
 */
const pendingCounts = new Map<string, number>();

/**
 * Runs a refetch of these paths. Until it settles, their calls send `X-Background: 1` and do not extend the idle limit
 * (product, rule 6).
 */
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

/** Returns whether the event stream, and not the user, causes a call of this route now. */
export function isBackground(route: Pick<Route, 'path'>): boolean {
  return pendingCounts.has(route.path);
}
