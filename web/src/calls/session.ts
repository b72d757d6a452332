import { ApiError } from '@medcloud/contract/api-client';
import { session } from '@medcloud/contract/routes/auth';
import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from './client/api.ts';
import { isBackground } from './client/background.ts';
import { endSession } from './client/stored-session.ts';

/** Who is signed in: what a login's reply and `GET /api/auth/session` have in common. */
export type Principal = Pick<SessionReply, 'user' | 'medicalCenter' | 'doctor'>;

const sessionQueryKey = (sessionId: string | null) => [session.path, session.method, { sessionId }] as const;

/** Asks whether a stored session still stands, at once. A dead one is forgotten; without an answer it is kept. */
export function useSessionQuery(sessionId: string | null) {
  return useQuery<Principal>({
    queryKey: sessionQueryKey(sessionId),
    queryFn: async ({ signal, client }) => {
      const principal = await fetchPrincipal(sessionId, signal);
      removeOthersQueries(client, principal);
      return principal;
    },
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchPrincipal(sessionId: string | null, signal: AbortSignal): Promise<Principal> {
  try {
    return await api.call(session, {}, { signal, isBackground: isBackground(session) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(sessionId);
    throw error;
  }
}

/** A login has answered: its reply is who is signed in, and need not be asked for again. */
export function cachePrincipal(
  client: QueryClient,
  sessionId: string,
  { user, medicalCenter, doctor }: Principal,
): void {
  const principal: Principal = { user, ...(medicalCenter ? { medicalCenter } : {}), ...(doctor ? { doctor } : {}) };
  removeOthersQueries(client, principal);
  client.setQueryData(sessionQueryKey(sessionId), principal);
  // What the lapsed session was refused is asked for again.
  void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
}

const ownerKey = ['owner'] as const;

/** Answers belong to the person who asked: those of anybody else are forgotten before the next one sees a screen. */
function removeOthersQueries(client: QueryClient, { user }: Principal): void {
  const owner = client.getQueryData(ownerKey);
  if (owner !== undefined && owner !== user.id) {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.path });
  }
  client.setQueryDefaults(ownerKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(ownerKey, user.id);
}

/**
 * How many milliseconds the stored session has left. `staying`: its person wants it to go on, which moves the idle
 * limit; otherwise asking moves nothing. A dead session is forgotten and has none left. Fails without an answer.
 */
export async function getTimeLeft(sessionId: string, { isExtending }: { isExtending: boolean }): Promise<number> {
  try {
    if (isExtending) await api.call(session, {});
    const { expiresInSeconds } = await api.call(session, {}, { isBackground: true });
    return expiresInSeconds * 1_000;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    endSession(sessionId);
    return 0;
  }
}
