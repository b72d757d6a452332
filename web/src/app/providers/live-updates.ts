import type { EventKind } from '@medcloud/contract/events';
import * as admin from '@medcloud/contract/routes/admin';
import * as auth from '@medcloud/contract/routes/auth';
import * as doctor from '@medcloud/contract/routes/doctor';
import * as exams from '@medcloud/contract/routes/exams';
import * as center from '@medcloud/contract/routes/medical-center';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isEventKind, subscribeToEvents } from '../../calls/client/event-stream.ts';
import { refreshQueries } from '../../calls/client/refresh.ts';
import { endSession } from '../../calls/client/stored-session.ts';

const sheetRoutes = [center.patientDetails, center.accessLog];
const accessRoutes = [
  doctor.accessiblePatients,
  doctor.requests,
  doctor.patientExams,
  doctor.dashboard,
  exams.examToOpen,
];

/** Whose answers each kind of event puts out of date. A role's screens hold only its own of them. */
const staleRoutes = {
  grant: [...accessRoutes, ...sheetRoutes],
  revoke: [...accessRoutes, ...sheetRoutes],
  exam: [
    exams.examToOpen,
    center.patients,
    center.examHistory,
    center.openUploads,
    center.dashboard,
    ...sheetRoutes,
    doctor.accessiblePatients,
    doctor.patientExams,
    doctor.dashboard,
    admin.dashboard,
    admin.medicalCentersDetailed,
    admin.medicalCenter,
  ],
  request: [doctor.requests, ...sheetRoutes],
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
    ...accessRoutes,
  ],
  support: [admin.supportMessages, admin.supportMessage],
  alarm: [admin.alarmsToSee, admin.systemInfo, admin.systemLogs],
} as const satisfies Record<EventKind, readonly { path: string }[]>;

const allPaths = [...new Set(Object.values(staleRoutes).flatMap((routes) => routes.map((route) => route.path)))];

/** What tabs tell each other: an event; that the stream stands (newly, or still) or is lost; or the question whether it stands. */
type TabMessage = EventKind | 'opened' | 'stands' | 'lost' | 'asking';

function isTabMessage(value: unknown): value is TabMessage {
  return isEventKind(value) || value === 'opened' || value === 'stands' || value === 'lost' || value === 'asking';
}

const channelName = 'medcloud-live';

/**
 * One stream a browser, not a tab (product, rule 6): whoever holds the lock reads it and tells the other tabs. While it
 * is lost, or where a browser has no locks, a tab that comes into view fetches anew what it shows. Returns how to stop.
 */
function startLiveUpdates(client: QueryClient, sessionId: string): () => void {
  const controller = new AbortController();
  const channel = new BroadcastChannel(channelName);
  let isConnected = false;
  let isLeader = false;

  const handleMessage = (message: TabMessage) => {
    if (isEventKind(message))
      return void refreshQueries(
        client,
        staleRoutes[message].map((route) => route.path),
      );
    if (message === 'asking')
      return isLeader && isConnected ? channel.postMessage('stands' satisfies TabMessage) : undefined;
    isConnected = message !== 'lost';
    if (message === 'opened') void refreshQueries(client, allPaths); // what happened before it stood was not told
  };
  const broadcast = (message: TabMessage) => {
    channel.postMessage(message);
    handleMessage(message);
  };
  channel.onmessage = ({ data }) => (isTabMessage(data) ? handleMessage(data) : undefined);
  const onVisible = () => {
    if (document.visibilityState === 'visible' && !isConnected) void client.invalidateQueries();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('focus', onVisible);

  const runAsLeader = () => {
    isLeader = true;
    const handlers = {
      onOpen: (hasReplay: boolean) => broadcast(hasReplay ? 'stands' : 'opened'),
      onEvent: broadcast,
      onLost: () => broadcast('lost'),
      onSessionEnd: () => endSession(sessionId),
    };
    return subscribeToEvents(handlers, controller.signal);
  };
  channel.postMessage('asking' satisfies TabMessage);
  waitForLock(runAsLeader, controller.signal);

  return () => {
    controller.abort();
    channel.close();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('focus', onVisible);
  };
}

function waitForLock(runAsLeader: () => Promise<void>, signal: AbortSignal): void {
  // Locks exist in secure contexts only; without them there is no stream, and focus refreshes.
  if (!('locks' in navigator)) return;
  navigator.locks.request(channelName, { signal }, runAsLeader).catch((error: unknown) => {
    if (!signal.aborted) console.error(error);
  });
}

/** Keeps the screens of a session up to date; nothing without one. */
export function useLiveUpdates(sessionId: string | null): void {
  const client = useQueryClient();
  useEffect(() => (sessionId === null ? undefined : startLiveUpdates(client, sessionId)), [client, sessionId]);
}
