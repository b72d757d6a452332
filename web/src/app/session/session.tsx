import type { FactorRequired } from '@medcloud/contract/shapes/factors';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { logOut } from '../../calls/auth.ts';
import {
  endSessionInAllTabs,
  readStoredSession,
  storeSession,
  subscribeToRoleChange,
  subscribeToSession,
  subscribeToSignOut,
} from '../../calls/client/stored-session.ts';
import { cachePrincipal, type Principal, principalIdOf, useSessionQuery } from '../../calls/session.ts';
import { useErrorMessage } from '../../text/use-error-message.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useLiveUpdates } from '../providers/live-updates.ts';

/** The response of a login. */
export interface SignInResult extends Principal {
  sessionId: string;
}

/** The response of a login: a session, or a challenge that waits for the account's second factor. */
export type LoginReply = SignInResult | FactorRequired;

export const isFactorRequired = (reply: LoginReply): reply is FactorRequired => 'mfaRequired' in reply;

/** Returns the tab's last known principal. Keeps it while an expired session is renewed, and clears it on sign-out. */
function useLastPrincipal(principal: Principal | undefined): Principal | undefined {
  const [last, setLast] = useState(principal);
  if (principal !== undefined && principal !== last) setLast(principal);
  useEffect(() => subscribeToSignOut(() => setLast(undefined)), []);
  return principal ?? last;
}

/** Reads the session again after a refusal for the member's roles, so that the navigation follows, and says so. */
function useRoleChange(reload: () => unknown): void {
  const toast = useToast();
  const errorMessage = useErrorMessage();
  useEffect(
    () =>
      subscribeToRoleChange(() => {
        toast({ variant: 'danger', title: errorMessage('permission_required') });
        void reload();
      }),
    [toast, errorMessage, reload],
  );
}

/** Starts and ends this tab's session. `firstUserId`: who signed in here with an assigned password. */
function useSessionActions() {
  const client = useQueryClient();
  const [firstUserId, setFirstUserId] = useState<string | null>(null);
  const actions = useMemo(
    () => ({
      /** Stores the new session after a login, a password change or a step-up. */
      signIn: (result: SignInResult) => {
        if (result.user.mustChangePassword) setFirstUserId(result.user.id);
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
      /** What is asked at the first sign-in was answered or put off. */
      endFirstSignIn: () => setFirstUserId(null),
    }),
    [client],
  );
  return { actions, firstUserId };
}

function useSessionState() {
  const { actions, firstUserId } = useSessionActions();
  const sessionId = useSyncExternalStore(subscribeToSession, readStoredSession, () => null);
  const { data, isPending, isError, refetch } = useSessionQuery(sessionId);
  const principal = sessionId === null ? undefined : data;
  const lastPrincipal = useLastPrincipal(principal);
  useLiveUpdates(principal === undefined ? null : sessionId);
  useRoleChange(refetch);
  return useMemo(
    () => ({
      ...actions,
      sessionId,
      user: lastPrincipal?.user,
      medicalCenter: lastPrincipal?.medicalCenter,
      doctor: lastPrincipal?.doctor,
      /** The signed-in member of a center; undefined for the center's own account and everyone else. */
      member: lastPrincipal?.member,
      /** Identifies who is signed in. */
      principalId: lastPrincipal && principalIdOf(lastPrincipal),
      /** The user signed in here with the assigned password, which may have been changed since. */
      isFirstSignIn: firstUserId !== null && firstUserId === lastPrincipal?.user.id,
      isAuthenticated: principal !== undefined,
      /** The session has expired. The screen keeps its state until the same user signs in again. */
      hasExpired: principal === undefined && lastPrincipal !== undefined,
      isLoading: sessionId !== null && isPending,
      hasFailed: sessionId !== null && isError,
      /** Reads the user and the session again. */
      retry: () => refetch(),
    }),
    [actions, firstUserId, sessionId, principal, lastPrincipal, isPending, isError, refetch],
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
