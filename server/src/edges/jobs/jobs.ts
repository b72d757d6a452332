import * as z from 'zod';
import { sweepObjects } from '../../domain/exams/sweep-objects.ts';
import { sendMessage } from '../../domain/messages/send-message.ts';
import { sendMessageJob } from '../../domain/messages/write-message.ts';
import type { Portal } from '../../domain/portal/portal.ts';
import type { SystemLog } from '../../domain/system-log/keep-log.ts';
import { sweepSystemLog } from '../../domain/system-log/sweep-events.ts';
import type { Gateways } from '../../platform/outbound/gateways.ts';

const messagePayload = z.object({ id: z.string() });

export interface JobTimes {
  sweepEveryMs: number;
  sweepOlderThanMs: number;
}

/** What the queue and the clock start. */
export async function startJobs(
  portal: Portal,
  gateways: Gateways,
  systemLog: Pick<SystemLog, 'note'>,
  times: JobTimes,
): Promise<void> {
  await portal.queue.work({
    [sendMessageJob]: async ({ payload, isLastAttempt }) =>
      sendMessage(portal, gateways, messagePayload.parse(payload).id, isLastAttempt),
  });
  portal.queue.every('sweep-objects', times.sweepEveryMs, async () => {
    const count = await sweepObjects(portal, times.sweepOlderThanMs);
    if (count > 0) systemLog.note('objects-swept', { count });
  });
  portal.queue.every('sweep-system-log', times.sweepEveryMs, async () => {
    await sweepSystemLog(portal);
  });
}
