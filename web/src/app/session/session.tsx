import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { logOut } from '../../calls/auth.ts';
import {
  followLeaving,
  followSession,
  leaveSession,
  storedSession,
  storeSession,
} from '../../calls/client/session-end.ts';
import { rememberWho, useSessionCall, type Who } from '../../calls/session.ts';
import { useLive } from '../providers/live.ts';

/** What a login answers with. */
export interface SessionStart extends Who {
  sessionId: string;
}

/** The person last known at this tab, kept while a lapsed session is taken up again; forgotten when somebody signs out. */
function useLastKnown(who: Who | undefined): Who | undefined {
  const [last, setLast] = useState(who);
  if (who !== undefined && who !== last) setLast(who);
  useEffect(() => followLeaving(() => setLast(undefined)), []);
  return who ?? last;
}

/** How a session begins and ends at this tab. */
function useSessionActs() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** A login succeeded; or a password was changed or given once more, which begins a new session of the same person. */
      signIn: (start: SessionStart) => {
        storeSession(start.sessionId);
        rememberWho(client, start.sessionId, start);
      },
      /** Ends the session on the portal and here; `leave` goes where one may be without it. A failed call still clears the local state. */
      signOut: async (leave: () => void | Promise<void>) => {
        if (storedSession() !== null) await logOut().catch((error: unknown) => console.error(error));
        try {
          await leave();
        } finally {
          leaveSession();
        }
      },
      /** Gives a lapsed session up: somebody else signs in. */
      forget: leaveSession,
    }),
    [client],
  );
}

function useSessionState() {
  const acts = useSessionActs();
  const sessionId = useSyncExternalStore(followSession, storedSession, () => null);
  const { data, isPending, isError, refetch } = useSessionCall(sessionId);
  const who = sessionId === null ? undefined : data;
  const known = useLastKnown(who);
  useLive(who === undefined ? null : sessionId);
  return useMemo(
    () => ({
      ...acts,
      sessionId,
      user: known?.user,
      medicalCenter: known?.medicalCenter,
      doctor: known?.doctor,
      isAuthenticated: who !== undefined,
      /** The session ended by itself: the screen stays as it is until its person signs in again. */
      hasLapsed: who === undefined && known !== undefined,
      isAsking: sessionId !== null && isPending,
      hasFailed: sessionId !== null && isError,
      askAgain: () => void refetch(),
    }),
    [acts, sessionId, who, known, isPending, isError, refetch],
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
