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

/** The response of a login. */
export interface SignInResult extends Principal {
  sessionId: string;
}

/** Returns the tab's last known principal. Keeps it while an expired session is renewed, and clears it on sign-out. */
function useLastPrincipal(principal: Principal | undefined): Principal | undefined {
  const [last, setLast] = useState(principal);
  if (principal !== undefined && principal !== last) setLast(principal);
  useEffect(() => subscribeToSignOut(() => setLast(undefined)), []);
  return principal ?? last;
}

/** Starts and ends this tab's session. */
function useSessionActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** Stores the new session after a login, a password change or a step-up. */
      signIn: (result: SignInResult) => {
        storeSession(result.sessionId);
        cachePrincipal(client, result.sessionId, result);
      },
      /**
       * Ends the session on the server and in the browser. `navigateAway` opens a page that needs no session.
       * A failed request still clears the local state.
       */
      signOut: async (navigateAway: () => void | Promise<void>) => {
        if (readStoredSession() !== null) await logOut().catch((error: unknown) => console.error(error));
        try {
          await navigateAway();
        } finally {
          endSessionInAllTabs();
        }
      },
      /** Discards an expired session so that another user can sign in. */
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
      /** The session has expired. The screen keeps its state until the same user signs in again. */
      hasExpired: principal === undefined && lastPrincipal !== undefined,
      isLoading: sessionId !== null && isPending,
      hasFailed: sessionId !== null && isError,
      retry: () => void refetch(),
    }),
    [actions, sessionId, principal, lastPrincipal, isPending, isError, refetch],
  );
}

const SessionContext = createContext<ReturnType<typeof useSessionState> | null>(null);

/** Provides the signed-in user, the same in all tabs. Checks a stored session id with the server at once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return <SessionContext value={useSessionState()}>{children}</SessionContext>;
}

/** Returns the signed-in user and the actions to sign in and out. Throws outside `SessionProvider`. */
export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession must be used inside SessionProvider');
  return value;
}
