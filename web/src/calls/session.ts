import { PortalError } from '@medcloud/contract/caller';
import { session } from '@medcloud/contract/routes/auth';
import type { SessionReply } from '@medcloud/contract/shapes/accounts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isBackground } from './client/background.ts';
import { portal } from './client/portal.ts';
import { sessionEnded } from './client/session-end.ts';

/** Who is signed in: what a login's reply and `GET /api/auth/session` have in common. */
export type Who = Pick<SessionReply, 'user' | 'medicalCenter' | 'doctor'>;

const keyOf = (sessionId: string | null) => [session.path, session.method, { sessionId }] as const;

/** Asks whether a stored session still stands, at once. A dead one is forgotten; without an answer it is kept. */
export function useSessionCall(sessionId: string | null) {
  return useQuery<Who>({
    queryKey: keyOf(sessionId),
    queryFn: async ({ signal, client }) => {
      const who = await ask(sessionId, signal);
      keepOnlyOwn(client, who);
      return who;
    },
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
  keepOnlyOwn(client, who);
  client.setQueryData(keyOf(sessionId), who);
  // What the lapsed session was refused is asked for again.
  void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
}

const ownerKey = ['owner'] as const;

/** Answers belong to the person who asked: those of anybody else are forgotten before the next one sees a screen. */
function keepOnlyOwn(client: QueryClient, { user }: Who): void {
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
export async function askTimeLeft(sessionId: string, { staying }: { staying: boolean }): Promise<number> {
  try {
    if (staying) await portal.call(session, {});
    const { expiresInSeconds } = await portal.call(session, {}, { background: true });
    return expiresInSeconds * 1_000;
  } catch (error) {
    if (!(error instanceof PortalError) || error.status !== 401) throw error;
    sessionEnded(sessionId);
    return 0;
  }
}
