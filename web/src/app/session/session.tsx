import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { logOut } from '../../calls/auth.ts';
import {
  endSessionInAllTabs,
  readStoredSession,
  storeSession,
  subscribeToSession,
  subscribeToSignOut,
} from '../../calls/client/stored-session.ts';
import { cachePrincipal, type Principal, useSessionQuery } from '../../calls/session.ts';
import { useLiveUpdates } from '../providers/live-updates.ts';

/** What a login answers with. */
export interface SignInResult extends Principal {
  sessionId: string;
}

/** The person last known at this tab, kept while a lapsed session is taken up again; forgotten when somebody signs out. */
function useLastPrincipal(principal: Principal | undefined): Principal | undefined {
  const [last, setLast] = useState(principal);
  if (principal !== undefined && principal !== last) setLast(principal);
  useEffect(() => subscribeToSignOut(() => setLast(undefined)), []);
  return principal ?? last;
}

/** How a session begins and ends at this tab. */
function useSessionActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** A login succeeded; or a password was changed or given once more, which begins a new session of the same person. */
      signIn: (result: SignInResult) => {
        storeSession(result.sessionId);
        cachePrincipal(client, result.sessionId, result);
      },
      /** Ends the session on the portal and here; `leave` goes where one may be without it. A failed call still clears the local state. */
      signOut: async (navigateAway: () => void | Promise<void>) => {
        if (readStoredSession() !== null) await logOut().catch((error: unknown) => console.error(error));
        try {
          await navigateAway();
        } finally {
          endSessionInAllTabs();
        }
      },
      /** Gives a lapsed session up: somebody else signs in. */
      discardSession: endSessionInAllTabs,
    }),
    [client],
  );
}

function useSessionState() {
  const actions = useSessionActions();
  const sessionId = useSyncExternalStore(subscribeToSession, readStoredSession, () => null);
  const { data, isPending, isError, refetch } = useSessionQuery(sessionId);
  const principal = sessionId === null ? undefined : data;
  const lastPrincipal = useLastPrincipal(principal);
  useLiveUpdates(principal === undefined ? null : sessionId);
  return useMemo(
    () => ({
      ...actions,
      sessionId,
      user: lastPrincipal?.user,
      medicalCenter: lastPrincipal?.medicalCenter,
      doctor: lastPrincipal?.doctor,
      isAuthenticated: principal !== undefined,
      /** The session ended by itself: the screen stays as it is until its person signs in again. */
      hasExpired: principal === undefined && lastPrincipal !== undefined,
      isLoading: sessionId !== null && isPending,
      hasFailed: sessionId !== null && isError,
      retry: () => void refetch(),
    }),
    [actions, sessionId, principal, lastPrincipal, isPending, isError, refetch],
  );
}

const SessionContext = createContext<ReturnType<typeof useSessionState> | null>(null);

/** Knows who is signed in, in this tab as in every other. A stored session id is asked about at once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return <SessionContext value={useSessionState()}>{children}</SessionContext>;
}

/** Who is signed in, and how to sign in and out. */
export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession stands outside SessionProvider');
  return value;
}
