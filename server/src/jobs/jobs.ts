import * as z from 'zod';
import { watchDoctor, watchDoctorJob } from '../domain/access/alarm-doctor.ts';
import { tellLooks } from '../domain/access/tell-looks.ts';
import { emptyApplications } from '../domain/doctors/empty-applications.ts';
import { sweepObjects } from '../domain/exams/sweep-objects.ts';
import type { Health } from '../domain/health/check-health.ts';
import { keepHealthHistory } from '../domain/health/keep-history.ts';
import { enqueueFrames, enqueueUnprepared } from '../domain/imaging/enqueue-unprepared.ts';
import { makeFrames } from '../domain/imaging/make-frames.ts';
import { makeThumbnails } from '../domain/imaging/make-thumbnails.ts';
import { type Imaging, prepareExam } from '../domain/imaging/prepare-exam.ts';
import { endForgottenMessages } from '../domain/messages/end-forgotten.ts';
import { sendMessage } from '../domain/messages/send-message.ts';
import { sendJobs } from '../domain/messages/write-message.ts';
import { imagingJobs } from '../domain/portal/imaging-jobs.ts';
import type { Portal } from '../domain/portal/portal.ts';
import { purgeLapsed } from '../domain/portal/purge-lapsed.ts';
import type { SystemLog } from '../domain/system-log/keep-log.ts';
import { sweepSystemLog } from '../domain/system-log/sweep-events.ts';
import { trailKeeper } from '../domain/trail/keep-trail.ts';
import { endIdleUploads } from '../domain/uploads/end-upload.ts';
import type { Gateways } from '../platform/outbound/gateways.ts';
import type { JobHandler } from '../platform/queue/queue.ts';

const messagePayload = z.object({ id: z.string() });
const doctorPayload = z.object({ doctorId: z.string() });
const imagingPayload = z.object({ examId: z.string() });

export interface JobTimes {
  /** Null: health is looked at only when asked, as in tests that count files. */
  healthEveryMs: number | null;
  sweepEveryMs: number;
  sweepOlderThanMs: number;
  /** False: exams stay as they were uploaded, as in tests that count files. */
  prepareExams: boolean;
  /** How often the audit trail is sealed. Null: never, as in tests that count statements. */
  sealEveryMs: number | null;
  /** How often this node tells the others how much its callers ask. Null: never, as in tests that count statements. */
  tellCountsEveryMs: number | null;
}

const emptyEveryMs = 600_000;
// the first run after nine in the morning tells, the others find nobody left
const tellLooksEveryMs = 1_800_000;
const purgeEveryMs = 86_400_000;

/** What the queue and the clock start. */
export async function startJobs(
  portal: Portal,
  gateways: Gateways,
  systemLog: Pick<SystemLog, 'note'>,
  times: JobTimes,
): Promise<void> {
  const send: JobHandler = ({ payload, isLastAttempt }, signal) =>
    sendMessage({ portal, gateways }, { id: messagePayload.parse(payload).id, isLastAttempt, signal });
  await portal.queue.work({ [sendJobs.sms]: send });
  await portal.queue.work({ [sendJobs.mail]: send });
  const watch: JobHandler = ({ payload }) => watchDoctor(portal, doctorPayload.parse(payload).doctorId);
  await portal.queue.work({ [watchDoctorJob]: watch }, { concurrency: 1 });
  portal.queue.every('empty-outbox', emptyEveryMs, async () => {
    const count = await endForgottenMessages(portal);
    if (count > 0) systemLog.note('messages-forgotten', { count });
    await emptyApplications(portal);
  });
  portal.queue.every('sweep-objects', times.sweepEveryMs, async () => {
    await endIdleUploads(portal);
    const count = await sweepObjects(portal, times.sweepOlderThanMs);
    if (count > 0) systemLog.note('objects-swept', { count });
  });
  portal.queue.every('tell-looks', tellLooksEveryMs, async () => {
    await tellLooks(portal);
  });
  portal.queue.every('purge-lapsed', purgeEveryMs, async () => {
    await purgeLapsed(portal);
  });
  if (times.sealEveryMs !== null) portal.queue.every('seal-audit', times.sealEveryMs, trailKeeper(portal));
  portal.queue.every('sweep-system-log', times.sweepEveryMs, async () => {
    await sweepSystemLog(portal);
  });
}

const unpreparedEveryMs = 600_000;

/** Makes exams viewable, one at a time: each takes a core of its own. */
export async function startImaging(imaging: Imaging, isOn: boolean): Promise<void> {
  const { queue } = imaging.portal;
  const prepare: JobHandler = async ({ payload, isLastAttempt }, signal) => {
    const { examId } = imagingPayload.parse(payload);
    if (!(await prepareExam(imaging, { examId, isLastAttempt, signal }))) return;
    await makeThumbnails(imaging, examId, signal);
    await enqueueFrames(imaging.portal, examId);
  };
  await queue.work({ [imagingJobs.prepare]: isOn ? prepare : async () => undefined }, { concurrency: 1 });
  const frames: JobHandler = ({ payload }, signal) => makeFrames(imaging, imagingPayload.parse(payload).examId, signal);
  // a lane of its own: an exam that waits to be viewable goes before the frames of the next
  await queue.work({ [imagingJobs.frames]: isOn ? frames : async () => undefined }, { concurrency: 1 });
  if (isOn) queue.every('unprepared-exams', unpreparedEveryMs, () => enqueueUnprepared(imaging.portal));
}

/** Looks at the portal's health from now on. `isOpen`: false once the server takes no more requests. */
export function watchHealth(
  portal: Portal,
  health: Health,
  { isOpen, everyMs }: { isOpen: () => boolean; everyMs: number | null },
): void {
  if (everyMs === null) return;
  portal.queue.every('check-health', everyMs, () => keepHealthHistory(portal, health, isOpen));
}
