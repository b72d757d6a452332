import { type Page, PortalError } from '@medcloud/contract/caller';
import type { CallInput, Reply, Route } from '@medcloud/contract/route';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { portal } from './portal.ts';
import { refreshAfterAct } from './refresh.ts';
import { isBackground, sessionEnded, storedSession } from './session-end.ts';
import { useSteppingUp } from './step-up.ts';
import { submissionKeys } from './submission-keys.ts';

/** The key of a call: the route's path first, so that an event can mark all its answers out of date. */
export function callKey(route: Route, input: unknown = {}): readonly unknown[] {
  return [route.path, route.method, input];
}

interface ReadOptions {
  /** False while there is nothing to ask for. */
  enabled?: boolean;
  /** Further tries after a failure; none unless said (specification, section 7). */
  retry?: number;
  /** While another input loads, the answer before it stays. */
  keep?: boolean;
  /** Asked again whenever a screen with it opens: for what no event tells of. */
  fresh?: boolean;
}

/** Reads a route. `data` is undefined while it loads; `error` is a `PortalError`, or fetch's own without a portal. */
export function useCall<const R extends Route>(route: R, input: CallInput<R>, options: ReadOptions = {}) {
  return useQuery<Reply<R>>({
    queryKey: callKey(route, input),
    queryFn: ({ signal }) => watched(portal.call(route, input, { signal, background: isBackground(route) })),
    enabled: options.enabled ?? true,
    retry: options.retry ?? false,
    ...(options.keep ? { placeholderData: (before: Reply<R> | undefined) => before } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(options.fresh ? { refetchOnMount: 'always' as const } : {}),
  });
}

type Answered<R extends Route> = Page<Reply<R>>;

/** A row of a route that answers with a list. */
type RowOf<R extends Route> = Reply<R> extends readonly (infer Row)[] ? Row : never;

/** Reads a paged list: `rows` of all pages so far, `total` as the portal counts it, `more()` for the next page. */
export function usePages<const R extends Route>(
  route: R,
  input: CallInput<R> & { query?: Record<string, unknown> },
  options: ReadOptions = {},
) {
  const query = useInfiniteQuery<
    Answered<R>,
    Error,
    InfiniteData<Answered<R>, string | null>,
    readonly unknown[],
    string | null
  >({
    queryKey: callKey(route, input),
    initialPageParam: null,
    queryFn: ({ signal, pageParam }) =>
      watched(
        portal.page(
          route,
          { ...input, query: { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          {
            signal,
            background: isBackground(route),
          },
        ),
      ),
    getNextPageParam: (page) => page.nextCursor,
    enabled: options.enabled ?? true,
    retry: options.retry ?? false,
    ...(options.keep
      ? { placeholderData: (before: InfiniteData<Answered<R>, string | null> | undefined) => before }
      : {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(options.fresh ? { refetchOnMount: 'always' as const } : {}),
  });
  const rows: RowOf<R>[] | undefined = query.data?.pages.flatMap<RowOf<R>>(({ rows }) =>
    Array.isArray(rows) ? rows : [],
  );
  return { ...query, rows, total: query.data?.pages[0]?.total ?? null, more: () => void query.fetchNextPage() };
}

interface ActOptions<R extends Route> {
  /** Sends an Idempotency-Key: a submission whose answer was lost may be sent again and acts once. */
  idempotent?: boolean;
  /** Routes whose answers the act makes out of date. */
  changes?: readonly Route[];
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/** What follows one call of an act, whether or not the screen that made it still stands. */
interface Afterwards<R extends Route> {
  onSuccess?: (reply: Reply<R>) => void;
  onError?: (error: Error) => void;
}

/** Acts on a route: `act.mutate(input)`. While it runs `isPending`; a failure is in `error`. Never tried again by itself. */
export function useAct<const R extends Route>(route: R, options: ActOptions<R> = {}) {
  const client = useQueryClient();
  const [keys] = useState(() => submissionKeys());
  const steppingUp = useSteppingUp(route);
  const act = useMutation<Reply<R>, Error, CallInput<R>>({
    mutationFn: (input) =>
      steppingUp(() =>
        watched(portal.call(route, input, options.idempotent ? { idempotencyKey: keys.keyFor(input) } : {})),
      ),
    gcTime: 0, // what was sent may hold a password: it is forgotten with the form
    onSuccess: async (reply) => {
      keys.succeeded();
      options.onSuccess?.(reply);
      await refreshAfterAct(
        client,
        (options.changes ?? []).map(({ path }) => path),
      );
    },
    onError: (error) => options.onError?.(error),
  });
  // the library forgets what follows a call when its screen goes: an event can take a row away, and the dialog in it,
  // before the answer to what was done in that dialog
  const mutate = (input: CallInput<R>, { onSuccess, onError }: Afterwards<R> = {}) =>
    void act.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  return { ...act, mutate };
}

/** A 401 anywhere ends the session in this browser; the guard then asks to sign in and comes back. */
async function watched<T>(call: Promise<T>): Promise<T> {
  const asking = storedSession(); // a step-up meanwhile puts another in its place, which a late 401 must not end
  try {
    return await call;
  } catch (error) {
    if (error instanceof PortalError && error.status === 401 && error.code !== 'invalid_credentials')
      sessionEnded(asking);
    throw error;
  }
}

/** The sentence of a failure for a screen: the portal's own, or null where the portal was not reached. */
export function sentenceOf(error: unknown): string | null {
  return error instanceof PortalError ? error.sentence : null;
}
