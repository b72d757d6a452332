import { ApiError } from '@medcloud/contract/api-client';
import { session } from '@medcloud/contract/routes/auth';
import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from './client/api.ts';
import { isBackground } from './client/background.ts';
import { endSession } from './client/stored-session.ts';

/** The signed-in user: the common part of a login's reply and `GET /api/auth/session`. */
export type Principal = Pick<SessionReply, 'user' | 'medicalCenter' | 'doctor' | 'member'>;

const sessionQueryKey = (sessionId: string | null) => [session.path, session.method, { sessionId }] as const;

/**
 * Checks immediately whether a stored session is still valid. An invalid one is deleted. Without a response it is kept.
 */
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

/** Caches a login's reply as the current principal, so it is not requested again. */
export function cachePrincipal(
  client: QueryClient,
  sessionId: string,
  { user, medicalCenter, doctor, member }: Principal,
): void {
  const principal: Principal = {
    user,
    ...(medicalCenter ? { medicalCenter } : {}),
    ...(doctor ? { doctor } : {}),
    ...(member ? { member } : {}),
  };
  removeOthersQueries(client, principal);
  client.setQueryData(sessionQueryKey(sessionId), principal);
  // Repeat the requests that failed with the expired session.
  void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
}

const ownerKey = ['owner'] as const;

/** Identifies who is signed in: a member of a center by the membership, as one person may have several. */
export const principalIdOf = ({ user, member }: Principal): string => (member ?? user).id;

/** Removes the previous user's queries before another user sees a screen. */
function removeOthersQueries(client: QueryClient, principal: Principal): void {
  const owner = client.getQueryData(ownerKey);
  const id = principalIdOf(principal);
  if (owner !== undefined && owner !== id) {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.path });
  }
  client.setQueryDefaults(ownerKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(ownerKey, id);
}

/**
 * Gets the remaining time of the stored session in ms. With `isExtending`, the user wants to stay, which extends the
 * idle limit; otherwise the request does not extend it. Deletes an invalid session and returns 0. Rejects without a
 * response.
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
