import * as z from 'zod';
import { sendAccessNotices } from '../domain/access/log/send-access-notices.ts';
import { raiseUnknownNumbersAlarm, watchDoctorJob } from '../domain/access/requests/raise-doctor-alarms.ts';
import { purgeAccessCounts } from '../domain/alarms/count-events.ts';
import { watchAlarms } from '../domain/alarms/watch-alarms.ts';
import type { AnchorWatch } from '../domain/audit/anchors/anchor-watch.ts';
import type { AnchorPlace } from '../domain/audit/anchors/places.ts';
import { createAnchorSender } from '../domain/audit/anchors/send-anchors.ts';
import { createChainWriter } from '../domain/audit/chain/chain-writer.ts';
import { createStreamSender } from '../domain/audit/stream/send-stream.ts';
import type { AppContext } from '../domain/core/context.ts';
import { purgeExpired } from '../domain/core/purge-expired.ts';
import { purgeApplications } from '../domain/doctors/applications/purge-applications.ts';
import { deleteOrphanObjects } from '../domain/exams/delete-orphan-objects.ts';
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
import type { SystemLog } from '../domain/system-log/create-system-log.ts';
import { purgeSystemLog } from '../domain/system-log/purge-system-log.ts';
import { expireIdleUploads } from '../domain/uploads/cancel-upload.ts';
import type { SyslogSettings } from '../platform/config/syslog-url.ts';
import type { Gateways } from '../platform/outbound/gateways.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { fixedIntervals, type JobIntervals } from './job-intervals.ts';

const messagePayload = z.object({ id: z.string() });
const doctorPayload = z.object({ doctorId: z.string() });
const imagingPayload = z.object({ examId: z.string() });

/** Starts the workers of the queue and the periodic jobs. */
export async function startJobs(
  context: AppContext,
  gateways: Gateways,
  systemLog: Pick<SystemLog, 'log'>,
  intervals: JobIntervals,
  audit: { places: readonly AnchorPlace[]; watch: AnchorWatch; stream: SyslogSettings | null },
): Promise<void> {
  const sendHandler: JobHandler = ({ payload, isLastAttempt }, signal) =>
    sendMessage({ context, gateways }, { id: messagePayload.parse(payload).id, isLastAttempt, signal });
  await context.queue.work({ [sendJobs.sms]: sendHandler });
  await context.queue.work({ [sendJobs.mail]: sendHandler });
  const watchHandler: JobHandler = ({ payload }) =>
    raiseUnknownNumbersAlarm(context, doctorPayload.parse(payload).doctorId);
  await context.queue.work({ [watchDoctorJob]: watchHandler }, { concurrency: 1 });
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
  context.queue.every('purge-lapsed', fixedIntervals.purgeEveryMs, async () => {
    await purgeExpired(context);
    await purgeAccessCounts(context);
  });
  if (intervals.chainEveryMs !== null) startAuditJobs(context, systemLog, intervals.chainEveryMs, audit);
  if (intervals.alarmsEveryMs !== null)
    context.queue.every('watch-alarms', intervals.alarmsEveryMs, () => watchAlarms(context));
  context.queue.every('sweep-system-log', intervals.cleanupEveryMs, async () => {
    await purgeSystemLog(context);
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
