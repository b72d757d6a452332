import type { QueryClient } from '@tanstack/react-query';
import { runInBackground } from './background.ts';

/**
 * Marks the answers of these routes out of date; those on a screen are fetched again, in the background. An answer that
 * is awaited for the first time may have been read before what has just happened, and the query's client would take it
 * for the newest: it is waited for, and then fetched again too.
 */
export async function refreshQueries(client: QueryClient, paths: readonly string[]): Promise<void> {
  const firstFetches = paths.flatMap((path) =>
    client.getQueryCache().findAll({ queryKey: [path], fetchStatus: 'fetching', predicate: isFirstFetch }),
  );
  await Promise.allSettled(firstFetches.map(({ promise }) => promise));
  await runInBackground(paths, () => Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] }))));
}

const isFirstFetch = ({ state }: { state: { data: unknown } }) => state.data === undefined;

/**
 * After an act of the person at this screen: what is on it is fetched again before the act counts as done, and what one
 * may come back to beside it, so that no list offers a moment long what was true before.
 */
export async function refreshAfterMutation(client: QueryClient, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
  for (const path of paths) void client.refetchQueries({ queryKey: [path], type: 'inactive' });
}
