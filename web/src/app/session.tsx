import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { logOut } from '../calls/auth.ts';
import { rememberWho, useSessionCall, type Who } from '../calls/session.ts';
import { followSession, sessionEnded, storedSession, storeSession } from '../calls/session-end.ts';
import { useLive } from './live.ts';

/** What a login answers with. */
export interface SessionStart extends Who {
  sessionId: string;
}

function useSessionState() {
  const client = useQueryClient();
  const sessionId = useSyncExternalStore(followSession, storedSession, () => null);
  const { data, isPending, isError, refetch } = useSessionCall(sessionId);
  useLive(sessionId !== null && data !== undefined ? sessionId : null);
  return useMemo(() => {
    const who = sessionId === null ? undefined : data;
    return {
      sessionId,
      user: who?.user,
      medicalCenter: who?.medicalCenter,
      doctor: who?.doctor,
      isAuthenticated: who !== undefined,
      isAsking: sessionId !== null && isPending,
      hasFailed: sessionId !== null && isError,
      askAgain: () => void refetch(),
      /** A login succeeded; or a password was changed, which begins a new session of the same person. */
      signIn: (start: SessionStart) => {
        storeSession(start.sessionId);
        rememberWho(client, start.sessionId, start);
      },
      /** Ends the session here and on the portal; `leave` goes where one may be without it. A failed call still clears the local state. */
      signOut: async (leave: () => void | Promise<void>) => {
        if (storedSession() !== null) await logOut().catch((error: unknown) => console.error(error));
        try {
          await leave();
        } finally {
          sessionEnded();
        }
      },
    };
  }, [client, sessionId, data, isPending, isError, refetch]);
}

const SessionContext = createContext<ReturnType<typeof useSessionState> | null>(null);

/** Knows who is signed in, in this tab as in every other. A stored session id is asked about at once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return <SessionContext value={useSessionState()}>{children}</SessionContext>;
}

/** The session around all screens that need one; the landing and consent pages stand outside it. */
export function SessionLayout() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}

/** Who is signed in, and how to sign in and out. */
export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession stands outside SessionProvider');
  return value;
}
