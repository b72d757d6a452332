import { maxReplayMs } from '@medcloud/contract/events';
import { type CenterPermission, permissionsOf } from '@medcloud/contract/permissions';
import type { AuthenticatedPrincipal, CenterPrincipal } from '../../domain/authorization/principal.ts';
import type { ClientNotification, SessionsEndNotification } from '../../domain/core/notify-clients.ts';

type Listener = (notification: ClientNotification) => void;

/** Passes notifications from the database to the event streams open on this node. */
export interface LiveEvents {
  /**
   * Calls `listener` for each notification that concerns `principal`. Calls `end` when the session ends, has opened six
   * newer streams, or the application stops. Returns a function that unsubscribes.
   */
  subscribe(principal: AuthenticatedPrincipal, listener: Listener, end: () => void): () => void;
  /**
   * Lists the notifications for `principal` in the last `withinMs` milliseconds, oldest first. Returns null if this
   * node did not receive all of them or no longer stores them.
   */
  listRecent(principal: AuthenticatedPrincipal, withinMs: number): readonly ClientNotification[] | null;
  /** Sets whether this node receives the database's notifications; while it does not, it misses some. */
  setListening(isListening: boolean): void;
  /** Delivers one notification, or ends the streams of ended sessions. */
  publish(notification: ClientNotification | SessionsEndNotification): void;
  /** Ends every stream when the application stops. */
  close(): void;
}

interface Subscriber {
  principal: AuthenticatedPrincipal;
  listener: Listener;
  end: () => void;
}

// A browser opens one for all its tabs. Each checks the session every 5 s.
const maxPerSession = 6;

// A page requests the events since its first call when it opens.
const maxNotifications = 2_000;

/** Creates the live events. `now` is monotonic, in milliseconds from any start. */
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

function isRecipient({ kind, to }: ClientNotification, principal: AuthenticatedPrincipal): boolean {
  if (to.users?.includes(principal.userId)) return true;
  switch (principal.kind) {
    case 'center':
      if (to.users?.includes(principal.payerId) && includes(principal, 'billing.manage')) return true;
      // ids of exams and grants are for who may read them
      return (
        to.centers?.includes(principal.centerId) === true && (kind === 'account' || includes(principal, 'records.read'))
      );
    case 'doctor':
      return to.doctors?.includes(principal.doctorId) === true;
    case 'admin':
      return to.admins === true;
  }
}

const includes = ({ member }: CenterPrincipal, permission: CenterPermission) =>
  member === null || permissionsOf(member.roles).includes(permission);
