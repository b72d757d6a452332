import type { EventKind } from '@medcloud/contract/events';
import * as admin from '@medcloud/contract/routes/admin';
import * as auth from '@medcloud/contract/routes/auth';
import * as doctor from '@medcloud/contract/routes/doctor';
import * as exams from '@medcloud/contract/routes/exams';
import * as center from '@medcloud/contract/routes/medical-center';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents, isEventKind } from '../../calls/client/live.ts';
import { refresh } from '../../calls/client/refresh.ts';
import { sessionEnded } from '../../calls/client/session-end.ts';

const sheet = [center.patientDetails, center.accessLog];
const access = [doctor.accessiblePatients, doctor.requests, doctor.patientExams, doctor.dashboard, exams.examToOpen];

/** Whose answers each kind of event puts out of date. A role's screens hold only its own of them. */
const outOfDate = {
  grant: [...access, ...sheet],
  revoke: [...access, ...sheet],
  exam: [
    exams.examToOpen,
    center.patients,
    center.examHistory,
    center.openUploads,
    center.dashboard,
    ...sheet,
    doctor.accessiblePatients,
    doctor.patientExams,
    doctor.dashboard,
    admin.dashboard,
    admin.medicalCentersDetailed,
    admin.medicalCenter,
  ],
  request: [doctor.requests, ...sheet],
  // Approval and subscription also open and close what a doctor may read.
  account: [
    auth.session,
    center.dashboard,
    admin.dashboard,
    admin.users,
    admin.pendingDoctors,
    admin.doctors,
    admin.medicalCenters,
    admin.medicalCentersDetailed,
    admin.medicalCenter,
    doctor.profile,
    doctor.billingOverview,
    admin.systemLogs,
    ...access,
  ],
  support: [admin.supportMessages, admin.supportMessage],
  alarm: [admin.alarmsToSee, admin.systemInfo, admin.systemLogs],
} as const satisfies Record<EventKind, readonly { path: string }[]>;

const everyPath = [...new Set(Object.values(outOfDate).flatMap((routes) => routes.map((route) => route.path)))];

/** What tabs tell each other: an event; that the stream stands (newly, or still) or is lost; or the question whether it stands. */
type News = EventKind | 'opened' | 'stands' | 'lost' | 'asking';

function isNews(value: unknown): value is News {
  return isEventKind(value) || value === 'opened' || value === 'stands' || value === 'lost' || value === 'asking';
}

const channelName = 'medcloud-live';

/**
 * One stream a browser, not a tab (product, rule 6): whoever holds the lock reads it and tells the other tabs. While it
 * is lost, or where a browser has no locks, a tab that comes into view fetches anew what it shows. Returns how to stop.
 */
function goLive(client: QueryClient, sessionId: string): () => void {
  const stopping = new AbortController();
  const channel = new BroadcastChannel(channelName);
  let stands = false;
  let isLeader = false;

  const hear = (news: News) => {
    if (isEventKind(news))
      return void refresh(
        client,
        outOfDate[news].map((route) => route.path),
      );
    if (news === 'asking') return isLeader && stands ? channel.postMessage('stands' satisfies News) : undefined;
    stands = news !== 'lost';
    if (news === 'opened') void refresh(client, everyPath); // what happened before it stood was not told
  };
  const tell = (news: News) => {
    channel.postMessage(news);
    hear(news);
  };
  channel.onmessage = ({ data }) => (isNews(data) ? hear(data) : undefined);
  const seen = () => {
    if (document.visibilityState === 'visible' && !stands) void client.invalidateQueries();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', seen);

  const lead = () => {
    isLeader = true;
    const handlers = {
      onOpen: (isTold: boolean) => tell(isTold ? 'stands' : 'opened'),
      onEvent: tell,
      onLost: () => tell('lost'),
      onSessionEnd: () => sessionEnded(sessionId),
    };
    return followEvents(handlers, stopping.signal);
  };
  channel.postMessage('asking' satisfies News);
  waitForLock(lead, stopping.signal);

  return () => {
    stopping.abort();
    channel.close();
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', seen);
  };
}

function waitForLock(lead: () => Promise<void>, signal: AbortSignal): void {
  // Locks exist in secure contexts only; without them there is no stream, and focus refreshes.
  if (!('locks' in navigator)) return;
  navigator.locks.request(channelName, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) console.error(error);
  });
}

/** Keeps the screens of a session up to date; nothing without one. */
export function useLive(sessionId: string | null): void {
  const client = useQueryClient();
  useEffect(() => (sessionId === null ? undefined : goLive(client, sessionId)), [client, sessionId]);
}
