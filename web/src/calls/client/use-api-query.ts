import { ApiError, type Page } from '@medcloud/contract/api-client';
import type { CallInput, Reply, Route } from '@medcloud/contract/route';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from './api.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { refreshAfterMutation } from './refresh.ts';
import { useStepUpRetry } from './step-up.ts';
import { endSession, isBackground, readStoredSession } from './stored-session.ts';

/** The key of a call: the route's path first, so that an event can mark all its answers out of date. */
export function queryKeyOf(route: Route, input: unknown = {}): readonly unknown[] {
  return [route.path, route.method, input];
}

interface QueryOptions {
  /** False while there is nothing to ask for. */
  enabled?: boolean;
  /** Further tries after a failure; none unless said (specification, section 7). */
  retry?: number;
  /** While another input loads, the answer before it stays. */
  keepPreviousData?: boolean;
  /** Asked again whenever a screen with it opens: for what no event tells of. */
  alwaysRefetch?: boolean;
}

/** Reads a route. `data` is undefined while it loads; `error` is a `PortalError`, or fetch's own without a portal. */
export function useApiQuery<const R extends Route>(route: R, input: CallInput<R>, options: QueryOptions = {}) {
  return useQuery<Reply<R>>({
    queryKey: queryKeyOf(route, input),
    queryFn: ({ signal }) =>
      endSessionOnUnauthorized(api.call(route, input, { signal, isBackground: isBackground(route) })),
    enabled: options.enabled ?? true,
    retry: options.retry ?? false,
    ...(options.keepPreviousData ? { placeholderData: (previous: Reply<R> | undefined) => previous } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(options.alwaysRefetch ? { refetchOnMount: 'always' as const } : {}),
  });
}

type PageReply<R extends Route> = Page<Reply<R>>;

/** A row of a route that answers with a list. */
type RowOf<R extends Route> = Reply<R> extends readonly (infer Row)[] ? Row : never;

/** Reads a paged list: `rows` of all pages so far, `total` as the portal counts it, `more()` for the next page. */
export function useApiPages<const R extends Route>(
  route: R,
  input: CallInput<R> & { query?: Record<string, unknown> },
  options: QueryOptions = {},
) {
  const query = useInfiniteQuery<
    PageReply<R>,
    Error,
    InfiniteData<PageReply<R>, string | null>,
    readonly unknown[],
    string | null
  >({
    queryKey: queryKeyOf(route, input),
    initialPageParam: null,
    queryFn: ({ signal, pageParam }) =>
      endSessionOnUnauthorized(
        api.page(
          route,
          { ...input, query: { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          {
            signal,
            isBackground: isBackground(route),
          },
        ),
      ),
    getNextPageParam: (page) => page.nextCursor,
    enabled: options.enabled ?? true,
    retry: options.retry ?? false,
    ...(options.keepPreviousData
      ? { placeholderData: (previous: InfiniteData<PageReply<R>, string | null> | undefined) => previous }
      : {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(options.alwaysRefetch ? { refetchOnMount: 'always' as const } : {}),
  });
  const rows: RowOf<R>[] | undefined = query.data?.pages.flatMap<RowOf<R>>(({ rows }) =>
    Array.isArray(rows) ? rows : [],
  );
  return { ...query, rows, total: query.data?.pages[0]?.total ?? null, loadMore: () => void query.fetchNextPage() };
}

interface MutationOptions<R extends Route> {
  /** Sends an Idempotency-Key: a submission whose answer was lost may be sent again and acts once. */
  idempotent?: boolean;
  /** Routes whose answers the act makes out of date. */
  invalidates?: readonly Route[];
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/** What follows one call of an act, whether or not the screen that made it still stands. */
interface MutationCallbacks<R extends Route> {
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/** Acts on a route: `act.mutate(input)`. While it runs `isPending`; a failure is in `error`. Never tried again by itself. */
export function useApiMutation<const R extends Route>(route: R, options: MutationOptions<R> = {}) {
  const client = useQueryClient();
  const [keys] = useState(() => createIdempotencyKeys());
  const retryWithStepUp = useStepUpRetry(route);
  const mutation = useMutation<Reply<R>, Error, CallInput<R>>({
    mutationFn: (input) =>
      retryWithStepUp(() =>
        endSessionOnUnauthorized(
          api.call(route, input, options.idempotent ? { idempotencyKey: keys.keyFor(input) } : {}),
        ),
      ),
    gcTime: 0, // what was sent may hold a password: it is forgotten with the form
    onSuccess: async (reply) => {
      keys.clear();
      options.onSuccess?.(reply);
      await refreshAfterMutation(
        client,
        (options.invalidates ?? []).map(({ path }) => path),
      );
    },
    onError: (error) => options.onError?.(error),
  });
  // the library forgets what follows a call when its screen goes: an event can take a row away, and the dialog in it,
  // before the answer to what was done in that dialog
  const mutate = (input: CallInput<R>, { onSuccess, onError }: MutationCallbacks<R> = {}) =>
    void mutation.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  return { ...mutation, mutate };
}

/** A 401 anywhere ends the session in this browser; the guard then asks to sign in and comes back. */
async function endSessionOnUnauthorized<T>(call: Promise<T>): Promise<T> {
  const sessionId = readStoredSession(); // a step-up meanwhile puts another in its place, which a late 401 must not end
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && error.code !== 'invalid_credentials')
      endSession(sessionId);
    throw error;
  }
}

/** The sentence of a failure for a screen: the portal's own, or null where the portal was not reached. */
export function errorMessageOf(error: unknown): string | null {
  return error instanceof ApiError ? error.userMessage : null;
}
