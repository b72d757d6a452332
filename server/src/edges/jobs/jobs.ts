import * as z from 'zod';
import { sweepObjects } from '../../domain/exams/sweep-objects.ts';
import { sendMessage } from '../../domain/messages/send-message.ts';
import { sendMessageJob } from '../../domain/messages/write-message.ts';
import type { Portal } from '../../domain/portal/portal.ts';
import type { Gateways } from '../../platform/outbound/gateways.ts';

const messagePayload = z.object({ id: z.string() });

export interface JobTimes {
  sweepEveryMs: number;
  sweepOlderThanMs: number;
}

/** What the queue and the clock start. */
export async function startJobs(portal: Portal, gateways: Gateways, times: JobTimes): Promise<void> {
  await portal.queue.work({
    [sendMessageJob]: async (job) => sendMessage(portal, gateways, messagePayload.parse(job.payload).id),
  });
  portal.queue.every('sweep-objects', times.sweepEveryMs, async () => {
    await sweepObjects(portal, times.sweepOlderThanMs);
  });
}
