import { maxReplayMs } from '@medcloud/contract/events';
import type { AuthenticatedPrincipal } from '../../domain/authorization/principal.ts';
import type { ClientNotification, SessionsEndNotification } from '../../domain/core/notify-clients.ts';

type Listener = (notification: ClientNotification) => void;

/** Hands announcements from the database to the event streams that stand open on this node. */
export interface LiveEvents {
  /**
   * Calls `listener` for each announcement that concerns `who`, and `end` when the session is over, has opened six more,
   * or the portal stops; the answer stops both.
   */
  subscribe(principal: AuthenticatedPrincipal, listener: Listener, end: () => void): () => void;
  /**
   * What concerned `who` in the last so many milliseconds, the oldest first; null where this node has not heard all of it,
   * or keeps it no longer.
   */
  listRecent(principal: AuthenticatedPrincipal, withinMs: number): readonly ClientNotification[] | null;
  /** Whether this node hears the database's announcements now; while it does not, some pass it by. */
  setListening(isListening: boolean): void;
  /** Gives out one announcement, or ends the streams of sessions that are over. */
  publish(notification: ClientNotification | SessionsEndNotification): void;
  /** Ends every stream: the portal stops. */
  close(): void;
}

interface Subscriber {
  principal: AuthenticatedPrincipal;
  listener: Listener;
  end: () => void;
}

// A browser opens one for all its tabs; each costs a look at the session every 5 s.
const maxPerSession = 6;

// A page that opens asks for what happened since its first call.
const maxNotifications = 2_000;

/** `now` in milliseconds from any moment on, never back. */
export function createLiveEvents(now: () => number = () => performance.now()): LiveEvents {
  const subscribers = new Set<Subscriber>();
  const stored: { at: number; notification: ClientNotification }[] = [];
  let listeningSince = Number.POSITIVE_INFINITY;
  let isClosed = false;
  const store = (notification: ClientNotification) => {
    stored.push({ at: now(), notification });
    while (stored.length > maxNotifications || (stored[0]?.at ?? now()) < now() - maxReplayMs) {
      listeningSince = Math.max(listeningSince, stored.shift()?.at ?? 0);
    }
  };
  return {
    subscribe(principal, listener, end) {
      if (isClosed) {
        end();
        return () => undefined;
      }
      const ofSession = [...subscribers].filter((other) => other.principal.sessionId === principal.sessionId);
      const [oldest] = ofSession;
      if (ofSession.length >= maxPerSession) oldest?.end();
      const subscriber = { principal, listener, end };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    listRecent(principal, withinMs) {
      const since = now() - withinMs;
      if (since <= listeningSince) return null;
      return stored.flatMap(({ at, notification }) =>
        at >= since && isRecipient(notification, principal) ? [notification] : [],
      );
    },
    setListening(isListening) {
      listeningSince = isListening ? now() : Number.POSITIVE_INFINITY;
    },
    publish(notification) {
      if ('endedSessions' in notification) {
        for (const { principal, end } of subscribers)
          if (notification.endedSessions.includes(principal.sessionId)) end();
        return;
      }
      store(notification);
      for (const { principal, listener } of subscribers)
        if (isRecipient(notification, principal)) listener(notification);
    },
    close() {
      isClosed = true;
      for (const { end } of subscribers) end();
    },
  };
}

function isRecipient({ to }: ClientNotification, principal: AuthenticatedPrincipal): boolean {
  if (to.users?.includes(principal.userId)) return true;
  switch (principal.kind) {
    case 'center':
      return to.centers?.includes(principal.centerId) === true;
    case 'doctor':
      return to.doctors?.includes(principal.doctorId) === true;
    case 'admin':
      return to.admins === true;
  }
}
