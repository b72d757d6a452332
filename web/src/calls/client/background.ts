import type { Route } from '@medcloud/contract/route';

/**
 * Paths whose answers are being fetched again because of the event stream, each with how many events ask for it.
 * The one holder of state outside React: a call must know, at the moment it is sent, that no person asked for it.
 */
const underWay = new Map<string, number>();

/** Runs a refetch of these paths; until it settles their calls say `X-Background: 1` and do not move the idle limit (product, rule 6). */
export async function inBackground(paths: readonly string[], refetch: () => Promise<unknown>): Promise<void> {
  for (const path of paths) underWay.set(path, (underWay.get(path) ?? 0) + 1);
  try {
    await refetch();
  } finally {
    for (const path of paths) settle(path);
  }
}

function settle(path: string): void {
  const left = (underWay.get(path) ?? 1) - 1;
  if (left > 0) underWay.set(path, left);
  else underWay.delete(path);
}

/** Whether a call of this route is now caused by the event stream and not by a person. */
export function isBackground(route: Pick<Route, 'path'>): boolean {
  return underWay.has(route.path);
}
