import type { EventKind } from '@medcloud/contract/events';
import * as admin from '@medcloud/contract/routes/admin';
import * as auth from '@medcloud/contract/routes/auth';
import * as billing from '@medcloud/contract/routes/billing';
import * as billingAdmin from '@medcloud/contract/routes/billing-admin';
import * as cards from '@medcloud/contract/routes/billing-cards';
import * as billingFiscal from '@medcloud/contract/routes/billing-fiscal';
import * as breaches from '@medcloud/contract/routes/breaches';
import * as doctor from '@medcloud/contract/routes/doctor';
import * as exams from '@medcloud/contract/routes/exams';
import * as center from '@medcloud/contract/routes/medical-center';
import { team } from '@medcloud/contract/routes/team';
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
  doctor.worklist,
  exams.examToOpen,
  exams.examThumbnails,
];

/** The routes whose responses become stale with each kind of event. A role's screens use only some of them. */
const staleRoutes = {
  grant: [...accessRoutes, ...sheetRoutes],
  revoke: [...accessRoutes, ...sheetRoutes],
  exam: [
    exams.examToOpen,
    exams.examThumbnails,
    center.patients,
    center.examHistory,
    center.openUploads,
    center.dashboard,
    ...sheetRoutes,
    doctor.accessiblePatients,
    doctor.patientExams,
    doctor.dashboard,
    doctor.worklist,
    admin.dashboard,
    admin.medicalCentersDetailed,
    admin.medicalCenter,
  ],
  request: [doctor.requests, doctor.worklist, ...sheetRoutes],
  // Approval and subscription also change what a doctor may read.
  account: [
    auth.session,
    center.dashboard,
    team,
    admin.dashboard,
    admin.users,
    admin.pendingDoctors,
    admin.doctors,
    admin.medicalCenters,
    admin.medicalCentersDetailed,
    admin.medicalCenter,
    doctor.profile,
    doctor.billingOverview,
    billing.centerOverview,
    cards.doctorCheckoutReturn,
    cards.centerCheckoutReturn,
    billingAdmin.accounts,
    billingAdmin.accountDetails,
    billingAdmin.invoices,
    billingFiscal.fiscalDocuments,
    billingFiscal.fiscalReporting,
    admin.systemLogs,
    ...accessRoutes,
  ],
  support: [admin.supportMessages, admin.supportMessage],
  alarm: [admin.alarmsToSee, admin.systemInfo, admin.systemLogs],
  breach: [breaches.breaches, breaches.breach, breaches.breachExtent, breaches.breachPatients, breaches.breachDrafts],
} as const satisfies Record<EventKind, readonly { path: string }[]>;

const allPaths = [...new Set(Object.values(staleRoutes).flatMap((routes) => routes.map((route) => route.path)))];

/**
 * Messages between tabs: an event; the stream was opened anew (`opened`), is connected or lost; or the request to send
 * the state (`query`).
 */
type TabMessage = EventKind | 'opened' | 'connected' | 'lost' | 'query';

function isTabMessage(value: unknown): value is TabMessage {
  return isEventKind(value) || value === 'opened' || value === 'connected' || value === 'lost' || value === 'query';
}

const channelName = 'medcloud-live';

/**
 * Opens one event stream per browser, not per tab (product, rule 6). The tab with the lock reads it and notifies the
 * others. If the stream is lost or the browser has no locks, a tab refetches its data when it becomes visible.
 * Returns a function that stops the updates.
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
    if (message === 'query')
      return isLeader && isConnected ? channel.postMessage('connected' satisfies TabMessage) : undefined;
    isConnected = message !== 'lost';
    if (message === 'opened') void refreshQueries(client, allPaths); // events before the stream opened were missed
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
      onOpen: (hasReplay: boolean) => broadcast(hasReplay ? 'connected' : 'opened'),
      onEvent: broadcast,
      onLost: () => broadcast('lost'),
      onSessionEnd: () => endSession(sessionId),
    };
    return subscribeToEvents(handlers, controller.signal);
  };
  channel.postMessage('query' satisfies TabMessage);
  waitForLock(runAsLeader, controller.signal);

  return () => {
    controller.abort();
    channel.close();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('focus', onVisible);
  };
}

function waitForLock(runAsLeader: () => Promise<void>, signal: AbortSignal): void {
  // Locks exist only in secure contexts. Without them there is no stream; data refreshes when the tab gets focus.
  if (!('locks' in navigator)) return;
  navigator.locks.request(channelName, { signal }, runAsLeader).catch((error: unknown) => {
    if (!signal.aborted) console.error(error);
  });
}

/** Keeps the screens of a session up to date. Does nothing if `sessionId` is null. */
export function useLiveUpdates(sessionId: string | null): void {
  const client = useQueryClient();
  useEffect(() => (sessionId === null ? undefined : startLiveUpdates(client, sessionId)), [client, sessionId]);
}
