import { ApiError, type Page } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import type { CallInput, Reply, Route } from '@medcloud/contract/route';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from './api.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { refreshAfterMutation } from './refresh.ts';
import { useStepUpRetry } from './step-up.ts';
import { endSession, isBackground, readStoredSession, reportRoleChange } from './stored-session.ts';

/** Returns the query key of a call. The route's path comes first, so an event can invalidate all its queries. */
export function queryKeyOf(route: Route, input: unknown = {}): readonly unknown[] {
  return [route.path, route.method, input];
}

interface QueryOptions {
  /** False while there is nothing to fetch. */
  enabled?: boolean;
  /** Retries after a failure. None by default (specification, section 7). */
  retry?: number;
  /** Keeps the previous data while another input loads. */
  keepPreviousData?: boolean;
  /** Refetches whenever a screen with the query opens, for data that no event reports. */
  shouldAlwaysRefetch?: boolean;
}

/**
 * Queries a route. `data` is undefined while it loads. `error` is an `ApiError`, or fetch's own error if the server was
 * not reached.
 */
export function useApiQuery<const R extends Route>(route: R, input: CallInput<R>, options: QueryOptions = {}) {
  return useQuery<Reply<R>>({
    queryKey: queryKeyOf(route, input),
    queryFn: ({ signal }) => callForQuery(route, input, signal),
    enabled: options.enabled ?? true,
    retry: options.retry ?? false,
    ...(options.keepPreviousData ? { placeholderData: (previous: Reply<R> | undefined) => previous } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(options.shouldAlwaysRefetch ? { refetchOnMount: 'always' as const } : {}),
  });
}

/** The call of a query. It ends the session on any 401. */
export function callForQuery<const R extends Route>(
  route: R,
  input: CallInput<R>,
  signal: AbortSignal,
): Promise<Reply<R>> {
  return endSessionOnUnauthorized(api.call(route, input, { signal, isBackground: isBackground(route) }));
}

type PageReply<R extends Route> = Page<Reply<R>>;

/** The row type of a route that replies with a list. */
type RowOf<R extends Route> = Reply<R> extends readonly (infer Row)[] ? Row : never;

/**
 * Queries a paged list: `rows` of all loaded pages, `total` as the server counts it, `loadMore()` for the next page.
 */
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
    ...(options.shouldAlwaysRefetch ? { refetchOnMount: 'always' as const } : {}),
  });
  const rows: RowOf<R>[] | undefined = query.data?.pages.flatMap<RowOf<R>>(({ rows }) =>
    Array.isArray(rows) ? rows : [],
  );
  return { ...query, rows, total: query.data?.pages[0]?.total ?? null, loadMore: () => void query.fetchNextPage() };
}

interface MutationOptions<R extends Route> {
  /** Sends an Idempotency-Key, so a submission can be repeated after a lost response and takes effect once. */
  idempotent?: boolean;
  /** The routes whose data the mutation changes. */
  invalidates?: readonly Route[];
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/** Callbacks of one call. They run even if its screen has been unmounted. */
interface MutationCallbacks<R extends Route> {
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/**
 * Returns a mutation of a route: `mutation.mutate(input)`, `isPending` while it runs, and `error` after a failure.
 * Never retries by itself.
 */
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
    gcTime: 0, // the input may contain a password: it is not kept after the form
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
  // the library drops per-call callbacks when the component unmounts. An event can remove a row together with its
  // dialog before the dialog's call has been answered
  const mutate = (input: CallInput<R>, { onSuccess, onError }: MutationCallbacks<R> = {}) =>
    void mutation.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  return { ...mutation, mutate };
}

/** Returns a mutation that sends a file to a route with a form: `mutation.mutate(file)`. Never retries by itself. */
export function useFormMutation<const R extends Route>(route: R, options: { invalidates: readonly Route[] }) {
  const client = useQueryClient();
  const retryWithStepUp = useStepUpRetry(route);
  return useMutation<Reply<R>, Error, File>({
    mutationFn: (file) => {
      const form = new FormData();
      form.append('file', file);
      return retryWithStepUp(() => endSessionOnUnauthorized(api.call(route, {} as CallInput<R>, { form })));
    },
    onSuccess: () =>
      refreshAfterMutation(
        client,
        options.invalidates.map(({ path }) => path),
      ),
  });
}

/** The faults of a sign-in or a step-up that was not right. They say nothing about the session. */
const signInFaults: ReadonlySet<FaultCode | undefined> = new Set([
  'invalid_credentials',
  'invalid_factor',
  'challenge_over',
]);

/**
 * Ends the session in this browser on any other 401. The route guard then asks for a sign-in and returns to the page.
 * Reads the session again if the member's roles do not include the call.
 */
async function endSessionOnUnauthorized<T>(call: Promise<T>): Promise<T> {
  const sessionId = readStoredSession(); // a step-up can replace it meanwhile; a late 401 must not end the new one
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !signInFaults.has(error.code)) endSession(sessionId);
    if (error instanceof ApiError && error.code === 'permission_required') reportRoleChange();
    throw error;
  }
}

/** Returns the message of an error for the screen: the server's own, or null if the server was not reached. */
export function errorMessageOf(error: unknown): string | null {
  return error instanceof ApiError ? error.issue : null;
}
