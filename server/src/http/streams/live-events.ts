import { mostWithinMs } from '@medcloud/contract/events';
import type { SignedIn } from '../../domain/authorization/who.ts';
import type { Announcement, SessionsEnd } from '../../domain/portal/announce.ts';

type Listener = (announcement: Announcement) => void;

/** Hands announcements from the database to the event streams that stand open on this node. */
export interface LiveEvents {
  /**
   * Calls `listener` for each announcement that concerns `who`, and `end` when the session is over, has opened six more,
   * or the portal stops; the answer stops both.
   */
  follow(who: SignedIn, listener: Listener, end: () => void): () => void;
  /**
   * What concerned `who` in the last so many milliseconds, the oldest first; null where this node has not heard all of it,
   * or keeps it no longer.
   */
  recent(who: SignedIn, withinMs: number): readonly Announcement[] | null;
  /** Whether this node hears the database's announcements now; while it does not, some pass it by. */
  hears(isListening: boolean): void;
  /** Gives out one announcement, or ends the streams of sessions that are over. */
  publish(announcement: Announcement | SessionsEnd): void;
  /** Ends every stream: the portal stops. */
  close(): void;
}

interface Follower {
  who: SignedIn;
  listener: Listener;
  end: () => void;
}

// A browser opens one for all its tabs; each costs a look at the session every 5 s.
const mostPerSession = 6;

// A page that opens asks for what happened since its first call.
const keptAnnouncements = 2_000;

/** `now` in milliseconds from any moment on, never back. */
export function openLiveEvents(now: () => number = () => performance.now()): LiveEvents {
  const followers = new Set<Follower>();
  const kept: { at: number; announcement: Announcement }[] = [];
  let heardSince = Number.POSITIVE_INFINITY;
  let isClosed = false;
  const keep = (announcement: Announcement) => {
    kept.push({ at: now(), announcement });
    while (kept.length > keptAnnouncements || (kept[0]?.at ?? now()) < now() - mostWithinMs) {
      heardSince = Math.max(heardSince, kept.shift()?.at ?? 0);
    }
  };
  return {
    follow(who, listener, end) {
      if (isClosed) {
        end();
        return () => undefined;
      }
      const own = [...followers].filter((other) => other.who.sessionId === who.sessionId);
      const [oldest] = own;
      if (own.length >= mostPerSession) oldest?.end();
      const follower = { who, listener, end };
      followers.add(follower);
      return () => followers.delete(follower);
    },
    recent(who, withinMs) {
      const since = now() - withinMs;
      if (since <= heardSince) return null;
      return kept.flatMap(({ at, announcement }) => (at >= since && concerns(announcement, who) ? [announcement] : []));
    },
    hears(isListening) {
      heardSince = isListening ? now() : Number.POSITIVE_INFINITY;
    },
    publish(announcement) {
      if ('endedSessions' in announcement) {
        for (const { who, end } of followers) if (announcement.endedSessions.includes(who.sessionId)) end();
        return;
      }
      keep(announcement);
      for (const { who, listener } of followers) if (concerns(announcement, who)) listener(announcement);
    },
    close() {
      isClosed = true;
      for (const { end } of followers) end();
    },
  };
}

function concerns({ to }: Announcement, who: SignedIn): boolean {
  if (to.users?.includes(who.userId)) return true;
  switch (who.kind) {
    case 'center':
      return to.centers?.includes(who.centerId) === true;
    case 'doctor':
      return to.doctors?.includes(who.doctorId) === true;
    case 'admin':
      return to.admins === true;
  }
}
