import type { QueryClient } from '@tanstack/react-query';
import { runInBackground } from './background.ts';

/**
 * Invalidates the queries of these routes and refetches the active ones in the background. A first fetch that is still
 * pending may have been answered before the event, and the query client would take it for current. So this waits for it
 * and refetches it too.
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
 * Refreshes after a mutation by the user of this page. Active queries are refetched before the mutation settles.
 * Inactive ones are refetched without waiting, so a list opened later shows no old data.
 */
export async function refreshAfterMutation(client: QueryClient, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
  for (const path of paths) void client.refetchQueries({ queryKey: [path], type: 'inactive' });
}
