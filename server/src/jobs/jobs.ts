import * as z from 'zod';
import { sendAccessNotices } from '../domain/access/log/send-access-notices.ts';
import { raiseUnknownNumbersAlarm, watchDoctorJob } from '../domain/access/requests/raise-doctor-alarms.ts';
import { recordMissingFactors } from '../domain/accounts/sign-in/record-missing-factors.ts';
import { purgeAccessCounts } from '../domain/alarms/count-events.ts';
import { watchAlarms } from '../domain/alarms/watch-alarms.ts';
import type { AnchorWatch } from '../domain/audit/anchors/anchor-watch.ts';
import type { AnchorPlace } from '../domain/audit/anchors/places.ts';
import { createAnchorSender } from '../domain/audit/anchors/send-anchors.ts';
import { createChainWriter } from '../domain/audit/chain/chain-writer.ts';
import { createStreamSender } from '../domain/audit/stream/send-stream.ts';
import { settleLines, settleLinesJob } from '../domain/billing/bank/settle-lines.ts';
import { runDunning } from '../domain/billing/dunning/run-dunning.ts';
import { storeMonths } from '../domain/billing/figures/store-months.ts';
import { fiscalJob } from '../domain/billing/fiscal/create-fiscal-document.ts';
import { reportDocument } from '../domain/billing/fiscal/report-document.ts';
import { askAuthority } from '../domain/billing/fiscal/series/ask-authority.ts';
import { invoiceFilesJob, makeInvoiceFiles } from '../domain/billing/invoices/document/make-invoice-files.ts';
import { invoiceMailJob, sendHeldMail } from '../domain/billing/invoices/mail-document.ts';
import { checkVat } from '../domain/billing/parties/check-vat.ts';
import { vatCheckJob } from '../domain/billing/parties/enqueue-vat-check.ts';
import { chargeJob } from '../domain/billing/payments/charge-due.ts';
import { handleEvent } from '../domain/billing/payments/events/handle-event.ts';
import { eventJob } from '../domain/billing/payments/events/hear-event.ts';
import { refundJob } from '../domain/billing/payments/refunds/refund-invoice.ts';
import { settleAttempt } from '../domain/billing/payments/settle-attempt.ts';
import { sweepAttempts } from '../domain/billing/payments/sweep-attempts.ts';
import { runPlanChanges } from '../domain/billing/plan-change/run-plan-changes.ts';
import { sendPriceNotices } from '../domain/billing/prices/send-price-notices.ts';
import { replaceRequest, replaceRequestJob } from '../domain/billing/subscriptions/requests/replace-request.ts';
import type { AppContext } from '../domain/core/context.ts';
import { purgeExpired } from '../domain/core/purge-expired.ts';
import { purgeApplications } from '../domain/doctors/applications/purge-applications.ts';
import { deleteOrphanObjects } from '../domain/exams/delete-orphan-objects.ts';
import { carryOutResets } from '../domain/factors/resets/carry-out-resets.ts';
import type { Health } from '../domain/health/create-health.ts';
import { recordHealthHistory } from '../domain/health/record-health-history.ts';
import { encodeExamFrames } from '../domain/imaging/cache/encode-exam-frames.ts';
import {
  enqueueExamsToIndex,
  enqueueFrameEncoding,
  summarizeEarlierExams,
} from '../domain/imaging/enqueue-exams-to-index.ts';
import { imagingJobs } from '../domain/imaging/enqueue-imaging.ts';
import { type ImagingContext, indexExamJob } from '../domain/imaging/index/index-exam-job.ts';
import { IndexingActivity } from '../domain/imaging/indexing-activity.ts';
import { renderThumbnails } from '../domain/imaging/render/render-thumbnails.ts';
import { enqueueExamsToScan, releaseExams, scanJobs } from '../domain/imaging/scan/enqueue-exams-to-scan.ts';
import { scanExamJob } from '../domain/imaging/scan/scan-exam-job.ts';
import { sendJobs } from '../domain/messages/enqueue-message.ts';
import { failStaleMessages } from '../domain/messages/fail-stale-messages.ts';
import { sendMessage } from '../domain/messages/send-message.ts';
import { sendNotifications } from '../domain/notifications/send-notifications.ts';
import type { SystemLog } from '../domain/system-log/create-system-log.ts';
import { purgeSystemLog } from '../domain/system-log/purge-system-log.ts';
import { expireIdleUploads } from '../domain/uploads/cancel-upload.ts';
import type { SyslogSettings } from '../platform/config/syslog-url.ts';
import type { FiscalGateway } from '../platform/outbound/fiscal/fiscal-gateway.ts';
import type { Gateways } from '../platform/outbound/gateways.ts';
import type { CheckVatNumber } from '../platform/outbound/vies/check-vat-number.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { fixedIntervals, type JobIntervals } from './job-intervals.ts';

/** A mail takes a few milliseconds where the mail server is near, and a night may have thousands. */
const prefetchedMails = 32;

const messagePayload = z.object({ id: z.string() });
const statementPayload = z.object({ statementId: z.string() });
const doctorPayload = z.object({ doctorId: z.string() });
const userPayload = z.object({ userId: z.string() });
const invoicePayload = z.object({ invoiceId: z.string() });
const attemptPayload = z.object({ attemptId: z.string() });
const eventPayload = z.object({ eventId: z.string() });
const imagingPayload = z.object({ examId: z.string() });

/** Starts the workers of the queue and the periodic jobs. */
export async function startJobs(
  context: AppContext,
  { gateways, fiscal, vies }: { gateways: Gateways; fiscal: FiscalGateway; vies: CheckVatNumber | null },
  systemLog: Pick<SystemLog, 'log'>,
  intervals: JobIntervals,
  audit: { places: readonly AnchorPlace[]; watch: AnchorWatch; stream: SyslogSettings | null },
): Promise<void> {
  const sendHandler: JobHandler = ({ payload, isLastAttempt }, signal) =>
    sendMessage({ context, gateways }, { id: messagePayload.parse(payload).id, isLastAttempt, signal });
  await context.queue.work({ [sendJobs.sms]: sendHandler });
  await context.queue.work({ [sendJobs.mail]: sendHandler }, { prefetch: prefetchedMails });
  const watchHandler: JobHandler = ({ payload }) =>
    raiseUnknownNumbersAlarm(context, doctorPayload.parse(payload).doctorId);
  await context.queue.work({ [watchDoctorJob]: watchHandler }, { concurrency: 1 });
  const filesHandler: JobHandler = ({ payload }) => makeInvoiceFiles(context, invoicePayload.parse(payload).invoiceId);
  await context.queue.work({ [invoiceFilesJob]: filesHandler }, { concurrency: 1 });
  const invoiceMailHandler: JobHandler = ({ payload }) =>
    sendHeldMail(context, invoicePayload.parse(payload).invoiceId);
  await context.queue.work({ [invoiceMailJob]: invoiceMailHandler }, { concurrency: 1 });
  const fiscalHandler: JobHandler = ({ payload }, signal) =>
    reportDocument({ context, gateway: fiscal }, invoicePayload.parse(payload).invoiceId, signal);
  await context.queue.work({ [fiscalJob]: fiscalHandler }, { concurrency: 1 });
  const vatHandler: JobHandler = async ({ payload }, signal) => {
    if (vies !== null) await checkVat({ context, check: vies }, userPayload.parse(payload).userId, signal);
  };
  await context.queue.work({ [vatCheckJob]: vatHandler }, { concurrency: 1 });
  const settleHandler: JobHandler = ({ payload }, signal) =>
    settleLines(context, statementPayload.parse(payload).statementId, signal);
  await context.queue.work({ [settleLinesJob]: settleHandler }, { concurrency: 1 });
  await context.queue.work({
    [replaceRequestJob]: ({ payload }) => replaceRequest(context, userPayload.parse(payload).userId),
  });
  await startPaymentJobs(context);
  // frozen name: ends messages that wait too long, and purges old registration requests
  context.queue.every('empty-outbox', fixedIntervals.outboxCleanupEveryMs, async () => {
    const count = await failStaleMessages(context);
    if (count > 0) systemLog.log('messages-forgotten', { count });
    await purgeApplications(context);
  });
  // frozen name: ends idle uploads, and deletes stored objects that belong to no exam
  context.queue.every('sweep-objects', intervals.cleanupEveryMs, async () => {
    await expireIdleUploads(context);
    const count = await deleteOrphanObjects(context, intervals.orphanMinAgeMs);
    if (count > 0) systemLog.log('objects-swept', { count });
  });
  // frozen name: sends the access notices
  context.queue.every('tell-looks', fixedIntervals.accessNoticesEveryMs, async () => {
    await sendAccessNotices(context);
  });
  context.queue.every('factor-resets', fixedIntervals.factorResetsEveryMs, async () => {
    await carryOutResets(context);
  });
  context.queue.every('purge-lapsed', fixedIntervals.purgeEveryMs, async () => {
    await purgeExpired(context);
    await purgeAccessCounts(context);
  });
  if (intervals.chainEveryMs !== null) startAuditJobs(context, systemLog, intervals.chainEveryMs, audit);
  if (intervals.alarmsEveryMs !== null)
    context.queue.every('watch-alarms', intervals.alarmsEveryMs, async () => {
      await recordMissingFactors(context);
      await watchAlarms(context);
    });
  if (intervals.billingEveryMs !== null)
    context.queue.every('billing', intervals.billingEveryMs, async () => {
      await storeMonths(context);
      // first, or a renewal would be asked for before its price is announced
      await sendPriceNotices(context);
      await runPlanChanges(context);
      await runDunning(context);
    });
  if (intervals.notificationsEveryMs !== null)
    context.queue.every('send-notifications', intervals.notificationsEveryMs, async () => {
      await sendNotifications(context);
    });
  if (intervals.fiscalEveryMs !== null)
    context.queue.every('fiscal-series', intervals.fiscalEveryMs, () => askAuthority({ context, gateway: fiscal }));
  context.queue.every('sweep-system-log', intervals.cleanupEveryMs, async () => {
    await purgeSystemLog(context);
  });
}

/** Starts the jobs that call the payment provider. A node without one leaves them to the others. */
async function startPaymentJobs(context: AppContext): Promise<void> {
  if (context.payments === null) return;
  const attemptHandler: JobHandler = async ({ payload }) => {
    await settleAttempt(context, attemptPayload.parse(payload).attemptId);
  };
  await context.queue.work({ [chargeJob]: attemptHandler, [refundJob]: attemptHandler });
  await context.queue.work({ [eventJob]: ({ payload }) => handleEvent(context, eventPayload.parse(payload).eventId) });
  context.queue.every('sweep-payments', fixedIntervals.paymentsSweepEveryMs, async () => {
    await sweepAttempts(context);
  });
}

function startAuditJobs(
  context: AppContext,
  systemLog: Pick<SystemLog, 'log'>,
  chainEveryMs: number,
  { places, watch, stream }: Parameters<typeof startJobs>[4],
): void {
  const onRollback = () => systemLog.log('audit-rolled-back');
  // frozen name: adds events to the audit chain and signs checkpoints; nothing is encrypted
  context.queue.every('seal-audit', chainEveryMs, createChainWriter(context, { watch, onRollback }));
  if (places.length > 0)
    context.queue.every('anchor-audit', fixedIntervals.anchorsEveryMs, createAnchorSender(context, { places, watch }));
  if (stream !== null) {
    const sendRecords = createStreamSender(context, stream);
    context.queue.every('stream-audit', fixedIntervals.streamEveryMs, async () => {
      await sendRecords();
    });
  }
}

/**
 * Starts the jobs that make exams viewable: two exams at once, because one often waits for the disk or the database, and
 * the frames of one exam while none is indexed.
 */
export async function startImaging(
  imaging: Required<Omit<ImagingContext, 'activity'>> & { readonly context: AppContext },
  isEnabled: boolean,
): Promise<void> {
  const { queue } = imaging.context;
  const activity = new IndexingActivity();
  const indexHandler: JobHandler = ({ payload, isLastAttempt }, signal) =>
    activity.during(async () => {
      const { examId } = imagingPayload.parse(payload);
      if (!(await indexExamJob(imaging, { examId, isLastAttempt, signal }))) return;
      await renderThumbnails(imaging, examId, signal);
      await enqueueFrameEncoding(imaging.context, examId);
    });
  await queue.work({ [imagingJobs.index]: isEnabled ? indexHandler : async () => undefined }, { concurrency: 2 });
  const framesHandler: JobHandler = ({ payload }, signal) =>
    encodeExamFrames({ ...imaging, activity }, imagingPayload.parse(payload).examId, signal);
  // Its own queue worker: an exam that waits to become viewable does not wait for another exam's frames.
  await queue.work({ [imagingJobs.frames]: isEnabled ? framesHandler : async () => undefined }, { concurrency: 1 });
  if (isEnabled)
    queue.every('unprepared-exams', fixedIntervals.unindexedEveryMs, async () => {
      await summarizeEarlierExams(imaging.context);
      await enqueueExamsToIndex(imaging.context);
    });
}

/**
 * Starts the jobs that scan exams for viruses. They only wait for the scanner, which does the work. A node without a
 * scanner leaves them to the others. The periodic jobs have two names, because each name runs on one node at a time.
 */
export async function startScanning(context: AppContext, everyMs: number): Promise<void> {
  const { scanner } = context.settings;
  if (scanner === null) {
    context.queue.every('release-unscanned', everyMs, () => releaseExams(context));
    return;
  }
  const createHandler =
    (isFirst: boolean): JobHandler =>
    ({ payload, attempt }, signal) => {
      const { examId } = imagingPayload.parse(payload);
      return scanExamJob(context, scanner, { examId, isFirst, isRepeated: attempt > 1, signal });
    };
  await context.queue.work({ [scanJobs.arrived]: createHandler(true) }, { concurrency: 2 });
  await context.queue.work({ [scanJobs.tried]: createHandler(false) }, { concurrency: 1 });
  await context.queue.work({ [scanJobs.stored]: createHandler(false) }, { concurrency: 1 });
  context.queue.every('unscanned-exams', everyMs, () => enqueueExamsToScan(context, scanner));
}

/** Starts the periodic health check. `isOpen` returns false once the server takes no more requests. */
export function watchHealth(
  context: AppContext,
  health: Health,
  { isOpen, everyMs }: { isOpen: () => boolean; everyMs: number | null },
): void {
  if (everyMs === null) return;
  context.queue.every('check-health', everyMs, () => recordHealthHistory(context, health, isOpen));
}
