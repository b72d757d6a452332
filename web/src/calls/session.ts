import { PortalError } from '@medcloud/contract/caller';
import { session } from '@medcloud/contract/routes/auth';
import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isBackground } from './background.ts';
import { portal } from './portal.ts';
import { sessionEnded } from './session-end.ts';

/** Who is signed in: what a login's reply and `GET /api/auth/session` have in common. */
export type Who = Pick<SessionReply, 'user' | 'medicalCenter' | 'doctor'>;

const keyOf = (sessionId: string | null) => [session.path, session.method, { sessionId }] as const;

/** Asks whether a stored session still stands, at once. A dead one is forgotten; without an answer it is kept. */
export function useSessionCall(sessionId: string | null) {
  return useQuery<Who>({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => ask(sessionId, signal),
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function ask(sessionId: string | null, signal: AbortSignal): Promise<Who> {
  try {
    return await portal.call(session, {}, { signal, background: isBackground(session) });
  } catch (error) {
    if (error instanceof PortalError && error.status === 401) sessionEnded(sessionId);
    throw error;
  }
}

/** A login has answered: its reply is who is signed in, and need not be asked for again. */
export function rememberWho(client: QueryClient, sessionId: string, { user, medicalCenter, doctor }: Who): void {
  const who: Who = { user, ...(medicalCenter ? { medicalCenter } : {}), ...(doctor ? { doctor } : {}) };
  client.setQueryData(keyOf(sessionId), who);
}
