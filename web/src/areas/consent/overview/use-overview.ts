import { ApiError } from '@medcloud/contract/api-client';
import { limits } from '@medcloud/contract/limits';
import type { Overview } from '@medcloud/contract/shapes/access';
import { useCallback, useEffect, useState } from 'react';
import { getOverview } from '../../../calls/consent.ts';
import { classifyError, type LinkError } from '../use-link.ts';

export type OverviewView =
  | { kind: 'loading' }
  /** The secret is no longer valid, or twenty minutes have passed. */
  | { kind: 'closed' }
  | { kind: 'failed'; error: LinkError }
  | ({ kind: 'open' } & Overview);

/** Loads the list of all grants, and closes it after 20 minutes. `loadMore` adds the next page. */
export function useOverview(token: string) {
  const [view, setView] = useState<OverviewView>({ kind: 'loading' });
  const load = useCallback(
    async (cursor?: string) => {
      try {
        const page = await getOverview({ overviewToken: token, ...(cursor === undefined ? {} : { cursor }) });
        setView((before) =>
          cursor !== undefined && before.kind === 'open'
            ? { ...before, grants: [...before.grants, ...page.grants], cursor: page.cursor }
            : { kind: 'open', ...page },
        );
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return setView({ kind: 'closed' });
        // An open list stays if only a reload failed.
        setView((before) => (before.kind === 'open' ? before : { kind: 'failed', error: classifyError(error) }));
      }
    },
    [token],
  );
  const reload = useCallback(() => load(), [load]);
  useEffect(() => {
    void reload();
    const timer = setTimeout(() => setView({ kind: 'closed' }), limits.overviewMs);
    return () => clearTimeout(timer);
  }, [reload]);
  return { view, reload, loadMore: load };
}
